#!/usr/bin/env python3
"""scan.py EVENTS QUANTITY LOW HIGH OUT.yoda [--bins N] [--at ctG=0.5,...]...: a distribution under all weights of a file.

EVENTS is a Les Houches file that `tessera reweight` has written (also .gz), QUANTITY is mass, pt or y and a particle's code,
"mass 6" or "pt 6", of every particle of that code that is final or has decayed. OUT.yoda receives the histogram by the
events' own weights, in pb, and one for each other weight, with its name in brackets. Of a polynomial in couplings (`--polynomial`)
each --at is a weight: the sum of its terms there. `tessera plot OUT.yoda` draws what lies between all of them as a band.
"""

import argparse
import gzip
import math
import re

WEIGHT = re.compile(r"""<wgt id=['"]([^'"]*)['"]>\s*(\S+)\s*</wgt>""")


def events(path):
    """(own weight, {name: weight}, particles as words) of each event; first of all the cross section of the head, in pb."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
        for line in lines:
            if re.match(r"<init[\s>]", line):
                count = int(next(lines).split()[9])
                yield sum(number(next(lines).split()[0]) for _ in range(count))
            if not re.match(r"\s*<event[\s>]", line):
                continue
            head = next(lines).split()
            particles = [next(lines).split() for _ in range(int(head[0]))]
            weights = {}
            for line in lines:
                weights.update((name, number(value)) for name, value in WEIGHT.findall(line))
                if line.strip().endswith("</event>"):
                    break
            yield number(head[2]), weights, particles


def number(text):
    """A number, as Fortran writes it too."""
    return float(text.upper().replace("D", "E"))


def values(particles, what, code):
    """The quantity of each particle of a code."""
    for words in particles:
        if int(words[0]) != code or words[1] not in ("1", "2"):
            continue
        x, y, z, e = (number(word) for word in words[6:10])
        yield {"mass": lambda: math.sqrt(max(0, e * e - x * x - y * y - z * z)), "pt": lambda: math.hypot(x, y),
               "y": lambda: 0.5 * math.log((e + z) / (e - z))}[what]()


def at_points(weights, points):
    """Weights, with those of a polynomial in place of its terms."""
    found = {name: value for name, value in weights.items() if not name.startswith("polynomial:")}
    for point in points:
        at = {key: float(value) for key, value in (word.split("=") for word in point.split(","))}
        found[point] = sum(value * math.prod(at.get(key, 0) for key in name[len("polynomial:"):].split("*") if key != "1")
                           for name, value in weights.items() if name.startswith("polynomial:"))
    return found


def fill(path, what, code, edges, points):
    """{name: [sum w, sum w^2, sum w x, sum w x^2, entries] of underflow, overflow and the bins}, in pb."""
    stream, sums, total, count = events(path), {}, 0.0, 0
    cross_section = next(stream)
    for own, weights, particles in stream:
        total, count = total + own, count + 1
        places = [(value, sum(value >= edge for edge in edges)) for value in values(particles, what, code)]
        for name, weight in [("", own), *at_points(weights, points).items()]:
            rows = sums.setdefault(name, [[0.0] * 5 for _ in range(len(edges) + 1)])
            for value, place in places:
                row = rows[place]
                for i, term in enumerate((weight, weight * weight, weight * value, weight * value * value, 1)):
                    row[i] += term
    unit = cross_section / total
    return {name: [[row[0] * unit, row[1] * unit**2, row[2] * unit, row[3] * unit, row[4]] for row in rows]
            for name, rows in sums.items()}


def write(out, path, title, edges, rows):
    """A histogram as YODA has it."""
    line = "\t".join("%.16e" for _ in range(5))
    total = tuple(map(sum, zip(*rows)))
    bins = [f"{low:.16e}\t{high:.16e}\t{line % tuple(row)}" for low, high, row in zip(edges, edges[1:], rows[1:-1])]
    out.write("\n".join([f"BEGIN YODA_HISTO1D_V2 {path}", f"Path: {path}", f"Title: {title}", "Type: Histo1D", "---",
                         f"Total\tTotal\t{line % total}", f"Underflow\tUnderflow\t{line % tuple(rows[0])}",
                         f"Overflow\tOverflow\t{line % tuple(rows[-1])}", *bins, "END YODA_HISTO1D_V2\n\n"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events")
    parser.add_argument("quantity", help='"mass 6", "pt 6" or "y 6"')
    parser.add_argument("low", type=float)
    parser.add_argument("high", type=float)
    parser.add_argument("out")
    parser.add_argument("--bins", type=int, default=20)
    parser.add_argument("--at", action="append", default=[], help="ctG=0.5,ctq8=1: a point of a polynomial")
    chosen = parser.parse_args()
    what, code = chosen.quantity.split()
    edges = [chosen.low + (chosen.high - chosen.low) * i / chosen.bins for i in range(chosen.bins + 1)]
    title = {"mass": "mass of {} [GeV]", "pt": "pT of {} [GeV]", "y": "rapidity of {}"}[what].format(code)
    with open(chosen.out, "w") as out:
        for name, rows in fill(chosen.events, what, int(code), edges, chosen.at).items():
            write(out, f"/scan/{what}" + (f"[{name}]" if name else ""), title, edges, rows)


if __name__ == "__main__":
    main()
