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

/* LANES neighbouring events as they are in their records; colours as they go out. */
typedef struct begin_particles {
    vector4 momentum[RECORDED];
    real mass[RECORDED], pdg[RECORDED], colour[RECORDED], anticolour[RECORDED];
    real scale_r, alpha_s, subprocess;
} begin_particles;

/* Records of events that are to shower, in the last of their rows. The beginning of the shower may overwrite
 * them. */
FN record_list begin_record(event_list events)
{
    const record_list records = {events.rows +
                                     (uint64)(EVENT_ROWS - RECORD_ROWS_FOR(RECORDED)) * events.capacity,
                                 events.capacity};
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

/* ln t at which an event begins to shower. */
FN real begin_scale(CONSTANT parameters *p, const begin_particles *all)
{
    const vector4 sum = v_add(all->momentum[0], all->momentum[1]);
    const real mass2 = v_dot(sum, sum), none = R(0.0);
    real least = mass2;
    if ((int)p->beam_start == START_FIXED)
        return r_set(p->beam_log_start);
    if ((int)p->beam_start == START_POWER)
        return R(2.0) * r_log(r_set(p->beam_root_s));
    for (int i = 2; i < RECORDED && (int)p->beam_start == START_AUTO; ++i) {
        const vector4 q = all->momentum[i];
        const mask coloured = m_or(all->colour[i] > none, all->anticolour[i] > none);
        const real mt2 = r_fma(all->mass[i], all->mass[i], r_fma(q.x, q.x, q.y * q.y));
        least = r_select(coloured, r_min(least, mt2), least);
    }
    return r_log(least);
}

/* Makes events that shower of LANES neighbouring records, with their dipoles measured. */
FN void shower_begin_record(CONSTANT parameters *p, GLOBAL const scalar *tables, record_list records,
                            uint32 record_slot, event_list events, uint32 slot)
{
    begin_particles all;
    begin_read(records, record_slot, &all);
    const real boost = begin_rest(&all), log_t = begin_scale(p, &all), none = R(0.0);
    const index slots = w_index(w_lane() + w_set(slot));
    real dipoles = none;
    event_begin(events, slot, log_t);
    event_store(events, EVENT_BOOST, slot, boost);
    event_store(events, EVENT_EXACT, slot, r_set(p->beam_exact));
    event_store(events, EVENT_SCALE_R, slot, all.scale_r);
    event_store(events, EVENT_ALPHA_S, slot, all.alpha_s);
    event_store(events, EVENT_SUBPROCESS, slot, all.subprocess);
    for (int i = 0; i < RECORDED; ++i) {
        event_set_parton(events, slot, i, all.momentum[i], all.pdg[i], all.colour[i], all.anticolour[i]);
        event_store(events, EVENT_PARTON + PARTON_ROWS * i + PARTON_MASS, slot, all.mass[i]);
    }
    for (int left = 0; left < RECORDED; ++left)
        for (int right = 0; right < RECORDED; ++right) {
            const mask joins = m_and(all.colour[left] > none, all.colour[left] == all.anticolour[right]);
            if (left == right || !r_any(joins))
                continue;
            const index place = event_dipole(events, slots, r_floor_index(dipoles));
            event_put(events, DIPOLE_LEFT, joins, place, r_set((scalar)left));
            event_put(events, DIPOLE_RIGHT, joins, place, r_set((scalar)right));
            event_put(events, PARTON_RIGHT, joins, event_parton(events, slots, i_set(left)), dipoles);
            event_put(events, PARTON_LEFT, joins, event_parton(events, slots, i_set(right)), dipoles);
            dipoles = dipoles + r_select(joins, R(1.0), none);
        }
    event_store(events, EVENT_DIPOLES, slot, dipoles);
    beams_measure(p, tables, events, m_all(), slots, log_t);
    dipoles_measure(p, events, m_all(), slots, dipoles);
}

#endif
#endif
