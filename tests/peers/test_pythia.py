#!/usr/bin/env python3
"""test_pythia.py FILE [COUNT] [SETTING...]: Pythia 8 takes the events of a Les Houches file to hadrons, and says nothing of them.

Of each event Pythia's record of the hard process has the beams of the file, partons along them, and their momentum again. Pythia's
messages are counted and printed. None is about the hard process, and no event is refused before the shower; what its shower
or strings give up is fewer than one event of a thousand. Further collisions of the protons are left out, as they know
nothing of the file. Status 77: there is no pythia8mc.
"""

import collections
import os
import re
import sys
import tempfile

try:
    import pythia8mc
except ImportError:
    print("there is no pythia8mc to read the file with")
    sys.exit(77)

# Parts of Pythia that see the file: what they say is about our events.
READERS = ("LHA", "LesHouches", "Info::readLHEF", "ProcessLevel", "ProcessContainer", "PartonLevel", "Pythia::check", "checkSetup")
# What its shower says of its own rounding: of photon pairs that it makes itself some in 10^5 too miss their energy by more than
# 10^-6. The momentum of the file's events is looked at here.
ROUNDING = "energy-momentum not quite conserved"
MOST_GIVEN_UP = 1e-3
# Numbers of files have all digits of doubles, and partons of protons have what comes out: sums are kept to rounding. Beams that
# collide as they are have their own energy, and of a process in single precision what comes out has it to 2^-24 a particle.
BALANCE = {"parton": 1e-12, "beam": 1e-6}


def check_hard(process):
    """Beams, incoming partons along them, momentum and masses of the record of the hard process."""
    beams, incoming = (process[1], process[2]), (process[3], process[4])
    assert all(beam.status() == -12 for beam in beams) and beams[0].pz() > 0 > beams[1].pz(), "beams"
    scale = incoming[0].e() + incoming[1].e()
    change = incoming[0].p() + incoming[1].p()
    for parton, beam in zip(incoming, beams):
        assert parton.status() == -21 and parton.pT() < 1e-9 * scale and parton.pz() * beam.pz() > 0, "incoming partons"
        assert parton.e() <= beam.e() * (1 + 1e-9), "a parton has more than its beam"
    lines = collections.Counter()
    for i in range(5, process.size()):
        particle = process[i]
        if not particle.isFinal():
            continue
        change -= particle.p()
        assert abs(particle.m() - particle.mCalc()) < 1e-6 * scale, f"mass of {particle.id()}"
        lines[particle.col()] += 1
        lines[particle.acol()] -= 1
    for parton in incoming:
        lines[parton.col()] -= 1
        lines[parton.acol()] += 1
    del lines[0]
    assert not any(lines.values()), f"colour lines {dict(lines)}"
    kind = "beam" if all(abs(beam.id()) == 11 for beam in beams) else "parton"
    assert max(map(abs, (change.e(), change.px(), change.py(), change.pz()))) < BALANCE[kind] * scale, "momentum"


def messages_of(text):
    """Counts of messages, from the table that Pythia prints at its end."""
    table = text.split("PYTHIA Error and Warning Messages Statistics", 1)[1]
    rows = re.findall(r"^ \| +(\d+) +(\S.*?) *\|\s*$", table, re.M)
    assert rows, f"no messages, nor the lack of them, in: {table}"
    # The end of the file is no complaint.
    return {message: int(times) for times, message in rows if int(times) and "reached end of Les Houches" not in message}


def take(path, count, settings, log):
    """Counts of events taken, refused and the messages."""
    pythia = pythia8mc.Pythia("", False)
    for line in ("Beams:frameType = 4", f"Beams:LHEF = {path}", "PartonLevel:MPI = off", "PDF:pSet = 8", "Print:quiet = off",
                 "Next:numberCount = 0", "Next:numberShowEvent = 0", "Next:numberShowProcess = 0", "Next:numberShowInfo = 0",
                 "Next:numberShowLHA = 0", "Init:showChangedSettings = off", "Init:showChangedParticleData = off", *settings):
        assert pythia.readString(line), line
    assert pythia.init()
    taken = refused = 0
    while taken + refused < count:
        if pythia.next():
            taken += 1
        elif pythia.infoPython().atEndOfFile():
            break
        else:
            refused += 1
        check_hard(pythia.process)
    pythia.stat()
    with open(log, encoding="utf-8", errors="replace") as file:
        return taken, refused, messages_of(file.read())


def main():
    path = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10**9
    with tempfile.TemporaryDirectory() as folder:
        log, screen = f"{folder}/log", os.dup(1)
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT), 1)
        try:
            taken, refused, messages = take(path, count, sys.argv[3:], log)
        finally:
            os.dup2(screen, 1)
    print(f"{path}: Pythia took {taken} events, and gave up {refused}")
    for message, times in sorted(messages.items(), key=lambda row: -row[1]):
        print(f"    {times:6} {message}")
    assert taken, "Pythia took no event"
    wrong = [message for message in messages if ROUNDING not in message and any(reader in message for reader in READERS)]
    assert not wrong, f"Pythia complains of the file: {wrong}"
    assert refused <= MOST_GIVEN_UP * (taken + refused), f"Pythia gave up {refused} events"


main()
