/* Cubature on a GPU. A group of threads takes a run of units, its threads side by side over sub-cubes or over
 * the points of a unit. Sums of a group go to those of the sweep by integer atomics. */
#ifndef TESSERA_CUBATURE_GPU_H
#define TESSERA_CUBATURE_GPU_H

#include "cubature/sobol_points.h"
#include "cubature/strata_table.h"
#include "cubature/sums.h"
#include "digits_gpu.h"

#define FIELD(name) uint64 name;
typedef struct cubature_sweep {
    CUBATURE_SWEEP(FIELD)
} cubature_sweep;
#undef FIELD

/* Sums in the memory of a group, modulo 2^64: `count` lower words of 32 bits,
 * and behind them as many higher ones. So neighbours are in different banks of
 * the memory.
 *
 * What goes to the higher word, where the lower one was that before. */
FN uint32 group_high(int64 addend, uint32 low_before)
{
    const uint64 low = (uint64)low_before + (uint32)addend;
    return (uint32)((uint64)addend >> 32) + (uint32)(low >> 32);
}

FN void group_add(LOCAL uint32 *sums, int count, int sum, int64 addend)
{
    const uint32 high = group_high(addend, gpu_count_local(sums + sum, (uint32)addend));
    if (high)
        gpu_count_local(sums + count + sum, high);
}

FN int64 group_sum(LOCAL const uint32 *sums, int count, int sum)
{
    return (int64)((uint64)sums[count + sum] << 32 | sums[sum]);
}

FN void group_flush(LOCAL const uint32 *sums, int count, int sum, GLOBAL int64 *total)
{
    const int64 value = group_sum(sums, count, sum);
    if (value)
        gpu_add(total, value);
}

/* The grid's sums go there too, where they fit. */
#define TEACHING_SUMS (DIMENSIONS * GRID_BINS)
#define TEACHES_IN_GROUP (2 * TEACHING_SUMS <= 10000 && !GPU_ON_CPU)

/* The sums of a group: the counts, then those of the one set that it works on. Threads that stand side by
 * side add to different copies of them, for they would wait for each other. But there is only so much memory.
 */
#define GROUP_COUNTS (SUM_LADDER + 2 * (CUBATURE_RUNGS + 1))
#define GROUP_SUMS (GROUP_COUNTS + SUM_WORDS_OF_COMPONENT * COMPONENTS)
#define GROUP_COPIES (GROUP_SUMS <= 64 ? 8 : 1)

/* A group at work. */
typedef struct cubature_run {
    CONSTANT parameters *inputs;
    GLOBAL const scalar *data, *grid, *scales, *strata;
    GLOBAL const uint64 *directions;
    GLOBAL int64 *totals, *refinement, *spread;
    LOCAL uint32 *bins; /* of the grid, where they are in the group's memory */
    const random_keys *keys;
    cubature_sums *sums;
    int teaches, climb, smooth; /* what the kernel is for: constants for the compiler */
    real typical;               /* cubature_typical() */
} cubature_run;

/* What the lower words were comes back late: those of so many axes are asked before one is waited for. Then
 * the higher words of all of them are added to where one needs it, for to look at each takes longer. */
#define TEACH_TOGETHER 8

FN void cubature_teach_few(cubature_run *run, const index bin[DIMENSIONS], int first, int end, int64 units)
{
    uint32 high[TEACH_TOGETHER], some = 0;
    for (int axis = first; axis < end; ++axis)
        high[axis - first] = gpu_count_local(run->bins + GRID_BINS * axis + (int)bin[axis], (uint32)units);
    for (int axis = first; axis < end; ++axis)
        some |= high[axis - first] = group_high(units, high[axis - first]);
    for (int axis = first; axis < end && some; ++axis)
        gpu_count_local(run->bins + TEACHING_SUMS + GRID_BINS * axis + (int)bin[axis], high[axis - first]);
}

