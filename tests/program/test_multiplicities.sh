#!/usr/bin/env bash
# test_multiplicities.sh BUILD: several multiplicities in one run. The sum against runs of each alone, and histograms of what some parts
# lack. Events by part in all formats, the same bits again, merged results, and what is refused.
set -uo pipefail
tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"

# What is expanded.
gives 0 "p p > e+ e- 0..2 j: 215 subprocesses with 36 matrix elements, a sum of 3 processes" processes "p p > e+ e-  0..2 j"
gives 0 "p p > e+ e- j: 30 subprocesses with 6 matrix elements, QED up to 2" processes "p p > e+ e- 0..2 j"
gives 0 "p p > e+ e- j / h QED=2: 30 subprocesses" processes "p p > e+ e- 1..2 j / h QED=2"
gives 0 "p p > t t~ j, t > w+ b: " processes "p p > t t~ 0..1 j, t > w+ b"
gives 0 "p p > t t~; p p > t t~ j: " processes "p p > t t~; p p > t t~ j"
"$tessera" processes "p p > e+ e- 0..1 j" --json >answer
python3 -c '
import json
a = json.load(open("answer"))
assert [p["subprocesses"] for p in a["parts"]] == [10, 30] and [p["first_group"] for p in a["parts"]] == [0, 2], a["parts"]
assert [len(a["groups"][i]["subprocesses"][0]["legs"]) for i in (0, 2)] == [4, 5]
' || fail "the parts as JSON"

# What is refused, each in one sentence.
gives 2 "process: the range 5..2 goes down: write the least number first, 2..5." processes "p p > e+ e- 5..2 j"
gives 2 "process: the range 0..99 ends with 99 particles, and a process has 1 to 10" processes "p p > e+ e- 0..99 j"
gives 2 "process: '0..2' is a second range" processes "p p > 0..2 j 0..2 b"
gives 2 "process: no particle stands behind the range 0..2" processes "p p > e+ e- 0..2 / h"
gives 2 "process: '0...2' is no range" processes "p p > e+ e- 0...2 j"
gives 2 "process: a range such as 0..4 stands before a final particle of the production" processes "0..2 p p > j"
gives 2 "process: a range such as 0..4 stands before" processes "p p > t t~, t > w+ 0..1 b"
gives 2 "process: with 0 j nothing stands behind" processes "p p > 0..2 j"
gives 2 "with 9 j it has 11 particles behind \">\"" processes "p p > e+ e- 0..9 j"
gives 2 "process: a process of the list is empty" processes "p p > t t~;"
gives 2 "process: d d~ > e+ e- is in \"p p > e+ e-\" and in \"p p > l+ l-\", and would count twice: leave out one." \
    processes "p p > e+ e- 0..1 j; p p > l+ l-"
gives 2 'is there more than once, by itself or in a range, and would count twice: leave out one.' \
    processes "p p > e+ e- 0..1 j; p p > e+ e- 1..2 j; p p > e+ e- 2..3 j"
gives 2 'process: "p p > t t~ j" is there more than once' processes "p p > t t~ 0..1 j; p p > t t~ j; p p > t t~ j"
gives 2 'process: d d~ > t t~ is in "p p > t t~" and in "p p > t t~ $ h"' processes 'p p > t t~; p p > t t~ $ h'
gives 2 'process: "u u~ > e+ e- u": electric charge is not conserved' processes "u u~ > e+ e- 0..1 u"
gives 2 'leave out "add process": processes that are added are a list' processes "add process p p > t t~ j"
printf '50 0 0 50\n50 0 0 -50\n50 50 0 0\n50 -50 0 0\n' >momenta
gives 2 "its range 0..1 stands for several processes: write one number of them" \
    amplitude "u u~ > e+ e- 0..1 g" --momenta momenta
gives 2 "several processes (;) are a sum" amplitude "u u~ > e+ e-; d d~ > e+ e-" --momenta momenta

