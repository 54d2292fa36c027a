#!/usr/bin/env python3
"""clustering_reference.py EVENTS.lhe M_W GAMMA_W LEAST [XQCUT]: the scales of each event against a clustering by other means.

Every diagram is written down as the set of its lines, momenta are boosted and turned into the frame of what is left
behind each emission, and distances come from rapidities and azimuths. docs/scales.md says what is to come out. Weights
of MUR=0.5 and MUR=2 are compared with alpha_s at the scales found. With XQCUT the last line is the share of events in
whose history each parton leaves its own vertex with so much kT (docs/merging.md), and its error.
"""

import math
import re
import sys

GLUON, WIDTHS, HEAVIEST = 21, 15, 6
RESONANCES = {23: (91.1876, 2.4952)}


def anti(pdg):
    return pdg if pdg in (21, 22, 23) else -pdg


def is_quark(pdg):
    return 1 <= abs(pdg) <= 6


def coloured(pdg):
    return pdg == GLUON or is_quark(pdg)


def is_jet(pdg):
    return pdg == GLUON or 1 <= abs(pdg) <= 5


def doublet(a, b):
    """The W that comes out where fermion a and antifermion b go in: 0 for none."""
    for up, down in ((2, 1), (4, 3), (6, 5), (12, 11), (14, 13), (16, 15)):
        if (a, b) == (up, -down):
            return 24
        if (a, b) == (down, -up):
            return -24
    return 0


def vertex(a, b):
    """What two particles that go in become, each with the power of g_s."""
    if a == b == GLUON:
        return [(GLUON, 1)]
    if GLUON in (a, b):
        other = a if b == GLUON else b
        return [(other, 1)] if is_quark(other) else []
    if abs(a) > 20 and abs(b) > 20:
        return []
    if abs(a) > 20 or abs(b) > 20:
        boson, fermion = (a, b) if abs(a) > 20 else (b, a)
        if boson in (22, 23):
            return [(fermion, 0)]
        return [(f, 0) for f in range(-16, 17) if f and 0 < abs(f) < 17 and
                doublet(*((fermion, -f) if fermion > 0 else (-f, fermion))) == -boson]
    if a * b > 0:
        return []
    f, g = (a, b) if a > 0 else (b, a)
    if f == -g:
        return ([(GLUON, 1)] if is_quark(f) else []) + [(23, 0), (22, 0)]
    boson = doublet(f, g)
    return [(boson, 0)] if boson else []


def trees(pdg):
    """All diagrams: sets of lines (legs on the side without leg 0, particle out of them), of the highest QCD power."""
    memory = {}

    def grow(legs):
        if legs in memory:
            return memory[legs]
        members = [i for i in range(len(pdg)) if legs >> i & 1]
        found = [(pdg[members[0]], frozenset(), 0)] if len(members) == 1 else []
        part = (legs - 1) & legs
        while part and len(members) > 1:
            if part >> members[0] & 1:
                for p, left, m in grow(part):
                    for q, right, n in grow(legs & ~part):
                        for out, power in vertex(p, q):
                            lines = left | right | {(legs, out)}
                            found.append((out, lines, m + n + power))
            part = (part - 1) & legs
        memory[legs] = found
        return found

    every = (1 << len(pdg)) - 1
    found = [(lines - {(every & ~1, out)}, power) for out, lines, power in grow(every & ~1) if out == anti(pdg[0])]
    most = max(power for _, power in found)
    return [lines for lines, power in found if power == most], most


def add(p, q, sign=1):
    return [a + sign * b for a, b in zip(p, q)]


def square(p):
    return p[0] ** 2 - p[1] ** 2 - p[2] ** 2 - p[3] ** 2


def boosted(p, frame):
    """p in the rest frame of `frame`."""
    mass = math.sqrt(square(frame))
    along = sum(a * b for a, b in zip(p[1:], frame[1:]))
    energy = (p[0] * frame[0] - along) / mass
    factor = (along / (frame[0] + mass) - p[0]) / mass
    return [energy] + [a + factor * b for a, b in zip(p[1:], frame[1:])]


