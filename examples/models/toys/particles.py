from . import parameters as Param
from .object_library import Particle

g = Particle(21, "g", "g", 3, 8, Param.ZERO, Param.ZERO, "g", charge=0)
a = Particle(22, "a", "a", 3, 1, Param.ZERO, Param.ZERO, "a", charge=0)
e = Particle(11, "e-", "e+", 2, 1, Param.ZERO, Param.ZERO, "e-", charge=-1)
E = e.anti()
u = Particle(2, "u", "u~", 2, 3, Param.ZERO, Param.ZERO, "u", charge=2 / 3)
U = u.anti()
chi = Particle(1000022, "chi", "chi", 2, 1, Param.Mchi, Param.ZERO, "chi", charge=0)
se = Particle(2000011, "se-", "se+", 1, 1, Param.Mse, Param.Wse, "se-", charge=-1)
SE = se.anti()
S = Particle(42, "lq", "lq~", 1, 3, Param.MS, Param.WS, "lq", charge=-1 / 3)  # u S~ e+ and so on
SA = S.anti()
