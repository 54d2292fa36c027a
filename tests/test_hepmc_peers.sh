#!/usr/bin/env bash
# test_hepmc_peers.sh BUILD: HepMC3's own reader finds in a file of events every number that was written, to the last bit.
# TESSERA_PYTHON names a Python that has pyhepmc; skipped without it.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tests/test_hepmc" "$work/events.hepmc3" "$work/list"
"${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_hepmc.py" "$work/events.hepmc3" "$work/list"
