/* The shower of a list of events on a CPU. More events are at work than a vector has lanes. Of each it is
 * known what it needs next: a trial, densities, bounds behind an edge, an emission, or the next event of the
 * list. A vector of those that need the same is taken out of memory, does it, and is put back. So no lane is
 * idle before the end. Threads of a GPU keep their events in registers, and wait for each other (shower.h).
 *
 * Needs `parameters`. */
#ifndef TESSERA_SHOWER_POOL_CPU_H
#define TESSERA_SHOWER_POOL_CPU_H

#include "shower/lanes.h"

/* What an event needs next. */
enum { POOL_TAKE, POOL_EMIT, POOL_WEIGH, POOL_CROSS, POOL_TRY, POOL_NEEDS };

/* Events at work, at most 64. */
#ifndef POOL_EVENTS
#define POOL_EVENTS 64
#endif

/* The numbers of each event that lanes have (trial.h), as reals; whole numbers by their bits. The first say
 * which event it is and where it stands, the next are bounds, the last what it has found. */
enum {
    POOL_SLOT,
    POOL_LOW,
    POOL_HIGH,
    POOL_TRIAL,
    POOL_GHOST,
    POOL_INVERSE,
    POOL_WEIGHT,
    POOL_DIPOLES,
    POOL_EDGE,
    POOL_EXACT,
    POOL_TURNING,
    POOL_FLOOR,
    POOL_STATE,
    POOL_FIRST,
    POOL_LEAST,
    POOL_DIPOLE,
    POOL_SQUARE,
    POOL_RIGHT,
    POOL_SPLITTING,
    POOL_WAY,
    POOL_Z,
    POOL_REST,
    POOL_Y,
    POOL_X,
    POOL_REST_X,
    POOL_U,
    POOL_QUARKS,
    POOL_T,
    POOL_NUMBERS
};

typedef struct shower_pool {
    scalar numbers[POOL_NUMBERS][POOL_EVENTS];
    uint64 needs[POOL_NEEDS]; /* a bit of each event */
    uint64 showered;          /* events that are to end before others take their places */
} shower_pool;

/* A vector of events of a pool. */
typedef struct pool_vector {
    index places;
    mask active;
    unsigned char place[LANES];
} pool_vector;

/* Takes as many events out of a need as there are lanes, or all. Lanes beyond them have the first one's
 * place. */
FN pool_vector pool_pick(shower_pool *pool, int need)
{
    pool_vector vector;
    scalar_bits places[LANES], active[LANES];
    uint64 left = pool->needs[need];
    const int first = __builtin_ctzll(left);
    for (int l = 0; l < LANES; ++l) {
        const int there = left != 0, place = there ? __builtin_ctzll(left) : first;
        vector.place[l] = (unsigned char)place;
        places[l] = place;
        active[l] = -there;
        left &= left - (uint64)there;
    }
    pool->needs[need] = left;
    __builtin_memcpy(&vector.places, places, sizeof places);
    __builtin_memcpy(&vector.active, active, sizeof active);
    return vector;
}

/* The events of the lanes in m. */
FN uint64 pool_bits(const pool_vector *vector, mask m)
{
    uint64 bits = 0;
    for (unsigned lanes = m_lanes(m); lanes; lanes &= lanes - 1)
        bits |= (uint64)1 << vector->place[__builtin_ctz(lanes)];
    return bits;
}

FN real pool_get(const shower_pool *pool, int number, const pool_vector *at)
{
    return r_load(pool->numbers[number], at->places);
}

FN void pool_put(shower_pool *pool, int number, const pool_vector *at, mask m, real value)
{
    r_scatter(m, pool->numbers[number], at->places, value);
}

FN word pool_get_word(const shower_pool *pool, int number, const pool_vector *at)
{
    return i_word(r_bits(pool_get(pool, number, at)));
}

FN void pool_put_word(shower_pool *pool, int number, const pool_vector *at, mask m, word value)
{
    pool_put(pool, number, at, m, r_from_bits(w_index(value)));
}

/* Which event it is, and where it stands. */
FN void pool_get_event(const shower_pool *pool, const pool_vector *at, shower_lanes *lanes)
{
    lanes->slot = r_bits(pool_get(pool, POOL_SLOT, at));
    lanes->event.low = pool_get_word(pool, POOL_LOW, at);
    lanes->event.high = pool_get_word(pool, POOL_HIGH, at);
    lanes->trial = pool_get_word(pool, POOL_TRIAL, at);
    lanes->inverse = pool_get(pool, POOL_INVERSE, at);
#if SHOWER_VARIATIONS > 0
    lanes->ghost = pool_get_word(pool, POOL_GHOST, at);
#endif
}

FN void pool_put_event(shower_pool *pool, const pool_vector *at, mask m, const shower_lanes *lanes)
{
    pool_put(pool, POOL_SLOT, at, m, r_from_bits(lanes->slot));
    pool_put_word(pool, POOL_LOW, at, m, lanes->event.low);
    pool_put_word(pool, POOL_HIGH, at, m, lanes->event.high);
}

