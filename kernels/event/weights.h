/* Weights of single events, alone: trials of hit or miss. They come in runs of one channel each (request.h).
 * What passes the cuts is packed together, as in the integral, so that the matrix element sees full vectors.
 *
 * On the CPU list_weigh takes a run an item. On a GPU list_sample_all takes an event a thread, and list_weigh
 * a survivor a thread. Between them comes list_square where teams of threads make squared amplitudes
 * (SQUARES_APART). Either leaves the weight of each event in the first row, 0 where it is cut. */
#ifndef TESSERA_EVENT_WEIGHTS_H
#define TESSERA_EVENT_WEIGHTS_H

#include "event/request.h"
#include "map.h"
#include "pipeline.h"

/* Two words of a request as one number. */
FN uint64 request_number(GLOBAL const uint32 *words) { return (uint64)words[1] << 32 | words[0]; }

/* The state of events, and the Jacobian of their map. Returns which of them pass. */
FN mask weights_sample(CONSTANT parameters *numbers, GLOBAL const scalar *grid, event_number event,
                       real state[STATE], real *jacobian)
{
    const scalar digits[DIMENSIONS] = {0};
    real x[DIMENSIONS];
    index bin[DIMENSIONS];
    pipeline_point(grid, event, digits, 1, R(0.0), x, bin, jacobian);
    return integrand_sample(numbers, x, state);
}

/* The event behind so many others of a run. */
FN event_number weights_event(GLOBAL const uint32 *request, GLOBAL const uint32 *run, word offset)
{
    return pipeline_event(request_number(run + RUN_FIRST_LOW), offset,
                          request_number(request + LIST_SEED_LOW));
}

/* The weight of each event. Where it has several configurations without a shower, their size. */
FN real weights_weigh(CONSTANT parameters *numbers, GLOBAL const scalar *tables, event_number event,
                      event_state state)
{
    const event_team alone = {0, 0};
    real fill[FILL_SLOTS];
    mask doubtful;
    const real weight = integrand_weight(numbers, tables, event, state, alone, fill, &doubtful);
#if CONFIGURATIONS > 1 && !EVOLVES
    /* What is not finite is no weight of a trial, so it is none of an event either. */
    return r_select(r_abs(weight) <= r_set(LARGEST_FINITE), pipeline_size(fill), weight);
#else
    return weight;
#endif
}

#ifdef GPU
/* Rows of survivors: their slots as numbers, the Jacobian, where it is made apart |M|^2, then the state. They
 * stand behind the weights, those of a run from its first slot on: teams have events of one channel. */
enum {
    WEIGHTS_SLOT = 1,
    WEIGHTS_JACOBIAN,
    WEIGHTS_SQUARE,
    WEIGHTS_STATE = WEIGHTS_SQUARE + SQUARES_APART,
    WEIGHTS_ROWS = WEIGHTS_STATE + STATE
};

/* The run that a slot lies in. */
FN GLOBAL uint32 *weights_run(GLOBAL uint32 *request, uint32 slot)
{
    GLOBAL uint32 *runs = request + LIST_TAKEN;
    uint32 low = 0, high = request[LIST_RUNS];
    while (high - low > 1) {
        const uint32 middle = (low + high) / 2;
        if (runs[RUN_WORDS * middle + RUN_BEGIN] <= slot)
            low = middle;
        else
            high = middle;
    }
    return runs + RUN_WORDS * low;
}

