/* The history of an event that is merged: emissions of the shower that may have made it. It begins with two
 * partons and what has no colour.
 *
 * Every way back to a core that the process has is a history, by clusterings one after the other. Its part is
 * the product of splitting functions over propagators, which is what the shower takes the squared matrix
 * element for. Steps back are drawn one by one, the last emission first, in proportion to the parts of the
 * histories that go on from there. They are of those in which t falls from the emission before to this one,
 * as the shower makes it, if there are any. Else t rises. Where all steps have a splitting function below 0,
 * which the shower leaves out, its absolute value counts. So it is where each of two gluons flies along the
 * quark of the beams that it has no line with.
 *
 * What a state stands for is then its own matrix element, whatever follows. The last emission may go back to
 * one whose only histories rise, if it falls itself. The shower makes it from there, for events of one jet
 * less are in the sample. UMEPS so takes away from a state what the shower makes of it. Densities and
 * couplings are no part of it, as they make weights (merging.h).
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
    return (i_set(HISTORY_BEGIN) + level * i_set(HISTORY_ROWS)) * i_set((int)EVENT_STRIDE(events)) + slot;
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
/* Why the shower does not make a state of the one before. Less is better. */
enum { HISTORY_MADE, HISTORY_RISES, HISTORY_LEFT_OUT, HISTORY_LACKS };

/* Clusterings that a state of so many jets may have: emitted, emitter and spectator. */
enum {
    HISTORY_ENDS = MERGING_JETS + MERGING_CORE + 2,
    HISTORY_WAYS = MERGING_JETS * HISTORY_ENDS * HISTORY_ENDS
};

/* Ways back from a state, by the number of jets that are left. Of each state there are the sums of the parts
 * of its histories so far, by what its last emission lacks. They are apart where that is above the emission
 * which the walk came by, and where it is below. */
typedef struct history_walk {
    cluster_state state[MERGING_JETS + 1];
    real part[MERGING_JETS + 1], log_t[MERGING_JETS + 1]; /* of the emission that made it */
    real falls[MERGING_JETS + 1][HISTORY_LACKS], rises[MERGING_JETS + 1][HISTORY_LACKS];
    mask alive[MERGING_JETS + 1];
    int way[MERGING_JETS + 1];
} history_walk;

/* The step back that is drawn so far, and the sum of the parts of those of which it is one. They are those
 * whose emission is above `log_t`, or those below. `falls`: the emission before is to be above this one. */
typedef struct history_draw {
    mask found, falls, above;
    real lack, sum, log_t;
} history_draw;

/* What is found: the worst that an emission lacks. */
typedef struct history_kind {
    mask found;
    real lack;
} history_kind;

/* The lanes that have a history which the shower makes. */
FN mask history_is_made(const history_kind *kind)
{
    return m_and(kind->found, kind->lack == r_set((scalar)HISTORY_MADE));
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
    walk->part[level] = point.part;
    walk->log_t[level] = log_t;
    return r_any(made);
}

/* Of the best histories of a state the sums of their parts. */
FN void history_best(const history_walk *walk, int level, real *falls, real *rises)
{
    const real none = R(0.0);
    *falls = *rises = none;
    for (int lack = HISTORY_LACKS - 1; lack >= 0; --lack) {
        const mask there = walk->falls[level][lack] + walk->rises[level][lack] > none;
        *falls = r_select(there, walk->falls[level][lack], *falls);
        *rises = r_select(there, walk->rises[level][lack], *rises);
    }
}

/* What a step back lacks, and its part times those of the histories that it leads to. There are those whose
 * last emission it falls below, and those where it rises. */
FN real history_lack(const history_walk *walk, int level, int rises)
{
    return r_select(walk->part[level] < R(0.0), r_set((scalar)HISTORY_LEFT_OUT),
                    r_set(rises ? (scalar)HISTORY_RISES : (scalar)HISTORY_MADE));
}
FN real history_part(const history_walk *walk, int level, real behind)
{
    return r_select(walk->alive[level - 1], r_abs(walk->part[level]) * behind, R(0.0));
}

/* Adds a step back to the sums of its state. */
FN void history_add(history_walk *walk, int level, const real behind[2])
{
    const mask above = walk->log_t[level] >= walk->log_t[level + 1];
    const real none = R(0.0);
    for (int rises = 0; rises < 2; ++rises) {
        const real part = history_part(walk, level, behind[rises]), lacks = history_lack(walk, level, rises);
        for (int lack = 0; lack < HISTORY_LACKS; ++lack) {
            const real own = r_select(lacks == r_set((scalar)lack), part, none);
            walk->falls[level][lack] = walk->falls[level][lack] + r_select(above, own, none);
            walk->rises[level][lack] = walk->rises[level][lack] + r_select(above, none, own);
        }
    }
}

