#!/usr/bin/env bash
# test_hadron_merged_files.sh BUILD: files of unweighted events that the own shower merges, with what else a card may ask
# of them. That is cuts behind the shower, more of what is rare, numbers of each multiplicity (with weights too), no overweight, weights of both signs.
# The mean of their weights is the cross section, and their spectra are the run's.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# written NAME OPTION...: events in a folder of that name, whose momenta and sums are right.
written()
{
    local name=$1
    shift
    "$tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/$name" --set 'process=u u~ > z 0..1 g' \
        --set shower.max_partons=64 --set scales.renormalization=91.2 --set scales.factorization=91.2 --set integration.events=8000 \
        --set 'histograms=[{name: pt_z, bins: 5, range: [0, 50]}]' --set events.format=lhe --set events.count=2000 "$@" \
        >"$work/$name.said" 2>"$work/$name.err" || { cat "$work/$name.err"; exit 1; }
    grep -q "^merged .* % of the events vetoed, .* % without a history" "$work/$name.said" || { echo "$name:"; cat "$work/$name.said"; exit 1; }
    "$tessera" events "$work/$name/events.lhe" --check >"$work/$name.checked"
    grep -q "sums *right" "$work/$name.checked" || { echo "$name:"; cat "$work/$name.checked"; exit 1; }
}
for scheme in ${TESSERA_TEST_CI:+ckkwl} umeps; do # of UMEPS, which takes away behind the cut too
    merging="merging={scheme: $scheme, by: shower, value: 20, d: 1}"
    written "cut-$scheme" --set "$merging" --set "cuts.after_shower=njets >= 1" --set integration.events=16000 --set events.count=600
done
written exact --set "$merging" --set events.overweight=0
written multiplicities --set "$merging" --set 'sampling.multiplicities=[1, 2]'
merging="merging={scheme: ckkwl, by: shower, value: 20, d: 1}"
written weighted --set "$merging" --set 'sampling.multiplicities=[1, 2]' --set events.weighted=true
[ -z "${TESSERA_TEST_CI:-}" ] || written enhanced --set "$merging" --set 'sampling.enhance=pt(z)' --set sampling.enhance_from=20 --set events.count=1000

# Interference of a Z' with photon and Z, below its mass: nearly all weights of it are below zero.
"$tessera" model import "$source/examples/models/zprime" --out "$work/zprime.tsm" >/dev/null
written signs --set 'process=u u~ > e+ e- 0..1 g QED=2 NP=2 NP^2==2' --set "model={name: $work/zprime.tsm, MZp: 300, WZp: 60}" \
    --set 'cuts={lepton: {pt_min: 20, eta_max: 2.5}, pair: {e+ e-: {mass: [220, 300]}}}' --set "$merging" --set 'histograms=[]' \
    --set integration.events=20000

python3 - "$work" <<'END_PYTHON'
import collections
import json
import math
import os
import re
import sys

work = sys.argv[1]


def events_of(name):
    """Of each event: its number, weight and pT of the Z, if there is one."""
    for block in re.findall(r"<event>(.*?)</event>", open(f"{work}/{name}/events.lhe").read(), re.S):
        rows = [line.split() for line in block.strip().split("\n")]
        number = next(row[2] for row in rows if row[:2] == ["#", "event"])
        pt = [math.hypot(float(row[6]), float(row[7])) for row in rows[1:] if row[0] == "23"]
        yield number, float(rows[0][2]), pt[0] if pt else None


def histogram(name):
    """Contents and squared errors of the bins of the run's histogram."""
    text = open(f"{work}/{name}/histograms.yoda").read().split("# xlow")[1].split("END")[0]
    return [tuple(map(float, line.split()[2:4])) for line in text.strip().split("\n")[1:]]


def head(name):
    """Cross section and error of each process of the head."""
    text = open(f"{work}/{name}/events.lhe").read()
    rows = re.search(r"<init>\n.*\n((?: .*\n)+)", text)[1].splitlines()
    return [tuple(map(float, row.split()[:2])) for row in rows]


results = {}
asked = {"cut-ckkwl": 600, "cut-umeps": 600, "enhanced": 1000}
for name in "cut-ckkwl cut-umeps exact multiplicities weighted enhanced signs".split():
    if not os.path.exists(f"{work}/{name}"):
        continue
    results[name] = result = json.load(open(f"{work}/{name}/result.json"))
    events = list(events_of(name))
    sums = collections.defaultdict(float)
    bins = collections.defaultdict(float)
    for number, weight, pt in events:
        sums[number] += weight / len(events)
        if pt is not None:
            bins[number, int(pt // 10)] += weight / len(events)
    assert len(sums) == result["events"]["written"] == asked.get(name, 2000), name
    value, error = sum(sums.values()), math.sqrt(sum(x * x for x in sums.values()))
    told = sum(x for x, _ in head(name)), math.hypot(*(e for _, e in head(name)))
    print(f"{name}: {value:.5g} +- {error:.2g} pb of {len(events)} events, {told[0]:.5g} +- {told[1]:.2g} pb by the head")
    assert abs(value - told[0]) < 4 * math.hypot(error, told[1]) and error < 0.1 * abs(value), name
    for k, (expected, square) in enumerate([] if name == "signs" else histogram(name)):
        own = [x for (_, place), x in bins.items() if place == k]
        spread = math.sqrt(sum(x * x for x in own) + square)
        assert abs(sum(own) - expected) <= 4 * spread, (name, k, sum(own), expected, spread)

# What was seen of weights before has been put into the limits, with both stages together.
sizes = [abs(weight) for _, weight, _ in events_of("exact")]
assert results["exact"]["events"]["above_largest"] == 0 and max(sizes) < (1 + 1e-9) * min(sizes), (min(sizes), max(sizes))
# Of UMEPS jets have no cross section, and scouts tell how many configurations stand beside each other.
error, told = results["exact"]["cross_section"]["error"], head("exact")
assert sorted(x for x, _ in told)[0] == 0 and error < math.hypot(*(e for _, e in told)) < 2 * error, (error, told)
counts = [row["written"] for row in results["multiplicities"]["multiplicities"]]
assert abs(counts[0] - 2000 / 3) < 4 * math.sqrt(2000 * 2 / 9), counts
# With weights the integral tells how many events merging leaves of each number of jets, of a thousand with one.
counts = [row["written"] for row in results["weighted"]["multiplicities"]]
assert abs(counts[0] - 2000 / 3) < 4 * math.hypot(math.sqrt(2000 * 2 / 9), 2000 * 2 / 9 / math.sqrt(1000)), counts
weights = [weight for _, weight, _ in events_of("signs")]
share, expected = sum(w < 0 for w in weights) / len(weights), results["signs"]["events"]["negative_share"]
print(f"signs: {share:.3f} of the weights are below zero, {expected:.3f} are expected")
assert 0.9 < share < 0.97 and abs(share - expected) < 0.03
END_PYTHON