/* Threads on a multiprocessor that sampling leaves room for, as in the integral. */
MAP_FOR(768, list_sample_all, CONSTANT parameters *, channels, GLOBAL const scalar *, grid, GLOBAL uint32 *,
        request, GLOBAL scalar *, rows)
{
    const uint32 slot = (uint32)item;
    const uint64 slots = request[LIST_SLOTS];
    GLOBAL uint32 *run = weights_run(request, slot);
    real state[STATE], jacobian;
    const mask passes = weights_sample(channels + run[RUN_CHANNEL], grid + run[RUN_GRID],
                                       weights_event(request, run, slot - run[RUN_BEGIN]), state, &jacobian);
    rows[slot] = R(0.0);
    if (!passes)
        return;
    const uint32 place = run[RUN_BEGIN] + gpu_count_global(run + RUN_SURVIVORS, 1);
    rows[WEIGHTS_SLOT * slots + place] = (scalar)slot;
    rows[WEIGHTS_JACOBIAN * slots + place] = jacobian;
    for (int i = 0; i < STATE; ++i)
        rows[(WEIGHTS_STATE + i) * slots + place] = state[i];
}

#if SQUARES_APART
/* What a group has to do: SQUARE_EVENTS slots, and of each run among them what passes the cuts. All its
 * threads go through the loop together; those behind the last survivor make the first one's square too and
 * drop it. */
KERNEL_OF(SQUARE_GROUP, SQUARE_THREADS)
void list_square(CONSTANT parameters *channels, GLOBAL const scalar *grid, GLOBAL uint32 *request,
                 GLOBAL scalar *rows, uint64 count)
{
    LOCAL_LARGE(scalar, shared, SQUARE_BYTES / sizeof(scalar));
    const uint32 slots = request[LIST_SLOTS], own = gpu_place() % SQUARE_EVENTS;
    const uint32 first = gpu_group() * SQUARE_EVENTS;
    const event_team team = {shared, (int)(gpu_place() / SQUARE_EVENTS)};
    for (uint32 begin = first; begin < first + SQUARE_EVENTS && begin < slots;) {
        GLOBAL const uint32 *run = weights_run(request, begin);
        const uint32 survivors = run[RUN_BEGIN] + run[RUN_SURVIVORS];
        if (begin < survivors) {
            const int is_one = begin + own < survivors && begin + own < first + SQUARE_EVENTS;
            const uint32 place = is_one ? begin + own : begin;
            const event_state state = {rows + (uint64)WEIGHTS_STATE * slots + place, slots};
            const real square = integrand_square(channels + run[RUN_CHANNEL], grid + request[LIST_TABLES],
                                                 state, team, own);
            if (is_one && team.rank == 0)
                rows[(uint64)WEIGHTS_SQUARE * slots + place] = square;
            gpu_barrier();
        }
        begin = run[RUN_BEGIN] + run[RUN_COUNT];
    }
}
#endif

/* The weight of the survivor at a place of its run, but for the Jacobian. */
FN real weights_survivor(CONSTANT parameters *numbers, GLOBAL const scalar *tables, event_number event,
                         event_state state, real square)
{
#if SQUARES_APART
    real fill[FILL_SLOTS];
    return integrand_factor(numbers, tables, event, state, fill) * square;
#else
    (void)square;
    return weights_weigh(numbers, tables, event, state);
#endif
}

MAP(list_weigh, CONSTANT parameters *, channels, GLOBAL const scalar *, grid, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    const uint64 slots = request[LIST_SLOTS];
    GLOBAL const uint32 *run = weights_run(request, (uint32)item);
    if (item >= run[RUN_BEGIN] + run[RUN_SURVIVORS])
        return;
    const uint32 slot = (uint32)rows[WEIGHTS_SLOT * slots + item];
    const event_state state = {rows + WEIGHTS_STATE * slots + item, (uint32)slots};
    rows[slot] = weights_survivor(channels + run[RUN_CHANNEL], grid + request[LIST_TABLES],
                                  weights_event(request, run, slot - run[RUN_BEGIN]), state,
                                  rows[WEIGHTS_SQUARE * slots + item]) *
                 rows[WEIGHTS_JACOBIAN * slots + item];
}

#else
enum { WEIGHTS_ROWS = 1 };

/* Survivors that wait for the matrix element: their offsets in the run as numbers, Jacobians, states. Some
 * vectors of them are weighed one after the other, as code that alternates falls out of the caches. */