def turned(p, axis):
    """p with the direction `axis` along z."""
    x, y, z = axis
    phi = math.atan2(y, x)
    theta = math.acos(max(-1, min(1, z / math.sqrt(x * x + y * y + z * z))))
    a = p[1] * math.cos(phi) + p[2] * math.sin(phi)
    b = p[2] * math.cos(phi) - p[1] * math.sin(phi)
    return [p[0], a * math.cos(theta) - p[3] * math.sin(theta), b, a * math.sin(theta) + p[3] * math.cos(theta)]


def pt2(p):
    return p[1] ** 2 + p[2] ** 2


def mt2(p):
    return (p[0] - p[3]) * (p[0] + p[3])


def rapidity(p):
    return 0.5 * math.log((p[0] + p[3]) / (p[0] - p[3]))


class Block:
    def __init__(self, legs, pdg, p, mass2=0.0, jet=None, good=False):
        self.legs, self.pdg, self.p, self.mass2, self.jet, self.good = legs, pdg, p, mass2, jet, good


def between(a, b):
    if (a.mass2 > 0) != (b.mass2 > 0):
        light = mt2(b.p if a.mass2 > 0 else a.p)
        return light, light * (1 + 2e-6)
    dphi = math.atan2(a.p[2], a.p[1]) - math.atan2(b.p[2], b.p[1])
    kt2 = max(a.mass2, b.mass2) + min(pt2(a.p), pt2(b.p)) * 2 * (
        math.cosh(rapidity(a.p) - rapidity(b.p)) - math.cos(dphi))
    return kt2, kt2


def candidates(blocks, diagrams, every):
    """Pairs of blocks that a line of a diagram joins, with what they become."""
    for k in range(2, len(blocks)):
        for i in range(k):
            legs = blocks[i].legs | blocks[k].legs
            inside = every & ~legs if legs & 1 else legs
            options = []
            for out, power in vertex(blocks[i].pdg, blocks[k].pdg):
                line = (inside, anti(out) if legs & 1 else out)
                left = [lines for lines in diagrams if line in lines]
                if left:
                    options.append((-power, abs(out) != 23, out, left))
            if options:
                power, _, out, left = min(options, key=lambda option: option[:2])
                yield i, k, out, -power, left


