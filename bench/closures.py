#!/usr/bin/env python3
"""closures.py PROGRAM [--events N] [--device DEVICE] [--out FOLDER] [NAME]...: events weighed anew, or let decay, against runs
of their own.

Each row is a process: events of a card A with the weights of another choice of parameters B against events of a run at B, and
events in which `tessera decay` let particles decay against those of a run whose process names the decays. Printed are both
cross sections in pb, their difference in errors, and p-values of five distributions (chi squared of 20 bins of equal numbers,
shapes alone). Weights are of events whose resonances lie within the 15 widths of both cards, to which runs are cut. The cross
section of a run with decays is divided by what Breit and Wigner leave within 15 widths, to which chains are cut, and of W bosons
from tops by the integral over their masses, on which the top's width depends. N is 100 000 without --events. Reading is this script's, in one process.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "program"))
from decay_angles import boost, cosine, kept_of_w, p_value  # noqa: E402
from lhe_weights import each  # noqa: E402

BINS, SHOWN = 20, 20000
BEAMS = "beams: {energy: 13000}\nintegration: {relative_error: 1e-3}\n"
CUTS = "cuts: {jet: {pt_min: 25, eta_max: 5}}\n"
NO_CUTS = "cuts: {jet: {pt_min: 0, eta_max: 100, dr_min: 0}, lepton: {pt_min: 0, eta_max: 100, dr_min: 0}}\n"
JET_CUTS = "cuts: {jet: {pt_min: 20, eta_max: 5}, lepton: {pt_min: 0, eta_max: 100, dr_min: 0}}\n"
LEPTONS = "t > w+ b, t~ > w- b~, w+ > l+ vl, w- > l- vl~"


def add(*momenta):
    return [sum(parts) for parts in zip(*momenta)]


def mass(p):
    return math.sqrt(max(0, p[0] ** 2 - p[1] ** 2 - p[2] ** 2 - p[3] ** 2))


def pt(p):
    return math.hypot(p[1], p[2])


def rapidity(p):
    return 0.5 * math.log((p[0] + p[3]) / (p[0] - p[3]))


def first(event, *codes):
    """The momentum of the first particle with one of these codes, which does not come in."""
    return next(p for code, p in event if code in codes)


def of_w(event):
    lepton, neutrino = first(event, -11), first(event, 12)
    w = add(lepton, neutrino)
    return pt(lepton), rapidity(lepton), mass(w), pt(w), rapidity(w)


def of_tops(event):
    top, other = first(event, 6), first(event, -6)
    return mass(top), mass(other), pt(top), rapidity(top), mass(add(top, other))


def of_higgs(event):
    electron, positron, higgs = first(event, 11), first(event, -11), first(event, 25)
    z = add(electron, positron)
    return mass(z), pt(electron), pt(higgs), rapidity(higgs), cosine(boost(electron, z), z)


def of_leptons(event):
    """Angles of both leptons in the frames of their tops, and between them."""
    top, other = first(event, 6), first(event, -6)
    one, two = boost(first(event, -11, -13), top), boost(first(event, 11, 13), other)
    a, b = cosine(one, top), cosine(two, other)
    return a, b, a * b, cosine(one, two), cosine(first(event, -11, -13), first(event, 11, 13))


def of_z_pair(event):
    electron, positron, muon, other = (first(event, code) for code in (11, -11, 13, -13))
    z, y = add(electron, positron), add(muon, other)
    higgs = add(z, y)
    return (mass(z), mass(y), cosine(boost(electron, z), boost(higgs, z)), cosine(boost(muon, y), boost(higgs, y)),
            cosine(boost(z, higgs), higgs))


def of_z_jet(event):
    """The Z next to a jet, and its electron."""
    electron, positron = first(event, 11), first(event, -11)
    z = add(electron, positron)
    return mass(z), pt(z), rapidity(z), cosine(boost(electron, z), z), pt(electron)


def of_w_pair(event):
    one, other = first(event, -11), first(event, 13)
    w, v = add(one, first(event, 12)), add(other, first(event, -14))
    return mass(w), mass(v), pt(w), cosine(boost(one, w), w), cosine(one, other)


WEIGHED = {  # name: (process, card, quantities, changes, what lies within the widths of both cards)
    "W + 1 jet": ("p p > e+ ve j", "model: {scheme: gmu, m_w: 80.4}", of_w, ["model.m_w=80.0", "model.gamma_w=2.4"],
                  lambda values: True),
    "t t~": ("p p > t t~, t > b w+, t~ > b~ w-", "model: {m_t: 173, gamma_t: 4}", of_tops,
             ["model.m_t=171.5", "model.gamma_t=3.5"], lambda values: all(119 < value < 224 for value in values[:2])),
    "Z h": ("p p > z h, z > e+ e-", "model: {m_z: 91.188}", of_higgs, ["model.m_z=90.8", "model.gamma_z=3"],
            lambda values: 54.7 < values[0] < 127.7),
}
DECAYED = {  # name: (process, with decays, card, decays, quantities, cuts; none without)
    "t t~ to leptons": ("p p > t t~", "p p > t t~, (t > w+ b, w+ > l+ vl), (t~ > w- b~, w- > l- vl~)",
                        "model: {m_t: 173, gamma_t: 1.5}", LEPTONS, of_leptons),
    "t t~ to leptons, widths of .05 GeV": ("p p > t t~", "p p > t t~, (t > w+ b, w+ > l+ vl), (t~ > w- b~, w- > l- vl~)",
                                           "model: {m_t: 173, gamma_t: 0.05, gamma_w: 0.05}", LEPTONS, of_leptons),
    "h to e+ e- mu+ mu-": ("p p > z h", "p p > z h, h > e+ e- mu+ mu-", "model: {}", "h > e+ e- mu+ mu-", of_z_pair),
    "Z and a jet to e+ e-": ("p p > z j", "p p > z j, z > e+ e-", "model: {}", "z > e+ e-", of_z_jet, JET_CUTS),
    "W pairs to leptons": ("p p > w+ w-", "p p > w+ w-, w+ > e+ ve, w- > mu- vm~", "model: {}", "w+ > e+ ve, w- > mu- vm~",
                           of_w_pair),
}


def events(path, quantities, by_name):
    """(weight, weight of a name, quantities) of each event."""
    for weight, weights, rows in each(path):
        yield weight, weights[by_name] if by_name else weight, quantities(
            [(int(row[0]), [float(row[9]), *map(float, row[6:9])]) for row in rows if row[1] != "-1"])


def fill(path, quantities, edges, by_name=None, inside=None):
    """Sums of weights and of their squares in bins, [quantity][bin], and those of all: w, new, new^2, w^2, w new. What is not
    `inside` counts for w alone."""
    sums, all_of = None, [0.0] * 5
    for weight, new, values in events(path, quantities, by_name):
        is_inside = inside is None or inside(values)
        new *= is_inside
        for i, term in enumerate((weight, new, new * new, weight * weight, weight * new)):
            all_of[i] += term
        if not is_inside:
            continue
        sums = sums or [[[0.0, 0.0] for _ in range(BINS)] for _ in values]
        for value, row, cuts in zip(values, sums, edges):
            place = row[sum(value >= cut for cut in cuts)]
            place[0] += new
            place[1] += new * new
    return sums, all_of


def edges_of(path, quantities):
    """Bins of about equal numbers, by the first events."""
    lists = []
    for count, (_, _, values) in enumerate(events(path, quantities, None)):
        lists.append(values)
        if count == SHOWN:
            break
    return [[column[len(column) * k // BINS] for k in range(1, BINS)] for column in map(sorted, zip(*lists))]


def p_of(one, other, of_one, of_other):
    chi2 = sum((a / of_one - b / of_other) ** 2 / (aa / of_one**2 + bb / of_other**2)
               for (a, aa), (b, bb) in zip(one, other) if aa + bb > 0)
    return p_value(chi2, BINS - 1)


def row(name, count, found, expected, values):
    pull = (found[0] - expected[0]) / math.hypot(found[1], expected[1])
    print(f"| {name} | {count} | {found[0]:.6g} +- {found[1]:.2g} | {expected[0]:.6g} +- {expected[1]:.2g} | {pull:+.1f} | "
          + ", ".join(f"{value:.2g}" for value in values) + " |", flush=True)


def head_of(path):
    """Cross section and error of a file's head."""
    with open(path) as lines:
        text = next(lines)
        for line in lines:
            if re.match(r"<init[\s>]", line):
                count, rows = int(next(lines).split()[9]), []
                rows = [next(lines).split() for _ in range(count)]
                return sum(float(r[0]) for r in rows), math.sqrt(sum(float(r[1]) ** 2 for r in rows))
    raise SystemExit(f"{path} has no <init>: {text}")


