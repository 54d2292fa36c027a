from .object_library import FormFactor

Constant = FormFactor("Constant", "real", "fc")
Dipole = FormFactor("Dipole", "real", "1/(1 - (P(-1,1) + P(-1,2))**2/MV**2)")
Probe = FormFactor("Probe", "complex", "theta_function(P(-1,3)*P(-1,3) < 0, complex(0,1)*fc, 1) + 0*P('mu',1)*P('mu',2)")
Unknown = FormFactor("Unknown", "real", "loop_function(P(-1,1)*P(-1,2))")
Scalar = FormFactor("Scalar", "real", "MV**2/(MV**2 + 2*P(-1,1)*P(-1,2))")