cat >card.yaml <<'END'
process: u u~ > e+ e- 0..2 g
beams: {energy: 13000}
cuts: {jet: {pt_min: 30, eta_max: 4.5}, pair: {e+ e-: {mass: [66, 116]}, j j: {mass: [10, null]}}}
scales: {renormalization: MT, factorization: MT}
integration: {events: 5e5, seed: 3}
histograms:
  - {name: m_ll, range: [66, 116]}
  - pt1
  - {name: pt2, range: [0, 1000], bins: 20}
  - {name: between, expression: "dphi(j1, j2)", range: [0, 3.2]}
  - {name: first, expression: "pt(j1)", range: [0, 1000]}
END
gives 2 "process: has no value" run card.yaml --set 'process=[p p > t t~, ""]' --out none
gives 2 "found an empty list" run card.yaml --set 'process=[]' --out none
gives 2 "cuts.expression: in u u~ > e+ e-: " run card.yaml --set "cuts.expression=pt(j1) > 40" --out none
gives 2 "in u u~ > e+ e- g: " run card.yaml --set "cuts.expression=dphi(j1, j2) > 1" --out none --set "process=u u~ > e+ e- 1..2 g"
gives 2 'there is no histogram "pt3"' run card.yaml --set "histograms=[pt3]" --out none
gives 2 "there is no particle j3" run card.yaml --set 'histograms=[{name: x, expression: pt(j3), range: [0, 1]}]' --out none
gives 2 "there are several j: write j1, j2" run card.yaml --set 'histograms=[{name: x, expression: pt(j), range: [0, 1]}]' --out none
gives 2 "and u u~ > e+ e- has no jets: take MT" run card.yaml --set scales.renormalization=HT/2 --out none
gives 2 'between hadrons, which is not so in g u > u' run card.yaml --set "process=g u > u 0..1 g" --out none
[ -e none ] && fail "a run that is refused made its folder"

# Runs of each part alone, and of all with their events.
"$tessera" run card.yaml --out all --no-report --set events.count=6000 --set "events.format=[lhe, hepmc3]" >text 2>&1 ||
    fail "the sum: $(cat text)"
grep -q "warning" text && fail "a cut with a part in one multiplicity is warned of: $(cat text)"
grep -Eq "^multiplicities u u~ > e\+ e-  .* events \(.* of its trials kept\)" text || fail "no multiplicities in: $(cat text)"
for jets in "" " g" " g g"; do
    "$tessera" run card.yaml --out "alone$jets" --no-report --set "process=u u~ > e+ e-$jets" --set "histograms=[m_ll]" \
        >text 2>&1 || fail "u u~ > e+ e-$jets: $(cat text)"
done
cat >compare.py <<'END'
import json, math, re, sys
a = json.load(open("all/result.json"))
rows = a["multiplicities"]
assert [r["jets"] for r in rows] == [0, 1, 2] and [r["process"][12:] for r in rows] == ["", " g", " g g"], rows
total = a["cross_section"]
assert math.isclose(sum(r["value"] for r in rows), total["value"], rel_tol=1e-12)
assert math.isclose(sum(r["share"] for r in rows), 1, rel_tol=1e-12)
assert math.isclose(sum(r["value"] for r in a["subprocesses"]), total["value"], rel_tol=1e-12)
for row in rows:
    alone = json.load(open("alone%s/result.json" % row["process"][len("u u~ > e+ e-"):]))["cross_section"]
    pull = (row["value"] - alone["value"]) / math.hypot(row["error"], alone["error"])
    assert abs(pull) < 4, (row, alone)
    own = a["subprocesses"][row["first_subprocess"]:row["first_subprocess"] + row["subprocesses"]]
    assert math.isclose(sum(r["value"] for r in own), row["value"], rel_tol=1e-12)
# What a part does not have is not filled by it, not even below the range.
def filled(name):
    block = re.search(r"BEGIN YODA_HISTO1D\S* /tessera/%s\n.*?END YODA" % name, open("all/histograms.yoda").read(), re.S)[0]
    return float(re.search(r"^Total\s+Total\s+(\S+)", block, re.M)[1])