def part_of(head, sums):
    """The cross section of new weights, with its error."""
    ratio = sums[1] / sums[0]
    spread = math.sqrt(max(0, sums[2] - 2 * ratio * sums[4] + ratio**2 * sums[3])) / sums[0]
    return head[0] * ratio, math.hypot(head[1] * ratio, head[0] * spread)


class Runs:
    """The program, and the folder in which it works."""

    def __init__(self, program, folder, count, device="cpu"):
        self.program, self.folder, self.count = os.path.abspath(program), os.path.abspath(folder), count
        self.device = device

    def call(self, *words):
        words = [self.program, *words, "--device", self.device]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            raise SystemExit(f"{' '.join(words[1:])}: {done.stderr}")

    def card(self, name, process, text, cuts):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(f"process: {process}\n{text}\n{BEAMS}{cuts}events: {{count: {self.count}, format: lhe}}\n")

    def run(self, card, folder, *words):
        self.call("run", card, "--out", folder, "--quiet", "--no-report", "--force", *words)
        return os.path.join(self.folder, folder, "events.lhe")

    def inside(self, decays):
        """What a chain has within 15 widths of the mass of all that decays. Half of those of top pairs are their W bosons."""
        count, product = decays.count(">"), 1
        if "t > w+ b" in decays:
            done = subprocess.run([self.program, "model", "card.yaml", "--json"], cwd=self.folder, capture_output=True, check=True)
            values = {row["name"]: row["value"] for row in json.loads(done.stdout)["parameters"]}
            product = kept_of_w(values["m_t"], values["m_w"], values["gamma_w"]) ** (count // 2)
            count -= count // 2
        return product * (2 / math.pi * math.atan(30)) ** count

    def weighed(self, name, process, text, quantities, changes, inside):
        words = [word for change in changes for word in ("--set", change)]
        self.card("card.yaml", process, text, CUTS)
        old, new = self.run("card.yaml", "a"), self.run("card.yaml", "b", "--seed", "2", *words)
        made = os.path.join(self.folder, "new.lhe")
        self.call("reweight", old, "--card", "card.yaml", *words, "--name", "new", "--out", made, "--force")
        edges = edges_of(new, quantities)
        one, sums = fill(made, quantities, edges, "new", inside)
        other, others = fill(new, quantities, edges, None, inside)
        row(name, self.count, part_of(head_of(old), sums), part_of(head_of(new), others),
            [p_of(a, b, sums[1], others[1]) for a, b in zip(one, other)])

    def decayed(self, name, process, chain, text, decays, quantities, cuts=NO_CUTS):
        self.card("card.yaml", process, text, cuts)
        old, new = self.run("card.yaml", "a"), self.run("card.yaml", "b", "--seed", "2", "--set", f"process={chain}")
        made = os.path.join(self.folder, "new.lhe")
        self.call("decay", old, "--card", "card.yaml", "--decay", decays, "--out", made, "--force")
        edges = edges_of(new, quantities)
        (one, sums), (other, others) = fill(made, quantities, edges), fill(new, quantities, edges)
        inside = self.inside(decays)
        row(name, self.count, head_of(made), [part / inside for part in head_of(new)],
            [p_of(a, b, sums[1], others[1]) for a, b in zip(one, other)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", help=", ".join([*WEIGHED, *DECAYED]))
    parser.add_argument("--events", type=lambda text: int(float(text)), default=100000)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--out", default="closures")
    chosen = parser.parse_intermixed_args()
    os.makedirs(chosen.out, exist_ok=True)
    runs = Runs(chosen.program, chosen.out, chosen.events, chosen.device)
    print("| events | number | new weights, or decays [pb] | a run of its own [pb] | in errors | p-values of five distributions |")
    print("|---|---:|---:|---:|---:|---|")
    for table, act in (WEIGHED, runs.weighed), (DECAYED, runs.decayed):
        for name, words in table.items():
            if not chosen.names or name in chosen.names:
                act(name, *words)


if __name__ == "__main__":
    main()