FN void cubature_teach_all(cubature_run *run, const index bin[DIMENSIONS], int64 units)
{
    const int rest = DIMENSIONS % TEACH_TOGETHER; /* apart, as in cubature_point() */
    for (int axis = 0; axis + TEACH_TOGETHER <= DIMENSIONS; axis += TEACH_TOGETHER)
        cubature_teach_few(run, bin, axis, axis + TEACH_TOGETHER, units);
    if (rest)
        cubature_teach_few(run, bin, DIMENSIONS - rest, DIMENSIONS, units);
}

FN void cubature_teach(cubature_run *run, const cubature_sweep *sweep, const cubature_value *value,
                       real importance)
{
    const int axes = sweep->one_grid ? 1 : DIMENSIONS;
    const int64 units = wide_from(importance * REFINE_UNITS);
    if (units == 0)
        return;
    if (!TEACHES_IN_GROUP)
        for (int axis = 0; axis < axes; ++axis)
            gpu_add(run->refinement + GRID_BINS * axis + (int)value->bin[axis], units);
    else if (sweep->one_grid)
        cubature_teach_few(run, value->bin, 0, 1, units);
    else
        cubature_teach_all(run, value->bin, units);
}

/* One evaluation of each thread. place: in the launch. Kernels that do not climb teach by the first rung:
 * told so, the compiler leaves out what takes powers. */
FN cubature_value cubature_evaluate(cubature_run *run, const cubature_sweep *sweep, const real y[DIMENSIONS],
                                    cubature_stratum stratum, mask active, uint32 place)
{
    const uint64 rung = run->climb > 1 ? sweep->rung : 1;
    if (run->climb > 1 && sweep->thin)
        active = m_and(active, cubature_is_thin(run->strata, y, sweep->thin));
    cubature_value value = cubature_weigh(run->inputs, run->data, run->grid, run->smooth, run->scales, y,
                                          stratum.share, active, rung, sweep->exponent, run->typical);
    real power = cubature_count(run->sums, &value, run->climb, rung, place);
    if (run->teaches && active)
        cubature_teach(run, sweep, &value, cubature_importance(power, value.even, rung) * stratum.factor);
    if (value.lost) {
        gpu_add(run->totals + SUM_MAXIMA + COMPONENTS + SUM_LOST, 1);
        if (value.infinite)
            gpu_add(run->totals + SUM_MAXIMA + COMPONENTS + SUM_INFINITE, 1);
        gpu_most_global((GLOBAL uint32 *)(run->totals + SUM_FIRST_LOST), ~place);
    }
    return value;
}

FN void cubature_add(LOCAL uint32 *copy, int word, const halves *sum)
{
    group_add(copy, GROUP_SUMS, word, sum->high);
    group_add(copy, GROUP_SUMS, word + 1, sum->low);
}

/* What this thread has summed goes to the sums of its group. */
FN void cubature_leave(const cubature_run *run, LOCAL uint32 *group_sums)
{
    const cubature_sums *sums = run->sums;
    LOCAL uint32 *copy = group_sums + 2 * GROUP_SUMS * (gpu_place() % GROUP_COPIES);
    group_add(copy, GROUP_SUMS, SUM_HITS, sums->hits);
    if (run->climb)
        gpu_most_global((GLOBAL uint32 *)(run->totals + SUM_HEAVIEST), sums->heaviest);
    for (int k = 0; run->climb && k <= run->climb; ++k)
        cubature_add(copy, SUM_LADDER + 2 * k, &sums->ladder[k]);
    for (int c = 0; c < COMPONENTS; ++c) {
        const int word = GROUP_COUNTS + SUM_WORDS_OF_COMPONENT * c;
        cubature_add(copy, word + SUM_VALUE, &sums->value[c]);
        cubature_add(copy, word + SUM_VARIANCE, &sums->variance[c]);
        cubature_add(copy, word + SUM_VARIANCE + 2, &sums->finer[c]);
        gpu_most_global((GLOBAL uint32 *)(run->totals + SUM_MAXIMA + c),
                        (uint32)cubature_leading(r_bits(sums->maximum[c])));
    }
}

