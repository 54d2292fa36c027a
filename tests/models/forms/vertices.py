from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex


def photon(lepton, name, structure, coupling):
    particle, anti = lepton
    Vertex(f"{particle}_{name}", [anti, particle, name], ["1"], [structure], {(0, 0): coupling})


for lepton in (P.e, P.mu, P.ta):
    photon(lepton, P.a, L.FFV, C.electric["QED"])
    photon(lepton, P.heavy, L.FFV, C.opposite)
    photon(lepton, P.photon["BAR"], L.FFV, C.reduced)
    photon(lepton, P.photon["CON"], L.FFVC, C.electric["CON"])

# A form factor at one end of a line, and another one for what has no other process than this one.
for order, structure in (("DIP", L.FFVD), ("DIR", L.FFVI), ("PRO", L.FFVP)):
    photon(P.e, P.photon[order], L.FFV, C.electric[order])
    photon(P.mu, P.photon[order], structure, C.electric[order])
    photon(P.ta, P.photon[order], structure, C.electric[order])

Vertex("moment_s", [P.ta[1], P.e[0], P.a], ["1"], [L.FFVS], {(0, 0): C.moment["SIG"]})
Vertex("moment_S", [P.e[1], P.ta[0], P.a], ["1"], [L.FFVS], {(0, 0): C.moment["SIG"]})
Vertex("moment_g", [P.ta[1], P.e[0], P.a], ["1"], [L.FFVG], {(0, 0): C.moment["GAM"]})
Vertex("moment_G", [P.e[1], P.ta[0], P.a], ["1"], [L.FFVG], {(0, 0): C.moment["GAM"]})
Vertex("unknown", [P.ta[1], P.mu[0], P.a], ["1"], [L.FFVU], {(0, 0): C.decay})

for order in ("FLO", "CHA"):
    for bosons, structures, other in ((P.scalar[order], L.SCALARS[order], P.e), (P.vector[order], L.VECTORS[order], P.mu)):
        plus, minus = bosons
        couplings = {(0, 0): C.LEFT[order], (0, 1): C.RIGHT[order]}
        for first, second in ((P.e, other), (P.ta, P.ta)) if other is P.e else ((P.e, P.mu), (P.ta, P.mu)):
            Vertex(f"{first[0]}{second[0]}{plus}", [first[0], second[0], plus], ["1"], structures, couplings)
            Vertex(f"{first[1]}{second[1]}{minus}", [first[1], second[1], minus], ["1"], structures, couplings)

for order in ("FOF", "FOC"):
    for name, legs, kinds in (("ee", (P.e, P.e, P.ta, P.ta), (("S", L.FOUR_SCALAR),)),
                              ("em", (P.e, P.mu, P.ta, P.mu), (("V", L.FOUR_VECTOR), ("L", L.FOUR_LONG)))):
        structures = [structure for _, table in kinds for structure in table[order]]
        couplings = {(0, n): coupling for n, coupling in enumerate(c for kind, _ in kinds for c in C.four[order, kind])}
        for side in 0, 1:
            Vertex(f"{name}{order}{side}", [pair[side if n < 2 else 1 - side] for n, pair in enumerate(legs)], ["1"], structures, couplings)

Vertex("decay", [P.ta[1], P.ta[0], P.s], ["1"], [L.FFSF], {(0, 0): C.decay})
Vertex("decay_three", [P.ta[1], P.ta[0], P.s, P.z], ["1"], [L.FFSSF], {(0, 0): C.contact})

Vertex("five", [P.z, P.z, P.s, P.s, P.s], ["1"], [L.SSSSS], {(0, 0): C.many})
Vertex("six", [P.s] * 6, ["1"], [L.SSSSSS], {(0, 0): C.many})
Vertex("fermions", [P.e[1], P.e[0], P.s, P.s, P.s, P.s], ["1"], [L.FFSSSS], {(0, 0): C.many})
Vertex("photons", [P.a, P.a, P.s, P.s, P.s, P.s], ["1"], [L.VVSSSS], {(0, 0): C.many})
Vertex("both", [P.a, P.a, P.e[1], P.e[0], P.s, P.s], ["1"], [L.VVFFSS], {(0, 0): C.many})