parts = [r["value"] for r in rows]
for name, expected in [("m_ll", sum(parts)), ("pt1", parts[1] + parts[2]), ("first", parts[1] + parts[2]),
                       ("pt2", parts[2]), ("between", parts[2])]:
    assert math.isclose(filled(name), expected, rel_tol=1e-9), (name, filled(name), expected)
# Events of each part in proportion to its cross section.
written = [r["written"] for r in rows]
assert sum(written) == a["events"]["written"] == 6000
legs = [0, 0, 0]
for head in re.findall(r"<event>\n\s*(\d+)", open("all/events.lhe").read()):
    legs[int(head) - 4] += 1
assert legs == written, (legs, written)
chi2 = sum((n - 6000 * v / sum(parts)) ** 2 / (6000 * v / sum(parts)) for n, v in zip(written, parts))
assert chi2 < 13.8, (chi2, written, parts)
assert all(0 < r["kept"] < 1 for r in rows)
END
python3 compare.py || fail "the sum against its parts"
for file in all/events.lhe all/events.hepmc3; do
    gives 0 "processes     right" events "$file" --check
done

# An integral of few events knows the largest weights badly. Scouts mend it in every part, however small: what weights are
# above 1 is about a thousandth of it. Without, up to 36 % of the least part were, with six seeds.
"$tessera" run card.yaml --out few --no-report --quiet --set integration.events=1e4 \
    --set events.count=20000 --set events.format=lhe \
    >text 2>&1 || fail "few events: $(cat text)"
python3 -c '
import re
weights = {}
for legs, weight in re.findall(r"<event>\n\s*(\d+)\s+\S+\s+(\S+)", open("few/events.lhe").read()):
    weights.setdefault(legs, []).append(float(weight))
above = {legs: sum(w - min(all) for w in all) / sum(all) for legs, all in weights.items()}
assert len(above) == 3 and all(part < 0.01 for part in above.values()), above
' || fail "parts above their largest weights"

# Bits do not depend on threads, nor on whose card it is; an event is made again by its number.
"$tessera" run all/card.yaml --out again --no-report --quiet --threads 1 >text 2>&1 || fail "again: $(cat text)"
for file in events.lhe events.hepmc3 histograms.yoda; do
    cmp "all/$file" "again/$file" || fail "another $file"
done
number=$(awk '/<event>/ { getline; jets = $1 - 4 } /^# event/ { if (jets == 2) { print $3; exit } }' all/events.lhe)
"$tessera" run all/card.yaml --event "$number" --json >event || fail "event $number again"
python3 -c '
import json, math
e = json.load(open("event"))
assert e["number"] == '"$number"' and len(e["particles"]) == 6 and e["matrix_element_squared"] > 0, e
block = open("all/events.lhe").read().split("# event %d\n" % e["number"])[0].rsplit("<event>\n", 1)[1].splitlines()
for line, particle in zip(block[1:], e["particles"]):
    assert math.isclose(float(line.split()[9]), particle["momentum"][0], rel_tol=1e-12)
' || fail "event $number is another"

# Numbers of events that are asked for, by hit or miss and weighted: as many as that, and weights that undo it.
gives 2 "expected 3 numbers, one of each part of u u~ > e+ e- 0..2 g, found 2" \
    run card.yaml --set "sampling.multiplicities=[1,2]" --set events.count=9 --out none
gives 2 "expected a list of numbers from 1e-09 to 1e+09, found '0'" run card.yaml --set "sampling.multiplicities=[1,0,1]" --out none
gives 0 "sampling.multiplicities has no part in u u~ > e+ e- g" run card.yaml --set "process=u u~ > e+ e- g" \
    --set "histograms=[m_ll]" --set "sampling.multiplicities=[1]" --set integration.relative_error=0.1 --out idle --set events.split=true
grep -qF "events.split has no part in u u~ > e+ e- g" out || fail "no word of events.split: $(cat out)"
for weighted in false true; do
    "$tessera" run card.yaml --out "$weighted" --no-report --quiet --set events.count=6000 --set events.format=lhe \
        --set "sampling.multiplicities=[1,2,3]" --set "events.weighted=$weighted" >text 2>&1 || fail "numbers of events: $(cat text)"
    gives 0 "sums          right" events "$weighted/events.lhe" --check
