from .object_library import Lorentz

FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
FFSL = Lorentz("FFSL", [2, 2, 1], "ProjM(2,1)")
FFSR = Lorentz("FFSR", [2, 2, 1], "ProjP(2,1)")
VSS = Lorentz("VSS", [3, 1, 1], "P(1,2) - P(1,3)")
VVSS = Lorentz("VVSS", [3, 3, 1, 1], "Metric(1,2)")
VVV = Lorentz("VVV", [3, 3, 3],
              "P(3,1)*Metric(1,2) - P(3,2)*Metric(1,2) - P(2,1)*Metric(1,3) + P(2,3)*Metric(1,3) "
              "+ P(1,2)*Metric(2,3) - P(1,3)*Metric(2,3)")
VVVV12 = Lorentz("VVVV12", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,3)*Metric(2,4)")
VVVV13 = Lorentz("VVVV13", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,2)*Metric(3,4)")
VVVV14 = Lorentz("VVVV14", [3, 3, 3, 3], "Metric(1,3)*Metric(2,4) - Metric(1,2)*Metric(3,4)")
