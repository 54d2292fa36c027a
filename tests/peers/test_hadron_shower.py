#!/usr/bin/env python3
"""test_hadron_shower.py EVENTS [PDG]: Pythia hadronises all events of a Les Houches file that showered between hadrons.

Each colour line of the file has two ends, what comes in is neither c nor b (whose densities end above the cut-off), SCALUP
is that. Without primordial kT and further collisions a particle PDG without colour keeps its pT in all but a few events
whose remnants Pythia moves; further collisions make more hadrons.
"""

import math
import re
import sys

import pythia8mc

ALONE = ("PartonLevel:ISR = off", "PartonLevel:FSR = off", "PartonLevel:MPI = off", "BeamRemnants:primordialKT = off")
TOGETHER = ("SpaceShower:pTmaxMatch = 1", "TimeShower:pTmaxMatch = 1", "MultipartonInteractions:pTmaxMatch = 2")


def read(path):
    """Of each event its scale and its particles: words of their lines."""
    with open(path) as file:
        blocks = re.findall(r"<event>(.*?)</event>", file.read(), re.S)
    for block in blocks:
        lines = [line.split() for line in re.split(r"<|#", block)[0].strip().split("\n")]
        yield float(lines[0][3]), lines[1:]


def check(scale, particles):
    """Colour lines have a colour and an anticolour; what comes in goes out with the other one."""
    ends = {}
    for p in particles:
        coming = p[1] == "-1"
        for side, line in enumerate((int(p[4]), int(p[5]))):
            if line:
                ends.setdefault(line, []).append(side != coming)
    assert all(sorted(both) == [False, True] for both in ends.values()), ends
    assert [abs(int(p[0])) in (1, 2, 3, 21) for p in particles if p[1] == "-1"] == [True, True], particles[:2]
    assert scale == 1, scale


def hadronise(path, settings, pdg):
    """How many events Pythia takes and gives up, their charged particles, imbalance, and the pT of what is PDG."""
    pythia = pythia8mc.Pythia("", False)
    usual = ("Beams:frameType = 4", f"Beams:LHEF = {path}", "Random:setSeed = on", "Random:seed = 3", "Print:quiet = on")
    for setting in (*usual, "LesHouches:setQuarkMass = 0", "PDF:pSet = 8", "23:mayDecay = off", *settings):
        assert pythia.readString(setting), setting
    assert pythia.init()
    done = lost = charged = 0
    imbalance, found = 0.0, []
    while True:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                return done, lost, charged / done, imbalance, found
            lost += 1
            continue
        done += 1
        final = [p for p in pythia.event if p.isFinal()]
        charged += sum(p.isCharged() for p in final)
        sums = [sum(p.px() for p in final), sum(p.py() for p in final), sum(p.pz() for p in final), sum(p.e() for p in final) - 13000]
        imbalance = max(imbalance, *(abs(value) for value in sums))
        found.append([p.pT() for p in final if p.id() == pdg])


def main(path, pdg=0):
    events = list(read(path))
    for scale, particles in events:
        check(scale, particles)
    before = [[math.hypot(float(p[6]), float(p[7])) for p in particles if p[0] == str(pdg)] for _, particles in events]
    alone = hadronise(path, ALONE, pdg)
    together = hadronise(path, TOGETHER, pdg)
    for done, lost, charged, imbalance, _ in (alone, together):
        assert done + lost == len(events) and lost <= len(events) // 100, (done, lost)
        assert charged > 20 and imbalance < 1e-3, (charged, imbalance)
    assert together[2] > 1.3 * alone[2], (together[2], alone[2])
    if pdg and not alone[1]:
        moved = sum(abs(after[0] - own[0]) > 1e-6 * (1 + own[0]) for after, own in zip(alone[4], before, strict=True))
        assert moved <= len(events) // 20, moved
    print(f"{alone[0]} and {together[0]} of {len(events)} events hadronised, {alone[2]:.1f} and {together[2]:.1f} charged particles")


if __name__ == "__main__":
    main(sys.argv[1], *(int(word) for word in sys.argv[2:]))
