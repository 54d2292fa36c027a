#!/usr/bin/env python3
"""compare.py: seconds that Tessera, GSL's VEGAS, the package vegas (and Cuba's Vegas) take to a true error, on one core.

Each program runs each integrand with more and more calls, every rung with several seeds, one after the other in one process,
each timed from call to result. A rung gives the root mean square of the true relative errors and the median of the times;
programs take turns, and of the turns of each the fastest counts, for a machine that is not always as fast. Tessera (its default
method) climbs a second ladder, of smaller and smaller errors that it is to claim; the faster of its two ways is compared with
the peers. Where the error falls below a target for good is found between two rungs on straight lines in logarithms. A run takes --cap seconds at most: beyond, the time is extrapolated and marked with ~,
the error falling with the time to the power that it had over the last factor of eight, but one between 1/2 and 1.
bench/peers/build.sh makes the programs; a peer that is not there is left out, which the first and the last lines say."""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time

INTEGRANDS = ["f2:6", "f3:3", "f3:8", "f4:5", "f4:8", "f5:8", "f6:6", "fB:9"]
TARGETS = [1e-3, 1e-4, 1e-5]
FIRST_CALLS, NEXT_CALLS = 2.0**12, 2.0**0.5
FIRST_TOLERANCE, NEXT_TOLERANCE = 8e-3, 0.5
SMALLEST_TOLERANCE = 2e-6
CHEAP = 0.05  # seconds: rungs of such runs have three times the seeds, and so has the first
MOST_EVALUATIONS = 5e7  # of a run of tessera, for each second of --cap
NO_TOLERANCE = 1e-12  # that calls are not enough for
HERE = pathlib.Path(__file__).resolve().parent


class Failed(Exception):
    """A program did not give a result."""


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", default="build/bench", help="the folder that build.sh made; without it, build/bench")
    parser.add_argument("--tessera", help="tessera_integrals; without it, that of --peers")
    parser.add_argument("--gsl", help="gsl_vegas; without it, that of --peers")
    parser.add_argument("--cuba", help="cuba_vegas; without it, that of --peers")
    parser.add_argument("--python", help="a Python that has vegas; without it, that of --peers")
    parser.add_argument("--only", action="append", metavar="F:D", help="an integrand and its dimensions, such as f2:6")
    parser.add_argument("--seeds", type=int, default=9, help="runs of a rung; without it, 9")
    parser.add_argument("--turns", type=int, default=3, help="of each program; without it, 3")
    parser.add_argument("--cap", type=float, default=0.7, help="seconds that a run may take; without it, 0.7")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall",
                        help="wall: from call to result; cpu: how long the processor worked on it, for a machine that is not quiet")
    parser.add_argument("--method", default="auto", help="of tessera; without it, auto")
    parser.add_argument("--json", metavar="FILE", help="where all rungs are written too")
    return parser.parse_args()