FN void pool_put_trial(shower_pool *pool, const pool_vector *at, mask m, const shower_lanes *lanes)
{
    pool_put_word(pool, POOL_TRIAL, at, m, lanes->trial);
    pool_put(pool, POOL_INVERSE, at, m, lanes->inverse);
#if SHOWER_VARIATIONS > 0
    pool_put_word(pool, POOL_GHOST, at, m, lanes->ghost);
#endif
}

/* Bounds, and what merging has to know. */
#define POOL_BOUND(X) X(POOL_WEIGHT, weight) X(POOL_DIPOLES, dipoles)
#if SHOWER_BEAMS
#define POOL_BEAM(X) X(POOL_EDGE, edge) X(POOL_EXACT, exact) X(POOL_TURNING, turning)
#else
#define POOL_BEAM(X)
#endif
#if SHOWER_MERGES
#define POOL_MERGING(X) X(POOL_FLOOR, floor) X(POOL_STATE, trial_state) X(POOL_FIRST, first)
#else
#define POOL_MERGING(X)
#endif
#define POOL_BOUNDS(X) POOL_BOUND(X) POOL_BEAM(X) POOL_MERGING(X)

FN void pool_get_bounds(const shower_pool *pool, const pool_vector *at, shower_lanes *lanes)
{
#define GET(number, name) lanes->name = pool_get(pool, number, at);
    POOL_BOUNDS(GET)
#undef GET
}

FN void pool_put_bounds(shower_pool *pool, const pool_vector *at, mask m, const shower_lanes *lanes)
{
#define PUT(number, name) pool_put(pool, number, at, m, lanes->name);
    POOL_BOUNDS(PUT)
#undef PUT
}

/* What it has found. */
#define POOL_EMISSION(X)         \
    X(POOL_SQUARE, square)       \
    X(POOL_SPLITTING, splitting) \
    X(POOL_WAY, way) X(POOL_Z, at.share.z) X(POOL_REST, at.share.rest) X(POOL_Y, at.y) X(POOL_T, t)
#if SHOWER_BEAMS
#define POOL_POINT(X) X(POOL_X, at.x) X(POOL_REST_X, at.rest_x) X(POOL_U, at.u)
#else
#define POOL_POINT(X)
#endif
#if SHOWER_MASSES
#define POOL_MASS(X) X(POOL_QUARKS, at.quarks)
#else
#define POOL_MASS(X)
#endif
#define POOL_FOUND(X) POOL_EMISSION(X) POOL_POINT(X) POOL_MASS(X)

FN void pool_get_found(const shower_pool *pool, const pool_vector *at, shower_lanes *lanes)
{
    lanes->found.dipole = r_bits(pool_get(pool, POOL_DIPOLE, at));
    lanes->found.from_right = r_bits(pool_get(pool, POOL_RIGHT, at));
#define GET(number, name) lanes->found.name = pool_get(pool, number, at);
    POOL_FOUND(GET)
#undef GET
#if SHOWER_BEAMS
    lanes->least = pool_get(pool, POOL_LEAST, at);
#endif
}

FN void pool_put_found(shower_pool *pool, const pool_vector *at, mask m, const shower_lanes *lanes)
{
    pool_put(pool, POOL_DIPOLE, at, m, r_from_bits(lanes->found.dipole));
    pool_put(pool, POOL_RIGHT, at, m, r_from_bits(lanes->found.from_right));
#define PUT(number, name) pool_put(pool, number, at, m, lanes->found.name);
    POOL_FOUND(PUT)
#undef PUT
#if SHOWER_BEAMS
    pool_put(pool, POOL_LEAST, at, m, lanes->least);
#endif
}

/* What the lanes of a vector need next, beside a trial. */
typedef struct pool_next {
    mask ended, emit, weigh, cross;
} pool_next;

FN void pool_leave(shower_pool *pool, const pool_vector *at, const pool_next *next)
{
    const uint64 all = pool_bits(at, at->active), take = pool_bits(at, next->ended);
    const uint64 emit = pool_bits(at, next->emit), weigh = pool_bits(at, next->weigh);
    const uint64 cross = pool_bits(at, next->cross);
    pool->needs[POOL_TAKE] |= take;
    pool->needs[POOL_EMIT] |= emit;
    pool->needs[POOL_WEIGH] |= weigh;
    pool->needs[POOL_CROSS] |= cross;
    pool->needs[POOL_TRY] |= all & ~(take | emit | weigh | cross);
}

/* Lanes in which a trial of a state before the last has found an emission or has ended are led on. */
FN void pool_merge(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, shower_pool *pool,
                   const pool_vector *at, pool_next *next, shower_lanes *lanes)
{
#if SHOWER_MERGES
    const mask ended = next->ended;
    shower_merge(p, tables, events, &next->emit, &next->ended, lanes);
    const mask on = m_and(ended, m_not(next->ended));
    pool_put_trial(pool, at, on, lanes);
    pool_put_bounds(pool, at, on, lanes);
#else
    (void)p, (void)tables, (void)events, (void)pool, (void)at, (void)next, (void)lanes;
#endif
}

