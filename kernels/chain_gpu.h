/* The chain on a GPU, for CUDA and OpenCL: sample, map, cut, weigh, sum. A thread
 * takes one sub-cube with all its samples, a lane is a thread.
 *
 * Sums are integers (accumulate.h). A thread leaves its own in memory, in the
 * layout of the totals (totals_layout.h), and a second kernel adds them up; in
 * which order does not change the bits. Histograms and the sums that refine a
 * grid are the CPU's (chain_cpu.h). */
#ifndef TESSERA_CHAIN_GPU_H
#define TESSERA_CHAIN_GPU_H

#include "chain.h"
#include "chain_range.h"

#define FIELD(name) uint64 name;
typedef struct chain_range {
    CHAIN_RANGE(FIELD)
} chain_range;
#undef FIELD

/* An event at work, and what it reads and writes. */
typedef struct chain_thread {
    GLOBAL scalar *state; /* number i at state[i * stride] */
    uint32 stride;
    scalar scale;
    int64 sums[TOTAL_BINS];
} chain_thread;

/* Adds whole units to a pair of sums. */
FN void chain_add_pair(int64 *pair, real units)
{
    wide whole = wide_from(units);
    pair[0] += wide_high(whole);
    pair[1] += wide_low(whole);
}

/* Takes one weight into the thread's sums; returns v. */
FN real chain_count(chain_thread *thread, event_number event, real weight)
{
    int64 *sums = thread->sums;
    chain_value value = chain_scale(weight, m_all(), thread->scale);
    sums[TOTAL_ACCEPTED] += 1;
    if (r_any(value.lost)) {
        int64 number = (int64)((uint64)event.high << 32 | event.low);
        sums[TOTAL_NOT_FINITE] += 1;
        if (number < sums[TOTAL_FIRST_NOT_FINITE])
            sums[TOTAL_FIRST_NOT_FINITE] = number;
    }
    if (r_bits(value.size) > sums[TOTAL_MAXIMUM])
        sums[TOTAL_MAXIMUM] = r_bits(value.size);
    chain_add_pair(sums + TOTAL_WEIGHT, value.v * WEIGHT_UNITS);
    return value.v;
}

/* The digits of a sub-cube's number, the first axis lowest. */
FN void chain_digits(uint64 cube, uint64 per_axis, scalar digits[DIMENSIONS])
{
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        digits[axis] = (scalar)(cube % per_axis);
        cube /= per_axis;
    }
}

/* A sub-cube a thread. scratch: STATE scalars for each sub-cube of the range.
 * partials: [TOTAL_BINS][cubes]. record: no memory, or the weight of each event
 * from first_event, left as it is where an event is cut. */
KERNEL void chain_events(CONSTANT parameters *numbers, TABLES, GLOBAL const scalar *grid,
                         CONSTANT chain_range *range, scalar scale, GLOBAL scalar *scratch,
                         GLOBAL int64 *partials, GLOBAL scalar *record)
{
    uint64 number = gpu_thread(), cubes = range->cubes, samples = range->samples;
    if (number >= cubes)
        return;
    chain_thread thread = {scratch + number, (uint32)cubes, scale, {0}};
    thread.sums[TOTAL_FIRST_NOT_FINITE] = (int64)(~(uint64)0 >> 1);
    scalar digits[DIMENSIONS];
    uint64 cube = range->first_cube + number, first = cube * samples;
    chain_digits(cube, range->cubes_per_axis, digits);
    real mean = R(0.0), square = R(0.0);
    for (uint64 sample = 0; sample < samples; ++sample) {
        event_number event = chain_event(range->first_event + first + sample, w_set(0), range->seed);
        real x[DIMENSIONS], state[STATE], fill[FILL_SLOTS], jacobian, v = R(0.0);
        index bin[DIMENSIONS];
        chain_point(grid, event, digits, (scalar)range->cubes_per_axis, R(0.0), x, bin, &jacobian);
        if (r_any(integrand_sample(numbers, x, state))) {
            for (int i = 0; i < STATE; ++i)
                r_store(thread.state + i * thread.stride, state[i]);
            event_state stored = {thread.state, thread.stride};
            real weight = integrand_weight(numbers, table0, table1, table2, event, stored, fill) * jacobian;
            if (record)
                record[first + sample] = weight;
            v = chain_count(&thread, event, weight);
        }
        chain_deviate(v, r_set(1 / (scalar)(sample + 1)), &mean, &square);
    }
    real share = r_set(1 / (scalar)(samples - 1));
    chain_add_pair(thread.sums + TOTAL_VARIANCE, square * share * SQUARE_UNITS);
    for (int i = 0; i < TOTAL_BINS; ++i)
        partials[i * cubes + number] = thread.sums[i];
}

/* Adds what the threads left to the totals: a word of them a thread. */
KERNEL void chain_totals(GLOBAL const int64 *partials, uint64 cubes, GLOBAL int64 *totals)
{
    uint64 word = gpu_thread();
    if (word >= TOTAL_BINS)
        return;
    int64 total = totals[word];
    for (uint64 i = 0; i < cubes; ++i) {
        int64 sum = partials[word * cubes + i];
        if (word == TOTAL_FIRST_NOT_FINITE)
            total = sum < total ? sum : total;
        else if (word == TOTAL_MAXIMUM)
            total = sum > total ? sum : total;
        else
            total += sum;
    }
    totals[word] = total;
}

#endif
