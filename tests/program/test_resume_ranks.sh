#!/usr/bin/env bash
# test_resume_ranks.sh BUILD: one rank of four is killed, two hundred times at random moments, under Open MPI and MPICH in
# turn. The others end too, and the run goes on to the bits of one process that never stopped. A kill takes two to three
# seconds of a core. KILLS=1000 takes the better part of an hour of two quiet cores; of busy ones it is more than ctest waits
# for. SEED has other moments.
# labels: long
set -uo pipefail
build=$1 kills=${KILLS:-200} seed=${SEED:-4}
# shellcheck source=tests/program/mpi_launchers.sh
. "$(dirname "${BASH_SOURCE[0]}")/mpi_launchers.sh"
# shellcheck source=tests/program/resume.sh
. "$(dirname "${BASH_SOURCE[0]}")/resume.sh"
exit $((failed > 0))
