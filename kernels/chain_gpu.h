/* The chain on a GPU, for CUDA and OpenCL, a lane being a thread. A batch of sub-cubes goes through kernels,
 * one after the other, and only sums come back:
 *
 *   chain_sample    an event a thread: random numbers, map, phase space, cuts; survivors are packed together
 *   chain_vary      where there are variations, a survivor a thread: what its weight is multiplied with
 *   chain_weigh     a survivor a thread: densities, amplitude; its weight, and what is to be histogrammed
 *   chain_repeat    in mixed precision, an event in doubt a thread: its weight again (repeat_gpu.h)
 *   chain_begin     where events shower, a survivor a thread: it becomes a list of partons
 *   chain_shower    threads take events to shower until none is left
 *   chain_observe   a survivor a thread: what is to be histogrammed of it
 *   chain_fill      a survivor a thread: its entries into the histograms
 *   chain_gather    an event a thread: v^2 into the bins of the grid it fell into
 *   chain_sum       a sub-cube a thread: the sums of its weights and their variance
 *   chain_totals    the sums of all groups into the totals
 *   chain_fill_varied, chain_sum_varied, chain_totals_varied
 *                   the same for the weights of one variation
 *
 *   chain_refine    an axis a thread: the grid's refinement, between iterations
 *
 * Sums are integers (accumulate.h). Threads add up theirs in their group's memory, groups leave theirs in
 * `partials`, and one group adds those. The order is fixed. Bins of histograms and of the grid, which no
 * thread owns, take integer atomics. Whichever order survivors are packed in and atomics come in, the bits
 * are the same. */
#ifndef TESSERA_CHAIN_GPU_H
#define TESSERA_CHAIN_GPU_H

#include "chain.h"
#include "chain_range.h"
#include "digits_gpu.h"
#include "vegas_refine.h"

/* Rows of the scratch memory, each range.capacity scalars; column i is survivor i. The entries of histograms
 * take the place of the state, which has been read by then. */
enum {
    ROW_JACOBIAN = 0,
    ROW_STATE = 1,
    ROW_PASSES = ROW_STATE + (STATE > FILL_SLOTS ? STATE : FILL_SLOTS), /* 1 or 0, where WEIGHS_ALL */
    ROW_VARY = ROW_PASSES + WEIGHS_ALL,                                 /* VARIATIONS rows */
    ROWS = ROW_VARY + VARIATIONS
};

/* Whether survivor i passes the cuts: it may be weighed without (integrand.h). */
FN mask chain_passes(GLOBAL const scalar *rows, uint64 capacity, uint32 i)
{
    return WEIGHS_ALL ? rows[ROW_PASSES * capacity + i] > R(0.0) : m_all();
}

KERNEL void chain_facts(GLOBAL uint64 *facts)
{
    if (gpu_thread() == 0) {
        facts[0] = ROWS;
        facts[1] = FILLS;
        facts[2] = STATE;
        facts[3] = DIMENSIONS;
#if EVOLVES
        facts[4] = EVENT_ROWS;
#else
        facts[4] = 0;
#endif
        facts[5] = VARIATIONS;
    }
}

/* The point of the event at `slot` of the batch, whose group begins with sub-cube `group_cube` of the batch.
 */
FN void chain_slot_point(const chain_range *range, GLOBAL const scalar *grid,
                         LOCAL const scalar *group_digits, uint32 slot, uint64 group_cube, real x[DIMENSIONS],
                         index bin[DIMENSIONS], real *jacobian)
{
    scalar digits[DIMENSIONS];
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        digits[axis] = group_digits[axis];
    event_number event = chain_event(range->first_event + range->first_cube * range->samples, slot,
                                     range->seed);
    real offset = (real)(slot / (uint32)range->samples - (uint32)group_cube);
    chain_point(grid, event, digits, (scalar)range->cubes_per_axis, offset, x, bin, jacobian);
}

/* Threads on a multiprocessor that registers leave room for. */
#define SAMPLE_THREADS 768

/* There is a thread for each event, but where the host wants fewer at work: then they go round. */
#ifndef SAMPLES_IN_ROUNDS
#define SAMPLES_IN_ROUNDS 0
#endif

