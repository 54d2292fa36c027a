/* An emission carried out: momenta, flavours, colour lines, dipoles. Needs `parameters`. */
#ifndef TESSERA_SHOWER_EMISSION_H
#define TESSERA_SHOWER_EMISSION_H

#include "shower/dipole.h"
#include "shower/kinematics.h"

/* One emission of each lane. */
typedef struct emission {
    index dipole;
    real square; /* of the dipole */
    mask from_right;
    real splitting, way;
    momentum_share share;
    real y, t;
} emission;

/* The emission a where m holds, else b. */
FN emission emission_select(mask m, emission a, emission b)
{
    emission e;
    e.dipole = i_select(m, a.dipole, b.dipole);
    e.square = r_select(m, a.square, b.square);
    e.from_right = m_or(m_and(m, a.from_right), m_and(m_not(m), b.from_right));
    e.splitting = r_select(m, a.splitting, b.splitting);
    e.way = r_select(m, a.way, b.way);
    e.share.z = r_select(m, a.share.z, b.share.z);
    e.share.rest = r_select(m, a.share.rest, b.share.rest);
    e.y = r_select(m, a.y, b.y);
    e.t = r_select(m, a.t, b.t);
    return e;
}

/* Places in lists, and where they lie in memory. */
typedef struct emission_places {
    real right, emitted, dipole; /* the dipole's right end, the new parton, the dipole itself */
    index emitter_at, spectator_at, emitted_at, dipole_at;
} emission_places;

FN emission_places emission_find(event_list events, mask m, index slot, const emission *e)
{
    emission_places places;
    places.dipole = r_from_index(e->dipole);
    places.dipole_at = event_dipole(events, slot, e->dipole);
    places.right = event_get(events, DIPOLE_RIGHT, places.dipole_at);
    places.emitted = event_get(events, EVENT_PARTONS, slot);
    index left = event_parton(events, slot, event_get_place(events, DIPOLE_LEFT, m, places.dipole_at));
    index right = event_parton(events, slot, event_get_place(events, DIPOLE_RIGHT, m, places.dipole_at));
    places.emitter_at = i_select(e->from_right, right, left);
    places.spectator_at = i_select(e->from_right, left, right);
    places.emitted_at = event_parton(events, slot, r_floor_index(places.emitted));
    return places;
}

/* A gluon j between the ends i and k of a dipole, with a new colour line. l - j keeps the dipole's place, j -
 * r is a new one. Where the left end emits, its colour passes to j and the new line joins the two; where the
 * right end does, its anticolour. */
FN void emission_insert(event_list events, mask m, index slot, const emission *e, const emission_places *at)
{
    mask left = m_and(m, m_not(e->from_right)), right = m_and(m, e->from_right);
    real line = event_get(events, EVENT_COLOURS, slot) + R(1.0);
    real count = event_get(events, EVENT_DIPOLES, slot);
    real colour = event_get(events, PARTON_COLOUR, at->emitter_at);
    real anticolour = event_get(events, PARTON_ANTICOLOUR, at->emitter_at);
    event_put(events, PARTON_COLOUR, left, at->emitter_at, line);
    event_put(events, PARTON_ANTICOLOUR, right, at->emitter_at, line);
    event_put(events, PARTON_COLOUR, m, at->emitted_at, r_select(left, colour, line));
    event_put(events, PARTON_ANTICOLOUR, m, at->emitted_at, r_select(left, line, anticolour));
    event_put(events, EVENT_COLOURS, m, slot, line);

    index added = event_dipole(events, slot, r_floor_index(count));
    index right_at = i_select(e->from_right, at->emitter_at, at->spectator_at);
    event_put(events, DIPOLE_RIGHT, m, at->dipole_at, at->emitted);
    event_put(events, DIPOLE_LEFT, m, added, at->emitted);
    event_put(events, DIPOLE_RIGHT, m, added, at->right);
    event_put(events, PARTON_LEFT, m, at->emitted_at, at->dipole);
    event_put(events, PARTON_RIGHT, m, at->emitted_at, count);
    event_put(events, PARTON_LEFT, m, right_at, count);
    event_put(events, EVENT_DIPOLES, m, slot, count + R(1.0));
}

