#!/usr/bin/env python3
"""merging_unordered.py PROGRAM [--scales 15,20,30,40] [--events N] [--seed 11] [--only NAME,...] [--out FOLDER]

What of W + 0, 1, 2 jets merged by Pythia's CKKW-L has two emissions of which the second is the harder one, and what the spectrum of
d12 would be without these events. Such a history is told by Pythia itself: with Merging:unorderedASscalePrescrip = 0 both
emissions have alpha_s at one scale, with 1 at their own ones, so that with the same random numbers the weights of just those events
differ that have no ordered history. (Weights are those before the shower: PartonLevel:all = off.)

Printed are, for each scale of merging and each set of Pythia's options: chi squared of a cubic in the logarithms of d12 from a third
of the scale to three times it, the height of a step at the scale beside it with its error, both of all events and without those that
are not ordered; and what these are of all of d12 from the scale to 1.26 times it, as a height in the logarithm, -log(1 - share).
Then, of each two scales, d12 between both: that of the higher scale, where it is the shower's, over that of the lower one, where it
is the matrix element's, of all events and without those that are not ordered. FOLDER keeps sums, and another call with another seed
and --out is another sample. Needs numpy, pythia8mc and fastjet.
"""

import argparse
import concurrent.futures
import itertools
import math
import os
import sys

import numpy as np

from merging_scales import CARD, FILE, LOGARITHMS, Sample, fit, observe, run

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
import merge  # noqa: E402

OPTIONS = {  # beside what examples/merge.py says
    "as it is": [],
    "alpha_s": ["Merging:unorderedASscalePrescrip = 0"],
    "scale": ["Merging:unorderedScalePrescrip = 1"],
    "pdf": ["Merging:unorderedPDFscalePrescrip = 1"],
    "redundant": ["Merging:includeRedundant = on"],
    "joined": ["Merging:nonJoinedNorm = 2"],
    "recoil": ["Merging:fsrInRecNorm = 0"],
    "incomplete": ["Merging:incompleteScalePrescrip = 1"],
    "strong": ["Merging:enforceStrongOrdering = on"],
    "sum of pT": ["Merging:pickByFullP = off", "Merging:pickBySumPT = on"],
    "colours": ["Merging:allowColourShuffling = on"],
    "rapidity": ["SpaceShower:rapidityOrder = on"],
    "power": ["SpaceShower:pTmaxMatch = 2", "TimeShower:pTmaxMatch = 2"],
}


BLOCK = 5000  # events that one process takes at a time


def begin(path, words, more):
    choice = argparse.Namespace(process="pp>e+ve", jets=2, mpi=False, partons=True, set=["Merging:applyVeto = off", *more])
    return merge.make_pythia(path, words, choice, 1)


def weight_of(pythia, place):
    """Goes on to the next event, with random numbers of its own; its weight."""
    pythia.rndm.init(int(np.random.default_rng(place).integers(1, 900000000)))
    if not pythia.next():
        return 0.0
    return pythia.infoPython().weight() * pythia.infoPython().mergingWeight()


def block(path, words, options, places):
    """Samples of all events at these places of a file, and of those among them without an ordered history."""
    tells = [begin(path, words, ["PartonLevel:all = off", f"Merging:unorderedASscalePrescrip = {k}"]) for k in (0, 1)]
    pythia, samples = begin(path, words, options), (Sample("all"), Sample("unordered"))
    for each in (*tells, pythia):
        if places[0] and not each.LHAeventSkip(places[0]):
            raise ValueError(f"{path} ends before its event {places[0]}")
    for place in places:
        one, other = (weight_of(each, place) for each in tells)
        weight = weight_of(pythia, place)
        if not weight:
            continue
        final = [(merge.is_of_core(pythia.event, k), (p.px(), p.py(), p.pz(), p.e()))
                 for k, p in enumerate(pythia.event) if p.isFinal()]
        values = observe([p for core, p in final if core], [p for core, p in final if not core], 1.0)
        for sample in samples[: 1 + (abs(one - other) > 1e-9 * abs(other))]:
            sample.fill(values, weight)
            sample.total += weight
    return samples


