from .object_library import Coupling

# i times the Lagrangian's factor, as in every UFO.
g_quarks = Coupling("g_quarks", "complex(0,1)*G", {"QCD": 1})
g_three = Coupling("g_three", "-G", {"QCD": 1})
g_four = Coupling("g_four", "complex(0,1)*G**2", {"QCD": 2})
g_lq = Coupling("g_lq", "-complex(0,1)*G", {"QCD": 1})
gg_lq = Coupling("gg_lq", "complex(0,1)*G**2", {"QCD": 2})
a_e = Coupling("a_e", "-complex(0,1)*ee", {"QED": 1})
a_u = Coupling("a_u", "complex(0,1)*ee*2./3.", {"QED": 1})
a_se = Coupling("a_se", "complex(0,1)*ee", {"QED": 1})
aa_se = Coupling("aa_se", "2*complex(0,1)*ee**2", {"QED": 2})
a_lq = Coupling("a_lq", "complex(0,1)*ee/3.", {"QED": 1})
aa_lq = Coupling("aa_lq", "2*complex(0,1)*ee**2/9.", {"QED": 2})
ag_lq = Coupling("ag_lq", "-2*complex(0,1)*ee*G/3.", {"QED": 1, "QCD": 1})
chi_e = Coupling("chi_e", "complex(0,1)*lam", {"NP": 1})
lq_eu = Coupling("lq_eu", "complex(0,1)*yeu", {"NP": 1})
