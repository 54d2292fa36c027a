/* The refinement of VEGAS' importance grid between iterations (vegas.h says what a grid is).
 *
 * Edges move so that each bin holds the same share of the importance: the sums of squared weights, smoothed
 * over neighbours and damped by the exponent alpha (G. P. Lepage, J. Comput. Phys. 27 (1978) 192, eqs. 13-15;
 * the weights 1, 6, 1 of the smoothing are those of arXiv:2009.05112). What is added up is added by one
 * thread, bin after bin; so the new grid has the same bits on every device. */
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

/* The threads of a group share an axis, each a part of its bins; a thread of the CPU has it alone. */
#ifdef GPU
#define REFINE_FIRST gpu_place()
#define REFINE_STEP GPU_GROUP
#define REFINE_WAIT() gpu_barrier()
#else
#define REFINE_FIRST 0
#define REFINE_STEP 1
#define REFINE_WAIT() (void)0
#endif

/* For bins in vectors of lanes. */
#define REFINE_ROOM (GRID_BINS + LANES)

/* What an axis learns from. */
typedef struct vegas_lesson {
    GLOBAL const int64 *sums;
    int width;       /* each bin learns from so many on either side too: for few events */
    int keeps_voids; /* bins where nothing was seen keep to themselves (below) */
    scalar damping;
    LOCAL scalar *seen, *importance; /* [REFINE_ROOM] memory: the sums over neighbours; smoothed and damped */
} vegas_lesson;

/* The sum of a bin and its neighbours' parts that spread over it. */
FN scalar vegas_spread(LOCAL const scalar *parts, int width, int bin)
{
    int first = bin > width ? bin - width : 0, last = bin + width < GRID_BINS ? bin + width : GRID_BINS - 1;
    scalar sum = 0;
    for (int i = first; i <= last; ++i)
        sum += parts[i];
    return sum;
}

FN scalar vegas_smooth(LOCAL const scalar *seen, int bin)
{
    scalar here = seen[bin];
    scalar before = bin > 0 ? seen[bin - 1] : here;
    scalar after = bin < GRID_BINS - 1 ? seen[bin + 1] : here;
    return (before + S(6.0) * here + after) * S(0.125);
}

FN real vegas_damp(real share, scalar damping)
{
    real damped = r_pow((share - R(1.0)) / r_log(share), r_set(damping));
    return r_select(share >= R(1.0), R(1.0), r_select(share > R(0.0), damped, R(0.0)));
}

/* The damped importance of all bins; 0 where there is no sum. */
FN int vegas_weigh_bins(const vegas_lesson *lesson)
{
    LOCAL scalar *seen = lesson->seen, *importance = lesson->importance;
    const int width = lesson->width;
    scalar total = 0;
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        importance[bin] = (scalar)(lesson->sums[bin] / (2 * width + 1));
    REFINE_WAIT();
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        seen[bin] = vegas_spread(importance, width, bin);
    REFINE_WAIT();
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        importance[bin] = vegas_smooth(seen, bin);
    REFINE_WAIT();
    for (int bin = 0; bin < GRID_BINS; ++bin) /* by every thread, in the order that all devices have */
        total += importance[bin];
    REFINE_WAIT();
    for (int bin = REFINE_FIRST * LANES; bin < GRID_BINS; bin += REFINE_STEP * LANES)
        r_store(importance + bin, vegas_damp(r_fetch(importance + bin) / r_set(total), lesson->damping));
    REFINE_WAIT();
    return total > 0;
}

/* Where an integrand ends at an edge of its own, beyond it there are bins without any sum. Were they to be
 * merged with the last bin that has one, few events would fall on what of the integrand is in there, each
 * with a huge weight. So a run of such bins becomes one bin, with the edges that it had; and its first and
 * its last, where something may have been overlooked, stay bins of their own. */
FN int vegas_is_empty(const vegas_lesson *lesson, int bin)
{
    return bin < 0 || bin >= GRID_BINS || !(lesson->seen[bin] > 0);
}

/* 0: a bin with a sum; 1: one without, beside such a one; 2: others. */
FN int vegas_void(const vegas_lesson *lesson, int bin)
{
    if (!lesson->keeps_voids || !vegas_is_empty(lesson, bin))
        return 0;
    return vegas_is_empty(lesson, bin - 1) && vegas_is_empty(lesson, bin + 1) ? 2 : 1;
}

