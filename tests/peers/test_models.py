"""test_models.py TESSERA DATA WORK: models of PyPI's packages ufo-sm and ufo-mssm.

Supersymmetric processes are compared with MadGraph's numbers in DATA/mssm-points.json, the Standard Model with the one that is
built in, at the points of DATA/matrix-elements.yaml. Skipped where the packages are not there.
"""

import json
import math
import os
import re
import subprocess
import sys

FAR = 1e-9  # from MadGraph
BUILT_IN = 1e-12


def folder_of(package):
    """Where a package lies; None: it does not. A UFO is not imported here."""
    for path in sys.path:
        if os.path.isfile(os.path.join(path, package, "vertices.py")):
            return os.path.join(path, package)
    return None


def values(tessera, process, points, *settings):
    text = "\n\n".join("\n".join(" ".join(f"{x:.17g}" for x in p) for p in momenta) for momenta in points)
    assignments = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([tessera, "amplitude", process, "--momenta", "-", "--json", "--colour", "full", *assignments],
                          input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{process}: {done.stderr}")
    return [point["matrix_element_squared"] for point in json.loads(done.stdout)["points"]]


def value(tessera, process, momenta, *settings):
    return values(tessera, process, [momenta], *settings)[0]


def imported(tessera, package, work):
    folder, table = folder_of(package), os.path.join(work, package + ".tsm")
    restriction = os.path.join(folder, "restrict_default.dat" if package == "ufo_mssm" else "restrict_no_b_mass.dat")
    subprocess.run([tessera, "model", "import", folder, "--restrict", restriction, "--out", table], check=True, stdout=subprocess.DEVNULL)
    return table


# Particles whose widths on the card are those of decays into two at tree level, with its couplings.
TWO_BODY = {"1000001", "1000002", "1000005", "1000006", "1000011", "1000012", "1000015", "1000016", "1000024", "1000025", "1000035",
            "1000037", "2000001", "2000002", "2000005", "2000006", "2000011", "2000015"}


def widths(tessera, table, card, known):
    """How many of the card's own widths, of SPS1a, are not ours."""
    done = subprocess.run([tessera, "model", "--set", "model.name=" + table, "--set", "model.card=" + card, "--widths", "--json"],
                          check=True, capture_output=True, text=True)
    found = {str(row["pdg"]): row["width"] for row in json.loads(done.stdout)}
    off = [code for code in TWO_BODY if not abs(found[code] / known[code] - 1) < 1e-5]
    for code in off:
        print(f"width of {code}: {found[code]!r} is not {known[code]!r}")
    return len(off)


# Decays into two particles, of each kind of vertex.
SHOWN = {"go": "su1~ u", "n4": "x1- w+", "x2+": "n1 w+", "h+": "t b~", "h02": "sl3- sl3+", "su6": "su3 z"}


def decays(tessera, table):
    """How many widths, which are made of dense tensors, are not those of the recursion's amplitudes."""
    settings, off = ["--set", "model.name=" + table], 0
    rows = json.loads(subprocess.run([tessera, "model", *settings, "--json"], check=True, capture_output=True, text=True).stdout)["particles"]
    masses = {row[name]: abs(row["mass"]) for row in rows for name in ("name", "antiparticle")}
    codes = {row["name"]: row["pdg"] for row in rows} | {row["antiparticle"]: -row["pdg"] for row in rows if row["antiparticle"] != row["name"]}
    widths = json.loads(subprocess.run([tessera, "model", *settings, "--widths", "--json"], check=True, capture_output=True, text=True).stdout)
    for mother, products in SHOWN.items():
        first, second = products.split()
        mass, a, b = masses[mother], masses[first], masses[second]
        length = ((mass**2 - (a + b) ** 2) * (mass**2 - (a - b) ** 2)) ** 0.5 / (2 * mass)
        way = [0.6 * length, 0.48 * length, 0.64 * length]
        momenta = [[mass, 0, 0, 0], [(length**2 + a**2) ** 0.5, *way], [(length**2 + b**2) ** 0.5, *(-x for x in way)]]
        by_recursion = value(tessera, f"{mother} > {products}", momenta, "model.name=" + table) * length / (8 * math.pi * mass**2)
        wanted = sorted((codes[first], codes[second]))
        known = [d["width"] for row in widths if row["pdg"] == codes[mother] for d in row["decays"] if sorted(d["products"]) == wanted]
        if len(known) != 1 or not abs(by_recursion / known[0] - 1) < BUILT_IN:
            print(f"{mother} > {products}: {by_recursion!r} is not {known}")
            off += 1
    return off


# Processes of gluons, photons, Majorana particles and scalars, with an energy; no line in them has a width.
IDENTITIES = (("g g > go go QCD=2 QED=0", 2500), ("u g > su1 go QCD=2 QED=0", 2500), ("u u~ > go go g QCD=3 QED=0", 3000),
              ("g g > su1 su1~ g QCD=3 QED=0", 3000), ("u u > su1 su4 QCD=2 QED=2", 2500), ("u u > su1 su1 QCD=2 QED=2", 2500),
              ("e+ e- > n1 n2 a QCD=0 QED=3", 900), ("e- a > n1 sl4- QCD=0 QED=2", 900), ("a a > x1+ x1- QCD=0 QED=2", 900),
              ("b g > t h- QCD=1 QED=1", 2500), ("n1 n1 > w+ w- QCD=0 QED=2", 900), ("go go > go go QCD=2 QED=0", 2500))


def boosted(p, frame, mass):
    """A momentum where what rests now moves with the momentum `frame`."""
    along = sum(f * x for f, x in zip(frame[1:], p[1:]))
    energy = (frame[0] * p[0] + along) / mass
    factor = (p[0] + energy) / (frame[0] + mass)
    return [energy, *(x + factor * f for f, x in zip(frame[1:], p[1:]))]


def pair(total, mass, first, second, cosine, phi):
    """Two momenta of these masses that add up to a total of this mass."""
    length = ((mass**2 - (first + second) ** 2) * (mass**2 - (first - second) ** 2)) ** 0.5 / (2 * mass)
    sine = (1 - cosine**2) ** 0.5
    way = [length * sine * math.cos(phi), length * sine * math.sin(phi), length * cosine]
    return (boosted([(length**2 + first**2) ** 0.5, *way], total, mass),
            boosted([(length**2 + second**2) ** 0.5, *(-x for x in way)], total, mass))


def point(masses, energy):
    """Momenta of two particles that come in, and of two or three that go out."""
    at_rest = [energy, 0, 0, 0]
    incoming = pair(at_rest, energy, masses[0], masses[1], 0.3, 0.7)
    if len(masses) == 4:
        return [*incoming, *pair(at_rest, energy, masses[2], masses[3], -0.4, 2.1)]
    rest = masses[2] + masses[3] + 0.6 * (energy - sum(masses[2:]))
    both, third = pair(at_rest, energy, rest, masses[4], -0.4, 2.1)
    return [*incoming, *pair(both, rest, masses[2], masses[3], 0.5, 4), third]


def identities(tessera, table, work):
    """How many |M|^2 know of the frame (and so of the gauge of polarisations), of the order of equal particles, or are not
    those of antiparticles, or of all legs crossed."""
    settings, off = ("model.name=" + table, f"model.card={work}/stable.dat"), 0
    rows = json.loads(subprocess.run([tessera, "model", "--set", settings[0], "--json"], check=True, capture_output=True,
                                     text=True).stdout)["particles"]
    with open(f"{work}/stable.dat", "w", encoding="utf-8") as file:
        file.writelines(f"DECAY {row['pdg']} 0\n" for row in rows)
    mass = {row[name]: row["mass"] for row in rows for name in ("name", "antiparticle")}
    other = {row["name"]: row["antiparticle"] for row in rows} | {row["antiparticle"]: row["name"] for row in rows}
    states = {name: abs(row["colour"]) * (2 if row["spin_states"] == 3 and row["mass"] == 0 else row["spin_states"]) for row in rows
              for name in (row["name"], row["antiparticle"])}
    for process, energy in IDENTITIES:
        names, orders = [word for word in process.split() if word in mass], " ".join(w for w in process.split() if "=" in w)
        momenta = point([abs(mass[name]) for name in names], energy)
        frame = [(1 + 0.3**2 + 0.2**2 + 0.5**2) ** 0.5, 0.3, -0.2, 0.5]
        points = [momenta, [boosted(p, frame, 1) for p in momenta]]
        for first, second in (0, 1), (2, 3):
            if names[first] == names[second]:
                points.append(list(momenta))
                points[-1][first], points[-1][second] = momenta[second], momenta[first]
        expected, *found = values(tessera, process, points, *settings)
        anti = [other[name] for name in names]
        found += values(tessera, f"{' '.join(anti[:2])} > {' '.join(anti[2:])} {orders}", [[[p[0], *(-x for x in p[1:])] for p in momenta]],
                        *settings)
        if len(names) == 4:
            average = states[names[0]] * states[names[1]] / (states[names[2]] * states[names[3]])
            found.append(value(tessera, f"{anti[2]} {anti[3]} > {anti[0]} {anti[1]} {orders}", momenta[2:] + momenta[:2], *settings) / average)
        if not expected > 0 or any(not abs(x / expected - 1) < FAR for x in found):
            print(f"{process}: {expected!r} is not {found!r}")
            off += 1
    return off


def mssm(tessera, data, work):
    with open(os.path.join(data, "mssm-points.json"), encoding="utf-8") as file:
        points = json.load(file)
    table, off = imported(tessera, "ufo_mssm", work), 0
    for number, card in enumerate(points["cards"]):
        with open(os.path.join(work, f"card{number}.dat"), "w", encoding="utf-8") as file:
            for block, rows in card.items():
                file.write("" if block == "DECAY" else f"BLOCK {block}\n")
                file.writelines(f"{'DECAY' if block == 'DECAY' else ''} {codes} {x!r}\n" for codes, x in rows.items())
    off += widths(tessera, table, f"{work}/card0.dat", points["cards"][0]["DECAY"])
    off += decays(tessera, table)
    off += identities(tessera, table, work)
    for point in points["points"]:
        found = value(tessera, point["process"], point["momenta"], "model.name=" + table,
                      f"model.card={work}/card{point['card']}.dat")
        if not abs(found / point["value"] - 1) < FAR:
            print(f"{point['process']}: {found!r} is not {point['value']!r}")
            off += 1
    return off, len(points["points"])


def standard(tessera, data, work):
    """The built-in model's inputs, and the same ones in the UFO's names."""
    with open(os.path.join(data, "matrix-elements.yaml"), encoding="utf-8") as file:
        blocks = re.split(r"^- process: ", file.read(), flags=re.M)[1:]
    table, off, count = imported(tessera, "ufo_sm", work), 0, 0
    same = ["model.name=" + table, "model.aEWM1=132.507", "model.Gf=1.16639e-05", "couplings.alpha_s=0.118",
            "model.MZ=91.188", "model.WZ=2.441404", "model.WW=2.0476", "model.MT=173", "model.ymt=173", "model.WT=0",
            "model.MTA=0", "model.ymtau=0", "model.MH=125", "model.WH=0.006382339"]
    built_in = ["couplings.alpha_s=0.118"]
    for block in blocks:
        process = block.splitlines()[0].strip()
        momenta = [json.loads(line.strip()[2:]) for line in block.splitlines() if line.strip().startswith("- [")]
        ours, theirs = value(tessera, process, momenta, *built_in), value(tessera, process, momenta, *same)
        count += 1
        if not abs(theirs / ours - 1) < BUILT_IN:
            print(f"{process}: {theirs!r} of ufo-sm is not {ours!r}")
            off += 1
    return off, count


def main():
    tessera, data, work = sys.argv[1:]
    missing = [name for name in ("ufo_sm", "ufo_mssm") if not folder_of(name)]
    if missing:
        print(f"skipped: there is no Python with {', '.join(missing)} (tests/peers/models.txt)")
        sys.exit(77)
    results = [mssm(tessera, data, work), standard(tessera, data, work)]
    print("compared", [count for _, count in results])
    sys.exit(any(off for off, _ in results))


main()
