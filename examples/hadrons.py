#!/usr/bin/env python3
"""hadrons.py EVENTS [--showered] [--collisions] [--out FILE] [--events N] [--seed S]: from Tessera's partons to hadrons, jets and Rivet.

Reads a Les Houches file (events.lhe or events.lhe.gz), showers and hadronises its events with Pythia 8, finds anti-kt jets in
them with FastJet, and writes the hadrons in HepMC3's format, which Rivet analyses. Events that Tessera has showered are
hadronised alone (--showered), those of protons with their further collisions too (--collisions). What it needs comes from PyPI:

    pip install pythia8mc fastjet pyhepmc

At the end it prints the cross section, how many charged particles and jets an event has, and the mean pT of the hardest jet.
"""

import argparse
import math
import sys

import fastjet
import pyhepmc
import pythia8mc

RADIUS, PT_MIN, ETA_MAX = 0.4, 30.0, 4.5  # anti-kt jets: those of the card, after the shower
NEUTRINOS = {12, 14, 16}


# A shower has been there: massless heavy quarks, some of them soft, are strings' ends as they are.
HADRONS_ALONE = ("PartonLevel:ISR = off", "PartonLevel:FSR = off", "PartonLevel:MPI = off", "LesHouches:setQuarkMass = 0")


# Further collisions of the protons radiate as Pythia has it; the showered event does so below its SCALUP alone, the cut-off.
WITH_COLLISIONS = (
    "SpaceShower:pTmaxMatch = 1",
    "TimeShower:pTmaxMatch = 1",
    "MultipartonInteractions:pTmaxMatch = 2",
    "LesHouches:setQuarkMass = 0",
)


def make_pythia(path, seed, showered, collisions):
    """Pythia with the events of a file in place of hard processes of its own."""
    pythia = pythia8mc.Pythia("", False)
    settings = (
        "Beams:frameType = 4",  # beams and events come from a Les Houches file
        f"Beams:LHEF = {path}",
        "Random:setSeed = on",
        f"Random:seed = {seed}",
        "Print:quiet = on",
        "PDF:lepton = off",  # electrons collide as they are
    )
    more = WITH_COLLISIONS if showered and collisions else HADRONS_ALONE if showered else ()
    for setting in settings + more:
        if not pythia.readString(setting):
            sys.exit(f"Pythia does not know '{setting}'")
    if not pythia.init():
        sys.exit(f"Pythia cannot begin with {path}")
    return pythia


def to_hepmc(number, event):
    """Pythia's record as HepMC's: particles with the same mothers leave the same vertex."""
    record = pyhepmc.GenEvent(pyhepmc.Units.GEV, pyhepmc.Units.MM)
    record.event_number = number
    particles, ends = {}, {}  # by their numbers; and in which vertex they end
    for i in range(1, event.size()):  # the first line of Pythia's record stands for the whole event
        p = event[i]
        particles[i] = pyhepmc.GenParticle((p.px(), p.py(), p.pz(), p.e()), p.id(), p.statusHepMC())
        particles[i].generated_mass = p.m()
    for i, particle in particles.items():
        mothers = [m for m in event[i].motherList() if m > 0]
        if not mothers:
            continue
        p = event[i]
        vertex = next((ends[m] for m in mothers if m in ends), None)
        vertex = vertex or pyhepmc.GenVertex((p.xProd(), p.yProd(), p.zProd(), p.tProd()))
        for m in mothers:
            if m not in ends:
                ends[m] = vertex
                vertex.add_particle_in(particles[m])
        vertex.add_particle_out(particle)
    record.add_tree(list(particles.values()))  # in the order of time, which Pythia's is not
    return record


def set_weight(record, pythia, run_info):
    """The event's weight, and the cross section as far as it is known (in pb; Pythia has mb)."""
    info = pythia.infoPython()
    record.run_info = run_info
    record.weights = [info.weight()]
    section = pyhepmc.GenCrossSection()
    section.set_cross_section(1e9 * info.sigmaGen(), 1e9 * info.sigmaErr(), info.nAccepted(), info.nTried())
    record.cross_section = section


def find_jets(event):
    """Anti-kt jets of all that is final but neutrinos, and charged leptons and photons of the hard process."""
    inputs = []
    for i in range(event.size()):
        p = event[i]
        if p.isFinal() and p.idAbs() not in NEUTRINOS and not comes_from_boson(event, i):
            inputs.append(fastjet.PseudoJet(p.px(), p.py(), p.pz(), p.e()))
    # The sequence owns its jets: their numbers are taken before it goes.
    sequence = fastjet.ClusterSequence(inputs, fastjet.JetDefinition(fastjet.antikt_algorithm, RADIUS))
    jets = [(jet.pt(), jet.eta()) for jet in fastjet.sorted_by_pt(sequence.inclusive_jets(PT_MIN))]
    return [jet for jet in jets if abs(jet[1]) < ETA_MAX]


def comes_from_boson(event, i):
    """Whether a final lepton or photon is one of the hard process, itself or after its radiation."""
    if event[i].idAbs() not in (11, 13, 15, 22):
        return False
    top = event[event[i].iTopCopyId()]
    return 20 < top.statusAbs() < 30


def run(arguments):
    """All events of the file, or so many."""
    pythia = make_pythia(arguments.events_file, arguments.seed, arguments.showered, arguments.collisions)
    run_info = pyhepmc.GenRunInfo()
    run_info.weight_names = ["Default"]
    done = charged = jets = with_jet = 0
    sum_pt = sum_w = 0.0
    out = pyhepmc.open(arguments.out, "w", precision=9) if arguments.out else None
    while arguments.events == 0 or done < arguments.events:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue  # an event that could not be hadronised: Pythia counts it
        weight = pythia.infoPython().weight()
        found = find_jets(pythia.event)
        sum_w += weight
        charged += weight * sum(p.isFinal() and p.isCharged() for p in pythia.event)
        jets += weight * len(found)
        if found:
            with_jet += weight
            sum_pt += weight * found[0][0]
        if out:
            record = to_hepmc(done, pythia.event)
            set_weight(record, pythia, run_info)
            out.write(record)
        done += 1
    if out:
        out.close()
    if not done:
        sys.exit(f"{arguments.events_file} has no event that Pythia takes")
    info = pythia.infoPython()
    print(f"events         {done} of {info.nTried()} tried by Pythia")
    print(f"cross section  {1e9 * info.sigmaGen():.6g} pb")
    print(f"charged        {charged / sum_w:.4g} particles an event")
    print(f"jets           {jets / sum_w:.4g} an event, the hardest of {sum_pt / max(with_jet, math.ulp(0.0)):.4g} GeV")


def main():
    parser = argparse.ArgumentParser(description="Showers and hadronises a Les Houches file with Pythia 8.")
    parser.add_argument("events_file", metavar="EVENTS", help="events.lhe or events.lhe.gz")
    parser.add_argument("--showered", action="store_true", help="Tessera has showered the events: make hadrons alone")
    parser.add_argument("--collisions", action="store_true", help="with --showered: further collisions of the protons too")
    parser.add_argument("--out", help="the file of hadrons, in HepMC3's format")
    parser.add_argument("--events", type=int, default=0, help="how many; without it, all")
    parser.add_argument("--seed", type=int, default=1, help="of Pythia's random numbers, 1 to 900000000")
    run(parser.parse_args())


main()