/* And the sums of the group to those of the sweep. */
FN void cubature_flush(LOCAL const uint32 *group_sums, GLOBAL int64 *totals, uint64 set)
{
    GLOBAL int64 *counts = totals + SUM_MAXIMA + COMPONENTS;
    GLOBAL int64 *own = totals + SUM_SETS(COMPONENTS) + SUM_WORDS_OF_COMPONENT * COMPONENTS * set;
    for (uint32 word = gpu_place(); word < GROUP_SUMS; word += GPU_GROUP) {
        int64 sum = 0;
        for (int copy = 0; copy < GROUP_COPIES; ++copy)
            sum += group_sum(group_sums + 2 * GROUP_SUMS * copy, GROUP_SUMS, (int)word);
        if (sum)
            gpu_add(word < GROUP_COUNTS ? counts + word : own + (word - GROUP_COUNTS), sum);
    }
}

/* The part of a range that is this one of so many. */
FN uint64 cubature_share(uint64 first, uint64 count, uint64 part, uint64 parts)
{
    const uint64 share = count / parts, rest = count % parts;
    return first + part * share + (part < rest ? part : rest);
}

/* Sub-cubes of a group go through its threads in runs of so many, so that few divisions are needed. */
#define CUBES_OF_RUN (8 * GPU_GROUP)

FN void cubature_cubes(cubature_run *run, const cubature_sweep *sweep, LOCAL scalar *group_digits,
                       uint64 first, uint64 count)
{
    const uint32 samples = (uint32)sweep->samples;
    const scalar share = cubature_share_of((scalar)samples);
    const cubature_layout layout = cubature_layout_of(sweep->per_axis);
    const uint64 end = cubature_share(first, count, gpu_group() + 1, gpu_groups());
    for (uint64 begin = cubature_share(first, count, gpu_group(), gpu_groups()); begin < end;
         begin += CUBES_OF_RUN) {
        gpu_barrier();
        pipeline_group_digits(sweep->parts ? 0 : begin, sweep->per_axis, DIMENSIONS, group_digits);
        gpu_barrier();
        const uint32 cubes = (uint32)(end - begin < CUBES_OF_RUN ? end - begin : CUBES_OF_RUN);
        const uint32 before = (uint32)(begin - sweep->first_unit) * samples;
        const index before_part = sweep->parts ? (index)(begin % sweep->parts) : 0;
        for (uint32 slot = gpu_place(); slot < cubes; slot += GPU_GROUP) {
            cubature_stratum stratum = sweep->parts
                                           ? cubature_stratum_of(run->strata, sweep->parts, sweep->cubes,
                                                                 sweep->most, before_part + (index)slot)
                                           : cubature_even((real)slot);
            real mean[COMPONENTS], square[COMPONENTS], corner[DIMENSIONS], y[RANDOM_ROOM];
            for (int c = 0; c < COMPONENTS; ++c)
                mean[c] = square[c] = R(0.0);
            cubature_corner(layout, group_digits, stratum.cube, corner);
            event_number event = pipeline_event(sweep->first_event + begin * samples, slot * samples,
                                                sweep->seed);
            for (uint32 sample = 0; sample < samples; ++sample, event = pipeline_next(event)) {
                cubature_random(layout, event, run->keys, corner, y);
                cubature_value value = cubature_evaluate(run, sweep, y, stratum, m_all(),
                                                         before + slot * samples + sample);
                for (int c = 0; c < COMPONENTS; ++c)
                    pipeline_deviation(value.v[c], r_set(pipeline_share(sample)), &mean[c], &square[c]);
            }
            for (int c = 0; c < COMPONENTS; ++c)
                cubature_add_cube(run->sums, c, mean[c], square[c], share);
            if (sweep->learn)
                gpu_add(run->spread + (int)stratum.cube,
                        cubature_spread(cubature_all(square, run->scales + COMPONENTS)));
        }
    }
}

