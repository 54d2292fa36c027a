#!/usr/bin/env bash
# test_merging.sh BUILD: cuts of merging. Cross sections against events of looser cuts that are filtered here, the same
# bits on each device, and what is refused.
set -uo pipefail
build=$1 tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"

events=${TESSERA_TEST_CI:+8e5} loose=${TESSERA_TEST_CI:+3e6}
cat >card.yaml <<END
process: u u~ > e+ e- 0..2 g
beams: {energy: 13000}
merging: {scheme: ckkwl, value: 30}
cuts: {pair: {e+ e-: {mass: [66, 116]}}}
scales: {renormalization: MT, factorization: MT}
integration: {events: ${events:-2e5}, seed: 3}
END

# What is refused, each in one sentence.
refused() {
    local words=$1
    shift
    gives 2 "$words" run card.yaml --out none "$@"
}
refused "merging.cut: expected one of auto, kt_durham, pt_lund, xqcut, xqcut_partons, found 'kt'" --set merging.cut=kt
refused "merging.scheme: expected one of none, ckkwl, umeps, mlm, found 'nlo'" --set merging.scheme=nlo
refused "merging.by (reader by default): umeps takes away what jets add behind the run's own shower" --set merging.scheme=umeps
refused "merging.scheme: MLM takes alpha_s at each jet's own scale" --set merging.scheme=mlm
refused "merging.scheme: MLM serves two hadrons that collide" --set merging.scheme=mlm --set "beams.particles=[e+, e-]" \
    --set "process=e+ e- > u u~ 0..1 g"
refused "merging.cut: MLM has the cuts xqcut and xqcut_partons" --set merging.scheme=mlm --set merging.cut=pt_lund
refused "merging.cut: xqcut is MLM's: take kt_durham or pt_lund" --set merging.cut=xqcut
refused "merging.value: it needs a scheme: add merging.scheme: ckkwl, umeps or mlm" --set merging.scheme=none
refused "merging.value: expected a number from 0.1 to" --set merging.value=0
refused "cuts.jet.pt_min: it is above the cut of merging, which leaves jets from 30 GeV on" --set cuts.jet.pt_min=30.1
refused "cuts.jet.pt_min: it is above the cut of merging, which leaves jets from 21.2132 GeV on" \
    --set cuts.jet.pt_min=30 --set merging.cut=pt_lund
refused "cuts.jet.dr_min: it takes away pairs of jets that the cut of merging leaves" --set cuts.jet.dr_min=0.4
refused "would count twice: leave out one" --set "process=[u u~ > e+ e- 0..2 g, u u~ > e+ e- 1..3 g]"
refused "merging serves two partons that collide" --set "beams.particles=[e-, p]" --set "process=e- p > e- u" \
    --set "cuts.pair={e+ e-: {mass: [66, 117]}}"
refused "between particles without colour there is kt_durham alone" --set "beams.particles=[e+, e-]" \
    --set "process=e+ e- > u u~ 0..1 g" --set merging.cut=pt_lund
printf 'process: u u~ > e+ e- g\nmerging: {scheme: ckkwl}\n' >valueless.yaml
gives 2 "merging.scheme: it needs a scale: add merging.value, in GeV" run valueless.yaml --out none
[ -e none ] && fail "a run that is refused made its folder"

# A sample for MLM: words of the run card, and each jet with its own scale above the cut. It has variations, so that those
# of split files have its programs.
sed 's/ckkwl, value: 30/mlm, value: 20/; s/0..2 g/0..1 g/; /^scales/d' card.yaml >mlm.yaml
gives 0 "cross section" run mlm.yaml --out mlm --no-report --set integration.relative_error=0.02 --set events.count=200 --set events.format=lhe \
    --set variations.scales=7
grep -q "renormalization: clustering" mlm/card.yaml || fail "scales of MLM are not by clustering"
# Pythia reads nothing of it as CDATA.
awk '/<MGRunCard>/ { getline; exit $0 !~ / = ickkw/ }' mlm/events.lhe || fail "the run card is no plain text"
for words in '1 = ickkw' '20 = xqcut' '5 = maxjetflavor'; do
    grep -qF "$words" mlm/events.lhe || fail "the sample for MLM has no '$words'"
