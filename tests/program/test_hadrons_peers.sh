#!/usr/bin/env bash
# test_hadrons_peers.sh BUILD: examples/hadrons.py makes hadrons and jets of an event file. Pythia's Z + jet is the same
# from Tessera's hard processes as from its own, where TESSERA_TEST_LONG is set; so are quark pairs at the Z. TESSERA_PYTHON names a Python that has
# pythia8mc, fastjet and pyhepmc; skipped without them.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$python" -c 'import pythia8mc, fastjet, pyhepmc' 2>err || { echo "skipped: $(tail -n 1 err)"; exit 77; }
run() { # FOLDER COUNT SETTING...
    "$build/tessera" run "$source/examples/z-jet.yaml" --device cpu --quiet --out "$1" --set integration.events=4e5 \
        --set "events.count=$2" --set events.format=lhe.gz "${@:3}" >/dev/null
}
run z 500
"$python" "$source/examples/hadrons.py" z/events.lhe.gz --events 10 --out hadrons.hepmc3 >out
cat out
grep -q '^events  *10 of 10 tried' out
"$build/tessera" events hadrons.hepmc3 --check
"$python" -c '
import pyhepmc
events = list(pyhepmc.open("hadrons.hepmc3"))
assert len(events) == 10 and all(sum(p.status == 4 for p in event.particles) == 2 for event in events)
assert all(sum(p.status == 1 for p in event.particles) > 30 for event in events)
section = events[-1].cross_section  # of ten events, whose weights scatter little or not at all; and the one of the run, 1 %
assert abs(section.xsec(0) - 124.4) < 3 * (section.xsec_err(0) + 1.24) < 30, (section.xsec(0), section.xsec_err(0))
'
# New particles come with the values of their model, in SLHA's blocks of the header: a Z' under a number that nobody knows.
cp -r "$source/examples/models/zprime" unknown
sed -i 's/boson(32,/boson(9900132,/' unknown/particles.py
sed -i 's/"MASS", 32/"MASS", 9900132/; s/"DECAY", 32/"DECAY", 9900132/' unknown/parameters.py
"$build/tessera" model import unknown --out zprime.tsm >out
cat >zprime.yaml <<'C'
process: p p > e+ e- QED=2 NP=2
model: {name: zprime.tsm, MZp: 1234, WZp: 56}
cuts: {pair: {e+ e-: {mass: [800, 1600]}}}
integration: {relative_error: 0.02}
events: {count: 100, format: [lhe]}
C
"$build/tessera" run zprime.yaml --device cpu --quiet --no-report --out zprime >out
"$python" -c '
import pythia8mc
pythia = pythia8mc.Pythia("", False)
for setting in ("Print:quiet = on", "Beams:frameType = 4", "Beams:LHEF = zprime/events.lhe", "PartonLevel:all = off"):
    pythia.readString(setting)
assert pythia.init() and pythia.next()
data, zp = pythia.particleData, 9900132
found = [data.m0(zp), data.mWidth(zp), data.spinType(zp), data.chargeType(zp), data.hasAnti(zp)]
assert abs(found[1] - 56) < 1e-6 and found[0::2] == [1234, 3, False] and found[3] == 0, found
channels = data.particleDataEntryPtr(zp)
assert channels.sizeChannels() == 12 and abs(sum(channels.channel(i).bRatio() for i in range(12)) - 1) < 1e-6
'
# What the header says of new particles is enough for Pythia to decay them and all that they decay into. Of gluinos
# two of the lightest neutralinos are left in each event.
"$build/tessera" model import "$source/examples/models/toys" --out toys.tsm >out
cat >lq.yaml <<'C'
process: p p > lq lq~ QED=0 NP=0
model: {name: toys.tsm, WS: auto}
integration: {relative_error: 0.05}
events: {count: 20, format: [lhe]}
C
"$build/tessera" run lq.yaml --device cpu --quiet --no-report --out lq >out
supersymmetric=$("$python" -c 'import os, sys
print(next((path for path in (os.path.join(p, "ufo_mssm") for p in sys.path) if os.path.isdir(path)), ""))')
if [ -n "$supersymmetric" ]; then
    "$build/tessera" model import "$supersymmetric" --restrict "$supersymmetric/restrict_default.dat" --out mssm.tsm >out 2>&1
    sed -e 's/^process: .*/process: p p > go go QED=0/' -e 's/^model: .*/model: {name: mssm.tsm}/' lq.yaml >go.yaml
    "$build/tessera" run go.yaml --device cpu --quiet --no-report --out go >out
fi
cat >decays.py <<'P'
import os
import pythia8mc

def events(path):
    pythia = pythia8mc.Pythia("", False)
    for setting in ("Print:quiet = on", "Beams:frameType = 4", f"Beams:LHEF = {path}", "PartonLevel:MPI = off", "Random:setSeed = on", "Random:seed = 7"):
        assert pythia.readString(setting), setting
    assert pythia.init()
    count = 0
    while pythia.next() or not pythia.infoPython().atEndOfFile():
        final = [p for p in pythia.event if p.isFinal()]
        assert abs(sum(p.charge() for p in final) - 2) < 1e-6, "charge"
        count += 1
        yield pythia.event, final
    assert count == 20, count

for event, final in events("lq/events.lhe"):
    pairs = [[event[i].id() for i in p.daughterList()] for p in event if p.idAbs() == 42 and len(p.daughterList()) == 2]
    assert sorted(map(sorted, pairs)) == [[-11, -2], [2, 11]], pairs
    masses = [p.m() for p in event if p.idAbs() == 42]
    assert all(900 < mass < 1100 for mass in masses), masses
for event, final in events("go/events.lhe") if os.path.isdir("go") else ():
    assert [p.id() for p in final if 1000000 < p.idAbs() < 3000000] == [1000022, 1000022]
P
"$python" decays.py
lep() { # FOLDER COUNT SETTING...
    "$build/tessera" run "$source/examples/lep-shower.yaml" --device cpu --quiet --out "$1" --set integration.events=100000 \
        --set "events.count=$2" --set events.format=lhe.gz "${@:3}" >/dev/null
}
lep showered 100
"$python" "$source/examples/hadrons.py" showered/events.lhe.gz --showered --events 50 --out lep.hepmc3 >out
cat out
grep -q '^events  *50 of 5[0-2] tried' out
"$build/tessera" events lep.hepmc3 --check
[ -z "${TESSERA_TEST_LONG:-}" ] && exit 0
lep showers 10000
lep quarks 10000 --set shower.enabled=false --set 'histograms=[]'
"$python" "$source/tests/peers/test_lep_hadrons.py" quarks/events.lhe.gz showers/events.lhe.gz
run many 4000
"$python" "$source/tests/peers/test_hadrons.py" many/events.lhe.gz
