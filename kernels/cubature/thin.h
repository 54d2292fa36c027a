/* Where a grid hardly sends any evaluations: what broad points are looked at for (src/cubature/broad.c). */
#ifndef TESSERA_CUBATURE_THIN_H
#define TESSERA_CUBATURE_THIN_H

#include "cubature/sweep.h"
#include "vegas.h"

/* The bin of an axis of the grid that t, from 0 to 1, lies in. */
FN index cubature_bin_of(GLOBAL const scalar *axis, real t)
{
    index bin = i_set(0);
    for (int step = MOST_BINS; step > 0; step /= 2) {
        if (step >= GRID_BINS)
            continue;
        index next = bin + i_set(step), there = i_select(next < i_set(GRID_BINS), next, bin);
        bin = i_select(r_load(axis, there + there) <= t, there, bin);
    }
    return bin;
}

/* Whether the grid has fewer than 2^-thin evaluations at y, which an even grid counts in bins, for one of
 * that. */
FN mask cubature_is_thin(GLOBAL const scalar *grid, const real y[DIMENSIONS], uint64 thin)
{
    real room = R(1.0);
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        GLOBAL const scalar *edges = grid + 2 * GRID_BINS * axis;
        index bin = cubature_bin_of(edges, y[axis] * r_set(S(1.0) / GRID_BINS));
        room = room * (r_load(edges + 1, bin + bin) * r_set(S(1.0) * GRID_BINS));
    }
    return room > r_set((scalar)((uint64)1 << thin));
}

#endif