done
awk '/<event/ { jet = 0; row = -2 } { ++row } $1 == 21 && $2 == 1 { jet = row }
    /<scales/ && jet { match($0, "pt_clust_" jet "=\"[^\"]*"); split(substr($0, RSTART, RLENGTH), word, "\""); ++seen
        if (word[2] < 20 || word[2] > 6000) exit 1 } END { if (!seen) exit 1 }' mlm/events.lhe ||
    fail "jets of the sample for MLM lack scales above the cut"

# Cuts of merging in the run, against a looser one whose weighted events they cut here.
cat >filter.py <<'END'
"""The cross section of both parts with jets above a scale of merging, of the events of a file and of two runs."""
import itertools, json, math, re
def events():
    for block in re.split(r"<event .*\n", open("loose/events.lhe").read())[1:]:
        lines = [line.split() for line in block.split("#")[0].splitlines()]
        rows = lines[1:3] + [l for l in lines[3:] if l[:2] == ["21", "1"]]
        momenta = [[float(w) for w in (l[9], l[6], l[7], l[8])] for l in rows]
        yield float(lines[0][2]), momenta[:2], momenta[2:]
def add(*momenta): return [sum(c) for c in zip(*momenta)]
def dot(a, b): return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]
def kt_durham(beams, jets):
    pt = [math.hypot(*j[1:3]) for j in jets]
    yield from pt
    for (a, b), (p, q) in zip(itertools.combinations(jets, 2), itertools.combinations(pt, 2)):
        phi = abs(math.atan2(a[2], a[1]) - math.atan2(b[2], b[1]))
        yield min(p, q) * math.hypot(math.asinh(a[3] / p) - math.asinh(b[3] / q), min(phi, 2 * math.pi - phi)) / 0.4
def pt_lund(beams, jets):
    for beam, other in beams, beams[::-1]:
        for j in jets:
            left = [x - y for x, y in zip(beam, j)]
            z = dot(add(left, other), add(left, other)) / dot(add(*beams), add(*beams))
            yield math.sqrt(-dot(left, left) * (1 - z))
        for a, b in itertools.permutations(jets, 2):
            q2 = 2 * dot(a, b)
            dipole = 2 * dot(beam, add(a, b)) - q2
            scale = (1 - q2 / dipole) / (1 + q2 / dipole)
            if scale < 0:
                continue
            whole = add(a, b, [scale * c for c in beam])
            x1, x2 = (2 * dot(whole, p) / dot(whole, whole) for p in (a, [scale * c for c in beam]))
            z = x1 / (2 - x2)
            yield math.sqrt(z * (1 - z) * q2)
loose = list(events())
count = len(loose)
for name, measure in ("whole", kt_durham), ("pt_lund", pt_lund):
    rows = {row["process"].count(" g"): row for row in json.load(open(name + "/result.json"))["multiplicities"]}
    parts = {jets: [0, 0] for jets in rows if jets}
    for weight, beams, jets in loose:
        if len(jets) in parts and min(measure(beams, jets)) >= 30:
            parts[len(jets)][0] += weight
            parts[len(jets)][1] += weight ** 2
    assert 1 in parts and (2 in parts or name == "pt_lund")
    for jets, (total, square) in parts.items():
        row = rows[jets]
        mean, error = total / count, math.sqrt(square - total ** 2 / count) / count
        pull = (mean - row["value"]) / math.hypot(error, row["error"])
        print(name, row["process"], row["value"], row["error"], "of events", mean, error, "pull", pull)
        assert abs(pull) < 4 and error < 0.05 * mean
END
# Files of each multiplicity: the events of the one file of all, with cross sections of their own, and what they say of
# merging.
printf 'events: {count: 3000, format: [lhe, hepmc3, lheh5]}\nsampling: {multiplicities: [1, 1, 1]}\n' >>card.yaml
gives 0 "" run card.yaml --out whole --no-report
gives 0 "" run card.yaml --out loose --no-report --set "integration.events=${loose:-2e6}" --set merging.value=15 --set events.count=40000 --set events.weighted=true \
    --set events.format=lhe --set "sampling.multiplicities=[1e-3, 1, 1]"
