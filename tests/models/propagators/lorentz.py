from .object_library import Lorentz

FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
FFVL = Lorentz("FFVL", [2, 2, 3], "Gamma(3,2,-1)*ProjM(-1,1)")
FFVR = Lorentz("FFVR", [2, 2, 3], "Gamma(3,2,-1)*ProjP(-1,1)")
FFSL = Lorentz("FFSL", [2, 2, 1], "ProjM(2,1)")
FFSR = Lorentz("FFSR", [2, 2, 1], "ProjP(2,1)")
