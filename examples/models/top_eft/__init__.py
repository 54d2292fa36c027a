"""Quarks, gluons and the Higgs boson, with operators of dimension six for top quarks, and gluons with the Higgs boson."""
