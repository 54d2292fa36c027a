#!/usr/bin/env bash
# Relative errors after the same number of events, for each phase space with and without adaptation; a Markdown table.
# usage: bench/convergence.sh [TESSERA] [EVENTS]
set -euo pipefail
tessera=${1:-./tessera} events=${2:-5e7}
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

# relative_error PROCESS OPTION...: of a run that ends with its events.
relative_error() {
    local process=$1 options=()
    shift
    for option; do options+=(--set "$option"); done
    "$tessera" run examples/gluon-jets.yaml --quiet --json --force --out "$folder" --set "process=$process" --set "histograms=[]" \
        --set integration.relative_error=1e-9 --set integration.max_events="$events" "${options[@]}" 2>/dev/null |
        python3 -c 'import json, sys
r = json.load(sys.stdin)
c = r["cross_section"]
print("%.2g %% (%.1f)" % (100 * c["error"] / c["value"], r["chi2_per_dof"]))' || true
}

echo "| gluons | RAMBO, uniform | RAMBO, adapted | diet, uniform | diet, adapted |"
echo "|---:|---:|---:|---:|---:|"
process="g g > g"
for n in 4 5 6 7 8; do
    process+=" g"
    printf '| %d' $n
    for phase_space in rambo rambo_diet; do
        for alpha in 0 0.5; do
            printf ' | %s' "$(relative_error "$process" phase_space=$phase_space integration.alpha=$alpha)"
        done
    done
    echo ' |'
done
