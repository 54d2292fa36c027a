/* The refinement of VEGAS' importance grid between iterations (vegas.h says what a grid is).
 *
 * Edges move so that each bin holds the same share of the importance: the sums of squared weights, smoothed
 * over neighbours and damped by the exponent alpha (G. P. Lepage, J. Comput. Phys. 27 (1978) 192, eqs. 13-15;
 * the weights 1, 6, 1 of the smoothing are those of arXiv:2009.05112). An axis costs a few microseconds
 * and is the work of one thread; so the new grid has the same bits on every device. */
#ifndef TESSERA_VEGAS_REFINE_H
#define TESSERA_VEGAS_REFINE_H

#include "functions.h"
#include "vegas.h"

/* Edges lie on multiples of it, so that widths are exact. */
#if PRECISION_DOUBLE
#define GRID_RESOLUTION S(0x1p-50)
#else
#define GRID_RESOLUTION S(0x1p-24)
#endif

FN scalar vegas_smooth(GLOBAL const int64 *sums, int bin)
{
    scalar here = (scalar)sums[bin];
    scalar before = bin > 0 ? (scalar)sums[bin - 1] : here;
    scalar after = bin < GRID_BINS - 1 ? (scalar)sums[bin + 1] : here;
    return (before + S(6.0) * here + after) * S(0.125);
}

/* The damped importance of a bin that has this share of all. */
FN scalar vegas_importance(scalar share, scalar damping)
{
    if (!(share > 0))
        return 0;
    if (share >= 1)
        return 1;
    real ratio = r_set(share - 1) / r_log(r_set(share));
    return r_first(r_pow(ratio, r_set(damping)));
}

/* Places the inner edges over the old bins, whose widths still stand behind the edges. An edge is
 * one resolution above the one before it at least. */
FN void vegas_place_edges(GLOBAL scalar *edges, GLOBAL const scalar *widths, GLOBAL const int64 *sums,
                          scalar total, scalar each, scalar damping)
{
    scalar gathered = 0, importance = 1, right = 0;
    int bin = -1;
    for (int i = 1; i < GRID_BINS; ++i) {
        while (gathered < each && bin < GRID_BINS - 1) {
            ++bin;
            right += widths[bin];
            importance = vegas_importance(vegas_smooth(sums, bin) / total, damping);
            gathered += importance;
        }
        gathered -= each;
        scalar back = importance > 0 ? gathered / importance : 0;
        scalar edge = (scalar)(int64)((right - back * widths[bin]) / GRID_RESOLUTION) * GRID_RESOLUTION;
        scalar least = edges[i - 1] + GRID_RESOLUTION;
        edges[i] = edge > least ? edge : least;
    }
}

/* One axis: its edges and widths, and its sums. Without any sum it stays. */
FN void vegas_refine(GLOBAL scalar *edges, GLOBAL const int64 *sums, scalar damping)
{
    GLOBAL scalar *widths = edges + GRID_BINS;
    scalar total = 0, each = 0;
    for (int bin = 0; bin < GRID_BINS; ++bin)
        total += vegas_smooth(sums, bin);
    if (!(total > 0))
        return;
    for (int bin = 0; bin < GRID_BINS; ++bin)
        each += vegas_importance(vegas_smooth(sums, bin) / total, damping) / GRID_BINS;
    vegas_place_edges(edges, widths, sums, total, each, damping);
    scalar upper = 1;
    for (int i = GRID_BINS - 1; i >= 0; --i) {
        scalar most = upper - GRID_RESOLUTION;
        edges[i] = edges[i] < most ? edges[i] : most;
        widths[i] = upper - edges[i];
        upper = edges[i];
    }
}

#endif
