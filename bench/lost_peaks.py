#!/usr/bin/env python3
"""lost_peaks.py: how often an integral is called converged without one of its two peaks.

Gaussians of two widths and heights on the diagonal of the unit cube, to 1 %, with 2 10^7 evaluations at most. A claim is wrong
where the value is more than five of its errors from the truth. A row is DIMENSIONS:WIDTH:WIDTH:HEIGHT, of the second peak
against the first: without any, those of docs/validation.md."""
import argparse
import json
import math
import pathlib
import statistics
import subprocess

ROWS = ["5:.1:.1:.2", "5:.07:.07:.2", "6:.1:.1:.2", "6:.07:.07:.2", "8:.1:.1:.4", "8:.1:.1:.2", "8:.07:.07:.2", "8:.1:.1:1",
        "8:.05:.05:1", "10:.07:.07:1", "6:.07:.1:1", "4:.1:.02:50", "3:.3:.02:20", "3:.2:.01:100"]
CENTRES = .2731, .7413
HERE = pathlib.Path(__file__).resolve().parent


def content(dimensions, centre, width):
    root = width * math.sqrt(2)
    return (width * math.sqrt(math.pi / 2) * (math.erf((1 - centre) / root) + math.erf(centre / root))) ** dimensions


def integral(program, dimensions, widths, height, seed, device):
    """Value, error, whether it is called converged, and evaluations."""
    parameters = {"a": CENTRES[0], "b": CENTRES[1], "u": .5 / widths[0] ** 2, "v": .5 / widths[1] ** 2, "h": height}
    command = [program, "integrate", "--expr", "exp(-sum((x-a)^2)*u) + h*exp(-sum((x-b)^2)*v)", "--dim", str(dimensions),
               "--rel", "1e-2", "--max-evaluations", "2e7", "--seed", str(seed), "--device", device, "--json", "--quiet"]
    for name, value in parameters.items():
        command += ["--param", f"{name}={value!r}"]
    result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
    return (*(result["integral"][name] for name in ("value", "error")), result["converged"], result["evaluations"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="D:W:W:H", default=ROWS)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--tessera", default=HERE.parent / "tessera", help="the program; without it, that of this folder")
    wanted = parser.parse_args()
    print("| dimensions | widths | heights | claims | wrong | evaluations |\n|---:|---|---|---:|---:|---:|")
    for row in wanted.rows:
        dimensions, *numbers = row.split(":")
        dimensions, (first, second, height) = int(dimensions), map(float, numbers)
        truth = content(dimensions, CENTRES[0], first) + height * content(dimensions, CENTRES[1], second)
        runs = [integral(wanted.tessera, dimensions, (first, second), height, seed, wanted.device)
                for seed in range(1, wanted.seeds + 1)]
        claims = [(value, error) for value, error, converged, _ in runs if converged]
        wrong = sum(abs(value - truth) > 5 * error for value, error in claims)
        print(f"| {dimensions} | {first:g}, {second:g} | 1, {height:g} | {len(claims)} | {wrong} | "
              f"{statistics.fmean(run[3] for run in runs):.2g} |", flush=True)


if __name__ == "__main__":
    main()
