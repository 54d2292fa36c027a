#!/usr/bin/env bash
# test_hadron_jets_peers.sh BUILD [SEEDS]: jets of showered hadron collisions are FastJet's, jet by jet. So are the scales
# of the kt algorithm, in 4096 events of each of so many seeds (1, in long runs 9) and three algorithms. Events of a file that cuts
# behind the shower let pass are those whose jets FastJet finds there. TESSERA_PYTHON names a Python that has fastjet; without it
# there is nothing to compare with.
set -euo pipefail
build=$1 seeds=1
[ -z "${TESSERA_TEST_LONG:-}" ] || seeds=9
seeds=${2:-$seeds}
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
if ! "$python" -c 'import fastjet._swig, numpy' 2>/dev/null; then
    echo "skipped: $python has no fastjet"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for ((seed = 1; seed <= seeds; ++seed)); do
    for algorithm in "-1 0.4" "0 1" "1 0.6"; do
        read -r power radius <<<"$algorithm"
        "$build/tests/test_hadron_jets" cpu double print "$power" "$radius" "$seed" |
            "$python" "$source/tests/peers/test_hadron_jets.py" "$power" "$radius"
    done
done | awk '{ events += $1; jets += $3; scales += $6 } END { print events, "events,", jets, "jets and", scales, "scales agree" }'

run() { # FOLDER SETTING...
    "$build/tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/$1" --set events.format=lhe \
        --set shower.jet_radius=0.6 --set integration.events=4000 --set events.weighted=true "${@:2}" >/dev/null 2>"$work/err" ||
        { cat "$work/err"; exit 1; }
}
run all --set events.count=1500 --set 'histograms=[]'
run cut --set events.count=300 --set 'histograms=[]' --set 'cuts.after_shower=njets >= 1 && pt1 > 35 && abs(eta1) < 3 && pt(z) > 25'
"$python" "$source/tests/peers/test_hadron_jets.py" "$work/all" "$work/cut"
