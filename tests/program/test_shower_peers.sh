#!/usr/bin/env bash
# test_shower_peers.sh BUILD: events that examples/lep-shower.yaml writes, read by HepMC3, clustered by FastJet, their
# thrust searched for. They conserve momentum, their colour lines are whole, and they are what the run's histograms
# hold. TESSERA_PYTHON names a Python that has pyhepmc and fastjet; without it there is nothing to compare with.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
if ! "$python" -c 'import fastjet._swig, numpy, pyhepmc' 2>/dev/null; then
    echo "skipped: $python has no fastjet or no pyhepmc"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tessera" run "$source/examples/lep-shower.yaml" --quiet --out "$work" --set integration.events=2000 \
    --set events.count=2000 --set events.weighted=true >/dev/null
"$python" "$source/tests/peers/test_hepmc.py" "$work/events.hepmc3"
"$python" "$source/tests/peers/test_shower.py" "$work" "$work/momenta"
"$source/tests/program/test_observables_peers.sh" "$build" "" "$work/momenta"