/* The end of the run of bins of the same kind. */
FN int vegas_run_end(const vegas_lesson *lesson, int bin)
{
    const int kind = vegas_void(lesson, bin);
    int end = bin + 1;
    while (end < GRID_BINS && vegas_void(lesson, end) == kind)
        ++end;
    return end;
}

/* Places the edges i + 1 to i + count - 1 of new bins over the old bins [bin, end), which begin at `right`
 * and whose widths still stand behind the edges. An edge is one resolution above the one before it at least.
 */
FN void vegas_place_edges(const vegas_lesson *lesson, GLOBAL scalar *edges, GLOBAL const scalar *widths,
                          int i, int count, int bin, int end, scalar right, scalar each)
{
    scalar gathered = 0, importance = 1;
    --bin;
    for (int last = i + count - 1; i < last;) {
        while (gathered < each && bin < end - 1) {
            ++bin;
            right += widths[bin];
            importance = lesson->importance[bin];
            gathered += importance;
        }
        gathered -= each;
        scalar back = importance > 0 ? gathered / importance : 0;
        scalar edge = (scalar)(int64)((right - back * widths[bin]) / GRID_RESOLUTION) * GRID_RESOLUTION;
        scalar least = edges[i] + GRID_RESOLUTION;
        ++i;
        edges[i] = edge > least ? edge : least;
    }
}

/* What is still to be shared out among the runs of bins that are not void. */
typedef struct vegas_rest {
    int runs, bins;
    scalar importance;
} vegas_rest;

/* How many bins a run of this importance gets: its share, one at least, and what is left if it is the last.
 */
FN int vegas_run_bins(vegas_rest *rest, scalar importance)
{
    int count = rest->bins;
    rest->runs -= 1;
    if (rest->runs > 0) {
        count = (int)(importance / rest->importance * rest->bins + S(0.5));
        count = count < 1 ? 1 : count > rest->bins - rest->runs ? rest->bins - rest->runs : count;
    }
    rest->bins -= count;
    rest->importance -= importance;
    return count;
}

/* All runs and their importance, in units of one of GRID_BINS equal shares. */
FN vegas_rest vegas_count_runs(const vegas_lesson *lesson)
{
    vegas_rest rest = {0, GRID_BINS, 0};
    for (int bin = 0; bin < GRID_BINS;) {
        const int end = vegas_run_end(lesson, bin);
        if (vegas_void(lesson, bin)) {
            rest.bins -= 1;
            bin = end;
            continue;
        }
        rest.runs += 1;
        for (; bin < end; ++bin)
            rest.importance += lesson->importance[bin] / GRID_BINS;
    }
    return rest;
}

FN void vegas_place_runs(const vegas_lesson *lesson, GLOBAL scalar *edges, GLOBAL const scalar *widths)
{
    vegas_rest rest = vegas_count_runs(lesson);
    scalar left = 0;
    for (int bin = 0, i = 0; bin < GRID_BINS;) {
        const int end = vegas_run_end(lesson, bin);
        int count = 1;
        if (!vegas_void(lesson, bin)) {
            scalar importance = 0;
            for (int k = bin; k < end; ++k)
                importance += lesson->importance[k] / GRID_BINS;
            count = vegas_run_bins(&rest, importance);
            vegas_place_edges(lesson, edges, widths, i, count, bin, end, left,
                              importance * ((scalar)GRID_BINS / (scalar)count));
        }
        for (; bin < end; ++bin)
            left += widths[bin];
        i += count;
        if (i < GRID_BINS)
            edges[i] = left;
    }
}

/* One axis: its edges and widths. Without any sum it stays. */
FN void vegas_learn(const vegas_lesson *lesson, GLOBAL scalar *edges)
{
    GLOBAL scalar *widths = edges + GRID_BINS;
    if (!vegas_weigh_bins(lesson) || REFINE_FIRST != 0)
        return;
    vegas_place_runs(lesson, edges, widths);
    scalar upper = 1;
    for (int i = GRID_BINS - 1; i >= 0; --i) {
        scalar most = upper - GRID_RESOLUTION;
        edges[i] = edges[i] < most ? edges[i] : most;
        widths[i] = upper - edges[i];
        upper = edges[i];
    }
}

#endif
