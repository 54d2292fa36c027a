from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


def internal(name, value):
    return Parameter(name, "internal", "real", value, name)


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

Gf = external("Gf", 1.16639e-5, "SMINPUTS", 2)
aS = external("aS", 0.118, "SMINPUTS", 3)
MT = external("MT", 173.0, "MASS", 6)
MH = external("MH", 125.0, "MASS", 25)
WT = external("WT", 0.0, "DECAY", 6)
WH = external("WH", 0.004, "DECAY", 25)

Lambda = external("Lambda", 1000.0, "DIM6", 1)  # GeV
ctG = external("ctG", 1.0, "DIM6", 2)  # chromomagnetic moment of the top quark
ctq8 = external("ctq8", 1.0, "DIM6", 3)  # (q~ gamma_mu T^a q) (t~ gamma^mu T^a t)
ctq1 = external("ctq1", 0.0, "DIM6", 4)  # (q~ gamma_mu q) (t~ gamma^mu t)

G = internal("G", "2*cmath.sqrt(aS)*cmath.sqrt(cmath.pi)")
vev = internal("vev", "1/cmath.sqrt(cmath.sqrt(2)*Gf)")
dipole = internal("dipole", "G*ctG*vev/(cmath.sqrt(2)*Lambda**2)")
yt = internal("yt", "MT/vev")
gh = internal("gh", "aS/(3*cmath.pi*vev)")
