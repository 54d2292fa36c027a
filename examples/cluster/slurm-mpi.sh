#!/bin/bash
# A run on many GPUs: sbatch slurm-mpi.sh CARD OUT
# A rank has a GPU. A minute before the time is up all ranks get SIGUSR1: the run leaves a checkpoint, and the job goes
# into the queue again. Without GPUs: --ntasks-per-node=1, --cpus-per-task as many as there are, and no --device.
#SBATCH --job-name=tessera
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=4
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
#SBATCH --signal=USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
card=$1 out=$2

# Slurm's steps know MPI by PMIx (`srun --mpi=list` says what there is); with mpirun: mpirun --bind-to none tessera ...
srun --mpi=pmix tessera run "$card" --out "$out" --device cuda --resume --quiet
status=$?

# 130: it was stopped, and goes on when the job runs again.
[ $status != 130 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
