/* An emission carried out: momenta, flavours, colour lines, dipoles. Needs `parameters`. */
#ifndef TESSERA_SHOWER_EMISSION_H
#define TESSERA_SHOWER_EMISSION_H

#include "shower/dipole.h"
#include "shower/global_recoil.h"
#include "shower/kinematics.h"

/* One emission of each lane. */
typedef struct emission {
    index dipole;
    real square; /* DIPOLE_SQUARE */
    mask from_right;
    real splitting, way;
    splitting_point at;
    real t;
} emission;

#if SHOWER_MASSES
/* The mass of the quarks that a gluon becomes, GeV. */
FN real emission_mass(CONSTANT parameters *p, real splitting, real way)
{
    const real light = R(0.0);
    const real mass = r_select(way == R(4.0), r_set(p->split_bottom),
                               r_select(way == R(3.0), r_set(p->split_charm), light));
    return r_select(splitting == r_set((scalar)SPLITTING_gluon_quarks), mass, light);
}
#endif

/* The emission a where m holds, else b. */
FN emission emission_select(mask m, emission a, emission b)
{
    emission e;
    e.dipole = i_select(m, a.dipole, b.dipole);
    e.square = r_select(m, a.square, b.square);
    e.from_right = m_or(m_and(m, a.from_right), m_and(m_not(m), b.from_right));
    e.splitting = r_select(m, a.splitting, b.splitting);
    e.way = r_select(m, a.way, b.way);
    e.at.share.z = r_select(m, a.at.share.z, b.at.share.z);
    e.at.share.rest = r_select(m, a.at.share.rest, b.at.share.rest);
    e.at.y = r_select(m, a.at.y, b.at.y);
    e.at.pole = a.at.pole; /* spent */
    e.at.jacobian = a.at.jacobian;
#if SHOWER_BEAMS
    e.at.x = r_select(m, a.at.x, b.at.x);
    e.at.rest_x = r_select(m, a.at.rest_x, b.at.rest_x);
    e.at.u = r_select(m, a.at.u, b.at.u);
    e.at.hard = a.at.hard;
#endif
#if SHOWER_MASSES
    e.at.slow = a.at.slow;
    e.at.heavy = a.at.heavy;
    e.at.edge = a.at.edge;
    e.at.quarks = r_select(m, a.at.quarks, b.at.quarks);
#endif
    e.t = r_select(m, a.t, b.t);
    return e;
}

/* Places in lists, and where they lie in memory. */
typedef struct emission_places {
    real right, emitted, dipole; /* the dipole's right end, the new parton, the dipole itself */
    index emitter_at, spectator_at, emitted_at, dipole_at;
    mask incoming, beside; /* whether the emitter comes in, and the spectator */
} emission_places;

FN emission_places emission_find(event_list events, mask m, index slot, const emission *e)
{
    emission_places places;
    places.dipole = r_from_index(e->dipole);
    places.dipole_at = event_dipole(events, slot, e->dipole);
    places.right = event_get(events, DIPOLE_RIGHT, places.dipole_at);
    places.emitted = event_get(events, EVENT_PARTONS, slot);
    const index left_place = event_get_place(events, DIPOLE_LEFT, m, places.dipole_at);
    const index right_place = event_get_place(events, DIPOLE_RIGHT, m, places.dipole_at);
    index left = event_parton(events, slot, left_place);
    index right = event_parton(events, slot, right_place);
#if SHOWER_BEAMS
    places.incoming = r_from_index(i_select(e->from_right, right_place, left_place)) < R(1.5);
    places.beside = r_from_index(i_select(e->from_right, left_place, right_place)) < R(1.5);
#else
    places.incoming = places.beside = m_none();
#endif
    places.emitter_at = i_select(e->from_right, right, left);
    places.spectator_at = i_select(e->from_right, left, right);
    places.emitted_at = event_parton(events, slot, r_floor_index(places.emitted));
    return places;
}

