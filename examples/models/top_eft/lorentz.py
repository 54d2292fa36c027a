from .object_library import Lorentz

THREE = ("P(3,1)*Metric(1,2) - P(3,2)*Metric(1,2) - P(2,1)*Metric(1,3) + P(2,3)*Metric(1,3) "
         "+ P(1,2)*Metric(2,3) - P(1,3)*Metric(2,3)")

FFS = Lorentz("FFS", [2, 2, 1], "Identity(2,1)")
FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
VVV = Lorentz("VVV", [3, 3, 3], THREE)
VVVV12 = Lorentz("VVVV12", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,3)*Metric(2,4)")
VVVV13 = Lorentz("VVVV13", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,2)*Metric(3,4)")
VVVV14 = Lorentz("VVVV14", [3, 3, 3, 3], "Metric(1,3)*Metric(2,4) - Metric(1,2)*Metric(3,4)")

# The chromomagnetic moment: sigma^{mu nu} with the field strength of a gluon, and with its two gluons.
FFVM = Lorentz("FFVM", [2, 2, 3], "P(-1,3)*(Gamma(-1,2,-2)*Gamma(3,-2,1) - Gamma(3,2,-2)*Gamma(-1,-2,1))")
FFVVM = Lorentz("FFVVM", [2, 2, 3, 3], "Gamma(3,2,-1)*Gamma(4,-1,1) - Gamma(4,2,-1)*Gamma(3,-1,1)")
FFFF = Lorentz("FFFF", [2, 2, 2, 2], "Gamma(-1,2,1)*Gamma(-1,4,3)")

# The Higgs boson with the square of the gluons' field strength: two, three and four of them.
VVS = Lorentz("VVS", [3, 3, 1], "P(1,2)*P(2,1) - P(-1,1)*P(-1,2)*Metric(1,2)")
VVVS = Lorentz("VVVS", [3, 3, 3, 1], THREE)
VVVVS12 = Lorentz("VVVVS12", [3, 3, 3, 3, 1], VVVV12.structure)
VVVVS13 = Lorentz("VVVVS13", [3, 3, 3, 3, 1], VVVV13.structure)
VVVVS14 = Lorentz("VVVVS14", [3, 3, 3, 3, 1], VVVV14.structure)
