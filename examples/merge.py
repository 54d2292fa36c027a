#!/usr/bin/env python3
"""merge.py EVENTS... [--process CORE] [--out FOLDER]: merges samples of several multiplicities with Pythia 8.

EVENTS is a Les Houches file of a card with `merging` (examples/merged-w.yaml, merged-w-mlm.yaml and their like), or the files of
each multiplicity that `events.split: true` makes. What the file says decides: CKKW-L where it has a cut of CKKW-L, with CORE,
the process without jets in Pythia's words ("pp>e+ve", "pp>e-e+", "pp>tt~"); MLM by kT jets where it has xqcut. What it needs
comes from PyPI:

    pip install pythia8mc fastjet

The cross section of each multiplicity is printed before and after merging. FOLDER receives merged.json and histograms as
YODA files, all.yoda and one of each multiplicity: numbers of anti-kt jets, the transverse momentum of the core's leptons,
and the scales d01, d12 and d23 at which kt jets with the D of merging become one, two and three fewer.
`tessera plot FOLDER/all.yoda FOLDER/0.yoda FOLDER/1.yoda` draws them.
"""

import argparse
import concurrent.futures
import functools
import gzip
import itertools
import json
import math
import os
import sys

import fastjet
import pythia8mc

RADIUS, PT_MIN, ETA_MAX = 0.4, 30.0, 4.5  # of the anti-kt jets that are counted
CTEQ6L1 = 10042  # LHAPDF's number; with its library Pythia takes others as "PDF:pSet = LHAPDF6:NAME" (--set)
ALPHA_S = 0.118  # of the showers, at the mass of the Z; CKKW-L puts it in place of the run's
BLOCK = 2500  # events that one process takes at a time
HISTOGRAMS = {  # name: title, bins, range
    "jets": ("number of jets", 6, (-0.5, 5.5)),
    "d01": ("log10(sqrt(d01) / GeV)", 50, (0.5, 3.0)),
    "d12": ("log10(sqrt(d12) / GeV)", 50, (0.5, 3.0)),
    "d23": ("log10(sqrt(d23) / GeV)", 50, (0.5, 3.0)),
    "pt": ("pT of the core's leptons [GeV]", 40, (0.0, 160.0)),
}


def read_file(path):
    """What the head of a file says of merging, by its names (ktdurham, dparameter, ptlund, ickkw, xqcut, alpsfact,
    maxjetflavor), and of each event the number of jets and the weight."""
    words, events = {"ktdurham": -1, "ptlund": -1, "xqcut": -1, "ickkw": 0}, []
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as lines:
        for line in lines:
            value, equals, name = line.partition(" = ")
            if line.startswith("<init>"):
                words["densities"] = int(next(lines).split()[6])
            elif line.startswith("<event "):
                events.append((int(line.split('npLO="')[1].split('"')[0]), float(next(lines).split()[2])))
            elif equals and name.strip().isidentifier() and "densities" not in words:
                words[name.strip()] = float(value)
    if max(words[cut] for cut in ("ktdurham", "ptlund", "xqcut")) <= 0:
        sys.exit(f"{path} says nothing of a cut of merging: its card needs merging: {{scheme: ckkwl, value: 30}}, or mlm")
    if (words["xqcut"] > 0) != (words["ickkw"] == 1):
        sys.exit(f"{path} has xqcut {words['xqcut']:g} and ickkw {words['ickkw']:g}: MLM needs both, and CKKW-L neither")
    return words, events


