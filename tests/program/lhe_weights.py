"""Les Houches files of events as lists, for tests of their weights.

    python3 lhe_weights.py same FILE NAME=NAME...        each event's two weights agree to 1e-9
    python3 lhe_weights.py times FILE NAME FACTOR        a weight is so many times the event's own, to 1e-9
    python3 lhe_weights.py parts FILE NAME...            weights add up to the event's own, to 1e-9
    python3 lhe_weights.py like FILE NAME FILE NAME      ratios of weights agree, event by event, to 1e-9
    python3 lhe_weights.py closure FILE NAME FILE        events with a weight are like those of another file
    python3 lhe_weights.py added FILE FILE               the second is the first with more weights, and nothing else
    python3 lhe_weights.py poly FILE NAME:c=V,d=V...     sums of a polynomial's terms are weights by name, to 1e-9
"""

import math
import re
import sys

WEIGHT = re.compile(r"""<wgt id=['"]([^'"]*)['"]>\s*(\S+)\s*</wgt>""")


def number(text):
    """A number, as Fortran writes it too."""
    return float(text.replace("D", "e"))


def each(path):
    """(own weight, {name: weight}, [particles as words]) of one event after the other."""
    with open(path) as lines:
        for line in lines:
            if not re.match(r"\s*<event[\s>]", line):
                continue
            head = next(lines).split()
            particles = [next(lines).split() for _ in range(int(head[0]))]
            weights = {}
            for line in lines:
                weights.update({name: number(value) for name, value in WEIGHT.findall(line)})
                if line.strip().endswith("</event>"):
                    break
            yield number(head[2]), weights, particles


def read(path):
    """All of them as a list."""
    events = list(each(path))
    assert events, path
    return events


def agree(a, b, what, tolerance=1e-9):
    assert math.isclose(a, b, rel_tol=tolerance), (what, a, b)


def same(path, *pairs):
    for pair in pairs:
        one, other = pair.split("=")
        for place, (_, weights, _) in enumerate(read(path), 1):
            agree(weights[one.replace(":", "=")], weights[other.replace(":", "=")], (pair, place))


def times(path, name, factor):
    for place, (own, weights, _) in enumerate(read(path), 1):
        agree(weights[name], float(factor) * own, (name, place))


def parts(path, *names):
    for place, (own, weights, _) in enumerate(read(path), 1):
        agree(sum(weights[name] for name in names), own, place)


def like(path, name, other_path, other):
    first, second = read(path), read(other_path)
    assert len(first) == len(second), (len(first), len(second))
    for place, (a, b) in enumerate(zip(first, second), 1):
        agree(a[1][name] / a[0], b[1][other] / b[0], place)


def added(before, after):
    """What is left without the weights of the new group is the old file."""
    text = open(after).read()
    group = re.search(r'<weightgroup name="reweighted".*?</weightgroup>\n', text, re.S)
    text = text.replace(group[0], "")
    for name in re.findall(r'id="([^"]*)"', group[0]):
        text = re.sub(r'<wgt id="%s">.*</wgt>\n' % re.escape(name), "", text)
    for empty in "<rwgt>\n</rwgt>\n", "<initrwgt>\n</initrwgt>\n":
        text = text.replace(empty, "")
    assert text == open(before).read(), "more than the weights is new"


def quantities(particles):
    """Numbers of an event whose distributions are compared: heights, invariant masses of what has decayed."""
    for words in particles:
        x, y, z, e = (number(word) for word in words[6:10])
        if words[1] == "1":
            yield "height of " + words[0], z / math.hypot(x, y, z)
        elif words[1] == "2":
            yield "mass of " + words[0], math.sqrt(e * e - x * x - y * y - z * z)


def closure(path, name, other_path):
    """Both totals within four errors, and each distribution in ten bins of equal numbers of the second file."""
    first, second = read(path), read(other_path)
    values = {}
    for which, events in enumerate((first, second)):
        for own, weights, particles in events:
            for key, value in quantities(particles):
                weight = weights[name] / len(first) if not which else own / len(second)
                values.setdefault(key, ([], []))[which].append((value, weight))
    before = sum(own for own, _, _ in first) / len(first)
    mean, other = (sum(e) / len(e) for e in ([w[name] for _, w, _ in first], [own for own, _, _ in second]))
    error = math.sqrt(sum((w[name] - own * mean / before) ** 2 for own, w, _ in first)) / len(first)
    print(f"{mean:.5g} +- {error:.2g} is {other:.5g}")
    assert abs(mean - other) < 4 * math.hypot(error, 0.006 * other), (mean, error, other)
    for key, (a, b) in values.items():
        edges = sorted(value for value, _ in b)[:: max(1, len(b) // 10)][1:10]
        sums = [[0, 0] for _ in range(10)], [[0, 0] for _ in range(10)]
        for which, list_ in enumerate((a, b)):
            total = sum(weight for _, weight in list_)
            for value, weight in list_:
                place = sum(value > edge for edge in edges)
                sums[which][place][0] += weight / total
                sums[which][place][1] += (weight / total) ** 2
        chi2 = sum((p[0] - q[0]) ** 2 / (p[1] + q[1]) for p, q in zip(*sums) if p[1] + q[1] > 0)
        print(f"{key}: chi2 {chi2:.1f} of 9")
        assert chi2 < 33.7, (key, chi2)  # one in 10^4 is above


def poly(path, *choices):
    for place, (_, weights, _) in enumerate(read(path), 1):
        for choice in choices:
            name, texts = choice.split(":")
            at = {key: float(value) for key, value in (text.split("=") for text in texts.split(","))}
            total = sum(value * math.prod(at[k] for k in term[11:].split("*") if k != "1")
                        for term, value in weights.items() if term.startswith("polynomial:"))
            agree(total, weights[name], (choice, place))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