/* One block of points of a randomisation, in the order of Gray's code. */
FN void cubature_points(cubature_run *run, const cubature_sweep *sweep, uint64 set, uint64 unit)
{
    const uint64 block = sweep->first_block + unit % sweep->blocks;
    const uint32 points = (uint32)1 << sweep->block_bits;
    const uint32 before = (uint32)((unit - sweep->first_unit) << sweep->block_bits);
    GLOBAL const uint64 *directions = run->directions + SOBOL_NUMBERS * DIMENSIONS * set;
    sobol_digits digits[DIMENSIONS];
    if (gpu_place() >= points)
        return;
    sobol_start(digits, DIMENSIONS, directions, block << sweep->block_bits, gpu_place());
    for (uint32 begin = 0, step = 0; begin < points; begin += GPU_GROUP, ++step) {
        real y[DIMENSIONS];
        cubature_coordinates(digits, y);
        const uint32 place = before + (step ^ step >> 1) * GPU_GROUP + gpu_place();
        cubature_value value = cubature_evaluate(run, sweep, y, cubature_even(R(0.0)), m_all(), place);
        cubature_add_point(run->sums, &value);
        const int bit = SOBOL_LANE_BITS + sobol_bit(step);
        sobol_add(digits, DIMENSIONS, directions, bit, SOBOL_CHOSEN);
    }
}

/* The set of this group, of those that units [first, first + count) belong to. */
FN uint64 cubature_group_set(const cubature_sweep *sweep, uint64 first, uint64 count)
{
    const uint64 first_set = first / sweep->blocks, last_set = (first + count - 1) / sweep->blocks;
    return first_set + gpu_group() % (last_set - first_set + 1);
}

/* The units of this group: a part of those of its set. */
FN void cubature_set(cubature_run *run, const cubature_sweep *sweep, uint64 set, uint64 first, uint64 count)
{
    const uint64 sets = (first + count - 1) / sweep->blocks - first / sweep->blocks + 1;
    const uint64 part = gpu_group() / sets, parts = gpu_groups() / sets; /* a whole number */
    const uint64 begin = set * sweep->blocks > first ? set * sweep->blocks : first;
    const uint64 stop = (set + 1) * sweep->blocks < first + count ? (set + 1) * sweep->blocks : first + count;
    const uint64 end = cubature_share(begin, stop - begin, part + 1, parts);
    for (uint64 unit = cubature_share(begin, stop - begin, part, parts); unit < end; ++unit)
        cubature_points(run, sweep, set, unit);
}

/* Room for so many threads on a multiprocessor: fewer registers each, but while one waits another works. A
 * climb has sums of many rungs; points of Sobol's take less. */
#define CUBATURE_KERNEL KERNEL_FOR(PRECISION_DOUBLE ? 512 : 768)
#define CLIMBING_KERNEL KERNEL_FOR(PRECISION_DOUBLE ? 512 : 640)
#define SOBOL_KERNEL KERNEL_FOR(PRECISION_DOUBLE ? 640 : 896)

#define CUBATURE_ARGUMENTS                                                                         \
    CONSTANT parameters *inputs, GLOBAL const scalar *data, GLOBAL const scalar *grid,             \
        GLOBAL const scalar *scales, GLOBAL const scalar *strata, GLOBAL const uint64 *directions, \
        cubature_sweep sweep, random_keys keys, uint64 first, uint64 count, GLOBAL int64 *totals,  \
        GLOBAL int64 *refinement, GLOBAL int64 *spread

/* What every kernel begins with: memory of the group, emptied, and the run. */
#define CUBATURE_BEGIN(teaches, climb, smooth, bin_words)                                   \
    LOCAL_ARRAY(uint32, group_sums, 2 * GROUP_SUMS * GROUP_COPIES);                         \
    LOCAL_ARRAY(uint32, bins, bin_words);                                                   \
    cubature_sums sums;                                                                     \
    cubature_run run = {inputs,  data,       grid,   scales,                                \
                        strata,  directions, totals, refinement,                            \
                        spread,  bins,       &keys,  &sums,                                 \
                        teaches, climb,      smooth, teaches ? cubature_typical(grid) : 1}; \
    for (uint32 i = gpu_place(); i < 2 * GROUP_SUMS * GROUP_COPIES; i += GPU_GROUP)         \
        group_sums[i] = 0;                                                                  \
    for (uint32 i = gpu_place(); i < (bin_words); i += GPU_GROUP)                           \
        bins[i] = 0;                                                                        \
    cubature_clear(&sums);                                                                  \
    gpu_barrier();

