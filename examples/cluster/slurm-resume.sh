#!/bin/bash
# A run that takes longer than a job may: sbatch slurm-resume.sh CARD OUT
# A minute before its time is up the job gets SIGTERM, leaves a checkpoint, and goes into the queue again.
#SBATCH --job-name=tessera
#SBATCH --time=04:00:00
#SBATCH --cpus-per-task=16
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
card=$1 out=$2

# Bash waits for its child before it looks at a signal: so the run is in the background, and is told of it.
tessera run "$card" --out "$out" --resume ${SLURM_CPUS_PER_TASK:+--threads "$SLURM_CPUS_PER_TASK"} --quiet &
run=$!
trap 'kill -TERM $run' TERM
set +o posix # in that mode (POSIXLY_CORRECT) bash forgets a status that one wait had, and the last one below would get 127
while kill -0 $run 2>/dev/null; do wait $run; done
wait $run # a wait that a signal ends says nothing of the run, which may be over before the next look
status=$?

# 130: it was stopped, and goes on when the job runs again.
[ $status != 130 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