/* Draws a step back of the first state of a walk in place of the one before, by its part of their sum.
 * Of those that lack least each is taken with the probability part / (sum so far). */
FN_APART void history_take(event_list events, index slot, event_number event, const history_walk *walk,
                           int level, const real behind[2], history_draw *draw)
{
    const mask above = walk->log_t[level] >= draw->log_t;
    const mask may = m_or(m_and(above, draw->above), m_and(m_not(above), m_not(draw->above)));
    const real none = R(0.0);
    real u[2];
    uniform_pair(event, STREAM_HISTORIES, (uint32)(level * HISTORY_WAYS + walk->way[level]), u);
    for (int rises = 0; rises < 2; ++rises) {
        const real part = history_part(walk, level, behind[rises]), lack = history_lack(walk, level, rises);
        const mask there = part > none, better = m_and(there, lack < draw->lack);
        draw->lack = r_select(better, lack, draw->lack);
        draw->sum = r_select(better, none, draw->sum);
        const mask counts = m_and(m_and(there, may), lack == draw->lack);
        draw->sum = r_select(counts, draw->sum + part, draw->sum);
        draw->found = m_or(m_and(draw->found, m_not(better)), counts);
        const mask taken = m_and(counts, u[rises] * draw->sum < part);
        draw->falls = rises ? m_and(draw->falls, m_not(taken)) : m_or(draw->falls, taken);
        history_store(events, taken, slot, level - 1, &walk->state[level - 1], none);
        event_put(events, HISTORY_SCALE, taken, event_history(events, slot, i_set(level)),
                  walk->log_t[level]);
    }
}

/* Begins with the ways back from a state. */
FN void history_enter(history_walk *walk, int level)
{
    walk->way[level] = 0;
    for (int lack = 0; lack < HISTORY_LACKS; ++lack)
        walk->falls[level][lack] = walk->rises[level][lack] = R(0.0);
}

/* Draws a step back from the state of a walk with so many jets. It is a recursion without calls:
 *
 *   walk(level): for each way of `level` that can be gone (history_step), of the state before
 *                  level == 1:  behind = 1 where that is a core, else 0
 *                  else:        walk(level - 1); behind = the best sums of that (history_best)
 *                  level < top: add the way's part times behind to the sums of `level` (history_add)
 *                  level = top: draw the way by its part times behind (history_take)
 */
FN_APART void history_draw_step(CONSTANT parameters *p, GLOBAL const scalar *cores, event_list events,
                                index slot, event_number event, history_walk *walk, int top,
                                history_draw *draw)
{
    int level = top;
    history_enter(walk, level);
    while (walk->way[top] < HISTORY_WAYS) {
        real behind[2] = {R(0.0), R(0.0)};
        if (walk->way[level] < HISTORY_WAYS) {
            if (!history_step(p, events, slot, walk, level)) {
                ++walk->way[level];
                continue;
            }
            if (level > 1) {
                history_enter(walk, --level);
                continue;
            }
            behind[0] = r_select(history_is_core(cores, &walk->state[0]), R(1.0), behind[0]);
        } else {
            history_best(walk, level, &behind[0], &behind[1]);
            ++level;
        }
        if (level == top)
            history_take(events, slot, event, walk, level, behind, draw);
        else
            history_add(walk, level, behind);
        ++walk->way[level];
    }
}

/* Leaves the states of a history of each lane's event in its rows; `last`: what the event is. */
FN_APART history_kind history_find(CONSTANT parameters *p, GLOBAL const scalar *cores, event_list events,
                                   index slot, event_number event, const cluster_state *last)
{
    history_kind kind = {m_all(), r_set((scalar)HISTORY_MADE)};
    history_draw draw = {m_all(), m_all(), m_all(), R(0.0), R(0.0), r_set(S(-1e30))};
    history_walk walk;
    history_store(events, m_all(), slot, MERGING_JETS, last, R(0.0));
    for (int level = MERGING_JETS; level > 0; --level) {
        walk.state[level] = *last;
        history_fetch(events, slot, i_set(level), &walk.state[level]);
        walk.alive[level] = kind.found;
        draw.found = draw.falls = m_none();
        draw.lack = r_set((scalar)HISTORY_LACKS);
        draw.sum = R(0.0);
        history_draw_step(p, cores, events, slot, event, &walk, level, &draw);
        kind.found = m_and(kind.found, draw.found);
        kind.lack = r_max(kind.lack, draw.lack);
        if (!r_any(kind.found))
            break;
        draw.above = draw.falls;
        draw.log_t = r_select(kind.found, history_scale(events, slot, i_set(level)), R(0.0));
    }
    return kind;
}
#endif

#endif
#endif
