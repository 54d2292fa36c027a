#!/usr/bin/env python3
"""Pulls of gluon jets over seeds, each of so many events, against their common mean; one line of JSON for each number of gluons.

usage: bench/gluon_pulls.py [--tessera ./tessera] [--device cuda:0] [--seeds 100] [--events 1e7] [--pdf SET] N...
"""
import argparse
import json
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--tessera", default="./tessera")
parser.add_argument("--device")
parser.add_argument("--pdf", default="CTEQ6L1")
parser.add_argument("--phase-space", default="auto")
parser.add_argument("--seeds", type=int, default=100)
parser.add_argument("--events", type=float, default=1e7)
parser.add_argument("gluons", type=int, nargs="+")
arguments = parser.parse_args()


def run(gluons, seed, folder):
    """The result of a run that ends with its events, whose status is 3."""
    process = "g g >" + " g" * (gluons - 2)
    command = [arguments.tessera, "run", "examples/gluon-jets.yaml", "--quiet", "--json", "--force", "--out", folder]
    command += ["--set", "process=" + process, "--set", "histograms=[]", "--set", "integration.relative_error=1e-9"]
    command += ["--set", f"integration.max_events={arguments.events:.0f}", "--set", "pdf=" + arguments.pdf]
    command += ["--set", "phase_space=" + arguments.phase_space, "--seed", str(seed)]
    if arguments.device:
        command += ["--device", arguments.device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 3:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


for gluons in arguments.gluons:
    with tempfile.TemporaryDirectory() as folder:
        results = [run(gluons, seed, folder) for seed in range(1, arguments.seeds + 1)]
    values = [result["cross_section"]["value"] for result in results]
    errors = [result["cross_section"]["error"] for result in results]
    count = len(values)
    mean = sum(values) / count
    scatter = (sum((value - mean) ** 2 for value in values) / (count - 1)) ** 0.5
    pulls = [(value - mean) / error for value, error in zip(values, errors)]
    print(json.dumps({
        "gluons": gluons, "seeds": count, "events": arguments.events, "pb": mean, "error": scatter / count**0.5,
        "pull_mean": sum(pulls) / count, "pull_width": (sum(pull**2 for pull in pulls) / (count - 1)) ** 0.5,
        "pull_largest": max(map(abs, pulls)), "chi2_per_dof": sum(result["chi2_per_dof"] for result in results) / count,
        "chi2_per_dof_largest": max(result["chi2_per_dof"] for result in results),
        "relative_error": sum(errors) / count / mean,
    }), flush=True)
