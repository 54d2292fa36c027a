#!/usr/bin/env bash
# test_decay.sh BUILD: `tessera decay`: against the program's own chains of decays and closed forms, files as other programs
# write them, and faults.
set -uo pipefail
tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"
run() { "$tessera" run "$@" --device cpu --quiet --no-report >out 2>&1 || fail "run $*: $(cat out)"; }
angles() { python3 "$source/tests/program/decay_angles.py" "$@" >out 2>&1 || fail "angles $*: $(cat out)"; }
weights() { python3 "$source/tests/program/lhe_weights.py" "$@" >out 2>&1 || fail "weights $*: $(cat out)"; }
# near JSON NAME VALUE TOLERANCE: a number of what --json has printed, relative. The value may be an expression.
near() { angles near "$@"; }

# Tops with their Ws: angles of the same chain, and the widths by their closed forms.
cat >tops.yaml <<END
process: e+ e- > t t~
beams: {particles: [e+, e-], energy: 500}
model: {m_t: 173, gamma_t: 1.5, gamma_w: 2.05}
cuts: {jet: {pt_min: 0, dr_min: 0, eta_max: 100}}
integration: {relative_error: 5e-3}
events: {count: 4000, format: lhe}
END
leptons="t > w+ b, t~ > w- b~, w+ > l+ vl, w- > l- vl~"
run tops.yaml --out tops
run tops.yaml --out chain --seed 2 --set "process=e+ e- > t t~, (t > w+ b, w+ > l+ vl), (t~ > w- b~, w- > l- vl~)"
gives 0 "4000, of which 4000 have decays" decay tops/events.lhe --card tops.yaml --decay "$leptons" --out new.lhe
gives 0 "weights       right" events new.lhe --check
# Again, on one core: a seed has its events.
taskset -c 0 "$tessera" decay tops/events.lhe --card tops.yaml --decay "$leptons" --out again.lhe --json >new.json 2>out || fail "$(cat out)"
cmp -s new.lhe again.lhe || fail "the same seed makes other events on one core"
"$tessera" model tops.yaml --json >model.json 2>out || fail "$(cat out)"
read -r top lepton w < <(python3 -c 'import json, math
p = {row["name"]: row["value"] for row in json.load(open("model.json"))["parameters"]}
coupling = 4 * math.pi * p["alpha"] / p["sin2_theta_w"]
x = (p["m_w"] / 173) ** 2
print(coupling * 173**3 / (64 * math.pi * p["m_w"] ** 2) * (1 - x) ** 2 * (1 + 2 * x) / 1.5, coupling * p["m_w"] / (48 * math.pi) / 2.05, p["m_w"])')
near new.json branching "($top * 2 * $lepton) ** 2" 1e-9
near new.json cross_section "cross_section('tops') * ($top * 2 * $lepton) ** 2" 1e-9
# A chain has production times branching ratios, but for what lies beyond 15 widths of each. The width of a top falls with the
# mass of its W: both together have 0.55 % less than narrow ones, by a closed form.
narrow=(--set model.gamma_t=1.5e-3)
run tops.yaml --out thin "${narrow[@]}" --set integration.relative_error=5e-4 --set events.count=50
run tops.yaml --out steps "${narrow[@]}" --set integration.relative_error=5e-4 --set events.count=0 \
    --set "process=e+ e- > t t~, (t > w+ b, w+ > e+ ve), (t~ > w- b~, w- > mu- vm~)"
"$tessera" decay thin/events.lhe --card tops.yaml "${narrow[@]}" --decay "t > w+ b, t~ > w- b~, w+ > e+ ve, w- > mu- vm~" --out thin.lhe \
    --json >thin.json 2>out || fail "$(cat out)"
near thin.json cross_section "cross_section('steps') / (2 / math.pi * math.atan(30) * kept_of_w(173, 80.41900245, 2.05)) ** 2" 2e-3
# Three products, with the W as a line that is not named: the integral over all of its masses.
"$tessera" decay tops/events.lhe --card tops.yaml --decay "t > b e+ ve" --out three.lhe --json >three.json 2>out || fail "$(cat out)"
near three.json branching "$top * $lepton * kept_of_w(173, 80.41900245, 2.05, 1000)" 4e-3
# Spins off: nothing has a direction, and the chain's angles are others.
gives 0 "branching" decay tops/events.lhe --card tops.yaml --decay "$leptons" --spins off --out off.lhe
gives 0 "branching" decay tops/events.lhe --card tops.yaml --decay "$leptons" --window 3 --out narrow.lhe
# Another seed, and a file in which tops have decayed already: with the card's process, and by its particles alone. Where there
# is time a run of its own makes it.
gives 0 "branching" decay tops/events.lhe --card tops.yaml --decay "$leptons" --seed 7 --out seed.lhe
cmp -s new.lhe seed.lhe && fail "another seed makes the same events"
half="e+ e- > t t~, t > w+ b, t~ > w- b~"
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    run tops.yaml --out half --seed 3 --set "process=$half"
    mv half/events.lhe w.lhe
else
    gives 0 "branching" decay tops/events.lhe --card tops.yaml --decay "t > w+ b, t~ > w- b~" --seed 3 --out w.lhe
fi
gives 0 "branching" decay w.lhe --card tops.yaml --set "process=$half" --decay "w+ > l+ vl, w- > l- vl~" --out half.lhe
cp half.lhe half-process.lhe
sed /^process/d tops.yaml >open.yaml
gives 0 "branching" decay w.lhe --card open.yaml --decay "w+ > l+ vl, w- > l- vl~" --out half.lhe --force
angles like new.lhe chain/events.lhe and sound new.lhe 6:173:1.5 24:80.419:2.05 \
    and flat off.lhe and unlike off.lhe chain/events.lhe "leptons 0 1" and sound off.lhe 6:173:1.5 24:80.419:2.05 \
    and sound narrow.lhe 6:173:.3 24:80.419:.41 and like half-process.lhe chain/events.lhe and like half.lhe chain/events.lhe

# Several decays of a particle, by their widths; W bosons of tops alone, by parentheses; all formats, weights and colours.
cat >hadrons.yaml <<END
process: p p > t t~
beams: {energy: 13000}
model: {gamma_t: 1.5}
variations: {scales: 7}
integration: {relative_error: 2e-2}
events: {count: ${TESSERA_TEST_CI:+1}500, format: [lhe, lhe.gz, lheh5]}
END
formats="lhe ${TESSERA_TEST_CI:+lhe.gz }hdf5"
if ! "$tessera" run hadrons.yaml --device cpu --quiet --no-report --out hadrons >out 2>&1; then # without HDF5
    grep -q 'lheh5 cannot be written' out || fail "$(cat out)"
    formats="lhe lhe.gz"
    run hadrons.yaml --out hadrons --set "events.format=[lhe, lhe.gz]"
fi
# Lifetimes of the file stay, which h5py writes there; new particles have none.
lived=
if [[ $formats = *hdf5 ]] && "${TESSERA_PYTHON:-python3}" -c 'import sys
try:
    import h5py
except ImportError:
    sys.exit(1)
rows = h5py.File("hadrons/events.hdf5", "r+")["particles"]
rows[:, 11] = [.5 + i for i in range(len(rows))]' 2>err; then
    lived=1
fi
hadrons=(--card hadrons.yaml --decay "(t > w+ b, w+ > l+ vl, w+ > u d~), t~ > w- b~")
for ending in $formats; do
    # Without much time a second format has no spins, which need most of it.
    [[ $ending != hdf5 || -n ${TESSERA_TEST_CI:-} ]] || hadrons+=(--spins off)
    gives 0 "branching" decay "hadrons/events.$ending" --out "hadrons.$ending" "${hadrons[@]}"
    gives 0 "weights       right" events "hadrons.$ending" --check
done
[[ $formats != *gz* ]] || gzip -dc hadrons.lhe.gz | cmp -s - hadrons.lhe || fail "a compressed file has other events"
for name in ${TESSERA_TEST_CI:+MUR=0.5_MUF=0.5_LHAPDF=10042} MUR=2_MUF=1_LHAPDF=10042; do
    weights like hadrons/events.lhe "$name" hadrons.lhe "$name"
done
checks=(sound hadrons.lhe 6:173:1.5 24:80.419:2.0476 and shares hadrons.lhe 11:0 2:.6 -11:.2 -24:1)
if [[ $formats = *hdf5 ]]; then
    gives 0 "" events hadrons.hdf5 --to lhe --out back.lhe
    gives 0 "branching" decay hadrons/events.lhe --out like.lhe "${hadrons[@]}"
    checks+=(and like like.lhe back.lhe 0.9999)
    [ -z "$lived" ] || "${TESSERA_PYTHON:-python3}" -c 'import h5py
old, new = h5py.File("hadrons/events.hdf5"), h5py.File("hadrons.hdf5")
for (count, start), (longer, place) in zip(old["events"][:, 1:3].astype(int), new["events"][:, 1:3].astype(int)):
    assert (new["particles"][place:place + count, 11] == old["particles"][start:start + count, 11]).all(), start
    assert (new["particles"][place + count:place + longer, 11] == 0).all() and longer == count + 6, place' 2>out || fail "lifetimes: $(cat out)"
fi
angles "${checks[@]}"
# Equal particles, each in one of three ways, and the Z of a Higgs boson's production.
cat >bosons.yaml <<END
process: e+ e- > z h
beams: {particles: [e+, e-], energy: 300}
integration: {relative_error: 5e-3}
events: {count: 3000, format: lhe}
END
run bosons.yaml --out bosons
gives 0 "branching" decay bosons/events.lhe --card bosons.yaml --decay "z > l+ l-" --out bosons.lhe
if [ -n "${TESSERA_TEST_CI:-}" ]; then # the angles of tops' chain tell as much
    run bosons.yaml --out leptons --seed 2 --set "process=e+ e- > z h, z > l+ l-"
    angles like bosons.lhe leptons/events.lhe
fi
# Helicities that are drawn: those of leptons of Z are as often as their couplings say, of both signs in the beams alike. All else
# stays.
gives 0 "branching" decay bosons/events.lhe --card bosons.yaml --decay "z > l+ l-" --spinup drawn --out drawn.lhe
gives 2 "expects single or drawn" decay bosons/events.lhe --card bosons.yaml --decay "z > l+ l-" --spinup all --out none.lhe
gives 2 "decays without spins have not" decay bosons/events.lhe --card bosons.yaml --decay "z > l+ l-" --spinup drawn --spins off --out none.lhe
"$tessera" model bosons.yaml --json >bosons.json 2>out || fail "$(cat out)"
python3 - <<'END' || fail "helicities that are drawn"
import json, re
sine = next(row["value"] for row in json.load(open("bosons.json"))["parameters"] if row["name"] == "sin2_theta_w")
blocks = [[[line.split() for line in block.split("\n")[1:7]] for block in re.findall(r"<event>\n(.*?)</event>", open(name).read(), re.S)]
          for name in ("bosons.lhe", "drawn.lhe")]
counts = {}
for old, new in zip(*blocks):
    assert [row[:12] for row in old] == [row[:12] for row in new]
    spins = {row[0]: float(row[12]) for row in new if row[1] in ("1", "-1")}
    lepton, = (float(row[12]) for row in new if row[0] in ("11", "13") and row[1] == "1")
    other, = (float(row[12]) for row in new if row[0] in ("-11", "-13") and row[1] == "1")
    beams = [float(row[12]) for row in new if row[1] == "-1"]
    assert lepton == -other and beams[0] == -beams[1] and spins["25"] in (0, 9), new
    electron, = (float(row[12]) for row in new if row[:2] == ["11", "-1"])
    counts[electron, lepton] = counts.get((electron, lepton), 0) + 1
left, right = (sine - 0.5) ** 2, sine ** 2
for place in 0, 1:
    share = sum(n for key, n in counts.items() if key[place] < 0) / 3000
    expected = left / (left + right)
    assert abs(share - expected) < 4 * (expected * (1 - expected) / 3000) ** .5, (place, share, expected)
END
run bosons.yaml --out pairs --set "process=e+ e- > z z" --set events.count=2000
gives 0 "branching" decay pairs/events.lhe --card bosons.yaml --set "process=e+ e- > z z" --decay "z > e+ e-, z > vm vm~" --out pairs.lhe
angles sound pairs.lhe 23:91.188:2.4414
# Where there is time: a width of four products is integrated, as that of three is above. It agrees with the chain's within errors,
# of which 15 widths have 0.9788. Lines between that are narrow: both W bosons of a heavy Higgs boson, and a W within a top.
if [ -n "${TESSERA_TEST_CI:-}" ]; then
run bosons.yaml --out four --set "process=e+ e- > z h, h > e+ e- mu+ mu-" --set events.count=2000
"$tessera" decay bosons/events.lhe --card bosons.yaml --decay "h > e+ e- mu+ mu-" --out four.lhe --json >four.json 2>out || fail "$(cat out)"
angles like four.lhe four/events.lhe
near four.json cross_section "cross_section('four') / 0.97879" 2e-2
cat >heavy.yaml <<END
process: e+ e- > z h
beams: {particles: [e+, e-], energy: 900}
model: {m_h: 500, gamma_h: 60, gamma_t: 0.01, gamma_w: 0.02}
integration: {relative_error: 2e-2}
events: {count: 50, format: lhe}
END
run heavy.yaml --out heavy
for decays in "h > e+ ve mu- vm~: h > w+ w-, w+ > e+ ve, w- > mu- vm~" "h > b e+ ve t~: h > t t~, t > w+ b, w+ > e+ ve"; do
    for name in "${decays%:*}" "${decays#*: }"; do
        "$tessera" decay heavy/events.lhe --card heavy.yaml --decay "$name" --out heavy.lhe --force --json >heavy.json 2>out || fail "$(cat out)"
        [ "$name" = "${decays%:*}" ] && mv heavy.json whole.json
    done
    near whole.json branching "json.load(open('heavy.json'))['branching']" 1e-2
done

# A photon, which a heavier Z leaves no energy: masses do not go where it would be soft, as the file has none there.
cat >photon.yaml <<END
process: e+ e- > z a
beams: {particles: [e+, e-], energy: 110}
cuts: {photon: {pt_min: 5}, lepton: {pt_min: 0, eta_max: 100, dr_min: 0}}
integration: {relative_error: 1e-2}
events: {count: 4000, format: lhe}
END
run photon.yaml --out photon
run photon.yaml --out photon-chain --seed 2 --set "process=e+ e- > z a, z > mu+ mu-"
"$tessera" decay photon/events.lhe --card photon.yaml --decay "z > mu+ mu-" --out photon.lhe --json >photon.json 2>out || fail "$(cat out)"
python3 -c 'import json
made = json.load(open("photon.json"))
assert made["trials"] < 5 and made["missing"] < 1e-4 and made["beyond"] < 10, made' 2>out || fail "$(cat out)"
angles masses photon.lhe photon-chain/events.lhe 23:91.188:2.4414
fi

# A Z of hadrons: masses are the chain's, as energies of partons follow them with the densities. Where there is time, one beside a
# jet too.
cat >jets.yaml <<END
process: u u~ > z
beams: {energy: 13000}
cuts: {jet: {pt_min: 20}, lepton: {pt_min: 0, eta_max: 100, dr_min: 0}}
integration: {relative_error: 1e-2}
events: {count: 4000, format: lhe}
END
jets=() chain='u u~ > z, z > e+ e-'
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    jets=(--set 'process=[u u~ > z, u g > z u]' --set 'sampling.multiplicities=[1, 3]' --set events.count=8000)
    chain='["u u~ > z, z > e+ e-", "u g > z u, z > e+ e-"]'
fi
run jets.yaml --out jets "${jets[@]}"
run jets.yaml --out jets-chain --seed 2 "${jets[@]}" --set "process=$chain"
gives 0 "branching" decay jets/events.lhe --card jets.yaml "${jets[@]}" --decay "z > e+ e-" --out jets.lhe
gives 0 "weights       right" events jets.lhe --check
angles masses jets.lhe jets-chain/events.lhe 23:91.188:2.4414 and like jets.lhe jets-chain/events.lhe

# A particle of a model's own, which comes alone: widths are those of `tessera model --widths`, which knows them otherwise.
"$tessera" model import "$source/examples/models/zprime" --out zprime.tsm >out 2>&1 || fail "$(cat out)"
cat >zprime.yaml <<END
process: u u~ > zp
beams: {energy: 13000}
model: {name: zprime.tsm}
integration: {relative_error: 1e-2}
events: {count: 500, format: lhe}
END
run zprime.yaml --out zprime
widths=$("$tessera" model zprime.tsm --widths | awk '/^DECAY/ { inside = $2 == 32 } inside && / 2 -?(6|11|13) -?(6|11|13) / { sum += $1 * width }
    /^DECAY 32/ { width = $3 } END { printf "%.9g", sum / 60 }')
# Bounds of orders that cut nothing change no event.
zprime=(decay zprime/events.lhe --card zprime.yaml --decay "zp > l+ l-, zp > t t~")
"$tessera" "${zprime[@]}" --set "process=u u~ > zp QED=0" --out bounded.lhe --json >zprime.json 2>out || fail "$(cat out)"
near zprime.json branching "$widths" 1e-6
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    "$tessera" "${zprime[@]}" --out zprime.lhe >out 2>&1 || fail "$(cat out)"
    cmp -s zprime.lhe bounded.lhe || fail "bounds of orders that cut nothing change events"
fi

# A file as MadGraph writes it: weights of one (IDWTUP 3) stay so, all else is as it was.
python3 - <<'END'
import re
text = open("bosons/events.lhe").read()
init = re.search(r"<init>\n(.*)\n(.*)\n", text)
beams = init[1].split()
beams[8] = "3"
body = re.sub(r"<event>\n (\S+) (\S+) \S+", r"<event>\n \1 \2 1.0D+00", text.split("</init>\n", 1)[1])
body = body.replace("\n# event", "\n<mgrwt>\n<rscale>  0 0.9E+02</rscale>\n</mgrwt>\n# event")
open("madgraph.lhe", "w").write('<LesHouchesEvents version="1.0">\n<header>\n<MGVersion>\n3.5.1\n</MGVersion>\n<MGGenerationInfo>\n#  Number of Events        :       3000\n'
                                + '#  Integrated weight (pb)  :       0.5\n</MGGenerationInfo>\n</header>\n<init>\n'
                                + " ".join(beams) + "\n" + init[2] + "\n</init>\n" + body)
END
gives 0 "branching" decay madgraph.lhe --card bosons.yaml --decay "z > l+ l-" --out weighted.lhe
python3 - <<'END' || fail "a file of MadGraph's"
old, new = open("madgraph.lhe").read(), open("weighted.lhe").read()
from re import search, sub
weight = r"\(pb\)  :       (\S+)\n"
assert old.split("</header>")[0] == sub(weight, "(pb)  :       0.5\n", new).split("<TesseraDecay>")[0]
assert 'decay: "z > l+ l-"\nseed: 1\nspins: on\n' in new.split("<TesseraDecay>")[1].split("</header>")[0]
assert old.count("<rscale>  0 0.9E+02</rscale>") == new.count("<rscale>  0 0.9E+02</rscale>") == 3000
heads = [lines.split("\n")[1].split() for lines in new.split("<event>")[1:]]
assert all(head[0] == "6" and float(head[2]) == 1 for head in heads)
before, after = (float(text.split("<init>\n")[1].split("\n")[1].split()[0]) for text in (old, new))
assert 0.06 < after / before < 0.08, (before, after)
assert abs(float(search(weight, new)[1]) / 0.5 / (after / before) - 1) < 1e-12, new[:1000]
run, init = open("bosons.lhe").read().split("<TesseraRun>")[1].split("<init>\n")
numbers = [float(search(key + r": (\S+)", run)[1]) for key in ("cross_section", "\nerror")]
assert numbers == [float(word) for word in init.split("\n")[1].split()[:2]], (numbers, init[:200])
END

# Weights of one, processes of which one has no events, and factors that differ: cross sections are those of all, and weights in pb.
sed /^process/d bosons.yaml >any.yaml
python3 - <<'END'
from re import search, sub
parts = []
for number, (name, count) in enumerate((("bosons", 40), ("pairs", 60)), 1):
    text = open(f"{name}/events.lhe").read()
    beams = search(r"<init>\n(.*)\n", text)[1].split()
    for event in text.split("<event>\n")[1:count + 1]:
        event = event.split("</event>")[0]
        parts.append("<event>\n" + sub(r"^ (\S+) \S+ \S+", rf" \1 {number} 1.0", event) + "</event>\n")
beams[8:10] = ["-3", "3"]
head = '<LesHouchesEvents version="1.0">\n<init>\n' + " ".join(beams) + "\n2. .01 1. 1\n3. .02 1. 2\n5. .03 1. 3\n</init>\n"
open("mixed.lhe", "w").write(head + "".join(parts) + "</LesHouchesEvents>\n")
halves = [sub(r"^(<event>\n \S+) \S+", rf"\1 {1 + i % 2}", part) for i, part in enumerate(parts[:40])]
open("same.lhe", "w").write(sub(r"\. \.0\d", ". 1e-9", head) + "".join(halves) + "</LesHouchesEvents>\n")
open("stray.lhe", "w").write(head + "".join(parts[:50]) + sub(r"^(<event>\n \S+) \S+", r"\1 7", parts[50]) + "</LesHouchesEvents>\n")
END
"$tessera" decay mixed.lhe --card any.yaml --decay "z > l+ l-" --out mixed-new.lhe --json >mixed.json 2>out || fail "$(cat out)"
python3 - <<'END' || fail "processes and weights of one"
import json
from math import isclose
text, made = open("mixed-new.lhe").read(), json.load(open("mixed.json"))
init = [line.split() for line in text.split("<init>\n")[1].split("</init>")[0].strip().split("\n")]
sigma, errors = ([float(row[i]) for row in init[1:]] for i in (0, 1))
weights = [float(event.split()[2]) for event in text.split("<event>")[1:]]
branching = [value / old for value, old in zip(sigma, (2, 3, 5))]
mean = .4 * branching[0] + .6 * branching[1]
assert isclose(branching[1], branching[0] ** 2, rel_tol=1e-9) and isclose(branching[2], mean, rel_tol=1e-9), branching
assert isclose(made["cross_section"], 10 * mean, rel_tol=1e-9), made
assert init[0][8] == "-4" and isclose(sum(weights) / 100, 10 * mean, rel_tol=1e-9), (init[0], weights)
END
# What a width leaves open is one number for all processes: it is in the error of each, and added before squares are.
higgs=${TESSERA_TEST_CI:+h > e+ e- mu+ mu-} higgs=${higgs:-h > z mu+ mu-} # whose width takes less time
"$tessera" decay same.lhe --card any.yaml --decay "$higgs" --out same-new.lhe --json >same.json 2>out || fail "$(cat out)"
python3 - <<'END' || fail "errors of widths"
import json
made = json.load(open("same.json"))
rows = [line.split() for line in open("same-new.lhe").read().split("<init>\n")[1].split("</init>")[0].strip().split("\n")]
of_width = made["branching_error"] / made["branching"]
assert of_width > 1e-5 and rows[0][8] == "-3", (of_width, rows)
for error, value in [map(float, row[1::-1]) for row in rows[1:]] + [(made["error"], made["cross_section"])]:
    assert abs(error / value / of_width - 1) < 1e-6, (error, value, of_width)
END
# Two ways of the same width: each is integrated by numbers of its own, and their errors are independent.
if [ -n "${TESSERA_TEST_CI:-}" ]; then
"$tessera" decay same.lhe --card any.yaml --decay "h > e+ e- mu+ mu-, h > e+ e- ta+ ta-" --spins off --out both.lhe --json >both.json 2>out || fail "$(cat out)"
python3 - <<'END' || fail "errors of two widths"
import json
one, two = (json.load(open(name)) for name in ("same.json", "both.json"))
off = two["branching"] - 2 * one["branching"]
assert 0 < abs(off) < 5 * one["branching_error"], (one, two)
assert abs(two["branching_error"] / one["branching_error"] - 2 ** .5) < .1, (one, two)
END
fi
gives 0 "of its width, 0.001 GeV: expected 1 at most" decay same.lhe --card any.yaml --set model.m_b=4.7 --set model.gamma_h=1e-3 --decay "h > b b~" \
    --out excess.lhe

# Faults: each says what it is, and leaves nothing.
nothing() {
    gives "$@" --out none.lhe
    [ -z "$(ls -d none.lhe* 2>/dev/null)" ] || fail "${*:3} leaves $(ls -d none.lhe*)"
}
tops=(decay tops/events.lhe --card tops.yaml)
nothing 2 "needs --card FILE" decay tops/events.lhe
gives 2 "needs --out FILE" "${tops[@]}"
nothing 2 "--spins expects on or off" "${tops[@]}" --spins maybe
nothing 2 "The window of masses is 0.5 widths" "${tops[@]}" --window 0.5
nothing 2 "The card names no decay" "${tops[@]}"
nothing 2 "tessera: --decay: in the decay of t electric charge is not conserved" "${tops[@]}" --decay "t > w- b"
nothing 2 "did you mean" "${tops[@]}" --decay "top > w+ b"
nothing 2 "products that another decay of w+ has" "${tops[@]}" --decay "w+ > e+ ve, w+ > l+ vl"
nothing 2 "h > e+ ve mu- vm~" "${tops[@]}" --decay "h > w+ w-"
nothing 2 "set gamma_t" "${tops[@]}" --decay "t > w+ b" --set model.gamma_t=0
nothing 2 "no event has a final particle that decays" "${tops[@]}" --decay "z > e+ e-"
nothing 2 "t has the mass 170 GeV in the model, and 173 GeV in the file" "${tops[@]}" --decay "t > w+ b" --set model.m_t=170
nothing 2 "the card's process has no such subprocess" "${tops[@]}" --decay "t > w+ b" --set "process=e+ e- > t t~ a"
for seed in 1 ${TESSERA_TEST_LONG:+2 3}; do
    nothing 2 "it is infinite, as with soft or collinear products" decay same.lhe --card any.yaml --seed "$seed" --decay "z > u u~ g"
    [ -z "${TESSERA_TEST_CI:-}" ] || nothing 2 "The width of z > mu+ mu- a has an error of" decay same.lhe --card any.yaml --seed "$seed" --decay "z > mu+ mu- a"
done
nothing 2 "event 51 is of the process 7, for which the head has no cross section" decay stray.lhe --card any.yaml --decay "z > l+ l-"
nothing 2 "nowhere.lhe" decay nowhere.lhe --card tops.yaml --decay "t > w+ b"
# Where the copy cannot stand is said before work: the card's mistake would come first.
gives 1 "nowhere/new.lhe cannot be written" "${tops[@]}" --decay "t > w- b" --out nowhere/new.lhe
gives 2 "tops/events.lhe is a Les Houches file, and so is its copy" "${tops[@]}" --decay "t > w- b" --out new.h5
gives 2 "tops/events.lhe is the file that is read" "${tops[@]}" --decay "t > w- b" --out tops/events.lhe --force
gives 2 "is the file that is read" "${tops[@]}" --decay "t > w+ b" --out tops/events.lhe --force
gives 2 "is there already" "${tops[@]}" --decay "t > w+ b" --out new.lhe
gives 0 "No event has the decay z > e+ e-" "${tops[@]}" --decay "t > w+ b, z > e+ e-" --out idle.lhe
# Helicities: a process that asks for those of a beam, and a file that has them, have the same decays; widths are those of all.
(sed 's/e- >/e-{L} >/' tops.yaml && echo 'decay: [t > w+ b, w+ > e+ ve]') >left.yaml
sed 's/{L}//' left.yaml >both.yaml
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    run left.yaml --out left --set events.count=200 --set integration.relative_error=2e-2
    awk '/<event>/ { row = 0 } { row++ } row > 4 && NF == 13 && $2 == 1 { $13 = "9." } { print }' left/events.lhe >beams.lhe
else # decays of events of all helicities of the beams, which here say that they are of one
    awk '/<event>/ { n++; row = 0 } { row++ } NF == 13 && row > 2 { $13 = row > 4 ? "9." : $1 == 11 ? "-1." : "1." }
        n <= 200 || /<.LesHouches/ { print }' tops/events.lhe >beams.lhe
fi
gives 0 "branching" decay beams.lhe --card left.yaml --out by-process.lhe
gives 0 "branching" decay beams.lhe --card both.yaml --helicities file --out by-file.lhe
gives 0 "branching" decay beams.lhe --card both.yaml --out by-sum.lhe
events_of() { sed -n '/<event>/,$p' "$1"; }
cmp <(events_of by-process.lhe) <(events_of by-file.lhe) || fail "helicities of a file"
cmp -s <(events_of by-sum.lhe) <(events_of by-file.lhe) && fail "helicities of a file have no part"
cmp <(grep branching: by-sum.lhe) <(grep branching: by-process.lhe) || fail "widths with helicities of a beam"
# Of a top quark with a helicity the lepton's angle to its direction has the density (1 -+ cos) / 2, where its W alone decays too.
lepton_angle() {
    python3 - "$@" <<'END' || fail "angles of leptons of t{$2} in $1"
import math, re, sys
cosines = []
for block in re.findall(r"<event>\n(.*?)</event>", open(sys.argv[1]).read(), re.S):
    rows = [line.split() for line in block.splitlines()[1:]]
    top, lepton = ([float(x) for x in next(r for r in rows if r[:2] == code)[6:11]]
                   for code in (["6", "2"], ["-11", "1"]))
    mass, length = top[4], math.sqrt(sum(x * x for x in top[:3]))
    along = sum(a * b for a, b in zip(top, lepton[:3])) / length
    energy = (top[3] * lepton[3] - length * along) / mass
    cosines.append((along * top[3] - length * lepton[3]) / mass / energy)
mean = sum(cosines) / len(cosines)
expected = (-1 if sys.argv[2] == "L" else 1) / 3
assert abs(mean - expected) < 4 * math.sqrt((1 / 3 - 1 / 9) / len(cosines)), mean
END
}
for state in L ${TESSERA_TEST_CI:+R}; do
    gives 0 "branching" decay beams.lhe --card both.yaml --set "process=e+ e- > t{$state} t~" --out "top-$state.lhe"
    lepton_angle "top-$state.lhe" "$state"
    [ -n "${TESSERA_TEST_CI:-}" ] || continue # the same quark, which has decayed into a W already
    half="e+ e- > t{$state} t~, t > w+ b"
    run both.yaml --out "half-$state" --set "process=$half" --set events.count=600
    gives 0 "branching" decay "half-$state/events.lhe" --card both.yaml --set "process=$half" --decay "w+ > e+ ve" --out "half-$state.lhe"
    lepton_angle "half-$state.lhe" "$state"
done
gives 2 "polarization_frame" decay w.lhe --card both.yaml --set "process=e+ e- > t{L} t~, t > w+ b, t~ > w- b~" --set "polarization_frame=[4]" --decay "w+ > e+ ve" --out none.lhe
gives 2 "--helicities expects summed or file" decay beams.lhe --card both.yaml --helicities all --out none.lhe
# Weights of two sizes, as heads of each kind say it: all are multiplied, and the largest.
python3 - <<'END'
import itertools, re
text = open("beams.lhe").read()
for kind in ("1", "2", "-4"):
    sizes = itertools.cycle(("0.25", "0.75"))
    made = re.sub(r"(<init>\n(?: \S+){8}) \S+ 1\n.*", rf"\1 {kind} 1\n 0.5 0.001 0.75 1", text)
    open(f"kind{kind}.lhe", "w").write(re.sub(r"(<event>\n \S+ \S+) \S+", lambda m: f"{m[1]} {next(sizes)}", made))
END
for kind in 1 2 -4; do
    gives 0 "branching" decay "kind$kind.lhe" --card both.yaml --out "kind$kind-new.lhe"
done
python3 - <<'END' || fail "kinds of IDWTUP"
import math, re
for kind in ("1", "2", "-4"):
    text = open(f"kind{kind}-new.lhe").read()
    share = float(re.search(r"branching: (\S+)", text)[1])
    head = re.search(r"<init>\n(.*)\n(.*)\n", text)
    assert head[1].split()[8] == kind, (kind, head[1])
    assert all(math.isclose(float(a), b * share, rel_tol=1e-8) for a, b in zip(head[2].split(), (0.5, 0.001, 0.75))), (kind, head[2])
    weights = [float(w) for w in re.findall(r"<event>\n \S+ \S+ (\S+)", text)]
    assert len(weights) == 200 and all(math.isclose(w, (0.25, 0.75)[i % 2] * share, rel_tol=1e-8) for i, w in enumerate(weights)), kind
END
head -c 300000 tops/events.lhe >cut.lhe
nothing 2 "cut.lhe" decay cut.lhe --card tops.yaml --decay "t > w+ b"
awk '/<event>/ { n++; row = 0 } n == 3 && row == 4 { $2 = 2; $3 = 4; $4 = 4 } n == 3 && row == 5 { $2 = 2; $3 = 3; $4 = 3 } { row++; print }' \
    tops/events.lhe >circle.lhe
nothing 2 "event 3: the mothers of particle 3 lead in a circle" decay circle.lhe --card tops.yaml --decay "t > w+ b"
(ulimit -f 200 && exec "$tessera" "${tops[@]}" --decay "t > w+ b" --out full.lhe) >out 2>&1
[ $? = 1 ] || fail "a full disk: not exit status 1"
grep -q "full.lhe cannot be written" out || fail "a full disk: $(cat out)"
[ "$(ls -d full.lhe*)" = full.lhe.checkpoint ] || fail "a full disk leaves $(ls -d full.lhe*)"
gives 0 "branching" "${tops[@]}" --decay "t > w+ b" --resume --out full.lhe
[ "$(ls -d full.lhe*)" = full.lhe ] || fail "a disk that is no longer full leaves $(ls -d full.lhe*)"
# Ctrl-C and kill -9 leave a checkpoint, from which decays go on to the same bytes.
python3 - <<'END'
head, body = open("tops/events.lhe").read().split("</init>\n", 1)
body = body.replace("</LesHouchesEvents>", "")
open("long.lhe", "w").write(head + "</init>\n" + body * 6 + "</LesHouchesEvents>\n")
END
long=(decay long.lhe --card tops.yaml --decay "$leptons")
gives 0 "branching" "${long[@]}" --out long-whole.lhe
mv out whole.out
stops INT 130 long-new.lhe "${long[@]}" --out long-new.lhe
grep -q "long-new.lhe.checkpoint has what was found for [0-9]* events: --resume goes on from it" out || fail "Ctrl-C: $(cat out)"
[ "$(ls -d long-new.lhe*)" = long-new.lhe.checkpoint ] || fail "Ctrl-C leaves $(ls -d long-new.lhe*)"
gives 2 "is of other work" "${long[@]}" --seed 5 --resume --out long-new.lhe
stops KILL 137 long-new.lhe "${long[@]}" --resume --out long-new.lhe
gives 0 "branching" "${long[@]}" --resume --out long-new.lhe
cmp long-whole.lhe long-new.lhe || fail "decays that were stopped have other bytes"
sed s/long-whole/long-new/ whole.out | cmp - out || fail "decays that were stopped have other sums"
# One event may take long too, here at its threshold, where masses of nearly no trial fit.
run tops.yaml --out slow --set beams.energy=346.0002 --set events.count=1
mass=$(awk "BEGIN { printf \"%.17g\", 173 - 1e-5 - $w }")
(awk '/<event>/ { n++ } n < 6' tops/events.lhe && sed -n '/<event>/,$p' slow/events.lhe) >rare.lhe
for spins in on ${TESSERA_TEST_CI:+off}; do
    timeout -s INT -k 20 1 "$tessera" decay rare.lhe --card tops.yaml --set "model.m_b=$mass" --decay "t > w+ b, t~ > w- b~" --spins "$spins" \
        --out rare-new.lhe >out 2>&1
    [ $? = 124 ] || fail "Ctrl-C in one event, spins $spins: $(cat out)"
    [ -z "$(ls -d rare-new.lhe* 2>/dev/null)" ] || fail "Ctrl-C leaves $(ls -d rare-new.lhe*)"
done
exit $failed
