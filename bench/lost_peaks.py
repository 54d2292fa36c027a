#!/usr/bin/env python3
"""lost_peaks.py: how often an integral is called converged without one of its two peaks.

Gaussians of two widths and heights on the diagonal of the unit cube, to 1 %, with 2 10^7 evaluations at most. A claim is wrong
where the value is more than five of its errors from the truth. A row is DIMENSIONS:WIDTH:WIDTH:HEIGHT, of the second peak
against the first: without any, those of docs/validation.md.

With --hidden: what a grid can hide altogether, peaks of mass 1 beside another or on a constant 1, with 5 10^6 evaluations at
most and two methods; wrong is there what is more than three errors off. This is the table of docs/integrate.md."""
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


def two_peaks(widths, height):
    """The expression of two peaks, with its parameters."""
    parameters = {"a": CENTRES[0], "b": CENTRES[1], "u": .5 / widths[0] ** 2, "v": .5 / widths[1] ** 2, "h": height}
    options = [f"--param={name}={value!r}" for name, value in parameters.items()]
    return ["--expr", "exp(-sum((x-a)^2)*u) + h*exp(-sum((x-b)^2)*v)", *options]


def gaussian(dimensions, centre, width, mass=1):
    return f"{mass / content(dimensions, centre, width)!r}*exp(-sum((x-{centre})^2)*{.5 / width ** 2!r})"


def box(dimensions):
    """One of mass 1 and sides .02."""
    return "*".join([repr(50. ** dimensions), *(f"if(abs(x{i + 1}-{.31 + .13 * i}) < .01, 1, 0)" for i in range(dimensions))])


def hidden():
    """Name, dimensions, expression and true value of each."""
    low, high = CENTRES
    return [("two Gaussians of mass 1, widths .1 and .05", 8, f"{gaussian(8, low, .1)} + {gaussian(8, high, .05)}", 2),
            ("Gaussians of mass 1 and .2, widths .1 and .05", 6, f"{gaussian(6, low, .1)} + {gaussian(6, high, .05, .2)}", 1.2),
            ("Gaussians of mass .2 and 1, widths .1 and .05", 6, f"{gaussian(6, low, .1, .2)} + {gaussian(6, high, .05)}", 1.2),
            ("1 + Gaussian of mass 1, width .01", 3, f"1 + {gaussian(3, high, .01)}", 2),
            ("1 + Gaussian of mass 1, width .01", 4, f"1 + {gaussian(4, high, .01)}", 2),
            ("1 + box of mass 1, sides .02", 2, f"1 + {box(2)}", 2), ("1 + box of mass 1, sides .02", 3, f"1 + {box(3)}", 2)]


def integral(program, dimensions, text, seed, device, most="2e7"):
    """Value, error, whether it is called converged, and evaluations."""
    command = [program, "integrate", *text, "--dim", str(dimensions), "--rel", "1e-2", "--max-evaluations", most,
               "--seed", str(seed), "--device", device, "--json", "--quiet"]
    result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
    return (*(result["integral"][name] for name in ("value", "error")), result["converged"], result["evaluations"])


def print_hidden(program, seeds, device):
    print("| integrand | dimensions | method | claims | wrong | evaluations |\n|---|---:|---|---:|---:|---:|")
    for name, dimensions, expression, truth in hidden():
        for method in "qmc", "vegasplus":
            runs = [integral(program, dimensions, ["--expr", expression, "--method", method], seed, device, "5e6")
                    for seed in range(1, seeds + 1)]
            claims = [(value, error) for value, error, converged, _ in runs if converged]
            wrong = sum(abs(value - truth) > 3 * error for value, error in claims)
            mean = statistics.fmean(run[3] for run in runs)
            print(f"| {name} | {dimensions} | {method} | {len(claims)} | {wrong} | {mean:.2g} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="D:W:W:H", default=ROWS)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--tessera", default=HERE.parent / "tessera", help="the program; without it, that of this folder")
    parser.add_argument("--hidden", action="store_true", help="the table of docs/integrate.md")
    wanted = parser.parse_args()
    if wanted.hidden:
        print_hidden(wanted.tessera, wanted.seeds, wanted.device)
        return
    print("| dimensions | widths | heights | claims | wrong | evaluations |\n|---:|---|---|---:|---:|---:|")
    for row in wanted.rows:
        dimensions, *numbers = row.split(":")
        dimensions, (first, second, height) = int(dimensions), map(float, numbers)
        truth = content(dimensions, CENTRES[0], first) + height * content(dimensions, CENTRES[1], second)
        runs = [integral(wanted.tessera, dimensions, two_peaks((first, second), height), seed, wanted.device)
                for seed in range(1, wanted.seeds + 1)]
        claims = [(value, error) for value, error, converged, _ in runs if converged]
        wrong = sum(abs(value - truth) > 5 * error for value, error in claims)
        print(f"| {dimensions} | {first:g}, {second:g} | 1, {height:g} | {len(claims)} | {wrong} | "
              f"{statistics.fmean(run[3] for run in runs):.2g} |", flush=True)


if __name__ == "__main__":
    main()
