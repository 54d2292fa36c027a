from .object_library import Lorentz

FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
FFVL = Lorentz("FFVL", [2, 2, 3], "Gamma(3,2,-1)*ProjM(-1,1)")
FFVR = Lorentz("FFVR", [2, 2, 3], "Gamma(3,2,-1)*ProjP(-1,1)")
VVV = Lorentz("VVV", [3, 3, 3],
              "P(3,1)*Metric(1,2) - P(3,2)*Metric(1,2) - P(2,1)*Metric(1,3) + P(2,3)*Metric(1,3) "
              "+ P(1,2)*Metric(2,3) - P(1,3)*Metric(2,3)")
VVVV12 = Lorentz("VVVV12", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,3)*Metric(2,4)")
VVVV13 = Lorentz("VVVV13", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,2)*Metric(3,4)")
VVVV14 = Lorentz("VVVV14", [3, 3, 3, 3], "Metric(1,3)*Metric(2,4) - Metric(1,2)*Metric(3,4)")
