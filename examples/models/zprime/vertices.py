from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex

Vertex("ggg", [P.g, P.g, P.g], ["f(1,2,3)"], [L.VVV], {(0, 0): C.g_three})
Vertex("gggg", [P.g, P.g, P.g, P.g],
       ["f(-1,1,2)*f(3,4,-1)", "f(-1,1,3)*f(2,4,-1)", "f(-1,1,4)*f(2,3,-1)"], [L.VVVV12, L.VVVV13, L.VVVV14],
       {(0, 0): C.g_four, (1, 1): C.g_four, (2, 2): C.g_four})

for kind, (photon, z, zp) in ((P.UP, C.u), (P.DOWN, C.d), (P.LEPTONS, C.l), (P.NEUTRINOS, C.v)):
    for particle, anti in kind:
        colour = "Identity(1,2)" if particle.color == 3 else "1"
        if particle.color == 3:
            Vertex(f"{particle}_g", [anti, particle, P.g], ["T(3,2,1)"], [L.FFV], {(0, 0): C.g_quarks})
        if particle.charge:
            Vertex(f"{particle}_a", [anti, particle, P.a], [colour], [L.FFV], {(0, 0): photon})
        for boson, couplings in ((P.Z, z), (P.Zp, zp)):
            Vertex(f"{particle}_{boson}", [anti, particle, boson], [colour], [L.FFVL, L.FFVR],
                   {(0, 0): couplings[0], (0, 1): couplings[1]})
