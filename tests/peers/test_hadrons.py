#!/usr/bin/env python3
"""test_hadrons.py EVENTS: hadrons of Tessera's Z + jet against those of Pythia's own Z + jet in the same set-up.

Both have CTEQ6L1, scales fixed at 91.188 GeV, a jet of 30 GeV within |eta| < 4.5, and e+ e- of 66 to 116 GeV, each of 20 GeV
within |eta| < 2.5, all in the hard process. The mean number of charged particles and the mean pT of the pair agree within
four errors and one per cent: the width of Pythia's Z runs, ours is fixed.
"""

import math
import sys

import pythia8mc

SCALE = 91.188


def make(settings):
    """A Pythia that has begun."""
    pythia = pythia8mc.Pythia("", False)
    # CTEQ6L1, for showers and further collisions too: other densities have other numbers of hadrons.
    for setting in ("PDF:pSet = 8", "Random:setSeed = on", "Random:seed = 7", "Print:quiet = on", *settings):
        assert pythia.readString(setting), setting
    assert pythia.init()
    return pythia


def own():
    """Pythia's processes."""
    return make(
        (
            "Beams:eCM = 13000",
            "WeakBosonAndParton:qqbar2gmZg = on",
            "WeakBosonAndParton:qg2gmZq = on",
            "PhaseSpace:pTHatMin = 30",
            "23:mMin = 66",
            "23:mMax = 116",
            "23:onMode = off",
            "23:onIfAny = 11",
            "SigmaProcess:renormScale2 = 5",
            "SigmaProcess:factorScale2 = 5",
            f"SigmaProcess:renormFixScale = {SCALE**2}",
            f"SigmaProcess:factorFixScale = {SCALE**2}",
        )
    )


def hard(event):
    """Leptons and parton of the hard process."""
    leptons, partons = [], []
    for i in range(event.size()):
        p = event[i]
        if p.statusAbs() in (22, 23) and p.idAbs() == 11:
            leptons.append(p)
        elif p.statusAbs() == 23 and (p.idAbs() <= 5 or p.id() == 21):
            partons.append(p)
    return leptons, partons


def passes(event):
    """The cuts of the card."""
    leptons, partons = hard(event)
    return (
        len(leptons) == 2
        and len(partons) == 1
        and all(p.pT() > 20 and abs(p.eta()) < 2.5 for p in leptons)
        and partons[0].pT() > 30
        and abs(partons[0].eta()) < 4.5
    )


def final_pair(event):
    """The pT of e+ e- after the shower: the hardest final ones."""
    found = {}
    for p in event:
        if p.isFinal() and p.idAbs() == 11 and (p.id() not in found or found[p.id()].pT() < p.pT()):
            found[p.id()] = p
    return (found[11].p() + found[-11].p()).pT() if len(found) == 2 else 0.0


def means(pythia, count):
    """Mean and error of charged multiplicity and of the pair's pT, over so many events that pass."""
    numbers = []
    while len(numbers) < count:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue
        if passes(pythia.event):
            charged = sum(p.isFinal() and p.isCharged() for p in pythia.event)
            numbers.append((charged, final_pair(pythia.event)))
    result = []
    for column in zip(*numbers):
        mean = sum(column) / len(column)
        variance = sum((x - mean) ** 2 for x in column) / (len(column) - 1)
        result.append((mean, math.sqrt(variance / len(column))))
    return result, len(numbers)


def main():
    read, count = means(make(("Beams:frameType = 4", f"Beams:LHEF = {sys.argv[1]}")), 10**9)
    assert count > 1000, f"{count} events pass the cuts they were made with"
    theirs, _ = means(own(), count)
    for name, a, b in zip(("charged particles", "pT of the pair [GeV]"), read, theirs):
        print(f"{name}: {a[0]:.4g} +- {a[1]:.2g} from Tessera's events, {b[0]:.4g} +- {b[1]:.2g} from Pythia's own")
        assert abs(a[0] - b[0]) < 4 * math.hypot(a[1], b[1]) + 0.01 * b[0]


main()
