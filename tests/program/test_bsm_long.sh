#!/usr/bin/env bash
# test_bsm_long.sh BUILD: the table of docs/validation.md of cross sections in models of a user's, against quadratures of
# closed forms. labels: long
set -euo pipefail
exec "$(dirname "$0")/bsm_cross_sections.sh" "$1" 1e-3
