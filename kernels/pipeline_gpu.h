/* The pipeline on a GPU, for CUDA and OpenCL, a lane being a thread. A batch of sub-cubes goes through
 * kernels, one after the other, and only sums come back. In the order of stages.h, pipeline_ and:
 *
 *   sample    an event a thread: random numbers, map, phase space, cuts; survivors are packed together
 *   vary      where there are variations, a survivor a thread: what its weight is multiplied with
 *   square    where teams of threads make squared amplitudes: those of survivors
 *   weigh     a survivor a thread: densities, amplitude; its weight, and what is to be histogrammed
 *   repeat    in mixed precision, an event in doubt a thread: its weight again (repeat_gpu.h)
 *   begin     where events shower, a survivor a thread: it becomes a list of partons
 *   shower    threads take events to shower until none is left
 *   observe   a survivor a thread: what is to be histogrammed of it
 *   reweight  a survivor a thread: the factor of its weight, and what its shower has to tell
 *   fill      a survivor a thread: its entries into the histograms
 *   gather    an event a thread: v^2 into the bins of the grid it fell into
 *   sum       a sub-cube a thread: the sums of its weights and their variance
 *   totals    the sums of all groups into the totals
 *   fill_varied, sum_varied, totals_varied
 *             the same for the weights of one variation
 *
 *   refine    an axis a thread: the grid's refinement, between iterations
 *
 * Sums are integers (accumulate.h). Threads add up theirs in their group's memory, groups leave theirs in
 * `partials`, and one group adds those. The order is fixed. Bins of histograms and of the grid, which no
 * thread owns, take integer atomics. Whichever order survivors are packed in and atomics come in, the bits
 * are the same. */
#ifndef TESSERA_PIPELINE_GPU_H
#define TESSERA_PIPELINE_GPU_H

#include "digits_gpu.h"
#include "pipeline.h"
#include "pipeline_fill_gpu.h"
#include "pipeline_range.h"
#include "pipeline_rows_gpu.h"
#include "pipeline_sums_gpu.h"
#include "vegas_refine.h"

KERNEL void pipeline_facts(GLOBAL uint64 *facts)
{
    if (gpu_thread() == 0) {
        facts[0] = ROWS;
        facts[1] = FILLS;
        facts[2] = STATE;
        facts[3] = DIMENSIONS;
#if EVOLVES
        facts[4] = CONFIGURATIONS * EVENT_ROWS;
#else
        facts[4] = 0;
#endif
        facts[5] = VARIATIONS;
#if SQUARES_APART
        facts[6] = SQUARE_GROUP;
        facts[7] = SQUARE_BYTES;
#else
        facts[6] = facts[7] = 0;
#endif
    }
}

/* The point of the event at `slot` of the batch, whose group begins with sub-cube `group_cube` of the batch.
 */
