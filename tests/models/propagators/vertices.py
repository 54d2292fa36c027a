from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex


def fermions(name, anti, particle, boson, left, right, structures=(L.FFVL, L.FFVR)):
    Vertex(name, [anti, particle, boson], ["1"], list(structures), {(0, 0): left, (0, 1): right})


for lepton, anti in (P.e, P.mu, P.ta):
    Vertex(f"{lepton}_a", [anti, lepton, P.a], ["1"], [L.FFV], {(0, 0): C.electric})
    for photon, coupling in ((P.ap, C.photon), (P.ax, C.gauged)):
        Vertex(f"{lepton}_{photon}", [anti, lepton, photon], ["1"], [L.FFV], {(0, 0): coupling})
    for order, vector in {"OLD": P.OLD["vector"], "NEW": P.NEW["vector"], **P.OTHERS}.items():
        fermions(f"{lepton}_{vector}", anti, lepton, vector, C.LEFT[order], C.RIGHT[order])

for lepton, anti in (P.e, P.mu):
    for order, vector in P.APART.items():
        fermions(f"{lepton}_{vector}", anti, lepton, vector, C.LEFT[order], C.RIGHT[order])

for order, new in (("OLD", P.OLD), ("NEW", P.NEW)):
    for lepton, anti in (P.mu, P.ta):
        fermions(f"{lepton}_{new['scalar']}", anti, lepton, new["scalar"], C.LEFT[order], C.RIGHT[order], (L.FFSL, L.FFSR))
    plus, minus = new["charged"]
    for lepton, neutrino in ((P.e, P.ve), (P.ta, P.vm)):
        fermions(f"{lepton[0]}_{plus}", neutrino[1], lepton[0], plus, C.LEFT[order], C.RIGHT[order])
        fermions(f"{lepton[1]}_{minus}", lepton[1], neutrino[0], minus, C.LEFT[order], C.RIGHT[order])
    for kind in ("heavy", "light"):
        particle, anti = new[kind]
        Vertex(f"{particle}_{kind}", [anti, particle, P.a], ["1"], [L.FFV], {(0, 0): C.MIXED[order]})
        for lepton in (P.e, P.ta) if kind == "heavy" else (P.mu,):
            fermions(f"{particle}_{lepton[0]}", anti, lepton[0], P.a, C.LEFT[order], C.RIGHT[order])
            fermions(f"{lepton[1]}_{particle}", lepton[1], particle, P.a, C.LEFT[order], C.RIGHT[order])