def output_of(command):
    """What a command prints."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    text, errors = process.communicate()
    if process.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} failed:\n{errors}")
    return text


def runs_of(command, seeds, clock):
    """What a program prints that takes seeds: a line a run."""
    for line in output_of([*command, *map(str, seeds)]).splitlines():
        value, _, wall, processor, evaluations = map(float, line.split())
        yield value, wall if clock == "wall" else processor, evaluations


def more_calls():
    calls = FIRST_CALLS
    while True:
        yield calls
        calls *= NEXT_CALLS


class Peer:
    """A program that takes NAME DIMENSIONS CALLS SEED..."""

    patience = 1  # rungs that may be too long before the next is not tried

    def __init__(self, name, command):
        self.name, self.command = name, command

    def rungs(self):
        return more_calls()

    def run(self, integrand, calls, seeds, clock):
        return runs_of([*self.command, *integrand.split(":"), f"{calls:.0f}"], seeds, clock)


class Tessera:
    """tessera_integrals with smaller and smaller errors to claim."""

    name = "claims"
    patience = 3  # a run that asks for little can be one that does not see enough, and takes longer

    def __init__(self, command, wanted):
        self.command, self.method = command, wanted.method
        self.most = max(MOST_EVALUATIONS * wanted.cap, 1e5)

    def truth(self, integrand):
        """This compiles the integrand too, so that no run has to."""
        return float(output_of([self.command, *integrand.split(":")]))

    def rungs(self):
        tolerance = FIRST_TOLERANCE
        while tolerance > SMALLEST_TOLERANCE:
            yield tolerance
            tolerance *= NEXT_TOLERANCE

    def run(self, integrand, tolerance, seeds, clock):
        return self.run_to(integrand, tolerance, self.most, seeds, clock)

    def run_to(self, integrand, tolerance, most, seeds, clock):
        return runs_of([self.command, *integrand.split(":"), self.method, f"{tolerance:.17g}", f"{most:.0f}"], seeds, clock)


class TesseraCalls(Tessera):
    """The same with more and more calls, as the peers are asked."""

    name = "calls"

    def rungs(self):
        return more_calls()

    def run(self, integrand, calls, seeds, clock):
        return self.run_to(integrand, NO_TOLERANCE, calls, seeds, clock)


def rung_of(runs, truth):
    values, times, evaluations = zip(*runs)
    # A value of nothing (a peak that was missed) is off by all of it.
    errors = [value / truth - 1 for value in values]
    return {"error": math.sqrt(statistics.fmean(error * error for error in errors)), "seconds": statistics.median(times),
            "evaluations": statistics.median(evaluations), "runs": len(values)}


def climb(program, integrand, truth, wanted):
    """The rungs of a program on an integrand, until the smallest target is reached or the next run is too long."""
    done, first = [], 1
    for step in program.rungs():
        last = done[-program.patience:]
        too_long = len(last) == program.patience and 2.2 * min(rung["seconds"] for rung in last) > wanted.cap
        if too_long or (done and done[-1]["error"] < min(TARGETS) / 2):
            break
        count = wanted.seeds * (1 if done and done[-1]["seconds"] >= CHEAP else 3)
        seeds = range(first, first + count)
        first += count
        done.append({"step": step, **rung_of(program.run(integrand, step, seeds, wanted.clock), truth)})
    return done


def fastest(turns):
    """Of several climbs the longest, each of its rungs with its least time."""
    rungs = max(turns, key=len)
    for i, rung in enumerate(rungs):
        rung["seconds"] = min(turn[i]["seconds"] for turn in turns if i < len(turn))
    return rungs


def power_of(rungs):
    last = rungs[-1]
    before = next(rung for rung in rungs if rung["seconds"] >= last["seconds"] / 8)
    if before is last:
        return 0.5
    power = math.log(before["error"] / last["error"]) / math.log(last["seconds"] / before["seconds"])
    return min(max(power, 0.5), 1)


def seconds_to(rungs, target):
    """Seconds to the target, and a mark: '' measured, '<' the first rung was there already, '~' extrapolated."""
    above = [i for i, rung in enumerate(rungs) if rung["error"] > target]
    if not above:
        return rungs[0]["seconds"], "<"
    last = rungs[above[-1]]
    if above[-1] + 1 == len(rungs):
        if last["error"] > 0.1:
            return math.inf, ""  # nothing is known about what it has not seen
        return last["seconds"] * (last["error"] / target) ** (1 / power_of(rungs)), "~"
    after = rungs[above[-1] + 1]
    part = math.log(last["error"] / target) / math.log(last["error"] / max(after["error"], 1e-16))
    return last["seconds"] * (after["seconds"] / last["seconds"]) ** part, ""


def cell(seconds, mark):
    return f"{mark}{seconds:.3g}" if math.isfinite(seconds) else "none"


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values))) if values else math.nan


def compare(programs, integrand, wanted, everything):
    """Prints the lines of an integrand; by target the ratios to Tessera of the faster of GSL and vegas, and of all peers."""
    own = [program.name for program in programs if isinstance(program, Tessera)]
    truth = programs[0].truth(integrand)
    turns = [{program.name: climb(program, integrand, truth, wanted) for program in programs} for _ in range(wanted.turns)]
    rungs = {program.name: fastest([turn[program.name] for turn in turns]) for program in programs}
    everything[integrand] = {"truth": truth, "rungs": rungs}
    ratios = {}
    for target in TARGETS:
        times = {name: seconds_to(list_, target) for name, list_ in rungs.items()}
        ours = min(times[name][0] for name in own)
        ratios[target] = [min((times[name][0] for name in names if name in times), default=math.inf) / ours
                          for names in (("gsl", "vegas"), ("gsl", "vegas", "cuba"))]
        everything[integrand][f"{target:g}"] = {name: {"seconds": seconds if math.isfinite(seconds) else None, "mark": mark}
                                               for name, (seconds, mark) in times.items()}
        print(f"{integrand:>5} {target:8.0e} " + " ".join(f"{cell(*times[program.name]):>10}" for program in programs)
              + " " + " ".join(f"{ratio:10.3g}" for ratio in ratios[target]), flush=True)
    return ratios


def has_vegas(python):
    """Whether this Python can import the package vegas."""
    return subprocess.run([python, "-c", "import vegas"], capture_output=True).returncode == 0


def programs_of(wanted):
    """The programs to compare, and sentences about the peers that were not found."""
    peers = pathlib.Path(wanted.peers)
    gsl, cuba = wanted.gsl or peers / "gsl_vegas", wanted.cuba or peers / "cuba_vegas"
    python = wanted.python or peers / "venv/bin/python3"
    tessera = wanted.tessera or peers / "tessera_integrals"
    if not os.access(tessera, os.X_OK):
        sys.exit(f"compare.py: {tessera} is no program: bench/peers/build.sh makes it.")
    found, absent = [Tessera(tessera, wanted), TesseraCalls(tessera, wanted)], []
    for name, program, command in (("gsl", gsl, [gsl]), ("vegas", python, [python, HERE / "vegas_package.py"]),
                                   ("cuba", cuba, [cuba])):
        if not os.access(program, os.X_OK):
            absent.append(f"{name} ({program} is no program)")
        elif name == "vegas" and not has_vegas(program):
            absent.append(f"{name} ({program} has no package vegas)")
        else:
            found.append(Peer(name, command))
    return found, absent


def main():
    wanted = options()
    if wanted.seeds < 1 or wanted.turns < 1 or not wanted.cap > 0:
        sys.exit("compare.py: --seeds, --turns and --cap are above zero.")
    for integrand in wanted.only or []:
        if integrand not in INTEGRANDS:
            sys.exit(f"compare.py: --only takes {', '.join(INTEGRANDS)}, not '{integrand}'.")
    programs, absent = programs_of(wanted)
    for peer in absent:
        print(f"compare.py: not found and left out: {peer}; bench/peers/build.sh makes it.", file=sys.stderr)
    everything, ratios, start = {}, [], time.monotonic()
    print("   f:d   target " + " ".join(f"{program.name:>10}" for program in programs) + "      ratio        all")
    try:
        for integrand in wanted.only or INTEGRANDS:
            ratios.append(compare(programs, integrand, wanted, everything))
    except (Failed, OSError) as reason:
        sys.exit(f"compare.py: {reason}")
    for target in TARGETS:
        for which, peers in enumerate(("GSL and vegas", "all")):
            finite = [ratio[target][which] for ratio in ratios if math.isfinite(ratio[target][which])]
            print(f"{target:.0e}, fastest of {peers}: geometric mean {geometric_mean(finite):.3g} of {len(finite)}, "
                  f"smallest {min(finite, default=math.nan):.3g}")
    print(f"{time.monotonic() - start:.0f} s in all, {wanted.clock} clock, {wanted.seeds} seeds, runs of {wanted.cap:g} s at most; "
          "seconds, ~ extrapolated, < or less; ratio: the faster of gsl and vegas / tessera, all: of all peers")
    if absent:
        print("not compared with, for they were not found: " + ", ".join(absent))
    if wanted.json:
        everything["not_found"] = absent
        pathlib.Path(wanted.json).write_text(json.dumps(everything, indent=1))


if __name__ == "__main__":
    main()