/* A gluon j between the ends of a dipole, l on the left and r on the right, with a new colour line. l - j
 * keeps the dipole's place, j - r is a new one. Where the left end emits, its colour passes to j and the new
 * line joins the two; where the right end does, its anticolour. */
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

/* A gluon i that becomes a quark or an antiquark. Where j is an antiquark it keeps its colour.
 * Its anticolour and the dipole that it was the right end of are then j's; else it is the other way round. */
FN void emission_divide(event_list events, mask m, index slot, const emission_places *at, real pdg)
{
    const mask anti = event_get(events, PARTON_PDG, at->emitted_at) < R(0.0);
    const mask left = m_and(m, anti), right = m_and(m, m_not(anti)); /* what j is a right or a left end of */
    const real none = R(0.0), nowhere = r_set(NOWHERE);
    real anticolour = event_get(events, PARTON_ANTICOLOUR, at->emitter_at);
    real colour = event_get(events, PARTON_COLOUR, at->emitter_at);
    real before = event_get(events, PARTON_LEFT, at->emitter_at);
    real behind = event_get(events, PARTON_RIGHT, at->emitter_at);
    event_put(events, PARTON_PDG, m, at->emitter_at, pdg);
    event_put(events, PARTON_ANTICOLOUR, left, at->emitter_at, none);
    event_put(events, PARTON_LEFT, left, at->emitter_at, nowhere);
    event_put(events, PARTON_COLOUR, right, at->emitter_at, none);
    event_put(events, PARTON_RIGHT, right, at->emitter_at, nowhere);
    event_put(events, PARTON_COLOUR, m, at->emitted_at, r_select(anti, none, colour));
    event_put(events, PARTON_ANTICOLOUR, m, at->emitted_at, r_select(anti, anticolour, none));
    event_put(events, PARTON_RIGHT, m, at->emitted_at, r_select(anti, nowhere, behind));
    event_put(events, PARTON_LEFT, m, at->emitted_at, r_select(anti, before, nowhere));
    const mask joined = m_and(left, before >= none), leading = m_and(right, behind >= none);
    event_put(events, DIPOLE_RIGHT, joined,
              event_dipole(events, slot, r_floor_index(r_select(joined, before, none))), at->emitted);
    event_put(events, DIPOLE_LEFT, leading,
              event_dipole(events, slot, r_floor_index(r_select(leading, behind, none))), at->emitted);
}

#if SHOWER_BEAMS
/* A quark i in whose place a gluon comes in: it has a new line beside its own, which ends at j. `place` is
 * its place in the list. */
FN void emission_attach(event_list events, mask m, index slot, const emission_places *at, real place)
{
    const mask anti = event_get(events, PARTON_PDG, at->emitted_at) < R(0.0); /* j is the line's right end */
    const mask right = m_and(m, anti), left = m_and(m, m_not(anti));
    const real line = event_get(events, EVENT_COLOURS, slot) + R(1.0), none = R(0.0);
    const real count = event_get(events, EVENT_DIPOLES, slot), nowhere = r_set(NOWHERE);
    const index added = event_dipole(events, slot, r_floor_index(r_select(m, count, none)));
    event_put(events, PARTON_PDG, m, at->emitter_at, r_set(PDG_GLUON));
    event_put(events, PARTON_COLOUR, right, at->emitter_at, line);
    event_put(events, PARTON_RIGHT, right, at->emitter_at, count);
    event_put(events, PARTON_ANTICOLOUR, left, at->emitter_at, line);
    event_put(events, PARTON_LEFT, left, at->emitter_at, count);
    event_put(events, PARTON_COLOUR, m, at->emitted_at, r_select(anti, none, line));
    event_put(events, PARTON_ANTICOLOUR, m, at->emitted_at, r_select(anti, line, none));
    event_put(events, PARTON_RIGHT, m, at->emitted_at, r_select(anti, nowhere, count));
    event_put(events, PARTON_LEFT, m, at->emitted_at, r_select(anti, count, nowhere));
    event_put(events, DIPOLE_LEFT, m, added, r_select(anti, place, at->emitted));
    event_put(events, DIPOLE_RIGHT, m, added, r_select(anti, at->emitted, place));
    event_put(events, EVENT_COLOURS, m, slot, line);
    event_put(events, EVENT_DIPOLES, m, slot, count + R(1.0));
}
#endif

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

