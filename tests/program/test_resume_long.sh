#!/usr/bin/env bash
# test_resume_long.sh BUILD: a thousand runs that are killed at random moments go on, to the bits of one that never stopped.
# labels: long
set -uo pipefail
build=$1 kills=1000 seed=1000
# shellcheck source=tests/program/resume.sh
. "$(dirname "${BASH_SOURCE[0]}")/resume.sh"
exit $((failed > 0))