/* weights: of each event of the batch, here 0. survivors: how many there are by now, how many of them are in
 * doubt and, where all events are weighed, how many pass. slots: their places in the batch. */
KERNEL_FOR(SAMPLE_THREADS)
void chain_sample(CONSTANT parameters *numbers, GLOBAL const scalar *grid, chain_range range,
                  GLOBAL uint32 *survivors, GLOBAL uint32 *slots, GLOBAL scalar *rows, GLOBAL scalar *weights)
{
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);
    LOCAL_ARRAY(uint32, packed, 3); /* survivors of the group, where they begin among all, how many pass */
    uint32 events = (uint32)(range.cubes * range.samples);
    for (uint32 begin = gpu_group() * GPU_GROUP; begin < events; begin += (uint32)gpu_threads()) {
        uint32 slot = begin + gpu_place();
        uint64 group_cube = begin / range.samples;
        chain_group_digits(range.first_cube + group_cube, range.cubes_per_axis, DIMENSIONS, digits);
        if (gpu_place() == 0)
            packed[0] = packed[2] = 0;
        gpu_barrier();
        real x[DIMENSIONS], state[STATE], jacobian;
        index bin[DIMENSIONS];
        chain_slot_point(&range, grid, digits, slot, group_cube, x, bin, &jacobian);
        int passes = slot < events && r_any(integrand_sample(numbers, x, state));
        int survives = WEIGHS_ALL ? slot < events : passes;
        uint32 place = survives ? gpu_count_local(packed, 1) : 0;
        if (WEIGHS_ALL && passes)
            gpu_count_local(packed + 2, 1);
        gpu_barrier();
        if (gpu_place() == 0)
            packed[1] = gpu_count_global(survivors, packed[0]);
        if (WEIGHS_ALL && gpu_place() == 0)
            gpu_count_global(survivors + PASSING, packed[2]);
        gpu_barrier();
        if (slot < events)
            weights[slot] = R(0.0);
        if (survives) {
            place += packed[1];
            slots[place] = slot;
            rows[ROW_JACOBIAN * range.capacity + place] = jacobian;
            for (int i = 0; i < STATE; ++i)
                rows[(ROW_STATE + i) * range.capacity + place] = state[i];
            if (WEIGHS_ALL)
                rows[ROW_PASSES * range.capacity + place] = passes ? R(1.0) : R(0.0);
        }
        if (!SAMPLES_IN_ROUNDS)
            break; /* so that the compiler sees no loop */
    }
}

#if VARIATIONS > 0
/* Before states make room for the entries of histograms. columns: where the event at a slot stands among the
 * survivors; without meaning for events that are cut. */
KERNEL void chain_vary(CONSTANT parameters *numbers, GLOBAL const scalar *tables, chain_range range,
                       GLOBAL const uint32 *survivors, GLOBAL const uint32 *slots, GLOBAL uint32 *columns,
                       GLOBAL scalar *rows)
{
    const uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity;
    const uint64 first = range.first_event + range.first_cube * range.samples;
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        real factor[VARIATIONS];
        integrand_vary(numbers, tables, chain_event(first, slots[i], range.seed), state, factor);
        columns[slots[i]] = i;
        for (int k = 0; k < VARIATIONS; ++k)
            rows[(uint64)(ROW_VARY + k) * capacity + i] = factor[k];
    }
}
#endif

/* Events that a group weighs at the same time. */
#define GROUP_EVENTS (GPU_GROUP / TEAM)

/* The part of a thread in its team; `own` is the team's event among those of the group. Of 32 threads those
 * with the same rank are neighbours, so that they read neighbouring memory. */
FN event_team chain_team(LOCAL scalar *memory, uint32 *own)
{
    const uint32 events = 32 / TEAM;
    uint32 row = gpu_place() / 32, lane = gpu_place() % 32;
    event_team team = {memory + row * (TEAM_SCALARS * events) + lane % events, (int)(lane / events)};
    *own = TEAM > 1 ? row * events + lane % events : gpu_place();
    return team;
}

