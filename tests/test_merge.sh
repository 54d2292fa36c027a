#!/usr/bin/env bash
# test_merge.sh BUILD: runs of one card with different seeds become one, whose numbers are sums made here anew. What
# does not belong together is refused with the difference.
set -uo pipefail
build=$1
tessera=$build/tessera
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
refused 2 "is one of the folders" run-1 run-1 run-2
refused 2 "all/result.json is there already" all run-1
refused 1 "nowhere/result.json cannot be opened" none run-1 nowhere
mkdir old odd
sed 's/"version": "[^"]*"/"version": "0.0.1"/; s/"seed": 2/"seed": 12/' run-2/result.json >old/result.json
cp run-2/histograms.yoda run-2/events.* run-2/card.yaml old
refused 2 "version is 0.0.1, not" none run-1 old
echo '{}' >odd/result.json
refused 2 "is no result of a run that succeeded" none run-1 odd
sed 's/"seed": 2/"seed": 12/' run-2/result.json >old/result.json
head -c 100000 run-2/events.lhe >old/events.lhe
refused 2 "events.lhe cannot be merged" none run-1 old
rm old/events.lhe
refused 2 "is in 1 of the 2 folders" none run-1 old
: >old/histograms.yoda
refused 2 "the histograms differ" none run-1 old
refused 2 "the histograms differ" none old run-1
cp run-2/histograms.yoda old
sed 's/"seed": 2/"seed": 12/; s/^  "chi2/  "full_colour": {"survivors": 0},\n&/; s/"interrupted": false/"interrupted": true/' \
    run-2/result.json >old/result.json
refused 2 "ended before its second stage: go on with it (--resume)" none run-1 old
sed 's/"value": 7/"value": 9/' run-2/result.json >old/result.json
cp run-2/events.lhe old
refused 3 "The runs do not agree" far run-1 old
grep -q '"objection": "The runs do not agree."' far/result.json || fail "nothing is said of runs that do not agree"
"$tessera" merge all run-1 --force --quiet >standard 2>err || fail "--force: $(cat err)"
exit $((failed > 0))