FN void pipeline_slot_point(const pipeline_range *range, GLOBAL const scalar *grid,
                            LOCAL const scalar *group_digits, uint32 slot, uint64 group_cube,
                            real x[DIMENSIONS], index bin[DIMENSIONS], real *jacobian)
{
    scalar digits[DIMENSIONS];
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        digits[axis] = group_digits[axis];
    event_number event = pipeline_event(range->first_event + range->first_cube * range->samples, slot,
                                        range->seed);
    real offset = (real)(slot / (uint32)range->samples - (uint32)group_cube);
    pipeline_point(grid, event, digits, (scalar)range->cubes_per_axis, offset, x, bin, jacobian);
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
void pipeline_sample(CONSTANT parameters *numbers, GLOBAL const scalar *grid, pipeline_range range,
                     GLOBAL uint32 *survivors, GLOBAL uint32 *slots, GLOBAL scalar *rows,
                     GLOBAL scalar *weights)
{
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);
    LOCAL_ARRAY(uint32, packed, 3); /* survivors of the group, where they begin among all, how many pass */
    uint32 events = (uint32)(range.cubes * range.samples);
    for (uint32 begin = gpu_group() * GPU_GROUP; begin < events; begin += (uint32)gpu_threads()) {
        uint32 slot = begin + gpu_place();
        uint64 group_cube = begin / range.samples;
        pipeline_group_digits(range.first_cube + group_cube, range.cubes_per_axis, DIMENSIONS, digits);
        if (gpu_place() == 0)
            packed[0] = packed[2] = 0;
        gpu_barrier();
        real x[DIMENSIONS], state[STATE], jacobian;
        index bin[DIMENSIONS];
        pipeline_slot_point(&range, grid, digits, slot, group_cube, x, bin, &jacobian);
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

/* A kernel that takes survivors, a thread each. columns: where the event at a slot stands among them, where
 * there are variations; without meaning for events that are cut. partons: of events that shower. */
#define SURVIVOR_KERNEL(name)                                                                        \
    KERNEL void pipeline_##name(CONSTANT parameters *numbers IDLE, GLOBAL const scalar *tables IDLE, \
                                pipeline_range range, scalar scale IDLE, GLOBAL uint32 *survivors,   \
                                GLOBAL const uint32 *slots, GLOBAL uint32 *columns IDLE,             \
                                GLOBAL scalar *rows IDLE, GLOBAL scalar *partons IDLE,               \
                                GLOBAL scalar *weights IDLE, GLOBAL int64 *totals IDLE)

#if VARIATIONS > 0
/* Before states make room for the entries of histograms. */
SURVIVOR_KERNEL(vary)
{
    const uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity;
    const uint64 first = range.first_event + range.first_cube * range.samples;
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        real factor[VARIATIONS];
        integrand_vary(numbers, tables, pipeline_event(first, slots[i], range.seed), state, factor);
        columns[slots[i]] = i;
        for (int k = 0; k < VARIATIONS; ++k)
            rows[(uint64)(ROW_VARY + k) * capacity + i] = factor[k];
    }
}
#endif

#if SQUARES_APART
/* Ahead of what else is in their weights, the squared amplitudes of several survivors a group. All its
 * threads go through the loop together; those behind the last survivor make its square too and drop it. */
KERNEL_OF(SQUARE_GROUP, SQUARE_THREADS)
void pipeline_square(CONSTANT parameters *numbers, GLOBAL const scalar *tables, pipeline_range range,
                     GLOBAL const uint32 *survivors, GLOBAL scalar *rows)
{
    LOCAL_LARGE(scalar, shared, SQUARE_BYTES / sizeof(scalar));
    const uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity;
    const uint32 own = gpu_place() % SQUARE_EVENTS;
    for (uint32 begin = gpu_group() * SQUARE_EVENTS; begin < count; begin += gpu_groups() * SQUARE_EVENTS) {
        const uint32 i = begin + own < count ? begin + own : count - 1;
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        const event_team team = {shared, (int)(gpu_place() / SQUARE_EVENTS)};
        const real square = integrand_square(numbers, tables, state, team, own);
        if (begin + own < count && team.rank == 0)
            rows[(uint64)ROW_SQUARE * capacity + i] = square;
        gpu_barrier();
    }
}
#endif

/* Events that a group weighs at the same time. */
#define GROUP_EVENTS (GPU_GROUP / TEAM)

/* The part of a thread in its team; `own` is the team's event among those of the group. Of 32 threads those
 * with the same rank are neighbours, so that they read neighbouring memory. */
FN event_team pipeline_team(LOCAL scalar *memory, uint32 *own)
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

/* every_weight: no memory, or the weight of each event from range.first_event, left as it is where an event
 * is cut. doubtful: in mixed precision, the columns of the events in doubt. All threads of a group go through
 * the loop together; those behind the last survivor weigh it too and drop it. */