/* Threads on a multiprocessor that registers leave room for: an integrand may know better. */
#ifndef WEIGH_THREADS
#define WEIGH_THREADS 256
#endif

/* record: no memory, or the weight of each event from range.first_event, left as it is where an event is cut.
 * doubtful: in mixed precision, the columns of the events in doubt.
 * All threads of a group go through the loop together; those behind the last survivor weigh it too and drop
 * it. */
KERNEL_FOR(WEIGH_THREADS)
void chain_weigh(CONSTANT parameters *numbers, GLOBAL const scalar *tables, chain_range range,
                 GLOBAL uint32 *survivors, GLOBAL const uint32 *slots, GLOBAL uint32 *doubtful,
                 GLOBAL scalar *rows, GLOBAL scalar *weights, GLOBAL scalar *record)
{
    LOCAL_ARRAY(scalar, shared, TEAM > 1 ? TEAM_SCALARS * GROUP_EVENTS : 1);
    uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity, own;
    event_team team = chain_team(shared, &own);
    uint64 first = range.first_cube * range.samples;
    for (uint32 begin = gpu_group() * GROUP_EVENTS; begin < count; begin += gpu_groups() * GROUP_EVENTS) {
        uint32 i = begin + own < count ? begin + own : count - 1, slot = slots[i];
        event_number event = chain_event(range.first_event + first, slot, range.seed);
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        real fill[FILL_SLOTS];
        mask in_doubt;
        real weight = integrand_weight(numbers, tables, event, state, team, fill, &in_doubt) *
                      rows[ROW_JACOBIAN * capacity + i];
        if (begin + own >= count || team.rank > 0)
            continue;
        mask passes = chain_passes(rows, capacity, i);
        if (PRECISION_MIXED && r_any(m_and(in_doubt, passes)))
            doubtful[gpu_count_global(survivors + IN_DOUBT, 1)] = i;
        weights[slot] = r_select(passes, weight, R(0.0));
        if (record && passes)
            record[first + slot] = weight;
        for (int k = 0; k < (EVOLVES ? 0 : FILLS); ++k)
            rows[(uint64)(ROW_STATE + k) * capacity + i] = fill[k];
    }
}

#if EVOLVES
FN event_list chain_events(const chain_range *range, GLOBAL scalar *partons, GLOBAL const uint32 *slots)
{
    event_list events = {partons, (uint32)range->capacity,
                         range->first_event + range->first_cube * range->samples, range->seed, slots};
    return events;
}

KERNEL void chain_begin(CONSTANT parameters *numbers, chain_range range, GLOBAL const uint32 *survivors,
                        GLOBAL const uint32 *slots, GLOBAL const scalar *rows, GLOBAL scalar *partons)
{
    event_list events = chain_events(&range, partons, slots);
    uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity;
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        integrand_begin(numbers, state, events, i);
    }
}

KERNEL void chain_shower(CONSTANT parameters *numbers, chain_range range, GLOBAL uint32 *survivors,
                         GLOBAL const uint32 *slots, GLOBAL scalar *partons)
{
    shower_run(numbers, chain_events(&range, partons, slots), survivors + SHOWERED, survivors[SURVIVING]);
}

KERNEL void chain_observe(CONSTANT parameters *numbers, chain_range range, GLOBAL uint32 *survivors,
                          GLOBAL const uint32 *slots, GLOBAL scalar *rows, GLOBAL scalar *partons)
{
    event_list events = chain_events(&range, partons, slots);
    uint32 count = survivors[SURVIVING];
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        real fill[FILL_SLOTS];
        integrand_observe(numbers, events, i, fill);
        for (int k = 0; k < FILLS; ++k)
            rows[(uint64)(ROW_STATE + k) * range.capacity + i] = fill[k];
        if (event_fetch(events, EVENT_LIMITED, i) > R(0.0) && chain_passes(rows, range.capacity, i))
            gpu_count_global(survivors + LIMITED, 1);
    }
}
#endif

#if FILLS > 0
/* Bins in the memory of a group: thousands of threads that add to the same few words of common memory would
 * wait for each other. What does not fit there at once is filled part by part. A number of units is three
 * words of 32 bits there, a bin BIN_LIMBS. These are for each of its sums the units and the finer ones, then
 * the entries. */
