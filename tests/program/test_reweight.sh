#!/usr/bin/env bash
# test_reweight.sh BUILD: `tessera reweight` and `tessera amplitude --events`: against the weights and runs of the program
# itself, files as other programs write them, and faults.
set -uo pipefail
tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"
weights() { python3 "$source/tests/program/lhe_weights.py" "$@" >out 2>&1 || fail "weights $*: $(cat out)"; }

# Scales and densities: the variations of the run's own file.
python3 "$source/tests/program/power_set.py" "$work/powers" 1 1.3
cat >tops.yaml <<END
process: p p > t t~
beams: {particles: [p, p], energy: 13000}
pdf: $work/powers
precision: double
scales: {renormalization: MT/2, factorization: MT/2}
variations: {scales: 7, pdf: all}
integration: {relative_error: 2e-2}
events: {count: 400, format: [lhe, lheh5]}
END
formats="lhe lheh5"
if ! "$tessera" run tops.yaml --device cpu --quiet --no-report --out tops >out 2>&1; then # without HDF5
    grep -q 'lheh5 cannot be written' out || fail "$(cat out)"
    formats=lhe
    "$tessera" run tops.yaml --device cpu --quiet --no-report --out tops --set events.format=lhe >out 2>&1 || fail "$(cat out)"
fi
choices=(--mur .5 --muf .5 --name a --mur .5 --name b --mur 2 --name c --muf .5 --name d --muf 2 --name e --mur 2 --muf 2 --name f
    --set "pdf=$work/powers/1" --name g --set scales.renormalization=MT --set scales.factorization=MT --name h
    --set scales.factorization=100 --set scales.renormalization=100 --name fixed --set couplings.alpha_s=0.1 --name strong)
gives 0 "effective" reweight tops/events.lhe --card tops.yaml "${choices[@]}" --out new.lhe
weights added tops/events.lhe new.lhe
of() { echo "$1=MUR:$2_MUF:$3_LHAPDF:99000"; }
weights same new.lhe "$(of a 0.5 0.5)" "$(of b 0.5 1)" "$(of c 2 1)" "$(of d 1 0.5)" "$(of e 1 2)" "$(of f 2 2)" \
    "$(of h 2 2)" "g=MUR:1_MUF:1_LHAPDF:99001"
weights times new.lhe g 1.69
gives 0 "weights       right" events new.lhe --check
if [ "$formats" != lhe ]; then
    gives 0 "effective" reweight tops/events.hdf5 --card tops.yaml "${choices[@]}" --out new.hdf5
    gives 0 "weights       right" events new.hdf5 --check
    gives 0 "" events new.hdf5 --to lhe --out back.lhe
    for name in a c g h fixed strong MUR=0.5_MUF=1_LHAPDF=99000; do
        weights like new.lhe "$name" back.lhe "$name"
    done
fi

# As Sherpa and Pepper write LHEH5: processes by their place, 0 being the first, rows of trials alone, tables of subtraction.
# Rows of trials have no particles and weights of 0; particles begin anywhere.
if [ "$formats" != lhe ] && "${TESSERA_PYTHON:-python3}" -c 'import h5py' 2>err; then
    "${TESSERA_PYTHON:-python3}" - <<'END'
