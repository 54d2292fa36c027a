#!/usr/bin/env bash
# test_merge.sh BUILD: runs of one card with different seeds become one, whose numbers are sums made here anew. What
# does not belong together is refused with the difference.
set -uo pipefail
build=$1
tessera=$build/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
failed=0
fail() { printf 'FAILED: %.300s\n' "$*"; failed=$((failed + 1)); }

cat >card.yaml <<'CARD'
process: p p > e+ e-
cuts: {pair: {e+ e-: {mass: [66, 116]}}}
integration: {events: 60000}
histograms: [m_ll]
variations: {scales: 7}
events: {count: 400, format: [hepmc3, lhe, lhe.gz]}
CARD
make() { "$tessera" run card.yaml --out "$@" --quiet >/dev/null 2>err || fail "run $*: $(cat err)"; }
for seed in 1 2 3; do make run-$seed --seed $seed; done
make many --seed 4 --set integration.events=200000
merge()
{
    "$tessera" merge "$@" --quiet >standard 2>err || fail "merge $*: $(cat err)"
}
mkdir all
touch all/checkpoint.json all/events.lhe.part
merge all run-3 run-1 run-2 --force
if [ -e all/checkpoint.json ] || [ -e all/events.lhe.part ]; then
    fail "a merged result can go on: $(ls all)"
fi
merge two run-2 run-1
merge again run-3 two
merge one run-1

python3 - <<'PYTHON' || fail "the numbers of the merged result"
import gzip, json, math, re

def load(folder):
    with open(folder + "/result.json") as file:
        return json.load(file)

def near(a, b):
    assert math.isclose(a, b, rel_tol=1e-12), (a, b)

runs = [load(f"run-{seed}") for seed in (1, 2, 3)]
merged = load("all")
counted = [run["events"]["counted"] for run in runs]
parts = [n / sum(counted) for n in counted]
values = [run["cross_section"]["value"] for run in runs]
errors = [run["cross_section"]["error"] for run in runs]
value = sum(p * v for p, v in zip(parts, values))
near(merged["cross_section"]["value"], value)
near(merged["cross_section"]["error"], math.sqrt(sum((p * e) ** 2 for p, e in zip(parts, errors))))
mean = sum(v / e**2 for v, e in zip(values, errors)) / sum(1 / e**2 for e in errors)
chi2 = sum(((v - mean) / e) ** 2 for v, e in zip(values, errors))
near(merged["chi2_per_dof"], chi2 / 2)
near(merged["p_value"], math.exp(-chi2 / 2))  # of two degrees of freedom
near(sum(row["value"] for row in merged["subprocesses"]), value)
assert merged["seeds"] == [1, 2, 3] and merged["converged"] and "seed" not in merged["card"]["integration"]
for key in ("generated", "accepted", "counted", "tried", "written"):
    assert merged["events"][key] == sum(run["events"][key] for run in runs), key

# In any order: the same bits of the cross section, the rest but for rounding.
again = load("again")
assert again["cross_section"] == merged["cross_section"] and again["runs"] == merged["runs"]
assert again["p_value"] == merged["p_value"] and again["events"] == merged["events"]
assert load("one")["cross_section"] == runs[0]["cross_section"]

def histogram(folder):
    """Numbers of the rows of the first histogram, and _EVTCOUNT and _XSEC."""
    text = open(folder + "/histograms.yoda").read()
    block = text.split("BEGIN YODA_HISTO1D_V2")[1].split("END YODA_HISTO1D_V2")[0]
    rows = [[float(word) for word in line.split() if word not in ("Total", "Underflow", "Overflow")]
            for line in block.split("---")[1].splitlines() if line and line[0] != "#"]
    counter = [float(word) for word in text.split("/_EVTCOUNT")[2].split("numEntries")[1].split()[:3]]
    return rows, counter

all_rows, counter = histogram("all")
for row, *own in zip(all_rows, *(histogram(f"run-{seed}")[0] for seed in (1, 2, 3))):
    front = len(row) - 5  # edges, or nothing
    assert row[:front] == own[0][:front]
    for column, power in zip(range(front, front + 5), (1, 2, 1, 1, 0)):
        square = 2 if column == front + 1 else 1 if column < front + 4 else 0
        near(row[column], sum(p**square * line[column] for p, line in zip(parts, own))) if row[column] else None
near(counter[0], value)
assert counter[2] == sum(counted)
for left, right in zip(all_rows, histogram("again")[0]):
    assert all(math.isclose(a, b, rel_tol=1e-12) for a, b in zip(left, right))