#define LIMBS 3
#define BIN_LIMBS (8 * LIMBS + 1)
#define PART_BINS_MOST 400
#ifndef HISTOGRAM_BINS /* of all histograms, at most */
#define HISTOGRAM_BINS 1
#endif
#define BINS_IN_GROUP (!GPU_ON_CPU)
#define PART_BINS (BINS_IN_GROUP && HISTOGRAM_BINS > PART_BINS_MOST ? PART_BINS_MOST : HISTOGRAM_BINS)

/* Adds units to a sum of a group's memory. Who makes a word go round carries. */
FN void limbs_add(LOCAL uint32 *limbs, int64 units)
{
    uint64 size = units < 0 ? (uint64)(-units) : (uint64)units;
    uint32 low = (uint32)size, high = (uint32)(size >> 32), before, sign = units < 0 ? ~0u : 1;
    if (low) {
        before = gpu_count_local(limbs, low * sign);
        high += units < 0 ? before < low : before + low < low;
    }
    if (high) {
        before = gpu_count_local(limbs + 1, high * sign);
        if (units < 0 ? before < high : before + high < high)
            gpu_count_local(limbs + 2, sign);
    }
}

/* A group's sum goes to a pair of the totals. */
FN void limbs_flush(LOCAL const uint32 *limbs, GLOBAL int64 *pair)
{
    int64 high = ((int64)(int)limbs[2] << 32) + limbs[1];
    if (high)
        gpu_add(pair, high);
    if (limbs[0])
        gpu_add(pair + 1, limbs[0]);
}

/* Adds a number of units to two pairs of a bin; most have nothing below the first unit. */
FN void chain_add_two(LOCAL uint32 *limbs, GLOBAL int64 *pairs, real units)
{
    two_scales parts = two_scales_from(units);
#if BINS_IN_GROUP
    (void)pairs;
    limbs_add(limbs, parts.units);
    if (parts.finer)
        limbs_add(limbs + LIMBS, parts.finer);
#else
    (void)limbs;
    gpu_add(pairs, wide_high(parts.units));
    gpu_add(pairs + 1, wide_low(parts.units));
    if (parts.finer) {
        gpu_add(pairs + 2, wide_high(parts.finer));
        gpu_add(pairs + 3, wide_low(parts.finer));
    }
#endif
}

/* One entry into its bin, the limbs of which are the group's. */
FN void chain_add_entry(LOCAL uint32 *limbs, GLOBAL int64 *sums, const chain_entry *entry)
{
    chain_add_two(limbs, sums + BIN_WEIGHT, entry->weight);
    chain_add_two(limbs + 2 * LIMBS, sums + BIN_SQUARE, entry->square);
    chain_add_two(limbs + 4 * LIMBS, sums + BIN_FIRST, entry->first);
    chain_add_two(limbs + 6 * LIMBS, sums + BIN_SECOND, entry->second);
#if BINS_IN_GROUP
    gpu_count_local(limbs + 8 * LIMBS, 1);
#else
    gpu_add(sums + BIN_ENTRIES, 1);
#endif
}

FN void chain_flush_bin(LOCAL const uint32 *limbs, GLOBAL int64 *sums)
{
    for (int pair = 0; pair < 8; ++pair)
        limbs_flush(limbs + LIMBS * pair, sums + 2 * pair);
    gpu_add(sums + BIN_ENTRIES, limbs[8 * LIMBS]);
}

/* The entries of survivor i, of scaled weight v, into the bins [first, first + PART_BINS) of all. */
FN void chain_fill_event(GLOBAL const binning *binnings, GLOBAL const scalar *rows, uint64 capacity, uint32 i,
                         real v, int first, LOCAL uint32 *group_bins, GLOBAL int64 *bins)
{
    const int histogram[FILLS] = FILL_HISTOGRAMS;
    for (int k = 0; k < FILLS; ++k) {
        binning axis = binnings[histogram[k]];
        chain_entry entry = chain_entry_of(chain_place_of(&axis, rows[(ROW_STATE + k) * capacity + i]), v);
        const int bin = ((int)axis.offset - TOTAL_BINS) / BIN_WORDS + (int)entry.bin, place = bin - first;
        if (place >= 0 && place < PART_BINS)
            chain_add_entry(group_bins + (BINS_IN_GROUP ? BIN_LIMBS * place : 0),
                            bins + (int64)BIN_WORDS * bin, &entry);
    }
}