# By Pythia's measure two jets, with a program of their own, are for who has time: kernels/test_merging.c has it of several.
lund=0..1
[ -n "${TESSERA_TEST_CI:-}" ] && lund=1..2
gives 0 "" run card.yaml --out pt_lund --no-report --set merging.cut=pt_lund --set events.count=0 \
    --set "process=u u~ > e+ e- $lund g" --set "sampling.multiplicities=[1, 1]"
python3 filter.py || fail "cross sections above cuts of merging"
gives 0 "split/events-0.lhe, split/events-1.lhe, split/events-2.lhe" run card.yaml --out split --no-report \
    --set events.split=true
gives 0 "split2/events-2.lhe" run card.yaml --out split2 --no-report --set events.split=true --seed 4 --threads 1
for file in split/events-[012].lhe split/events-[012].hepmc3 split/events-[012].hdf5; do
    gives 0 "processes     right" events "$file" --check
done
gives 0 "" run whole/card.yaml --out again --no-report
grep -q "warning" out && fail "the card of a result is warned of: $(cat out)"
cmp whole/events.lhe again/events.lhe || fail "the card of a result makes other events"
# Copies keep what files say: all but the last digit of sums.
copied() { # FILE
    gives 0 "written to" events "$1" --to lhe.gz --out copy.lhe.gz
    grep -q "leaves out" out && fail "a copy of $1 leaves something out: $(cat out)"
    gives 0 "written to" events copy.lhe.gz --to lhe --out copy.lhe
    diff "$1" copy.lhe | grep '^[<>]' | grep -Ev '^. (cross_section|error): ' && fail "a copy of $1 says something else"
}
copied mlm/events.lhe
copied whole/events.lhe
gives 0 "leaves out the cut of merging and npLO" events mlm/events.lhe --to lheh5 --out copy.hdf5
grep -q "pt_clust" out || fail "a copy in LHEH5 leaves out pt_clust: $(cat out)"
gives 0 "leaves out the cut of merging" events mlm/events.lhe --to hepmc3 --out copy.hepmc3
grep -q "^A card process: u u~" copy.hepmc3 || fail "a copy in HepMC3 lacks the card"
# A file of another program: words with comments, weights with attributes, blocks that nobody knows.
cat >other.lhe <<'END'
<LesHouchesEvents version="3.0">
<header>
<MG5ProcCard>
generate p p > z j
</MG5ProcCard>
<MGRunCard>
<![CDATA[
  1 = ickkw ! matching
  25 = xqcut # least kT
  4 = maxjetflavor
  0.5 = alpsfact
]]>
</MGRunCard>
<slha>
Block mass
   23 9.118800e+01
</slha>
<initrwgt>
<weightgroup name="Central scale variation" combine="envelope">
<weight id="1" MUR="2.0" MUF="0.5" PDF="10042">both</weight>
<weight id="more">unknown</weight>
</weightgroup>
</initrwgt>
</header>
<init>
2212 2212 6500 6500 0 0 10042 10042 -4 1
2 0.1 2 1
</init>
<event npLO=" 1 " npNLO=" -1 ">
4 1 2 91 0.0078 0.118
 1 -1 0 0 501 0 0 0 100 100 0 0 9
-1 -1 0 0 0 501 0 0 -100 100 0 0 9
23 1 1 2 0 0 0 30 0 104.1 95.87804754 0 9
21 1 1 2 0 0 0 -30 0 95.9 91.0877 0 9
<scales muf="91" mur="45.5" pt_clust_1="13000" pt_clust_2="13000" pt_clust_3="13000" pt_clust_4="30"></scales>
<rwgt>
<wgt id="1"> 1.5 </wgt>
<wgt id="more"> 1.25 </wgt>
</rwgt>
</event>
</LesHouchesEvents>
END
gives 0 "The copy leaves out what the head has of MG5ProcCard." events other.lhe --to lhe --out other.copy
for words in ' 25 = xqcut' ' 4 = maxjetflavor' ' 0.5 = alpsfact' '   23 9.118800e+01' 'npLO=" 1 " npNLO=" -1 "' 'combine="envelope"' \
    '<weight id="1" MUR="2.0000000000000000e+00" MUF="5.0000000000000000e-01" PDF="10042">' '<weight id="more">' \
    'mur="4.5500000000000000e+01"' 'pt_clust_4="3.0000000000000000e+01"'; do
    grep -qF "$words" other.copy || fail "the copy lacks '$words': $(cat other.copy)"