enum { PACK_MOST = 128, PACK_OFFSET = 0, PACK_JACOBIAN, PACK_STATE, PACK_ROWS = PACK_STATE + STATE };
typedef struct weights_pack {
    scalar rows[PACK_ROWS][PACK_MOST + LANES];
    uint32 count;
} weights_pack;

FN void weights_put(weights_pack *pack, mask passes, real offset, real jacobian, const real state[STATE])
{
    r_store(&pack->rows[PACK_OFFSET][pack->count], r_compress(passes, offset));
    r_store(&pack->rows[PACK_JACOBIAN][pack->count], r_compress(passes, jacobian));
    for (int i = 0; i < STATE; ++i)
        r_store(&pack->rows[PACK_STATE + i][pack->count], r_compress(passes, state[i]));
    pack->count += (uint32)m_count(passes);
}

/* Weighs the survivors from `first` on that fill whole vectors. Returns where the rest begins. */
FN_APART uint32 weights_weigh_packed(CONSTANT parameters *numbers, GLOBAL const scalar *tables,
                                     GLOBAL const uint32 *request, GLOBAL const uint32 *run,
                                     weights_pack *pack, uint32 count, GLOBAL scalar *weights)
{
    uint32 first = 0;
    for (; first + LANES <= count; first += LANES) {
        const index offset = r_floor_index(r_fetch(&pack->rows[PACK_OFFSET][first]));
        const event_state state = {&pack->rows[PACK_STATE][first], PACK_MOST + LANES};
        const real weight = weights_weigh(numbers, tables, weights_event(request, run, i_word(offset)),
                                          state) *
                            r_fetch(&pack->rows[PACK_JACOBIAN][first]);
        r_scatter(m_all(), weights, offset, weight);
    }
    return first;
}

/* Moves what is left of a pack to its front. */
FN void weights_keep(weights_pack *pack, uint32 first)
{
    pack->count -= first;
    for (int row = 0; row < PACK_ROWS; ++row)
        r_store(pack->rows[row], r_fetch(&pack->rows[row][first]));
}

/* Fills the last vector of a pack with its last survivor. */
FN void weights_fill_up(weights_pack *pack)
{
    for (int row = 0; row < PACK_ROWS; ++row)
        for (uint32 i = pack->count; i % LANES; ++i)
            pack->rows[row][i] = pack->rows[row][pack->count - 1];
}

MAP(list_weigh, CONSTANT parameters *, channels, GLOBAL const scalar *, grid, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    GLOBAL const uint32 *run = request + LIST_TAKEN + RUN_WORDS * item;
    CONSTANT parameters *numbers = channels + run[RUN_CHANNEL];
    GLOBAL const scalar *own_grid = grid + run[RUN_GRID], *tables = grid + request[LIST_TABLES];
    GLOBAL scalar *weights = rows + run[RUN_BEGIN];
    const uint32 count = run[RUN_COUNT];
    weights_pack pack;
    pack.count = 0;
    for (uint32 i = 0; i < count; ++i)
        weights[i] = S(0.0);
    for (uint32 first = 0; first < count; first += LANES) {
        const word offset = w_lane() + w_set(first);
        real state[STATE], jacobian;
        const mask passes = m_and(weights_sample(numbers, own_grid, weights_event(request, run, offset),
                                                 state, &jacobian),
                                  w_less(offset, w_set(count)));
        if (r_any(passes))
            weights_put(&pack, passes, r_from_index(w_index(offset)), jacobian, state);
        if (pack.count + LANES > PACK_MOST)
            weights_keep(&pack,
                         weights_weigh_packed(numbers, tables, request, run, &pack, pack.count, weights));
    }
    if (!pack.count)
        return;
    weights_fill_up(&pack);
    weights_weigh_packed(numbers, tables, request, run, &pack, pack.count + LANES - 1, weights);
}
#endif

#endif
