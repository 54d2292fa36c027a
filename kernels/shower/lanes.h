/* What lanes of a shower do with their events beside trials: they take them, carry out what they have found,
 * and end them. Needs `parameters`. */
#ifndef TESSERA_SHOWER_LANES_H
#define TESSERA_SHOWER_LANES_H

#include "shower/merging.h"
#include "shower/settle.h"
#include "shower/trial.h"

/* Loads the events of the lanes in m, which are in these slots. */
FN void shower_load(CONSTANT parameters *p, event_list events, mask m, word slot, shower_lanes *lanes)
{
    lanes->slot = i_select(m, event_own(slot), lanes->slot);
    real inverse = coupling_bound_inverse(p, event_get(events, EVENT_SCALE, lanes->slot));
    word offset = w_load(events.offsets, w_index(w_select(m, slot, w_set(0)))),
         low = w_set((uint32)events.first) + offset;
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
    if (r_any(got))
        shower_load(p, events, got, next, lanes);
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

/* Carries out what the lanes in m have found. Returns those for which nothing is left to do: their lists are
 * full, or merging has ended them. */
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

#endif