/* And ends with. */
#define CUBATURE_END(set)             \
    cubature_leave(&run, group_sums); \
    gpu_barrier();                    \
    cubature_flush(group_sums, totals, set);

/* Sub-cubes or Sobol' points that teach the grid. */
#define CUBATURE_TEACH(climb, smooth, points)                                                 \
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);                                                  \
    CUBATURE_BEGIN(1, climb, smooth, TEACHES_IN_GROUP ? 2 * TEACHING_SUMS : 1)                \
    if (points)                                                                               \
        cubature_set(&run, &sweep, 0, first, count);                                          \
    else                                                                                      \
        cubature_cubes(&run, &sweep, digits, first, count);                                   \
    CUBATURE_END(0)                                                                           \
    for (uint32 bin = gpu_place(); TEACHES_IN_GROUP && bin < TEACHING_SUMS; bin += GPU_GROUP) \
        group_flush(bins, TEACHING_SUMS, (int)bin, refinement + bin);

/* Random points with the grid frozen. */
#define CUBATURE_RANDOM(smooth)                         \
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);            \
    CUBATURE_BEGIN(0, 0, smooth, 1)                     \
    cubature_cubes(&run, &sweep, digits, first, count); \
    CUBATURE_END(0)

CUBATURE_KERNEL void cubature_run_random(CUBATURE_ARGUMENTS){CUBATURE_RANDOM(1)}

CUBATURE_KERNEL void cubature_run_teaching(CUBATURE_ARGUMENTS){CUBATURE_TEACH(1, 1, 0)}

CUBATURE_KERNEL void cubature_run_teaching_points(CUBATURE_ARGUMENTS){CUBATURE_TEACH(1, 1, 1)}

/* By points, wherever they are known. */
CLIMBING_KERNEL void cubature_run_climbing(CUBATURE_ARGUMENTS){
    CUBATURE_TEACH(CUBATURE_RUNGS, 1, DIMENSIONS <= SOBOL_AXES)}

CUBATURE_KERNEL void cubature_run_linear_random(CUBATURE_ARGUMENTS){CUBATURE_RANDOM(0)}

CUBATURE_KERNEL void cubature_run_linear_teaching(CUBATURE_ARGUMENTS){CUBATURE_TEACH(1, 0, 0)}

SOBOL_KERNEL void cubature_run_sobol(CUBATURE_ARGUMENTS)
{
    CUBATURE_BEGIN(0, 0, 1, 1)
    const uint64 set = cubature_group_set(&sweep, first, count);
    cubature_set(&run, &sweep, set, first, count);
    CUBATURE_END(set)
}

/* The coordinates of that point of a block. */
FN void cubature_point_again(const cubature_sweep *sweep, GLOBAL const uint64 *directions, uint64 unit,
                             uint32 number, real y[DIMENSIONS])
{
    const uint64 set = unit / sweep->blocks, block = sweep->first_block + unit % sweep->blocks;
    const uint32 place = number % GPU_GROUP;
    sobol_digits digits[DIMENSIONS];
    sobol_start(digits, DIMENSIONS, directions + SOBOL_NUMBERS * DIMENSIONS * set,
                (block << sweep->block_bits) + (number - place), place);
    cubature_coordinates(digits, y);
}

/* Coordinates of an evaluation of a sub-cube, whose number has these digits. Returns its factor of the
 * weight. */
FN real cubature_sample_again(const cubature_sweep *sweep, const random_keys *keys,
                              GLOBAL const scalar *strata, LOCAL const scalar *digits, uint64 unit,
                              uint32 sample, real y[RANDOM_ROOM])
{
    const cubature_layout layout = cubature_layout_of(sweep->per_axis);
    const cubature_stratum stratum = sweep->parts
                                         ? cubature_stratum_of(strata, sweep->parts, sweep->cubes,
                                                               sweep->most, (index)(unit % sweep->parts))
                                         : cubature_even(R(0.0));
    real corner[DIMENSIONS];
    cubature_corner(layout, digits, stratum.cube, corner);
    cubature_random(layout,
                    pipeline_event(sweep->first_event + unit * sweep->samples, w_set(sample), sweep->seed),
                    keys, corner, y);
    return stratum.share;
}

