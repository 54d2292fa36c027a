"""Quarks and leptons with gluons, photons and Z bosons, and a Z' boson with couplings of its own."""
