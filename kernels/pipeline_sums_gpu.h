/* The kernels of a GPU that add up weights and their variances, group by group, and then the groups
 * (pipeline_gpu.h). */
#ifndef TESSERA_PIPELINE_SUMS_GPU_H
#define TESSERA_PIPELINE_SUMS_GPU_H

#include "pipeline.h"
#include "pipeline_range.h"
#include "pipeline_rows_gpu.h"

/* Sums at work: those of a thread, whole units of the two halves apart. */
typedef struct pipeline_sums {
    halves weight, variance;
    int64 lost, first_lost;
    real maximum, size;
} pipeline_sums;

#define PIPELINE_LATEST ((int64)(~(uint64)0 >> 1)) /* an event number behind all */

FN void pipeline_count(pipeline_sums *sums, event_number event, pipeline_value value)
{
    sums->maximum = r_max(sums->maximum, value.size);
    halves_add(&sums->weight, value.v * WEIGHT_UNITS);
    if (r_any(value.lost)) {
        int64 number = (int64)((uint64)event.high << 32 | event.low);
        sums->lost += 1;
        sums->first_lost = number < sums->first_lost ? number : sums->first_lost;
    }
}

/* What two values of a word of the totals make together. */
FN int64 pipeline_merge(int word, int64 a, int64 b)
{
    if (word == TOTAL_FIRST_NOT_FINITE)
        return a < b ? a : b;
    if (word == TOTAL_MAXIMUM || word == TOTAL_SIZE)
        return a > b ? a : b;
    return a + b;
}

/* Merges one word, of which each thread of the group has left its own in memory [TOTAL_BINS][GPU_GROUP]. One
 * thread does: it is done once for thousands of events, and a barrier is all it takes. */
FN int64 pipeline_merge_group(int word, LOCAL const int64 *memory)
{
    int64 merged = memory[word * GPU_GROUP];
    for (int i = 1; i < GPU_GROUP; ++i)
        merged = pipeline_merge(word, merged, memory[word * GPU_GROUP + i]);
    return merged;
}

/* The sums of a group go to its place in partials [word][group]. */
FN void pipeline_leave(const pipeline_sums *sums, LOCAL int64 *memory, GLOBAL int64 *partials)
{
    LOCAL int64 *mine = memory + gpu_place();
    for (int word = 0; word < TOTAL_BINS; ++word)
        mine[word * GPU_GROUP] = 0;
    mine[TOTAL_WEIGHT * GPU_GROUP] = sums->weight.high;
    mine[(TOTAL_WEIGHT + 1) * GPU_GROUP] = sums->weight.low;
    mine[TOTAL_VARIANCE * GPU_GROUP] = sums->variance.high;
    mine[(TOTAL_VARIANCE + 1) * GPU_GROUP] = sums->variance.low;
    mine[TOTAL_NOT_FINITE * GPU_GROUP] = sums->lost;
    mine[TOTAL_FIRST_NOT_FINITE * GPU_GROUP] = sums->first_lost;
    mine[TOTAL_MAXIMUM * GPU_GROUP] = r_bits(sums->maximum);
    mine[TOTAL_SIZE * GPU_GROUP] = r_bits(sums->size);
    gpu_barrier();
    for (int word = (int)gpu_place(); word < TOTAL_BINS; word += GPU_GROUP)
        partials[word * gpu_groups() + gpu_group()] = pipeline_merge_group(word, memory);
}

/* The largest size of the events of a thread, where they have several configurations; else 0. */
FN real pipeline_largest_size(const pipeline_range *range, GLOBAL const uint32 *survivors,
                              GLOBAL const uint32 *slots, GLOBAL const scalar *rows,
                              GLOBAL const scalar *weights)
{
    real largest = R(0.0);
#if CONFIGURATIONS > 1
    for (uint32 i = (uint32)gpu_thread(); i < survivors[SURVIVING]; i += (uint32)gpu_threads()) {
        const mask active = m_and(pipeline_passes(rows, range->capacity, i),
                                  r_abs(weights[slots[i]]) <= r_set(LARGEST_FINITE));
        real fill[FILL_SLOTS];
        pipeline_fetch_fill(rows, range->capacity, i, fill);
        const real size = pipeline_size(fill) * pipeline_jacobian(rows[ROW_JACOBIAN * range->capacity + i]);
        largest = r_max(largest, r_select(active, size, R(0.0)));
    }
#else
    (void)range;
    (void)survivors;
    (void)slots;
    (void)rows;
    (void)weights;
#endif
    return largest;
}

