#!/usr/bin/env python3
"""integrals.py TESSERA METHOD RELATIVE_ERROR SEEDS [NAME:DIMENSIONS...]: how good and how fast `tessera integrate` is.

For each built-in integrand, over so many seeds and on one thread: how many runs converged, the root mean square and the largest of
their pulls, (value - truth) / error, the true relative error, evaluations and milliseconds (medians)."""
import json
import math
import statistics
import subprocess
import sys

INTEGRANDS = ["f2:6", "f3:3", "f3:8", "f4:5", "f4:8", "f5:8", "f6:6", "fB:9"]


def integrate(tessera, *arguments):
    command = [tessera, "integrate", "--device", "cpu", "--threads", "1", "--quiet", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True).stdout


def truth_of(tessera, name, dimensions):
    text = integrate(tessera, "--builtin", name, "--dim", dimensions, "--rel", 0.9, "--max-evaluations", 20000)
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith("true value"))


def row(tessera, method, relative_error, seeds, integrand):
    name, dimensions = integrand.split(":")
    truth = truth_of(tessera, name, dimensions)
    runs = [json.loads(integrate(tessera, "--builtin", name, "--dim", dimensions, "--method", method, "--rel", relative_error,
                                 "--seed", seed, "--json")) for seed in range(1, seeds + 1)]
    done = [run for run in runs if run["converged"]]
    pulls = [(run["integral"]["value"] - truth) / run["integral"]["error"] for run in done]
    errors = [run["integral"]["value"] / truth - 1 for run in done]
    def rms(values):
        return math.sqrt(sum(value * value for value in values) / len(values)) if values else math.nan
    print(f"{name:4} {dimensions:>2} {len(done):5}/{len(runs)} {rms(pulls):9.2f} {max(map(abs, pulls), default=math.nan):8.1f}"
          f" {rms(errors):11.1e} {statistics.median(run['evaluations'] for run in runs):12.3g}"
          f" {1e3 * statistics.median(run['time']['integrate'] for run in runs):9.1f}", flush=True)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    tessera, method, relative_error, seeds = sys.argv[1:5]
    print("name  d converged pull_rms pull_max  true_error  evaluations        ms")
    for integrand in sys.argv[5:] or INTEGRANDS:
        row(tessera, method, float(relative_error), int(seeds), integrand)


main()
