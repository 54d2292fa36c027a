from . import parameters as Param
from .object_library import Particle

g = Particle(21, "g", "g", 3, 8, Param.ZERO, Param.ZERO, "g", charge=0)
a = Particle(22, "a", "a", 3, 1, Param.ZERO, Param.ZERO, "a", charge=0)
Z = Particle(23, "Z", "Z", 3, 1, Param.MZ, Param.ZERO, "Z", charge=0)
h = Particle(25, "h", "h", 1, 1, Param.MH, Param.ZERO, "h", charge=0)
e = Particle(11, "e-", "e+", 2, 1, Param.ZERO, Param.ZERO, "e-", charge=-1)
mu = Particle(13, "mu-", "mu+", 2, 1, Param.ZERO, Param.ZERO, "mu-", charge=-1)
u = Particle(2, "u", "u~", 2, 3, Param.ZERO, Param.ZERO, "u", charge=2 / 3)
t = Particle(6, "t", "t~", 2, 3, Param.MT, Param.WT, "t", charge=2 / 3)
FERMIONS = [(f, f.anti()) for f in (e, mu, u, t)]
G = Particle(39, "y", "y", 5, 1, Param.MG, Param.WG, "y", charge=0)
