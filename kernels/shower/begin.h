/* The beginning of a shower from an event's record (event/record.h): its particles, and a dipole for each
 * colour line. A parton that comes in has the colour of its antiparticle going out. Included behind
 * `parameters`. */
#ifndef TESSERA_SHOWER_BEGIN_H
#define TESSERA_SHOWER_BEGIN_H

#include "event/record.h"
#include "shower/shower.h"

#if SHOWER_BEAMS

#ifndef RECORDED
#define RECORDED 3
#endif
/* 1: the beam comes in as it is, without density and without colour. */
#ifndef WHOLE_FIRST
#define WHOLE_FIRST 0
#define WHOLE_SECOND 0
#endif

/* LANES neighbouring events as they are in their records; colours as they go out. */
typedef struct begin_particles {
    vector4 momentum[RECORDED];
    real mass[RECORDED], pdg[RECORDED], colour[RECORDED], anticolour[RECORDED];
    real scale_r, alpha_s, subprocess, start; /* ln t of START_EXPRESSION */
} begin_particles;

/* Records of events that are to shower, in the last of their rows. The beginning of the shower may overwrite
 * them. */
FN record_list begin_record(event_list events)
{
    const record_list records = {events.rows +
                                     (uint64)(EVENT_ROWS - RECORD_ROWS_FOR(RECORDED)) * EVENT_STRIDE(events),
                                 EVENT_STRIDE(events)};
    return records;
}

FN real begin_row(record_list records, int row, uint32 slot)
{
    return r_fetch(records.rows + (uint64)row * records.capacity + slot);
}

FN real begin_fetch(record_list records, int particle, int row, uint32 slot)
{
    return begin_row(records, RECORD_PARTICLE + PARTICLE_ROWS * particle + row, slot);
}

FN void begin_read(record_list records, uint32 slot, begin_particles *all)
{
    all->scale_r = begin_row(records, RECORD_SCALE_R, slot);
    all->alpha_s = begin_row(records, RECORD_ALPHA_S, slot);
    all->subprocess = begin_row(records, RECORD_SUBPROCESS, slot);
    for (int i = 0; i < RECORDED; ++i) {
        const real colour = begin_fetch(records, i, PARTICLE_COLOUR, slot);
        const real anticolour = begin_fetch(records, i, PARTICLE_ANTICOLOUR, slot);
        const vector4 p = {begin_fetch(records, i, PARTICLE_E, slot),
                           begin_fetch(records, i, PARTICLE_X, slot),
                           begin_fetch(records, i, PARTICLE_Y, slot),
                           begin_fetch(records, i, PARTICLE_Z, slot)};
        all->momentum[i] = p;
        all->mass[i] = begin_fetch(records, i, PARTICLE_MASS, slot);
        all->pdg[i] = begin_fetch(records, i, PARTICLE_PDG, slot);
        all->colour[i] = i < 2 ? anticolour : colour;
        all->anticolour[i] = i < 2 ? colour : anticolour;
    }
}

/* Takes the momenta into the rest frame of what comes in; exp of the rapidity that this had. Of E + pz and E
 * - pz the smaller one comes from the mass, so that it keeps its digits. */
FN real begin_rest(begin_particles *all)
{
    const real boost = r_sqrt(all->momentum[0].e / all->momentum[1].e), none = R(0.0), middle = R(0.5);
    for (int i = 0; i < RECORDED; ++i) {
        const vector4 p = all->momentum[i];
        const real mt2 = r_fma(all->mass[i], all->mass[i], r_fma(p.x, p.x, p.y * p.y));
        const real large = p.e + r_abs(p.z), small = mt2 / large;
        const mask forward = p.z >= none;
        const real plus = r_select(forward, large, small) / boost,
                   minus = r_select(forward, small, large) * boost;
        const vector4 q = {middle * (plus + minus), p.x, p.y, middle * (plus - minus)};
        all->momentum[i] = q;
    }
    return boost;
}

#if WHOLE_FIRST && WHOLE_SECOND
/* The least kT^2 of two coloured particles, 2 min(E_i^2, E_j^2) (1 - cos), where there are three or more of
 * those that limit the scale. What a resonance without colour becomes does not: its own mass does. */
