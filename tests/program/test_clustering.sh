#!/usr/bin/env bash
# test_clustering.sh BUILD: scales by clustering in files of events, against a clustering by other means
# (tests/program/clustering_reference.py). Every parton has its own, and weights of other scales have alpha_s at each. MLM's
# cut on the vertices of histories leaves the events that have so much kT at each by those other means, and no others.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
events=1e5 many=1e6
[ -n "${TESSERA_TEST_CI:-}" ] && events=5e5 many=2e6
trap 'rm -rf "$work"' EXIT

# agree PROCESS COUNT OPTIONS...: so many events of the process.
agree()
{
    local process=$1 count=$2
    shift 2
    "$tessera" run "$source/examples/w-jet.yaml" --quiet --no-report --set "process=$process" --set 'histograms=[]' \
        --set 'scales={renormalization: clustering, factorization: clustering}' --set variations.scales=7 \
        --set 'cuts={jet: {pt_min: 20, eta_max: 5}, lepton: {pt_min: 10}}' --set integration.events="$events" \
        --set events.count="$count" --set events.format=lhe --set "model={gamma_w: 2.0476}" "$@" --out "$work/run" --force \
        >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
    printf '%s: ' "$process"
    python3 "$source/tests/program/clustering_reference.py" "$work/run/events.lhe" 80.41900245 2.0476 1.3 20 >"$work/out" ||
        { cat "$work/out"; exit 1; }
    cat "$work/out"
}

# cut PROCESS COUNT: that cut at 20 GeV, beside a run whose partons have pT and masses of 20 GeV.
cut()
{
    local all='jet: {pt_min: 20, eta_max: 100, dr_min: 0}, pair: {j j: {mass: [20, null]}}'
    agree "$1" "$2" --set integration.events="$many" --set "cuts={lepton: {pt_min: 10}, $all}"
    read -r share error < <(tail -1 "$work/out")
    mv "$work/run/result.json" "$work/loose.json"
    agree "$1" 200 --set integration.events="$many" --set 'cuts={lepton: {pt_min: 10}, jet: {pt_min: 0, eta_max: 100}}' \
        --set 'merging={scheme: mlm, value: 20}' --set events.resonances=none
    grep -qx '1.0 0.0' "$work/out" || { echo "events below xqcut"; exit 1; }
    python3 - "$work" "$share" "$error" <<'END'
import json, sys
folder, share, error = sys.argv[1], *map(float, sys.argv[2:])
cut, loose = (json.load(open(folder + name))["cross_section"] for name in ("/run/result.json", "/loose.json"))
kept = cut["value"] / loose["value"]
unsure = kept * sum((run["error"] / run["value"]) ** 2 for run in (cut, loose)) ** 0.5
print("kept", kept, unsure, "of events", share, error)
assert abs(kept - share) < 4 * (error ** 2 + unsure ** 2) ** 0.5 < 0.07 and share < 1 - 3 * error
END
}

# W and jets, tops, jets alone, and lines that lose their colour. All subprocesses of W and jets are for who has time: the
# cut has one of them.
[ -n "${TESSERA_TEST_CI:-}" ] && agree 'p p > e+ ve j j' 500
agree 'g g > t t~ g' 200
agree 'u g > u g g' 300
agree 'u b > d t' 200
cut 'u g > e+ ve d g' 800
if [ -n "${TESSERA_TEST_LONG:-}" ]; then
    cut 'p p > e+ ve j j' 5000
    cut 'p p > j j j' 4000
    agree 'p p > e+ ve j' 2000
    agree 'p p > t t~ j' 2000
    agree 'p p > j j j' 4000
    agree 'p p > e+ ve j j j' 1000
    # No jet of 10^5 events is without a scale of its own.
    "$tessera" run "$work/run/card.yaml" --quiet --no-report --set events.weighted=true --set events.count=1e5 --set variations.scales=none \
        --out "$work/many" >/dev/null 2>&1
    awk '/<init>/ { getline; energy = $3 + $4 } /<event/ { count = 0; row = -2 } { ++row }
        NF == 13 && $2 == 1 && ($1 == 21 || $1 ^ 2 <= 25) { jet[++count] = row }
        /<scales/ { for (; count; --count) { match($0, "pt_clust_" jet[count] "=\"[^\"]*"); split(substr($0, RSTART, RLENGTH), scale, "\"")
            ++jets; if (!(scale[2] > 0 && scale[2] < energy)) { print; exit } } }
        END { print jets, "jets have scales"; exit jets != 3e5 }' "$work/many/events.lhe"
fi
