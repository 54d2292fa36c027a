#!/usr/bin/env python3
"""test_lhe.py FILE RESULT: a Les Houches event file that Tessera wrote, read by pylhe, and by Pythia 8 where it is
installed (pythia8mc), against the result.json of its run.

The mean of the weights is the cross section, that of each subprocess its own; momenta balance and particles are on
their mass shells; Pythia showers and hadronises every event without complaint. Status 77: there is no pylhe.
"""

import collections
import gzip
import json
import math
import os
import sys
import xml.etree.ElementTree

try:
    import pylhe
except ImportError:
    print("there is no pylhe to read the file with")
    sys.exit(77)


def check_event(event):
    """Momentum and mass shells. What has decayed has the momentum of its products, and stands before them."""
    change = [0.0] * 4
    energy = 0.0
    for place, p in enumerate(event.particles, 1):
        sign = {-1: -1, 1: +1, 2: 0}[int(p.status)]
        if p.status == 2:
            products = [q for q in event.particles[place:] if q.mother1 == q.mother2 == place]
            assert len(products) > 1, f"{p.id} has {len(products)} products"
            for name in ("px", "py", "pz", "e"):
                assert abs(sum(getattr(q, name) for q in products) - getattr(p, name)) < 1e-11 * p.e, f"products of {p.id}"
        momentum = (p.px, p.py, p.pz, p.e)
        change = [c + sign * q for c, q in zip(change, momentum)]
        energy += p.e
        mass2 = p.e**2 - p.px**2 - p.py**2 - p.pz**2
        assert abs(mass2 - p.m**2) < 1e-11 * max(p.e**2, 1), f"mass of {p.id}: {mass2} for {p.m}^2"
    assert max(map(abs, change)) < 1e-11 * energy, f"momentum changes by {change}"


def check_with_pylhe(path, result):
    """Weights against the run; returns them."""
    shares, total, squares, count, weights = collections.Counter(), 0.0, 0.0, 0, []
    for event in pylhe.LHEFile.fromfile(path).events:
        check_event(event)
        shares[int(event.eventinfo.pid)] += event.eventinfo.weight
        total += event.eventinfo.weight
        squares += event.eventinfo.weight**2
        count += 1
        weights.append(event.eventinfo.weight)
    value = result["cross_section"]["value"]
    assert count == result["events"]["written"] > 0
    error = math.sqrt(max(squares / count - (total / count) ** 2, 0) / count)
    assert abs(total / count - value) < 4 * error + 1e-3 * value, f"the mean weight is {total / count}, not {value}"
    for number, row in enumerate(result.get("subprocesses", []), 1):
        share = row["value"] / value
        spread = math.sqrt(max(share * (1 - share), 1e-9) / count) + row["error"] / value
        assert abs(shares[number] / total - share) < 4 * spread, f"{row['process']}: {shares[number] / total} for {share}"
    print(f"{path}: {count} events, the mean of their weights {total / count:.6g} pb")
    return weights


def header_of(path):
    """What stands before the events, as XML."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        for _, element in xml.etree.ElementTree.iterparse(file):
            if element.tag == "header":
                return element
    raise ValueError("there is no header")


def check_variations(path, result):
    """The weights of each variation have its cross section as their mean, as the event's own have theirs."""
    rows = {row["name"]: row for row in result.get("variations", [])}
    file = pylhe.LHEFile.fromfile(path)
    defined = [weight.get("id") for weight in header_of(path).iter("weight")]
    assert sorted(defined) == sorted(rows), f"the header defines {defined}"
    sums = collections.Counter()
    for event in file.events:
        assert sorted(event.weights) == sorted(rows), f"an event has the weights {list(event.weights)}"
        sums["itself"] += event.eventinfo.weight
        for name, weight in event.weights.items():
            sums[name] += weight
    for name, row in rows.items():
        ratio = row["cross_section"] / result["cross_section"]["value"]
        assert abs(sums[name] / sums["itself"] / ratio - 1) < 0.01, f"{name}: {sums[name] / sums['itself']} for {ratio}"


def check_with_pythia(path, result, weights):
    """No event is refused on its way to hadrons: of all of them, or of the first 100 unless TESSERA_TEST_LONG is set."""
    try:
        import pythia8mc
    except ImportError:
        return
    pythia = pythia8mc.Pythia("", False)
    for line in ("Beams:frameType = 4", f"Beams:LHEF = {path}", "Print:quiet = on"):
        pythia.readString(line)
    assert pythia.init()
    written = result["events"]["written"]
    wanted = written if os.environ.get("TESSERA_TEST_LONG") else min(written, 100)
    events = 0
    while events < wanted and pythia.next():
        events += 1
    assert events == wanted, f"Pythia took {events} events of {wanted}"
    names = list(pythia.infoPython().weightNameVector())[1:]
    assert names == [row["name"] for row in result.get("variations", [])], f"Pythia knows the weights {names}"
    assert wanted < written or (not pythia.next() and pythia.infoPython().atEndOfFile())
    sigma = 1e9 * pythia.infoPython().sigmaGen()
    mean = sum(weights[:wanted]) / wanted
    assert abs(sigma / mean - 1) < 1e-3, f"Pythia finds {sigma} pb where the mean weight is {mean} pb"
    print(f"{path}: Pythia took {events} events")


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        result = json.load(file)
    weights = check_with_pylhe(sys.argv[1], result)
    check_variations(sys.argv[1], result)
    check_with_pythia(sys.argv[1], result, weights)


main()
