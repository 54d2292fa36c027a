/* Randomisations of Sobol' points: the scrambled direction numbers that a sweep's device has. */
#ifndef TESSERA_CUBATURE_RANDOMISE_H
#define TESSERA_CUBATURE_RANDOMISE_H

#include "cubature/sweeps.h"

/* From now on Sobol' points are those of so many randomisations: number `first` and following. */
void sweeps_randomise(struct sweeps *sweeps, uint64_t first, int count);

/* Sees to it that the device has the numbers of so many points of each. */
ts_status sweeps_scramble(struct sweeps *sweeps, uint64_t points);

#endif