/* One evaluation of unit `first`, made again to be shown. A kernel of its own: others, which would have to
 * keep coordinates in case that they are asked for, would lack the registers. */
KERNEL void cubature_show(CONSTANT parameters *inputs, GLOBAL const scalar *data, GLOBAL const scalar *grid,
                          GLOBAL const scalar *strata, GLOBAL const uint64 *directions, cubature_sweep sweep,
                          random_keys keys, uint64 first, GLOBAL scalar *shown)
{
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);
    real y[RANDOM_ROOM], seen[SHOWN_LENGTH(DIMENSIONS, COMPONENTS)], share = R(1.0);
    const uint64 place = sweep.show - 1, before = first - sweep.first_unit;
    pipeline_group_digits(sweep.parts ? 0 : first, sweep.per_axis, DIMENSIONS, digits);
    gpu_barrier();
    if (gpu_place())
        return;
    if (sweep.sobol)
        cubature_point_again(&sweep, directions, first, (uint32)(place - (before << sweep.block_bits)), y);
    else
        share = cubature_sample_again(&sweep, &keys, strata, digits, first,
                                      (uint32)(place - before * sweep.samples), y);
    cubature_see(inputs, data, grid, (int)sweep.smooth, y, share, seen);
    for (int i = 0; i < SHOWN_LENGTH(DIMENSIONS, COMPONENTS); ++i)
        shown[i] = seen[i];
}

/* Several are asked for before one is waited for. */
FN void cubature_copy(GLOBAL scalar *to, GLOBAL const scalar *from, int count)
{
    enum { TOGETHER = 4 };
    for (int i = (int)gpu_place(); i < count; i += TOGETHER * GPU_GROUP) {
        scalar values[TOGETHER];
        for (int k = 0; k < TOGETHER; ++k)
            values[k] = from[i + k * GPU_GROUP < count ? i + k * GPU_GROUP : i];
        for (int k = 0; k < TOGETHER; ++k)
            if (i + k * GPU_GROUP < count)
                to[i + k * GPU_GROUP] = values[k];
    }
}

FN void cubature_empty(GLOBAL int64 *sums, uint64 count)
{
    for (uint64 i = gpu_place(); i < count; i += GPU_GROUP)
        sums[i] = 0;
}

/* The axis of this group goes to the best grid. */
FN void cubature_keep(GLOBAL scalar *best, GLOBAL const scalar *grid, int axis)
{
    cubature_copy(best + CUBATURE_AXIS(axis), grid + CUBATURE_AXIS(axis), 2 * GRID_BINS);
    cubature_copy(best + CUBATURE_PIECES(axis), grid + CUBATURE_PIECES(axis), 4 * GRID_BINS);
    cubature_copy(best + CUBATURE_MEAN(axis), grid + CUBATURE_MEAN(axis), 1);
}

/* A group for each axis. */
KERNEL void cubature_refine(GLOBAL scalar *grid, GLOBAL scalar *best, GLOBAL int64 *refinement,
                            GLOBAL int64 *totals, uint64 totals_length, scalar damping, uint64 width,
                            uint64 one_grid, uint64 smooth, uint64 keep)
{
    LOCAL_ARRAY(scalar, memory, REFINE_MEMORY);
    LOCAL_ARRAY(int64, shares, REFINE_SHARES);
    const int axis = (int)gpu_group();
    GLOBAL int64 *sums = refinement + (one_grid ? 0 : GRID_BINS * axis);
    vegas_work work = {sums, (int)width, smooth ? VOIDS_AT_EDGES : VOIDS, damping, memory, shares, 0};
    if (keep)
        cubature_keep(best, grid, axis);
    gpu_barrier(); /* what is kept is read before it changes */
    smooth_learn(&work, grid + CUBATURE_AXIS(axis), grid + CUBATURE_PIECES(axis), grid + CUBATURE_MEAN(axis));
    if (!one_grid)
        cubature_empty(sums, GRID_BINS);
    if (axis == 0)
        cubature_empty(totals, totals_length);
}

#endif