/* A gluon i that becomes a quark in its place, which keeps its colour, and an antiquark j. The antiquark
 * takes its anticolour and the dipole that it was the right end of. */
FN void emission_divide(event_list events, mask m, index slot, const emission_places *at)
{
    real anticolour = event_get(events, PARTON_ANTICOLOUR, at->emitter_at);
    real dipole = event_get(events, PARTON_LEFT, at->emitter_at);
    mask joined = m_and(m, dipole >= R(0.0));
    index dipole_at = event_dipole(events, slot, r_floor_index(r_max(dipole, R(0.0))));
    real pdg = event_get(events, PARTON_PDG, at->emitted_at);
    event_put(events, PARTON_PDG, m, at->emitter_at, -pdg);
    event_put(events, PARTON_ANTICOLOUR, m, at->emitter_at, R(0.0));
    event_put(events, PARTON_LEFT, m, at->emitter_at, r_set(NOWHERE));
    event_put(events, PARTON_COLOUR, m, at->emitted_at, R(0.0));
    event_put(events, PARTON_ANTICOLOUR, m, at->emitted_at, anticolour);
    event_put(events, PARTON_RIGHT, m, at->emitted_at, r_set(NOWHERE));
    event_put(events, PARTON_LEFT, m, at->emitted_at, dipole);
    event_put(events, DIPOLE_RIGHT, joined, dipole_at, at->emitted);
}

/* The dipoles that an emission has changed: the one that radiated, the new parton's other one, and those
 * beyond its two ends. */
FN void emission_measure(CONSTANT parameters *p, event_list events, mask m, index slot, const emission *e,
                         const emission_places *at)
{
    index left_at = i_select(e->from_right, at->spectator_at, at->emitter_at);
    index right_at = i_select(e->from_right, at->emitter_at, at->spectator_at);
    real right = event_get(events, PARTON_RIGHT, at->emitted_at);
    real left = event_get(events, PARTON_LEFT, at->emitted_at);
    dipole_measure(p, events, m, slot, i_select(m, e->dipole, i_set(0)));
    dipole_measure_of(p, events, m, slot, r_select(right >= R(0.0), right, left));
    dipole_measure_of(p, events, m, slot, event_get(events, PARTON_LEFT, left_at));
    dipole_measure_of(p, events, m, slot, event_get(events, PARTON_RIGHT, right_at));
}

/* Carries out the emissions of the lanes in m. phi = 2 pi u. There must be room for one more parton. */
FN void emission_make(CONSTANT parameters *p, event_list events, mask m, index slot, const emission *e,
                      real u)
{
    emission_places at = emission_find(events, m, slot, e);
    splitting_momenta momenta = split_momenta(event_get_momentum(events, at.emitter_at),
                                              event_get_momentum(events, at.spectator_at), e->square,
                                              e->share, e->y, e->t, u);
    event_put_momentum(events, m, at.emitter_at, momenta.emitter);
    event_put_momentum(events, m, at.emitted_at, momenta.emitted);
    event_put_momentum(events, m, at.spectator_at, momenta.spectator);
    event_put(events, PARTON_PDG, m, at.emitted_at, splitting_emitted(e->splitting, e->way));
    event_put(events, EVENT_PARTONS, m, slot, at.emitted + R(1.0));

    mask inserts = m_and(m, splitting_inserts(e->splitting)), divides = m_and(m, m_not(inserts));
    if (r_any(inserts))
        emission_insert(events, inserts, slot, e, &at);
    if (r_any(divides))
        emission_divide(events, divides, slot, &at);
    emission_measure(p, events, m, slot, e, &at);
}

#endif