def cluster(pdg, momenta, masses, steps=None):
    """The scale of the event, the couplings (kT, power), the kT of each final leg (0: none), the power left, and the least
    kT^2 of strong vertices that a leg itself goes into. Each clustering is added to `steps`: kT^2, the power, whether jets
    go on behind it; of an emission from a beam that beam, the line's code before, and the share of s-hat that is left.
    Last comes the core."""
    every = (1 << len(pdg)) - 1
    incoming = [code if i < 2 else anti(code) for i, code in enumerate(pdg)]
    diagrams, power_left = cluster.memory.setdefault(tuple(pdg), None) or trees(incoming)
    cluster.memory[tuple(pdg)] = diagrams, power_left
    total = add(momenta[0], momenta[1])
    blocks = [Block(1 << i, incoming[i], boosted(p, total), masses[i] ** 2 if i > 1 else 0,
                    i if i > 1 and is_jet(pdg[i]) else None, is_jet(pdg[i])) for i, p in enumerate(momenta)]
    core, least = square(total), math.inf
    kts, couplings = [0.0] * len(pdg), []
    sides = [{"first": 0, "last": 0, "centre": 0, "jets": coloured(pdg[b]), "colour": coloured(pdg[b])}
             for b in range(2)]

    def tell(block, kt2):
        if block.jet is not None:
            kts[block.jet] = max(kts[block.jet], math.sqrt(kt2))

    while len(blocks) > 3:
        best = None
        for i, k, out, power, left in candidates(blocks, diagrams, every):
            a, b = blocks[i], blocks[k]
            resonant = False
            if i < 2:
                kt2 = mt2(b.p)
                key = kt2 * (1 + 1e-6 if (b.p[3] > 0) == (i == 1) else 1)
            else:
                kt2, key = between(a, b)
                mass, width = RESONANCES.get(abs(out), (0, 0))
                s = square(add(a.p, b.p))
                if width and abs(a.pdg) != abs(out) and abs(b.pdg) != abs(out) and \
                        abs(math.sqrt(max(s, 0)) - mass) < WIDTHS * width:
                    resonant, kt2, key = True, s, -1 / (1 + ((s - mass * mass) / (mass * width)) ** 2)
            if best is None or key < best[0]:
                best = key, kt2, i, k, out, power, left, resonant
        _, kt2, i, k, out, power, diagrams, resonant = best
        a, b = blocks[i], blocks[k]
        if power and any(is_jet(c.pdg) and c.legs & (c.legs - 1) == 0 for c in ((b,) if i < 2 else (a, b))):
            least = min(least, kt2)
        if i >= 2 and len(blocks) == 4 and power:
            core = kt2 = math.sqrt(mt2(a.p) * mt2(b.p))
        if power:
            couplings.append((kt2, power))
            power_left -= power
            tell(b, kt2)
            if i >= 2:
                tell(a, kt2)
        joined = Block(a.legs | b.legs, out, add(a.p, b.p, -1 if i < 2 else 1))
        whole = square(add(blocks[0].p, blocks[1].p))
        step = {"kt2": kt2, "power": power, "jets": is_jet(out) and b.good and (i < 2 or a.good), "beam": None}
        if i < 2:
            side = sides[i]
            side["first"] = side["first"] or kt2
            colour_ends = coloured(a.pdg) and not coloured(out)
            if side["jets"] and (colour_ends or not (b.good and is_jet(out))):
                side["last"], side["jets"] = kt2, False
            if side["colour"] and colour_ends:
                side["centre"], side["colour"] = kt2, False
        else:
            joined.good = bool(power) and is_jet(out) and a.good and b.good
            if resonant:
                joined.mass2 = square(joined.p)
            elif not (a.mass2 > 0 and b.mass2 > 0):
                joined.mass2 = max(a.mass2, b.mass2)
            if is_jet(out):
                harder = b if pt2(b.p) > pt2(a.p) else a
                if not coloured(a.pdg) or not coloured(b.pdg):
                    joined.jet = (a if coloured(a.pdg) else b).jet
                elif (a.pdg == out) != (b.pdg == out):
                    joined.jet = (a if a.pdg == out else b).jet
                else:
                    joined.jet = harder.jet
        blocks[i] = joined
        del blocks[k]
        if i < 2:
            left = add(blocks[0].p, blocks[1].p)
            core = mt2(left)
            step.update(beam=i, code=a.pdg, z=square(left) / whole)
            if len(blocks) > 3:
                axis = boosted(blocks[0].p, left)[1:]
                for block in blocks:
                    block.p = turned(boosted(block.p, left), axis)
        if steps is not None:
            steps.append(step)
    if steps is not None:
        steps.append({"kt2": core, "codes": [block.pdg for block in blocks[:2]]})
    tell(blocks[2], core)
    scales = []
    for side in sides:
        last, centre = side["last"] if not side["jets"] else core, side["centre"] if not side["colour"] else core
        scales.append(max(math.sqrt(last * centre), side["first"]))
    if sides[0]["colour"] and sides[1]["colour"]:
        scales = [max(scales)] * 2
    return math.sqrt(math.sqrt(scales[0] * scales[1])), couplings, kts, power_left, least


cluster.memory = {}


def read(path):
    """Events: code, momenta, masses, the line of scales, alpha_s, the weights and the energy of both beams."""
    event, varied, energy = None, {}, 0
    lines = iter(open(path))
    for line in lines:
        if line.startswith("<init>"):
            energy = sum(float(x) for x in next(lines).split()[2:4])
        elif line.startswith("<event"):
            event, varied = [], {}
        elif event is not None and line.startswith("<scales"):
            scales = {name: float(value) for name, value in re.findall(r'(\w+)="([^"]*)"', line)}
        elif event is not None and line.startswith("<wgt"):
            name, value = re.match(r'<wgt id="([^"]*)">\s*(\S+)', line).groups()
            varied[name.split("_LHAPDF")[0].split("_PDF")[0]] = float(value)
        elif line.startswith("</event>"):
            head = event[0].split()
            rows = [row.split() for row in event[1:] if len(row.split()) == 13]
            yield ([int(r[0]) for r in rows], [[float(r[9])] + [float(x) for x in r[6:9]] for r in rows],
                   [float(r[10]) for r in rows], scales, float(head[5]), float(head[2]), varied, energy)
            event = None
        elif event is not None:
            event.append(line)


