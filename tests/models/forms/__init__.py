"""A UFO of twins: particles with the usual propagators, and others with the same masses and couplings whose propagators are
the model's own. Each kind has an order of its own."""
