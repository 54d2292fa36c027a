#!/usr/bin/env python3
"""merging_scales.py PROGRAM [--boson w] [--jets 3] [--scales 15,20,30,40] [--events N] [--own ckkwl,umeps] [--pythia N] [--out FOLDER]

W (that decay) or Z bosons with up to three jets, merged at several scales by the program's own shower, and W with --pythia by Pythia's
CKKW-L, of N hard events with the same card, cut and alpha_s. Looked at are pT of the boson, the scales d01 to d34 of the kt algorithm with R
being D of the cut, 1, of all other partons, and how many anti-kt jets of the same R there are above 30 GeV. Printed are, for each sample:

  - its cross section over that without jets, and the share of its events with jets;
  - for each spectrum, from a third of the scale to three times it: chi squared of a cubic in the logarithms and its p-value,
    and what a step at the scale would have for height beside the cubic (relative, with its error);
  - p-values of its shapes, and of numbers of jets, against those of the sample at the highest scale.

FOLDER receives YODA files of each, for `tessera plot`. With --cards nothing but the cards of its runs, SAMPLE/card.yaml, for another
machine: results that stand in SAMPLE/run afterwards are taken as they are. Needs numpy and, with --pythia, pythia8mc and fastjet.
"""

import argparse
import json
import math
import os
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))

CARD = """process: p p > {final} 0..{jets} j
beams: {{particles: [p, p], energy: 13000}}
pdf: CTEQ6L1
scales: {{renormalization: {mass}, factorization: {mass}}}
merging: {{scheme: {scheme}, by: {by}, value: {scale}, d: 1}}
{cuts}
"""
BOSONS = {
    "w": {"final": "e+ ve", "pt": "ep, ve", "mass": 80.4, "cuts": "cuts: {lepton: {pt_min: 0, eta_max: 100}, pair: {l+ vl: {mass: [20, null]}}}"},
    "z": {"final": "z", "pt": "z", "mass": 91.1876, "cuts": ""},
}
FILE = """integration: {{relative_error: 3e-2, seed: {seed}}}
sampling: {{multiplicities: {shares}}}
events: {{count: {events}, format: lhe}}
histograms: []
"""
SHOWER = """integration: {{events: {events}, seed: {seed}}}
shower: {{enabled: true, matrix_element: true, max_partons: 64, jet_radius: 1}}
histograms:
  - {{name: pt, expression: "log10(pt({pt}))", bins: 50, range: [0.5, 3]}}
  - {{name: log10d01, bins: 50, range: [0.5, 3]}}
  - {{name: log10d12, bins: 50, range: [0.5, 3]}}
  - {{name: log10d23, bins: 50, range: [0.5, 3]}}
  - {{name: log10d34, bins: 50, range: [0.5, 3]}}
  - {{name: njets, bins: 7, range: [-0.5, 6.5]}}
"""
SPECTRA = ("pt", "d01", "d12", "d23", "d34")
LOGARITHMS, NUMBERS = np.linspace(0.5, 3.0, 51), np.linspace(-0.5, 6.5, 8)
EDGES = {spectrum: LOGARITHMS for spectrum in SPECTRA} | {"jets": NUMBERS}  # of log10 of scales and pT in GeV


class Sample:
    """Sums of weights and of their squares of each spectrum in bins."""

    def __init__(self, name):
        self.name = name
        self.sums = {spectrum: np.zeros((len(edges) - 1, 3)) for spectrum, edges in EDGES.items()}
        self.total, self.square, self.events = 0.0, 0.0, 0

    def fill(self, values, weight):
        for spectrum, value in values.items():
            edges = EDGES[spectrum]
            place = int((value - edges[0]) / (edges[1] - edges[0])) if value >= edges[0] else -1
            if 0 <= place < len(edges) - 1:
                self.sums[spectrum][place] += (weight, weight * weight, 1)

    def write(self, folder):
        """A YODA file of densities in the logarithm, [pb]."""
        path = os.path.join(folder, self.name + ".yoda")
        with open(path, "w") as out:
            for spectrum, edges in EDGES.items():
                title = {"jets": "number of jets", "pt": "log10(pT of the boson / GeV)"}.get(spectrum, f"log10(sqrt({spectrum}) / GeV)")
                rows = self.sums[spectrum] / [self.events, self.events**2, 1]
                middles = (edges[:-1] + edges[1:]) / 2
                out.write(f"BEGIN YODA_HISTO1D_V2 /merging/{spectrum}\nPath: /merging/{spectrum}\nTitle: {title}\nType: Histo1D\n---\n")
                moments = [(w, w2, w * x, w * x * x, n) for (w, w2, n), x in zip(rows, middles)]
                lines = [("Total", "Total", *map(sum, zip(*moments))), ("Underflow", "Underflow", 0, 0, 0, 0, 0),
                         ("Overflow", "Overflow", 0, 0, 0, 0, 0), *((a, b, *m) for a, b, m in zip(edges, edges[1:], moments))]
                out.writelines("\t".join(word if isinstance(word, str) else f"{word:.16e}" for word in line) + "\n" for line in lines)
                out.write("END YODA_HISTO1D_V2\n\n")
        return path


