#!/usr/bin/env bash
# test_hadron_shower_files.sh BUILD: events that shower between hadrons keep what they are of the hard process. Weights
# and all their variations, and alpha_s, are those of the same events without a shower. Merged events have the weights of
# merging, by which files have the cross section and the spectrum of the run.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# written NAME OPTION...: files of the same hundred hard events, in a folder of that name.
written()
{
    local name=$1
    shift
    "$tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/$name" \
        --set 'process=p p > z j' --set cuts.jet.pt_min=30 --set scales.renormalization=MT --set scales.factorization=MT \
        --set variations.scales=7 --set 'histograms=[]' --set integration.events=1000 --set events.count=100 \
        --set events.weighted=true --set 'events.format=[lhe, hepmc3]' "$@" >/dev/null 2>"$work/$name.err" ||
        { cat "$work/$name.err"; exit 1; }
}

written hard --set shower.enabled=false
# checked NAME OPTION...: events whose momentum, masses and colour lines are right to rounding.
checked()
{
    local name=$1
    shift
    "$tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/$name" --set integration.events=2000 \
        --set events.count=200 --set events.format=lhe "$@" >/dev/null 2>"$work/$name.err" || { cat "$work/$name.err"; exit 1; }
    "$tessera" events "$work/$name/events.lhe" --check >"$work/$name.checked"
    awk '/momentum +kept to/ {momentum = $NF} /masses +kept to/ {masses = $4} /colour lines +right/ {colours = 1}
        END {exit !(momentum > 0 && momentum < 1.5e-15 && masses < 3e-15 && colours)}' "$work/$name.checked" ||
        { cat "$work/$name.checked"; exit 1; }
}

# Massive quarks shower, and stay on their mass.
checked tops --set 'process=p p > t t~' --set 'histograms=[pt_t, njets]'
# Beams of leptons keep their energy, whether both are leptons or one is.
checked scattered --set 'process=e- p > e- j' --set 'beams.particles=[e-, p]' --set beams.energy=318 --set cuts.jet.pt_min=10 \
    --set 'histograms=[]'
awk 'BEGIN {line = 9} /<event>/ {line = 0} ++line == 3 && ($1 != 11 || $10 < 158.9999999 || $10 > 159.0000001) {bad = 1} END {exit bad}' \
    "$work/scattered/events.lhe" || { echo "an electron that comes in has lost energy"; exit 1; }

# Merged in front of one pair of quarks: by CKKW-L, and by UMEPS with two configurations of an event with a jet.
merged=(--set 'process=u u~ > z 0..1 g' --set shower.max_partons=64 --set scales.renormalization=91.2 --set scales.factorization=91.2
    --set 'histograms=[{name: pt_z, bins: 5, range: [0, 50]}]' --set integration.events=4000 --set events.count=2000
    --set events.weighted=true)
for scheme in ckkwl umeps; do
    checked "$scheme" "${merged[@]}" --set "merging={scheme: $scheme, by: shower, value: 20, d: 1}" --set 'events.format=[lhe, hepmc3]'
    if grep -q eventgroup "$work/$scheme/events.lhe" || grep -q npLO "$work/$scheme/events.lhe"; then
        echo "merged events are in groups, or say that they are to be merged"
        exit 1
    fi
done
checked bare "${merged[@]}" --set "merging={scheme: umeps, by: shower, value: 20, d: 1}" --set 'histograms=[]' \
    --set integration.events=1000 --set events.count=100
# An event of two configurations, whose weights cancel, is in the file and is shown.
twice=$(awk '/^# event/ {if ($3 == last) {print $3; exit} last = $3}' "$work/bare/events.lhe")
"$tessera" run "$work/bare/card.yaml" --event "$twice" --device cpu --quiet >"$work/again"
if ! grep -q "has 2 configurations, whose weights are added up" "$work/again" || ! grep -q "^weight  *0 pb" "$work/again"; then
    cat "$work/again"
    exit 1
fi

# Files of each multiplicity have its cross section.
"$tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/split" "${merged[@]}" \
    --set "merging={scheme: ckkwl, by: shower, value: 20, d: 1}" --set events.format=lhe --set events.split=true >/dev/null

python3 - "$work" <<'END_PYTHON'
import json
import math
import re
import sys

