from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex

FOUR = ["f(-1,1,2)*f(3,4,-1)", "f(-1,1,3)*f(2,4,-1)", "f(-1,1,4)*f(2,3,-1)"]

Vertex("ggg", [P.g, P.g, P.g], ["f(1,2,3)"], [L.VVV], {(0, 0): C.g_three})
Vertex("gggg", [P.g] * 4, FOUR, [L.VVVV12, L.VVVV13, L.VVVV14],
       {(0, 0): C.g_four, (1, 1): C.g_four, (2, 2): C.g_four})
Vertex("ggh", [P.g, P.g, P.h], ["Identity(1,2)"], [L.VVS], {(0, 0): C.higgs_two})
Vertex("gggh", [P.g, P.g, P.g, P.h], ["f(1,2,3)"], [L.VVVS], {(0, 0): C.higgs_three})
Vertex("ggggh", [P.g] * 4 + [P.h], FOUR, [L.VVVVS12, L.VVVVS13, L.VVVVS14],
       {(0, 0): C.higgs_four, (1, 1): C.higgs_four, (2, 2): C.higgs_four})

top, antitop = P.TOP
for quark, anti in P.LIGHT:
    Vertex(f"{quark}_g", [anti, quark, P.g], ["T(3,2,1)"], [L.FFV], {(0, 0): C.g_quarks})
    Vertex(f"{quark}_t", [anti, quark, antitop, top], ["T(-1,2,1)*T(-1,4,3)", "Identity(1,2)*Identity(3,4)"],
           [L.FFFF], {(0, 0): C.four_octet, (1, 0): C.four_singlet})
Vertex("t_g", [antitop, top, P.g], ["T(3,2,1)"], [L.FFV, L.FFVM], {(0, 0): C.g_quarks, (0, 1): C.moment})
Vertex("t_gg", [antitop, top, P.g, P.g], ["f(-1,3,4)*T(-1,2,1)"], [L.FFVVM], {(0, 0): C.moment_two})
Vertex("t_h", [antitop, top, P.h], ["Identity(1,2)"], [L.FFS], {(0, 0): C.top_higgs})
