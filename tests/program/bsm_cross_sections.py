"""bsm_cross_sections.py TESSERA MODELS WORK ERROR [NAME ...]: cross sections in models of a user's at 13 TeV.

Each is one of `tessera run`, to the relative error ERROR, and a closed form over the embedded densities, by quadrature.
MODELS has the examples; those of supersymmetry are left out where Python has no package ufo-mssm. Prints a table.
"""

import json
import os
import subprocess
import sys
from math import pi, sqrt

import numpy as np
import tessera

S, PB = 13000.0**2, 0.3893793721e9
LIGHT = (1, 2, 3, 4, 5)
SQUARKS = {code: (1000000 + code, 2000000 + code) for code in (1, 2, 3, 4)}
pdf = tessera.pdf("CTEQ6L1")


def luminosity(first, second, tau, scale):
    """tau dL / dtau of two partons, in both orders where they differ, by Gauss and Legendre in the rapidity."""
    nodes, weights = np.polynomial.legendre.leggauss(120)
    half = -np.log(tau)[:, None] / 2
    x, y = np.sqrt(tau)[:, None] * np.exp(half * nodes), np.sqrt(tau)[:, None] * np.exp(-half * nodes)
    both = pdf.xf(first, x, scale) * pdf.xf(second, y, scale)
    if first != second:
        both = both + pdf.xf(second, x, scale) * pdf.xf(first, y, scale)
    return np.sum(half * weights * both, axis=1)


def hadronic(parts, scale, low, high=S, resonance=None):
    """The integral over s of all (first, second, sigma(s)); [pb]. Near a resonance (mass, width) its arc tangent is even."""
    nodes, weights = np.polynomial.legendre.leggauss(400)
    if resonance:
        mass, width = resonance
        ends = [np.arctan((x - mass**2) / (mass * width)) for x in (low, high)]
        at = (ends[1] - ends[0]) / 2 * nodes + sum(ends) / 2
        s = mass**2 + mass * width * np.tan(at)
        jacobian = (ends[1] - ends[0]) / 2 * mass * width / np.cos(at) ** 2 / s
    else:
        half = np.log(high / low) / 2
        s, jacobian = low * np.exp(half * (nodes + 1)), half
    return PB * sum(np.sum(weights * jacobian * luminosity(a, b, s / S, scale) * sigma(s)) for a, b, sigma in parts)


def beta_of(s, mass):
    return np.sqrt(1 - 4 * mass**2 / s)


def z_prime(value, scale):
    """q q~ > l+ l- by photon, Z and Z', with all interferences."""
    e, gz, sw2 = value("ee"), value("gz"), value("sw2")

    def sigma(charge, isospin, left, right):
        quark = [(e * charge, gz * (isospin - sw2 * charge), left), (e * charge, -gz * sw2 * charge, right)]
        lepton = [(-e, gz * (sw2 - 0.5), value("zplL")), (-e, gz * sw2, value("zplR"))]

        def of(s):
            lines = [1 / s, 1 / (s - value("MZ") ** 2 + 1j * value("MZ") * value("WZ")),
                     1 / (s - value("MZp") ** 2 + 1j * value("MZp") * value("WZp"))]
            amplitudes = [sum(a * b * line for a, b, line in zip(q, l, lines)) for q in quark for l in lepton]
            return s / (144 * pi) * sum(abs(amplitude) ** 2 for amplitude in amplitudes)

        return of

    up, down = sigma(2 / 3, 0.5, value("zpuL"), value("zpuR")), sigma(-1 / 3, -0.5, value("zpdL"), value("zpdR"))
    parts = [(q, -q, down if q % 2 else up) for q in LIGHT]
    return hadronic(parts, scale, 1500.0**2, 2500.0**2, (value("MZp"), value("WZp")))


def leptoquarks(value, scale):
    """M. Kraemer et al., hep-ph/9704322, eqs. 2 and 3. The model has up quarks alone."""
    mass, alpha = value("MS"), pdf.alpha_s(scale)

    def gluons(s):
        beta = beta_of(s, mass)
        logarithm = np.log((1 + beta) / (1 - beta))
        return alpha**2 * pi / (96 * s) * (beta * (41 - 31 * beta**2) + (18 * beta**2 - beta**4 - 17) * logarithm)

    parts = [(21, 21, gluons), (2, -2, lambda s: 2 * alpha**2 * pi / (27 * s) * beta_of(s, mass) ** 3)]
    return hadronic(parts, scale, 4 * mass**2)


