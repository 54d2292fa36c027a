/* The shower of a list of events by the veto algorithm, an event a lane. A lane whose event is done takes the
 * next one of the list. Nothing of an event depends on which lane it is in, nor on what its neighbours do.
 *
 * An emission costs as much as several trials, and of a vector or a warp few lanes find one at a time. On a
 * CPU more events are at work than there are lanes, and those that need the same share a vector (pool_cpu.h).
 * On a GPU lanes that have an emission wait until SHOWER_WAITING of them can be served together. So do lanes
 * that look up densities, until they are SHOWER_WEIGHING, and bounds again, until they are SHOWER_CROSSING.
 * Lanes whose event is done wait until SHOWER_IDLE can take the next. Needs `parameters`. */
#ifndef TESSERA_SHOWER_SHOWER_H
#define TESSERA_SHOWER_SHOWER_H

#include "shower/merging.h"
#include "shower/settle.h"
#include "shower/trial.h"

#ifndef SHOWER_WAITING
#define SHOWER_WAITING (WARP_LANES > 4 ? WARP_LANES / 2 : 1)
#endif
#ifndef SHOWER_WEIGHING
#define SHOWER_WEIGHING (WARP_LANES > 4 ? WARP_LANES / 4 : 1)
#endif
#ifndef SHOWER_CROSSING
#define SHOWER_CROSSING (WARP_LANES > 4 ? WARP_LANES / 4 : 1)
#endif
#ifndef SHOWER_IDLE
#define SHOWER_IDLE (WARP_LANES > 16 ? 8 : 1)
#endif

/* Loads the events of the lanes in m from their slots. */
FN void shower_load(CONSTANT parameters *p, event_list events, mask m, shower_lanes *lanes)
{
    index slot = lanes->slot;
    real inverse = coupling_bound_inverse(p, event_get(events, EVENT_SCALE, slot));
    word offset = w_load(events.offsets, slot), low = w_set((uint32)events.first) + offset;
    word high = w_set((uint32)(events.first >> 32)) + w_carry(low, offset);
    lanes->event.low = w_select(m, low, lanes->event.low);
    lanes->event.high = w_select(m, high, lanes->event.high);
    lanes->trial = w_select(m, w_set(0), lanes->trial);
#if SHOWER_VARIATIONS > 0
    lanes->ghost = w_select(m, w_set(0), lanes->ghost);
#endif
    lanes->inverse = r_select(m, inverse, lanes->inverse);
    lanes_weigh(p, events, m, lanes);
#if SHOWER_MERGES
    merging_lanes(p, events, m, lanes);
#endif
}

/* The lanes in `idle` take events; returns those that got one. */
FN mask shower_take(CONSTANT parameters *p, event_list events, mask idle, shower_lanes *lanes,
                    GLOBAL uint32 *taken, uint32 count)
{
    word next = w_take(idle, taken);
    mask got = m_and(idle, w_less(next, w_set(count)));
    lanes->slot = i_select(got, w_index(next), lanes->slot);
    if (r_any(got))
        shower_load(p, events, got, lanes);
    return got;
}

#if SHOWER_MERGES
/* The lanes in m have emitted. A first emission that is one of the next multiplicity leaves no weight, or is
 * rejected. Returns those that have ended by that. */
FN mask shower_look(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                    shower_lanes *lanes)
{
    mask above = m_none();
    const mask first = m_and(m, lanes->first > R(0.0));
#if MERGING_UNITARY || !MERGING_HIGHEST
    mask looked_at = first;
#if SHOWER_MASSES
    looked_at = merging_emitted_jet(p, events, first, lanes->slot, RECORDED);
#endif
    if (r_any(looked_at))
        above = merging_is_above(p, events, looked_at, lanes->slot, RECORDED);
#endif
#if MERGING_UNITARY
    if (r_any(above))
        merging_reject(p, tables, events, above, lanes);
    lanes->first = r_select(m_and(first, m_not(above)), R(0.0), lanes->first);
    return m_none();
#else
    (void)p, (void)tables;
    merging_veto(events, above, lanes->slot);
    lanes->first = r_select(first, R(0.0), lanes->first);
    return above;
#endif
}

/* Lanes in which a state before the last has found an emission or has ended. An emission leaves no weight,
 * and the next state begins at an end. */
FN void shower_merge(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask *waiting,
                     mask *ended, shower_lanes *lanes)
{
#if MERGING_JETS > 0
    const mask trial = lanes->trial_state > R(0.0), vetoed = m_and(*waiting, trial);
    const mask goes_on = m_and(*ended, trial);
    if (r_any(vetoed))
        merging_veto(events, vetoed, lanes->slot);
    if (r_any(goes_on))
        merging_advance(p, tables, events, goes_on, lanes);
    *waiting = m_and(*waiting, m_not(vetoed));
    *ended = m_or(m_and(*ended, m_not(goes_on)), vetoed);
#else
    (void)p, (void)tables, (void)events, (void)waiting, (void)ended, (void)lanes;
#endif
}
#endif

/* Carries out what the lanes in m have found; returns those whose lists are full, for which nothing is left
 * to do. */