def observe(leptons, others, d):
    """log10 of the W's pT and of the scales of kt, and the number of jets."""
    import fastjet

    px, py = (sum(p[i] for p in leptons) for i in (0, 1))
    values = {"pt": math.log10(max(math.hypot(px, py), 1e-9)), "jets": 0}
    if others:
        momenta = [fastjet.PseudoJet(*p) for p in others]
        near = fastjet.ClusterSequence(momenta, fastjet.JetDefinition(fastjet.antikt_algorithm, d))
        values["jets"] = sum(abs(jet.eta()) < 5 for jet in near.inclusive_jets(30.0))
        sequence = fastjet.ClusterSequence(momenta, fastjet.JetDefinition(fastjet.kt_algorithm, d))
        for left in range(min(4, len(others))):
            values[f"d{left}{left + 1}"] = math.log10(max(sequence.exclusive_dmerge(left), 1e-18)) / 2
    return values


def run(arguments, folder, text, **words):
    """The result of a card. What an earlier call made of the same one stays."""
    text = text.format(seed=arguments.seed, jets=arguments.jets, **BOSONS[arguments.boson], **words)
    card, result, before = os.path.join(folder, "card.yaml"), os.path.join(folder, "run", "result.json"), ""
    if os.path.exists(card) and os.path.exists(result):
        with open(card) as old:
            before = old.read()
    if text != before:
        with open(card, "w") as out:
            out.write(text)
    if arguments.cards:
        return None
    if text != before:
        subprocess.run([arguments.program, "run", card, "--out", folder + "/run", "--quiet", "--no-report", "--force"], check=True, stdout=subprocess.DEVNULL)
    with open(result) as numbers:
        return json.load(numbers)


def read_bins(path):
    """Sums of weights, of their squares and entries of each histogram's bins, by the last word of its path."""
    found = {}
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if line.startswith("BEGIN YODA_HISTO1D"):
                rows = found[words[2].rsplit("/", 1)[-1].removeprefix("log10").replace("njets", "jets")] = []
            elif len(words) == 7 and words[0][0] in "-0123456789":
                rows.append([float(words[2]), float(words[3]), float(words[6])])
    return {name: np.array(rows) for name, rows in found.items()}


def own(arguments, scheme, scale):
    """A sample of the program's own shower as its run has it, or of the one without jets where there is no scale."""
    sample = Sample(f"{scheme}-{scale:g}" if scale else scheme)
    folder = os.path.join(arguments.out, sample.name)
    os.makedirs(folder, exist_ok=True)
    card = CARD if scale else CARD.replace(" 0..{jets} j", "").replace("merging:", "# merging:")
    result = run(arguments, folder, card + SHOWER, scheme=scheme, by="shower", scale=scale, events=arguments.events)
    if arguments.cards:
        return None
    sample.sums, sample.events = read_bins(folder + "/run/histograms.yoda"), 1
    sample.total, sample.square = result["cross_section"]["value"], result["cross_section"]["error"] ** 2
    return sample


def by_pythia(arguments, scale):
    """A sample of Pythia, without hadrons. Weights are the events' own times those of CKKW-L."""
    import merge

    sample = Sample(f"pythia-{scale:g}")
    folder = os.path.join(arguments.out, sample.name)
    os.makedirs(folder, exist_ok=True)
    run(arguments, folder, CARD + FILE, scheme="ckkwl", by="reader", scale=scale, events=arguments.pythia, shares=[4, 3, 2, 1][: arguments.jets + 1])
    path = folder + "/run/events.lhe"
    words, events = merge.read_file(path)
    choice = argparse.Namespace(process="pp>e+ve", jets=arguments.jets, mpi=False, partons=True, set=[])
    pythia = merge.make_pythia(path, words, choice, arguments.seed)
    while pythia.infoPython().nTried() < len(events):
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue
        weight = pythia.infoPython().weight() * pythia.infoPython().mergingWeight()
        if not weight:
            continue
        event = pythia.event
        final = [(merge.is_of_core(event, i), (p.px(), p.py(), p.pz(), p.e())) for i, p in enumerate(event) if p.isFinal()]
        sample.total += weight
        sample.square += weight * weight
        sample.fill(observe([p for core, p in final if core], [p for core, p in final if not core], 1.0), weight)
    sample.events = pythia.infoPython().nTried()
    return sample


