#!/usr/bin/env python3
"""test_observables.py EVENTS VALUES: observables of events, computed by others.

EVENTS has blocks of lines `E px py pz`, VALUES a line for each event as
tests/kernels/event_observables.c prints it. Durham's jet rates are FastJet's
(exclusive_ymerge, PyPI's fastjet), thrust is the best of all choices of signs up to 14
partons, and masses and broadenings follow from its axis.
"""

import sys

import fastjet._swig as fastjet
import numpy

MOST_SEARCHED = 14
# FastJet takes 1 - cos as it stands, and so do masses here: both lose what is below the last place of 1.
RELATIVE, ABSOLUTE = 1e-11, 4e-15
TIED = 1e-11


def read_events(name):
    event = []
    with open(name) as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            if line.strip():
                event.append([float(word) for word in line.split()])
            elif event:
                yield numpy.array(event)
                event = []
    if event:
        yield numpy.array(event)


def jet_rates(event, definition):
    """y23, y34, ... as far as there are partons."""
    partons = [fastjet.PseudoJet(x, y, z, e) for e, x, y, z in event.tolist()]
    sequence = fastjet.ClusterSequence(partons, definition)
    return [sequence.exclusive_ymerge(n) for n in range(2, min(6, len(event)))]


def all_signs(n):
    """Every choice of n signs whose first is +."""
    bits = numpy.arange(2 ** (n - 1))[:, None] >> numpy.arange(n - 1)
    return numpy.hstack([numpy.ones((2 ** (n - 1), 1)), 1 - 2.0 * (bits & 1)])


def shapes(event, signs):
    """1 - T, squares of the jet masses, broadenings; all but the first None where two axes are equally good."""
    momenta = event[:, 1:]
    sizes = numpy.sqrt((momenta**2).sum(axis=1))
    sums = signs @ momenta
    squares = (sums**2).sum(axis=1)
    best = squares.argmax()
    length = numpy.sqrt(squares[best])
    thrust = 1 - length / sizes.sum()
    if (squares > squares[best] * (1 - TIED)).sum() > 1:
        return thrust, None, None
    ahead = momenta @ sums[best] > 0
    across = numpy.sqrt((numpy.cross(momenta, sums[best] / length) ** 2).sum(axis=1))
    masses, broadenings = [], []
    for side in (ahead, ~ahead):
        total = momenta[side].sum(axis=0)
        masses.append((sizes[side].sum() ** 2 - total @ total) / sizes.sum() ** 2)
        broadenings.append(across[side].sum() / (2 * sizes.sum()))
    return thrust, sorted(masses, reverse=True), sorted(broadenings, reverse=True)


def main(events_name, values_name):
    definition = fastjet.JetDefinition(fastjet.ee_kt_algorithm)
    signs = {n: all_signs(n) for n in range(3, MOST_SEARCHED + 1)}
    values = numpy.loadtxt(values_name, ndmin=2)
    counts = {"events": 0, "rates": 0, "thrusts": 0, "shapes": 0}
    worst = 0.0

    def compare(what, found, expected):
        nonlocal worst
        error = abs(found - expected) / (RELATIVE * abs(expected) + ABSOLUTE)
        worst = max(worst, error)
        assert error <= 1, f"event {counts['events']}: {what} is {found!r}, not {expected!r}"

    for event, found in zip(read_events(events_name), values, strict=True):
        counts["events"] += 1
        rates = jet_rates(event, definition)
        for i, rate in enumerate(rates):
            compare(f"y{i + 2}{i + 3}", found[i], rate)
        assert all(found[len(rates) : 4] < -1e30), "a rate of jets that are not there"
        counts["rates"] += len(rates)
        if len(event) < 3:
            assert all(found[4:] < -1e30), "shapes of a pair"
        if len(event) not in signs:
            continue
        thrust, masses, broadenings = shapes(event, signs[len(event)])
        compare("1 - T", found[4], thrust)
        counts["thrusts"] += 1
        if masses:
            counts["shapes"] += 1
            for i, name in enumerate(("heavy", "light")):
                compare(f"the square of the {name} mass", found[5 + i] ** 2, masses[i])
            for i, name in enumerate(("wide", "narrow")):
                compare(f"the {name} broadening", found[7 + i], broadenings[i])
    assert counts["events"], "there are no events"
    print(", ".join(f"{number} {what}" for what, number in counts.items()), f"agree; worst {worst:.2g} of what is allowed")


if __name__ == "__main__":
    main(*sys.argv[1:])
