#!/usr/bin/env python3
"""test_shower.py FOLDER MOMENTA: showered events in FOLDER, seen by others, against the histograms of the same run.

The events of FOLDER/events.hepmc3, with their weights, are all that FOLDER/histograms.yoda
holds: integration.events is events.count. pyhepmc reads them; Durham's jet rates are
FastJet's, thrust is a search over all choices of signs, masses and broadenings follow from
its axis (test_observables.py). Bin by bin as many entries of the same weight are found.
MOMENTA gets the events as blocks of lines `E px py pz`.
"""

import math
import pathlib
import sys

import fastjet._swig as fastjet
import numpy
import pyhepmc
import test_observables

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "program"))
import yoda_grammar  # noqa: E402

RATES = ["log10y23", "log10y34", "log10y45", "log10y56"]
SHAPES = ["thrust", "heavy_jet_mass", "light_jet_mass", "wide_broadening", "narrow_broadening"]
MISSING = -math.inf  # below every range
RELATIVE = 1e-10


def read_events(name):
    """Weight and final momenta of each event."""
    with pyhepmc.open(name) as events:
        for event in events:
            final = [p.momentum for p in event.particles if p.status == 1]
            yield event.weights[0], numpy.array([[p.e, p.px, p.py, p.pz] for p in final])


def values_of(event, definition):
    """What each histogram is filled with."""
    rates = [math.log10(rate) for rate in test_observables.jet_rates(event, definition)]
    values = dict(zip(RATES, rates + [MISSING] * (len(RATES) - len(rates))))
    values["emissions"] = len(event) - 2
    if len(event) < 3:
        return values | dict.fromkeys(SHAPES, MISSING)
    thrust, masses, broadenings = test_observables.shapes(event, test_observables.all_signs(len(event)))
    assert masses, "two axes are equally good"
    # One parton alone has no mass, but for rounding.
    values |= zip(SHAPES, [thrust, *(math.sqrt(max(square, 0)) for square in masses), *broadenings])
    return values


def compare(name, histogram, values, weights):
    bins = histogram["bins"]
    edges = numpy.array([row[0] for row in bins] + [bins[-1][1]])
    places = numpy.searchsorted(edges, values, side="right")
    # Exact zeros are in the first bin, whatever their last places here.
    near = [edge for edge in edges[edges != 0] if numpy.abs(values - edge).min() < 1e-11]
    assert not near, f"{name}: a value at {near[0]} may be on either side of that edge; take another seed"
    flows = histogram["flows"]
    rows = [flows["Underflow"], *(row[2:] for row in bins), flows["Overflow"]]
    for place, row in enumerate(rows):
        inside = places == place
        assert row[4] == inside.sum(), f"{name}, bin {place}: {row[4]} entries, not {inside.sum()}"
        for power, found in ((1, row[0]), (2, row[1] * len(weights))):
            expected = (weights[inside] ** power).sum() / len(weights)
            assert abs(found - expected) <= RELATIVE * expected, f"{name}, bin {place}: {found}, not {expected}"


def main(folder, momenta):
    definition = fastjet.JetDefinition(fastjet.ee_kt_algorithm)
    weights, filled = [], {name: [] for name in [*RATES, *SHAPES, "emissions"]}
    with open(momenta, "w") as lines:
        for weight, event in read_events(folder + "/events.hepmc3"):
            weights.append(weight)
            for name, value in values_of(event, definition).items():
                filled[name].append(value)
            lines.writelines("%.17g %.17g %.17g %.17g\n" % tuple(p) for p in event)
            lines.write("\n")
    histograms = {h["path"].split("/")[-1]: h for h in yoda_grammar.read(folder + "/histograms.yoda")}
    for name, values in filled.items():
        compare(name, histograms[name], numpy.array(values), numpy.array(weights))
    print(f"{len(weights)} showered events fill {len(filled)} histograms alike, entry by entry")


if __name__ == "__main__":
    main(*sys.argv[1:])
