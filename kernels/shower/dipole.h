/* What a dipole's mass and its ends make of it: how likely it radiates. Needs `parameters`. */
#ifndef TESSERA_SHOWER_DIPOLE_H
#define TESSERA_SHOWER_DIPOLE_H

#include "shower/beams.h"
#include "shower/parameters.h"
#include "shower/splitting.h"

#if SHOWER_BEAMS
#define FN_DIPOLE FN_APART
#else
#define FN_DIPOLE FN
#endif

#if SHOWER_BEAMS
/* The bounds of ratios of densities that an end has, from the places of its parton and of its spectator. */
typedef struct end_bounds {
    mask incoming, beside; /* whether these come in */
    mask second;           /* whether the one that does is of the second beam */
    real keep, turn;       /* splitting_end */
} end_bounds;

FN end_bounds end_bounds_of(event_list events, index slot, real own, real other)
{
    end_bounds bounds;
    const real last = R(1.5), none = R(0.0);
    bounds.incoming = own < last;
    bounds.beside = other < last;
    bounds.second = r_select(bounds.incoming, own, other) > R(0.5);
    bounds.keep = r_select(m_or(bounds.incoming, bounds.beside),
                           r_select(bounds.second, event_get(events, EVENT_KEEP_SECOND, slot),
                                    event_get(events, EVENT_KEEP_FIRST, slot)),
                           event_get(events, EVENT_FINAL_ENDS, slot));
    bounds.turn = r_select(bounds.incoming,
                           r_select(bounds.second, event_get(events, EVENT_TURN_SECOND, slot),
                                    event_get(events, EVENT_TURN_FIRST, slot)),
                           none);
    return bounds;
}

/* An end that splits, with its spectator, whose rows lie at `own` and `other`. */
FN splitting_end dipole_end(CONSTANT parameters *p, event_list events, index slot, index own, index other,
                            const end_bounds *bounds, real square)
{
    splitting_end end;
    const mask incoming = bounds->incoming, beside = bounds->beside, touches = m_or(incoming, beside);
    const index beam = i_select(incoming, own, other);
    const real one = R(1.0), middle = R(0.5), none = R(0.0);
    end.pdg = event_get(events, PARTON_PDG, own);
    end.incoming = incoming;
#if SHOWER_MASSES
    const real mass = event_get(events, PARTON_MASS, own), beyond = event_get(events, PARTON_MASS, other);
    const real inverse = one / r_max(square, r_set(SMALLEST_NORMAL));
    end.own = mass * mass * inverse;
    end.other = beyond * beyond * inverse;
#endif
#if SHOWER_HEAVY
    const mask octet = m_and(event_get(events, PARTON_COLOUR, own) > none,
                             event_get(events, PARTON_ANTICOLOUR, own) > none);
    const mask heavy = m_not(m_or(incoming, m_or(r_abs(end.pdg) < R(7.0), end.pdg == r_set(PDG_GLUON))));
    const real kind = r_select(octet, r_set((scalar)HEAVY_OCTET), r_set((scalar)HEAVY_TRIPLET));
    end.heavy = r_select(heavy, kind, r_set((scalar)HEAVY_NONE));
#endif
    end.beside = beside;
    end.eta = r_select(touches, beam_eta(p, events, slot, bounds->second, event_get(events, PARTON_E, beam)),
                       middle);
    end.keep = bounds->keep;
    end.turn = bounds->turn;
    const real reach = square * (one - end.eta) / end.eta; /* of s for a final emitter beside a beam */
#if SHOWER_MASSES
    const real inside = massive_reach(square, end.own, end.other);
    end.keep = end.keep / r_select(touches, one, massive_speed(end.own, end.other));
#else
    const real inside = square;
#endif
    const real most = r_select(incoming, beam_most_of(square, end.eta, beside),
                               R(0.25) * r_select(beside, reach, inside));
    end.range = share_range_at(r_select(incoming, end.eta, none), most,
                               r_select(touches, r_set(p->beam_cutoff), r_set(p->cutoff)));
    return end;
}

/* The bounds of ratios of densities of both ends of a dipole change its weight, and nothing else of it. */
FN void dipole_weigh(event_list events, mask m, index slot, index place)
{
    const real left = event_get(events, DIPOLE_LEFT, place), right = event_get(events, DIPOLE_RIGHT, place);
    const end_bounds one = end_bounds_of(events, slot, left, right);
    const end_bounds other = end_bounds_of(events, slot, right, left);
    const real first = r_fma(one.turn, event_get(events, DIPOLE_FIRST_TURNS, place),
                             one.keep * event_get(events, DIPOLE_FIRST_STAYS, place));
    const real second = r_fma(other.turn, event_get(events, DIPOLE_SECOND_TURNS, place),
                              other.keep * event_get(events, DIPOLE_SECOND_STAYS, place));
    event_put(events, DIPOLE_FIRST, m, place, first);
    event_put(events, DIPOLE_WEIGHT, m, place, first + second);
}
#endif

/* An end of a dipole as what may split, the right one in the lanes of `right`. Its rows lie at `place`, those
 * of the end's parton at `own`, of its spectator at `other`. */
FN splitting_end dipole_end_of(CONSTANT parameters *p, event_list events, index slot, index place, mask right,
                               index own, index other, real square)
{
#if SHOWER_BEAMS
    const real first = event_get(events, DIPOLE_LEFT, place), second = event_get(events, DIPOLE_RIGHT, place);
    const end_bounds bounds = end_bounds_of(events, slot, r_select(right, second, first),
                                            r_select(right, first, second));
    return dipole_end(p, events, slot, own, other, &bounds, square);
#else
    (void)slot, (void)place, (void)right, (void)other;
    const splitting_end end = {share_range_of(square, p->cutoff), event_get(events, PARTON_PDG, own)};
    return end;
#endif
}

