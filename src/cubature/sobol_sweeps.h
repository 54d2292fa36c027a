/* Sweeps over Sobol' points that are added up: the result of the frozen grid. */
#ifndef TESSERA_CUBATURE_SOBOL_SWEEPS_H
#define TESSERA_CUBATURE_SOBOL_SWEEPS_H

#include "cubature/sweeps.h"

/* Adds points [first, first + count) of each randomisation: powers of two, first a multiple of count or zero.
 * *outgrown: a weight was too large for its scale, which has been mended; all must be begun anew. */
ts_status sweep_sobol(struct sweeps *sweeps, uint64_t first, uint64_t count, int *outgrown);

#endif