done
cat >parts.py <<'END'
import json, math, re
def events(file):
    """By number: attributes, and lines of particles."""
    found = {}
    for block in open(file).read().split("<event")[1:]:
        lines = block.split("# event ")[0].splitlines()
        found[int(block.split("# event ")[1].split()[0])] = lines[0], float(lines[1].split()[2]), lines[2:]
    return found
whole = events("whole/events.lhe")
rows = json.load(open("whole/result.json"))["multiplicities"]
parts = [events("split/events-%d.lhe" % k) for k in range(3)]
assert sum(map(len, parts)) == len(whole) == 3000
for k, (part, row) in enumerate(zip(parts, rows)):
    assert len(part) == row["written"]
    for number, (attributes, _, lines) in part.items():
        assert attributes == ' npLO=" %d " npNLO=" -1 ">' % k and (attributes, lines) == whole[number][::2]
for folder in "split", "split2":
    for k, row in enumerate(json.load(open(folder + "/result.json"))["multiplicities"]):
        head, rest = open("%s/events-%d.lhe" % (folder, k)).read().split("</init>")[:2]
        processes = [line.split() for line in head.split("<init>\n")[1].splitlines()[1:] if not line.startswith("<")]
        assert math.isclose(sum(float(p[0]) for p in processes), row["value"], rel_tol=1e-12)
        weights = [e[1] for e in events("%s/events-%d.lhe" % (folder, k)).values()]
        mean = sum(weights) / len(weights)
        error = math.sqrt(sum((w - mean) ** 2 for w in weights)) / len(weights)
        assert len(weights) == row["written"] > 800
        assert abs(mean - row["value"]) < 4 * error + 0.01 * row["value"], (folder, k, row, mean, error)
        xsec = re.search(r"^A 0 GenCrossSection (\S+)", open("split/events-%d.hepmc3" % k).read(), re.M)[1]
        assert folder == "split2" or float(xsec) == row["value"]
card = dict(reversed(line.split(" = ")) for line in head.split("<MGRunCard>")[1].split("</")[0].splitlines() if " = " in line)
assert {k: float(v) for k, v in card.items()} == {"ickkw": 0, "xqcut": 0, "ktdurham": 30, "dparameter": 0.4, "ptlund": -1,
                                                  "maxjetflavor": 5, "alpsfact": 1}, card
END
python3 parts.py || fail "files of each multiplicity"
gives 0 "events-0.lhe and its like are not merged" merge merged split split2
# The head of a merged sample has a row for each multiplicity, and one more where its events have other numbers of partons.
mixed() { # ROWS CARD SETTING...
    gives 0 "" run "$2" --out mixed --no-report --force --set "process=[u u~ > e+ e-, u u~ > e+ e- x QED=3]" \
        --set "define.x=[g, a]" --set "cuts.pair.a l+={dr_min: 0.4}" --set "cuts.pair.a l-={dr_min: 0.4}" \
        --set integration.relative_error=0.1 --set "sampling.multiplicities=[1, 1]" --set events.count=100 "${@:3}"
    awk '/<init>/ { getline; exit $10 != '"$1"' } END { if (!NR) exit 1 }' mixed/events.lhe || fail "not $1 processes ${*:2}: $(cat out)"
    for file in mixed/events.lhe mixed/events.hdf5; do
        gives 0 "processes     right" events "$file" --check
    done
}
mixed 3 card.yaml
grep -q "^ *processes *1  u u~ > e+ e-  " <("$tessera" events mixed/events.lhe) || fail "no name of a multiplicity"
awk '/<event/ { partons = $2 ~ /npLO/ ? $3 : -1; getline; process = $2 } /^ 2[12] 1 / { if ((process == 2) != ($1 == 21) || partons != ($1 == 21)) exit 1 }' \
    mixed/events.lhe || fail "events without partons are in the row of those with one"
