#!/usr/bin/env bash
# test_hepmc_peers.sh BUILD: HepMC3's own reader finds in a file of events every number that was written, to the last
# bit. So it reads the events of proton collisions, with the weights of variations. TESSERA_PYTHON names a Python that has
# pyhepmc; skipped without it.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tests/test_hepmc" "$work/events.hepmc3" "$work/list"
"${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_hepmc.py" "$work/events.hepmc3" "$work/list"
printf 'process: p p > a a\nprecision: double\nvariations: {scales: 7}\nintegration: {events: 2000}\nevents: {count: all, weighted: true}\n' >"$work/photons.yaml"
"$build/tessera" run "$work/photons.yaml" --device cpu --quiet --out "$work/photons" >/dev/null
"${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_hepmc.py" "$work/photons/events.hepmc3"
