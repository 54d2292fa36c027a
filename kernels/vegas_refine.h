/* The refinement of VEGAS' importance grid between iterations (vegas.h says what a grid is).
 *
 * Edges move so that each bin holds the same share of the importance. That is the sums of squared weights,
 * smoothed over neighbours and damped by the exponent alpha (G. P. Lepage, J. Comput. Phys. 27 (1978) 192,
 * eqs. 13-15; the weights 1, 6, 1 of the smoothing are those of arXiv:2009.05112). Shares are whole numbers,
 * and other sums go by pairs. So the new grid has the same bits on every device, however many threads it
 * has. */
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

/* Scalars of memory that an axis needs at work: four rows and a mark; and whole numbers. */
#define REFINE_MEMORY (4 * REFINE_ROOM + 1)
#define REFINE_SHARES (GRID_BINS + 1)

enum vegas_keeps { NO_VOIDS, VOIDS, VOIDS_AT_EDGES };

/* What an axis learns from. */
typedef struct vegas_work {
    GLOBAL const int64 *sums;
    int width; /* each bin learns from so many on either side too: for few events */
    int keeps; /* which bins where nothing was seen keep to themselves (below) */
    scalar damping;
    LOCAL scalar *memory;         /* [REFINE_MEMORY] */
    LOCAL int64 *shares;          /* [REFINE_SHARES]: of the importance, before each edge and in all */
    GLOBAL const int64 *accepted; /* how many are in `sums`, to learn from means; NULL: from the sums */
} vegas_work;

/* Rows of the memory: the sums over neighbours, later the new edges; smoothed and damped sums; which bins are
 * void. The last says which new edges keep the place of an old one. */
#define REFINE_ROW(name, row) \
    FN LOCAL scalar *vegas_##name(const vegas_work *work) { return work->memory + (row)*REFINE_ROOM; }
REFINE_ROW(seen, 0)
REFINE_ROW(importance, 1)
REFINE_ROW(voids, 2)
REFINE_ROW(kept, 3)
REFINE_ROW(mark, 4) /* one scalar, which any thread may set */
#undef REFINE_ROW

/* The edges that vegas_learn() has found, and 1 behind them. */
FN LOCAL scalar *vegas_edges_of(const vegas_work *work) { return vegas_seen(work); }

/* Adds to each of the numbers from 1 to GRID_BINS those before it; number 0 becomes 0 (R. P. Brent, H. T.
 * Kung, IEEE Trans. Comput. C-31 (1982) 260). */
FN void vegas_accumulate(LOCAL int64 *numbers)
{
    int apart = 1;
    if (REFINE_FIRST == 0)
        numbers[0] = 0;
    if (REFINE_STEP == 1) { /* alone there is a shorter way to the same */
        for (int i = 1; i <= GRID_BINS; ++i)
            numbers[i] += numbers[i - 1];
        return;
    }
    for (; 2 * apart <= GRID_BINS; apart *= 2) {
        REFINE_WAIT();
        for (int i = 2 * apart * (REFINE_FIRST + 1); i <= GRID_BINS; i += 2 * apart * REFINE_STEP)
            numbers[i] += numbers[i - apart];
    }
    for (; apart > 0; apart /= 2) {
        REFINE_WAIT();
        for (int i = 2 * apart * (REFINE_FIRST + 1); i + apart <= GRID_BINS; i += 2 * apart * REFINE_STEP)
            numbers[i + apart] += numbers[i];
    }
    REFINE_WAIT();
}

/* The sum of so many, which are lost. */
FN scalar vegas_sum(LOCAL scalar *row, int count)
{
    for (int first; count > 1; count = first) {
        first = (count + 1) / 2;
        REFINE_WAIT();
        for (int bin = REFINE_FIRST; bin < count - first; bin += REFINE_STEP)
            row[bin] += row[bin + first];
    }
    REFINE_WAIT();
    return row[0];
}

/* The mean square of what was accepted around each bin, whatever share that is of all. Sums and counts are
 * weighted 1, 6, 1 apart: a bin in which few were accepted has its neighbours' mean. */