FN mask shower_emit(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                    shower_lanes *lanes)
{
    real azimuth[2];
    word draw = (lanes->trial - w_set(1)) * (uint32)DRAWS_OF_TRIAL + w_set(DRAW_AZIMUTH);
    uniform_pair_at(lanes->event, STREAM_SHOWER, draw, azimuth);
    real partons = event_get(events, EVENT_PARTONS, lanes->slot);
    mask full = m_and(m, partons > r_set((scalar)MOST_PARTONS - S(0.5))), able = m_and(m, m_not(full));
    event_put(events, EVENT_LIMITED, full, lanes->slot, R(1.0));
    if (!r_any(able))
        return full;
    emission_make(p, tables, events, able, lanes->slot, &lanes->found, azimuth[0]);
    event_put(events, EVENT_SCALE, able, lanes->slot, coupling_bound_log_t(p, lanes->inverse));
    lanes_weigh(p, events, able, lanes);
#if SHOWER_MERGES
    return m_or(full, shower_look(p, tables, events, able, lanes));
#else
    return full;
#endif
}

/* Lanes that have no event yet. */
FN void shower_begin_lanes(event_list events, shower_lanes *lanes)
{
    const momentum_share even = {R(0.5), R(0.5)};
    const emission none = {i_set(0), R(1.0), m_none(), R(0.0), R(0.0), splitting_point_of(even, R(0.5)),
                           R(1.0)};
    lanes->slot = i_set(0);
    lanes->event.low = lanes->event.high = lanes->trial = w_set(0);
    lanes->event.seed_low = (uint32)events.seed;
    lanes->event.seed_high = (uint32)(events.seed >> 32);
    lanes->inverse = lanes->weight = lanes->dipoles = R(1.0);
    lanes->found = none;
#if SHOWER_BEAMS
    lanes->edge = lanes->exact = lanes->least = R(0.0);
    lanes->turning = r_set(NOWHERE);
    lanes->crosses = m_none();
#endif
#if SHOWER_VARIATIONS > 0
    lanes->ghost = w_set(0);
#endif
#if SHOWER_MERGES
    lanes->floor = lanes->trial_state = lanes->first = R(0.0);
#endif
}

/* The lanes in m have events that have ended. */
FN void shower_end(event_list events, mask m, const shower_lanes *lanes)
{
    event_put(events, EVENT_TRIALS, m, lanes->slot, r_from_index(w_index(lanes->trial)));
#if MERGING_UNITARY
    merging_close(events, m, lanes->slot);
#endif
#if SHOWER_BEAMS
    event_settle(events, m, lanes->slot);
#endif
}

#ifdef GPU
/* The lanes of `busy` that wait for no others. */
FN mask shower_free(const shower_lanes *lanes, mask busy, mask waiting)
{
    const mask free = m_and(busy, m_not(waiting));
#if SHOWER_BEAMS
    return m_and(free, m_not(lanes->crosses));
#else
    (void)lanes;
    return free;
#endif
}

/* Showers events [0, count) of the list, with as many others as share `taken`, which begins at 0. */
FN_SHARED void shower_run(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                          GLOBAL uint32 *taken, uint32 count)
{
    shower_lanes lanes;
    shower_begin_lanes(events, &lanes);
    mask busy = shower_take(p, events, m_all(), &lanes, taken, count), waiting = m_none(), idle = m_none();
    mask weighing = m_none();
    while (warp_any(busy)) {
        mask ended = m_none(), touches = m_none(),
             trying = shower_free(&lanes, busy, m_or(waiting, weighing));
        if (r_any(trying))
            waiting = m_or(waiting, shower_try(p, tables, events, trying, &lanes, &ended, &touches));
#if SHOWER_BEAMS
        weighing = m_or(weighing, touches);
        trying = shower_free(&lanes, m_and(busy, m_not(ended)), m_or(waiting, weighing));
        if (warp_count(weighing) >= SHOWER_WEIGHING || !warp_any(trying)) {
            if (r_any(weighing))
                waiting = m_or(waiting, shower_weigh(p, tables, events, weighing, &lanes));
            weighing = m_none();
        }
#endif
#if SHOWER_MERGES
        shower_merge(p, tables, events, &waiting, &ended, &lanes);
#endif
        busy = m_and(busy, m_not(ended));
        trying = shower_free(&lanes, busy, m_or(waiting, weighing));
        const int none_tries = !warp_any(trying);
#if SHOWER_BEAMS
        if (warp_count(lanes.crosses) >= SHOWER_CROSSING || none_tries)
            if (r_any(lanes.crosses))
                trial_cross(p, tables, events, &lanes);
#endif
        if (warp_count(waiting) >= SHOWER_WAITING || none_tries) {
            if (r_any(waiting))
                ended = m_or(ended, shower_emit(p, tables, events, waiting, &lanes));
            busy = m_and(busy, m_not(ended));
            waiting = m_none();
        }
        if (r_any(ended))
            shower_end(events, ended, &lanes);
        idle = m_or(idle, ended);
        if (warp_count(idle) >= SHOWER_IDLE || !warp_any(busy)) {
            if (r_any(idle))
                busy = m_or(busy, shower_take(p, events, idle, &lanes, taken, count));
            idle = m_none(); /* who got none has none to come */
        }
    }
}

#else
#include "shower/pool_cpu.h"
#endif

#endif
