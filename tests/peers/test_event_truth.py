#!/usr/bin/env python3
"""test_event_truth.py FOLDER: unweighted events of a file against the weighted histograms of the run that wrote it.

Each histogram of the run is filled again from the events: the chi2 of both has a p-value above 10^-3, and so have the azimuths
of what is final (uniform) and forward against backward. The cross section of the file is the run's. Massless quark and
lepton lines keep their helicity, and flavours in and out are charge conserving. Status 77: there is no h5py.
"""

import json
import math
import os
import statistics
import sys

try:
    import numpy
except ImportError:
    print("there is no numpy")
    sys.exit(77)

LEAST, ENTRIES = 1e-3, 20
# Bins of a weighted histogram worth fewer events than this are left out: where weights vary much an error of few events is none.
WORTH = 1000
KINDS = {"l": (11, 13, 15), "t": (6,), "a": (22,), "w": (24,), "z": (23,), "j": (1, 2, 3, 4, 5, 21)}
CHARGES = {1: -1, 2: 2, 3: -1, 4: 2, 5: -1, 6: 2, 11: -3, 13: -3, 15: -3, 24: 3}  # in thirds


def p_value(chi2, dof):
    """Of a chi2, by Wilson and Hilferty's normal approximation."""
    width = 2 / (9 * dof)
    return 1 - statistics.NormalDist().cdf(((chi2 / dof) ** (1 / 3) - 1 + width) / math.sqrt(width))


def read_h5(path):
    """Processes, weights, trials and particles of all events."""
    import h5py

    with h5py.File(path) as file:
        events, particles = file["events"][:], file["particles"][:]
    return events[:, 0].astype(int), events[:, 9], events[:, 3], particles.reshape(len(events), -1, 13)


def read_lhe(path):
    """The same of a text, whose mean weight is the cross section."""
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"</init>"):
                break
        numbers = numpy.fromstring(b"".join(line for line in file if line.startswith(b" ")), sep=" ")
    rows = numbers.reshape(-1, 6 + 13 * int(numbers[0]))
    return rows[:, 1].astype(int), rows[:, 2], numpy.ones(len(rows)), rows[:, 6:].reshape(len(rows), -1, 13)


class Events:
    """Columns of all events, [events][particles of each]; every event has as many."""

    def __init__(self, folder):
        h5 = f"{folder}/events.hdf5"
        self.process, self.weight, self.trials, table = read_h5(h5) if os.path.exists(h5) else read_lhe(f"{folder}/events.lhe")
        self.count = len(self.weight)
        self.pdg = table[:, :, 0].astype(int)
        self.x, self.y, self.z, self.e = (table[:, :, i] for i in (6, 7, 8, 9))
        self.helicity = table[:, :, 12]
        self.final = table[:, :, 1] == 1
        self.pt = numpy.hypot(self.x, self.y)

    def of_kind(self, kind):
        """Which final particles are of a kind: [events][particles]."""
        return self.final & numpy.isin(numpy.abs(self.pdg), KINDS[kind])

    def together(self, chosen):
        """The sum of the momenta of those that are chosen."""
        return [(q * chosen).sum(axis=1) for q in (self.e, self.x, self.y, self.z)]

    def observable(self, name):
        """Values [events][entries], NAN where there is none; None: the name is not known here."""
        jets = self.of_kind("j")
        if name == "ht":
            return (self.pt * jets).sum(axis=1)[:, None]
        if name[:2] == "pt" and name[2:].isdigit():
            return -numpy.sort(-self.pt * jets, axis=1)[:, int(name[2:]) - 1][:, None]
        quantity, _, kind = name.partition("_")
        if quantity not in ("pt", "y", "m") or kind[:1] not in KINDS or len(set(kind)) != 1:
            return None
        chosen = self.of_kind(kind[0])
        if len(kind) == 1:
            e, z, pt = self.e, self.z, self.pt
        else:
            e, x, y, z = (q[:, None] for q in self.together(chosen))
            pt, chosen = numpy.hypot(x, y), numpy.ones_like(e, dtype=bool)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            values = {"pt": pt, "y": 0.5 * numpy.log((e + z) / (e - z)), "m": numpy.sqrt(e**2 - z**2 - pt**2)}
        return numpy.where(chosen, values[quantity], numpy.nan)