FN void vegas_mean_accepted(const vegas_work *work)
{
    GLOBAL const int64 *sums = work->sums, *counts = work->accepted;
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        const int before = bin > 0 ? bin - 1 : bin, after = bin < GRID_BINS - 1 ? bin + 1 : bin;
        const int64 count = counts[before] + 6 * counts[bin] + counts[after];
        const scalar sum = ((scalar)sums[before] + (scalar)sums[after]) + S(6.0) * (scalar)sums[bin];
        vegas_seen(work)[bin] = count > 0 ? sum / (scalar)count : S(0.0);
    }
}

/* The sums of each bin, or the mean of it and those of its neighbours that there are. Were the ones beyond an
 * end of the axis to count as nothing, the grid would thin out towards a peak in a corner. */
FN void vegas_spread(const vegas_work *work)
{
    const int width = work->width;
    LOCAL int64 *parts = work->shares;
    if (work->accepted) {
        vegas_mean_accepted(work);
    } else if (width) { /* for all threads or none: there are barriers */
        for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
            parts[bin + 1] = work->sums[bin];
        vegas_accumulate(parts);
        for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
            const int begin = bin > width ? bin - width : 0;
            const int end = bin + width < GRID_BINS ? bin + width + 1 : GRID_BINS;
            vegas_seen(work)[bin] = (scalar)(parts[end] - parts[begin]) / (scalar)(end - begin);
        }
    } else {
        for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
            vegas_seen(work)[bin] = (scalar)work->sums[bin];
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
    const real once = (share - R(1.0)) / r_log(share);
    const int times = (int)damping;
    real damped = R(1.0);
    for (int i = 0; i < times && damping == times; ++i)
        damped = damped * once;
    if (damping != times)
        damped = r_pow(once, r_set(damping));
    return r_select(share >= R(1.0), R(1.0), r_select(share > R(0.0), damped, R(0.0)));
}

/* The damped importance of all bins. Returns the sum of what it was. Marked: a bin has seen nothing. */
FN scalar vegas_weigh_bins(const vegas_work *work)
{
    LOCAL scalar *seen = vegas_seen(work), *importance = vegas_importance(work);
    LOCAL scalar *added = vegas_kept(work);
    vegas_spread(work);
    if (REFINE_FIRST == 0)
        *vegas_mark(work) = 0;
    REFINE_WAIT();
    int empty = 0;
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        importance[bin] = added[bin] = vegas_smooth(seen, bin);
        empty |= !(seen[bin] > 0);
    }
    if (empty)
        *vegas_mark(work) = 1; /* whoever else says so, too */
    const scalar total = vegas_sum(added, GRID_BINS);
    for (int bin = REFINE_FIRST * LANES; bin < GRID_BINS; bin += REFINE_STEP * LANES)
        r_store(importance + bin, vegas_damp(r_fetch(importance + bin) / r_set(total), work->damping));
    REFINE_WAIT();
    return total;
}

/* Importance in whole numbers, of which there are 2^36 in one. */
FN void vegas_share_out(const vegas_work *work)
{
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP)
        work->shares[bin + 1] = (int64)(vegas_importance(work)[bin] * S(0x1p36));
    vegas_accumulate(work->shares);
}

/* Where an integrand ends at an edge of its own, beyond it there are bins
 * without any sum. Merged with the last bin that has one, few events would
 * fall on what is in there, each with a huge weight. So a run of such bins
 * becomes one bin, with the edges that it had. Its first and its last, where
 * something may have been overlooked, stay bins of their own. */
FN int vegas_is_empty(LOCAL const scalar *seen, int bin)
{
    return bin < 0 || bin >= GRID_BINS || !(seen[bin] > 0);
}

/* 0: a bin with a sum; 1: one without, beside such a one; 2: others. */
FN void vegas_mark_voids(const vegas_work *work)
{
    LOCAL const scalar *seen = vegas_seen(work);
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        const int beside = !vegas_is_empty(seen, bin - 1) || !vegas_is_empty(seen, bin + 1);
        vegas_voids(work)[bin] = !vegas_is_empty(seen, bin) ? S(0.0) : beside ? S(1.0) : S(2.0);
    }
}