# Variations: each is the mean of the runs' own, and the scales' envelope is that of these means.
for k, row in enumerate(merged["variations"]):
    own = [run["variations"][k] for run in runs]
    near(row["cross_section"], sum(p * v["cross_section"] for p, v in zip(parts, own)))
    near(row["error"], math.sqrt(sum((p * v["error"]) ** 2 for p, v in zip(parts, own))))
    assert {key: row[key] for key in ("name", "mur", "muf", "pdf", "pdf_member")} == {key: own[0][key] for key in ("name", "mur", "muf", "pdf", "pdf_member")}
varied = [row["cross_section"] for row in merged["variations"]]
assert len(varied) == 6 and merged["uncertainties"]["scales"] == {"low": min(value, *varied), "high": max(value, *varied)}
text = open("all/histograms.yoda").read()
for row in merged["variations"]:
    total = re.search(rf"BEGIN YODA_HISTO1D_V2 /tessera/m_ll\[{re.escape(row['name'])}\].*?\nTotal\s+Total\s+(\S+)", text, re.S)
    near(float(total.group(1)), row["cross_section"])
    numbers = re.search(rf"SCATTER1D_V2 /_XSEC\[{re.escape(row['name'])}\].*?# xval.*?\n(\S+)\s+(\S+)", text, re.S)
    near(float(numbers.group(1)), row["cross_section"])
    near(float(numbers.group(2)), row["error"])
assert len(re.findall("BEGIN YODA_HISTO1D", text)) == 7

# Les Houches: the mean of weights is what the runs' means are worth together; one head, the events of all.
def weights(folder):
    text = open(folder + "/events.lhe").read()
    assert text.count("<init>") == text.count("</LesHouchesEvents>") == 1 and "  seed: " not in text.replace("seed: ", "", folder != "all")
    return [float(words.split()[2]) for words in re.findall(r"<event>\n(.*)", text)], text

all_weights, text = weights("all")
own = [weights(f"run-{seed}")[0] for seed in (1, 2, 3)]
assert len(all_weights) == 1200
near(sum(all_weights), sum(value / v * sum(w) for v, w in zip(values, own)))
rows = [[float(word) for word in line.split()] for line in text.split("<init>\n")[1].splitlines()[1:3]]
for row, process in zip(rows, merged["subprocesses"]):
    near(row[0], process["value"])
    near(row[1], process["error"])
assert gzip.open("all/events.lhe.gz", "rt").read() == text
assert re.findall("# event.*", text) == [n for s in (1, 2, 3) for n in re.findall("# event.*", open(f"run-{s}/events.lhe").read())]

# HepMC: the same particles, numbers that go on.
text = open("all/events.hepmc3").read()
assert re.findall(r"^E (\d+) ", text, re.M) == [str(i) for i in range(1200)]
lines = [line.split() for line in re.findall("GenCrossSection.*", text)]
assert all([float(word) for word in line[1:3]] == list(merged["cross_section"].values())[:2] for line in lines)
pairs = [number for row in merged["variations"] for number in (row["cross_section"], row["error"])]
assert all([float(word) for word in line[5:]] == pairs for line in lines)
assert [int(line[3]) for line in lines] == list(range(1, 1201))
assert int(lines[-1][4]) == merged["events"]["tried"]
assert [int(line[4]) for line in lines] == sorted(int(line[4]) for line in lines)
assert re.findall("^P .*", text, re.M) == [p for s in (1, 2, 3) for p in re.findall("^P .*", open(f"run-{s}/events.hepmc3").read(), re.M)]
assert "\nA seed " not in text and "seed: " not in text and text.count("\nA card ") == 1
assert text.endswith("END_EVENT_LISTING\n\n") and text.count("LISTING") == 2

# A run of as many events of its own.
many = load("many")["cross_section"]
pull = (value - many["value"]) / math.hypot(merged["cross_section"]["error"], many["error"])
assert abs(pull) < 3.5, pull
PYTHON
"$tessera" compare all/histograms.yoda many/histograms.yoda --json >standard 2>err || fail "compare: $(cat err)"
python3 -c 'import json; assert min(h["p_value"] for h in json.load(open("standard"))["histograms"]) > 1e-3' ||
    fail "the merged histogram is another: $(cat standard)"

# Two stages of colours: what takes the one at leading colour to the cross section is the ratio.
cat >colours.yaml <<'CARD'
process: g g > g g g g
colour: full
integration: {events: 15000}
histograms: [ht]
CARD
for seed in 1 2; do
    "$tessera" run colours.yaml --out colours-$seed --seed $seed --quiet >/dev/null 2>err || fail "colours: $(cat err)"
done
merge colours colours-1 colours-2
python3 - <<'PYTHON' || fail "two stages of colours"
import json, math