KERNEL_FOR(WEIGH_THREADS)
void pipeline_weigh(CONSTANT parameters *numbers, GLOBAL const scalar *tables, pipeline_range range,
                    GLOBAL uint32 *survivors, GLOBAL const uint32 *slots, GLOBAL uint32 *doubtful,
                    GLOBAL scalar *rows, GLOBAL scalar *weights, GLOBAL scalar *every_weight)
{
    LOCAL_ARRAY(scalar, shared, TEAM > 1 ? TEAM_SCALARS * GROUP_EVENTS : 1);
    uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity, own;
    event_team team = pipeline_team(shared, &own);
    uint64 first = range.first_cube * range.samples;
    for (uint32 begin = gpu_group() * GROUP_EVENTS; begin < count; begin += gpu_groups() * GROUP_EVENTS) {
        uint32 i = begin + own < count ? begin + own : count - 1, slot = slots[i];
        event_number event = pipeline_event(range.first_event + first, slot, range.seed);
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        real fill[FILL_SLOTS];
        mask in_doubt;
#if SQUARES_APART
        in_doubt = m_none();
        real weight = integrand_factor(numbers, tables, event, state, fill) *
                      rows[(uint64)ROW_SQUARE * capacity + i] * rows[ROW_JACOBIAN * capacity + i];
#else
        real weight = integrand_weight(numbers, tables, event, state, team, fill, &in_doubt) *
                      rows[ROW_JACOBIAN * capacity + i];
#endif
        if (begin + own >= count || team.rank > 0)
            continue;
        mask passes = pipeline_passes(rows, capacity, i);
        if (PRECISION_MIXED && r_any(m_and(in_doubt, passes)))
            doubtful[gpu_count_global(survivors + IN_DOUBT, 1)] = i;
        weights[slot] = r_select(passes, weight, R(0.0));
        if (every_weight && passes)
            every_weight[first + slot] = weight;
        for (int k = 0; k < (EVOLVES ? 0 : FILL_NUMBERS); ++k)
            rows[(uint64)(ROW_STATE + k) * capacity + i] = fill[k];
    }
}

#if EVOLVES
FN event_list pipeline_events(const pipeline_range *range, GLOBAL scalar *partons, GLOBAL const uint32 *slots)
{
    event_list events = {partons, (uint32)range->capacity,
                         range->first_event + range->first_cube * range->samples, range->seed, slots};
    return events;
}

SURVIVOR_KERNEL(begin)
{
    event_list events = pipeline_events(&range, partons, slots);
    uint32 count = survivors[SURVIVING], capacity = (uint32)range.capacity;
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        event_state state = {rows + (uint64)ROW_STATE * capacity + i, capacity};
        integrand_begin(numbers, tables, pipeline_event(events.first, slots[i], range.seed), state, events,
                        i);
    }
}

SURVIVOR_KERNEL(shower)
{
    for (int c = 0; c < CONFIGURATIONS; ++c)
        shower_run(numbers, tables, event_configuration(pipeline_events(&range, partons, slots), c),
                   survivors + SHOWERED + c, survivors[SURVIVING]);
}

SURVIVOR_KERNEL(observe)
{
    event_list events = pipeline_events(&range, partons, slots);
    uint32 count = survivors[SURVIVING];
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        for (int c = 0; c < CONFIGURATIONS; ++c) {
            real fill[FILL_SLOTS];
            integrand_observe(numbers, event_configuration(events, c), i, fill);
            for (int k = 0; k < FILLS; ++k)
                rows[(uint64)(ROW_STATE + FILL_VALUE(c, k)) * range.capacity + i] = fill[k];
        }
#if SHOWER_VARIATIONS > 0
        for (int k = 0; k < SHOWER_VARIATIONS; ++k) {
            GLOBAL scalar *factor = rows + (uint64)(ROW_VARY + k) * range.capacity + i;
            *factor = *factor * shower_varied(events, k, i);
        }
#endif
    }
}

/* Counts an event whose shower met a ratio of densities above its bound, and adds its size. */
FN void pipeline_exceed(GLOBAL uint32 *survivors, scalar size, scalar scale, GLOBAL int64 *totals)
{
    const int64 units = wide_from(r_abs(pipeline_scale(size, m_all(), scale).v) * WEIGHT_UNITS);
    gpu_count_global(survivors + EXCEEDED, 1);
    gpu_add(totals + TOTAL_EXCEEDED_WEIGHT, units >> 32);
    gpu_add(totals + TOTAL_EXCEEDED_WEIGHT + 1, units & (int64)0xffffffff);
}

/* Counts an event where a row of its list says so. */
FN void pipeline_tell_row(event_list events, int row, uint32 i, GLOBAL uint32 *count)
{
    if (event_fetch(events, row, i) > R(0.0))
        gpu_count_global(count, 1);
}

