#!/usr/bin/env python3
"""merging_steps.py SCALE=FOLDER...: whether spectra of merged samples are smooth where the scale of merging is.

FOLDER is what examples/merge.py wrote (all.yoda) of a sample with that scale in GeV; samples of one scale are averaged. From a
third to three times the scale the logarithm of each spectrum is fitted by a polynomial of its variable's logarithm, of third and
of fourth order, and by the same beside a step at the scale. Printed are chi squared, degrees of freedom and p-value of the
polynomial alone, and the height of the step with its error, for both orders. Then, of each two scales, what the spectrum of the
higher one is of that of the lower one: between both the one is the shower's, where the other is the matrix element's. Wants numpy.
"""

import itertools
import math
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "program"))
from decay_angles import p_value  # noqa: E402

NAMES = "d01", "d12", "d23", "pt"


def read(folder):
    """Of each spectrum the edges [GeV] and, by bin, sums of weights and of their squares."""
    found = {}
    with open(os.path.join(folder, "all.yoda")) as lines:
        for line in lines:
            if line.startswith("BEGIN"):
                name, rows = line.split("/merged/")[1].strip(), []
            elif line[0].isdigit() or line[0] == "-" and line[1].isdigit():
                rows.append([float(word) for word in line.split()])
            elif line.startswith("END") and name in NAMES:
                table = numpy.array(rows)
                edges = numpy.append(table[:, 0], table[-1, 1])
                found[name] = 10**edges if name != "pt" else edges, table[:, 2], table[:, 3]
    return found


def average(samples):
    """Of samples of one scale, by the inverse variances of their sums."""
    found = {}
    for name in NAMES:
        parts = [sample[name] for sample in samples]
        shares = numpy.array([1 / squares.sum() for _, _, squares in parts])
        shares /= shares.sum()
        found[name] = (parts[0][0], sum(a * part[1] for a, part in zip(shares, parts)),
                       sum(a * a * part[2] for a, part in zip(shares, parts)))
    return found


def fit(spectrum, scale, order, with_step):
    """Chi squared, degrees of freedom, and the step's height with its error."""
    edges, sums, squares = spectrum
    low, high = edges[:-1], edges[1:]
    taken = (low >= scale / 3.001) & (high <= 3.001 * scale) & (sums > 0) & (squares < sums**2)
    low, high, sums, squares = (column[taken] for column in (low, high, sums, squares))
    middle, width = numpy.log((low + high) / 2 / scale), high - low
    value, error = numpy.log(sums / width), numpy.sqrt(squares) / sums
    above = numpy.clip((high - scale) / width, 0, 1)
    columns = [middle**k for k in range(order + 1)] + ([above] if with_step else [])
    matrix = numpy.stack(columns, 1) / error[:, None]
    covariance = numpy.linalg.inv(matrix.T @ matrix)
    best = covariance @ matrix.T @ (value / error)
    chi2 = float(((matrix @ best - value / error) ** 2).sum())
    return chi2, len(value) - len(columns), best[-1], math.sqrt(covariance[-1, -1])


def ratio(one, other, low, high):
    """Of what two spectra have between two values [GeV], to the next edges of bins, with its error."""
    edges, a, aa = one
    _, b, bb = other
    taken = (edges[:-1] >= 0.95 * low) & (edges[1:] <= 1.06 * high)
    a, aa, b, bb = (column[taken].sum() for column in (a, aa, b, bb))
    return f"{a / b:.3f} +- {a / b * math.sqrt(aa / a**2 + bb / b**2):.3f}"


def main():
    if len(sys.argv) < 2 or "=" not in sys.argv[1]:
        sys.exit(__doc__)
    folders = {}
    for scale, folder in (word.split("=", 1) for word in sys.argv[1:]):
        folders.setdefault(float(scale), []).append(read(folder))
    samples = sorted((scale, average(parts)) for scale, parts in folders.items())
    print("| scale | spectrum | cubic: chi2 of bins, p | step | quartic: chi2 of bins, p | step |\n|---|---|---|---:|---|---:|")
    for (scale, sample), name in itertools.product(samples, NAMES):
        cells = []
        for order in 3, 4:
            chi2, free, _, _ = fit(sample[name], scale, order, False)
            _, _, step, error = fit(sample[name], scale, order, True)
            cells.append(f"{chi2:.1f} of {free}, {p_value(chi2, free):.2g} | {step:+.3f} +- {error:.3f}")
        print(f"| {scale:g} GeV | {name} | " + " | ".join(cells) + " |")
    print("\n| scales | spectrum | from a third of the lower one to it | between both | to 1.6 times the higher one | to thrice |\n"
          "|---|---|---:|---:|---:|---:|")
    for (one, other), name in itertools.product(itertools.combinations(samples, 2), NAMES):
        lower, higher = one[0], other[0]
        cells = [ratio(other[1][name], one[1][name], *limits)
                 for limits in ((lower / 3, lower), (lower, higher), (higher, 1.6 * higher), (1.6 * higher, 3 * higher))]
        print(f"| {higher:g} over {lower:g} GeV | {name} | " + " | ".join(cells) + " |")



if __name__ == "__main__":
    main()
