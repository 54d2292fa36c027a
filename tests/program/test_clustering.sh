#!/usr/bin/env bash
# test_clustering.sh BUILD: scales by clustering in files of events, against a clustering by other means
# (tests/program/clustering_reference.py). Every parton has its own, and weights of other scales have alpha_s at each.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# agree PROCESS COUNT OPTIONS...: so many events of the process.
agree()
{
    local process=$1 count=$2
    shift 2
    "$tessera" run "$source/examples/w-jet.yaml" --quiet --no-report --set "process=$process" --set 'histograms=[]' \
        --set 'scales={renormalization: clustering, factorization: clustering}' --set variations.scales=7 \
        --set 'cuts={jet: {pt_min: 20, eta_max: 5}, lepton: {pt_min: 10}}' --set integration.events=5e5 \
        --set events.count="$count" --set events.format=lhe --set "model={gamma_w: 2.0476}" "$@" --out "$work/run" --force \
        >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
    printf '%s: ' "$process"
    python3 "$source/tests/program/clustering_reference.py" "$work/run/events.lhe" 80.41900245 2.0476 1.3
}

# W and jets, tops, jets alone, and lines that lose their colour.
agree 'p p > e+ ve j j' 500
agree 'g g > t t~ g' 200
agree 'u g > u g g' 300
agree 'u b > d t' 200
if [ -n "${TESSERA_TEST_LONG:-}" ]; then
    agree 'p p > e+ ve j' 2000
    agree 'p p > t t~ j' 2000
    agree 'p p > j j j' 4000
    agree 'p p > e+ ve j j j' 1000
fi
