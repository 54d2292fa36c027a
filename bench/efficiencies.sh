#!/bin/bash
# Efficiencies of unweighting: bench/efficiencies.sh [CARD...] writes a row of a table for each card, those of
# examples/ without one. Options for each run stand in EFFICIENCY_OPTIONS ("--set phase_space=chili").
# What is kept: events written over events tried, at the overweight share of the card (10^-3). TIMES are
# seconds of the integral and of all but compiling.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra options <<<"${EFFICIENCY_OPTIONS:-}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ $# -eq 0 ]; then
    set -- examples/{dijets,photon-jet,z-jet,w-jet,top-pair-jet,trijets}.yaml
fi
echo "| card | value [pb] | error | kept | integral [s] | all [s] |"
echo "|---|---:|---:|---:|---:|---:|"
for card; do
    rm -rf "$folder/out"
    ./tessera run "$card" --set events.count=2000 --set events.format=lheh5 "${options[@]}" --out "$folder/out" \
        >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
    python3 - "$(basename "$card" .yaml)" "$folder/out/result.json" <<'P'
import json
import sys

result = json.load(open(sys.argv[2]))
value, error = (result["cross_section"][key] for key in ("value", "error"))
times = result["time"]
print(f"| {sys.argv[1]} | {value:.5g} | {error / value:.1e} | {result['events']['efficiency']:.3g} "
      f"| {times['integrate']:.1f} | {times['total'] - times['compile']:.1f} |", flush=True)
P
done
