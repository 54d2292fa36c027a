#!/usr/bin/env bash
# test_hadron_shower_files.sh BUILD: events that shower between hadrons keep what they are of the hard process. Weights
# and all their variations, and alpha_s, are those of the same events without a shower. Merged events have the weights of
# merging, or are kept by them. Their files have the cross section and the spectra of the run, and the same bytes however it went.
set -euo pipefail
build=$1 tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
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
        END {exit !(momentum > 0 && momentum < 3e-16 && masses < 3e-15 && colours)}' "$work/$name.checked" ||
        { cat "$work/$name.checked"; exit 1; }
}

# Massive quarks shower, and stay on their mass.
checked tops --set 'process=p p > t t~' --set 'histograms=[pt_t, njets]'
# Beams of leptons keep their energy, whether both are leptons or one is.
checked scattered --set 'process=e- p > e- j' --set 'beams.particles=[e-, p]' --set beams.energy=318 --set cuts.jet.pt_min=10 \
    --set 'histograms=[]'
awk 'BEGIN {line = 9} /<event>/ {line = 0} ++line == 3 && ($1 != 11 || $10 < 158.9999999 || $10 > 159.0000001) {bad = 1} END {exit bad}' \
    "$work/scattered/events.lhe" || { echo "an electron that comes in has lost energy"; exit 1; }

# The mean of weights is the cross section where cuts behind the shower take most events away.
checked cut --set 'process=u u~ > z' --set events.weighted=true --set "cuts={after_shower: njets >= 1, expression: y(z) > 0}"
grep -q "sums *right" "$work/cut.checked" || { cat "$work/cut.checked"; exit 1; }

# Densities that lack what a shower evolves into, or begin above its cut-off.
# densities NAME EDIT: a set of tests/program/power_set.py behind that edit, and what a run in front of it says.
densities()
{
    sed -e "$2" -e 's/^NumFlavors: 5/NumFlavors: 4/' -e 's/Lambda5/Lambda4/' "$source/tests/program/power_set.py" >"$work/set.py"
    python3 "$work/set.py" "$work/sets/$1"
    LHAPDF_DATA_PATH=$work/sets "$tessera" run "$source/examples/z-shower.yaml" --device cpu --no-report --force --out "$work/densities" \
        --set 'process=u u~ > z' --set pdf="$1" --set integration.events=100 --set 'histograms=[]' >"$work/$1.said" 2>&1
}
mkdir "$work/sets"
if densities NoGluon 's/^PARTONS = .*/PARTONS = [-4, -3, -2, -1, 1, 2, 3, 4]/'; then
    echo "a set without a gluon showers"
    exit 1
fi
densities NoBottom 's/^PARTONS = .*/PARTONS = [-4, -3, -2, -1, 1, 2, 3, 4, 21]/' || { cat "$work/NoBottom.said"; exit 1; }
densities High 's/^Q = .*/Q = [10, 50, 300, 3000, 10000]/' || { cat "$work/High.said"; exit 1; }
while IFS=: read -r name words; do
    grep -q "$words" "$work/$name.said" || { cat "$work/$name.said"; exit 1; }
done <<'SAID'
NoGluon:the set NoGluon has no gluon, which a shower emits and evolves into: take one that has
NoBottom:The set NoBottom has no b: none comes in in the shower
High:The densities of High begin at 10 GeV: below, what touches a beam radiates nothing
High:down to 1 GeV, 10 GeV beside a beam
SAID

# Merged in front of one pair of quarks: by CKKW-L, and by UMEPS with two configurations of an event with a jet.
count=${TESSERA_TEST_CI:+4000}
count=${count:-2500}
merged=(--set 'process=u u~ > z 0..1 g' --set shower.max_partons=64 --set scales.renormalization=91.2 --set scales.factorization=91.2
    --set 'histograms=[{name: pt_z, bins: 5, range: [0, 50]}]' --set integration.events=$((2 * count)) --set "events.count=$count")
for scheme in ckkwl umeps; do
    for weighted in true false; do
        name=$scheme-$weighted
        checked "$name" "${merged[@]}" --set "merging={scheme: $scheme, by: shower, value: 20, d: 1}" --set 'events.format=[lhe, hepmc3]' \
            --set events.weighted=$weighted
        grep -q "sums *right" "$work/$name.checked" || { cat "$work/$name.checked"; exit 1; }
        if grep -q eventgroup "$work/$name/events.lhe" || grep -q npLO "$work/$name/events.lhe"; then
            echo "merged events are in groups, or say that they are to be merged"
            exit 1
        fi
    done
done

