#!/usr/bin/env python3
"""lep_reference.py FOLDER REFERENCE: what a run of examples/lep-shower.yaml left in FOLDER against published numbers.

REFERENCE is tests/data/lep-durham.yoda, 10^6 events of the program of arXiv:2403.08692. The means of event shapes are
those of the program published there, over 10^6 events of which those out of range are
left out; cross section and emissions are those of two independent programs. Each
difference is within four standard errors of both sides.
"""

import json
import math
import sys

import yoda_grammar

PUBLISHED_EVENTS = 1e6
ROUNDING = 5e-6  # of the published means
MEANS = {
    "thrust": 0.05703,
    "heavy_jet_mass": 0.18877,
    "light_jet_mass": 0.09975,
    "wide_broadening": 0.07117,
    "narrow_broadening": 0.03152,
}
UNDERFLOWS = {"log10y23": 0.0535, "log10y34": 0.2043, "log10y45": 0.4295, "log10y56": 0.6520}
CROSS_SECTION = 42540, 5  # pb, and its last place
EMISSIONS = 3.124, 0.002

failures = 0


def compare(what, found, error, expected, expected_error):
    global failures
    both = math.hypot(error, expected_error)
    good = abs(found - expected) < 4 * both
    failures += not good
    print(f"{what}: {found:.6g}, {expected:.6g} expected, {(found - expected) / both:+.2f} errors{'' if good else ': FAILED'}")


def underflow(histogram):
    """The share of the weights below the range, and its error."""
    total, below = histogram["flows"]["Total"], histogram["flows"]["Underflow"]
    share = below[0] / total[0]
    variance = (1 - 2 * share) * below[1] + share**2 * total[1]
    return share, math.sqrt(variance) / total[0]


def mean(histogram):
    """The mean within range, its error, and the standard deviation and share of what is there."""
    sums = [math.fsum(row[i] for row in histogram["bins"]) for i in range(2, 7)]
    weight, squares, first, second, _ = sums
    value = first / weight
    width = math.sqrt(second / weight - value**2)
    return value, width * math.sqrt(squares) / weight, width, weight / histogram["flows"]["Total"][0]


def by_name(path):
    return {histogram["path"].split("/")[-1]: histogram for histogram in yoda_grammar.read(path)}


def main(folder, reference):
    with open(folder + "/result.json") as file:
        result = json.load(file)
    ours, theirs = by_name(folder + "/histograms.yoda"), by_name(reference)
    section = result["cross_section"]
    compare("cross section in pb", section["value"], section["error"], *CROSS_SECTION)
    for name, published in UNDERFLOWS.items():
        share, error = underflow(ours[name])
        compare(f"{name} below the range", share, error, *underflow(theirs[name]))
        assert abs(underflow(theirs[name])[0] - published) < 5.1e-5, "this is another reference"
    for name, published in MEANS.items():
        value, error, width, share = mean(ours[name])
        compare(f"mean of {name}", value, error, published, width / math.sqrt(share * PUBLISHED_EVENTS) + ROUNDING)
    compare("mean of emissions", *mean(ours["emissions"])[:2], *EMISSIONS)
    assert result["events"]["not_finite"] == 0
    sys.exit(failures > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