/* The entries of all survivors into `bins`. `factors`: of a variation, by which weights are multiplied; no
 * memory: by none. */
FN void chain_fill_bins(GLOBAL const binning *binnings, const chain_range *range, scalar scale, uint32 count,
                        GLOBAL const uint32 *slots, GLOBAL const scalar *rows, GLOBAL const scalar *weights,
                        GLOBAL const scalar *factors, LOCAL uint32 *group_bins, GLOBAL int64 *bins)
{
    for (int first = 0; first < HISTOGRAM_BINS; first += PART_BINS) {
#if BINS_IN_GROUP
        for (uint32 i = gpu_place(); i < BIN_LIMBS * PART_BINS; i += GPU_GROUP)
            group_bins[i] = 0;
        gpu_barrier();
#endif
        for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads())
            if (chain_passes(rows, range->capacity, i)) {
                real v = chain_scale(weights[slots[i]], m_all(), scale).v;
                mask lost;
                if (factors)
                    v = chain_varied(v, factors[i], &lost);
                chain_fill_event(binnings, rows, range->capacity, i, v, first, group_bins, bins);
            }
#if BINS_IN_GROUP
        gpu_barrier();
        for (int bin = (int)gpu_place(); bin < PART_BINS; bin += GPU_GROUP)
            if (group_bins[BIN_LIMBS * bin + 8 * LIMBS])
                chain_flush_bin(group_bins + BIN_LIMBS * bin, bins + (int64)BIN_WORDS * (first + bin));
        gpu_barrier();
#endif
    }
}

KERNEL void chain_fill(GLOBAL const binning *binnings, chain_range range, scalar scale,
                       GLOBAL const uint32 *survivors, GLOBAL const uint32 *slots, GLOBAL const scalar *rows,
                       GLOBAL const scalar *weights, GLOBAL int64 *totals)
{
    LOCAL_ARRAY(uint32, group_bins, BINS_IN_GROUP ? BIN_LIMBS * PART_BINS : 1);
    chain_fill_bins(binnings, &range, scale, survivors[SURVIVING], slots, rows, weights, 0, group_bins,
                    totals + TOTAL_BINS);
}

#if VARIATIONS > 0
/* bins: of all histograms. */
KERNEL void chain_fill_varied(GLOBAL const binning *binnings, chain_range range, scalar scale,
                              uint32 variation, uint64 bins, GLOBAL const uint32 *survivors,
                              GLOBAL const uint32 *slots, GLOBAL const scalar *rows,
                              GLOBAL const scalar *weights, GLOBAL int64 *totals)
{
    LOCAL_ARRAY(uint32, group_bins, BINS_IN_GROUP ? BIN_LIMBS * PART_BINS : 1);
    chain_fill_bins(binnings, &range, scale, survivors[SURVIVING], slots, rows, weights,
                    rows + (ROW_VARY + variation) * range.capacity, group_bins,
                    totals + TOTAL_BINS + BIN_WORDS * VARIED_BINS((uint64)variation, bins));
}
#endif
#endif

/* refinement [DIMENSIONS][GRID_BINS], or two of these, of which the second has numbers of events. The bins of
 * an event are found again: that costs less than to keep them. */