done
cat >numbers.py <<'END'
import json, math, sys
import collections
def events(folder):
    """Number of jets, weight, and the pT of the pair of leptons."""
    for block in open(folder + "/events.lhe").read().split("<event>\n")[1:]:
        lines = [line.split() for line in block.split("# event")[0].splitlines()]
        leptons = [line for line in lines[1:] if abs(int(line[0])) == 11]
        yield len(lines) - 5, float(lines[0][2]), math.hypot(*(sum(float(l[i]) for l in leptons) for i in (6, 7)))
result = json.load(open("all/result.json"))
parts, total = [r["value"] for r in result["multiplicities"]], result["cross_section"]["value"]
plain = list(events("all"))
for folder in "false", "true":
    found = list(events(folder))
    written = [sum(e[0] == k for e in found) for k in range(3)]
    assert written == [r["written"] for r in json.load(open(folder + "/result.json"))["multiplicities"]]
    chi2 = sum((n - 1000 * (k + 1)) ** 2 / (1000 * (k + 1)) for k, n in enumerate(written))
    assert chi2 < 13.8, (folder, written)
    for k in range(3):
        own = [w for n, w, _ in found if n == k]
        mean, square = sum(own) / len(found), sum(w * w for w in own) / len(found)
        error = math.sqrt((square - mean ** 2) / len(found))
        assert abs(mean - parts[k]) < 4.5 * error + 0.01 * parts[k], (folder, k, mean, parts[k], error)
    # The distribution of both files is one, within the errors of their weights.
    chi2, bins = 0, [1, 30, 40, 50, 70, 100, 1000]
    for low, high in zip(bins, bins[1:]):
        mean, variance = [], []
        for sample in plain, found:
            own = [w if low <= pt < high else 0 for _, w, pt in sample]
            mean.append(sum(own) / len(own))
            variance.append((sum(w * w for w in own) / len(own) - mean[-1] ** 2) / len(own))
        chi2 += (mean[0] - mean[1]) ** 2 / sum(variance) if sum(variance) else 0
    assert chi2 < 22.5, (folder, chi2)  # 6 bins: probability 1e-3
END
python3 numbers.py || fail "numbers of events"

# Results of several seeds together; a list of processes, each with orders and exclusions of its own.
"$tessera" run card.yaml --out other --no-report --quiet --set events.count=6000 --set "events.format=[lhe,hepmc3]" --seed 4 \
    >text 2>&1 || fail "another seed: $(cat text)"
gives 0 "" merge merged all other
python3 -c '
import json, math
a, b, m = (json.load(open(f + "/result.json")) for f in ("all", "other", "merged"))
assert [r["written"] for r in m["multiplicities"]] == [
    x["written"] + y["written"] for x, y in zip(a["multiplicities"], b["multiplicities"])]
assert math.isclose(sum(r["value"] for r in m["multiplicities"]), m["cross_section"]["value"], rel_tol=1e-12)
' || fail "the merged result"
"$tessera" run card.yaml --out list --no-report --quiet --set "histograms=[m_ll]" --set integration.relative_error=0.02 \
    --set "process=[u u~ > e+ e-, u u~ > mu+ mu- g / h QED=2]" --set "cuts.pair.l+ l-={mass: [66, 116]}" >text 2>&1 ||
    fail "a list: $(cat text)"
grep -qF 'process: [u u~ > e+ e-, "u u~ > mu+ mu- g / h QED=2"]' list/card.yaml || fail "the card of a list: $(cat list/card.yaml)"
python3 -c '
import json, math
a, b = (json.load(open(f + "/result.json"))["multiplicities"] for f in ("all", "list"))
for x, y in zip(a, b):
    assert abs(x["value"] - y["value"]) < 4 * math.hypot(x["error"], y["error"]), (x, y)
' || fail "the list against the range"
exit $failed
