#!/usr/bin/env python3
"""madevent_xqcut.py PROGRAM PDF [--events N] [--out FOLDER]: a cross section of MadEvent with xqcut, from our events.

MadEvent 3.7.1 was run by others (github.com/nsmith-/vibegraph, research/kb/validation) for p p > e+ e- 0..2 j with xqcut 20 GeV at
13 TeV and NNPDF2.3 LO: from q q~ to e+ e- g g it has 9.710 +- .022 pb. Its couplings are ours, but for partons that it does not count as
jets, its densities are not: each beam has a scale of its own, that of its first emission, and a ratio of densities for each
further one (`pdfwgt`). Scales that depend on its channels have no part in this process, whose gluons are always jets. So our events
are weighed anew: the program makes N of them (20 000) with pT and masses of 20 GeV, a clustering by other means
(tests/program/clustering_reference.py) tells their histories, and the mean ratio of those that pass either of both cuts,
merging.cut xqcut and xqcut_partons, is multiplied by the cross section that the program has with that cut.

PDF is a folder with that set as LHAPDF has it (247000), which Pythia has too. Wants numpy and pythia8mc.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "program"))
import clustering_reference as reference  # noqa: E402
from madevent_scales import NNPDF, Densities  # noqa: E402

XQCUT, MADEVENT, Z, BOTTOM = 20.0, (9.710, 0.022), 91.188, 4.7
CARD = """process: p p > e+ e- g g
beams: {{energy: 13000}}
pdf: {pdf}
model: {{m_b: 4.7}}
scales: {{renormalization: clustering, factorization: clustering}}
cuts: {{lepton: {{pt_min: 10, eta_max: 2.5, dr_min: 0.4}}, jet: {{eta_max: 5{jet}}}, pair: {{l+ l-: {{mass: [50, null]}}{pair}}}}}
integration: {{relative_error: 1e-3, seed: 1}}
"""
LOOSE = {"jet": ", pt_min: 20, dr_min: 0", "pair": ", j j: {mass: [20, null]}"}


def run(arguments, name, more, **words):
    """The folder of a run and its cross section with the error."""
    folder = os.path.join(arguments.out, name)
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/card.yaml", "w") as card:
        card.write(CARD.format(pdf=os.path.abspath(arguments.pdf), **words) + more)
    subprocess.run([arguments.program, "run", folder + "/card.yaml", "--out", folder + "/run", "--quiet", "--no-report", "--force"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(folder + "/run/result.json") as result:
        value = json.load(result)["cross_section"]
    return folder + "/run", value["value"], value["error"]


def alpha_s(q2):
    """One loop from .130 at the mass of the Z, four flavours below the b quark's."""
    at_b = 0.13 / (1 + 0.13 * 23 / (12 * math.pi) * math.log(max(q2, BOTTOM**2) / Z**2))
    return at_b / (1 + at_b * 25 / (12 * math.pi) * math.log(min(q2 / BOTTOM**2, 1)))


def sides(steps):
    """Of each beam the places of the first emission, of the end of its jets and of its colour, as MadEvent has them."""
    found = []
    for beam in range(2):
        own = [i for i, step in enumerate(steps[:-1]) if step["beam"] == beam]
        ends = [i for i in own if not steps[i]["jets"]]
        found.append((own[0] if own else len(steps) - 1, ends[0] if ends else len(steps) - 1, len(steps) - 1))
    return found


def densities_of_madevent(xf, codes, x, steps):
    """Densities of both beams with what pdfwgt does, and mu_R^2."""
    kt2 = [step["kt2"] for step in steps]
    found = sides(steps)
    for first, last, _ in found:
        kt2[last] = max(kt2[last], kt2[first])
    central = max(math.sqrt(kt2[last] * kt2[centre]) for _, last, centre in found)
    product = 1.0
    for beam, (first, last, _) in enumerate(found):
        product *= xf(codes[beam], x[beam], min(kt2[first], central) if first <= last else central)
        inside, before = x[beam], None
        for i, step in enumerate(steps):
            if i < len(steps) - 1 and step["beam"] != beam:
                continue
            inside *= step.get("z", 1)
            now = central if i == last else min(step["kt2"], central)
            if before is None:
                before = now
            elif before < now and i <= last:
                code = step["codes"][beam] if "codes" in step else step["code"]
                product *= xf(code, inside, now) / xf(code, inside, before)
                before = now
    return product, math.sqrt(math.sqrt(math.prod(kt2[last] * kt2[centre] for _, last, centre in found)))


def ratio(xf, pdg, momenta, masses, said):
    """MadEvent's weight over ours, and whether either cut leaves the event."""
    steps = []
    _, couplings, _, left, least = reference.cluster(pdg, momenta, masses, steps)
    x = [momenta[beam][0] / 6500 for beam in range(2)]
    theirs, mu2 = densities_of_madevent(xf, pdg, x, steps)
    ours = math.prod(xf(pdg[beam], x[beam], said["muf"] ** 2) for beam in range(2))
    good = [True, True]
    for step in steps[:-1]:
        if step["beam"] is not None:
            good[step["beam"]] &= step["jets"]
        if step["power"] and (step["beam"] is None or good[step["beam"]]):
            continue  # one alpha_s for both
        theirs *= (alpha_s(mu2) / alpha_s(step["kt2"])) ** step["power"]
    theirs *= (alpha_s(mu2) / alpha_s(said["mur"] ** 2)) ** left
    one, other = momenta[4:]
    pts = sorted(math.hypot(p[1], p[2]) for p in (one, other))
    pairs = reference.square(reference.add(one, other)) * pts[0] / pts[1]
    return theirs / ours, (least >= XQCUT**2, pairs >= XQCUT**2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("pdf")
    parser.add_argument("--events", type=lambda text: int(float(text)), default=20000)
    parser.add_argument("--out", default="madevent-xqcut")
    arguments = parser.parse_args()
    reference.is_jet = lambda pdg: pdg == reference.GLUON or 1 <= abs(pdg) <= 4
    table = Densities(NNPDF).table

    def xf(code, x, q2):
        return max(table.xf(int(code), x, q2), 1e-12)

    files = f"events: {{count: {arguments.events}, format: lhe, resonances: none}}\n"
    loose, value, error = run(arguments, "loose", files, **LOOSE)
    print(f"pT and masses alone: {value:.4f} +- {error:.4f} pb")
    ratios = [], []
    for pdg, momenta, masses, said, *_ in reference.read(loose + "/events.lhe"):
        found, passes = ratio(xf, pdg, momenta, masses, said)
        for kept, passed in zip(ratios, passes):
            if passed:
                kept.append(found)
    for name, kept in zip(("xqcut", "xqcut_partons"), ratios):
        _, value, error = run(arguments, name, f"merging: {{scheme: mlm, cut: {name}, value: {XQCUT:g}}}\n", jet="", pair="")
        mean, spread = statistics.mean(kept), statistics.stdev(kept) / math.sqrt(len(kept))
        theirs, unsure = mean * value, math.hypot(mean * error, spread * value)
        print(f"{name}: {value:.4f} +- {error:.4f} pb, {len(kept)} of {arguments.events} events; by MadEvent's densities {theirs:.3f} +- "
              f"{unsure:.3f}, MadEvent {MADEVENT[0]} +- {MADEVENT[1]}: {theirs / MADEVENT[0] - 1:+.2%}")


if __name__ == "__main__":
    main()