/* 2 p.q of a dipole, and the weight of its splittings, from its ends. `dipole`: its place in the list of each
 * lane's slot. */
FN_DIPOLE void dipole_measure(CONSTANT parameters *p, event_list events, mask m, index slot, index dipole)
{
    index place = event_dipole(events, slot, dipole);
    index left = event_parton(events, slot, event_get_place(events, DIPOLE_LEFT, m, place));
    index right = event_parton(events, slot, event_get_place(events, DIPOLE_RIGHT, m, place));
    const vector4 first = event_get_momentum(events, left), second = event_get_momentum(events, right);
    real square = v_pair_square(first, second);
#if SHOWER_MASSES
    const real mass1 = event_get(events, PARTON_MASS, left), mass2 = event_get(events, PARTON_MASS, right);
    square = square + (mass1 * mass1 * (second.e / first.e) + mass2 * mass2 * (first.e / second.e));
#endif
    event_put(events, DIPOLE_SQUARE, m, place, square);
#if SHOWER_BEAMS
    const real here = event_get(events, DIPOLE_LEFT, place), there = event_get(events, DIPOLE_RIGHT, place);
    ROLLED
    for (int second = 0; second < 2; ++second) {
        const index own = second ? right : left, other = second ? left : right;
        end_bounds bounds = end_bounds_of(events, slot, second ? there : here, second ? here : there);
        bounds.keep = bounds.turn = R(1.0);
        const splitting_end end = dipole_end(p, events, slot, own, other, &bounds, square);
        const splitting_parts parts = splittings_parts(&end);
        event_put(events, DIPOLE_FIRST_STAYS + 2 * second, m, place, parts.stays);
        event_put(events, DIPOLE_FIRST_TURNS + 2 * second, m, place, parts.turns);
    }
    dipole_weigh(events, m, slot, place);
#else
    const splitting_end one = dipole_end_of(p, events, slot, place, m_none(), left, right, square);
    const splitting_end other = dipole_end_of(p, events, slot, place, m_all(), right, left, square);
    const real weight = splittings_integral(&one);
    event_put(events, DIPOLE_FIRST, m, place, weight);
    event_put(events, DIPOLE_WEIGHT, m, place, weight + splittings_integral(&other));
#endif
}

/* The dipole that a row of a parton names, where there is one. */
FN void dipole_measure_of(CONSTANT parameters *p, event_list events, mask m, index slot, real dipole)
{
    mask there = m_and(m, dipole >= R(0.0));
    if (r_any(there))
        dipole_measure(p, events, there, slot, r_floor_index(r_select(there, dipole, R(0.0))));
}

#if SHOWER_BEAMS
/* The dipoles of each lane's event that touch what comes in are weighed again. */
FN void dipoles_weigh_beams(event_list events, mask m, index slot)
{
    const index first = event_parton(events, slot, i_set(0)), second = event_parton(events, slot, i_set(1));
    const real touching[4] = {event_get(events, PARTON_LEFT, first), event_get(events, PARTON_RIGHT, first),
                              event_get(events, PARTON_LEFT, second),
                              event_get(events, PARTON_RIGHT, second)};
    for (int i = 0; i < 4; ++i) {
        const mask again = i < 2 ? m_none() : m_or(touching[i] == touching[0], touching[i] == touching[1]);
        const mask there = m_and(m, m_and(touching[i] >= R(0.0), m_not(again)));
        if (r_any(there))
            dipole_weigh(events, there, slot,
                         event_dipole(events, slot, r_floor_index(r_select(there, touching[i], R(0.0)))));
    }
}

/* All dipoles of each lane's event, of which there are `count`. */
FN void dipoles_measure(CONSTANT parameters *p, event_list events, mask m, index slot, real count)
{
    for (int i = 0; r_any(m_and(m, r_set((scalar)i) < count)); ++i)
        dipole_measure(p, events, m_and(m, r_set((scalar)i) < count), slot, i_set(i));
}

/* Looks up the bounds of what comes in at ln t. Dipoles cease to radiate where a heavy quark now has to
 * become a gluon, and begin to behind that: there all are weighed again. Returns the other lanes in m. */
FN mask bounds_measure(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                       index slot, real log_t)
{
    const real ends = event_get(events, EVENT_FINAL_ENDS, slot);
    beams_measure(p, tables, events, m, slot, log_t);
    const mask same = m_and(m, event_get(events, EVENT_FINAL_ENDS, slot) == ends),
               turned = m_and(m, m_not(same));
    const real count = event_get(events, EVENT_DIPOLES, slot);
    for (int i = 0; r_any(m_and(turned, r_set((scalar)i) < count)); ++i)
        dipole_weigh(events, m_and(turned, r_set((scalar)i) < count), slot,
                     event_dipole(events, slot, i_set(i)));
    return same;
}
#endif

/* All dipoles of LANES neighbouring events, of which each has `count`. */
FN void dipoles_measure_all(CONSTANT parameters *p, event_list events, uint32 slot, int count)
{
    for (int i = 0; i < count; ++i)
        dipole_measure(p, events, m_all(), event_places(slot), i_set(i));
}

/* The weights of all dipoles of each lane's event. */
FN real dipoles_weight(event_list events, mask m, index slot, real count)
{
    real sum = R(0.0);
    for (int i = 0; r_any(m_and(m, r_set((scalar)i) < count)); ++i) {
        real weight = event_get(events, EVENT_DIPOLE + DIPOLE_ROWS * i + DIPOLE_WEIGHT, slot);
        sum = sum + r_select(r_set((scalar)i) < count, weight, R(0.0));
    }
    return sum;
}

#endif