def read_histograms(path):
    """Edges, sums of weights and of their squares of each Histo1D of a YODA file."""
    result, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("BEGIN YODA_HISTO1D"):
                name = line.split()[-1].rsplit("/", 1)[-1]
                result[name] = []
            elif line.startswith("END"):
                name = None
            elif name and (line[0].isdigit() or line[0] == "-") and not line.startswith("---"):
                result[name].append([float(word) for word in line.split()[:4]])
    return {name: numpy.array(rows) for name, rows in result.items()}


def shared(values, edges, weight):
    """What pairs of entries of one event in the same bin add to the sums of squares: weights add before they are squared."""
    bins = numpy.where(numpy.isnan(values), -1, numpy.searchsorted(edges, numpy.nan_to_num(values), side="right") - 1)
    result = numpy.zeros(len(edges) - 1)
    for i in range(values.shape[1]):
        for j in range(i):
            same = (bins[:, i] == bins[:, j]) & (bins[:, i] >= 0) & (bins[:, i] < len(result))
            numpy.add.at(result, bins[same, i], 2 * weight[same] ** 2)
    return result


def compare(name, values, weight, rows, value):
    """The chi2 of the events against a histogram, both in pb; returns what is wrong."""
    edges = numpy.append(rows[:, 0], rows[-1, 1])
    entry_weights = numpy.broadcast_to(weight[:, None], values.shape)
    known = ~numpy.isnan(values)
    scale = value / weight.sum()
    sums, _ = numpy.histogram(values[known], edges, weights=entry_weights[known])
    squares, _ = numpy.histogram(values[known], edges, weights=entry_weights[known] ** 2)
    counts, _ = numpy.histogram(values[known], edges)
    used = (counts >= ENTRIES) & (rows[:, 2] ** 2 > WORTH * rows[:, 3])
    if not used.any():
        return [f"{name}: no bin is worth {WORTH} events"]
    difference = scale * sums[used] - rows[used, 2]
    squares = squares + shared(values, edges, weight)
    chi2 = float((difference**2 / (scale**2 * squares[used] + rows[used, 3])).sum())
    p = p_value(chi2, int(used.sum()))
    print(f"    {name:8} chi2 {chi2:8.2f} of {int(used.sum()):3} bins, p {p:.3g}")
    return [f"{name}: p {p}"] if p < LEAST else []


def check_symmetries(events):
    """Azimuths are uniform, forward is as frequent as backward."""
    wrong, w = [], events.weight
    for place in range(2, events.pdg.shape[1]):
        phi = numpy.arctan2(events.y[:, place], events.x[:, place])
        sums, _ = numpy.histogram(phi, 24, (-math.pi, math.pi), weights=w)
        squares, _ = numpy.histogram(phi, 24, (-math.pi, math.pi), weights=w**2)
        p = p_value(float(((sums - w.sum() / 24) ** 2 / squares).sum()), 23)
        if p < LEAST:
            wrong.append(f"particle {place + 1}: azimuths p {p}")
    # By code: where a particle stands in the list may go with the beam that it comes from.
    for code in numpy.unique(events.pdg[events.final]):
        signs = (numpy.sign(events.z) * (events.final & (events.pdg == code))).sum(axis=1)
        skew = float((w * signs).sum() / math.sqrt((w**2 * signs**2).sum() + 1e-300))
        if abs(skew) > 4.5:
            wrong.append(f"{code}: forward against backward {skew} errors")
    return wrong


def charge(pdg):
    """In thirds of the positron's, of each code."""
    result = numpy.zeros(pdg.shape)
    for code, thirds in CHARGES.items():
        result += thirds * ((pdg == code).astype(float) - (pdg == -code))
    return result


def check_shares(events, result):
    """How often each subprocess occurs, against its cross section."""
    rows = result.get("subprocesses", [])
    value, chi2, dof = result["cross_section"]["value"], 0.0, 0
    total, squares = events.weight.sum(), (events.weight**2).sum() / events.weight.sum() ** 2
    for number, row in enumerate(rows, 1):
        share, error = row["value"] / value, row["error"] / value
        found = events.weight[events.process == number].sum() / total
        if share * events.count >= ENTRIES:
            chi2 += (found - share) ** 2 / (share * squares + error**2)  # of a multinomial distribution
            dof += 1
    if dof < 2:
        return []
    p = p_value(chi2, dof - 1)
    print(f"    shares   chi2 {chi2:8.2f} of {dof:3} subprocesses, p {p:.3g}")
    return [f"shares of subprocesses: p {p}"] if p < LEAST else []


