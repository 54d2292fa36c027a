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

/* For bins in vectors of lanes, and one number more. */
#define REFINE_ROOM (GRID_BINS + LANES)

/* Scalars of memory that an axis needs at work: five rows. */
#define REFINE_MEMORY (5 * REFINE_ROOM)

enum vegas_keeps { NO_VOIDS, VOIDS, VOIDS_AT_EDGES };

/* What an axis learns from. */
typedef struct vegas_lesson {
    GLOBAL const int64 *sums;
    int width; /* each bin learns from so many on either side too: for few events */
    int keeps; /* which bins where nothing was seen keep to themselves (below) */
    scalar damping;
    LOCAL scalar *memory; /* [REFINE_MEMORY] */
} vegas_lesson;

/* Rows of the memory: the sums over neighbours; smoothed and damped ones; which bins are void; of each new
 * edge the old bin that it falls into (NO_PLACE: it stays where a bin began), and how much importance of that
 * bin lies behind it. */
#define REFINE_ROW(name, row) \
    FN LOCAL scalar *vegas_##name(const vegas_lesson *lesson) { return lesson->memory + (row)*REFINE_ROOM; }
REFINE_ROW(seen, 0)
REFINE_ROW(importance, 1)
REFINE_ROW(voids, 2)
REFINE_ROW(place, 3)
REFINE_ROW(behind, 4)
#undef REFINE_ROW
#define NO_PLACE S(-1.0)

/* The sums of each bin and its neighbours' parts that spread over it: whole numbers, so that a window that
 * goes from bin to bin gives what adding anew would. */
FN void vegas_spread(LOCAL const scalar *parts, int width, LOCAL scalar *seen)
{
    int64 sum = 0;
    int first = 0, end = 0; /* of the window */
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        const int from = bin > width ? bin - width : 0;
        const int to = bin + width < GRID_BINS ? bin + width + 1 : GRID_BINS;
        if (from >= end) {
            sum = 0;
            first = end = from;
        }
        for (; end < to; ++end)
            sum += (int64)parts[end];
        for (; first < from; ++first)
            sum -= (int64)parts[first];
        seen[bin] = (scalar)sum;
    }
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
    real damped = (share - R(1.0)) / r_log(share);
    if (damping != 1)
        damped = r_pow(damped, r_set(damping));
    return r_select(share >= R(1.0), R(1.0), r_select(share > R(0.0), damped, R(0.0)));
}

/* The damped importance of all bins. Returns the sum of what it was; *empty: how many bins have seen nothing.
 */
FN scalar vegas_weigh_bins(const vegas_lesson *lesson, int *empty)
{
    LOCAL scalar *seen = vegas_seen(lesson), *importance = vegas_importance(lesson);
    const int width = lesson->width;
    scalar total = 0;
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        importance[bin] = (scalar)(width ? lesson->sums[bin] / (2 * width + 1) : lesson->sums[bin]);
    REFINE_WAIT();
    vegas_spread(importance, width, seen);
    REFINE_WAIT();
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        importance[bin] = vegas_smooth(seen, bin);
    REFINE_WAIT();
    *empty = 0;
    for (int bin = 0; bin < GRID_BINS; ++bin) { /* by every thread, in the order that all devices have */
        total += importance[bin];
        *empty += !(seen[bin] > 0);
    }
    REFINE_WAIT();
    for (int bin = REFINE_FIRST * LANES; bin < GRID_BINS; bin += REFINE_STEP * LANES)
        r_store(importance + bin, vegas_damp(r_fetch(importance + bin) / r_set(total), lesson->damping));
    REFINE_WAIT();
    return total;
}

/* Where an integrand ends at an edge of its own, beyond it there are bins without any sum. Were they to be
 * merged with the last bin that has one, few events would fall on what of the integrand is in there, each
 * with a huge weight. So a run of such bins becomes one bin, with the edges that it had; and its first and
 * its last, where something may have been overlooked, stay bins of their own. */
FN int vegas_is_empty(LOCAL const scalar *seen, int bin)
{
    return bin < 0 || bin >= GRID_BINS || !(seen[bin] > 0);
}

