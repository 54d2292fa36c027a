/* Partons that come in: their densities, and what bounds ratios of these.
 *
 * The parton of beam b (0 or 1) is number b of an event's list, with the momentum fraction eta = 2 E /
 * sqrt(s) in the laboratory. Momenta are in the rest frame of both partons as the shower found them: in that
 * of the beams boosts lose digits. A parton comes in along the beams, always. An emission brings a ratio of
 * densities, x' f_b(x', t) / (eta f_a(eta, t)). A table has its maximum over all x' >= eta, in cells of eta
 * and in octaves of tau = t - m_a^2 (src/shower/density_bounds.c). Below the lowest cell a heavy quark has to
 * become a gluon, at once. Needs `parameters`. */
#ifndef TESSERA_SHOWER_BEAMS_H
#define TESSERA_SHOWER_BEAMS_H

#include "pdf.h"
#include "shower/alpha_s.h"
#include "shower/beams_layout.h"
#include "shower/splitting.h"

#if SHOWER_BEAMS

/* How far above an edge, in octaves, t is on it. */
#define EDGE_SLACK (PRECISION_DOUBLE ? S(1e-9) : S(1e-4))

/* The place of a parton's density in the table: the gluon, d to b, antiquarks d~ to b~. `sign`: -1 of a beam
 * of antiparticles. */
FN index beam_slot(real pdg, real sign)
{
    const real own = r_select(pdg == r_set(PDG_GLUON), R(0.0), pdg * sign);
    return r_floor_index(r_select(own < R(0.0), r_set((scalar)SHOWER_FLAVOURS) - own, own));
}

FN real beam_sign(CONSTANT parameters *p, mask second)
{
    return r_select(second, r_set(p->beam_sign_second), r_set(p->beam_sign_first));
}

/* The momentum fraction of a parton of an event: of the second beam in the lanes of `second`. */
FN real beam_eta(CONSTANT parameters *p, event_list events, index slot, mask second, real energy)
{
    const real boost = event_get(events, EVENT_BOOST, slot), twice = R(2.0) * energy / r_set(p->beam_root_s);
    return r_select(second, twice / boost, twice * boost);
}

/* t at which the density of what comes in begins, m^2 / k_F^2: 0 of what is there at all scales. */
FN real beam_mass2(CONSTANT parameters *p, real pdg)
{
    const real flavour = r_abs(pdg), none = R(0.0);
    return r_select(flavour == R(5.0), r_set(p->beam_bottom2),
                    r_select(flavour == R(4.0), r_set(p->beam_charm2), none));
}

/* x f of one parton in each lane, at the scale k_F^2 t. */
FN_APART real beam_density(CONSTANT parameters *p, GLOBAL const scalar *tables, index slot, real x,
                           real log_t)
{
    GLOBAL const scalar *table = tables + (int)p->beam_densities;
    return pdf_point_each(table, slot, pdf_point_locate(table, r_log(x), log_t + r_set(p->beam_log_f2)));
}

/* Where bounds are looked up: the cells of eta and of tau, and the edge of that below, as ln t. */
typedef struct bounds_place {
    index eta, tau;
    real edge;
    mask below; /* the lowest cell */
} bounds_place;

FN bounds_place bounds_locate(CONSTANT parameters *p, GLOBAL const scalar *head, real pdg, real eta,
                              real log_t)
{
    bounds_place place;
    const real etas = r_set(head[BOUNDS_ETAS] - S(0.5)), none = R(0.0);
    const real odds = r_log(eta / (R(1.0) - eta)) - r_set(head[BOUNDS_ODDS_LOW]);
    place.eta = r_floor_index(r_max(none, r_min(odds * r_set(head[BOUNDS_ODDS_INVERSE]), etas)));
    const real mass2 = beam_mass2(p, pdg);
    const real low = r_select(mass2 > none, r_log(r_max(mass2, R(1.0)) * r_set(BOUNDS_LEAST_PART)),
                              r_set(head[BOUNDS_LOG_LOW]));
    const real tau = r_exp(log_t) - mass2;
    const real above = (r_log(r_max(tau, r_set(SMALLEST_NORMAL))) - low) * r_set(S(1.0) / LOG_2);
    /* An edge belongs to the cell below. */
    const real most = r_set(head[BOUNDS_TAUS] - S(0.5));
    const real cell = r_floor_small(r_max(none, r_min(above - r_set(EDGE_SLACK), most)));
    place.tau = r_floor_index(cell);
    place.edge = r_log(r_exp(low + cell * r_set(LOG_2)) + mass2);
    place.below = above <= r_set(EDGE_SLACK);
    return place;
}

