#!/usr/bin/env python3
"""merge.py EVENTS... --process CORE [--out FOLDER]: merges samples of several multiplicities with Pythia 8, by CKKW-L.

EVENTS is a Les Houches file of a card with `merging` (examples/merged-w.yaml and its like), or the files of each multiplicity
that `events.split: true` makes. Cut and scale of merging are those that the file says. CORE is the process without jets in
Pythia's words: "pp>e+ve", "pp>e-e+", "pp>tt~". What it needs comes from PyPI:

    pip install pythia8mc fastjet

The cross section of each multiplicity is printed before and after merging. FOLDER receives merged.json and histograms as
YODA files, all.yoda and one of each multiplicity: numbers of anti-kt jets, and the scales d01 and d12 at which kt jets with
the D of merging become one and two fewer. `tessera plot FOLDER/all.yoda FOLDER/0.yoda FOLDER/1.yoda` draws them.
"""

import argparse
import gzip
import json
import math
import os
import sys

import fastjet
import pythia8mc

RADIUS, PT_MIN, ETA_MAX = 0.4, 30.0, 4.5  # of the anti-kt jets that are counted
CTEQ6L1 = 10042  # LHAPDF's number; with its library Pythia takes others as "PDF:pSet = LHAPDF6:NAME" (--set)
HISTOGRAMS = {  # name: title, bins, range
    "jets": ("number of jets", 6, (-0.5, 5.5)),
    "d01": ("log10(sqrt(d01) / GeV)", 25, (0.5, 3.0)),
    "d12": ("log10(sqrt(d12) / GeV)", 25, (0.5, 3.0)),
}


def read_merging(path):
    """What the head of a file says of merging: ktdurham, dparameter, ptlund, ickkw, maxjetflavor, by these names."""
    found = {}
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as lines:
        for line in lines:
            if line.startswith("<init>"):
                found["densities"] = int(next(lines).split()[6])
                break
            value, equals, name = line.partition(" = ")
            if equals and name.strip().isidentifier():
                found[name.strip()] = float(value)
    if found.get("ktdurham", -1) <= 0 and found.get("ptlund", -1) <= 0:
        sys.exit(f"{path} says nothing of a cut of CKKW-L: its card needs merging: {{scheme: ckkwl, value: 30}}")
    return found


def make_pythia(path, merging, arguments):
    """Pythia that merges the events of a file."""
    lund = merging["ptlund"] > 0
    settings = [
        "Print:quiet = on",
        "Beams:frameType = 4",
        f"Beams:LHEF = {path}",
        "Random:setSeed = on",
        f"Random:seed = {arguments.seed}",
        "Merging:doPTLundMerging = on" if lund else "Merging:doKTMerging = on",
        f"Merging:TMS = {merging['ptlund'] if lund else merging['ktdurham']}",
        f"Merging:Process = {arguments.process}",
        f"Merging:nJetMax = {arguments.jets}",
        f"Merging:nQuarksMerge = {int(merging['maxjetflavor'])}",
        "Merging:includeWeightInXsection = off",  # each event has it, and both are multiplied here
        "PartonLevel:MPI = " + ("on" if arguments.mpi else "off"),
        "HadronLevel:all = " + ("off" if arguments.partons else "on"),
    ]
    if "(" not in arguments.process:  # tops, W and Z of the events decay in Pythia, of which merging knows nothing
        settings.append("Merging:mayRemoveDecayProducts = on")
    if merging["densities"] == CTEQ6L1:  # histories want the densities of the matrix elements
        settings.append("PDF:pSet = 8")
    if not lund:
        settings += ["Merging:ktType = 1", f"Merging:Dparameter = {merging['dparameter']}"]
    pythia = pythia8mc.Pythia("", False)
    for setting in settings + arguments.set:
        if not pythia.readString(setting):
            sys.exit(f"Pythia does not know '{setting}'")
    if not pythia.init():
        sys.exit(f"Pythia cannot begin with {path}")
    return pythia


def is_of_core(event, i):
    """Whether a final lepton or photon is one of the hard process, itself or after its radiation."""
    return event[i].idAbs() in (11, 12, 13, 14, 15, 16, 22) and 20 < event[event[i].iTopCopyId()].statusAbs() < 30


def observe(event, d):
    """The values of one event: number of jets, logarithms of sqrt(d01) and sqrt(d12)."""
    inputs = [fastjet.PseudoJet(p.px(), p.py(), p.pz(), p.e())
              for i, p in enumerate(event) if p.isFinal() and not is_of_core(event, i)]
    if not inputs:
        return {"jets": 0}
    near = fastjet.ClusterSequence(inputs, fastjet.JetDefinition(fastjet.antikt_algorithm, RADIUS))
    values = {"jets": sum(abs(jet.eta()) < ETA_MAX for jet in near.inclusive_jets(PT_MIN))}
    soft = fastjet.ClusterSequence(inputs, fastjet.JetDefinition(fastjet.kt_algorithm, d))
    for left in range(min(2, len(inputs))):
        values[f"d{left}{left + 1}"] = math.log10(max(soft.exclusive_dmerge(left), 1e-9)) / 2
    return values


