#!/usr/bin/env python3
"""Cross sections of 54 processes by two phase spaces, channels and Chili: values, pulls, and what unweighting keeps.

usage: bench/breadth.py [--tessera ./tessera] [--device cuda] [--parallel 4] [--relative-error 3e-3] [--events 2000] [PROCESS...]

13 TeV, default cuts and densities (pairs of leptons above 20 GeV, a width of the top where W pairs have jets); the first run of each writes unweighted events, whose cross section is checked
against the integral's. A Markdown table, and the mean square of the pulls at the end.
"""
import argparse
import concurrent.futures
import json
import math
import subprocess
import sys
import tempfile

PROCESSES = """
p p > e+ e-; p p > e+ ve; p p > t t~; p p > j j; p p > a a; p p > a j; p p > z z; p p > w+ w-; p p > w+ z; p p > z a
p p > w+ a; p p > b b~; p p > t b~; p p > h z; p p > h w+; p p > e+ e- j; p p > e+ ve j; p p > t t~ j; p p > j j j
p p > a a j; p p > a j j; p p > z z j; p p > w+ w- j; p p > w+ z j; p p > t j; p p > b b~ j; p p > t t~ h; p p > t t~ z
p p > t t~ w+; p p > t t~ a; p p > w+ w- z; p p > z z z; p p > h z j; p p > e+ e- mu+ mu-; p p > e+ ve mu- vm~
p p > h j j QCD=0; p p > e+ e- j j; p p > e+ ve j j; p p > t t~ j j; p p > j j j j; p p > w+ w- j j; p p > z z j j
p p > a a j j; p p > w+ w+ j j; p p > t t~ b b~; p p > z b b~; p p > w+ b b~; p p > t t~ z j; p p > t t~ h j
p p > t b~ j; p p > e+ e- j j j; p p > e+ ve j j j; p p > t t~ t t~; p p > h w+ j
"""

parser = argparse.ArgumentParser()
parser.add_argument("--tessera", default="./tessera")
parser.add_argument("--device", default="cpu")
parser.add_argument("--parallel", type=int, default=1)
parser.add_argument("--relative-error", default="3e-3")
parser.add_argument("--max-events", default="2e8")
parser.add_argument("--events", type=int, default=2000)
parser.add_argument("--timeout", type=float, default=600)
parser.add_argument("processes", nargs="*")
arguments = parser.parse_args()


def run(process, folder, *settings):
    """The result of a run, or the sentence with which it ended."""
    command = [arguments.tessera, "run", "-", "--quiet", "--json", "--force", "--no-report", "--out", folder,
               "--device", arguments.device]
    # Photons without mass and tops without width leave no finite cross section.
    needed = ["cuts.pair={l+ l-: {mass: [20, null]}}"] if "e+ e-" in process else []
    needed += ["model.gamma_t=1.4"] if "w+ w- j" in process else []
    for setting in (*needed, f"integration.relative_error={arguments.relative_error}",
                    f"integration.max_events={arguments.max_events}", *settings):
        command += ["--set", setting]
    try:
        done = subprocess.run(command, input=f"process: '{process}'\nbeams: {{energy: 13000}}\n", capture_output=True, text=True,
                              check=False, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return f"not within {arguments.timeout:g} s"
    return json.loads(done.stdout) if done.returncode in (0, 3) else done.stderr.strip().splitlines()[-1]


def both(process):
    """Of a process: with channels and events, with Chili."""
    with tempfile.TemporaryDirectory() as folder:
        return (run(process, folder + "/channels", f"events.count={arguments.events}", "events.format=lheh5"),
                run(process, folder + "/chili", "phase_space=chili"))


def row(process, channels, chili):
    """A line of the table; the pull, where there is one."""
    for result in (channels, chili):
        if isinstance(result, str):
            print(f"| {process} | {result} |", flush=True)
            return None
    ours, others = channels["cross_section"], chili["cross_section"]
    pull = (ours["value"] - others["value"]) / math.hypot(ours["error"], others["error"])
    print(f"| {process} | {ours['value']:.6g} | {ours['error'] / ours['value']:.1e} | {others['value']:.6g} "
          f"| {others['error'] / others['value']:.1e} | {pull:+.1f} | {channels['events']['efficiency']:.2g} "
          f"| {channels['time']['total'] - channels['time']['compile']:.1f} |", flush=True)
    return pull


print("| process | channels [pb] | error | Chili [pb] | error | difference in errors | kept | seconds |")
print("|---|---:|---:|---:|---:|---:|---:|---:|", flush=True)
processes = arguments.processes or [p.strip() for p in PROCESSES.replace("\n", ";").split(";") if p.strip()]
with concurrent.futures.ThreadPoolExecutor(arguments.parallel) as pool:
    pulls = [row(process, *results) for process, results in zip(processes, pool.map(both, processes))]
pulls = [pull for pull in pulls if pull is not None]
print(f"{len(pulls)} of {len(processes)}: pulls {math.sqrt(sum(p * p for p in pulls) / max(len(pulls), 1)):.2f} in the mean square")
sys.exit(len(pulls) < len(processes))
