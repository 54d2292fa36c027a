from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


def internal(name, value):
    return Parameter(name, "internal", "real", value, name)


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

aEWM1 = external("aEWM1", 132.507, "SMINPUTS", 1)
Gf = external("Gf", 1.16639e-5, "SMINPUTS", 2)
aS = external("aS", 0.118, "SMINPUTS", 3)
MZ = external("MZ", 91.188, "MASS", 23)
MT = external("MT", 173.0, "MASS", 6)
MZp = external("MZp", 2000.0, "MASS", 32)
WZ = external("WZ", 2.441404, "DECAY", 23)
WT = external("WT", 1.491500, "DECAY", 6)
WZp = external("WZp", 60.0, "DECAY", 32)

# Couplings of the Z' to left- and right-handed fermions of each kind, the same for all families.
zpuL = external("zpuL", 0.2, "ZPRIME", 1)
zpuR = external("zpuR", -0.1, "ZPRIME", 2)
zpdL = external("zpdL", 0.2, "ZPRIME", 3)
zpdR = external("zpdR", 0.05, "ZPRIME", 4)
zplL = external("zplL", -0.15, "ZPRIME", 5)
zplR = external("zplR", 0.1, "ZPRIME", 6)
zpvL = external("zpvL", -0.15, "ZPRIME", 7)

aEW = internal("aEW", "1/aEWM1")
G = internal("G", "2*cmath.sqrt(aS)*cmath.sqrt(cmath.pi)")
MW = internal("MW", "cmath.sqrt(MZ**2/2. + cmath.sqrt(MZ**4/4. - (aEW*cmath.pi*MZ**2)/(Gf*cmath.sqrt(2))))")
ee = internal("ee", "2*cmath.sqrt(aEW)*cmath.sqrt(cmath.pi)")
sw2 = internal("sw2", "1 - MW**2/MZ**2")
gz = internal("gz", "ee/cmath.sqrt(sw2*(1 - sw2))")
