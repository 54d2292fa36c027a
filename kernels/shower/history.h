/* The history of an event that is merged: emissions of the shower that may have made it. It begins with two
 * partons and what has no colour.
 *
 * Every way back to a core that the process has is a history, by clusterings one after the other. Its part is
 * the product of splitting functions over propagators, which is what the shower takes the squared matrix
 * element for. One is drawn in proportion to it, of those whose emissions have falling t as the shower makes
 * them, if there are any. Else t rises. Where all have an emission whose splitting function is below 0, which
 * the shower leaves out, its absolute value counts. So it is where each of two gluons flies along the quark
 * of the beams that it has no line with. Densities and couplings are no part of it, as they make weights
 * (merging.h).
 *
 * Included behind `parameters`. MERGING_SET has a bit of each final parton, MERGING_JETS of them. The core
 * may have coloured particles of a mass, which emit and recoil. MERGING_CORE_SET has their bits, MERGING_CORE
 * of them. */
#ifndef TESSERA_SHOWER_HISTORY_H
#define TESSERA_SHOWER_HISTORY_H

#include "shower/beams.h"
#include "shower/clustering.h"
#include "shower/merging_layout.h"

#if SHOWER_BEAMS

#ifndef MERGING_SET
#define MERGING_SET 0
#endif
#ifndef MERGING_CORE
#define MERGING_CORE 0
#define MERGING_CORE_SET 0
#endif

/* States of an event by their numbers of jets, from 0 to MERGING_JETS. They lie between partons and dipoles,
 * where there is room until the last of them showers. */
enum {
    HISTORY_ROWS = HISTORY_ROWS_FOR(RECORDED),
    HISTORY_BEGIN = EVENT_DIPOLE - MERGING_ROWS(MERGING_JETS, RECORDED)
};

/* Where the first row of a state of each lane's event lies. */
FN index event_history(event_list events, index slot, index level)
{
    return (i_set(HISTORY_BEGIN) + level * i_set(HISTORY_ROWS)) * i_set((int)events.capacity) + slot;
}

FN void history_store(event_list events, mask m, index slot, int level, const cluster_state *state,
                      real log_t)
{
    const index place = event_history(events, slot, i_set(level));
    event_put(events, HISTORY_SCALE, m, place, log_t);
    for (int i = 0; i < RECORDED; ++i) {
        const int row = HISTORY_PARTON + HISTORY_PARTON_ROWS * i;
        event_put(events, row + HISTORY_E, m, place, state->momentum[i].e);
        event_put(events, row + HISTORY_X, m, place, state->momentum[i].x);
        event_put(events, row + HISTORY_Y, m, place, state->momentum[i].y);
        event_put(events, row + HISTORY_Z, m, place, state->momentum[i].z);
        event_put(events, row + HISTORY_PDG, m, place, state->pdg[i]);
        event_put(events, row + HISTORY_COLOUR, m, place, state->colour[i]);
        event_put(events, row + HISTORY_ANTICOLOUR, m, place, state->anticolour[i]);
    }
}

FN void history_fetch(event_list events, index slot, index level, cluster_state *state)
{
    const index place = event_history(events, slot, level);
    for (int i = 0; i < RECORDED; ++i) {
        const int row = HISTORY_PARTON + HISTORY_PARTON_ROWS * i;
        const vector4 p = {event_get(events, row + HISTORY_E, place),
                           event_get(events, row + HISTORY_X, place),
                           event_get(events, row + HISTORY_Y, place),
                           event_get(events, row + HISTORY_Z, place)};
        state->momentum[i] = p;
        state->pdg[i] = event_get(events, row + HISTORY_PDG, place);
        state->colour[i] = event_get(events, row + HISTORY_COLOUR, place);
        state->anticolour[i] = event_get(events, row + HISTORY_ANTICOLOUR, place);
    }
}

FN real history_scale(event_list events, index slot, index level)
{
    return event_get(events, HISTORY_SCALE, event_history(events, slot, level));
}

/* The place of the n-th coloured particle that an event begins with, from 0: both that come in, then partons,
 * and then those of the core. */
FN int history_parton(int n)
{
    int place = n, count = 2;
    for (int core = 0; core < 2; ++core)
        for (int i = 2; i < RECORDED; ++i)
            if ((core ? MERGING_CORE_SET : MERGING_SET) >> (i - 2) & 1) {
                place = count == n ? i : place;
                ++count;
            }
    return place;
}

/* Whether both partons that come in are those of an event without jets. */
FN mask history_is_core(GLOBAL const scalar *cores, const cluster_state *state)
{
    mask is = m_none();
    for (int i = 0; i < (int)cores[0]; ++i)
        is = m_or(is,
                  m_and(state->pdg[0] == r_set(cores[1 + 2 * i]), state->pdg[1] == r_set(cores[2 + 2 * i])));
    return is;
}

#if MERGING_JETS > 0
/* Why the shower does not make a history. Less is better. */
enum { HISTORY_MADE, HISTORY_RISES, HISTORY_LEFT_OUT, HISTORY_NONE };

/* Clusterings that a state of so many jets may have: emitted, emitter and spectator. */
enum {
    HISTORY_ENDS = MERGING_JETS + MERGING_CORE + 2,
    HISTORY_WAYS = MERGING_JETS * HISTORY_ENDS * HISTORY_ENDS
};

/* A way back so far, by the number of jets that are left. */
typedef struct history_walk {
    cluster_state state[MERGING_JETS + 1];
    real part[MERGING_JETS + 1];
    real log_t[MERGING_JETS + 1]; /* of the emission that made it */
    real lack[MERGING_JETS + 1];  /* HISTORY_... */
    mask alive[MERGING_JETS + 1];
    int way[MERGING_JETS + 1];
} history_walk;

