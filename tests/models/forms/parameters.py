from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

MTA = external("MTA", 120.0, "MASS", 15)
MV = external("MV", 900.0, "MASS", 50)
MS = external("MS", 400.0, "MASS", 51)
MK = external("MK", 350.0, "MASS", 60)

ee = external("ee", 0.3, "TWINS", 1)
gl = external("gl", 0.4, "TWINS", 2)
gr = external("gr", -0.25, "TWINS", 3)
fc = external("fc", 0.7, "TWINS", 4)