/* A trial of a vector of events. */
FN void pool_try(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, shower_pool *pool,
                 const pool_vector *at, shower_lanes *lanes)
{
    pool_next next = {m_none(), m_none(), m_none(), m_none()};
    pool_get_event(pool, at, lanes);
    pool_get_bounds(pool, at, lanes);
    next.emit = shower_try(p, tables, events, at->active, lanes, &next.ended, &next.weigh);
    pool_put_trial(pool, at, at->active, lanes);
    pool_put_found(pool, at, m_or(next.emit, next.weigh), lanes);
#if SHOWER_BEAMS
    next.cross = m_and(lanes->crosses, at->active);
    lanes->crosses = m_none();
#endif
    pool_merge(p, tables, events, pool, at, &next, lanes);
    pool_leave(pool, at, &next);
}

#if SHOWER_BEAMS
/* Looks up densities of what a vector of events has found. */
FN void pool_weigh(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, shower_pool *pool,
                   const pool_vector *at, shower_lanes *lanes)
{
    pool_next next = {m_none(), m_none(), m_none(), m_none()};
    pool_get_event(pool, at, lanes);
    pool_get_bounds(pool, at, lanes);
    pool_get_found(pool, at, lanes);
    next.emit = shower_weigh(p, tables, events, at->active, lanes);
    pool_put(pool, POOL_WAY, at, next.emit, lanes->found.way);
    pool_merge(p, tables, events, pool, at, &next, lanes);
    pool_leave(pool, at, &next);
}

/* Looks up the bounds of a vector of events behind an edge. */
FN void pool_cross(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, shower_pool *pool,
                   const pool_vector *at, shower_lanes *lanes)
{
    const pool_next next = {m_none(), m_none(), m_none(), m_none()};
    pool_get_event(pool, at, lanes);
    pool_get_bounds(pool, at, lanes);
    lanes->crosses = at->active;
    trial_cross(p, tables, events, lanes);
    pool_put_trial(pool, at, at->active, lanes);
    pool_put_bounds(pool, at, at->active, lanes);
    pool_leave(pool, at, &next);
}
#endif

/* Carries out what a vector of events has found. */
FN void pool_emit(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, shower_pool *pool,
                  const pool_vector *at, shower_lanes *lanes)
{
    pool_next next = {m_none(), m_none(), m_none(), m_none()};
    pool_get_event(pool, at, lanes);
    pool_get_bounds(pool, at, lanes);
    pool_get_found(pool, at, lanes);
    next.ended = shower_emit(p, tables, events, at->active, lanes);
    pool_put_bounds(pool, at, at->active, lanes);
    pool_leave(pool, at, &next);
}

/* Ends the events of a vector that have showered, and takes the next ones in their place. */
FN void pool_take(CONSTANT parameters *p, event_list events, shower_pool *pool, const pool_vector *at,
                  shower_lanes *lanes, GLOBAL uint32 *taken, uint32 count)
{
    index bit = i_set(0);
    for (int l = 0; l < LANES; ++l)
        bit[l] = -(scalar_bits)(pool->showered >> at->place[l] & 1);
    const mask showered = m_and(at->active, bit);
    pool_get_event(pool, at, lanes);
    if (r_any(showered))
        shower_end(events, showered, lanes);
    const mask got = shower_take(p, events, at->active, lanes, taken, count);
    pool_put_event(pool, at, got, lanes);
    pool_put_trial(pool, at, got, lanes);
    pool_put_bounds(pool, at, got, lanes);
    pool->showered |= pool_bits(at, got);
    pool->needs[POOL_TRY] |= pool_bits(at, got);
}

/* The need that is to be served: the first that fills a vector, or else that of most events. */
FN int pool_fullest(const shower_pool *pool)
{
    int fullest = 0, most = 0;
    for (int need = 0; need < POOL_NEEDS && most < LANES; ++need) {
        const int events = __builtin_popcountll(pool->needs[need]);
        if (events > most) {
            most = events;
            fullest = need;
        }
    }
    return most ? fullest : POOL_NEEDS;
}

/* Showers the events of the list from *taken up to count. Who else has the same `taken` shares them. */
FN_SHARED void shower_run(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                          GLOBAL uint32 *taken, uint32 count)
{
    shower_pool pool = {.needs = {[POOL_TAKE] = ~(uint64)0 >> (64 - POOL_EVENTS)}};
    shower_lanes lanes;
    shower_begin_lanes(events, &lanes);
    for (;;) {
        const int need = pool_fullest(&pool);
        if (need == POOL_NEEDS)
            return;
        const pool_vector at = pool_pick(&pool, need);
        switch (need) {
        case POOL_TAKE:
            pool_take(p, events, &pool, &at, &lanes, taken, count);
            break;
        case POOL_EMIT:
            pool_emit(p, tables, events, &pool, &at, &lanes);
            break;
#if SHOWER_BEAMS
        case POOL_WEIGH:
            pool_weigh(p, tables, events, &pool, &at, &lanes);
            break;
        case POOL_CROSS:
            pool_cross(p, tables, events, &pool, &at, &lanes);
            break;
#endif
        default:
            pool_try(p, tables, events, &pool, &at, &lanes);
            break;
        }
    }
}

#endif