def settings_of_ckkwl(merging, arguments):
    """Merging:* of Pythia."""
    if not arguments.process:
        sys.exit('CKKW-L wants the process without jets: add --process "pp>e+ve" or the like')
    settings = [
        f"Merging:Process = {arguments.process}",
        f"Merging:nJetMax = {arguments.jets}",
        f"Merging:nQuarksMerge = {int(merging['maxjetflavor'])}",
        "Merging:includeWeightInXsection = off",  # each event has it, and both are multiplied here
        f"SpaceShower:alphaSvalue = {ALPHA_S}",
        f"TimeShower:alphaSvalue = {ALPHA_S}",
        "SpaceShower:rapidityOrder = off",  # jets of matrix elements have no such order
    ]
    if merging["ptlund"] > 0:
        settings += ["Merging:doPTLundMerging = on", f"Merging:TMS = {merging['ptlund']}"]
    else:
        settings += ["Merging:doKTMerging = on", f"Merging:TMS = {merging['ktdurham']}", "Merging:ktType = 1",
                     f"Merging:Dparameter = {merging['dparameter']}"]
    if "(" not in arguments.process:  # tops, W and Z of the events decay in Pythia, of which merging knows nothing
        settings.append("Merging:mayRemoveDecayProducts = on")
    return settings


def settings_of_mlm(merging, arguments):
    """JetMatching:* of Pythia: kT jets with R = 1 above qCut, each of which is to be a parton."""
    qcut = arguments.qcut or 1.5 * merging["xqcut"]
    if qcut < merging["xqcut"]:
        sys.exit(f"--qcut {qcut:g}: partons below the xqcut of the events, {merging['xqcut']:g}, are in no event")
    return [
        "JetMatching:merge = on",
        "JetMatching:setMad = off",  # which would make qCut xqcut
        "JetMatching:scheme = 1",
        "JetMatching:jetAlgorithm = 2",
        "JetMatching:slowJetPower = 1",
        "JetMatching:coneRadius = 1.0",
        "JetMatching:etaJetMax = 20.0",  # all: events have jets at any rapidity
        f"JetMatching:eTjetMin = {qcut}",
        f"JetMatching:qCut = {qcut}",
        f"JetMatching:nQmatch = {int(merging['maxjetflavor'])}",
        f"JetMatching:clFact = {merging['alpsfact']}",
        f"JetMatching:nJetMax = {arguments.jets}",
        "JetMatching:doShowerKt = " + ("on" if arguments.shower_kt else "off"),
    ]


def make_pythia(path, merging, arguments, seed):
    """Pythia that merges the events of a file."""
    settings = [
        "Print:quiet = on",
        "Beams:frameType = 4",
        f"Beams:LHEF = {path}",
        "Random:setSeed = on",
        f"Random:seed = {seed}",
        "PartonLevel:MPI = " + ("on" if arguments.mpi else "off"),
        "HadronLevel:all = " + ("off" if arguments.partons else "on"),
    ]
    if merging["densities"] == CTEQ6L1:  # histories want the densities of the matrix elements
        settings.append("PDF:pSet = 8")
    settings += (settings_of_mlm if merging["ickkw"] else settings_of_ckkwl)(merging, arguments)
    pythia = pythia8mc.Pythia("", False)
    for setting in settings + arguments.set:
        if not pythia.readString(setting):
            sys.exit(f"Pythia does not know '{setting}'")
    if merging["ickkw"]:
        pythia.setUserHooksPtr(pythia8mc.JetMatchingMadgraph())
    if not pythia.init():
        sys.exit(f"Pythia cannot begin with {path}")
    return pythia


def is_of_core(event, i):
    """Whether a final lepton or photon is one of the hard process, itself or after its radiation."""
    return event[i].idAbs() in (11, 12, 13, 14, 15, 16, 22) and 20 < event[event[i].iTopCopyId()].statusAbs() < 30


def observe(event, d):
    """The values of one event: number of jets, logarithms of sqrt(d01) to sqrt(d23), pT of the core's leptons."""
    core = [p for i, p in enumerate(event) if p.isFinal() and is_of_core(event, i)]
    inputs = [fastjet.PseudoJet(p.px(), p.py(), p.pz(), p.e())
              for i, p in enumerate(event) if p.isFinal() and not is_of_core(event, i)]
    values = {"jets": 0, "pt": math.hypot(sum(p.px() for p in core), sum(p.py() for p in core))}
    if not inputs:
        return values
    near = fastjet.ClusterSequence(inputs, fastjet.JetDefinition(fastjet.antikt_algorithm, RADIUS))
    values["jets"] = sum(abs(jet.eta()) < ETA_MAX for jet in near.inclusive_jets(PT_MIN))
    soft = fastjet.ClusterSequence(inputs, fastjet.JetDefinition(fastjet.kt_algorithm, d))
    for left in range(min(3, len(inputs))):
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


