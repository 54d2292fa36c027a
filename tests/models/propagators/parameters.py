from .object_library import Parameter


def external(name, value, block, code):
    return Parameter(name, "external", "real", value, name, block, [code])


ZERO = Parameter("ZERO", "internal", "real", "0.0", "0")

MV = external("MV", 500.0, "MASS", 50)
MF = external("MF", 300.0, "MASS", 60)
MTA = external("MTA", 120.0, "MASS", 15)
WV = external("WV", 20.0, "DECAY", 50)
WF = external("WF", 7.0, "DECAY", 60)

ee = external("ee", 0.3, "TWINS", 1)
gl = external("gl", 0.4, "TWINS", 2)
gr = external("gr", -0.25, "TWINS", 3)

# Of propagators: what cancels, a gauge, a term of p^4, a change of the width.
eps = external("eps", 0.37, "TWINS", 4)
xi = external("xi", 5.0, "TWINS", 5)
eta = external("eta", 0.15, "TWINS", 6)
dWV = external("dWV", 3.0, "TWINS", 7)