work = sys.argv[1]
for scheme in ("ckkwl", "umeps"):
    folder = f"{work}/{scheme}"
    value = json.load(open(folder + "/result.json"))["cross_section"]
    bins, inside = [], False
    for line in open(folder + "/histograms.yoda"):
        words = line.split()
        inside = inside and line.strip() != "END YODA_HISTO1D_V2" or line.startswith("# xlow")
        if inside and words and words[0] != "#":
            bins.append((float(words[2]), float(words[3])))
    # Of Les Houches' text every configuration is an event, and the mean of weights the cross section.
    weights, seen, numbers = [], [], []
    for block in re.findall(r"<event>(.*?)</event>", open(folder + "/events.lhe").read(), re.S):
        rows = [line.split() for line in block.strip().split("\n")]
        z = next(row for row in rows[1:] if row[0] == "23")
        weights.append(float(rows[0][2]))
        seen.append(math.hypot(float(z[6]), float(z[7])))
        numbers.append(next(row[2] for row in rows if row[:2] == ["#", "event"]))
    n, groups = len(weights), len(set(numbers))
    assert groups == 2000 and (n > 2500 if scheme == "umeps" else n == 2000), (n, groups)

    def summed(low, high):
        # Weights of one number belong together.
        sums = dict.fromkeys(numbers, 0)
        for number, weight, pt in zip(numbers, weights, seen):
            sums[number] += weight / n if low <= pt < high else 0
        return sum(sums.values()), sum(x * x for x in sums.values())

    total, squares = summed(0, math.inf)
    error = math.hypot(math.sqrt(squares), value["error"])
    print(f"{scheme}: {total:.0f} +- {error:.0f} pb of {n} events, {value['value']:.0f} pb by the run")
    assert abs(total - value["value"]) < 4 * error and error < 0.14 * total
    assert len(bins) == 5
    for i, (expected, square) in enumerate(bins):
        own, squares = summed(10 * i, 10 * i + 10)
        assert abs(own - expected) < 4 * math.sqrt(squares + square), (scheme, i, own, expected)
    trials = sum(1 for line in open(folder + "/events.hepmc3") if line.startswith("E "))
    assert trials == n

for k in 0, 1:
    text = open(f"{work}/split/events-{k}.lhe").read()
    heads = re.search(r"<init>\n.*\n((?: .*\n)+)", text)[1].splitlines()
    expected = sum(float(line.split()[0]) for line in heads)
    own = [float(head.split()[2]) for head in re.findall(r"<event>\n(.*)", text)]
    mean, error = sum(own) / len(own), math.sqrt(sum(x * x for x in own)) / len(own)
    print(f"split: {mean:.0f} +- {error:.0f} pb of {len(own)} events, {expected:.0f} pb by the head")
    assert len(own) > 500 and abs(mean - expected) < 4 * error
END_PYTHON

# More than half of the events have all 15 partons, the others fewer.
written showered --set shower.max_partons=15

python3 - "$work" <<'END_PYTHON'
import re
import sys


def of_lhe(folder):
    """Of each event: its weights, alpha_s, and how many particles it has."""
    events = []
    for block in re.findall(r"<event>(.*?)</event>", open(folder + "/events.lhe").read(), re.S):
        head = block.split("\n")[1].split()
        varied = [float(weight) for weight in re.findall(r"<wgt[^>]*>([^<]*)<", block)]
        events.append(([float(head[2])] + varied, float(head[5]), int(head[0])))
    return events


def of_hepmc(folder):
    """Of each event: its weights and alpha_s."""
    events = []
    for line in open(folder + "/events.hepmc3"):
        words = line.split()
        if words[:1] == ["E"]:
            events.append({})
        elif words[:1] == ["W"] and events:
            events[-1]["weights"] = [float(word) for word in words[1:]]
        elif words[:2] == ["A", "0"] and words[2] == "alphaQCD":
            events[-1]["alphaQCD"] = float(words[3])
    return events


def near(one, other):
    return len(one) == len(other) and all(abs(a - b) <= 1e-12 * abs(b) for a, b in zip(one, other))


work = sys.argv[1]
hard, hard_hepmc = of_lhe(work + "/hard"), of_hepmc(work + "/hard")
assert len(hard) == len(hard_hepmc) == 100
assert all(len(weights) == 7 and len({weight for weight in weights}) > 4 for weights, _, _ in hard)
showered, showered_hepmc = of_lhe(work + "/showered"), of_hepmc(work + "/showered")
assert len({particles for _, _, particles in showered}) > 3
assert len(showered) == len(showered_hepmc) == 100
for k in range(100):
    assert near(showered[k][0], hard[k][0]), (k, showered[k], hard[k])
    assert near([showered[k][1]], [hard[k][1]]), (k, showered[k][1], hard[k][1])
    assert near(showered_hepmc[k]["weights"], hard_hepmc[k]["weights"]), k
    assert near([showered_hepmc[k]["alphaQCD"]], [hard_hepmc[k]["alphaQCD"]]), k
print("weights, their variations and alpha_s of showered events are those of the hard process")
END_PYTHON