def merge_block(path, merging, arguments, block):
    """Merges BLOCK events of a file: how many were tried, and number of jets, weight and values of those that are left."""
    first = block * BLOCK
    limit = min(BLOCK, arguments.events - first) if arguments.events else BLOCK
    pythia = make_pythia(path, merging, arguments, arguments.seed + block)
    if first and not pythia.LHAeventSkip(first):
        sys.exit(f"{path} ends before its event {first}")
    d = 1.0 if merging["ickkw"] else merging["dparameter"]
    done = []
    while pythia.infoPython().nTried() < limit:
        if not pythia.next():
            if pythia.infoPython().atEndOfFile():
                break
            continue
        info = pythia.infoPython()
        weight = info.weight() * (1 if merging["ickkw"] else info.mergingWeight())
        values = observe(pythia.event, d) if weight else {}
        done.append((int(info.getEventAttribute("npLO", True)), weight, values))
    return pythia.infoPython().nTried(), done


def merge(path, merging, events, arguments, parts):
    """Merges the events of one file into `parts`, by number of jets: counts, sums of weights, histograms. Blocks of events
    have seeds of their own, so that any number of processes makes the same numbers."""
    count = min(arguments.events or len(events), len(events))
    work = functools.partial(merge_block, path, merging, arguments)
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        try:
            blocks = list(pool.map(work, range(-(-count // BLOCK))))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    tried = sum(block[0] for block in blocks)  # what Pythia gave up or matched to no jets is among them
    for jets, before in events[:tried]:
        part = parts.setdefault(jets, {"events": 0, "before": 0.0, "merged": 0.0, "square": 0.0, "histograms": {
            name: Histogram(*row) for name, row in HISTOGRAMS.items()}})
        part["events"] += 1
        part["before"] += before / tried
    for jets, weight, values in itertools.chain.from_iterable(block[1] for block in blocks):
        part = parts[jets]
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
    parser = argparse.ArgumentParser(description="Merges events of several multiplicities with Pythia 8, by CKKW-L or MLM.")
    parser.add_argument("files", nargs="+", metavar="EVENTS", help="events.lhe or events.lhe.gz; or one of each multiplicity")
    parser.add_argument("--process", help='of CKKW-L: the process without jets, as Pythia writes it: "pp>e+ve"')
    parser.add_argument("--jets", type=int, default=0, help="the largest number of jets of the process; without it, of the events")
    parser.add_argument("--qcut", type=float, default=0, help="of MLM: least kT of jets that are matched, GeV (1.5 xqcut)")
    parser.add_argument("--shower-kt", action="store_true", help="MLM by the shower's first emission, not by jets")
    parser.add_argument("--out", default="merged", help="the folder of the result (merged)")
    parser.add_argument("--events", type=int, default=0, help="how many of each file; without it, all")
    parser.add_argument("--seed", type=int, default=1, help="of Pythia's random numbers, 1 to 900000000")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time, which change no number (all cores)")
    parser.add_argument("--set", action="append", default=[], help='a setting of Pythia\'s: "PDF:pSet = LHAPDF6:NNPDF31_lo_as_0130"')
    parser.add_argument("--mpi", action="store_true", help="with further collisions of the protons")
    parser.add_argument("--partons", action="store_true", help="without hadronisation, which is faster")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    parts, files = {}, [(path, *read_file(path)) for path in arguments.files]
    arguments.jets = arguments.jets or max(jets for _, _, events in files for jets, _ in events)
    for path, merging, events in files:
        merge(path, merging, events, arguments, parts)
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


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
