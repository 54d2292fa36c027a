#!/usr/bin/env bash
# test_bsm.sh BUILD: cross sections at 13 TeV in models of examples/models against quadratures of closed forms, those that
# take seconds. All of them are test_bsm_long.sh.
set -euo pipefail
exec "$(dirname "$0")/bsm_cross_sections.sh" "$1" 5e-3 z-prime leptoquarks higgs
