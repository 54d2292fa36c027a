"""A Majorana fermion with a charged scalar, and a leptoquark: an electron, an up quark, gluons and photons."""