def upper_tail(chi2, dof):
    """Probability that chi squared of so many degrees is as large (W. H. Press et al., Numerical Recipes, chapter 6)."""
    a, x = dof / 2, chi2 / 2
    if x <= 0:
        return 1.0
    term = total = 1 / a
    n = a
    while x < a + 1 and term > total * 1e-12:  # the series of the lower part
        n += 1
        term *= x / n
        total += term
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - total * front)
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 500):  # the continued fraction of the upper one
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return front * h


def fit(sample, spectrum, scale):
    """Of a cubic in the logarithms across the scale: chi squared, degrees, and the height of a step beside it, with its error."""
    rows = sample.sums[spectrum]
    middles = (LOGARITHMS[:-1] + LOGARITHMS[1:]) / 2 - math.log10(scale)
    use = (abs(middles) < math.log10(3)) & (rows[:, 2] >= 20) & (rows[:, 0] > 3 * np.sqrt(rows[:, 1]))
    x, y = middles[use], np.log(rows[use, 0])
    inverse = rows[use, 0] / np.sqrt(rows[use, 1])
    if use.sum() < 7 or all(x > 0) or not any(x > 0):
        return None  # there is nothing to fit, or one side of the scale alone
    cubic = np.vander(x, 4)
    left = (y - cubic @ np.linalg.lstsq(cubic * inverse[:, None], y * inverse, rcond=None)[0]) * inverse
    step = np.column_stack([cubic, x > 0]) * inverse[:, None]
    height = np.linalg.lstsq(step, y * inverse, rcond=None)[0][4]
    error = math.sqrt(np.linalg.inv(step.T @ step)[4, 4])
    return float(left @ left), int(use.sum()) - 4, float(height), error


def shapes(sample, other, spectrum):
    """The p-value of two spectra, each divided by its sum."""
    one, two = sample.sums[spectrum], other.sums[spectrum]
    use = (one[:, 2] >= 20) & (two[:, 2] >= 20)
    sums = one[use, 0].sum(), two[use, 0].sum()
    difference = one[use, 0] / sums[0] - two[use, 0] / sums[1]
    variance = one[use, 1] / sums[0] ** 2 + two[use, 1] / sums[1] ** 2
    return upper_tail(float((difference**2 / variance).sum()), int(use.sum()) - 1)


def share_of_jets(sample):
    """The part of the events with a jet, and its error, as text."""
    rows = sample.sums["jets"]
    sums = rows[1:, 0].sum(), math.sqrt(rows[1:, 1].sum())
    return f"{sums[0] / rows[:, 0].sum():.4f}({sums[1] / rows[:, 0].sum():.4f})"


def report(sample, without, highest, scale):
    words = []
    for spectrum in SPECTRA:
        found = fit(sample, spectrum, scale)
        words.append(f"{spectrum}: " + ("few" if found is None else
                     f"{found[0]:.0f}/{found[1]} {upper_tail(found[0], found[1]):.2g}, {found[2]:+.3f} +- {found[3]:.3f}"))
    if sample is not highest:
        words.append("shapes " + ", ".join(f"{name} {shapes(sample, highest, name):.2g}" for name in EDGES))
    ratio, error = (value / sample.events / without.total for value in (sample.total, math.sqrt(sample.square)))
    print(f"{sample.name:12} {ratio:.4f}({error:.4f}), {share_of_jets(sample)}   " + "; ".join(words), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--boson", choices=BOSONS, default="w")
    parser.add_argument("--jets", type=int, choices=(1, 2, 3), default=3)
    parser.add_argument("--scales", default="15,20,30,40")
    parser.add_argument("--events", type=int, default=500000)
    parser.add_argument("--own", default="ckkwl,umeps")
    parser.add_argument("--pythia", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", action="store_true")
    parser.add_argument("--out", default="merging-scales")
    arguments = parser.parse_args()
    scales = [float(word) for word in arguments.scales.split(",")]
    makers = [(scheme, lambda scale, scheme=scheme: own(arguments, scheme, scale)) for scheme in arguments.own.split(",") if scheme]
    if arguments.pythia and arguments.boson != "w":
        parser.error("--pythia has W bosons alone")
    if arguments.pythia:
        makers.append(("pythia", lambda scale: by_pythia(arguments, scale)))
    os.makedirs(arguments.out, exist_ok=True)
    without = own(arguments, "none", 0)
    if arguments.cards:
        return [make(scale) for _, make in makers for scale in scales]
    print(f"without jets {without.total:.2f}({math.sqrt(without.square):.2f}) pb, share of jets {share_of_jets(without)}")
    print("sample       over no jets, share with jets   spectrum: chi2/degrees p, step +- error; p-values of shapes against the highest scale")
    for _, make in makers:
        highest = None
        for scale in sorted(scales, reverse=True):
            sample = make(scale)
            sample.write(arguments.out)
            highest = highest or sample
            report(sample, without, highest, scale)
    return None


if __name__ == "__main__":
    main()
