from .object_library import Coupling

# i times the Lagrangian's factor, as in every UFO.
g_quarks = Coupling("g_quarks", "complex(0,1)*G", {"QCD": 1})
g_three = Coupling("g_three", "-G", {"QCD": 1})
g_four = Coupling("g_four", "complex(0,1)*G**2", {"QCD": 2})
top_higgs = Coupling("top_higgs", "-complex(0,1)*yt", {"QED": 1})

moment = Coupling("moment", "-complex(0,1)*dipole", {"NP": 1, "QCD": 1})
moment_two = Coupling("moment_two", "-dipole*G", {"NP": 1, "QCD": 2})
four_octet = Coupling("four_octet", "complex(0,1)*ctq8/Lambda**2", {"NP": 1})
four_singlet = Coupling("four_singlet", "complex(0,1)*ctq1/Lambda**2", {"NP": 1})

higgs_two = Coupling("higgs_two", "complex(0,1)*gh", {"HIG": 1})
higgs_three = Coupling("higgs_three", "gh*G", {"HIG": 1, "QCD": 1})
higgs_four = Coupling("higgs_four", "-complex(0,1)*gh*G**2", {"HIG": 1, "QCD": 2})
