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


def value(tessera, process, momenta, *settings):
    text = "\n".join(" ".join(f"{x:.17g}" for x in p) for p in momenta)
    assignments = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([tessera, "amplitude", process, "--momenta", "-", "--json", "--colour", "full", *assignments],
                          input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{process}: {done.stderr}")
    return json.loads(done.stdout)["points"][0]["matrix_element_squared"]


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
    for point in points["points"]:
        found = value(tessera, point["process"], point["momenta"], "model.name=" + table,
                      f"model.card={work}/card{point['card']}.dat")
        if not abs(found / point["value"] - 1) < FAR:
            print(f"{point['process']}: {found!r} is not {point['value']!r}")
            off += 1
    return off, len(points["points"])


def standard(tessera, data, work):
    """The built-in model's inputs, and the same ones in the UFO's names, where the point's process is small."""
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
        if len(momenta) > 5:
            continue
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