class Histogram:
    """Sums of weights and of their squares in bins, the first two for what lies below and above."""

    def __init__(self, title, bins, limits):
        self.title, self.bins, self.limits = title, bins, limits
        self.sums = [[0.0, 0.0, 0.0, 0.0, 0] for _ in range(bins + 2)]

    def fill(self, x, weight):
        low, high = self.limits
        place = 0 if x < low else 1 if x >= high else 2 + min(int((x - low) / (high - low) * self.bins), self.bins - 1)
        for i, more in enumerate((weight, weight**2, weight * x, weight * x * x, 1)):
            self.sums[place][i] += more

    def yoda(self, name):
        """As a YODA file has it."""
        low, high = self.limits
        edges = [low + (high - low) * i / self.bins for i in range(self.bins + 1)]
        total = [sum(column) for column in zip(*self.sums)]

        def row(first, second, sums):
            return "\t".join([first, second] + [f"{number:.16e}" for number in sums]) + "\n"

        return (f"BEGIN YODA_HISTO1D_V2 /merged/{name}\nPath: /merged/{name}\nTitle: {self.title}\nType: Histo1D\n---\n"
                + row("Total", "Total", total) + row("Underflow", "Underflow", self.sums[0])
                + row("Overflow", "Overflow", self.sums[1])
                + "".join(row(f"{a:.16e}", f"{b:.16e}", sums) for a, b, sums in zip(edges, edges[1:], self.sums[2:]))
                + "END YODA_HISTO1D_V2\n\n")


def merge(path, arguments, parts):
    """Merges the events of one file into `parts`, by number of jets: counts, sums of weights, histograms."""
    merging = read_merging(path)
    pythia = make_pythia(path, merging, arguments)
    done = []
    while arguments.events == 0 or len(done) < arguments.events:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue
        info = pythia.infoPython()
        weight = info.mergingWeight() * info.weight()
        values = observe(pythia.event, merging["dparameter"]) if weight else {}
        done.append((int(info.getEventAttribute("npLO", True)), info.weight(), weight, values))
    tried = pythia.infoPython().nTried()  # what Pythia gave up is among them
    for jets, before, weight, values in done:
        part = parts.setdefault(jets, {"events": 0, "before": 0.0, "merged": 0.0, "square": 0.0, "histograms": {
            name: Histogram(*row) for name, row in HISTOGRAMS.items()}})
        part["events"] += 1
        part["before"] += before / tried
        part["merged"] += weight / tried
        part["square"] += (weight / tried) ** 2
        for name, value in values.items():
            part["histograms"][name].fill(value, weight / tried)


def write_histograms(folder, name, parts):
    with open(os.path.join(folder, name), "w") as out:
        for histogram, row in HISTOGRAMS.items():
            whole = Histogram(*row)
            for part in parts:
                whole.sums = [[x + y for x, y in zip(a, b)] for a, b in zip(whole.sums, part["histograms"][histogram].sums)]
            out.write(whole.yoda(histogram))


def main():
    parser = argparse.ArgumentParser(description="Merges events of several multiplicities with Pythia 8 by CKKW-L.")
    parser.add_argument("files", nargs="+", metavar="EVENTS", help="events.lhe or events.lhe.gz; or one of each multiplicity")
    parser.add_argument("--process", required=True, help='the process without jets, as Pythia writes it: "pp>e+ve"')
    parser.add_argument("--jets", type=int, default=2, help="the largest number of jets in the events (2)")
    parser.add_argument("--out", default="merged", help="the folder of the result (merged)")
    parser.add_argument("--events", type=int, default=0, help="how many of each file; without it, all")
    parser.add_argument("--seed", type=int, default=1, help="of Pythia's random numbers, 1 to 900000000")
    parser.add_argument("--set", action="append", default=[], help='a setting of Pythia\'s: "PDF:pSet = LHAPDF6:NNPDF31_lo_as_0130"')
    parser.add_argument("--mpi", action="store_true", help="with further collisions of the protons")
    parser.add_argument("--partons", action="store_true", help="without hadronisation, which is faster")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    parts = {}
    for path in arguments.files:
        merge(path, arguments, parts)
    rows = {jets: {key: part[key] for key in ("events", "before", "merged")} | {"error": math.sqrt(part["square"])}
            for jets, part in sorted(parts.items())}
    total = {key: sum(row[key] for row in rows.values()) for key in ("events", "before", "merged")}
    total["error"] = math.sqrt(sum(row["error"] ** 2 for row in rows.values()))
    print("jets      events   cross section before     and merged [pb]")
    for name, row in [*rows.items(), ("all", total)]:
        print(f"{name!s:>4} {row['events']:11} {row['before']:22.6g} {row['merged']:17.6g} +- {row['error']:.2g}")
    if 0 in rows:
        print(f"merged, over that without jets before: {total['merged'] / rows[0]['before']:.4f}")
    write_histograms(arguments.out, "all.yoda", parts.values())
    for jets, part in parts.items():
        write_histograms(arguments.out, f"{jets}.yoda", [part])
    with open(os.path.join(arguments.out, "merged.json"), "w") as out:
        json.dump({"multiplicities": rows, "all": total}, out, indent=1)


main()
