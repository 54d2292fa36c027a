/* The momenta of an event that has showered out of two beams, without what rounding left in them. Each
 * emission between both partons that come in boosts all others, which loses digits of masses and sums. Here
 * final particles get the energy of their mass, and the hardest of them what transverse momentum is missing.
 * Those that come in have what all others have together. */
#ifndef TESSERA_SHOWER_SETTLE_H
#define TESSERA_SHOWER_SETTLE_H

#include "functions.h"
#include "shower/event.h"

#if SHOWER_BEAMS

/* E + pz and E - pz, of which neither has lost digits. */
typedef struct light_cone {
    real plus, minus;
} light_cone;

FN light_cone light_cone_of(real x, real y, real z, real mass)
{
    const real mt2 = r_fma(mass, mass, r_fma(x, x, y * y)), size = r_sqrt(r_fma(z, z, mt2)) + r_abs(z);
    const real large = r_max(size, r_set(SMALLEST_NORMAL)); /* what is clustered has no momentum */
    const mask forward = z >= R(0.0);
    const real small = mt2 / large;
    const light_cone cone = {r_select(forward, large, small), r_select(forward, small, large)};
    return cone;
}

/* The final particles of the lanes in m: their transverse momentum, and the one of the largest energy. */
typedef struct settle_sums {
    real x, y, energy;
    index hardest;
} settle_sums;

FN settle_sums settle_look(event_list events, mask m, index slot, real partons)
{
    settle_sums sums = {R(0.0), R(0.0), R(0.0), i_set(2)};
    for (int i = 2; r_any(m_and(m, r_set((scalar)i) < partons)); ++i) {
        const mask here = m_and(m, r_set((scalar)i) < partons);
        const vector4 q = event_get_momentum(events, event_parton(events, slot, i_set(i)));
        const mask harder = m_and(here, q.e > sums.energy);
        sums.x = r_select(here, sums.x + q.x, sums.x);
        sums.y = r_select(here, sums.y + q.y, sums.y);
        sums.energy = r_select(harder, q.e, sums.energy);
        sums.hardest = i_select(harder, i_set(i), sums.hardest);
    }
    return sums;
}

FN_APART void event_settle(event_list events, mask m, index slot)
{
    const real partons = event_get(events, EVENT_PARTONS, slot), middle = R(0.5), none = R(0.0);
    const settle_sums sums = settle_look(events, m, slot, partons);
    light_cone all = {R(0.0), R(0.0)};
    for (int i = 2; r_any(m_and(m, r_set((scalar)i) < partons)); ++i) {
        const mask here = m_and(m, r_set((scalar)i) < partons);
        const mask hardest = r_from_index(sums.hardest) == r_set((scalar)i);
        const index parton = event_parton(events, slot, i_set(i));
        vector4 q = event_get_momentum(events, parton);
        q.x = q.x - r_select(hardest, sums.x, none);
        q.y = q.y - r_select(hardest, sums.y, none);
        const light_cone cone = light_cone_of(q.x, q.y, q.z, event_get(events, PARTON_MASS, parton));
        q.e = middle * (cone.plus + cone.minus);
        event_put_momentum(events, here, parton, q);
        all.plus = r_select(here, all.plus + cone.plus, all.plus);
        all.minus = r_select(here, all.minus + cone.minus, all.minus);
    }
    const vector4 first = {middle * all.plus, none, none, middle * all.plus};
    const vector4 second = {middle * all.minus, none, none, R(-0.5) * all.minus};
    event_put_momentum(events, m, event_parton(events, slot, i_set(0)), first);
    event_put_momentum(events, m, event_parton(events, slot, i_set(1)), second);
}

/* A sum and what rounding has taken from it (D. E. Knuth, The Art of Computer Programming 2, 4.2.2). */
typedef struct settle_sum {
    real value, rest;
} settle_sum;

FN void settle_add(settle_sum *sum, real term)
{
    const real value = sum->value + term, part = value - sum->value;
    sum->rest = sum->rest + ((sum->value - (value - part)) + (term - part));
    sum->value = value;
}

/* The momentum of a particle in the laboratory, of LANES neighbouring events. */
FN vector4 event_laboratory(event_list events, int particle, uint32 slot)
{
    const vector4 p = event_momentum(events, particle, slot);
    const real mass = event_fetch(events, EVENT_PARTON + PARTON_ROWS * particle + PARTON_MASS, slot);
    const real boost = event_fetch(events, EVENT_BOOST, slot), middle = R(0.5);
    const light_cone cone = light_cone_of(p.x, p.y, p.z, mass);
    const real plus = cone.plus * boost, minus = cone.minus / boost;
    const vector4 q = {middle * (plus + minus), p.x, p.y, middle * (plus - minus)};
    return q;
}

/* What comes in of both beams, in the laboratory, is what final particles have there together: each of them
 * was rounded as it was boosted. */
FN void event_incoming(event_list events, real partons, uint32 slot, vector4 incoming[2])
{
    const real none = R(0.0), middle = R(0.5);
    settle_sum energy = {none, none}, along = {none, none};
    for (int i = 2; i < MOST_PARTONS && r_any(partons > r_set((scalar)i)); ++i) {
        const mask there = partons > r_set((scalar)i);
        const vector4 q = event_laboratory(events, i, slot);
        settle_add(&energy, r_select(there, q.e, none));
        settle_add(&along, r_select(there, q.z, none));
    }
    const real plus = (energy.value + along.value) + (energy.rest + along.rest);
    const real minus = (energy.value - along.value) + (energy.rest - along.rest);
    const vector4 first = {middle * plus, none, none, middle * plus};
    const vector4 second = {middle * minus, none, none, R(-0.5) * minus};
    incoming[0] = first;
    incoming[1] = second;
}

#endif
#endif
