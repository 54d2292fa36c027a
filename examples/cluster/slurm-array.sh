#!/bin/bash
# Many runs of one card with different seeds, which become one result: slurm-array.sh CARD OUT JOBS
# Called as above it puts an array of jobs into the queue, and behind them one that merges what they wrote.
#SBATCH --job-name=tessera
#SBATCH --time=04:00:00
#SBATCH --cpus-per-task=16
set -u
card=$1 out=$2 jobs=$3

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    seed=$SLURM_ARRAY_TASK_ID
    tessera run "$card" --seed "$seed" --out "$out/seed-$seed" --resume ${SLURM_CPUS_PER_TASK:+--threads "$SLURM_CPUS_PER_TASK"} --quiet
    status=$?
    [ $status != 3 ] || status=0 # the precision that the card asks for is that of all together
    exit $status
fi

mkdir -p "$out"
array=$(sbatch --parsable --array="1-$jobs" "$0" "$card" "$out" "$jobs")
sbatch --dependency="afterok:$array" --job-name=tessera-merge --time=00:30:00 \
    --wrap "tessera merge '$out/all' '$out'/seed-*"