/* Bins without any sum are not void where what is beside them fades away, as the tail of a peak does. There
 * is no edge, and each of them would only take its share of the points. */
FN void vegas_forget_faded(const vegas_work *work, scalar total)
{
    const scalar faded = total / GRID_BINS / 64;
    LOCAL const scalar *seen = vegas_seen(work);
    LOCAL scalar *voids = vegas_voids(work);
    for (int bin = 0, end; bin < GRID_BINS; bin = end) {
        for (end = bin; end < GRID_BINS && voids[end] > 0; ++end) {
        }
        const int before = bin == 0 || seen[bin - 1] < faded, after = end == GRID_BINS || seen[end] < faded;
        for (; before && after && bin < end; ++bin)
            voids[bin] = 0;
        ++end;
    }
}

/* The end of the run of bins of the same kind; where none keeps to itself there is one run. */
FN int vegas_run_end(const vegas_work *work, int bin, int keeps)
{
    LOCAL const scalar *voids = vegas_voids(work);
    int end = bin + 1;
    while (keeps && end < GRID_BINS && voids[end] == voids[bin])
        ++end;
    return keeps ? end : GRID_BINS;
}

FN int vegas_is_void(const vegas_work *work, int bin, int keeps)
{
    return keeps && vegas_voids(work)[bin] > 0;
}

/* The importance of a run. */
FN int64 vegas_run_share(const vegas_work *work, int bin, int end)
{
    return work->shares[end] - work->shares[bin];
}

/* The old bin, from `bin` to `last`, in which so much of all importance is
 * reached. It is found step by step where one thread goes from edge to edge,
 * by halves where many do. */
FN int vegas_find(LOCAL const int64 *shares, int bin, int last, int64 before)
{
    if (REFINE_STEP == 1) {
        while (bin < last && shares[bin + 1] < before)
            ++bin;
        return bin;
    }
    while (bin < last) {
        const int middle = (bin + last) / 2, beyond = shares[middle + 1] < before;
        bin = beyond ? middle + 1 : bin;
        last = beyond ? last : middle;
    }
    return bin;
}

/* The edge in an old bin with so much before it. */
FN scalar vegas_edge(const vegas_work *work, GLOBAL const scalar *axis, int bin, int64 before)
{
    LOCAL const int64 *shares = work->shares;
    const scalar width = axis[VEGAS_WIDTH(bin)], right = axis[VEGAS_EDGE(bin)] + width;
    const int64 own = shares[bin + 1] - shares[bin], behind = shares[bin + 1] - before;
    const scalar back = own > 0 ? (scalar)behind / (scalar)own : 0;
    return (scalar)(int64)((right - back * width) / GRID_RESOLUTION) * GRID_RESOLUTION;
}

/* New bins from i on in place of the old bins [bin, end), each with a count-th of their importance. The first
 * begins where they did. */
FN void vegas_place_run(const vegas_work *work, GLOBAL const scalar *axis, int i, int count, int bin, int end)
{
    const int64 begin = work->shares[bin], share = vegas_run_share(work, bin, end), each = share / count;
    const int rest = (int)(share - each * count);
    for (int k = REFINE_FIRST; k < count; k += REFINE_STEP) {
        const int64 before = begin + k * each + (k < rest ? k : rest);
        if (k > 0)
            bin = vegas_find(work->shares, bin, end - 1, before);
        vegas_kept(work)[i + k] = k == 0;
        vegas_edges_of(work)[i + k] = k == 0 ? axis[VEGAS_EDGE(bin)] : vegas_edge(work, axis, bin, before);
    }
}

/* What is still to be shared out among the runs of bins that are not void. */
typedef struct vegas_rest {
    int runs, bins;
    int64 share;
} vegas_rest;

/* How many bins a run of this importance gets: its share, one at least, and what is left if it is the last.
 */
FN int vegas_run_bins(vegas_rest *rest, int64 share)
{
    int count = rest->bins;
    rest->runs -= 1;
    if (rest->runs > 0) {
        count = rest->share > 0 ? (int)((2 * share * rest->bins + rest->share) / (2 * rest->share)) : 1;
        count = count < 1 ? 1 : count > rest->bins - rest->runs ? rest->bins - rest->runs : count;
    }
    rest->bins -= count;
    rest->share -= share;
    return count;
}

