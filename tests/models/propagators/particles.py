from . import parameters as Param
from . import propagators as Prop
from .object_library import Particle


def boson(code, name, spin, mass, width, propagator=None):
    return Particle(code, name, name, spin, 1, mass, width, name, charge=0, propagator=propagator)


def pair(code, name, antiname, spin, charge, mass, width, propagator=None):
    particle = Particle(code, name, antiname, spin, 1, mass, width, name, charge=charge, propagator=propagator)
    other = particle.anti()
    other.propagator = propagator
    return particle, other


e = pair(11, "e-", "e+", 2, -1, Param.ZERO, Param.ZERO)
mu = pair(13, "mu-", "mu+", 2, -1, Param.ZERO, Param.ZERO)
ta = pair(15, "ta-", "ta+", 2, -1, Param.MTA, Param.ZERO)
ve = pair(12, "ve", "ve~", 2, 0, Param.ZERO, Param.ZERO)
vm = pair(14, "vm", "vm~", 2, 0, Param.ZERO, Param.ZERO)

a = boson(22, "a", 3, Param.ZERO, Param.ZERO)
ap = boson(9000022, "ap", 3, Param.ZERO, Param.ZERO, Prop.massless)
ax = boson(9000023, "ax", 3, Param.ZERO, Param.ZERO, Prop.gauge)

OLD = {"vector": boson(50, "v", 3, Param.MV, Param.WV), "scalar": boson(51, "s", 1, Param.MV, Param.WV),
       "charged": pair(52, "x+", "x-", 3, 1, Param.MV, Param.WV),
       "heavy": pair(60, "f-", "f+", 2, -1, Param.MF, Param.WF), "light": pair(61, "g-", "g+", 2, -1, Param.ZERO, Param.ZERO)}
NEW = {"vector": boson(9000050, "vo", 3, Param.MV, Param.WV, Prop.vector),
       "scalar": boson(9000051, "so", 1, Param.MV, Param.WV, {0: Prop.scalar, 1: Prop.scalar}),
       "charged": pair(9000052, "xo+", "xo-", 3, 1, Param.MV, Param.WV, Prop.vector),
       "heavy": pair(9000060, "fo-", "fo+", 2, -1, Param.MF, Param.WF, Prop.fermion),
       "light": pair(9000061, "go-", "go+", 2, -1, Param.ZERO, Param.ZERO, Prop.fermion)}
OTHERS = {"RUN": boson(9000053, "vr", 3, Param.MV, Param.WV, Prop.running),
          "QUA": boson(9000054, "vq", 3, Param.MV, Param.WV, Prop.quartic),
          "COR": boson(9000055, "vc", 3, Param.MV, Param.WV, Prop.correction),
          "RXI": boson(9000056, "vx", 3, Param.MV, Param.WV, Prop.massive_gauge)}
APART = {"ZER": boson(9000057, "vz", 3, Param.MV, Param.WV, Prop.at_zero),
         "WID": boson(9000058, "vw", 3, Param.MV, Param.ZERO, Prop.with_width)}
