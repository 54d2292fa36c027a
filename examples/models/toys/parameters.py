from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


def internal(name, value):
    return Parameter(name, "internal", "real", value, name)


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

aEWM1 = external("aEWM1", 132.507, "SMINPUTS", 1)
aS = external("aS", 0.118, "SMINPUTS", 3)
Mchi = external("Mchi", 100.0, "MASS", 1000022)
Mse = external("Mse", 200.0, "MASS", 2000011)
MS = external("MS", 1000.0, "MASS", 42)
Wse = external("Wse", 0.0, "DECAY", 2000011)
WS = external("WS", 0.0, "DECAY", 42)
lam = external("lam", 0.3, "TOYS", 1)  # Majorana fermion, electron and charged scalar
yeu = external("yeu", 0.4, "TOYS", 2)  # leptoquark, electron and up quark

aEW = internal("aEW", "1/aEWM1")
ee = internal("ee", "2*cmath.sqrt(aEW)*cmath.sqrt(cmath.pi)")
G = internal("G", "2*cmath.sqrt(aS)*cmath.sqrt(cmath.pi)")