/* Bounds of a beam's parton: while it stays what it is, and where another one comes in. */
FN void bounds_of(GLOBAL const scalar *bounds, const bounds_place *place, index slot, real *keep, real *turn)
{
    const index etas = i_set((int)bounds[BOUNDS_ETAS]), taus = i_set((int)bounds[BOUNDS_TAUS]);
    const index row = ((slot * taus + place->tau) * etas + place->eta) * i_set(2);
    *keep = r_load(bounds + BOUNDS_HEAD, row);
    *turn = r_load(bounds + BOUNDS_HEAD + 1, row);
}

/* The bound of a gluon that stays what it is, at eta. */
FN_APART real bounds_gluon_stays(CONSTANT parameters *p, GLOBAL const scalar *tables, real eta, real log_t)
{
    GLOBAL const scalar *bounds = tables + (int)p->beam_bounds;
    const bounds_place place = bounds_locate(p, bounds, r_set(PDG_GLUON), eta, log_t);
    real keep, turn;
    bounds_of(bounds, &place, i_set(0), &keep, &turn);
    return keep;
}

/* Bounds of the quark number `flavour` (1 to 10 as in beam_slot) that may come in for a gluon. */
FN real bounds_entering(GLOBAL const scalar *bounds, const bounds_place *place, int flavour)
{
    const int etas = (int)bounds[BOUNDS_ETAS], taus = (int)bounds[BOUNDS_TAUS];
    GLOBAL const scalar *ways = bounds + BOUNDS_HEAD + 2 * BEAM_PARTONS * taus * etas;
    return r_load(ways + (flavour - 1), (place->tau * i_set(etas) + place->eta) * i_set(BEAM_PARTONS - 1));
}

/* The largest ratio of squared matrix element and splitting function where a gluon comes in for a quark: (3 +
 * sqrt(5)) / 2. */
#define EXACT_MOST S(2.6180339887498949)

/* The squared matrix element of an emission over the splitting functions of both ends, of two partons that
 * became one particle without colour. For V they are q q~ > V g and g q > V q. For h,
 * in the limit of a heavy top quark, they are g g > h g and g q > h q. With t^ = -u s^, u^ = -w s^, x = M^2 /
 * s^ and u + w + x = 1 they are
 *
 *   (u^2 + w^2 + 2 x) / (1 + x^2),                (1 + u^2 - 2 x w) / ((1-x)^2 + x^2),
 *   (1 + x^4 + u^4 + w^4) / (2 (1 - x + x^2)^2),  (1 + w^2) / (1 + (1-x)^2).
 *
 * `turns`: the lanes in which another parton comes in; `gluon`: those in which one was there. */
FN real beams_exact(const splitting_point *at, mask turns, mask gluon)
{
    const real x = at->x, u = at->u, rest = at->rest_x, one = R(1.0), two = R(2.0);
    const real w = rest - u, u2 = u * u, w2 = w * w, x2 = x * x, form = one - x + x2;
    const real vector = (u2 + w2 + two * x) / (one + x2);
    const real vector_turned = (one + u2 - two * x * w) / r_fma(rest, rest, x2);
    const real scalar_one = (one + x2 * x2 + u2 * u2 + w2 * w2) / (two * form * form);
    const real scalar_turned = (one + w2) / r_fma(rest, rest, one);
    return r_select(gluon, r_select(turns, scalar_turned, scalar_one),
                    r_select(turns, vector_turned, vector));
}

/* Looks up the bounds of both partons that come in at ln t. Where a heavy quark has to become a gluon now,
 * nothing else may happen. */
