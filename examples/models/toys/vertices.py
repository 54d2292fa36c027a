from . import couplings as C
from . import lorentz as L
from . import particles as P
from .object_library import Vertex

Vertex("ggg", [P.g, P.g, P.g], ["f(1,2,3)"], [L.VVV], {(0, 0): C.g_three})
Vertex("gggg", [P.g] * 4, ["f(-1,1,2)*f(3,4,-1)", "f(-1,1,3)*f(2,4,-1)", "f(-1,1,4)*f(2,3,-1)"],
       [L.VVVV12, L.VVVV13, L.VVVV14], {(0, 0): C.g_four, (1, 1): C.g_four, (2, 2): C.g_four})
Vertex("u_g", [P.U, P.u, P.g], ["T(3,2,1)"], [L.FFV], {(0, 0): C.g_quarks})
Vertex("u_a", [P.U, P.u, P.a], ["Identity(1,2)"], [L.FFV], {(0, 0): C.a_u})
Vertex("e_a", [P.E, P.e, P.a], ["1"], [L.FFV], {(0, 0): C.a_e})

# The right-handed electron, the Majorana fermion and the charged scalar, as a bino has them.
Vertex("chi_e", [P.chi, P.e, P.SE], ["1"], [L.FFSL], {(0, 0): C.chi_e})
Vertex("e_chi", [P.E, P.chi, P.se], ["1"], [L.FFSR], {(0, 0): C.chi_e})
Vertex("se_a", [P.a, P.SE, P.se], ["1"], [L.VSS], {(0, 0): C.a_se})
Vertex("se_aa", [P.a, P.a, P.SE, P.se], ["1"], [L.VVSS], {(0, 0): C.aa_se})

# The leptoquark, which an antiquark and an electron make no more than a quark and an electron do: S* (u^c e).
Vertex("lq_eu", [P.e, P.u, P.SA], ["Identity(2,3)"], [L.FFSL], {(0, 0): C.lq_eu})
Vertex("lq_EU", [P.E, P.U, P.S], ["Identity(2,3)"], [L.FFSR], {(0, 0): C.lq_eu})
Vertex("lq_g", [P.g, P.SA, P.S], ["T(1,3,2)"], [L.VSS], {(0, 0): C.g_lq})
Vertex("lq_a", [P.a, P.SA, P.S], ["Identity(2,3)"], [L.VSS], {(0, 0): C.a_lq})
Vertex("lq_gg", [P.g, P.g, P.SA, P.S], ["T(1,-1,3)*T(2,4,-1)", "T(2,-1,3)*T(1,4,-1)"], [L.VVSS],
       {(0, 0): C.gg_lq, (1, 0): C.gg_lq})
Vertex("lq_ag", [P.a, P.g, P.SA, P.S], ["T(2,4,3)"], [L.VVSS], {(0, 0): C.ag_lq})
Vertex("lq_aa", [P.a, P.a, P.SA, P.S], ["Identity(3,4)"], [L.VVSS], {(0, 0): C.aa_lq})