def higgs(value, scale):
    """sigma_0 tau dL / dtau: H. Georgi et al., PRL 40 (1978) 692, where the top quark is heavy."""
    mass, fermi = value("MH"), value("Gf")
    tau = np.array([mass**2 / S])
    return PB * fermi * pdf.alpha_s(scale) ** 2 / (288 * sqrt(2) * pi) * luminosity(21, 21, tau, scale)[0]


def gluinos(value, scale):
    """W. Beenakker et al., hep-ph/9610490, eqs. 50 and 51, of squarks of all masses."""
    mass, alpha = value("mgo"), pdf.alpha_s(scale)

    def gluons(s):
        beta, m2 = beta_of(s, mass), mass**2 / s
        return alpha**2 * pi / s * (beta * (-3 - 51 * m2 / 4) +
                                    (-9 / 4 - 9 * m2 + 9 * m2**2) * np.log((1 - beta) / (1 + beta)))

    def quarks(squarks):
        def of_one(s, squark):
            beta, m2, less = beta_of(s, mass), mass**2, squark**2 - mass**2
            logarithm = np.log((s + 2 * less - s * beta) / (s + 2 * less + s * beta))
            return alpha**2 * pi / s * (
                beta * (8 / 9 + 16 * m2 / (9 * s)) + beta * (-4 / 3 + 8 * less / (3 * s)) +
                (8 * m2 / (3 * s) + 8 * less**2 / (3 * s**2)) * logarithm +
                beta * (32 / 27 + 32 * less**2 / (27 * (squark**2 * s + less**2))) +
                (64 * less / (27 * s) - 8 * m2 / (27 * (s + 2 * less))) * logarithm)

        return lambda s: sum(of_one(s, squark) for squark in squarks) / 2

    parts = [(21, 21, gluons)] + [(q, -q, quarks([value(f"squark {code}") for code in SQUARKS[q]])) for q in SQUARKS]
    return hadronic(parts, scale, 4 * mass**2)


def top_pairs(value, scale, power=None):
    """g g and q q~ > t t~, in which the octet operator makes 1 / s one plus c s / (g Lambda)^2 times that. With `power`
    the part of |M|^2 of it."""
    mass, alpha = value("MT"), pdf.alpha_s(scale)

    def gluons(s):
        beta, rho = beta_of(s, mass), 4 * mass**2 / s
        return pi * alpha**2 / (3 * s) * ((1 + rho + rho**2 / 16) * np.log((1 + beta) / (1 - beta)) -
                                          beta * (7 / 4 + 31 * rho / 16))

    def quarks(s):
        octet = value("ctq8") * s / (4 * pi * alpha * value("Lambda") ** 2)
        factor = (1 + octet) ** 2 if power is None else (1, 2 * octet, octet**2)[power]
        return 4 * pi * alpha**2 / (27 * s) * beta_of(s, mass) * (2 + 4 * mass**2 / s) * factor

    parts = [(q, -q, quarks) for q in LIGHT] + ([] if power else [(21, 21, gluons)])
    return hadronic(parts, scale, 4 * mass**2)


def charged_higgs(value, scale):
    """q q~ > H+ H- by photon and Z, as of e+ e-: S. Komamiya, PRD 38 (1988) 2158."""
    mass, e2, sw2 = value("MH"), value("ee") ** 2, 1 - value("cw") ** 2
    gz2 = e2 / (sw2 * (1 - sw2))

    def sigma(charge, isospin):
        def of(s):
            line = 1 / (s - value("MZ") ** 2 + 1j * value("MZ") * value("WZ"))
            sides = [e2 * charge / s + gz2 * (third - sw2 * charge) * (0.5 - sw2) * line for third in (isospin, 0)]
            return beta_of(s, mass) ** 3 * s / (288 * pi) * sum(abs(side) ** 2 for side in sides)

        return of

    parts = [(q, -q, sigma(-1 / 3, -0.5) if q % 2 else sigma(2 / 3, 0.5)) for q in SQUARKS]
    return hadronic(parts, scale, 4 * mass**2)


