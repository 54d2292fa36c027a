#!/usr/bin/env python3
"""test_lep_hadrons.py QUARKS SHOWERED: hadrons of Tessera's e+ e- > q q~ at 91.2 GeV, showered by Pythia and by Tessera.

From Tessera's quarks Pythia makes as many charged particles as from its own Z and photon, within four errors. LEP has measured
20.9 +- 0.2. Tessera's own shower ends at 1 GeV with alpha_s(M_Z) = 0.118: Pythia's, told the same, gives as many within 5 %, as
its evolution variable is another.
"""

import math
import sys

import pythia8mc

EVENTS = 10000
OWN = ("Beams:idA = -11", "Beams:idB = 11", "Beams:eCM = 91.2", "WeakSingleBoson:ffbar2gmZ = on", "23:onMode = off")
OF_TESSERA = ("TimeShower:alphaSvalue = 0.118", "TimeShower:alphaSorder = 2", "TimeShower:pTmin = 1.0")
PLAIN = ("TimeShower:QEDshowerByQ = off", "TimeShower:MEcorrections = off")
ALONE = ("PartonLevel:ISR = off", "PartonLevel:FSR = off", "PartonLevel:MPI = off", "LesHouches:setQuarkMass = 0")


def charged(settings):
    """The mean number of charged particles, its error, and of how many events."""
    pythia = pythia8mc.Pythia("", False)
    always = ("PDF:lepton = off", "Random:setSeed = on", "Random:seed = 7", "Print:quiet = on")
    for setting in always + settings:
        assert pythia.readString(setting), setting
    assert pythia.init()
    count = total = squares = 0
    while count < EVENTS:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue
        number = sum(particle.isFinal() and particle.isCharged() for particle in pythia.event)
        count, total, squares = count + 1, total + number, squares + number * number
    mean = total / count
    return mean, math.sqrt((squares / count - mean * mean) / count), count


def main():
    """Compares."""
    quarks, showered = (("Beams:frameType = 4", f"Beams:LHEF = {path}") for path in sys.argv[1:])
    results = {
        "Tessera's quarks": charged(quarks),
        "Pythia's own": charged(OWN + ("23:onIfAny = 1 2 3 4 5",)),
        "Tessera's shower": charged(showered + ALONE),
        "Pythia's shower like it": charged(quarks + OF_TESSERA + PLAIN),
    }
    for name, (mean, error, count) in results.items():
        print(f"{name:24} {mean:.3f} +- {error:.3f} charged particles, {count} events")
    ours, own, shower, like = results.values()
    assert abs(ours[0] - own[0]) < 4 * math.hypot(ours[1], own[1])
    assert abs(ours[0] - 20.9) < 1, "far from LEP"
    assert abs(shower[0] / like[0] - 1) < 0.05
    assert shower[2] > 0.999 * EVENTS


main()