FN_APART void beams_measure(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                            index slot, real log_t)
{
    GLOBAL const scalar *bounds = tables + (int)p->beam_bounds;
    const mask above = log_t > r_set(p->beam_log_cutoff + EDGE_SLACK);
    const real none = R(0.0), one = R(1.0);
    real keep[2], turn[2], edge = r_set(p->log_cutoff), turning = r_set(NOWHERE);
    for (int beam = 0; beam < 2; ++beam) {
        const index parton = event_parton(events, slot, i_set(beam));
        const real pdg = event_get(events, PARTON_PDG, parton);
        const mask there = m_or(pdg == r_set(PDG_GLUON), r_abs(pdg) < R(7.0));
        /* A lepton has none. */
        const real eta = r_select(there,
                                  beam_eta(p, events, slot, beam ? m_all() : m_none(),
                                           event_get(events, PARTON_E, parton)),
                                  R(0.5));
        const mask heavy = m_and(there, beam_mass2(p, pdg) > none);
        const bounds_place place = bounds_locate(p, bounds, pdg, eta, log_t);
        const real sign = beam == 0 ? r_set(p->beam_sign_first) : r_set(p->beam_sign_second);
        bounds_of(bounds, &place, r_floor_index(r_select(there, r_from_index(beam_slot(pdg, sign)), none)),
                  &keep[beam], &turn[beam]);
        const mask exact = m_and(event_get(events, EVENT_EXACT, slot) > none, m_not(pdg == r_set(PDG_GLUON)));
        turn[beam] = r_select(exact, r_set(EXACT_MOST), one) * turn[beam];
        keep[beam] = r_select(m_and(there, above), keep[beam], none);
        turn[beam] = r_select(m_and(there, above), turn[beam], none);
        const mask now = m_and(m_and(heavy, above), place.below);
        turning = r_select(m_and(now, turning < none), r_set((scalar)beam), turning);
        edge = r_select(m_and(there, above), r_max(edge, r_max(place.edge, r_set(p->beam_log_cutoff))), edge);
    }
    const mask forced = turning >= none;
    for (int beam = 0; beam < 2; ++beam) {
        const mask other = m_and(forced, m_not(turning == r_set((scalar)beam)));
        event_put(events, EVENT_KEEP_FIRST + beam, m, slot, r_select(forced, none, keep[beam]));
        event_put(events, EVENT_TURN_FIRST + beam, m, slot, r_select(other, none, turn[beam]));
    }
    event_put(events, EVENT_FINAL_ENDS, m, slot, r_select(forced, none, one));
    event_put(events, EVENT_TURNING, m, slot, turning);
    event_put(events, EVENT_EDGE, m, slot, edge);
}

/* The quark that comes in for a gluon: that above whose share of all their bounds the part `u` lies. Its PDG
 * code, and its own bound. */
FN_APART real beams_entering(CONSTANT parameters *p, GLOBAL const scalar *tables, real eta, real sign,
                             real log_t, real u, real *bound)
{
    GLOBAL const scalar *bounds = tables + (int)p->beam_bounds;
    const real gluon = r_set(PDG_GLUON);
    const bounds_place place = bounds_locate(p, bounds, gluon, eta, log_t);
    real all = R(0.0), way = R(1.0);
    for (int i = 1; i < BEAM_PARTONS; ++i)
        all = all + bounds_entering(bounds, &place, i);
    real rest = u * all;
    mask open = m_all();
    *bound = R(1.0);
    for (int i = 1; i < BEAM_PARTONS; ++i) {
        const real own = bounds_entering(bounds, &place, i);
        const mask may = m_and(open, own > R(0.0));
        way = r_select(may, r_set((scalar)i), way);
        *bound = r_select(may, own, *bound);
        open = m_and(open, m_not(rest < own));
        rest = rest - own;
    }
    const mask anti = way > r_set(SHOWER_FLAVOURS + S(0.5));
    return sign * r_select(anti, r_set((scalar)SHOWER_FLAVOURS) - way, way);
}

#endif
#endif