# Name, model, process, scale [GeV], assignments of the card, and the closed form.
LIGHT_PARTONS = "define={q: [u, d, s, c, u~, d~, s~, c~]}"
CASES = {
    "z-prime": ("zprime", "p p > e+ e- QED=2 NP=2", 2000, ["cuts.pair={e+ e-: {mass: [1500, 2500]}}", "cuts.lepton={pt_min: 0, eta_max: 100}"], z_prime),
    "leptoquarks": ("toys", "p p > lq lq~ QED=0 NP=0", 1000, [], leptoquarks),
    "higgs": ("top_eft", "p p > h", 125, [], higgs),
    "gluinos": ("mssm", "p p > go go QED=0", 600, ["define={p: [g, u, d, s, c, u~, d~, s~, c~]}"], gluinos),
    "charged-higgs": ("mssm", "q q > h+ h- QED=2", 400, [LIGHT_PARTONS], charged_higgs),
}
for strength in (-2, -1, 0, 1, 3):
    CASES[f"top {strength}"] = ("top_eft", "p p > t t~ NP=1 QED=0 HIG=0", 173, ["model.ctG=0", f"model.ctq8={strength}"], top_pairs)
for power in (1, 2):
    CASES[f"top part {power}"] = ("top_eft", f"p p > t t~ NP=1 QED=0 HIG=0 NP^2=={power}", 173, ["model.ctG=0", "model.ctq8=1"],
                                  lambda value, scale, power=power: top_pairs(value, scale, power))


def imported(program, models, work, name):
    """The table of a model, or None."""
    table, extra = os.path.join(work, name + ".tsm"), []
    folder = os.path.join(models, name)
    if name == "mssm":
        folders = [os.path.join(path, "ufo_mssm") for path in sys.path]
        folder = next((path for path in folders if os.path.isfile(os.path.join(path, "vertices.py"))), None)
        if not folder:
            return None
        extra = ["--restrict", os.path.join(folder, "restrict_default.dat")]
    if not os.path.exists(table):
        subprocess.run([program, "model", "import", folder, *extra, "--out", table], check=True, stdout=subprocess.DEVNULL)
    return table


def values_of(program, settings):
    """Parameters by name, as the program's own command lists them."""
    sets = [word for setting in settings if setting.startswith("model.") for word in ("--set", setting)]
    done = subprocess.run([program, "model", *sets, "--json"], check=True, capture_output=True, text=True)
    model = json.loads(done.stdout)
    known = {row["name"]: row.get("value", row.get("re")) for row in model["parameters"]}
    masses = {row["pdg"]: row["mass"] for row in model["particles"]}
    for code in [code for pair in SQUARKS.values() for code in pair]:
        known[f"squark {code}"] = masses.get(code)
    known["mgo"] = masses.get(1000021)
    if 37 in masses:
        known["MH"] = masses[37]
    return known.__getitem__


def main():
    program, models, work, error, *names = sys.argv[1:]
    off, found = 0, {}
    for name in names or CASES:
        model, process, scale, settings, form = CASES[name]
        table = imported(program, models, work, model)
        if not table:
            print(f"{name}: left out, there is no ufo-mssm")
            continue
        settings = [*settings, f"model.name={table}", "beams.energy=13000", "integration.seed=1",
                    f"integration.relative_error={error}", f"scales={{renormalization: {scale}, factorization: {scale}}}"]
        out, card = os.path.join(work, name.replace(" ", "-")), os.path.join(work, "card.yaml")
        with open(card, "w", encoding="utf-8") as file:
            file.write(f"process: {process}\n")
        subprocess.run([program, "run", card, "--force", "--no-report", "--out", out, *[word for setting in settings for word in ("--set", setting)]],
                       check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
            result = json.load(file)["cross_section"]
        expected = form(values_of(program, settings), scale)
        found[name] = result["value"]
        far = (result["value"] - expected) / result["error"]
        off += not abs(far) < 4 or not result["error"] < 1.5 * float(error) * abs(expected)
        print(f"| {name} | {result['value']:.6g} | {result['error']:.2g} | {expected:.6g} | {far:+.1f} |", flush=True)
    tops = [(int(name.split()[1]), value) for name, value in found.items() if name.startswith("top ") and "part" not in name]
    if len(tops) == 5:
        square, linear, none = np.polyfit(*zip(*tops), 2)
        print(f"parabola: {none:.6g} {linear:+.5g} c {square:+.5g} c^2")
        far = max(abs(np.polyval([square, linear, none], c) / value - 1) for c, value in tops)
        off += not far < 3 * float(error)
        off += any(not abs(fit / found[f"top part {power}"] - 1) < 20 * float(error) for power, fit in ((1, linear), (2, square))
                   if f"top part {power}" in found)
    sys.exit(off > 0)


main()