KERNEL void chain_gather(GLOBAL const scalar *grid, chain_range range, scalar scale,
                         GLOBAL const scalar *weights, GLOBAL int64 *refinement, uint32 follows_accepted)
{
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);
    uint32 slot = (uint32)gpu_thread();
    uint64 group_cube = (uint64)gpu_group() * GPU_GROUP / range.samples;
    chain_group_digits(range.first_cube + group_cube, range.cubes_per_axis, DIMENSIONS, digits);
    gpu_barrier();
    if (slot >= range.cubes * range.samples)
        return;
    real v = chain_scale(weights[slot], m_all(), scale).v, x[DIMENSIONS], jacobian;
    index bin[DIMENSIONS];
    int64 units = wide_from(v * v * REFINE_UNITS);
    if (units == 0)
        return;
    chain_slot_point(&range, grid, digits, slot, group_cube, x, bin, &jacobian);
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        gpu_add(refinement + GRID_BINS * axis + bin[axis], units);
    for (int axis = 0; axis < DIMENSIONS && follows_accepted; ++axis)
        gpu_add(refinement + GRID_BINS * (DIMENSIONS + axis) + bin[axis], 1);
}

/* Sums at work: those of a thread, whole units of the two halves apart. */
typedef struct chain_sums {
    halves weight, variance;
    int64 lost, first_lost;
    real maximum;
} chain_sums;

#define CHAIN_LATEST ((int64)(~(uint64)0 >> 1)) /* an event number behind all */

FN void chain_count(chain_sums *sums, event_number event, chain_value value)
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
FN int64 chain_merge(int word, int64 a, int64 b)
{
    if (word == TOTAL_FIRST_NOT_FINITE)
        return a < b ? a : b;
    if (word == TOTAL_MAXIMUM)
        return a > b ? a : b;
    return a + b;
}

/* Merges one word, of which each thread of the group has left its own in memory [TOTAL_BINS][GPU_GROUP]. One
 * thread does: it is done once for thousands of events, and a barrier is all it takes. */
FN int64 chain_merge_group(int word, LOCAL const int64 *memory)
{
    int64 merged = memory[word * GPU_GROUP];
    for (int i = 1; i < GPU_GROUP; ++i)
        merged = chain_merge(word, merged, memory[word * GPU_GROUP + i]);
    return merged;
}

/* The sums of a group go to its place in partials [word][group]. */
FN void chain_leave(const chain_sums *sums, LOCAL int64 *memory, GLOBAL int64 *partials)
{
    LOCAL int64 *mine = memory + gpu_place();
    mine[TOTAL_WEIGHT * GPU_GROUP] = sums->weight.high;
    mine[(TOTAL_WEIGHT + 1) * GPU_GROUP] = sums->weight.low;
    mine[TOTAL_VARIANCE * GPU_GROUP] = sums->variance.high;
    mine[(TOTAL_VARIANCE + 1) * GPU_GROUP] = sums->variance.low;
    mine[TOTAL_ACCEPTED * GPU_GROUP] = 0;
    mine[TOTAL_NOT_FINITE * GPU_GROUP] = sums->lost;
    mine[TOTAL_FIRST_NOT_FINITE * GPU_GROUP] = sums->first_lost;
    mine[TOTAL_MAXIMUM * GPU_GROUP] = r_bits(sums->maximum);
    mine[TOTAL_REPEATED * GPU_GROUP] = 0;
    mine[TOTAL_LIMITED * GPU_GROUP] = 0;
    gpu_barrier();
    for (int word = (int)gpu_place(); word < TOTAL_BINS; word += GPU_GROUP)
        partials[word * gpu_groups() + gpu_group()] = chain_merge_group(word, memory);
}

KERNEL void chain_sum(chain_range range, scalar scale, GLOBAL const scalar *weights, GLOBAL int64 *partials)
{
    LOCAL_ARRAY(int64, memory, TOTAL_BINS * GPU_GROUP);
    uint32 samples = (uint32)range.samples;
    uint64 first = range.first_event + range.first_cube * samples;
    real share = r_set(1 / (scalar)(samples - 1));
    chain_sums sums = {{0, 0}, {0, 0}, 0, CHAIN_LATEST, R(0.0)};
    for (uint64 cube = gpu_thread(); cube < range.cubes; cube += gpu_threads()) {
        real mean = R(0.0), square = R(0.0);
        for (uint32 i = 0; i < samples; ++i) {
            chain_value value = chain_scale(weights[cube * samples + i], m_all(), scale);
            chain_count(&sums, chain_event(first, (uint32)(cube * samples) + i, range.seed), value);
            chain_deviation(value.v, r_set(1 / (scalar)(i + 1)), &mean, &square);
        }
        halves_add(&sums.variance, square * share * SQUARE_UNITS);
    }
    chain_leave(&sums, memory, partials);
}