#if SHOWER_BEAMS
/* m^2 / s of a parton of a dipole. */
FN real emission_massive(event_list events, index parton, const emission *e)
{
#if SHOWER_MASSES
    const real mass = event_get(events, PARTON_MASS, parton);
    return mass * mass / e->square;
#else
    (void)events, (void)parton, (void)e;
    return R(0.0);
#endif
}

#if SHOWER_GLOBAL
/* What comes in behind an emission off a parton that came in. */
FN real emission_incoming(event_list events, const emission *e, const emission_places *at)
{
    const mask stays = splitting_has(e->splitting, EFFECT_INSERT);
    const mask attaches = splitting_has(e->splitting, EFFECT_ATTACH);
    return r_select(stays, event_get(events, PARTON_PDG, at->emitter_at),
                    r_select(attaches, r_set(PDG_GLUON), splitting_emitted(e->splitting, e->way)));
}

/* Global recoil of the emissions in m, all of IF. It stays local where u >= x, where the momentum fraction
 * would not be below 1, or where it would have no density. Such a beam would not evolve any more. */
FN void emission_recoil(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                        index slot, const emission *e, const emission_places *at, vector4 emitter,
                        vector4 spectator, real u, splitting_momenta *momenta)
{
    const index first = event_parton(events, slot, i_set(0)), second = event_parton(events, slot, i_set(1));
    const mask from_second = at->emitter_at == second;
    const vector4 other = event_get_momentum(events, i_select(from_second, first, second));
    const real massive = emission_massive(events, at->spectator_at, e);
    const vector4 across = split_transverse(emitter, spectator, e->square, R(1.0), u);
    const global_momenta all = split_global_momenta(emitter, spectator, e->square, massive, &e->at, across);
    const real ratio = v_dot(other, all.emitter) / v_dot(other, emitter);
    const real eta = beam_eta(p, events, slot, from_second, emitter.e * ratio);
    m = m_and(m, m_and(e->at.u < e->at.x, eta < R(1.0)));
    const real pdg = r_select(m, emission_incoming(events, e, at), r_set(PDG_GLUON));
    const real density = beam_density(p, tables, beam_slot(pdg, beam_sign(p, from_second)),
                                      r_select(m, eta, R(0.5)), r_log(r_select(m, e->t, R(1.0))));
    m = m_and(m, density > R(0.0));
    const null_rotation by = null_rotation_of(other, all.emitter);
    momenta->emitter = v_select(m, v_scale(emitter, ratio), momenta->emitter);
    momenta->emitted = v_select(m, null_rotate(&by, all.emitted), momenta->emitted);
    momenta->spectator = v_select(m, null_rotate(&by, all.spectator), momenta->spectator);
    for (int i = 2; r_any(m_and(m, r_set((scalar)i) < at->emitted)); ++i) {
        const index parton = event_parton(events, slot, i_set(i));
        const mask here = m_and(m, r_set((scalar)i) < at->emitted);
        event_put_momentum(events, here, parton, null_rotate(&by, event_get_momentum(events, parton)));
    }
}
#endif

