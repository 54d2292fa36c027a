/* g g > g ... g in proton collisions, each gluon a jet. */
#ifndef TESSERA_FAMILIES_GLUON_JETS_FAMILY_H_HOST
#define TESSERA_FAMILIES_GLUON_JETS_FAMILY_H_HOST

#include "process/family.h"

enum { FEWEST_GLUONS = 4, MOST_GLUONS = 16 };

/* Whether this is a coupling to compute with: the range of couplings.alpha_s. */
int gluon_jets_coupling_valid(double alpha_s);

/* A power of two that keeps the squares of scaled amplitudes of n gluons with energies
 * near one inside single precision. */
double gluon_amplitude_scale(int n);

/* evaluate() of the family: exact sums over orders and helicities (gluon_amplitude.c). */
ts_status gluon_amplitude_evaluate(ts_context *context, const struct amplitude_request *request,
                                   double *values, ts_amplitude_info *info);

#endif