def load(folder):
    with open(folder + "/result.json") as file:
        return json.load(file)

def near(a, b):
    assert math.isclose(a, b, rel_tol=1e-12), (a, b)

merged, runs = load("colours"), [load(f"colours-{seed}") for seed in (1, 2)]
all_stages, stages = merged["full_colour"], [run["full_colour"] for run in runs]
value, ratio = merged["cross_section"], all_stages["ratio"]
near(all_stages["leading"]["value"], sum(s["leading"]["value"] for s in stages) / 2)  # as many events in both
near(all_stages["leading"]["error"], math.hypot(*(s["leading"]["error"] for s in stages)) / 2)
near(value["value"], all_stages["leading"]["value"] * ratio["value"])
relative = [math.hypot(s["leading"]["error"] / s["leading"]["value"], s["ratio"]["error"] / s["ratio"]["value"]) for s in stages]
near(value["error"], math.hypot(*(r * run["cross_section"]["value"] for r, run in zip(relative, runs))) / 2)
assert min(s["ratio"]["value"] for s in stages) <= ratio["value"] <= max(s["ratio"]["value"] for s in stages)
near(ratio["error"], math.hypot(*(s["leading"]["value"] * s["ratio"]["error"] for s in stages)) / sum(s["leading"]["value"] for s in stages))
counts = [s["survivors"] - s["not_finite"] for s in stages]
squares = sum(n * (s["ratio"]["spread"] ** 2 + s["ratio"]["value"] ** 2) for n, s in zip(counts, stages)) / sum(counts)
near(ratio["spread"], math.sqrt(squares - ratio["value"] ** 2))
assert ratio["largest"] == max(s["ratio"]["largest"] for s in stages)
near(all_stages["kept_share"], ratio["value"] / ratio["largest"])
for key in ("survivors", "tried", "not_finite"):
    assert all_stages[key] == sum(s[key] for s in stages)
PYTHON

# Members of a set: their uncertainty is made of the cross sections of all, by the set's formula.
export LHAPDF_DATA_PATH=$work/sets::
python3 "$source/tests/program/power_set.py" sets/Three 1 1.1 0.97 || fail "a set of three members"
for seed in 1 2; do
    "$tessera" run card.yaml --set pdf=Three --set variations.scales=none --set variations.pdf=all --set integration.events=4000 \
        --set events.count=0 --out three-$seed --seed $seed --quiet >/dev/null 2>err || fail "members: $(cat err)"
done
merge three three-1 three-2
python3 - <<'PYTHON' || fail "the uncertainty of densities"
import json, math
merged = json.load(open("three/result.json"))
value, members = merged["cross_section"]["value"], [v["cross_section"] for v in merged["variations"]]
assert math.isclose(members[0], 1.21 * value, rel_tol=1e-6) and math.isclose(members[1], 0.97**2 * value, rel_tol=1e-6)
one = math.hypot(members[0] - value, members[1] - value)
assert math.isclose(merged["uncertainties"]["pdf"]["high"], value + one, rel_tol=1e-12)
assert math.isclose(merged["uncertainties"]["pdf"]["low"], value - one, rel_tol=1e-12)
assert merged["uncertainties"]["pdf"]["type"] == "symmhessian" and list(merged["uncertainties"]) == ["pdf"]
PYTHON
LHAPDF_DATA_PATH=$work:: "$tessera" merge three three-1 three-2 --force --quiet >standard 2>err || fail "no set: $(cat err)"
grep -q "uncertainty of the densities is left out" err || fail "nothing is said of a set that is missing: $(cat err)"

# A folder that a run is writing into is not read, one that others read is.
flock run-2/.tessera-lock sh -c "
    '$tessera' merge none run-1 run-2 2>err
    [ \$? = 1 ] && grep -q 'run-2 is being written by a run' err" || fail "a folder that is being written: $(cat err)"
flock -s run-2/.tessera-lock "$tessera" merge shared run-1 run-2 --quiet >standard 2>err || fail "a folder that is read: $(cat err)"
[ ! -e run-1/.tessera-lock ] || fail "a lock of a reader stays"
rm -rf shared run-2/.tessera-lock

