#!/usr/bin/env python3
"""test_hepmc.py FILE [LIST]: a file of events that Tessera wrote, read by HepMC3 itself (pyhepmc, from PyPI).

In every event colour lines begin and end, and with LIST all numbers are those that `test_hepmc FILE LIST` put there,
bit for bit. Without LIST the events are a generator's: what comes in and what goes out have the same momentum.
Status 77: there is no pyhepmc.
"""

import collections
import math
import sys

try:
    import pyhepmc
except ImportError:
    print("there is no pyhepmc to read the file with")
    sys.exit(77)


def attribute(owner, name, kind):
    """Its value; pyhepmc keeps the text until it is first told what it is."""
    value = owner.attributes[name]
    return value.astype(kind) if hasattr(value, "astype") else kind(value)


def numbers_of(particle):
    p = particle.momentum
    flow = [attribute(particle, name, int) if name in particle.attributes else 0 for name in ("flow1", "flow2")]
    mass = particle.generated_mass
    return [particle.pid, particle.status, *flow], [p.e, p.px, p.py, p.pz, mass]


def check_flow(event):
    """Each line is the colour of one outgoing particle and the anticolour of another; of incoming ones the reverse."""
    ends = collections.Counter()
    for particle in event.particles:
        (_, status, colour, anticolour), _ = numbers_of(particle)
        ends[colour, -1 if status == 21 else +1] += colour != 0
        ends[anticolour, +1 if status == 21 else -1] += anticolour != 0
    lines = {line for (line, _), count in ends.items() if count}
    assert all(ends[line, +1] == ends[line, -1] == 1 for line in lines), f"event {event.event_number}: colour"


def check_momentum(event):
    """What meets, partons out of the beams or the beams themselves, is what leaves."""
    before = [p.momentum for p in event.particles if p.status == 21]
    before = before or [p.momentum for p in event.particles if p.status == 4]
    final = [p.momentum for p in event.particles if p.status == 1]
    energy = sum(p.e for p in before)
    for component in ("e", "px", "py", "pz"):
        change = math.fsum([getattr(p, component) for p in final] + [-getattr(p, component) for p in before])
        assert abs(change) <= 1e-10 * energy, f"event {event.event_number}: {component} changes by {change}"


def check_shape(event, place):
    """One vertex, from the beams to all others; or one for what comes out of each beam, and that of the collision."""
    assert event.event_number == place
    assert event.momentum_unit == pyhepmc.Units.GEV and event.length_unit == pyhepmc.Units.MM
    assert len(event.weights) == len(event.weight_names) and event.weight_names[0] == "Default"
    statuses = [([p.status for p in v.particles_in], [p.status for p in v.particles_out]) for v in event.vertices]
    if any(p.status == 21 for p in event.particles):
        assert statuses == [([4], [21]), ([4], [21]), ([21, 21], [1] * (len(event.particles) - 4))]
    else:
        assert statuses == [([4, 4], [1] * (len(event.particles) - 2))]


def read_list(name):
    """What was written: for each event its number, those tried, weight, and its particles."""
    with open(name) as lines:
        for head in lines:
            word, number, tried, weight, count = head.split()
            assert word == "event"
            rows = [next(lines).split() for _ in range(int(count))]
            particles = [([int(x) for x in row[:4]], [float.fromhex(x) for x in row[4:]]) for row in rows]
            yield int(number), int(tried), float.fromhex(weight), particles


def check_list(event, written, place):
    number, tried, weight, particles = written
    assert event.weights[0] == weight, f"event {place}: its weight"
    assert int(attribute(event, "generator_event", str)) == number
    section = event.cross_section
    assert (section.xsec(0), section.xsec_err(0)) == (42540.25, 1.5), f"event {place}: the cross section"
    assert (section.accepted_events, section.attempted_events) == (place + 1, tried)
    for name, value in (("alphaQCD", 0.118), ("alphaQED", 0.0078), ("event_scale", 91.2)):
        assert attribute(event, name, float) == value, f"event {place}: {name}"
    assert [numbers_of(p) for p in event.particles] == particles, f"event {place}: its particles"


def main(name, list_name=None):
    written = list(read_list(list_name)) if list_name else None
    count, sums = 0, collections.Counter()
    with pyhepmc.open(name) as events:
        for event in events:
            check_shape(event, count)
            check_flow(event)
            if written:
                assert event.weight_names == ["Default"]
                check_list(event, written[count], count)
            else:
                check_momentum(event)
                for i, weight in enumerate(event.weights):
                    sums[i] += weight
                    sections = event.cross_section
            count += 1
            tool = event.run_info.tools[0]
    assert count > 0 and (not written or count == len(written)), f"{count} events"
    assert tool.name == "tessera"
    # Of all events of a run, weighted, each weight's mean over those tried is its cross section.
    for i, total in sums.items():
        mean = total / sections.attempted_events
        assert abs(mean / sections.xsec(i) - 1) < 1e-9, f"weight {i}: {mean} pb, not {sections.xsec(i)}"
    print(f"{name}: {count} events, read alike by HepMC3 {pyhepmc.__version__}; {tool.description}")


if __name__ == "__main__":
    main(*sys.argv[1:])
