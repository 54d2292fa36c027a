from .object_library import Coupling

# i times the Lagrangian's factor, as in every UFO.
g_quarks = Coupling("g_quarks", "complex(0,1)*G", {"QCD": 1})
g_three = Coupling("g_three", "-G", {"QCD": 1})
g_four = Coupling("g_four", "complex(0,1)*G**2", {"QCD": 2})
a_l = Coupling("a_l", "-complex(0,1)*ee", {"QED": 1})
a_u = Coupling("a_u", "complex(0,1)*ee*2./3.", {"QED": 1})

# Two momenta of bosons, one of fermions, and masses.
G_bosons = Coupling("G_bosons", "complex(0,1)/Lambda", {"NP": 1})
G_fermions = Coupling("G_fermions", "complex(0,1)/(4*Lambda)", {"NP": 1})
G_h = Coupling("G_h", "-complex(0,1)*MH**2/Lambda", {"NP": 1})
G_Z = Coupling("G_Z", "-complex(0,1)*MZ**2/Lambda", {"NP": 1})
G_t = Coupling("G_t", "-complex(0,1)*MT/Lambda", {"NP": 1})

# Gauge fields in derivatives and in field strengths.
Ga_l = Coupling("Ga_l", "complex(0,1)*ee/Lambda", {"QED": 1, "NP": 1})
Ga_u = Coupling("Ga_u", "-complex(0,1)*ee*2./3./Lambda", {"QED": 1, "NP": 1})
Gg_quarks = Coupling("Gg_quarks", "-complex(0,1)*G/Lambda", {"QCD": 1, "NP": 1})
Gg_three = Coupling("Gg_three", "G/Lambda", {"QCD": 1, "NP": 1})
Gg_four = Coupling("Gg_four", "-complex(0,1)*G**2/Lambda", {"QCD": 2, "NP": 1})
