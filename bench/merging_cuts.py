#!/usr/bin/env python3
"""merging_cuts.py PROGRAM [--events N] [--out FOLDER] [NAME]...: kt_durham of a run against cuts made elsewhere.

Each name is a boson or a pair of tops with several numbers of jets. One run has them all above the scale of merging. Of each
number of jets another run has looser cuts that are not of merging: least pT and least masses of pairs. Its events are
clustered by FastJet's kt algorithm with R = D, and those whose first distance is above the scale are kept. A third run has
the looser cuts and the scale as an expression. Printed are the three cross sections in pb, with what the first differs by from
both others in errors, and p-values of distributions between the first two (chi squared of 20 bins of equal numbers, shapes
alone). N events (30 000 without --events) are of each number of jets, and twice as many of looser cuts. Wants fastjet.
"""

import argparse
import itertools
import json
import math
import os

import fastjet

from closures import Runs, add, edges_of, fill, head_of, mass, p_of, part_of, pt, rapidity

VALUE = 30
LEPTONS = "lepton: {pt_min: 0, eta_max: 100}"
PAIRS = {"W": ("p p > e+ ve", "80.4", "l+ vl: {mass: [20, null]}"), "Z": ("p p > e+ e-", "91.2", "l+ l-: {mass: [66, 116]}"),
         "t t~": ("p p > t t~", "172.5", "")}
SAMPLES = {  # name: (pair, most jets, D)
    "W": ("W", 3, 0.4),
    "Z": ("Z", 2, 0.4),
    "t t~": ("t t~", 2, 0.4),
    "Z, D = 1": ("Z", 2, 1.0),
}


def is_parton(code):
    return abs(code) <= 5 or code == 21


def of_event(event, d):
    """The first distance of the kt algorithm, and what is compared: of the pair, the jets, and that distance."""
    jets = sorted((p for code, p in event if is_parton(code)), key=pt, reverse=True)
    pair = add(*(p for code, p in event if not is_parton(code)))
    values = [pt(pair), rapidity(pair), mass(pair)]
    if not jets:
        return VALUE, values
    sequence = fastjet.ClusterSequence([fastjet.PseudoJet(*p[1:], p[0]) for p in jets],
                                       fastjet.JetDefinition(fastjet.kt_algorithm, d))
    first = math.sqrt(sequence.exclusive_dmerge(len(jets) - 1))
    values += [pt(jets[0]), rapidity(jets[0]), first]
    for one, other in itertools.islice(itertools.combinations(jets, 2), 3):
        values.append(mass(add(one, other)))
    return first, values


def of_final(d):
    """What closures.fill() takes: the distance stands last."""
    def quantities(event):
        first, values = of_event([(code, p) for code, p in event if code not in (23, 24, -24)], d)
        return [*values, first]
    return quantities


def expression(jets, d):
    """kt_durham of the hardest jets, as a condition."""
    conditions = [f"pt(j{jets}) > {VALUE}"]
    for one, other in itertools.combinations(range(1, jets + 1), 2):
        conditions.append(f"pt(j{other}) * dr(j{one}, j{other}) > {VALUE * d:g}")
    return " && ".join(conditions)


