#!/usr/bin/env python3
"""Pulls of a card's cross section over seeds, beside chi^2: whether errors that are claimed are those that are there. One line of JSON.

usage: bench/sum_pulls.py [--tessera ./tessera] [--device cuda:0] [--seeds 50] [--truth PB ERROR] CARD [SET...]

SET: other values of the card, as behind `tessera run --set`. Without a truth pulls are against the mean of all seeds.
"""
import argparse
import json
import math
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--tessera", default="./tessera")
parser.add_argument("--device")
parser.add_argument("--seeds", type=int, default=50)
parser.add_argument("--first", type=int, default=1)
parser.add_argument("--truth", type=float, nargs=2, metavar=("PB", "ERROR"))
parser.add_argument("card")
parser.add_argument("set", nargs="*")
arguments = parser.parse_args()


def run(seed, folder):
    """The result of a run, converged or not."""
    command = [arguments.tessera, "run", arguments.card, "--quiet", "--json", "--force", "--out", folder, "--seed", str(seed)]
    for assignment in arguments.set:
        command += ["--set", assignment]
    if arguments.device:
        command += ["--device", arguments.device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(done.stderr)
    return json.loads(done.stdout) | {"status": done.returncode}


def rms(numbers):
    """Root of the mean square; null of none."""
    return math.sqrt(sum(number**2 for number in numbers) / len(numbers)) if numbers else None


with tempfile.TemporaryDirectory() as folder:
    results = [run(seed, folder) for seed in range(arguments.first, arguments.first + arguments.seeds)]
claims = [result for result in results if result["status"] == 0]
values = [result["cross_section"]["value"] for result in claims]
errors = [result["cross_section"]["error"] for result in claims]
mean = sum(values) / len(values)
scatter = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
truth, uncertain = arguments.truth or (mean, 0)
pulls = [(value - truth) / math.hypot(error, uncertain) for value, error in zip(values, errors)]
high = [pull for pull, result in zip(pulls, claims) if result["chi2_per_dof"] > 2]
print(json.dumps({
    "card": arguments.card, "set": arguments.set, "seeds": len(results), "claims": len(claims), "pb": mean,
    "error": scatter / math.sqrt(len(values)), "scatter": scatter / mean, "claimed": rms(errors) / mean,
    "pull_mean": sum(pulls) / len(pulls), "pull_rms": rms(pulls), "pull_largest": max(map(abs, pulls)),
    "chi2_per_dof": sum(result["chi2_per_dof"] for result in claims) / len(claims),
    "chi2_per_dof_largest": max(result["chi2_per_dof"] for result in claims),
    "chi2_above_2": len(high), "pull_rms_of_these": rms(high),
}))
