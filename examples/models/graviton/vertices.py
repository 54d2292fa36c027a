from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex

Vertex("ggg", [P.g, P.g, P.g], ["f(1,2,3)"], [L.VVV], {(0, 0): C.g_three})
Vertex("gggg", [P.g, P.g, P.g, P.g],
       ["f(-1,1,2)*f(3,4,-1)", "f(-1,1,3)*f(2,4,-1)", "f(-1,1,4)*f(2,3,-1)"], [L.VVVV12, L.VVVV13, L.VVVV14],
       {(0, 0): C.g_four, (1, 1): C.g_four, (2, 2): C.g_four})

for particle, anti in P.FERMIONS:
    is_quark = particle.color == 3
    colour = "Identity(1,2)" if is_quark else "1"
    Vertex(f"{particle}_a", [anti, particle, P.a], [colour], [L.FFV], {(0, 0): C.a_u if is_quark else C.a_l})
    Vertex(f"{particle}_aG", [anti, particle, P.a, P.G], [colour], [L.FFVT], {(0, 0): C.Ga_u if is_quark else C.Ga_l})
    if is_quark:
        Vertex(f"{particle}_g", [anti, particle, P.g], ["T(3,2,1)"], [L.FFV], {(0, 0): C.g_quarks})
        Vertex(f"{particle}_gG", [anti, particle, P.g, P.G], ["T(3,2,1)"], [L.FFVT], {(0, 0): C.Gg_quarks})
    if particle is P.t:
        Vertex(f"{particle}_G", [anti, particle, P.G], [colour], [L.FFT, L.FFTm], {(0, 0): C.G_fermions, (0, 1): C.G_t})
    else:
        Vertex(f"{particle}_G", [anti, particle, P.G], [colour], [L.FFT], {(0, 0): C.G_fermions})

Vertex("hhG", [P.h, P.h, P.G], ["1"], [L.SST, L.SSTm], {(0, 0): C.G_bosons, (0, 1): C.G_h})
Vertex("aaG", [P.a, P.a, P.G], ["1"], [L.VVT], {(0, 0): C.G_bosons})
Vertex("ZZG", [P.Z, P.Z, P.G], ["1"], [L.VVT, L.VVTm], {(0, 0): C.G_bosons, (0, 1): C.G_Z})
Vertex("ggG", [P.g, P.g, P.G], ["Identity(1,2)"], [L.VVT], {(0, 0): C.G_bosons})
Vertex("gggG", [P.g, P.g, P.g, P.G], ["f(1,2,3)"], [L.VVVT], {(0, 0): C.Gg_three})
Vertex("ggggG", [P.g, P.g, P.g, P.g, P.G],
       ["f(-1,1,2)*f(3,4,-1)", "f(-1,1,3)*f(2,4,-1)", "f(-1,1,4)*f(2,3,-1)"], [L.VVVVT12, L.VVVVT13, L.VVVVT14],
       {(0, 0): C.Gg_four, (1, 1): C.Gg_four, (2, 2): C.Gg_four})