# Unweighted files have the same bytes with other threads, over ranks, and where a run goes on after stops.
same()
{
    local file
    for file in events.lhe events.hepmc3; do
        cmp <(grep -v "format: \[" "$work/$1-false/$file") <(grep -v "format: \[" "$work/again/$file") || { echo "$2: another $file of $1"; exit 1; }
    done
    rm -rf "$work/again"
}
again=(--device cpu --quiet --no-report --out "$work/again")
# In LHEH5 the sum of weights over that of trials is the cross section.
if "$tessera" run "$work/umeps-false/card.yaml" "${again[@]}" --threads 1 --set 'events.format=[lhe, hepmc3, lheh5]' >/dev/null 2>"$work/err"; then
    "$tessera" events "$work/again/events.hdf5" --check | grep -q "sums *right" || { echo "LHEH5 has other sums"; exit 1; }
else
    grep -q libhdf5-dev "$work/err" || { cat "$work/err"; exit 1; }
    "$tessera" run "$work/umeps-false/card.yaml" "${again[@]}" --threads 1 >/dev/null
fi
same umeps "one thread"
for stop in 0.3 0.4; do
    timeout --foreground -s KILL $stop "$tessera" run "$work/ckkwl-false/card.yaml" "${again[@]}" --resume --checkpoint 0.02 >/dev/null 2>&1 || true
done
"$tessera" run "$work/ckkwl-false/card.yaml" "${again[@]}" --resume >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
same ckkwl "stops"
for kind in ${TESSERA_TEST_CI:+openmpi mpich}; do
    if [ ! -e "$build/modules/tessera-$kind.so" ] || ! command -v "mpirun.$kind" >/dev/null; then continue; fi
    options=()
    [ "$kind" = mpich ] || options=(--oversubscribe)
    ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "mpirun.$kind" "${options[@]}" -n 2 \
        "$tessera" run "$work/umeps-false/card.yaml" "${again[@]}" --threads 1 >/dev/null 2>"$work/err" </dev/null ||
        { cat "$work/err"; exit 1; }
    same umeps "$kind"
    break
done

# An event of the file again: the last with two configurations, of which the first is shown.
number=$(sed -n 's/^# event //p' "$work/umeps-false/events.lhe" | uniq -d | tail -n 1)
"$tessera" run "$work/umeps-false/card.yaml" --device cpu --quiet --event "$number" --json >"$work/event.json"
# Without histograms merged events have a program of their own.
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    checked bare --set 'process=u u~ > z 0..1 g' --set "merging={scheme: umeps, by: shower, value: 20, d: 1}" --set shower.max_partons=64 \
        --set scales.renormalization=91.2 --set scales.factorization=91.2 --set 'histograms=[]' \
        --set integration.events=1000 --set events.count=100
fi

# Files of each multiplicity have its cross section, and as many unweighted events as are asked for.
for weighted in ${TESSERA_TEST_CI:+true} false; do
    split=(--set "merging={scheme: ckkwl, by: shower, value: 20, d: 1}" --set events.format=lhe --set events.split=true
        --set "events.weighted=$weighted")
    [ "$weighted" = true ] || split+=(--set 'sampling.multiplicities=[1, 2]')
    "$tessera" run "$source/examples/z-shower.yaml" --device cpu --quiet --no-report --out "$work/split-$weighted" "${merged[@]}" \
        "${split[@]}" >/dev/null
done
python3 - "$work" "$count" <<'END_PYTHON'
import json
import math
import os
import re
import sys

work = sys.argv[1]
COUNT = int(sys.argv[2])


def histogram(folder):
    """Contents and squared errors of the bins of the run's histogram."""
    bins, inside = [], False
    for line in open(folder + "/histograms.yoda"):
        words = line.split()
        inside = inside and line.strip() != "END YODA_HISTO1D_V2" or line.startswith("# xlow")
        if inside and words and words[0] != "#":
            bins.append((float(words[2]), float(words[3])))
    return bins


class Events:
    """Of Les Houches' text every configuration is an event, and the mean of weights the cross section."""

    def __init__(self, folder):
        self.weights, self.pt, self.numbers, self.particles = [], [], [], []
        for block in re.findall(r"<event>(.*?)</event>", open(folder + "/events.lhe").read(), re.S):
            rows = [line.split() for line in block.strip().split("\n")]
            z = next(row for row in rows[1:] if row[0] == "23")
            self.weights.append(float(rows[0][2]))
            self.particles.append(int(rows[0][0]))
            self.pt.append(math.hypot(float(z[6]), float(z[7])))
            self.numbers.append(next(row[2] for row in rows if row[:2] == ["#", "event"]))

    def summed(self, values, low, high):
        """What lies between, and its squared error: weights of one number belong together."""
        sums = dict.fromkeys(self.numbers, 0)
        for number, weight, value in zip(self.numbers, self.weights, values):
            sums[number] += weight / len(self.weights) if low <= value < high else 0
        return sum(sums.values()), sum(x * x for x in sums.values())