/* One group adds the partials of so many groups to the totals, and leaves no survivors for the next batch. */
KERNEL void chain_totals(GLOBAL const int64 *partials, uint32 groups, GLOBAL int64 *totals,
                         GLOBAL uint32 *survivors)
{
    LOCAL_ARRAY(int64, memory, TOTAL_BINS * GPU_GROUP);
    for (int word = 0; word < TOTAL_BINS; ++word) {
        int64 sum = word == TOTAL_FIRST_NOT_FINITE ? CHAIN_LATEST : 0;
        for (uint32 i = gpu_place(); i < groups; i += GPU_GROUP)
            sum = chain_merge(word, sum, partials[word * groups + i]);
        memory[word * GPU_GROUP + gpu_place()] = sum;
    }
    gpu_barrier();
    for (int word = (int)gpu_place(); word < TOTAL_BINS; word += GPU_GROUP) {
        int64 sum = chain_merge_group(word, memory);
        if (word == TOTAL_ACCEPTED) {
            sum = survivors[WEIGHS_ALL ? PASSING : SURVIVING];
            survivors[SURVIVING] = survivors[PASSING] = 0;
        }
        if (word == TOTAL_REPEATED) {
            sum = survivors[IN_DOUBT];
            survivors[IN_DOUBT] = 0;
        }
        if (word == TOTAL_LIMITED) {
            sum = survivors[LIMITED];
            survivors[LIMITED] = survivors[SHOWERED] = 0;
        }
        totals[word] = chain_merge(word, totals[word], sum);
    }
}

#if VARIATIONS > 0
/* What a group leaves of a variation, and where each word of it stands in the head (totals_layout.h). */
enum { VARIED_WORDS = 5 };
#define VARIED_PLACES                                                       \
    {                                                                       \
        BIN_WEIGHT, BIN_WEIGHT + 1, BIN_SQUARE, BIN_SQUARE + 1, BIN_ENTRIES \
    }

FN int64 chain_add_group(LOCAL const int64 *memory)
{
    int64 sum = 0;
    for (int i = 0; i < GPU_GROUP; ++i)
        sum += memory[i];
    return sum;
}

/* partials [word][group]. */
KERNEL void chain_sum_varied(chain_range range, scalar scale, uint32 variation, GLOBAL const uint32 *columns,
                             GLOBAL const scalar *rows, GLOBAL const scalar *weights, GLOBAL int64 *partials)
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
            real v = chain_scale(weights[slot], m_all(), scale).v;
            mask lost = m_none();
            if (v != R(0.0))
                v = chain_varied(v, factors[columns[slot]], &lost);
            lost_events += r_any(lost);
            halves_add(&weight, v * WEIGHT_UNITS);
            chain_deviation(v, r_set(1 / (scalar)(i + 1)), &mean, &square);
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
        partials[word * gpu_groups() + gpu_group()] = chain_add_group(memory + word * GPU_GROUP);
}

/* One group adds the partials of so many groups to the head of a variation. */
KERNEL void chain_totals_varied(GLOBAL const int64 *partials, uint32 groups, uint32 variation, uint64 bins,
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
        head[places[word]] += chain_add_group(memory + word * GPU_GROUP);
}
#endif

/* A group for each axis. */
KERNEL void chain_refine(GLOBAL scalar *grid, GLOBAL const int64 *refinement, scalar damping,
                         uint32 follows_accepted)
{
    LOCAL_ARRAY(scalar, memory, REFINE_MEMORY);
    LOCAL_ARRAY(int64, shares, REFINE_SHARES);
    const int axis = (int)gpu_group();
    GLOBAL const int64 *sums = refinement + GRID_BINS * axis;
    vegas_lesson lesson = {
        sums, 0, NO_VOIDS, damping, memory, shares, follows_accepted ? sums + GRID_BINS * DIMENSIONS : 0};
    vegas_learn(&lesson, grid + 2 * GRID_BINS * axis);
}

#endif