/* teaches: 1: the events taught the grid alone, and what showers has neither showered nor been observed. */
KERNEL void pipeline_sum(pipeline_range range, scalar scale, uint32 teaches, GLOBAL const uint32 *survivors,
                         GLOBAL const uint32 *slots, GLOBAL const scalar *rows, GLOBAL const scalar *weights,
                         GLOBAL int64 *partials)
{
    LOCAL_ARRAY(int64, memory, TOTAL_BINS * GPU_GROUP);
    uint32 samples = (uint32)range.samples;
    uint64 first = range.first_event + range.first_cube * samples;
    real share = r_set(1 / (scalar)(samples - 1));
    pipeline_sums sums = {{0, 0}, {0, 0}, 0, PIPELINE_LATEST, R(0.0), R(0.0)};
    if (!(EVOLVES && teaches))
        sums.size = pipeline_largest_size(&range, survivors, slots, rows, weights);
    for (uint64 cube = gpu_thread(); cube < range.cubes; cube += gpu_threads()) {
        real mean = R(0.0), square = R(0.0);
        for (uint32 i = 0; i < samples; ++i) {
            pipeline_value value = pipeline_scale(weights[cube * samples + i], m_all(), scale);
            pipeline_count(&sums, pipeline_event(first, (uint32)(cube * samples) + i, range.seed), value);
            pipeline_deviation(value.v, r_set(1 / (scalar)(i + 1)), &mean, &square);
        }
        halves_add(&sums.variance, square * share * SQUARE_UNITS);
    }
    pipeline_leave(&sums, memory, partials);
}

/* Which of the counts of a batch goes to a word of the totals; SURVIVOR_COUNTS: none does. */
FN int pipeline_count_of(int word)
{
    switch (word) {
    case TOTAL_ACCEPTED:
        return WEIGHS_ALL ? PASSING : SURVIVING;
    case TOTAL_REPEATED:
        return IN_DOUBT;
    case TOTAL_LIMITED:
        return LIMITED;
    case TOTAL_EXCEEDED:
        return EXCEEDED;
    case TOTAL_CAPPED:
        return CAPPED;
    case TOTAL_VETOED:
        return VETOED;
    case TOTAL_UNORDERED:
        return UNORDERED;
    case TOTAL_UNCLUSTERED:
        return UNCLUSTERED;
    case TOTAL_WEIGHTLESS:
        return WEIGHTLESS;
    default:
        return SURVIVOR_COUNTS;
    }
}

/* One group adds the partials of so many groups to the totals, and leaves no survivors for the next batch. */
KERNEL void pipeline_totals(GLOBAL const int64 *partials, uint32 groups, GLOBAL int64 *totals,
                            GLOBAL uint32 *survivors)
{
    LOCAL_ARRAY(int64, memory, TOTAL_BINS * GPU_GROUP);
    for (int word = 0; word < TOTAL_BINS; ++word) {
        int64 sum = word == TOTAL_FIRST_NOT_FINITE ? PIPELINE_LATEST : 0;
        for (uint32 i = gpu_place(); i < groups; i += GPU_GROUP)
            sum = pipeline_merge(word, sum, partials[word * groups + i]);
        memory[word * GPU_GROUP + gpu_place()] = sum;
    }
    gpu_barrier();
    for (int word = (int)gpu_place(); word < TOTAL_BINS; word += GPU_GROUP) {
        int64 sum = pipeline_merge_group(word, memory);
        const int count = pipeline_count_of(word);
        if (count < SURVIVOR_COUNTS) {
            sum = survivors[count];
            survivors[count] = 0;
        }
        if (word == TOTAL_ACCEPTED)
            survivors[SURVIVING] = survivors[PASSING] = survivors[SHOWERED] = survivors[SHOWERED_OTHERS] = 0;
        totals[word] = pipeline_merge(word, totals[word], sum);
    }
}

