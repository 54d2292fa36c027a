from . import form_factors as ForFac
from .object_library import Lorentz

FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
FFVC = Lorentz("FFVC", [2, 2, 3], "Constant*Gamma(3,2,1)", formfactors=[ForFac.Constant])
FFVD = Lorentz("FFVD", [2, 2, 3], "Dipole*Gamma(3,2,1)", formfactors=[ForFac.Dipole])
FFVI = Lorentz("FFVI", [2, 2, 3], "Gamma(3,2,1)/(1 - P(-1,3)*P(-1,3)/MV**2)")
FFVP = Lorentz("FFVP", [2, 2, 3], "Probe*Gamma(3,2,1)", formfactors=[ForFac.Probe])
FFVU = Lorentz("FFVU", [2, 2, 3], "Unknown*Gamma(3,2,1)", formfactors=[ForFac.Unknown])
FFSF = Lorentz("FFSF", [2, 2, 1], "Scalar*ProjM(2,1) + ProjP(2,1)", formfactors=[ForFac.Scalar])
FFSSF = Lorentz("FFSSF", [2, 2, 1, 1], "Scalar*Identity(2,1)", formfactors=[ForFac.Scalar])

# Moments, whose photon goes out; by gamma matrices.
FFVS = Lorentz("FFVS", [2, 2, 3], "Sigma(3,-1,2,-2)*ProjM(-2,1)*P(-1,3) + fc*Sigma(-1,3,2,1)*P(-1,3)")
FFVG = Lorentz("FFVG", [2, 2, 3],
               "complex(0,1)/2*P(-1,3)*(Gamma(3,2,-3)*Gamma(-1,-3,-2) - Gamma(-1,2,-3)*Gamma(3,-3,-2))*ProjM(-2,1) "
               "- complex(0,1)/2*fc*P(-1,3)*(Gamma(3,2,-3)*Gamma(-1,-3,1) - Gamma(-1,2,-3)*Gamma(3,-3,1))")

# Two fermions that go out: by the flow of fermions, and with the matrix of charge conjugation.
SCALARS = {"FLO": [Lorentz("FFSL", [2, 2, 1], "ProjM(2,1)"), Lorentz("FFSR", [2, 2, 1], "ProjP(2,1)")],
           "CHA": [Lorentz("CCSL", [2, 2, 1], "C(2,-1)*ProjM(-1,1)"), Lorentz("CCSR", [2, 2, 1], "-ProjP(-1,2)*C(1,-1)")]}
VECTORS = {"FLO": [Lorentz("FFVL", [2, 2, 3], "Gamma(3,2,-1)*ProjM(-1,1)"), Lorentz("FFVR", [2, 2, 3], "Gamma(3,2,-1)*ProjP(-1,1)")],
           "CHA": [Lorentz("CCVL", [2, 2, 3], "C(2,-1)*Gamma(3,-1,-2)*ProjM(-2,1)"),
                   Lorentz("CCVR", [2, 2, 3], "C(1,-1)*ProjP(-1,-2)*Gamma(3,-2,2)")]}

# Four fermions, two of which go out and two come in, as the exchange of such a boson leaves them: lines of legs 1, 2 and 3, 4.
SIDES = ("M", "M"), ("M", "P"), ("P", "M"), ("P", "P")
PLAIN = {"FOF": "Proj{0}({2},{1})", "FOC": "C({2},-{2})*Proj{0}(-{2},{1})"}
SLASH = {"FOF": "Gamma({3},{2},-{2})*Proj{0}(-{2},{1})", "FOC": "C({2},-{2})*Gamma({3},-{2},-{1})*Proj{0}(-{1},{1})"}


def lines(text, order, sides, first=0, second=0):
    return text[order].format(sides[0], 1, 2, first) + "*" + text[order].format(sides[1], 3, 4, second)


FOUR_SCALAR = {order: [Lorentz(order + "S" + "".join(sides), [2, 2, 2, 2], lines(PLAIN, order, sides)) for sides in SIDES]
               for order in PLAIN}
FOUR_VECTOR = {order: [Lorentz(order + "V" + "".join(sides), [2, 2, 2, 2], lines(SLASH, order, sides, -11, -11)) for sides in SIDES]
               for order in PLAIN}
FOUR_LONG = {order: [Lorentz(order + "L" + "".join(sides), [2, 2, 2, 2], "(P(-11,1) + P(-11,2))*(P(-12,1) + P(-12,2))*" +
                             lines(SLASH, order, sides, -11, -12)) for sides in SIDES]
             for order in PLAIN}

# Five and six legs. All squares of momenta together are what the masses say, wherever the momenta point.
SQUARES = {legs: "+".join(f"P(-{i}{j},{i})*P(-{i}{j},{j})" for j in range(1, legs + 1) for i in range(1, j)) for legs in (5, 6)}
SSSSS = Lorentz("SSSSS", [1] * 5, SQUARES[5])
SSSSSS = Lorentz("SSSSSS", [1] * 6, SQUARES[6])
FFSSSS = Lorentz("FFSSSS", [2, 2, 1, 1, 1, 1], "ProjM(2,1) - 2*ProjP(2,1)")
VVSSSS = Lorentz("VVSSSS", [3, 3, 1, 1, 1, 1], "Metric(1,2)")
VVFFSS = Lorentz("VVFFSS", [3, 3, 2, 2, 1, 1], "Gamma(1,4,-1)*Gamma(2,-1,3) + Gamma(2,4,-1)*Gamma(1,-1,3)")
