/* Sweeps that teach the grid: random evaluations in sub-cubes, or Sobol' points of one randomisation. */
#ifndef TESSERA_CUBATURE_RANDOM_SWEEPS_H
#define TESSERA_CUBATURE_RANDOM_SWEEPS_H

#include "cubature/sweeps.h"

/* How a random sweep adapts. */
struct sweep_teaching {
    int rung; /* 0: not at all; kernels/cubature/sweep.h */
    int one_grid;
    int climb;       /* rungs of the ladder that are filled: `rung` at least */
    int learn;       /* gather what strata_learn() learns from */
    int coarse;      /* small weights need not be resolved: the scales that are known serve them */
    int thin;        /* what counts is where buffers.strata, a grid here, has few evaluations (thin.h) */
    double exponent; /* of the grid's slope, where the rung is above 1: kernels/cubature/weigh.h */
};

/* Random evaluations in the sub-cubes of a layout. Where weights have outgrown their scale what is not zero
 * is made again with another. TS_INTERRUPTED leaves nothing of it; TS_NOT_CONVERGED, without a sentence, says
 * that it would take more evaluations than sweeps->most. */
ts_status sweep_random(struct sweeps *sweeps, struct stratification layout, struct sweep_teaching teaching);

/* About so many random evaluations that follow what strata_learn() has learned (strata.h), in the sub-cubes
 * of the last such sweep unless this one learns. */
ts_status sweep_strata(struct sweeps *sweeps, uint64_t evaluations, struct sweep_teaching teaching);

/* As sweep_random(), by about so many of the next Sobol' points of the first randomisation there is. */
ts_status sweep_points(struct sweeps *sweeps, uint64_t evaluations, struct sweep_teaching teaching);

/* Random evaluations, so many at first, on and on in the same sub-cubes. They end when on the ladder's
 * highest rung, which they teach, `fewest` carry the sums (sweep_count()), or when there are `most` of them.
 * points: they are those of sweep_points() */
ts_status sweep_search(struct sweeps *sweeps, uint64_t evaluations, uint64_t most, double fewest, int points,
                       struct sweep_teaching teaching);

#endif