/* 0: a bin with a sum; 1: one without, beside such a one; 2: others. */
FN void vegas_mark_voids(const vegas_lesson *lesson)
{
    LOCAL const scalar *seen = vegas_seen(lesson);
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        const int beside = !vegas_is_empty(seen, bin - 1) || !vegas_is_empty(seen, bin + 1);
        vegas_voids(lesson)[bin] = !vegas_is_empty(seen, bin) ? S(0.0) : beside ? S(1.0) : S(2.0);
    }
    REFINE_WAIT();
}

/* Bins without any sum are not void where what is beside them fades away, as the tail of a peak does: there
 * is no edge, and each of them would only take its share of the points. */
FN void vegas_forget_faded(const vegas_lesson *lesson, scalar total)
{
    const scalar faded = total / GRID_BINS / 64;
    LOCAL const scalar *seen = vegas_seen(lesson);
    LOCAL scalar *voids = vegas_voids(lesson);
    for (int bin = 0, end; bin < GRID_BINS; bin = end) {
        for (end = bin; end < GRID_BINS && voids[end] > 0; ++end) {
        }
        const int before = bin == 0 || seen[bin - 1] < faded, after = end == GRID_BINS || seen[end] < faded;
        for (; before && after && bin < end; ++bin)
            voids[bin] = 0;
        ++end;
    }
}

/* The end of the run of bins of the same kind. */
FN int vegas_run_end(const vegas_lesson *lesson, int bin)
{
    LOCAL const scalar *voids = vegas_voids(lesson);
    int end = bin + 1;
    while (end < GRID_BINS && voids[end] == voids[bin])
        ++end;
    return end;
}

/* The importance of a run, in units of one of GRID_BINS equal shares. */
FN scalar vegas_run_importance(const vegas_lesson *lesson, int bin, int end)
{
    scalar importance = 0;
    for (; bin < end; ++bin)
        importance += vegas_importance(lesson)[bin] / GRID_BINS;
    return importance;
}

/* Where the edges i + 1 to i + count - 1 of new bins fall in the old bins [bin, end), each with a count-th of
 * their importance before it. One thread goes through them all: what can be left to many is done later. */