/* Puts the momenta of emissions with a massive end, or one that comes in, in the place of the others. */
FN void emission_turn(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                      index slot, const emission *e, const emission_places *at, vector4 emitter,
                      vector4 spectator, real u, splitting_momenta *momenta)
{
    const mask beam = m_or(at->incoming, at->beside), both = m_and(m, m_and(at->incoming, at->beside));
    const real own = emission_massive(events, at->emitter_at, e);
    const real other = emission_massive(events, at->spectator_at, e);
#if SHOWER_MASSES
    const mask heavy = m_and(m, own + other > R(0.0));
    if (r_any(heavy))
        *momenta = momenta_select(heavy,
                                  split_massive_momenta(emitter, spectator, e->square, own, other,
                                                        e->at.share, e->at.y, e->t, e->at.quarks, u),
                                  *momenta);
#endif
    if (r_any(m_and(m, beam)))
        *momenta = momenta_select(beam,
                                  split_beam_momenta(emitter, spectator, at->incoming, at->beside, e->square,
                                                     r_select(at->incoming, other, own), &e->at, e->t, u),
                                  *momenta);
    if (r_any(both))
        beams_turn(events, both, slot, at->emitted, e->square, &e->at, v_add(emitter, spectator),
                   v_subtract(v_add(momenta->emitter, momenta->spectator), momenta->emitted));
#if SHOWER_GLOBAL
    const mask alone = m_and(m, m_and(at->incoming, m_not(at->beside)));
    if (r_any(alone))
        emission_recoil(p, tables, events, alone, slot, e, at, emitter, spectator, u, momenta);
#else
    (void)p, (void)tables;
#endif
}
#endif

/* The momenta of what an emission changes. */
FN splitting_momenta emission_momenta(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                                      mask m, index slot, const emission *e, const emission_places *at,
                                      real u)
{
    const vector4 emitter = event_get_momentum(events, at->emitter_at);
    const vector4 spectator = event_get_momentum(events, at->spectator_at);
    splitting_momenta momenta = split_momenta(emitter, spectator, e->square, e->at.share, e->at.y, e->t, u);
#if SHOWER_BEAMS
    emission_turn(p, tables, events, m, slot, e, at, emitter, spectator, u, &momenta);
#else
    (void)p, (void)tables;
    (void)m;
    (void)slot;
#endif
    return momenta;
}

/* Carries out the emissions of the lanes in m. phi = 2 pi u. There must be room for one more parton. */
FN void emission_make(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                      index slot, const emission *e, real u)
{
    emission_places at = emission_find(events, m, slot, e);
    splitting_momenta momenta = emission_momenta(p, tables, events, m, slot, e, &at, u);
    event_put_momentum(events, m, at.emitter_at, momenta.emitter);
    event_put_momentum(events, m, at.emitted_at, momenta.emitted);
    event_put_momentum(events, m, at.spectator_at, momenta.spectator);
    const real emitted = splitting_emitted(e->splitting, e->way);
    event_put(events, PARTON_PDG, m, at.emitted_at, emitted);
#if SHOWER_MASSES
    const real mass = emission_mass(p, e->splitting, e->way);
    event_put(events, PARTON_MASS, m, at.emitted_at, mass);
    event_put(events, PARTON_MASS, m_and(m, mass > R(0.0)), at.emitter_at, mass);
#else
    event_put(events, PARTON_MASS, m, at.emitted_at, R(0.0));
#endif
    event_put(events, EVENT_PARTONS, m, slot, at.emitted + R(1.0));

    mask inserts = m_and(m, splitting_has(e->splitting, EFFECT_INSERT));
    mask divides = m_and(m, splitting_has(e->splitting, EFFECT_DIVIDE));
    if (r_any(inserts))
        emission_insert(events, inserts, slot, e, &at);
    if (r_any(divides))
        emission_divide(events, divides, slot, &at, r_select(at.incoming, emitted, -emitted));
#if SHOWER_BEAMS
    const mask attaches = m_and(m, splitting_has(e->splitting, EFFECT_ATTACH));
    if (r_any(attaches)) {
        const mask second = at.emitter_at == event_parton(events, slot, i_set(1));
        const real one = R(1.0), none = R(0.0);
        emission_attach(events, attaches, slot, &at, r_select(second, one, none));
    }
    const mask beams = m_and(m, m_or(at.incoming, at.beside));
    event_put(events, EVENT_EXACT, m, slot, R(0.0));
    if (r_any(beams))
        bounds_measure(p, tables, events, beams, slot, r_log(e->t));
#else
    (void)tables;
#endif
    emission_measure(p, events, m, slot, e, &at);
}

#endif
