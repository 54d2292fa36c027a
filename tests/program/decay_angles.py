"""Angles of decays in Les Houches files of events.

    python3 decay_angles.py like FILE FILE [LEAST]   distributions of two files agree: p-values of all above LEAST (1e-4)
    python3 decay_angles.py unlike FILE FILE NAME    the distribution of this name does not (p-value below 1e-6)
    python3 decay_angles.py flat FILE                decays have no direction, and none knows of another
    python3 decay_angles.py sound FILE WIDTHS...     mothers, momenta and colours of decays; CODE:MASS:WIDTH of who decays
    python3 decay_angles.py masses FILE FILE CODE:MASS:WIDTH   masses of what has decayed agree (p-value above 1e-4)
    python3 decay_angles.py shares FILE CODE:SHARE.. mothers of so many of the events have a product of this code
    python3 decay_angles.py near JSON NAME VALUE TOLERANCE   a number in a file of JSON, relative; the value is an expression

Several of them may follow each other with the word "and" between them: each file is read once.
"""

import collections
import functools
import json
import math
import sys

from lhe_weights import number, read

BINS = 16


class Particle:
    """A line of an event."""

    def __init__(self, words):
        self.pdg, self.status = int(words[0]), int(words[1])
        self.mother, self.colours = int(words[2]) - 1, (int(words[4]), int(words[5]))
        self.p = [number(words[9])] + [number(word) for word in words[6:9]]
        self.mass, self.spin, self.products = number(words[10]), number(words[12]), []


def event_of(lines):
    """Particles, each with its products."""
    particles = [Particle(words) for words in lines]
    for particle in particles:
        if particle.status in (1, 2) and particle.mother >= 0 and particles[particle.mother].status == 2:
            particles[particle.mother].products.append(particle)
    return particles


def boost(p, frame):
    """A momentum in the rest frame of another."""
    mass = math.sqrt(max(1e-30, frame[0] ** 2 - sum(x * x for x in frame[1:])))
    energy = (p[0] * frame[0] - sum(a * b for a, b in zip(p[1:], frame[1:]))) / mass
    factor = (p[0] + energy) / (frame[0] + mass)
    return [energy] + [a - factor * b for a, b in zip(p[1:], frame[1:])]


def cosine(a, b):
    """Of the angle between two momenta."""
    size = math.sqrt(sum(x * x for x in a[1:]) * sum(x * x for x in b[1:]))
    return sum(x * y for x, y in zip(a[1:], b[1:])) / size if size else 0.0


def walk(particle):
    """What comes from a particle in the end."""
    for product in particle.products:
        yield from walk(product) if product.products else [product]


def quantities(particles):
    """{name: value} of an event, each within -1 and 1."""
    values, leptons = {}, []
    mothers = sorted((p for p in particles if p.status == 2 and p.products), key=lambda p: (p.pdg, p.p[3]))
    for place, mother in enumerate(mothers):
        name = f"{place}:{mother.pdg}"
        first = max(mother.products, key=lambda p: (abs(p.pdg), p.pdg))
        outer = particles[mother.mother] if mother.mother >= 0 else None
        is_inner = outer is not None and outer.status == 2
        along = boost(mother.p, outer.p) if is_inner else mother.p
        values["cos " + name] = cosine(boost(first.p, mother.p), along)
        if not is_inner:
            leptons += [(mother, boost(p.p, mother.p)) for p in walk(mother) if 11 <= abs(p.pdg) <= 16 and p.pdg % 2]
            values["turn " + name] = cosine(mother.p, [0, 0, 0, 1])
    for i, (one, a) in enumerate(leptons):
        values[f"lepton {i}"] = cosine(a, one.p)
        for k, (other, b) in enumerate(leptons[:i]):
            values[f"leptons {k} {i}"] = cosine(a, b)
            if one is not other:
                values[f"product {k} {i}"] = cosine(a, one.p) * cosine(b, other.p)
    return values


@functools.lru_cache(None)
def events_of(path):
    """[(weight, particles)] of a file."""
    return [(weight, event_of(lines)) for weight, _, lines in read(path)]


@functools.lru_cache(None)
def fill(path):
    """{name: [sum w, sum w^2 of each bin]}."""
    histograms = collections.defaultdict(lambda: [[0.0, 0.0] for _ in range(BINS)])
    for weight, particles in events_of(path):
        for name, value in quantities(particles).items():
            place = histograms[name][min(BINS - 1, max(0, int((value + 1) / 2 * BINS)))]
            place[0] += weight
            place[1] += weight * weight
    return histograms


def p_value(chi2, freedom):
    """Of chi squared: the upper incomplete gamma function, by a series or a continued fraction."""
    a, x = freedom / 2, chi2 / 2
    front = math.exp(-x + a * math.log(x) - math.lgamma(a)) if x > 0 else 0
    if x < a + 1:
        term = total = 1 / a
        while term > 1e-15 * total:
            a += 1
            term *= x / a
            total += term
        return 1 - total * front
    b, c, d = x + 1 - a, 1e300, 1 / (x + 1 - a)
    h = d
    for i in range(1, 500):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
    return front * h