class Samples(Runs):
    """Runs of one card, whose words for cuts differ."""

    def write(self, name, process, scale, cuts, rest):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(f"process: {process}\npdf: CTEQ6L1\nbeams: {{energy: 13000}}\n"
                       f"scales: {{renormalization: {scale}, factorization: {scale}}}\ncuts: {{{', '.join(filter(None, cuts))}}}\n{rest}")

    def result(self, folder):
        with open(os.path.join(self.folder, folder, "result.json")) as file:
            return json.load(file)

    def merged(self, pair, most, d):
        """Cross sections of all numbers of jets, whose events are in files of their own."""
        process, scale, of_pair = PAIRS[pair]
        self.write("merged.yaml", f"{process} 0..{most} j", scale, [LEPTONS, of_pair and f"pair: {{{of_pair}}}"],
                   f"merging: {{scheme: ckkwl, cut: kt_durham, value: {VALUE}, d: {d}}}\nintegration: {{relative_error: 2e-3}}\n"
                   f"sampling: {{multiplicities: {[1] * (most + 1)}}}\n"
                   f"events: {{count: {self.count * (most + 1)}, format: lhe, split: true}}\n")
        self.run("merged.yaml", "merged")
        return [(row["value"], row["error"]) for row in self.result("merged")["multiplicities"]]

    def loose(self, pair, jets, d):
        """Events of looser cuts, and the cross section of those and the scale as an expression."""
        process, scale, of_pair = PAIRS[pair]
        pairs = ", ".join(filter(None, [of_pair, jets > 1 and f"j j: {{mass: [{0.8 * d * VALUE:g}, null]}}"]))
        cuts = [LEPTONS, f"jet: {{pt_min: {0.8 * VALUE:g}, eta_max: 100, dr_min: 0}}", pairs and f"pair: {{{pairs}}}"]
        rest = f"integration: {{relative_error: 3e-3, seed: 2}}\nevents: {{count: {2 * self.count}, format: lhe}}\n"
        self.write("loose.yaml", process + " j" * jets, scale, cuts, rest)
        events = self.run("loose.yaml", "loose")
        if not jets:
            return events, None
        self.write("expressed.yaml", process + " j" * jets, scale, [*cuts, f'expression: "{expression(jets, d)}"'],
                   "integration: {relative_error: 3e-3, seed: 3}\n")
        self.run("expressed.yaml", "expressed")
        row = self.result("expressed")["cross_section"]
        return events, (row["value"], row["error"])


def pull(one, other):
    return (one[0] - other[0]) / math.hypot(one[1], other[1])


def compare(runs, name, pair, most, d):
    quantities = of_final(d)
    for jets, found in enumerate(runs.merged(pair, most, d)):
        events, expressed = runs.loose(pair, jets, d)
        own = os.path.join(runs.folder, "merged", f"events-{jets}.lhe")
        edges = edges_of(own, quantities)
        (one, sums), (other, others) = (fill(path, quantities, edges, None, lambda values: values[-1] >= VALUE)
                                        for path in (own, events))
        if sums[1] != sums[0]:
            raise SystemExit(f"{own}: an event lies below the scale of merging")
        filtered = part_of(head_of(events), others)
        cells = [f"{value[0]:.6g} +- {value[1]:.2g}" if value else "" for value in (found, filtered, expressed)]
        pulls = [f"{pull(found, value):+.1f}" if value else "" for value in (filtered, expressed)]
        values = [p_of(a, b, sums[1], others[1]) for a, b in zip(one[:-1], other[:-1])]
        print(f"| {name} + {jets} | {cells[0]} | {cells[1]} | {pulls[0]} | {cells[2]} | {pulls[1]} | "
              + ", ".join(f"{value:.2g}" for value in values) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", help="; ".join(SAMPLES))
    parser.add_argument("--events", type=lambda text: int(float(text)), default=30000)
    parser.add_argument("--out", default="merging-cuts")
    chosen = parser.parse_intermixed_args()
    os.makedirs(chosen.out, exist_ok=True)
    runs = Samples(chosen.program, chosen.out, chosen.events)
    of_event([(21, [5, 3, 4, 0]), (22, [5, -3, -4, 0])], 1)  # FastJet's banner comes with the first, before the table
    print("| jets | kt_durham [pb] | FastJet on looser events [pb] | in errors | by an expression [pb] | in errors | p-values |")
    print("|---|---:|---:|---:|---:|---:|---|", flush=True)
    for name, words in SAMPLES.items():
        if not chosen.names or name in chosen.names:
            compare(runs, name, *words)


if __name__ == "__main__":
    main()