#if VARIATIONS > 0
/* What a group leaves of a variation, and where each word of it stands in the head (totals_layout.h). */
enum { VARIED_WORDS = 5 };
#define VARIED_PLACES                                                       \
    {                                                                       \
        BIN_WEIGHT, BIN_WEIGHT + 1, BIN_SQUARE, BIN_SQUARE + 1, BIN_ENTRIES \
    }

FN int64 pipeline_add_group(LOCAL const int64 *memory)
{
    int64 sum = 0;
    for (int i = 0; i < GPU_GROUP; ++i)
        sum += memory[i];
    return sum;
}

/* partials [word][group]. */
KERNEL void pipeline_sum_varied(pipeline_range range, scalar scale, uint32 variation,
                                GLOBAL const uint32 *columns, GLOBAL const scalar *rows,
                                GLOBAL const scalar *weights, GLOBAL int64 *partials)
{
    LOCAL_ARRAY(int64, memory, VARIED_WORDS * GPU_GROUP);
    GLOBAL const scalar *factors = rows + (ROW_VARY + variation) * range.capacity;
    const uint32 samples = (uint32)range.samples;
    const real share = r_set(1 / (scalar)(samples - 1));
    halves weight = {0, 0}, variance = {0, 0};
    int64 lost_events = 0;
    for (uint64 cube = gpu_thread(); cube < range.cubes; cube += gpu_threads()) {
        real mean = R(0.0), square = R(0.0);
        for (uint32 i = 0; i < samples; ++i) {
            const uint64 slot = cube * samples + i;
            real v = pipeline_scale(weights[slot], m_all(), scale).v;
            mask lost = m_none();
            if (v != R(0.0))
                v = pipeline_varied(v, factors[columns[slot]], &lost);
            lost_events += r_any(lost);
            halves_add(&weight, v * WEIGHT_UNITS);
            pipeline_deviation(v, r_set(1 / (scalar)(i + 1)), &mean, &square);
        }
        halves_add(&variance, square * share * SQUARE_UNITS);
    }
    LOCAL int64 *mine = memory + gpu_place();
    mine[0] = weight.high;
    mine[GPU_GROUP] = weight.low;
    mine[2 * GPU_GROUP] = variance.high;
    mine[3 * GPU_GROUP] = variance.low;
    mine[4 * GPU_GROUP] = lost_events;
    gpu_barrier();
    for (int word = (int)gpu_place(); word < VARIED_WORDS; word += GPU_GROUP)
        partials[word * gpu_groups() + gpu_group()] = pipeline_add_group(memory + word * GPU_GROUP);
}

/* One group adds the partials of so many groups to the head of a variation. */
KERNEL void pipeline_totals_varied(GLOBAL const int64 *partials, uint32 groups, uint32 variation, uint64 bins,
                                   GLOBAL int64 *totals)
{
    LOCAL_ARRAY(int64, memory, VARIED_WORDS * GPU_GROUP);
    const int places[VARIED_WORDS] = VARIED_PLACES;
    GLOBAL int64 *head = totals + TOTAL_BINS + BIN_WORDS * VARIED_HEAD((uint64)variation, bins);
    for (int word = 0; word < VARIED_WORDS; ++word) {
        int64 sum = 0;
        for (uint32 i = gpu_place(); i < groups; i += GPU_GROUP)
            sum += partials[word * groups + i];
        memory[word * GPU_GROUP + gpu_place()] = sum;
    }
    gpu_barrier();
    for (int word = (int)gpu_place(); word < VARIED_WORDS; word += GPU_GROUP)
        head[places[word]] += pipeline_add_group(memory + word * GPU_GROUP);
}
#endif

#endif
