#!/usr/bin/env python3
"""merging_second_jet.py PROGRAM [--events N] [--hard GEV] [--start auto] [--recoil local] [--out FOLDER]

How often the shower of W and a jet makes a second one, over the matrix element of W and two jets, without any merging. The
shower's alpha_s is .01, so that it emits once or not at all, and rates are divided by both couplings. Densities are those of
30 GeV, which the shower changes to those of its own scales: a few per cent from 10 to 100 GeV. Of events whose last distance of
the kt algorithm with R = 1, d01, is above --hard the ratio is printed in bins of d12. Emissions are below the pT of the first jet
(--start power: anywhere). Needs numpy.
"""

import argparse
import json
import math
import os
import subprocess

from merging_scales import read_bins

LOW, HIGH, BINS = math.log10(8), math.log10(128), 10
ALPHA_S = 0.01
CARD = """process: {process}
beams: {{particles: [p, p], energy: 13000}}
pdf: CTEQ6L1
scales: {{renormalization: 30, factorization: 30}}
cuts: {{jet: {{pt_min: {least}, eta_max: 100, dr_min: 0{more}}}, {pairs}after_shower: "log10d01 >= {hard}"}}
integration: {{events: {events}, seed: 1}}
shower: {{enabled: true, alpha_s: {alpha_s}, order: 1, cutoff: 6, max_partons: 32, jet_radius: 1, start: {start}, recoil: {recoil}}}
histograms:
  - {{name: log10d12, bins: {bins}, range: [{low}, {high}]}}
"""


def run(arguments, name, **words):
    """Rates in bins with their errors, and the coupling of the matrix element."""
    folder = os.path.join(arguments.out, name)
    os.makedirs(folder, exist_ok=True)
    card = os.path.join(folder, "card.yaml")
    with open(card, "w") as out:
        out.write(CARD.format(hard=math.log10(arguments.hard), events=arguments.events, bins=BINS, low=LOW, high=HIGH,
                              start=arguments.start, recoil=arguments.recoil, **words))
    command = [arguments.program, "run", card, "--out", folder + "/run", "--quiet", "--no-report", "--force"]
    if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode not in (0, 3):  # 3: rare subprocesses not precise
        raise SystemExit(f"{card} failed")
    with open(folder + "/run/result.json") as numbers:
        coupling = json.load(numbers)["couplings"]["alpha_s"]
    rows = read_bins(folder + "/run/histograms.yoda")["d12"]
    return rows[:, 0], rows[:, 1] ** 0.5, coupling


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--events", type=float, default=4e6)
    parser.add_argument("--hard", type=float, default=40)
    parser.add_argument("--start", default="auto")
    parser.add_argument("--recoil", default="local")
    parser.add_argument("--out", default="merging-second-jet")
    arguments = parser.parse_args()
    made = run(arguments, "shower", process="p p > w+ j", least=0.375 * arguments.hard, more="", pairs="", alpha_s=ALPHA_S)
    element = run(arguments, "element", process="p p > w+ j j", least=7.5, more=f", ht_min: {arguments.hard:g}",
                  pairs='expression: "pt(j2) * dr(j1, j2) > 7.5", pair: {j j: {mass: [6, null]}}, ', alpha_s=0.001)
    for i in range(BINS):
        low, high = (10 ** (LOW + (i + k) * (HIGH - LOW) / BINS) for k in (0, 1))
        running = ALPHA_S / (1 + ALPHA_S * 23 / (12 * math.pi) * math.log(low * high / 91.1876**2))
        (a, da), (b, db) = ((rates[i], errors[i]) for rates, errors, _ in (made, element))
        ratio = a / running / (b / element[2])
        print(f"{low:5.1f} to {high:5.1f} GeV: {ratio:.3f} +- {ratio * math.hypot(da / a, db / b):.3f}")


if __name__ == "__main__":
    main()