FN real begin_least(CONSTANT parameters *p, const begin_particles *all, real most)
{
    const int limiting = (int)p->beam_limiting;
    const real none = R(0.0), one = R(1.0);
    real least = most, coloured = R(0.0);
    for (int i = 2; i < RECORDED; ++i) {
        const mask own = m_or(all->colour[i] > none, all->anticolour[i] > none);
        const vector4 p1 = all->momentum[i];
        const real inverse1 = one / r_max(v_length(p1), r_set(SMALLEST_NORMAL));
        if (!(limiting >> i & 1))
            continue;
        coloured = coloured + r_select(own, one, none);
        for (int j = i + 1; j < RECORDED; ++j) {
            const mask both = m_and(own, m_or(all->colour[j] > none, all->anticolour[j] > none));
            const vector4 p2 = all->momentum[j];
            const real inverse2 = one / r_max(v_length(p2), r_set(SMALLEST_NORMAL));
            const real x = p1.x * inverse1 - p2.x * inverse2, y = p1.y * inverse1 - p2.y * inverse2,
                       z = p1.z * inverse1 - p2.z * inverse2, e = r_min(p1.e, p2.e);
            const real kt2 = e * e * r_fma(x, x, r_fma(y, y, z * z));
            if (limiting >> j & 1)
                least = r_select(both, r_min(least, kt2), least);
        }
    }
    return r_select(coloured > R(2.5), least, most);
}
#elif WHOLE_FIRST || WHOLE_SECOND
/* Beside one lepton: Q^2 = -q^2 of what the coloured particles take up, q = their sum - p_a. With two or more
 * of them it is their least transverse mass^2 in Breit's frame. Its axes are p_a and n = q + Q^2 / (2 q.p_a)
 * p_a. What a resonance without colour becomes has no part in it. */
FN real begin_least(CONSTANT parameters *p, const begin_particles *all, real most)
{
    const vector4 parton = all->momentum[WHOLE_FIRST];
    const int limiting = (int)p->beam_limiting;
    const real none = R(0.0), one = R(1.0), two = R(2.0);
    vector4 sum = {R(0.0), R(0.0), R(0.0), R(0.0)};
    real count = none, least = most;
    for (int i = 2; i < RECORDED; ++i) {
        const mask own = m_or(all->colour[i] > none, all->anticolour[i] > none);
        if (!(limiting >> i & 1))
            continue;
        sum = v_select(own, v_add(sum, all->momentum[i]), sum);
        count = count + r_select(own, one, none);
    }
    const real along = v_dot(parton, sum), square = r_max(r_fma(two, along, -v_dot(sum, sum)), none);
    /* n = sum - (1 - Q^2 / (2 q.p_a)) p_a; p_a.n = p_a.sum. */
    const vector4 other = v_axpy(square / (two * along) - one, parton, sum);
    for (int i = 2; i < RECORDED; ++i) {
        const mask own = m_or(all->colour[i] > none, all->anticolour[i] > none);
        const vector4 q = all->momentum[i];
        const real mt2 = two * v_dot(q, parton) * v_dot(q, other) / along;
        if (limiting >> i & 1)
            least = r_select(own, r_min(least, mt2), least);
    }
    return r_select(count > R(1.5), least, square);
}
#else
/* Between hadrons: the least transverse mass^2 of what has colour. */
FN real begin_least(CONSTANT parameters *p, const begin_particles *all, real most)
{
    const real none = R(0.0);
    real least = most;
    for (int i = 2; i < RECORDED; ++i) {
        const vector4 q = all->momentum[i];
        const mask coloured = m_or(all->colour[i] > none, all->anticolour[i] > none);
        const real mt2 = r_fma(all->mass[i], all->mass[i], r_fma(q.x, q.x, q.y * q.y));
        least = r_select(coloured, r_min(least, mt2), least);
    }
    (void)p;
    return least;
}
#endif

/* ln t at which an event begins to shower. */
FN real begin_scale(CONSTANT parameters *p, const begin_particles *all)
{
    const vector4 sum = v_add(all->momentum[0], all->momentum[1]);
    const real mass2 = v_dot(sum, sum);
    if ((int)p->beam_start == START_FIXED)
        return r_set(p->beam_log_start);
    const real most = R(2.0) * r_log(r_set(p->beam_root_s));
    if ((int)p->beam_start == START_POWER)
        return most;
    if ((int)p->beam_start == START_EXPRESSION)
        return r_min(all->start, most);
    if ((int)p->beam_start == START_AUTO)
        return r_log(r_max(begin_least(p, all, mass2), r_set(SMALLEST_NORMAL)));
    return r_log(mass2);
}

#if SHOWER_MERGES && (MERGING_JETS > 0 || MERGING_UNITARY)
/* The event as a state of a history. */
FN cluster_state begin_state(const begin_particles *all)
{
    cluster_state state;
    for (int i = 0; i < RECORDED; ++i) {
        state.momentum[i] = all->momentum[i];
        state.pdg[i] = all->pdg[i];
        state.colour[i] = all->colour[i];
        state.anticolour[i] = all->anticolour[i];
#if SHOWER_MASSES
        state.mass[i] = all->mass[i];
#endif
    }
    return state;
}
#endif