def pushed(p, y):
    """p in a frame that moves along the beams."""
    return [p[0] * math.cosh(y) + p[3] * math.sinh(y), p[1], p[2], p[3] * math.cosh(y) + p[0] * math.sinh(y)]


def check_symmetry(pdg, momenta, masses, scale, kts):
    """Neither a boost along the beams nor an exchange of equal partons changes a scale."""
    moved, order = [pushed(p, 0.7) for p in momenta], list(range(len(pdg)))
    for k in range(3, len(pdg)):
        i = pdg.index(pdg[k], 2)
        if i < k:
            order[i], order[k] = order[k], order[i]
            break
    other, _, others, _, _ = cluster(pdg, [moved[i] for i in order], masses)
    assert abs(other / scale - 1) < 1e-8, (pdg, momenta, scale, other)
    assert all(abs(others[k] - kts[i]) <= 1e-6 * kts[i] for k, i in enumerate(order)), (pdg, momenta, kts, others)


def coupling(q2, mu2, alpha_s):
    """alpha_s of one loop and five flavours from its value at another scale: CTEQ6L1's, above the b quark."""
    return 1 / (1 / alpha_s + 23 / (12 * math.pi) * math.log(q2 / mu2))


def main():
    RESONANCES[24] = float(sys.argv[2]), float(sys.argv[3])
    least, events, compared, passing = float(sys.argv[4]), list(read(sys.argv[1])), 0, 0
    xqcut = float(sys.argv[5]) if len(sys.argv) > 5 else None
    for number, (pdg, momenta, masses, said, alpha_s, weight, varied, energy) in enumerate(events):
        scale, couplings, kts, left, vertex_kt2 = cluster(pdg, momenta, masses)
        passing += xqcut is not None and vertex_kt2 >= xqcut ** 2
        check_symmetry(pdg, momenta, masses, scale, kts)
        mu = max(scale, least)
        assert abs(said["mur"] / mu - 1) < 1e-8, (number, pdg, said, scale)
        assert abs(said["muf"] / mu - 1) < 1e-8, (number, pdg, said, scale)
        # Scales of all that is final by their places, in this order, and of nothing else.
        assert [name for name in said if "_" in name] == [f"pt_clust_{i + 1}" for i in range(2, len(pdg))], (number, said)
        for i in range(2, len(pdg)):
            found, want = said[f"pt_clust_{i + 1}"], kts[i] or energy
            assert abs(found / want - 1) < 1e-6, (number, i, pdg, said, kts)
            # A jet beside an exchanged W alone is of no strong vertex.
            assert not is_jet(pdg[i]) or 0 < found < energy or not (couplings or left), (number, i, pdg, said)
        points = couplings + [(mu * mu, left)]
        for factor in (0.5, 2):
            if f"MUR={factor:g}_MUF=1" not in varied or min(1, factor ** 2) * min(points)[0] < HEAVIEST ** 2:
                continue
            want = math.prod((coupling(factor ** 2 * q2, mu * mu, alpha_s) / coupling(q2, mu * mu, alpha_s)) ** power
                             for q2, power in points)
            assert abs(varied[f"MUR={factor:g}_MUF=1"] / weight / want - 1) < 5e-4, (number, factor, varied, weight, want)
            compared += 1
    print(f"{len(events)} events agree, {len(cluster.memory)} subprocesses; {compared} weights of other scales")
    assert events and compared
    if xqcut is not None:
        share = passing / len(events)
        print(share, math.sqrt(share * (1 - share) / len(events)))


if __name__ == "__main__":
    main()
