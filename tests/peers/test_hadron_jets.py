#!/usr/bin/env python3
"""Jets of showered hadron collisions, by FastJet (PyPI's fastjet).

test_hadron_jets.py POWER R: events and what was found in them, as `test_hadron_jets DEVICE PRECISION print` prints both,
on standard input.

test_hadron_jets.py ALL CUT: two folders of results with events of p p > z, the second with the cut njets >= 1 && pt1 > 35 &&
abs(eta1) < 3 && pt(z) > 25 behind the shower, R = 0.6. Events of the second pass it, and the same share of the first
does by weight as the cross section says.
"""

import json
import math
import re
import sys

import fastjet._swig as fastjet

PT_MIN, ETA_MAX, JETS, SCALES = 20, 4.5, 24, 4
ALGORITHMS = {-1: fastjet.antikt_algorithm, 0: fastjet.cambridge_algorithm, 1: fastjet.kt_algorithm}
TOLERANCE = 1e-9


def near(found, expected):
    return abs(found - expected) <= TOLERANCE * (1 + abs(expected))


def find_jets(partons, power, radius, pt_min, eta_max):
    """The clustering, and its jets by falling pT."""
    sequence = fastjet.ClusterSequence(partons, fastjet.JetDefinition(ALGORITHMS[power], radius))
    jets = [jet for jet in sequence.inclusive_jets(pt_min) if abs(jet.eta()) <= eta_max]
    return sequence, sorted(jets, key=lambda jet: -jet.pt())


def check_event(partons, found, power, radius):
    """Returns how many jets and scales are the same."""
    count, values = int(found[0]), found[2:]
    if not partons:
        assert count == 0 and all(value < -1e30 for value in values)
        return 0, 0
    _, jets = find_jets(partons, power, radius, PT_MIN, ETA_MAX)
    assert count == len(jets) and near(found[1], sum(jet.pt() for jet in jets)), (count, len(jets))
    for i, jet in enumerate(jets):
        assert near(values[i], jet.pt()) and near(values[JETS + i], jet.eta()), (i, values[i], jet.pt())
    assert all(value < -1e30 for value in values[len(jets) : JETS])
    sequence, _ = find_jets(partons, 1, radius, PT_MIN, ETA_MAX)
    scales = [sequence.exclusive_dmerge(n) for n in range(min(SCALES, len(partons)))]
    for i, scale in enumerate(scales):
        assert near(values[2 * JETS + i], scale), (i, values[2 * JETS + i], scale)
    assert all(value < -1e30 for value in values[2 * JETS + len(scales) : 2 * JETS + SCALES])
    return len(jets), len(scales)


def check_printed(power, radius):
    partons, events, jets, scales = [], 0, 0, 0
    for line in sys.stdin:
        if line.startswith("="):
            more = check_event(partons, [float(word) for word in line[1:].split()], power, radius)
            partons, events, jets, scales = [], events + 1, jets + more[0], scales + more[1]
        else:
            e, x, y, z = (float(word) for word in line.split())
            partons.append(fastjet.PseudoJet(x, y, z, e))
    assert events and jets and scales
    print(events, "events:", jets, "jets and", scales, "scales agree")


def passes(block):
    """Whether an event of a Les Houches file passes the cut."""
    partons, boson = [], None
    for line in block.strip().split("\n")[1:]:
        words = line.split()
        if len(words) < 13 or words[1] != "1":
            continue
        x, y, z, e = (float(word) for word in words[6:10])
        if int(words[4]) or int(words[5]):
            partons.append(fastjet.PseudoJet(x, y, z, e))
        else:
            boson = math.hypot(x, y)
    _, jets = find_jets(partons, -1, 0.6, 30, 5) if partons else (None, [])
    return bool(jets) and jets[0].pt() > 35 and abs(jets[0].eta()) < 3 and boson > 25


def events_of(folder):
    with open(folder + "/events.lhe") as file:
        blocks = re.findall(r"<event>(.*?)</event>", file.read(), re.S)
    with open(folder + "/result.json") as file:
        result = json.load(file)["cross_section"]
    return [(float(block.split()[2]), block) for block in blocks], result["value"], result["error"]


def check_cut(every, cut):
    events, value, error = events_of(cut)
    assert events and all(passes(block) for _, block in events)
    all_events, all_value, _ = events_of(every)
    total = sum(weight for weight, _ in all_events)
    squares = sum(weight**2 for weight, _ in all_events)
    share = sum(weight for weight, block in all_events if passes(block)) / total
    spread = math.sqrt(share * (1 - share) * squares) / total
    distance = (value / all_value - share) / math.hypot(spread, error / all_value)
    assert abs(distance) < 4, (value / all_value, share, distance)
    print(f"{len(events)} events pass; share {value / all_value:.4f}, by FastJet {share:.4f}: {distance:.1f} errors apart")


if __name__ == "__main__":
    if re.fullmatch(r"-?\d", sys.argv[1]):
        check_printed(int(sys.argv[1]), float(sys.argv[2]))
    else:
        check_cut(*sys.argv[1:])
