/* Launches are some units of a sweep at a time, whose sums are added to those of the sweep. Here are also the
 * scales that weights have in them. */
#ifndef TESSERA_CUBATURE_LAUNCHES_H
#define TESSERA_CUBATURE_LAUNCHES_H

#include "cubature/sweeps.h"

/* Units [first, first + count) of a sweep, each of so many evaluations.
 * @return TS_OK, TS_INTERRUPTED, TS_ERROR_MEMORY, TS_ERROR_DEVICE; TS_NOT_CONVERGED, without a sentence,
 * where there would be more evaluations than sweeps->most: nothing was done then */
ts_status launch_all(struct sweeps *sweeps, struct cubature_sweep *sweep, uint64_t first, uint64_t count,
                     uint64_t each);

/* The launches to come have the scales that are known. */
ts_status scales_take(struct sweeps *sweeps);

/* Whether the last sums were served by their scales: weights had room, and where it matters were not so small
 * that digits were cut off. */
int scales_served(const struct sweeps *sweeps, int may_be_small);

/* Scales for what comes next, by the largest weights of the last sums. */
void scales_set(struct sweeps *sweeps);

#endif
