from . import parameters as Param
from .object_library import Particle


def boson(code, name, colour, mass, width):
    return Particle(code, name, name, 3, colour, mass, width, name, charge=0)


def fermion(code, name, antiname, colour, charge, mass=Param.ZERO, width=Param.ZERO):
    particle = Particle(code, name, antiname, 2, colour, mass, width, name, charge=charge)
    return particle, particle.anti()


g = boson(21, "g", 8, Param.ZERO, Param.ZERO)
a = boson(22, "a", 1, Param.ZERO, Param.ZERO)
Z = boson(23, "Z", 1, Param.MZ, Param.WZ)
Zp = boson(32, "Zp", 1, Param.MZp, Param.WZp)

# Pairs of particle and antiparticle, by kind.
DOWN = [fermion(code, name, name + "~", 3, -1 / 3) for code, name in ((1, "d"), (3, "s"), (5, "b"))]
UP = [fermion(code, name, name + "~", 3, 2 / 3) for code, name in ((2, "u"), (4, "c"))]
UP.append(fermion(6, "t", "t~", 3, 2 / 3, Param.MT, Param.WT))
LEPTONS = [fermion(code, name + "-", name + "+", 1, -1) for code, name in ((11, "e"), (13, "mu"), (15, "ta"))]
NEUTRINOS = [fermion(code, name, name + "~", 1, 0) for code, name in ((12, "ve"), (14, "vm"), (16, "vt"))]
