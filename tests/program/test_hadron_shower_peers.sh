#!/usr/bin/env bash
# test_hadron_shower_peers.sh BUILD: Pythia hadronises events that showered between hadrons, with all their partons and colour
# lines, merged ones too. It does with further collisions and without, from LHE and from LHEH5 by way of it. TESSERA_PYTHON names a Python that has
# pythia8mc, fastjet and pyhepmc; skipped without them.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$python" -c 'import pythia8mc, fastjet, pyhepmc' 2>err || { echo "skipped: $(tail -n 1 err)"; exit 77; }
run() { # FOLDER SETTING...
    "$build/tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$1" --set integration.events=2000 \
        --set 'histograms=[]' --set events.format=lhe "${@:2}" >/dev/null 2>err || { cat err; return 1; }
}
run z --set events.count=200 --set "events.format=[lhe, lheh5]" || run z --set events.count=200 # without HDF5's library
[ -z "${TESSERA_TEST_CI:-}" ] || run jets --set events.count=100 --set 'process=p p > j j' --set cuts.jet.pt_min=50 --set scales.factorization=HT/2 \
    --set scales.renormalization=HT/2
# Merged by the program's own shower, with weights of both signs.
run merged --set events.count=100 --set 'process=u u~ > z 0..1 g' --set 'merging={scheme: umeps, by: shower, value: 20, d: 1}' \
    --set shower.max_partons=64 --set scales.renormalization=91.2 --set scales.factorization=91.2 --set events.weighted=true
if [ -e z/events.hdf5 ]; then
    "$build/tessera" events z/events.hdf5 --to lhe --out z/again.lhe
    "$python" "$source/tests/peers/test_hadron_shower.py" z/again.lhe 23
fi
"$python" "$source/tests/peers/test_hadron_shower.py" z/events.lhe 23
[ ! -e jets ] || "$python" "$source/tests/peers/test_hadron_shower.py" jets/events.lhe
"$python" "$source/tests/peers/test_hadron_shower.py" merged/events.lhe 23
"$python" "$source/examples/hadrons.py" z/events.lhe --showered --collisions --events 20 >out
cat out
grep -q '^events  *20 of 20 tried' out
