#!/usr/bin/env bash
# test_lhe_peers.sh BUILD: pylhe, and Pythia where it is installed, read Les Houches event files of derived and of written
# processes, weighted or not.
# Where TESSERA_TEST_LONG is set 10^5 events of each example go through Pythia to hadrons: two to three minutes of a core
# each. TESSERA_PYTHON names a Python that has pylhe; skipped without it.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() { # NAME FILE ASSIGNMENT...
    local name=$1 file=$2
    shift 2
    "$build/tessera" run "$source/examples/$name.yaml" --device cpu --quiet --out "$work/$name" --set integration.events=4e5 \
        --set events.count=1000 --set "events.format=[lhe, lhe.gz]" "$@" >/dev/null
    "${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_lhe.py" "$work/$name/$file" "$work/$name/result.json"
}
check z-jet events.lhe.gz
check top-pair-decays events.lhe
# A resonance whose momentum is not that of its products.
awk '!done && $2 == 2 { $7 += 1; done = 1 } { print }' "$work/top-pair-decays/events.lhe" >"$work/broken.lhe"
! "$build/tessera" events "$work/broken.lhe" --check >"$work/checked" && grep -q "decays into has another momentum" "$work/checked"
check photons events.lhe --set events.weighted=true --set precision=double --set variations.scales=7
[ -n "${TESSERA_TEST_LONG:-}" ] || exit 0
"${TESSERA_PYTHON:-python3}" -c 'import pythia8mc' || exit 0
through_pythia() { # NAME RUN-SETTING... -- PYTHIA-SETTING...
    local name=$1 settings=()
    shift
    while [ "$1" != -- ]; do settings+=(--set "$1") && shift; done
    shift
    "$build/tessera" run "$source/examples/$name.yaml" --device cpu --quiet --no-report --out "$work/$name" --force \
        --set integration.relative_error=5e-3 --set events.count=100000 --set events.format=lhe.gz "${settings[@]}" >/dev/null
    "${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_pythia.py" "$work/$name/events.lhe.gz" 100000 "$@"
    rm -r "${work:?}/$name"
}
for name in dijets trijets z-jet w-jet top-pair-jet top-pair-decays photon-jet photons gluon-jets gluon-jets-ht gluon-jets-3 gluon-jets-4 gluon-jets-5; do
    through_pythia "$name" --
done
for name in ee-ww ee-zh electron-photons; do
    through_pythia "$name" -- "PDF:lepton = off"
done
# Events that have left Tessera's shower are not showered again.
through_pythia lep-shower "histograms=[]" -- "PDF:lepton = off" "PartonLevel:ISR = off" "PartonLevel:FSR = off" "LesHouches:setQuarkMass = 0"