FN void vegas_place_edges(const vegas_lesson *lesson, int i, int count, int bin, int end, scalar each)
{
    LOCAL const scalar *importance = vegas_importance(lesson);
    scalar gathered = 0, next = importance[bin]; /* fetched a step ahead, for memory answers late */
    --bin;
    for (int last = i + count - 1; i < last;) {
        while (gathered < each && bin < end - 1) {
            ++bin;
            gathered += next;
            next = importance[bin + 1 < GRID_BINS ? bin + 1 : bin];
        }
        gathered -= each;
        ++i;
        vegas_place(lesson)[i] = (scalar)bin;
        vegas_behind(lesson)[i] = gathered;
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

/* All runs and their importance. */
FN vegas_rest vegas_count_runs(const vegas_lesson *lesson)
{
    vegas_rest rest = {0, GRID_BINS, 0};
    for (int bin = 0, end; bin < GRID_BINS; bin = end) {
        end = vegas_run_end(lesson, bin);
        if (vegas_voids(lesson)[bin] > 0) {
            rest.bins -= 1;
            continue;
        }
        rest.runs += 1;
        for (int k = bin; k < end; ++k)
            rest.importance += vegas_importance(lesson)[k] / GRID_BINS;
    }
    return rest;
}

/* All runs, one after the other; where the next begins, the edge keeps the place that it had, at the lower
 * end of an old bin. */
FN void vegas_place_runs(const vegas_lesson *lesson)
{
    vegas_rest rest = vegas_count_runs(lesson);
    for (int bin = 0, i = 0, end; bin < GRID_BINS; bin = end) {
        int count = 1;
        end = vegas_run_end(lesson, bin);
        vegas_place(lesson)[i] = NO_PLACE;
        vegas_behind(lesson)[i] = (scalar)bin;
        if (!(vegas_voids(lesson)[bin] > 0)) {
            const scalar importance = vegas_run_importance(lesson, bin, end);
            count = vegas_run_bins(&rest, importance);
            vegas_place_edges(lesson, i, count, bin, end, importance * ((scalar)GRID_BINS / (scalar)count));
        }
        i += count;
    }
}

/* Where new edges are to be, by one thread. */
FN void vegas_place_all(const vegas_lesson *lesson, scalar total, int empty)
{
    if (lesson->keeps != NO_VOIDS && empty) {
        if (lesson->keeps == VOIDS_AT_EDGES)
            vegas_forget_faded(lesson, total);
        vegas_place_runs(lesson);
    } else {
        vegas_place(lesson)[0] = NO_PLACE;
        vegas_behind(lesson)[0] = 0;
        vegas_place_edges(lesson, 0, GRID_BINS, 0, GRID_BINS, vegas_run_importance(lesson, 0, GRID_BINS));
    }
}

/* The edge that falls into its old bin so that what is behind it lies there. */
FN scalar vegas_edge(const vegas_lesson *lesson, GLOBAL const scalar *edges, int i)
{
    GLOBAL const scalar *widths = edges + GRID_BINS;
    const scalar place = vegas_place(lesson)[i], behind = vegas_behind(lesson)[i];
    if (place < 0)
        return edges[(int)behind];
    const int bin = (int)place;
    const scalar importance = vegas_importance(lesson)[bin], right = edges[bin] + widths[bin];
    const scalar back = importance > 0 ? behind / importance : 0;
    return (scalar)(int64)((right - back * widths[bin]) / GRID_RESOLUTION) * GRID_RESOLUTION;
}

/* Moves edges apart that have come closer than the resolution, by one thread: those that moved up from the
 * left, then all down from the right. edges[GRID_BINS] is 1. */
FN void vegas_part_edges(const vegas_lesson *lesson, LOCAL scalar *edges)
{
    for (int i = 1; i < GRID_BINS; ++i) {
        const scalar least = edges[i - 1] + GRID_RESOLUTION;
        if (!(vegas_place(lesson)[i] < 0))
            edges[i] = edges[i] > least ? edges[i] : least;
    }
    for (int i = GRID_BINS - 1; i >= 0; --i) {
        const scalar most = edges[i + 1] - GRID_RESOLUTION;
        edges[i] = edges[i] < most ? edges[i] : most;
    }
}

/* The edges that vegas_learn() has found, and 1 behind them. */
FN LOCAL scalar *vegas_edges_of(const vegas_lesson *lesson) { return vegas_seen(lesson); }

/* One axis: its edges and widths. Without any sum it stays. (No barrier stands in a branch.) */
FN void vegas_learn(const vegas_lesson *lesson, GLOBAL scalar *edges)
{
    LOCAL scalar *moved = vegas_edges_of(lesson),
                 *crossed = vegas_voids(lesson); /* what was there has served */
    int empty;
    const scalar total = vegas_weigh_bins(lesson, &empty);
    const int learns = total > 0;
    vegas_mark_voids(lesson);
    if (REFINE_FIRST == 0) {
        if (learns)
            vegas_place_all(lesson, total, empty);
        *crossed = 0;
        moved[GRID_BINS] = 1;
    }
    REFINE_WAIT();
    for (int i = REFINE_FIRST; i < GRID_BINS; i += REFINE_STEP)
        moved[i] = learns ? vegas_edge(lesson, edges, i) : edges[i];
    REFINE_WAIT();
    for (int i = REFINE_FIRST; i < GRID_BINS; i += REFINE_STEP)
        if (!(moved[i + 1] - moved[i] >= GRID_RESOLUTION))
            *crossed = 1; /* whoever else says so, too */
    REFINE_WAIT();
    if (REFINE_FIRST == 0 && *crossed > 0)
        vegas_part_edges(lesson, moved);
    REFINE_WAIT();
    for (int i = REFINE_FIRST; i < GRID_BINS; i += REFINE_STEP) {
        edges[i] = moved[i];
        edges[GRID_BINS + i] = moved[i + 1] - moved[i];
    }
}

#endif
