#!/usr/bin/env bash
# test_resume_ranks.sh BUILD: one rank of four is killed, a thousand times at random moments, under Open MPI and MPICH in
# turn. The others end too, and the run goes on to the bits of one process that never stopped.
# labels: long
set -uo pipefail
build=$1 kills=${KILLS:-1000} seed=${SEED:-4}
# shellcheck source=tests/program/mpi_launchers.sh
. "$(dirname "${BASH_SOURCE[0]}")/mpi_launchers.sh"
# shellcheck source=tests/program/resume.sh
. "$(dirname "${BASH_SOURCE[0]}")/resume.sh"
exit $((failed > 0))