/* All runs and their importance. */
FN vegas_rest vegas_count_runs(const vegas_work *work, int keeps)
{
    vegas_rest rest = {0, GRID_BINS, 0};
    for (int bin = 0, end; bin < GRID_BINS; bin = end) {
        end = vegas_run_end(work, bin, keeps);
        if (vegas_is_void(work, bin, keeps)) {
            rest.bins -= 1;
            continue;
        }
        rest.runs += 1;
        rest.share += vegas_run_share(work, bin, end);
    }
    return rest;
}

/* All runs, one after the other; each void one becomes one bin. */
FN void vegas_place_runs(const vegas_work *work, GLOBAL const scalar *axis, int keeps)
{
    vegas_rest rest = vegas_count_runs(work, keeps);
    for (int bin = 0, i = 0, end; bin < GRID_BINS; bin = end) {
        int count = 1;
        end = vegas_run_end(work, bin, keeps);
        if (!vegas_is_void(work, bin, keeps))
            count = vegas_run_bins(&rest, vegas_run_share(work, bin, end));
        vegas_place_run(work, axis, i, count, bin, end);
        i += count;
    }
}

/* Moves edges apart that have come closer than the resolution, by one thread. First go those that moved up
 * from the left, then all down from the right. edges[GRID_BINS] is 1. */
FN void vegas_part_edges(const vegas_work *work, LOCAL scalar *edges)
{
    for (int i = 1; i < GRID_BINS; ++i) {
        const scalar least = edges[i - 1] + GRID_RESOLUTION;
        if (!(vegas_kept(work)[i] > 0))
            edges[i] = edges[i] > least ? edges[i] : least;
    }
    for (int i = GRID_BINS - 1; i >= 0; --i) {
        const scalar most = edges[i + 1] - GRID_RESOLUTION;
        edges[i] = edges[i] < most ? edges[i] : most;
    }
}

/* Where new edges are to be. Without any sum they stay. (No barrier stands in a branch of some threads.) */
FN void vegas_place_all(const vegas_work *work, GLOBAL const scalar *axis)
{
    LOCAL scalar *moved = vegas_edges_of(work);
    const scalar total = vegas_weigh_bins(work);
    const int keeps = work->keeps != NO_VOIDS && *vegas_mark(work) > 0;
    if (keeps)
        vegas_mark_voids(work);
    REFINE_WAIT();
    if (REFINE_FIRST == 0 && keeps && work->keeps == VOIDS_AT_EDGES)
        vegas_forget_faded(work, total);
    vegas_share_out(work);
    if (total > 0)
        vegas_place_runs(work, axis, keeps);
    for (int i = REFINE_FIRST; i < GRID_BINS && !(total > 0); i += REFINE_STEP)
        moved[i] = axis[VEGAS_EDGE(i)];
    if (REFINE_FIRST == 0) {
        moved[GRID_BINS] = 1;
        *vegas_mark(work) = 0;
    }
    REFINE_WAIT();
}

/* One axis: its edges and widths. */
FN void vegas_learn(const vegas_work *work, GLOBAL scalar *axis)
{
    LOCAL scalar *moved = vegas_edges_of(work), *crossed = vegas_mark(work);
    vegas_place_all(work, axis);
    for (int i = REFINE_FIRST; i < GRID_BINS; i += REFINE_STEP)
        if (!(moved[i + 1] - moved[i] >= GRID_RESOLUTION))
            *crossed = 1; /* whoever else says so, too */
    REFINE_WAIT();
    if (REFINE_FIRST == 0 && *crossed > 0)
        vegas_part_edges(work, moved);
    REFINE_WAIT();
    for (int i = REFINE_FIRST; i < GRID_BINS; i += REFINE_STEP) {
        axis[VEGAS_EDGE(i)] = moved[i];
        axis[VEGAS_WIDTH(i)] = moved[i + 1] - moved[i];
    }
}

#endif