import h5py, numpy
old = h5py.File("tops/events.hdf5")
events, particles, processes = (old[name][:] for name in ("events", "particles", "procInfo"))
processes[:, 0] += 100
events[:, 0] *= events[:, 0] != 1
events[:, 2] += 7
bare = numpy.zeros((len(events) // 4, events.shape[1]))
bare[:, 3] = 2
with h5py.File("sherpa.hdf5", "w") as new:
    new["version"], new["init"] = numpy.array([2, 0, 0], numpy.int32), old["init"][:]
    new["procInfo"], new["particles"] = processes, numpy.concatenate([numpy.zeros((7, 13)), particles])
    new["events"] = numpy.concatenate([numpy.insert(events, numpy.arange(0, 4 * len(bare), 4), bare, 0), bare[:3]])
    new["ctevents"], new["ctparticles"] = numpy.full((len(new["events"]), 9), -1.0), numpy.zeros((len(particles) + 7, 4))
    for name in "events", "particles", "procInfo":
        for key, words in old[name].attrs.items():
            new[name].attrs[key] = words
END
    gives 0 "ctevents" reweight sherpa.hdf5 --card tops.yaml "${choices[@]}" --out sherpa-new.hdf5
    gives 0 "effective" reweight sherpa.hdf5 --card tops.yaml "${choices[@]}" --out sherpa-new.hdf5 --force
    gives 0 "branching" decay sherpa.hdf5 --card tops.yaml --set model.gamma_t=1.5 --decay "t > w+ b" --out sherpa-decayed.hdf5
    "${TESSERA_PYTHON:-python3}" - <<'END' 2>out || fail "LHEH5 as Sherpa has it: $(cat out)"
import h5py
ours, theirs, decayed = (h5py.File(name)["events"][:] for name in ("new.hdf5", "sherpa-new.hdf5", "sherpa-decayed.hdf5"))
assert len(theirs) == len(decayed) == len(ours) * 5 // 4 + 3
full = theirs[theirs[:, 1] > 0]
assert (full[:, 3:] == ours[:, 3:]).all() and (theirs[theirs[:, 1] == 0][:, 9:] == 0).all()
assert ((decayed[:, 1] == 0) == (theirs[:, 1] == 0)).all() and (decayed[decayed[:, 1] > 0][:, 1] == full[:, 1] + 2).all()
END
    gives 1 "processes     right" events sherpa-new.hdf5 --check # trials are more than the sums say
    # Trials behind the last event count too, also in a copy. What no row of trials may say is refused.
    "${TESSERA_PYTHON:-python3}" - <<'END'
import h5py, numpy, shutil
for name, rows in {"behind": [(400, 3)], "negative": [(9, -1)], "many": [(9, 2.0**53), (9, 2)], "event": [(9, 2.0**53)], "group": [(9, 2)]}.items():
    shutil.copy("tops/events.hdf5", name + ".hdf5")
    with h5py.File(name + ".hdf5", "r+") as file:
        events, words = file["events"][:], dict(file["events"].attrs)
        bare = numpy.zeros((len(rows), events.shape[1]))
        bare[:, 3] = [trials for _, trials in rows]
        if name == "group":
            events[9, 3] = 0
        del file["events"]
        file["events"] = numpy.insert(events, [place for place, _ in rows], bare, 0)
        for key, value in words.items():
            file["events"].attrs[key] = value
END
    trials() { "$tessera" events "$1" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["trials"])'; }
    gives 0 "" events behind.hdf5 --to lheh5 --out copied.hdf5
    count=$(trials tops/events.hdf5)
    [ "$(trials behind.hdf5) $(trials copied.hdf5)" = "$(python3 -c "print($count + 3, $count + 3)")" ] ||
        fail "trials behind the last event: $count, $(trials behind.hdf5), $(trials copied.hdf5)"
    gives 2 "event 10: in a row without particles, the number of trials -1 makes no sense" events negative.hdf5
    gives 2 "event 10: in rows without particles, the number of all trials 9.0072e+15 makes no sense" events many.hdf5
    gives 2 "event 10: the number of trials 9.0072e+15 makes no sense" events event.hdf5
    gives 2 "event 10: behind a row without particles, the number of trials 0 makes no sense" events group.hdf5
fi

# Scales of an event's <scales> count before SCALUP, and a full disk leaves a checkpoint alone.
awk '/<event>/ { getline head; split(head, word, " "); scale = word[4]; sub(" " word[4] " ", " 1 ", head); print; print head; next }
    /<rwgt>/ { printf "<scales muf=\"%s\" mur='"'%s'"' mups=\"1\"></scales>\n", scale, scale } { print }' tops/events.lhe >scales.lhe
gives 0 "effective" reweight scales.lhe --card tops.yaml --mur .5 --muf .5 --name a --out scales-new.lhe
weights like new.lhe a scales-new.lhe a
(ulimit -f 20 && exec "$tessera" reweight tops/events.lhe --card tops.yaml --mur 2 --name c --out full.lhe) >out 2>&1
[ $? = 1 ] || fail "a full disk: not exit status 1"
grep -q "full.lhe cannot be written" out || fail "a full disk: $(cat out)"
[ "$(ls -d full.lhe*)" = full.lhe.checkpoint ] || fail "a full disk leaves $(ls -d full.lhe*)"
gives 0 "effective" reweight tops/events.lhe --card tops.yaml --mur 2 --name c --resume --out full.lhe
[ "$(ls -d full.lhe*)" = full.lhe ] || fail "a disk that is no longer full leaves $(ls -d full.lhe*)"

# A process of the command line, and the form of a table.
"$tessera" amplitude "p p > t t~" --events tops/events.lhe --set model.m_t=173 --csv >table.csv || fail "csv"
head -2 table.csv | tail -1 | grep -q '^1,".* > t t~",0\.[0-9]*,[0-9.e+-]*$' || fail "csv: $(head -2 table.csv)"
[ "$(wc -l <table.csv)" = 401 ] || fail "csv has $(wc -l <table.csv) lines"

# Each choice of helicities has a row: they add up, with the average over what comes in, and the file's is one of them.
"$tessera" amplitude --events tops/events.lhe --card tops.yaml --helicities each --csv >each.csv || fail "csv of helicities"
"$tessera" amplitude --events tops/events.lhe --card tops.yaml --csv >summed.csv || fail "csv"
"$tessera" amplitude --events tops/events.lhe --card tops.yaml --helicities file --csv >file.csv || fail "csv of the file's helicities"
gives 0 "written to" amplitude --events tops/events.lhe --card tops.yaml --helicities each --out each.npy
[ "$formats" = lhe ] || gives 0 "written to" amplitude --events tops/events.lhe --card tops.yaml --helicities each --out each.h5
gives 2 "expects file or each" amplitude --events tops/events.lhe --card tops.yaml --helicities all
"${TESSERA_PYTHON:-python3}" - <<'END' || fail "helicities one by one"
import collections, csv, math, os, struct
summed, file, each = (list(csv.DictReader(open(name))) for name in ("summed.csv", "file.csv", "each.csv"))
sums, lists = collections.Counter(), collections.defaultdict(list)
for row in each:
    assert len(row["helicities"]) == 4 and set(row["helicities"]) <= set("+-"), row
    sums[row["event"]] += float(row["matrix_element_squared"]) / 4
    lists[row["event"]].append(float(row["matrix_element_squared"]))
assert len(summed) == len(sums) == 400
for a, b in zip(summed, file):
    assert math.isclose(float(a["matrix_element_squared"]), sums[a["event"]], rel_tol=1e-12), a
    assert any(math.isclose(float(b["matrix_element_squared"]), value, rel_tol=1e-9) for value in lists[b["event"]]), b
rows = list(struct.iter_unpack("<3d16s", open("each.npy", "rb").read()[256:]))
assert [(str(int(e)), m, h.rstrip(b"\0").decode()) for e, _, m, h in rows] == [
    (r["event"], float(r["matrix_element_squared"]), r["helicities"]) for r in each]
try:
    import h5py
except ImportError:
    h5py = None
if h5py and os.path.exists("each.h5"):
    table = h5py.File("each.h5")["amplitudes"]
    words = [word.decode() if isinstance(word, bytes) else word for word in table.attrs["helicities"]]
    assert [words[int(row[4])] for row in table[:]] == [r["helicities"] for r in each]
END

# Closure: events of one choice of parameters, weighted for another, are those of that other.
cat >muons.yaml <<END
process: e+ e- > mu+ mu-
beams: {particles: [e+, e-], energy: 91.5}
integration: {relative_error: 2e-3}
events: {count: 5000, format: lhe}
END
other=(--set model.m_z=91.8 --set model.gamma_z=3)
"$tessera" run muons.yaml --device cpu --quiet --no-report --out muons >out 2>&1 || fail "$(cat out)"
"$tessera" run muons.yaml --device cpu --quiet --no-report --out others --seed 2 "${other[@]}" >out 2>&1 || fail "$(cat out)"
gives 0 "effective" reweight muons/events.lhe --card muons.yaml "${other[@]}" --name z --out muons.lhe
weights closure muons.lhe z others/events.lhe
gives 0 "effective" reweight muons/events.lhe --card muons.yaml "${other[@]}" --name z --helicities file --out spins.lhe
weights closure spins.lhe z others/events.lhe
# Polarisations of what is final are parts of their sum; those that no event has are told.
gives 0 "rr: every new weight is 0" reweight muons/events.lhe --card muons.yaml --name lr --set "process=e+ e- > mu+{L} mu-{R}" \
    --name rl --set "process=e+ e- > mu+{R} mu-{L}" --name rr --set "process=e+ e- > mu+{R} mu-{R}" --out parts.lhe
weights parts parts.lhe lr rl
gives 2 "helicities in braces, and those of the file" reweight muons/events.lhe --card muons.yaml --set "process=e+ e- > mu+{L} mu-{R}" \
    --name lr --helicities file --out none.lhe

# A helicity that its particle has not is none, and those of spin 2 are -2 to 2.
sed -E '/^ (13|-13) /s/ -?1$/ 0/' muons/events.lhe >zeros.lhe
gives 2 "with SPINUP 0, which is none of its helicities" amplitude --events zeros.lhe --card muons.yaml --helicities file
gives 0 "GeV" amplitude --events zeros.lhe --card muons.yaml
cat >graviton.yaml <<END
process: e+ e- > y a
beams: {particles: [e+, e-], energy: 2000}
model: {name: graviton.tsm}
integration: {relative_error: 3e-2}
events: {count: 200, format: lhe}
END
"$tessera" model import "$source/examples/models/graviton" --out graviton.tsm >out 2>&1 || fail "$(cat out)"
"$tessera" run graviton.yaml --device cpu --quiet --no-report --out graviton >out 2>&1 || fail "$(cat out)"
"$tessera" amplitude --events graviton/events.lhe --card graviton.yaml --helicities file --json >by_events.json || fail "of gravitons"
python3 - <<'END' >points || fail "helicities of gravitons"
import json, re
found = json.load(open("by_events.json"))["events"]
for block, value in zip(re.findall(r"<event>\n(.*?)</event>", open("graviton/events.lhe").read(), re.S), found):
    rows = [line.split() for line in block.splitlines()[1:5]]
    print("".join("=-0+2"[int(r[12]) + 2] for r in rows), value["matrix_element_squared"], *(r[k] for r in rows for k in (9, 6, 7, 8)))
END
for state in = - 0 + 2; do
    read -r states value momenta < <(awk -v state="$state" 'substr($1, 3, 1) == state { print; exit }' points) || continue
    echo "$momenta" | xargs -n 4 >point
    "$tessera" amplitude "e+ e- > y a" graviton.yaml --momenta point --helicities="$states" >found 2>out || fail "$(cat out)"
    [ "$(awk -v value="$value" '!/#/ { print ($1 / value - 1) ^ 2 < 1e-18 }' found)" = 1 ] || fail "helicities $states: $value, not $(cat found)"
done
[ "$(cut -c 3 points | sort -u | wc -l)" -ge 4 ] || fail "few helicities: $(cut -c 3 points | sort | uniq -c)"

# Decays: the card names them, and the mass of what decays moves. Without the card's process all diagrams count.
cat >chain.yaml <<END
process: e+ e- > t t~, t > b w+, t~ > b~ w-
beams: {particles: [e+, e-], energy: 400}
model: {m_t: 173, gamma_t: 4}
integration: {relative_error: 5e-3}
events: {count: 6000, format: lhe}
END
other=(--set model.m_t=172 --set model.gamma_t=3.5)
"$tessera" run chain.yaml --device cpu --quiet --no-report --out chain >out 2>&1 || fail "$(cat out)"
"$tessera" run chain.yaml --device cpu --quiet --no-report --out moved --seed 2 "${other[@]}" >out 2>&1 || fail "$(cat out)"
gives 0 "effective" reweight chain/events.lhe --card chain.yaml "${other[@]}" --name t --out chain.lhe
weights closure chain.lhe t moved/events.lhe
# |M|^2 of the first event is that of its momenta, whose rest frame is the laboratory; also with the file's helicities.
sed -n '/<event>/,/<\/event>/p' chain/events.lhe | awk 'NR > 2 && $2 ~ /^(1|-1)$/ { print $10, $7, $8, $9
    spin = spin ($13 > 0 ? "+" : $13 < 0 ? "-" : "0") } /<\/event>/ { print spin >"spin"; exit }' >point
for how in "" file; do
    "$tessera" amplitude "e+ e- > t t~, t > b w+, t~ > b~ w-" chain.yaml --momenta point ${how:+--helicities="$(cat spin)"} --json \
        >by_momenta.json 2>out || fail "amplitude of momenta: $(cat out)"
    "$tessera" amplitude --events chain/events.lhe --card chain.yaml ${how:+--helicities $how} --json >by_events.json || fail "of events"
    python3 -c '
import json, math
a, b = json.load(open("by_momenta.json"))["points"][0], json.load(open("by_events.json"))["events"]
assert len(b) == 6000 and [e["event"] for e in b] == list(range(1, 6001))
assert math.isclose(a["matrix_element_squared"], b[0]["matrix_element_squared"], rel_tol=1e-9), (a, b[0])' ||
        fail "|M|^2 of the first event (${how:-summed})"
done
# Files of numbers have what is printed.
"$tessera" amplitude --events chain/events.lhe --card chain.yaml --json >by_events.json || fail "of events"
gives 0 "written to" amplitude --events chain/events.lhe --card chain.yaml --out numbers.npy
[ "$formats" = lhe ] || gives 0 "written to" amplitude --events chain/events.lhe --card chain.yaml --out numbers.h5
"${TESSERA_PYTHON:-python3}" - <<'END' || fail "squared matrix elements in files"
import ast, json, os, struct
rows = [(e["event"], e["alpha_s"], e["matrix_element_squared"]) for e in json.load(open("by_events.json"))["events"]]
data = open("numbers.npy", "rb").read()
assert data[:8] == b"\x93NUMPY\x01\x00" and data[255:256] == b"\n"
head = ast.literal_eval(data[10:256].decode())
assert head["shape"] == (6000,) and [name for name, _ in head["descr"]] == ["event", "alpha_s", "matrix_element_squared"], head
assert list(struct.iter_unpack("<3d", data[256:])) == rows
try:
    import h5py
except ImportError:
    h5py = None
if h5py and os.path.exists("numbers.h5"):
    table = h5py.File("numbers.h5")["amplitudes"]
    assert list(table.attrs["properties"]) == ["event", "process", "alpha_s", "matrix_element_squared"]
    assert len(table.attrs["processes"]) == 1 and [(a, c, d) for a, _, c, d in table[:]] == rows
END
gives 2 "numbers.npy is there already" amplitude --events chain/events.lhe --card chain.yaml --out numbers.npy
gives 0 "written to" amplitude --events chain/events.lhe --card chain.yaml --out numbers.npy --force
gives 2 "expected a name that ends with .hdf5, .h5 or .npy" amplitude --events chain/events.lhe --card chain.yaml --out numbers.txt
gives 2 "nowhere.lhe cannot be opened" amplitude --events nowhere.lhe --card chain.yaml --out none.npy
[ -z "$(ls -d none.npy* 2>/dev/null)" ] || fail "a refusal leaves $(ls -d none.npy*)"
grep -v process chain.yaml >all.yaml
gives 0 "effective" reweight chain/events.lhe --card all.yaml "${other[@]}" --name t --out all.lhe

# As other programs write them.
python3 - <<'END'
import re
text = open("chain/events.lhe").read()
head, body = text.split("</init>\n", 1)
init = re.search(r"<init>\n.*", head, re.S)[0]
init = re.sub(r"<generator.*?\n", "", init)
# MadGraph: version 1, quotation marks, weights in groups, spins as decimals, comments, scales of jets, no tops in every other event.
madgraph = ["""<LesHouchesEvents version="1.0">
<header>
<!-- individually designed <event> generator -->
<MGVersion>
3.5.1
</MGVersion>
<initrwgt>
<weightgroup name='Central scale variation' combine="envelope">
<weight id='1001' MUR="0.5" MUF="1.0"> dyn= -1 </weight>
<weight id='1002' MUR="2.0" MUF="1.0"> dyn= -1 </weight></weightgroup></initrwgt>
</header>
""" + init + "<generator name='MadGraph5_aMC@NLO' version='3.5.1'>please cite 1405.0301 </generator>\n</init>\n"]
events = re.findall(r"<event>\n(.*?)\n# event.*?</event>", body, re.S)
for number, event in enumerate(events):
    rows = [line.split() for line in event.split("\n")]
    for row in rows[1:]:
        row[12] = "9.0e+00" if number % 3 else "%.1f" % float(row[12])
    if number % 2:  # as where a top is off its mass shell
        rows = [rows[0]] + [row for row in rows[1:] if row[1] != "2"]
        rows[0][0] = str(len(rows) - 1)
        for row in rows[3:]:
            row[2:4] = "1", "2"
    madgraph.append("<event>\n" + "\n".join(" ".join(row) for row in rows) + """
#aMCatNLO 2  5  3  3  1 0.45E+02
<mgrwt>
<rscale>  0 0.18E+03</rscale>
</mgrwt>
<scales pt_clust_1="6500.0" pt_clust_2='6500.0'></scales>
""" + ("""<weights> +1.2e+00
 0.8D+00 </weights>
</event>
""" if number % 4 == 1 else """<rwgt>
<wgt id='1001'> +1.2e+00 </wgt>
<wgt id='1002'> 0.8D+00 </wgt></rwgt>
</event>
"""))
open("madgraph.lhe", "w").write("".join(madgraph) + "</LesHouchesEvents>\n")
# POWHEG: no header but a comment, Fortran's exponents, weights of both signs, comments behind particles.
powheg = ["<LesHouchesEvents version=\"3.0\">\n<!--\nfile generated with POWHEG-BOX-V2\n-->\n" + init + "</init>\n"]
for number, event in enumerate(events):
    rows = [line.split() for line in event.split("\n")]
    rows[0][2] = ("-" if number % 5 == 0 else "") + rows[0][2].replace("e", "D")
    powheg.append("<event>\n" + "\n".join("  ".join(row) for row in rows) + "\n#rwgt            1       1   0.5E+00  5\n</event>\n")
open("powheg.lhe", "w").write("".join(powheg) + "</LesHouchesEvents>\n")
lines = body.split("\n")
open("cut.lhe", "w").write(head + "</init>\n" + "\n".join(lines[:len(lines) // 2]))
# Events of a process that the card does not have: the 3rd event loses its b quark for an s quark.
parts = body.split("<event>\n")
parts[3] = re.sub(r"(?m)^ 5 1 ", " 3 1 ", parts[3])
open("strange.lhe", "w").write(head + "</init>\n" + "<event>\n".join(parts))
END
gives 0 "effective" reweight madgraph.lhe --card chain.yaml "${other[@]}" --name t --out madgraph-new.lhe
grep -q "next-to-leading" out && fail "events of leading order are said to be of the next: $(cat out)"
"$tessera" events madgraph-new.lhe --to lhe --out madgraph-copy.lhe >out 2>&1 || fail "$(cat out)" # <weights> become <wgt>
weights like chain.lhe t madgraph-copy.lhe t
grep -q 'LesHouchesEvents version="3.0"' madgraph-new.lhe || fail "weights in a file of version 1"
gives 0 "weights       right" events madgraph-new.lhe --check
gives 2 "has no helicity, its SPINUP is 9" reweight madgraph.lhe --card chain.yaml "${other[@]}" --helicities file --out none.lhe
gives 0 "has events of next-to-leading order, and new weights are ratios of leading order" reweight powheg.lhe --card chain.yaml "${other[@]}" \
    --name t --out powheg-new.lhe
weights like chain.lhe t powheg-new.lhe t
gives 0 "POWHEG" events powheg-new.lhe
sed 's/^file generated with POWHEG.*//; s/^<init>/<header>\n<MonteCarloMasses>\n 1 0.33\n<\/MonteCarloMasses>\n<\/header>\n<init>/' powheg.lhe >mcnlo.lhe
gives 0 "has events of next-to-leading order" reweight mcnlo.lhe --card chain.yaml --mur 2 --name t --out mcnlo-new.lhe
weights times mcnlo-new.lhe t 1

# Refusals leave nothing behind.
gives 2 "ends within an event" reweight cut.lhe --card chain.yaml "${other[@]}" --out none.lhe
gives 2 "event 3, e- e+ > w+ s b~ w-, has no matrix element: the card's process has no such subprocess" \
    reweight strange.lhe --card chain.yaml "${other[@]}" --out none.lhe
gives 2 "labels such as p and j hold massless quarks, and b has 4.7 GeV in the model" reweight chain/events.lhe --card chain.yaml \
    --set "process=e+ e- > w+ w- j j" --set model.m_b=4.7 --mur 2 --name t --out none.lhe
gives 2 "--name a has no --set" reweight chain/events.lhe --card chain.yaml --set model.m_t=172 --name b --name a --out none.lhe
gives 2 "--card FILE" reweight chain/events.lhe --set model.m_t=172 --out none.lhe
gives 2 "needs a weight to make" reweight chain/events.lhe --card chain.yaml --out none.lhe
gives 2 "the model has no input 'mt'" reweight chain/events.lhe --card chain.yaml --set model.mt=172 --out none.lhe
gives 2 "The mass of a particle that is final cannot change" reweight tops/events.lhe --card tops.yaml --set model.m_t=172 --out none.lhe
gives 2 "is an expression is not known" reweight tops/events.lhe --card tops.yaml --set "scales.factorization=pt(t)+1" --out none.lhe
gives 2 "nor one by clustering" reweight tops/events.lhe --card tops.yaml --set scales.factorization=clustering/2 --out none.lhe
sed 's/MT.2/clustering/g' tops.yaml >clustered.yaml # which is the same of two tops
gives 2 "an alpha_s of its own" reweight tops/events.lhe --card clustered.yaml --mur 2 --name a --out none.lhe
gives 2 "an alpha_s of its own" reweight tops/events.lhe --card clustered.yaml --set "pdf=$work/powers/1" --out none.lhe
gives 0 "effective" reweight tops/events.lhe --card clustered.yaml --muf 2 --name e --out moved.lhe
weights same moved.lhe "$(of e 1 2)"
gives 2 "expected letters, digits" reweight chain/events.lhe --card chain.yaml --name "a b" --mur 2 --out none.lhe
gives 2 "has a weight of the name" reweight madgraph.lhe --card chain.yaml --name 1001 --mur 2 --out none.lhe
gives 2 "Two of the new weights" reweight chain/events.lhe --card chain.yaml --name a --mur 2 --name a --mur 3 --out none.lhe
gives 2 "expects a number above 0" reweight chain/events.lhe --card chain.yaml --mur -1 --name a --out none.lhe
gives 2 "is there already" reweight chain/events.lhe --card chain.yaml --mur 2 --name a --out chain.lhe
cp chain/events.lhe copy.lhe
gives 2 "is the file that is read" reweight copy.lhe --card chain.yaml --mur 2 --name a --out copy.lhe --force
cmp copy.lhe chain/events.lhe || fail "a file was written over itself"
gives 1 "cannot be" reweight chain/events.lhe --card chain.yaml --mur 2 --name a --out nowhere/new.lhe
# Where the copy cannot stand is said before work: the card's mistake would come first.
wrong=(reweight chain/events.lhe --card chain.yaml --set pdf=none --name a)
gives 1 "nowhere/new.lhe cannot be written" "${wrong[@]}" --out nowhere/new.lhe
gives 2 "chain/events.lhe is a Les Houches file, and so is its copy" "${wrong[@]}" --out fresh.hdf5
gives 2 "is the file that is read" "${wrong[@]}" --out chain/events.lhe --force
gives 2 "none" "${wrong[@]}" --out none.lhe
gives 2 "--unknown expects refuse or zero" reweight chain/events.lhe --card chain.yaml --mur 2 --name a --out none.lhe --unknown drop
gives 2 "--momenta has no part in --events" amplitude --events chain/events.lhe --momenta point
sed -E '/<event>/{n;s/^( [^ ]+ [^ ]+ [^ ]+) .*/\1 -1 -1 -1/}' tops/events.lhe >bare.lhe
gives 2 "event 1 has neither an alpha_s (AQCDUP) nor a scale" reweight bare.lhe --card tops.yaml --set model.gamma_h=1 --name a --out none.lhe
(cat tops.yaml && echo "couplings: {alpha_s: 0.1}") >strong.yaml
gives 0 "effective" reweight bare.lhe --card strong.yaml --set couplings.alpha_s=0.12 --name a --out bare-new.lhe
weights times bare-new.lhe a 1.44
gives 2 "densities or alpha_s have no value" reweight bare.lhe --card strong.yaml --muf 2 --name a --out none.lhe
gives 2 "expected a Les Houches or LHEH5 file" reweight "$source/tests/fuzz/corpus/events/small.hepmc3" --card tops.yaml --mur 2 --out none.lhe
[ -e none.lhe ] && fail "a refusal left a file"
gives 0 "unknown        1 events" reweight strange.lhe --card chain.yaml "${other[@]}" --name t --unknown zero --out strange-new.lhe
python3 - <<'END' || fail "the weight of an unknown event"
import re
found = re.findall(r'<wgt id="t"> (\S+) </wgt>', open("strange-new.lhe").read())
assert float(found[2]) == 0 and float(found[1]) > 0 and len(found) == 6000, found[:4]
END
# What is new and lacks events is told; what the old card cannot make has no weight.
gives 0 "lacks them" reweight muons/events.lhe --card muons.yaml --set "process=[e+ e- > mu+ mu-, e+ e- > ta+ ta-]" --name more --out more.lhe
gives 2 "muons/events.lhe: event 1, e- e+ > mu- mu+, has no matrix element" reweight muons/events.lhe --card muons.yaml \
    --set "process=e+ e- > ta+ ta-" --name none --out none.lhe

# Ctrl-C and kill -9 leave a checkpoint, from which the copy goes on to the same bytes.
python3 - <<'END'
import re
text = open("chain/events.lhe").read()
head, body = text.split("</init>\n", 1)
body = body.replace("</LesHouchesEvents>\n", "")
with open("long.lhe", "w") as file:
    file.write(head + "</init>\n")
    for _ in range(10):
        file.write(body)
    file.write("</LesHouchesEvents>\n")
END
long=(reweight long.lhe --card chain.yaml "${other[@]}" --name t --mur .5 --name half)
gives 0 "effective" "${long[@]}" --out long-whole.lhe
mv out whole.out
stops INT 130 long-new.lhe "${long[@]}" --out long-new.lhe
grep -q "long-new.lhe.checkpoint has what was found for [0-9]* events: --resume goes on from it" out || fail "Ctrl-C: $(cat out)"
[ "$(ls -d long-new.lhe*)" = long-new.lhe.checkpoint ] || fail "Ctrl-C leaves $(ls -d long-new.lhe*)"
gives 2 "is there, of work that was stopped: --resume goes on from it" "${long[@]}" --out long-new.lhe
gives 2 "is of other work" "${long[@]}" --muf 2 --resume --out long-new.lhe
touch -r long.lhe stamp
touch long.lhe
gives 2 "is of other work" "${long[@]}" --resume --out long-new.lhe
touch -r stamp long.lhe
# An event of which nothing can be read: to go on would end there again.
cp -p long.lhe good.lhe
sed -i '0,/<event>/{/<event>/{n;s/[0-9]/x/}}' long.lhe
touch -r stamp long.lhe
gives 2 "long-new.lhe.checkpoint stays with what was found for" "${long[@]}" --resume --out long-new.lhe
grep -q "events: --resume tries again from there, --force begins at the beginning" out || fail "a checkpoint that does not help: $(cat out)"
mv good.lhe long.lhe
ln long-new.lhe.checkpoint second
gives 2 "has a second name" "${long[@]}" --resume --out long-new.lhe
rm second
ln -s nowhere linked.lhe.checkpoint
gives 2 "linked.lhe.checkpoint is there, of work that was stopped" "${long[@]}" --out linked.lhe
gives 2 "linked.lhe.checkpoint cannot be opened" "${long[@]}" --resume --out linked.lhe
# What is no checkpoint, or cannot be told to be one, is not removed by --force either.
gives 2 "so it is not replaced: remove it, or give the copy another name" "${long[@]}" --force --out linked.lhe
[ -L linked.lhe.checkpoint ] || fail "a link in the place of a checkpoint is gone"
echo "notes of somebody" >noted.lhe.checkpoint
for how in --resume --force; do gives 2 "noted.lhe.checkpoint is no checkpoint of a copy of events" "${long[@]}" $how --out noted.lhe; done
grep -q "notes of somebody" noted.lhe.checkpoint || fail "a file in the place of a checkpoint is gone"
for how in --resume --force; do
    python3 -c 'import fcntl, subprocess, sys
held = open(sys.argv[1], "r+")
fcntl.flock(held, fcntl.LOCK_EX)
sys.exit(subprocess.call(sys.argv[2:]))' long-new.lhe.checkpoint "$tessera" "${long[@]}" $how --out long-new.lhe >out 2>&1
    if [ $? != 2 ] || ! grep -q "long-new.lhe.checkpoint is of work that still runs" out; then fail "two works on one checkpoint: $(cat out)"; fi
done
stops KILL 137 long-new.lhe "${long[@]}" --resume --out long-new.lhe
printf 'what a kill may leave' >>long-new.lhe.checkpoint
gives 0 "effective" "${long[@]}" --resume --out long-new.lhe
cmp long-whole.lhe long-new.lhe || fail "a copy that was stopped has other bytes"
sed s/long-whole/long-new/ whole.out | cmp - out || fail "a copy that was stopped has other sums"
[ "$(ls -d long-new.lhe*)" = long-new.lhe ] || fail "a copy leaves $(ls -d long-new.lhe*)"

# A polynomial in couplings is what direct weights are, and what is none is refused.
"$tessera" model import "$source/examples/models/top_eft" --out top.tsm >out 2>&1 || fail "$(cat out)"
cat >eft.yaml <<END
process: p p > t t~ NP=1 HIG=0
beams: {particles: [p, p], energy: 13000}
pdf: $work/powers
model: {name: top.tsm, ctG: 0, ctq8: 0, ctq1: 0}
END
direct=() sums=() i=0
while read -r a b; do
    direct+=(--set "model.ctG=$a" --set "model.ctq8=$b" --name "p$i")
    sums+=("p$i:ctG=$a,ctq8=$b")
    i=$((i + 1))
done < <(printf '%s %s\n' 0.3 -0.2 1 1 -1 2 0.01 5 -3 0 0 0.7 2 2 -0.5 -0.5 4 -4 0.1 0.1 7 1 -7 3 0.33 0.66 1.5 -2.5 -2 -2 0 3 3 0 \
    0.9 -0.1 -0.05 0.4 10 10)
gives 0 "effective" reweight tops/events.lhe --card eft.yaml "${direct[@]}" --polynomial ctG,ctq8=2 --out eft.lhe
weights poly eft.lhe "${sums[@]}"
sed 's/NP=1/NP=2/; s/top.tsm/any.tsm/' eft.yaml >twice.yaml
sed 's/^order NP 3 1$/order NP 3 99/' top.tsm >any.tsm # which the model itself has as its highest
# Another model: where its operators vanish it is the Standard Model.
gives 0 "effective" reweight tops/events.lhe --card tops.yaml --set "model={name: top.tsm, ctG: 0, ctq8: 0, ctq1: 0}" --name none \
    --set "model={name: top.tsm, ctG: 0.3, ctq8: -0.2, ctq1: 0}" --set "process=p p > t t~ NP=1 HIG=0" --name p0 --out model.lhe
weights times model.lhe none 1
weights like model.lhe p0 eft.lhe p0
gives 1 "is no polynomial of second degree in ctG" reweight tops/events.lhe --card twice.yaml --polynomial ctG --out none.lhe
gives 2 "is no input of a polynomial" reweight tops/events.lhe --card eft.yaml --polynomial ctG=0 --out none.lhe
gives 2 "the input ctG twice" reweight tops/events.lhe --card eft.yaml --polynomial ctG,ctG --out none.lhe
[ -e none.lhe ] && fail "a refusal left a file"
exit $failed