#if SHOWER_MERGES && MERGING_JETS > 0
/* Finds a history of each of LANES neighbouring events, its factor, and the state that showers first. */
FN void begin_history(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, uint32 slot,
                      event_number event, begin_particles *all)
{
    const index slots = event_places(slot);
    const real none = R(0.0), one = R(1.0);
    cluster_state state = begin_state(all);
    const history_kind kind = history_find(p, tables + (int)p->merging_cores, events, slots, event, &state);
    event_store(events, EVENT_UNCLUSTERED, slot, r_select(kind.found, none, one));
    event_store(events, EVENT_UNORDERED, slot,
                r_select(m_and(kind.found, m_not(history_is_made(&kind))), one, none));
    event_store(events, EVENT_LEVEL, slot, r_set((scalar)MERGING_JETS));
    if (MERGING_UNITARY)
        merging_veto(events, m_not(kind.found), slots);
    if (!r_any(kind.found))
        return;
    history_fetch(events, slots, i_set(0), &state);
    for (int i = 0; i < RECORDED; ++i) {
        all->momentum[i] = v_select(kind.found, state.momentum[i], all->momentum[i]);
        all->colour[i] = r_select(kind.found, state.colour[i], all->colour[i]);
        all->anticolour[i] = r_select(kind.found, state.anticolour[i], all->anticolour[i]);
    }
    const real log_t = begin_scale(p, all);
    const mask falls = m_not(kind.lack == r_set((scalar)HISTORY_LEFT_OUT));
    merging_veto(events, merging_survey(p, events, kind.found, falls, slots, log_t), slots);
    event_put(events, EVENT_FACTOR, kind.found, slots,
              merging_weigh(p, tables, events, kind.found, slots, log_t));
    event_put(events, EVENT_LEVEL, kind.found, slots, none);
    merging_load(p, tables, events, kind.found, slots, none, log_t);
}
#endif

/* Makes events that shower of LANES neighbouring records, with their dipoles measured. `start`: ln t of
 * START_EXPRESSION. */
FN void shower_begin_record(CONSTANT parameters *p, GLOBAL const scalar *tables, record_list records,
                            uint32 record_slot, event_number event, real start, event_list events,
                            uint32 slot)
{
    begin_particles all;
    begin_read(records, record_slot, &all);
    all.start = start;
    const real boost = begin_rest(&all), log_t = begin_scale(p, &all);
    const index slots = event_places(slot);
    event_begin(events, slot, log_t);
    event_store(events, EVENT_BOOST, slot, boost);
    event_store(events, EVENT_EXACT, slot, r_set(MERGING_JETS > 0 ? S(0.0) : p->beam_exact));
    event_store(events, EVENT_SCALE_R, slot, all.scale_r);
    event_store(events, EVENT_ALPHA_S, slot, all.alpha_s);
    event_store(events, EVENT_SUBPROCESS, slot, all.subprocess);
    for (int i = 0; i < RECORDED; ++i) {
        event_set_parton(events, slot, i, all.momentum[i], all.pdg[i], all.colour[i], all.anticolour[i]);
        event_store(events, EVENT_PARTON + PARTON_ROWS * i + PARTON_MASS, slot, all.mass[i]);
    }
    event_join_lines(events, m_all(), slots, all.colour, all.anticolour, RECORDED);
    beams_measure(p, tables, events, m_all(), slots, log_t);
    dipoles_measure(p, events, m_all(), slots, event_fetch(events, EVENT_DIPOLES, slot));
#if SHOWER_MERGES
    event_store(events, EVENT_ENDS, slot, r_set((scalar)MERGING_JETS));
#endif
#if SHOWER_MERGES && MERGING_JETS > 0
    begin_history(p, tables, events, slot, event, &all);
#else
    (void)event;
#if MERGING_UNITARY
    const cluster_state state = begin_state(&all);
    history_store(events, m_all(), slots, 0, &state, R(0.0));
#endif
#endif
}

#if CONFIGURATIONS > 1
/* The second configuration of LANES neighbouring events that begin: the state with fewer jets, taken away. An
 * event without a history has no such state: it counts as nothing, and showers as it is. Rows of partons and
 * dipoles that the event has not yet are left as they are. */
FN void shower_begin_subtraction(event_list events, uint32 slot)
{
    const event_list other = event_configuration(events, 1);
    event_copy(events, other, 0, EVENT_PARTON + RECORDED * PARTON_ROWS, slot);
    event_copy(events, other, HISTORY_BEGIN, EVENT_DIPOLE + RECORDED * DIPOLE_ROWS, slot);
    event_store(events, EVENT_ENDS, slot, r_set((scalar)MERGING_JETS));
    event_store(other, EVENT_FACTOR, slot, -event_fetch(events, EVENT_FACTOR, slot));
}
#endif

#endif
#endif
