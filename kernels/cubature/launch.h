/* A sweep of cubature with the memory it works on: plain C, for the host and the CPU's kernels. Pointers to
 * scalars point to the program's precision. */
#ifndef TESSERA_CUBATURE_LAUNCH_H
#define TESSERA_CUBATURE_LAUNCH_H

#include "cubature/sweep.h"

#include <stdint.h>

#define FIELD(name) uint64_t name;
struct cubature_sweep {
    CUBATURE_SWEEP(FIELD)
};
#undef FIELD

struct cubature_launch {
    struct cubature_sweep sweep;
    const void *parameters, *data, *grid, *scales, *strata;
    const uint64_t *directions; /* Sobol': of each randomisation of the sweep */
    int64_t *spread;            /* of each sub-cube, added up by all threads */
    void *shown;                /* of the evaluation that was asked for: SHOWN_LENGTH() scalars */
};

/* What a program keeps of a point between two passages. */
#define CUBATURE_PLACE(dimensions) (((dimensions) + 2) * sizeof(double))

/* The points of a thread, where many of them are evaluated at once by a C function of the caller's. A program
 * with CUBATURE_BATCH goes over the same units twice, with this as its `data`. First it collects points, then
 * it reads what they came to. Rows are points. */
struct cubature_batch {
    double *x, *f;
    void *places;    /* CUBATURE_PLACE bytes a point, of the program's own */
    uint64_t points; /* collected, or read, so far */
    int collects;
};

/* Units [first, first + count); adds to `totals` (cubature/sweep.h) and `refinement`. */
typedef void cubature_function(const struct cubature_launch *launch, uint64_t first, uint64_t count,
                               int64_t *totals, int64_t *refinement);

/* How the grid is refined by its sums. */
struct cubature_refinement {
    double damping;    /* vegas_refine.h */
    uint64_t width;    /* each bin learns from so many on either side too */
    uint64_t one_grid; /* the first axis is the pattern of all */
    uint64_t smooth;   /* 1: the map of smooth.h, which follows a tail as it fades away */
    uint64_t keep;     /* as it was it is the best one so far */
};
typedef void cubature_refine_function(void *grid, const int64_t *sums, const struct cubature_refinement *how);

#endif