/* What is drawn so far: the sum of the parts of those of which it is one. */
typedef struct history_draw {
    mask found;
    real lack, sum;
} history_draw;

/* The lanes that have a history which the shower makes. */
FN mask history_is_made(const history_draw *draw)
{
    return m_and(draw->found, draw->lack == r_set((scalar)HISTORY_MADE));
}

/* Lanes in which both partons that come in have no more energy than their beams: global recoil gives some. */
FN mask history_inside(CONSTANT parameters *p, event_list events, index slot, const cluster_state *state)
{
#if SHOWER_GLOBAL
    const real one = R(1.0);
    return m_and(beam_eta(p, events, slot, m_none(), state->momentum[0].e) < one,
                 beam_eta(p, events, slot, m_all(), state->momentum[1].e) < one);
#else
    (void)p, (void)events, (void)slot, (void)state;
    return m_all();
#endif
}

/* Goes a step back from a state, by the way that is its turn. Returns whether any lane can. */
FN_APART int history_step(CONSTANT parameters *p, event_list events, index slot, history_walk *walk,
                          int level)
{
    const int way = walk->way[level];
    const int emitted = way / (HISTORY_ENDS * HISTORY_ENDS) + 2, emitter = way / HISTORY_ENDS % HISTORY_ENDS;
    const int spectator = way % HISTORY_ENDS;
    if (emitter == emitted || spectator == emitted || spectator == emitter)
        return 0;
    const cluster_places places = {history_parton(emitted), history_parton(emitter),
                                   history_parton(spectator)};
    cluster_kind kind = cluster_kind_of(&walk->state[level], places);
    kind.there = m_and(kind.there, walk->alive[level]);
    if (!r_any(kind.there))
        return 0;
    cluster_point point;
    cluster_state *before = &walk->state[level - 1];
    const mask emitted_so = cluster_event(&walk->state[level], places, &kind, before, &point);
    const mask made = m_and(emitted_so, history_inside(p, events, slot, before));
    const real log_t = r_log(r_select(made, point.t, R(1.0)));
    walk->alive[level - 1] = made;
    walk->part[level - 1] = walk->part[level] * r_abs(point.part);
    walk->log_t[level] = log_t;
    const real as_is = walk->lack[level], none = R(0.0);
    const real rises = r_max(as_is, r_set((scalar)HISTORY_RISES)), out = r_set((scalar)HISTORY_LEFT_OUT);
    real lack = as_is;
    if (level < MERGING_JETS)
        lack = r_select(log_t >= walk->log_t[level + 1], as_is, rises);
    walk->lack[level - 1] = r_select(point.part < none, out, lack);
    return r_any(made);
}

/* A way that has come to its end is drawn in place of the one before, as often as its part of their sum. With
 * five jets and more, numbers of ways have more than 32 bits. */
FN_APART void history_end(GLOBAL const scalar *cores, event_list events, index slot, event_number event,
                          const history_walk *walk, uint64 number, history_draw *draw)
{
    real u[2];
    const mask ends = m_and(walk->alive[0], history_is_core(cores, &walk->state[0]));
    const mask better = m_and(ends, walk->lack[0] < draw->lack);
    const mask counts = m_and(ends, walk->lack[0] <= draw->lack);
    if (!r_any(counts))
        return;
    const real none = R(0.0);
    draw->sum = r_select(better, none, draw->sum);
    draw->sum = r_select(counts, draw->sum + walk->part[0], draw->sum);
    draw->lack = r_select(better, walk->lack[0], draw->lack);
    draw->found = m_or(draw->found, counts);
    uniform_pair(event, (uint32)STREAM_HISTORIES + (uint32)(number >> 32), (uint32)number, u);
    const mask taken = m_and(counts, u[0] * draw->sum < walk->part[0]);
    for (int level = 0; level < MERGING_JETS; ++level)
        history_store(events, taken, slot, level, &walk->state[level], level ? walk->log_t[level] : none);
    event_put(events, HISTORY_SCALE, taken, event_history(events, slot, i_set(MERGING_JETS)),
              walk->log_t[MERGING_JETS]);
}

/* Leaves the states of a history of each lane's event in its rows; `last`: what the event is. */
FN_APART history_draw history_find(CONSTANT parameters *p, GLOBAL const scalar *cores, event_list events,
                                   index slot, event_number event, const cluster_state *last)
{
    history_draw draw = {m_none(), r_set((scalar)HISTORY_NONE), R(0.0)};
    history_walk walk;
    uint64 number = 0;
    int level = MERGING_JETS;
    walk.state[level] = *last;
    walk.part[level] = R(1.0);
    walk.lack[level] = r_set((scalar)HISTORY_MADE);
    walk.alive[level] = m_all();
    walk.way[level] = 0;
    history_store(events, m_all(), slot, level, last, R(0.0));
    while (level <= MERGING_JETS) {
        if (walk.way[level] == HISTORY_WAYS) {
            if (++level <= MERGING_JETS)
                ++walk.way[level];
            continue;
        }
        if (!history_step(p, events, slot, &walk, level)) {
            ++walk.way[level];
            continue;
        }
        if (level > 1) {
            walk.way[--level] = 0;
            continue;
        }
        number = 0;
        for (int i = 1; i <= MERGING_JETS; ++i)
            number = number * (uint64)HISTORY_WAYS + (uint64)walk.way[i];
        history_end(cores, events, slot, event, &walk, number, &draw);
        ++walk.way[level];
    }
    return draw;
}
#endif

#endif
#endif
