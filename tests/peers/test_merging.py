#!/usr/bin/env python3
"""test_merging.py PROGRAM EVENTS: scales of merging of the events of a Les Houches file, as others find them.

PROGRAM is tests/kernels/event_merging.c's, which prints those of the kernels. Pythia's are kTms and rhoms of its MergingHooks,
on its own record of the events; FastJet's is the first distance of its kt algorithm with R = D. No event is below the cut
of its file.
"""

import math
import re
import subprocess
import sys

import fastjet
import pythia8mc

D, CUT, PARTONS = 0.4, 30.0, {1, 2, 3, 4, 5, 21}
KT, PT_LUND = "1", "4"  # kernels/observable/merging_layout.h


def read(name):
    """The number of jets of each event, and its final particles (code, E, px, py, pz), partons behind all others."""
    head, *blocks = re.split(r"(?=<event )", open(name).read())
    for block in blocks:
        lines = [line.split() for line in block.split("# event")[0].splitlines()]
        final = [(int(w[0]), *(float(w[i]) for i in (9, 6, 7, 8))) for w in lines[2:] if w[1] == "1"]
        final.sort(key=lambda p: abs(p[0]) in PARTONS)
        yield int(re.match(r'<event npLO=" (\d+) "', block)[1]), final


def by_kernels(program, events, measure):
    """Events have partons behind two leptons, of one number."""
    final, text = len(events[0]), "".join("%.17g %.17g %.17g %.17g\n" % p[1:] for event in events for p in event)
    partons = sum(1 << i for i, p in enumerate(events[0]) if abs(p[0]) in PARTONS)
    out = subprocess.run([program, "cpu", "double", str(final), str(partons), measure, str(D)], input=text, text=True,
                         capture_output=True, check=True).stdout
    return [float(line) for line in out.split()]


def by_fastjet(event):
    partons = [fastjet.PseudoJet(*p[2:], p[1]) for p in event if abs(p[0]) in PARTONS]
    sequence = fastjet.ClusterSequence(partons, fastjet.JetDefinition(fastjet.kt_algorithm, D))
    return math.sqrt(sequence.exclusive_dmerge(len(partons) - 1))


def by_pythia(name):
    """kTms and rhoms of each event."""
    pythia, hooks = pythia8mc.Pythia("", False), pythia8mc.MergingHooks()
    pythia.setMergingHooksPtr(hooks)
    for setting in ("Print:quiet = on", "Beams:frameType = 4", f"Beams:LHEF = {name}", "Merging:doKTMerging = on",
                    "Merging:ktType = 1", f"Merging:Dparameter = {D}", f"Merging:TMS = {CUT}", "Merging:nJetMax = 2",
                    "Merging:Process = pp>e+ve", "LesHouches:setQuarkMass = 0", "LesHouches:setLeptonMass = 0",
                    "PartonLevel:all = off"):
        assert pythia.readString(setting), setting
    assert pythia.init()
    while pythia.next() or not pythia.infoPython().atEndOfFile():
        yield hooks.kTms(pythia.process), hooks.rhoms(pythia.process, False)


program, name = sys.argv[1:]
events = list(read(name))
pythia = list(by_pythia(name))
assert len(events) == len(pythia) > 900, (len(events), len(pythia))
for jets in 1, 2:
    own = [(final, found) for (number, final), found in zip(events, pythia) if number == jets]
    assert len(own) > 200 and all(len(final) == 2 + jets for final, _ in own)
    finals = [final for final, _ in own]
    kt, lund = by_kernels(program, finals, KT), by_kernels(program, finals, PT_LUND)
    worst = [0.0, 0.0, 0.0]
    for k, l, (final, (pythia_kt, pythia_lund)) in zip(kt, lund, own):
        assert k >= CUT * (1 - 1e-9)
        # Thresholds of bottom quarks change Pythia's Lund pT below sqrt(3) of their mass, above which all these are.
        for i, (a, b) in enumerate(((k, pythia_kt), (k, by_fastjet(final)), (l, pythia_lund))):
            worst[i] = max(worst[i], abs(a / b - 1))
    print(f"{jets} jets, {len(own)} events: kt_durham of Pythia to {worst[0]:.2g}, of FastJet to {worst[1]:.2g}, "
          f"pt_lund of Pythia to {worst[2]:.2g}")
    assert max(worst) < 1e-7