def kept_of_w(top, mass, width, widths=15):
    """Of t > w b, w > l v without masses of b and leptons: the integral over the W's mass within so many widths, over the width of
    t > w b times the branching ratio. The W's propagator, its width that grows like the mass, and that of t > w b:

        integral of dq^2 / pi  m Gamma / ((q^2 - m^2)^2 + m^2 Gamma^2)  f(q^2 / m_t^2) / f(m^2 / m_t^2),  f(x) = (1 - x)^2 (1 + 2 x)
    """
    steps = 20000
    low, high = (math.atan((edge**2 - mass**2) / (mass * width))
                 for edge in (max(0, mass - widths * width), min(top, mass + widths * width)))

    def part(square):
        return (1 - square / top**2) ** 2 * (1 + 2 * square / top**2)

    values = [part(mass**2 + mass * width * math.tan(low + (high - low) * (k + 0.5) / steps)) for k in range(steps)]
    return (high - low) / math.pi * sum(values) / steps / part(mass**2)


def compare(one, other):
    """The p-value of two histograms of unlike size, by their shapes."""
    a, b = sum(x[0] for x in one), sum(x[0] for x in other)
    chi2, filled = 0.0, 0
    for (u, uu), (v, vv) in zip(one, other):
        error = uu / a / a + vv / b / b
        if error > 0:
            chi2 += (u / a - v / b) ** 2 / error
            filled += 1
    return p_value(chi2, filled - 1) if filled > 1 else 1.0


def like(one, other, least="1e-4"):
    """Compares all distributions."""
    a, b = fill(one), fill(other)
    assert a.keys() == b.keys() and a, (sorted(a), sorted(b))
    values = {name: compare(a[name], b[name]) for name in a}
    print({name: round(value, 5) for name, value in values.items()})
    assert min(values.values()) > float(least), values


def unlike(one, other, name):
    """One distribution differs."""
    value = compare(fill(one)[name], fill(other)[name])
    assert value < 1e-6, value


def flat(path):
    """Cosines at rest are flat, and those of leptons of two mothers do not know of each other."""
    values = {}
    for name, bins in fill(path).items():
        if not name.startswith(("cos ", "leptons ", "lepton ")):
            continue
        total, squares = sum(x[0] for x in bins), sum(x[1] for x in bins)
        values[name] = p_value(sum((x[0] - total / BINS) ** 2 for x in bins) / (squares / BINS), BINS - 1)
    print(values)
    assert values and min(values.values()) > 1e-4, values


def sound(path, *widths):
    """Momenta and colours go from mothers to products; masses stay within 15 widths."""
    known = {int(code): (float(mass), float(width)) for code, mass, width in (word.split(":") for word in widths)}
    decayed = collections.Counter()
    for place, (_, particles) in enumerate(events_of(path)):
        for particle in particles:
            if particle.status != 2 or abs(particle.pdg) not in known:
                continue
            decayed[particle.pdg] += 1
            mass, width = known[abs(particle.pdg)]
            assert abs(particle.mass - mass) <= 15.001 * width, (particle.pdg, particle.mass)
            assert particle.products, particle.pdg
            for i in range(4):
                total = sum(p.p[i] for p in particle.products)
                assert abs(total - particle.p[i]) < 1e-7 * particle.p[0], (particle.p, total)
            ends = collections.Counter()
            for p in particle.products:
                ends.update([p.colours[0]])
                ends.subtract([p.colours[1]])
            ends.subtract([particle.colours[0]])
            ends.update([particle.colours[1]])
            ends.pop(0, None)
            assert not any(ends.values()), (place, particle.pdg)
    print(dict(decayed))
    assert decayed


def masses(one, other, word):
    """Compares the masses of a particle that has decayed, in bins that Breit and Wigner would fill alike."""
    code, mass, width = (float(x) for x in word.split(":"))
    found = []
    for path in one, other:
        found.append([[0.0, 0.0] for _ in range(BINS)])
        for weight, particles in events_of(path):
            for p in particles:
                if p.status == 2 and p.pdg == code:
                    turn = math.atan((p.mass - mass) * 2 / width) / math.pi + 0.5
                    place = found[-1][min(BINS - 1, int(turn * BINS))]
                    place[0] += weight
                    place[1] += weight * weight
    value = compare(*found)
    print(value)
    assert value > 1e-4, (value, found)


def shares(path, *words):
    """Shares of events with a final particle of a code, within five errors."""
    found, events = collections.Counter(), 0
    for _, particles in events_of(path):
        events += 1
        found.update({p.pdg for p in particles if p.status == 1})
    for word in words:
        code, share = (float(x) for x in word.split(":"))
        error = math.sqrt(share * (1 - share) / events)
        print(code, found[int(code)] / events, share, error)
        assert abs(found[int(code)] / events - share) < 5 * error + 1e-12


def cross_section(folder):
    """That of a run."""
    return json.load(open(folder + "/result.json"))["cross_section"]["value"]


def near(path, name, expression, tolerance):
    """A number that --json has printed, and what it is to be."""
    found, value = json.load(open(path))[name], eval(expression)
    assert abs(found / value - 1) <= float(tolerance), f"{found}, not {value}"


if __name__ == "__main__":
    verbs = {verb.__name__: verb for verb in (like, unlike, flat, sound, masses, shares, near)}
    command = []
    for word in sys.argv[1:] + ["and"]:
        if word == "and":
            print(*command)
            verbs[command[0]](*command[1:])
            command = []
        else:
            command.append(word)