def chi2(one, other, name, edges):
    """Of a spectrum in two files."""
    total = 0
    for low, high in zip(edges, edges[1:]):
        (a, a2), (b, b2) = (events.summed(getattr(events, name), low, high) for events in (one, other))
        total += (a - b) ** 2 / (a2 + b2)
    return total


for scheme in ("ckkwl", "umeps"):
    files = {}
    for weighted in ("true", "false"):
        folder = f"{work}/{scheme}-{weighted}"
        result = json.load(open(folder + "/result.json"))
        value, counts = result["cross_section"], result["events"]
        events = files[weighted] = Events(folder)
        n, groups = len(events.weights), len(set(events.numbers))
        least = 0 if scheme == "ckkwl" else COUNT // 5 if weighted == "true" else COUNT // 20
        assert groups == COUNT and n - groups >= least and (least or n == groups), (n, groups)
        total, squares = events.summed(events.pt, 0, math.inf)
        error = math.hypot(math.sqrt(squares), value["error"])
        print(f"{folder}: {total:.0f} +- {error:.0f} pb of {n} events, {value['value']:.0f} pb by the run")
        assert abs(total - value["value"]) < 4 * error and error < 0.1 * total
        bins = histogram(folder)
        assert len(bins) == 5
        for i, (expected, square) in enumerate(bins):
            own, squares = events.summed(events.pt, 10 * i, 10 * i + 10)
            assert abs(own - expected) < 4 * math.sqrt(squares + square), (folder, i, own, expected)
        units = [float(line.split()[1]) for line in open(folder + "/events.hepmc3") if re.match(r"W [-0-9.e+]+$", line)]
        assert len(units) == n
        if weighted == "true":
            continue
        # Weights are 1, or above with a thousandth of the cross section; of UMEPS neighbours have both signs.
        sizes = [abs(unit) for unit in units]
        assert min(sizes) == 1 and sum(size == 1 for size in sizes) > 0.8 * n and sum(sizes) < 1.003 * n, max(sizes)
        assert counts["above_largest"] == len({k for k, size in zip(events.numbers, sizes) if size > 1})
        assert sum(unit < 0 for unit in units) == n - groups == counts.get("negative", 0)
        assert abs(counts["effective"] - (groups - (n - groups))) < 0.01 * groups
        if scheme == "ckkwl":
            # The share of its trials that is kept of each number of jets says how many are kept of all.
            unit = sum(row["value"] / row["kept"] for row in result["multiplicities"])
            expected = counts["tried"] * value["value"] / unit
            assert abs(expected - COUNT) < 4 * math.hypot(math.sqrt(COUNT), COUNT * value["error"] / value["value"]), expected
    # Four errors of a chi2 with five and four degrees of freedom: p-values of 1e-4.
    assert chi2(files["true"], files["false"], "pt", (0, 5, 10, 20, 40, 1000)) < 25.7
    assert chi2(files["true"], files["false"], "particles", (0, 7, 9, 12, 100)) < 23.5

# The event again is the first of its two configurations.
again = json.load(open(work + "/event.json"))
place = files["false"].numbers.index(str(again["number"]))
(momentum,) = (p["momentum"] for p in again["particles"] if p["pdg"] == 23)
assert math.isclose(math.hypot(momentum[1], momentum[2]), files["false"].pt[place], rel_tol=1e-12)
assert math.isclose(again["kept"], units[place], rel_tol=1e-9) and again["kept"] > 0, (again["kept"], units[place])

for weighted in ("true", "false"):
    if not os.path.exists(f"{work}/split-{weighted}"):
        continue
    counts = []
    for k in 0, 1:
        text = open(f"{work}/split-{weighted}/events-{k}.lhe").read()
        heads = re.search(r"<init>\n.*\n((?: .*\n)+)", text)[1].splitlines()
        expected = sum(float(line.split()[0]) for line in heads)
        own = [float(head.split()[2]) for head in re.findall(r"<event>\n(.*)", text)]
        mean, error = sum(own) / len(own), math.sqrt(sum(x * x for x in own)) / len(own)
        print(f"split: {mean:.0f} +- {error:.0f} pb of {len(own)} events, {expected:.0f} pb by the head")
        assert len(own) > COUNT / 8 and abs(mean - expected) < 4 * error
        counts.append(len(own))
    if weighted == "false":
        assert abs(counts[0] - COUNT / 3) < 4 * math.sqrt(COUNT * 2 / 9), counts
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