refused()
{
    local expected=$1 words=$2 status=0
    shift 2
    "$tessera" merge "$@" >standard 2>err || status=$?
    if [ $status != "$expected" ] || ! grep -qF -- "$words" err; then fail "merge $*: status $status, $(cat err)"; fi
    [ ! -e none ] || fail "merge $*: something is left"
}
refused 2 "hold the same run, of seed 1" none run-1 run-2 run-1
refused 2 "hold the same run, of seed 2" none two run-2
make other --seed 9 --set cuts.lepton.pt_min=30
refused 2 "cuts.lepton.pt_min was 20.0 and is 30.0" none run-1 other
refused 2 "is one of the folders" run-1 run-1 run-2 --force
refused 2 "all/result.json is there already" all run-1
refused 2 "The folder nowhere cannot be read: No such file" none run-1 nowhere
refused 2 "run-2/result.json is no folder: name the folders" none run-1 run-2/result.json
refused 1 "/dev/null" /dev/null/x run-1 run-2
mkdir empty
refused 2 "empty/result.json cannot be opened" none run-1 empty
mkdir old odd
sed 's/"version": "[^"]*"/"version": "0.0.1"/; s/"seed": 2/"seed": 12/' run-2/result.json >old/result.json
cp run-2/histograms.yoda run-2/events.* run-2/card.yaml old
refused 2 "version is 0.0.1, not" none run-1 old
echo '{}' >odd/result.json
refused 2 "is no result of a run that succeeded" none run-1 odd
sed 's/"seed": 2/"seed": 12/' run-2/result.json >old/result.json
head -c 100000 run-2/events.lhe >old/events.lhe
refused 2 "events.lhe cannot be merged" none run-1 old
for change in 's|^\(<wgt [^>]*>\).*|\1 4,1 </wgt>|' 's|^\(<wgt [^>]*>\).*|\1 4.1D+02 </wgt>|' 's|^ \([0-9]* [0-9]*\) [0-9.e+]* |  \1 7x |'; do
    sed "$change" run-2/events.lhe >old/events.lhe
    refused 2 "events.lhe cannot be merged: a weight is no number" none run-1 old
done
sed 's|^<rwgt>|<weights>1 2</weights>|' run-2/events.lhe >old/events.lhe
refused 2 "events.lhe cannot be merged: its weights stand in <weights>" none run-1 old
rm old/events.lhe
mkfifo old/events.lhe
refused 2 "events.lhe cannot be merged: it is a pipe" none run-1 old
rm old/events.lhe
refused 2 "is in 1 of the 2 folders" none run-1 old
: >old/histograms.yoda
refused 2 "the histograms differ" none run-1 old
refused 2 "the histograms differ" none old run-1
cp run-2/histograms.yoda old
sed 's/"seed": 2/"seed": 12/; s/^  "chi2/  "full_colour": {"survivors": 0},\n&/; s/"interrupted": false/"interrupted": true/' \
    run-2/result.json >old/result.json
cp old/result.json two-stages
# changed FOLDER STATEMENT: a result.json of run-2 as a statement of Python changes it.
changed()
{
    python3 -c "import json, sys
r = json.load(open('$1/result.json'))
$2
json.dump(r, open('old/result.json', 'w'))"
}
while IFS='|' read -r words statement; do
    changed run-2 "r['seed'] = 12; $statement"
    refused 2 "old/result.json: $words, which no run has written" none run-1 old
done <<'CHANGES'
seed is -5|r['seed'] = -5
seed is "3"|r['seed'] = '3'
cross_section.error is -1.0|r['cross_section']['error'] = -1.0
error is 0|r['cross_section']['error'] = 0
chi2_per_dof is -0.5|r['chi2_per_dof'] = -0.5
events.counted is -60000|r['events']['counted'] = -60000
events.counted is 6.5|r['events']['counted'] = 6.5
events.accepted is 999999999|r['events']['accepted'] = 999999999
events.written is 400|r['events']['tried'] = 12
subprocesses[0].error is -3|r['subprocesses'][0]['error'] = -3
variations[1].error is "x"|r['variations'][1]['error'] = 'x'
p_value is 1.5|r['p_value'] = 1.5
CHANGES
changed two "r['runs'][1]['error'] = -1"
refused 2 "runs[1].error is -1, which no run has written" none run-3 old
changed two "r['runs'][0]['seed'] = -5"
refused 2 "runs[0].seed is -5, which no run has written" none run-3 old
changed two "del r['runs'][0]['value']"
refused 2 "runs[0].value is null, which no run has written" none run-3 old
mv two-stages old/result.json
refused 2 "ended before its second stage: go on with it (--resume)" none run-1 old
sed 's/"value": 7/"value": 9/' run-2/result.json >old/result.json
cp run-2/events.lhe old
refused 3 "The runs do not agree" far run-1 old
grep -q '"objection": "The runs do not agree."' far/result.json || fail "nothing is said of runs that do not agree"
"$tessera" merge all run-1 --force --quiet >standard 2>err || fail "--force: $(cat err)"
exit $((failed > 0))
