from .object_library import Coupling

# i times the Lagrangian's factor, as in every UFO.
g_quarks = Coupling("g_quarks", "complex(0,1)*G", {"QCD": 1})
g_three = Coupling("g_three", "-G", {"QCD": 1})
g_four = Coupling("g_four", "complex(0,1)*G**2", {"QCD": 2})


def of_kind(name, charge, isospin, left, right):
    """Couplings to photon, Z (left and right) and Z' (left and right) of a kind of fermions."""
    photon = Coupling(f"a_{name}", f"complex(0,1)*ee*({charge})", {"QED": 1})
    z = [Coupling(f"z_{name}_l", f"complex(0,1)*gz*({isospin} - ({charge})*sw2)", {"QED": 1}),
         Coupling(f"z_{name}_r", f"-complex(0,1)*gz*({charge})*sw2", {"QED": 1})]
    zp = [Coupling(f"zp_{name}_l", f"complex(0,1)*{left}", {"NP": 1}),
          Coupling(f"zp_{name}_r", f"complex(0,1)*{right}", {"NP": 1})]
    return photon, z, zp


u = of_kind("u", "2./3.", "1./2.", "zpuL", "zpuR")
d = of_kind("d", "-1./3.", "-1./2.", "zpdL", "zpdR")
l = of_kind("l", "-1", "-1./2.", "zplL", "zplR")
v = of_kind("v", "0", "1./2.", "zpvL", "0")
