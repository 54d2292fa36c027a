/* q q~ > photons in proton collisions, one flavour from given beams or all, and e+ e- > photons. */
#ifndef TESSERA_FAMILIES_PHOTONS_FAMILY_H_HOST
#define TESSERA_FAMILIES_PHOTONS_FAMILY_H_HOST

#include "process/family.h"

enum { FEWEST_PHOTONS = 2, MOST_PHOTONS = 8 };

/* The electromagnetic coupling unless a card says another, 1 / 132.507. */
#define PHOTONS_ALPHA 0.0075467712

/* Q^2n of a quark or an electron by its PDG code, Q in units of e. */
double photons_charges(int pdg, int count);

/* What averages over its spin and colour and over its antiparticle's: a quarter, and 3 colours of 9. */
double photons_average(int pdg);

/* evaluate() of the family: the exact sum over helicities (photon_amplitude.c). */
ts_status photon_amplitude_evaluate(ts_context *context, const struct amplitude_request *request,
                                    double *values, ts_amplitude_info *info);

#endif
