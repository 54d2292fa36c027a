#!/usr/bin/env bash
# test_lhe_peers.sh BUILD: pylhe, and Pythia where it is installed, read Les Houches event files of derived and of written
# processes, weighted or not.
# TESSERA_PYTHON names a Python that has pylhe; skipped without it.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() { # NAME FILE ASSIGNMENT...
    local name=$1 file=$2
    shift 2
    "$build/tessera" run "$source/examples/$name.yaml" --device cpu --quiet --out "$work/$name" --set integration.relative_error=1e-2 \
        --set events.count=1000 --set "events.format=[lhe, lhe.gz]" "$@" >/dev/null
    "${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_lhe.py" "$work/$name/$file" "$work/$name/result.json"
}
check z-jet events.lhe
check top-pair-jet events.lhe.gz
check photons events.lhe --set events.weighted=true --set precision=double --set variations.scales=7