/* Counts what the shower of an event of this size that passes the cuts has to tell. */
FN void pipeline_tell(event_list events, uint32 i, scalar size, scalar scale, GLOBAL uint32 *survivors,
                      GLOBAL int64 *totals)
{
#if SHOWER_MERGES
    pipeline_tell_row(events, EVENT_VETOED, i, survivors + VETOED);
    pipeline_tell_row(events, EVENT_UNORDERED, i, survivors + UNORDERED);
    pipeline_tell_row(events, EVENT_UNCLUSTERED, i, survivors + UNCLUSTERED);
#endif
    if (size == S(0.0))
        gpu_count_global(survivors + WEIGHTLESS, 1);
    if (pipeline_most(events, EVENT_LIMITED, i) > R(0.0))
        gpu_count_global(survivors + LIMITED, 1);
    if (pipeline_most(events, EVENT_EXCEEDED, i) > R(0.0))
        pipeline_exceed(survivors, size, scale, totals);
#if SHOWER_VARIATIONS > 0
    if (shower_capped(events, i))
        gpu_count_global(survivors + CAPPED, 1);
#endif
}

SURVIVOR_KERNEL(reweight)
{
    event_list events = pipeline_events(&range, partons, slots);
    uint32 count = survivors[SURVIVING];
    for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads()) {
        real own[CONFIGURATIONS];
        const pipeline_weights all = pipeline_factors(numbers, events, i, weights[slots[i]], own);
        weights[slots[i]] = all.weight;
        for (int c = 0; c < (CONFIGURATIONS > 1 ? CONFIGURATIONS : 0); ++c)
            rows[(uint64)(ROW_STATE + FILL_WEIGHT(c)) * range.capacity + i] = own[c];
        if (pipeline_passes(rows, range.capacity, i))
            pipeline_tell(events, i, all.size, scale, survivors, totals);
    }
}
#endif

/* refinement [DIMENSIONS][GRID_BINS], or two of these, of which the second has numbers of events. The bins of
 * an event are found again: that costs less than to keep them. */
KERNEL void pipeline_gather(GLOBAL const scalar *grid, pipeline_range range, scalar scale,
                            GLOBAL const scalar *weights, GLOBAL int64 *refinement, uint32 follows_accepted)
{
    LOCAL_ARRAY(scalar, digits, DIMENSIONS);
    uint32 slot = (uint32)gpu_thread();
    uint64 group_cube = (uint64)gpu_group() * GPU_GROUP / range.samples;
    pipeline_group_digits(range.first_cube + group_cube, range.cubes_per_axis, DIMENSIONS, digits);
    gpu_barrier();
    if (slot >= range.cubes * range.samples)
        return;
    real v = pipeline_scale(weights[slot], m_all(), scale).v, x[DIMENSIONS], jacobian;
    index bin[DIMENSIONS];
    int64 units = wide_from(v * v * REFINE_UNITS);
    if (units == 0)
        return;
    pipeline_slot_point(&range, grid, digits, slot, group_cube, x, bin, &jacobian);
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        gpu_add(refinement + GRID_BINS * axis + bin[axis], units);
    for (int axis = 0; axis < DIMENSIONS && follows_accepted; ++axis)
        gpu_add(refinement + GRID_BINS * (DIMENSIONS + axis) + bin[axis], 1);
}

/* A group for each axis. */
KERNEL void pipeline_refine(GLOBAL scalar *grid, GLOBAL const int64 *refinement, scalar damping,
                            uint32 follows_accepted)
{
    LOCAL_ARRAY(scalar, memory, REFINE_MEMORY);
    LOCAL_ARRAY(int64, shares, REFINE_SHARES);
    const int axis = (int)gpu_group();
    GLOBAL const int64 *sums = refinement + GRID_BINS * axis;
    vegas_work work = {
        sums, 0, NO_VOIDS, damping, memory, shares, follows_accepted ? sums + GRID_BINS * DIMENSIONS : 0};
    vegas_learn(&work, grid + 2 * GRID_BINS * axis);
}

#endif