def merged(pool, path, words, count, options):
    """Those samples of the whole file."""
    parts = range(0, count, BLOCK)
    work = [pool.submit(block, path, words, options, range(i, min(i + BLOCK, count))) for i in parts]
    whole = Sample("all"), Sample("unordered")
    for done in work:
        for sample, part in zip(whole, done.result()):
            sample.total += part.total / count
            for key, rows in part.sums.items():
                sample.sums[key] += rows / [count, count**2, 1]
    return whole


def between(samples, low, high):
    """What spectra of d12 have between two values, to the edges of bins, with its error."""
    middles = 10 ** ((LOGARITHMS[:-1] + LOGARITHMS[1:]) / 2)
    rows = samples["d12"][(middles > low) & (middles < high)]
    return rows[:, 0].sum(), math.sqrt(rows[:, 1].sum())


def compare(lower, higher, low, high):
    """The ratio of two samples between two values."""
    (a, da), (b, db) = between(higher, low, high), between(lower, low, high)
    return f"{a / b:.3f} +- {a / b * math.hypot(da / a, db / b):.3f}"


def text(found):
    return "few events" if found is None else f"{found[0]:.0f} of {found[1]}, {found[2]:+.3f} +- {found[3]:.3f}"


def report(samples, scale, name):
    whole, unordered = samples
    ordered = Sample("ordered")
    ordered.sums = {key: whole.sums[key] - unordered.sums[key] for key in whole.sums}
    middles = 10 ** ((LOGARITHMS[:-1] + LOGARITHMS[1:]) / 2) / scale
    above = (middles > 1) & (middles < 1.26)
    (a, aa), (b, bb) = (sample.sums["d12"][above].sum(axis=0)[:2] for sample in (unordered, ordered))
    size, error = math.log1p(a / b), a / (a + b) * math.sqrt(aa / a**2 + bb / b**2)
    print(f"{scale:g} GeV, {name}: {whole.total:.1f} pb, of them unordered {unordered.total:.1f}; d12 {text(fit(whole, 'd12', scale))}; "
          f"ordered alone {text(fit(ordered, 'd12', scale))}; the others right above {size:.3f} +- {error:.3f}", flush=True)
    return {"all": whole.sums, "ordered": ordered.sums}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--scales", default="15,20,30,40")
    parser.add_argument("--events", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--only", default="as it is")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", default="merging-unordered")
    arguments = parser.parse_args()
    arguments.jets, arguments.boson, arguments.cards = 2, "w", False
    found, scales = {}, sorted(float(word) for word in arguments.scales.split(","))
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for scale in scales:
            folder = os.path.join(arguments.out, f"{scale:g}")
            os.makedirs(folder, exist_ok=True)
            run(arguments, folder, CARD + FILE, scheme="ckkwl", by="reader", scale=scale, events=arguments.events, shares=[4, 4, 2])
            path = folder + "/run/events.lhe"
            words, events = merge.read_file(path)
            for name in arguments.only.split(",") if arguments.only != "all" else OPTIONS:
                sums = report(merged(pool, path, words, len(events), OPTIONS[name]), scale, name)
                found.setdefault(name, {})[scale] = sums
                np.savez(os.path.join(folder, name.replace(" ", "-")), all=sums["all"]["d12"], ordered=sums["ordered"]["d12"])
    for name, of in found.items():
        for low, high in itertools.combinations(scales, 2):
            words = [f"{kind} {compare(of[low][kind], of[high]['all'], low, high)}" for kind in ("all", "ordered")]
            print(f"{name}: d12 from {low:g} to {high:g} GeV, merged at {high:g} over at {low:g}: " + ", ".join(words))


if __name__ == "__main__":
    main()