def check_parity(events):
    """Without weak bosons every helicity is as frequent as its opposite; what couples to a W is left-handed."""
    wrong = []
    kinds = numpy.abs(events.pdg)
    weak = numpy.isin(kinds, (11, 12, 13, 14, 15, 16, 23, 24)).any()
    for place in range(events.pdg.shape[1]):
        h = numpy.where(numpy.abs(events.helicity[:, place]) == 1, events.helicity[:, place], 0)
        skew = float((events.weight * h).sum() / math.sqrt((events.weight**2).sum()))
        if not weak and abs(skew) > 4:
            wrong.append(f"particle {place + 1}: helicities differ by {skew} errors")
        neutrinos = numpy.isin(kinds[:, place], (12, 14, 16))
        if (h[neutrinos] * numpy.sign(events.pdg[neutrinos, place]) != -1).any():
            wrong.append("a neutrino has the wrong helicity")
    return wrong


def check_mirror(events):
    """Final particles against antiparticles of a kind that comes in pairs: of quarks out of protons only what gluons make is even."""
    wrong = []
    for code in (6, 11, 13):
        here, there = events.final & (events.pdg == code), events.final & (events.pdg == -code)
        incoming = ~events.final
        even = (numpy.isin(events.pdg, (21,)) | ~incoming).all(axis=1)  # g g is its own image under charge conjugation
        if not (here.any() and there.any() and even.any()):
            continue
        pt = numpy.concatenate([events.pt[even][mask[even]] for mask in (here, there)])
        edges = numpy.unique(numpy.quantile(pt, numpy.linspace(0, 1, 21)))
        a, b = (numpy.histogram(events.pt[even][mask[even]], edges)[0] for mask in (here, there))
        chi2 = float(((a - b) ** 2 / numpy.maximum(a + b, 1)).sum())
        p = p_value(chi2, len(a))
        print(f"    {code:3} against {-code:3} out of g g: chi2 {chi2:8.2f} of {len(a):3} bins of pT, p {p:.3g}")
        if p < LEAST:
            wrong.append(f"{code} against {-code}: p {p}")
    return wrong


def check_lines(events):
    """Charges; helicities along massless lines: -1 for each end at which the line runs backwards."""
    wrong = []
    incoming = numpy.where(events.final, 1, -1)
    if (charge(events.pdg) * incoming).sum(axis=1).any():
        wrong.append("charge is not conserved")
    # A W changes the flavour along a line: then quarks, and leptons, are taken together.
    charged = numpy.isin(numpy.abs(events.pdg), (12, 14, 16, 24)).any()
    for flavour in ((1, 2, 3, 4, 5), tuple(range(11, 17))) if charged else ((1,), (2,), (3,), (4,), (5,), (11,), (13,)):
        ends = numpy.isin(numpy.abs(events.pdg), flavour)
        # As if all were outgoing, fermion and antifermion of a massless line have opposite helicities.
        line = (events.helicity * incoming * ends).sum(axis=1)
        known = (numpy.abs(events.helicity) == 1) | ~ends
        if (line[known.all(axis=1)] != 0).any():
            wrong.append(f"helicities of the lines of {flavour}")
    return wrong


def main():
    folder = sys.argv[1]
    with open(f"{folder}/result.json", encoding="utf-8") as file:
        result = json.load(file)
    events = Events(folder)
    value, error = result["cross_section"]["value"], result["cross_section"]["error"]
    sigma = events.weight.sum() / events.trials.sum()
    spread = math.sqrt((events.weight**2).sum()) / events.trials.sum()
    print(f"{result['process']}: {events.count} events, {sigma:.6g} +- {spread:.2g} pb for {value:.6g} +- {error:.2g}")
    wrong = check_symmetries(events) + check_lines(events) + check_shares(events, result) + check_parity(events) + check_mirror(events)
    if abs(sigma - value) > 4 * math.hypot(spread, error):
        wrong.append(f"the cross section is {sigma} pb for {value} pb")
    compared = 0
    for name, rows in read_histograms(f"{folder}/histograms.yoda").items():
        values = events.observable(name)
        if values is not None:
            compared += 1
            wrong += compare(name, values, events.weight, rows, value)
    if not compared:
        wrong.append("no histogram is compared")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
