"""A massive graviton that couples to the energy-momentum tensor, as in arXiv:hep-ph/9811350 and in models of extra dimensions:
L = -G^{mu nu} T_{mu nu} / Lambda, of quarks, leptons, gluons, photons, and of Z and h, which couple to it alone."""
