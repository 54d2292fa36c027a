from . import parameters as Param
from .object_library import Particle


def quark(code, name, charge, mass=Param.ZERO, width=Param.ZERO):
    particle = Particle(code, name, name + "~", 2, 3, mass, width, name, charge=charge)
    return particle, particle.anti()


g = Particle(21, "g", "g", 3, 8, Param.ZERO, Param.ZERO, "g", charge=0)
h = Particle(25, "h", "h", 1, 1, Param.MH, Param.WH, "h", charge=0)
LIGHT = [quark(1, "d", -1 / 3), quark(2, "u", 2 / 3), quark(3, "s", -1 / 3), quark(4, "c", 2 / 3),
         quark(5, "b", -1 / 3)]
TOP = quark(6, "t", 2 / 3, Param.MT, Param.WT)