mixed 3 card.yaml --set events.processes=subprocesses
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    sed '/^merging/d' card.yaml >unmerged.yaml
    mixed 2 unmerged.yaml --set events.processes=multiplicities
fi
gives 0 "split2/events.lhe" run card.yaml --out split2 --no-report --set events.count=9 --set events.format=lhe --force \
    --set integration.relative_error=0.1
[ "$(cd split2 && echo events*)" = events.lhe ] || fail "files of an older run are left: $(ls split2)"
# Variations have cross sections of their own in the files of each multiplicity, which add up to those of all. Those of
# CKKW-L, with programs of their own, are for who has time.
varied=mlm.yaml
[ -n "${TESSERA_TEST_CI:-}" ] && varied=card.yaml
for split in true false; do
    gives 0 "" run "$varied" --out varied-$split --no-report --set events.split=$split --set variations.scales=7 --set events.count=60 \
        --set events.format=hepmc3 --set "process=u u~ > e+ e- 0..1 g" --set "sampling.multiplicities=[1, 1]"
done
# The names of weights say what they are, where the format has no place for it.
gives 0 "" run varied-true/card.yaml --out varied-lhe --no-report --set events.split=false --set "events.format=[lhe, lheh5]"
gives 0 "written to" events varied-lhe/events.hdf5 --to lhe --out copy.lhe
[ "$(grep -c '<weight id=' copy.lhe)" = 6 ] || fail "a copy of LHEH5 has not six weights"
diff <(grep '<weight id=' varied-lhe/events.lhe) <(grep '<weight id=' copy.lhe) ||
    fail "a copy of LHEH5 has other weights: $(grep '<weight id=' copy.lhe)"
python3 - <<'END' || fail "variations in files of each multiplicity"
import glob, math, re
def sections(file):
    words = list(map(float, re.search(r"^A 0 GenCrossSection (.*)", open(file).read(), re.M)[1].split()))
    assert len(words) == 4 + 2 * 6
    return [words[0], *words[4::2]], [words[1], *words[5::2]]
one, other, (whole, errors) = (sections(f) for f in [*sorted(glob.glob("varied-true/*.hepmc3")), "varied-false/events.hepmc3"])
for a, b, c, x, y, z in zip(one[0], other[0], whole, one[1], other[1], errors):
    assert math.isclose(a + b, c, rel_tol=1e-12) and math.isclose(math.hypot(x, y), z, rel_tol=1e-12), (a, b, c, x, y, z)
assert len({round(x, 9) for x in one[0]}) == 3 and len({round(x, 9) for x in other[0]}) == 7  # without a jet nothing depends on mu_R
END

# The scale of merging has the same bits on each device. The measure of fewer steps is for who has time.
awk 'BEGIN { srand(7); for (i = 0; i < 5120; i++) { pt = 5 * exp(4 * rand()); y = 8 * rand() - 4; f = 6.28 * rand()
    printf "%.17g %.17g %.17g %.17g\n", pt * (exp(y) + exp(-y)) / 2, pt * cos(f), pt * sin(f), pt * (exp(y) - exp(-y)) / 2 } }' >momenta
for measure in ${TESSERA_TEST_CI:+1} 4; do
    "$build/tests/event_merging" cpu double 5 0xb "$measure" 0.4 <momenta >of_cpu || fail "scales of merging"
    [ "$(sort -u of_cpu | wc -l)" -gt 1000 ] || fail "measure $measure: $(head -3 of_cpu)"
    ASAN_OPTIONS=detect_leaks=0 "$build/tests/event_merging" opencl double 5 0xb "$measure" 0.4 <momenta >of_opencl 2>text
    case $? in
    0) cmp of_cpu of_opencl || fail "measure $measure has other bits with OpenCL" ;;
    77) echo "no OpenCL" ;;
    *) fail "scales of merging with OpenCL: $(cat text)" ;;
    esac
done
exit $failed
