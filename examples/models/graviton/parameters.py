from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


def internal(name, value):
    return Parameter(name, "internal", "real", value, name)


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

aEWM1 = external("aEWM1", 132.507, "SMINPUTS", 1)
aS = external("aS", 0.118, "SMINPUTS", 3)
MT = external("MT", 172.5, "MASS", 6)
MZ = external("MZ", 91.1876, "MASS", 23)
MH = external("MH", 125.0, "MASS", 25)
MG = external("MG", 1000.0, "MASS", 39)
WT = external("WT", 0.0, "DECAY", 6)
WG = external("WG", 10.0, "DECAY", 39)
Lambda = external("Lambda", 3000.0, "GRAVITON", 1)

aEW = internal("aEW", "1/aEWM1")
ee = internal("ee", "2*cmath.sqrt(aEW)*cmath.sqrt(cmath.pi)")
G = internal("G", "2*cmath.sqrt(aS)*cmath.sqrt(cmath.pi)")
