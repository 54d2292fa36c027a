from . import parameters as Param
from .object_library import Particle


def boson(code, name, spin, mass):
    return Particle(code, name, name, spin, 1, mass, Param.ZERO, name, charge=0)


def pair(code, name, antiname, spin, charge, mass):
    particle = Particle(code, name, antiname, spin, 1, mass, Param.ZERO, name, charge=charge)
    return particle, particle.anti()


e = pair(11, "e-", "e+", 2, -1, Param.ZERO)
mu = pair(13, "mu-", "mu+", 2, -1, Param.ZERO)
ta = pair(15, "ta-", "ta+", 2, -1, Param.MTA)

# A photon, one whose couplings have form factors, and heavy ones that these stand for.
a = boson(22, "a", 3, Param.ZERO)
photon = {order: boson(9000020 + n, f"a{n}", 3, Param.ZERO) for n, order in enumerate(("BAR", "CON", "DIP", "DIR", "PRO"), 1)}
heavy = boson(50, "v", 3, Param.MV)

# Of two units of charge, to which two electrons couple.
scalar = {order: pair(9000060 + n, f"k{n}++", f"k{n}--", 1, 2, Param.MK) for n, order in enumerate(("FLO", "CHA"), 1)}
vector = {order: pair(9000070 + n, f"y{n}++", f"y{n}--", 3, 2, Param.MK) for n, order in enumerate(("FLO", "CHA"), 1)}

# Scalars whose decays have form factors: into two, and into three.
s = boson(51, "s", 1, Param.MS)
z = boson(52, "z2", 1, Param.MV)
