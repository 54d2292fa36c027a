/* Merging of events with several numbers of jets by their own shower: CKKW-L (L. Lonnblad, JHEP 05 (2002)
 * 046; L. Lonnblad, S. Prestel, JHEP 03 (2012) 019).
 *
 * An event of n jets above the scale of merging has states S_0 to S_n (history.h), whose emissions have t_1
 * to t_n. Its weight is multiplied by
 *
 *   product over i of alpha_s(t_i) / alpha_s  x  product over both beams and i from 0 to n of
 *   f_i(x_i, t_i) / f_i(x_i, t_i+1),   t_0 = t_n+1 = mu_F^2,
 *
 * with f_i(x_i) the parton that comes in of S_i, alpha_s and mu_F those of the matrix element. From each S_i
 * but the last the shower goes from t_i down to t_i+1. Where it emits, the weight is 0. From S_n it goes on
 * to the cut-off. With fewer jets than the most the weight is 0 where the first emission leaves a state above
 * the scale. Quarks with a mass in the model are in no multiplicity: such an emission is the shower's at any
 * scale.
 *
 * A first emission below the scale stays, and what follows on it is the shower's. So the weight is 0 where
 * S_i+1 is below the scale behind an S_i that counts, and t falls from there to t_n.
 *
 * Where t_i+1 is above t_i > t_0 the shower never makes that. Both emissions are then one at the higher
 * scale, which densities and showers take in the place of t_i. Two hard jets with a soft boson beside them
 * are so: their scale is that of the jets. States between may be below the scale of merging. t_1 may be above
 * all that S_0 begins from. An event without a history is a core of its own.
 *
 * With MERGING_UNITARY 1 it is UMEPS (L. Lonnblad, S. Prestel, JHEP 02 (2013) 094). A first emission that
 * leaves a state above the scale is rejected, and the shower goes on below. So no event loses its weight. In
 * its place each event of n > 0 jets has a second configuration of the opposite weight. That is the last S_m
 * before S_n that is above the scale, as S_0 is always. It is S_n-1, or if that is below one further back.
 * It showers from t_m+1 on, as if later jets were not there, and never from above t_m. Both configurations
 * have one trial shower, by the same random numbers. So jets add nothing to the cross section, event by
 * event. Without a history there is no S_m, and an event has no weight. */
#ifndef TESSERA_SHOWER_MERGING_H
#define TESSERA_SHOWER_MERGING_H

#include "shower/merging_layout.h"

#if SHOWER_MERGES

#include "observable/merging_kt.h"
#include "observable/particles.h"
#include "shower/history.h"
#include "shower/trial.h"

/* 1: no event has more jets. */
#ifndef MERGING_HIGHEST
#define MERGING_HIGHEST 0
#endif

/* A list of partons, as the scale of merging sees them. */
typedef struct merging_partons {
    real pt[RECORDED], eta[RECORDED], phi[RECORDED];
    mask there[RECORDED];
    int count;
} merging_partons;

FN void merging_see(merging_partons *all, mask there, vector4 p)
{
    const real one = R(1.0);
    const int i = all->count++;
    const real pt = r_select(there, v_pt(p), one), z = r_select(there, p.z, one);
    all->pt[i] = pt;
    all->eta[i] = pseudorapidity(pt, z);
    all->phi[i] = momentum_phi(p);
    all->there[i] = there;
}

/* The square of the scale of merging. */
FN real merging_measure2(CONSTANT parameters *p, const merging_partons *all)
{
    real least = R(1e30);
    for (int i = 0; i < all->count; ++i) {
        least = r_select(all->there[i], r_min(least, all->pt[i] * all->pt[i]), least);
        for (int k = 0; k < i; ++k) {
            const real apart = merging_kt2_pair(all->pt[i], all->pt[k], all->eta[i] - all->eta[k],
                                                all->phi[i] - all->phi[k], p->merging_inverse_d2);
            least = r_select(m_and(all->there[i], all->there[k]), r_min(least, apart), least);
        }
    }
    return least;
}

/* The lanes whose event, all partons of it, is above the scale of merging. `last`: the place of the last. */
FN_APART mask merging_is_above(CONSTANT parameters *p, event_list events, mask m, index slot, int last)
{
    merging_partons all;
    all.count = 0;
    for (int i = 2; i <= last; ++i)
        if (i == RECORDED || MERGING_SET >> (i - 2) & 1) {
            const index parton = event_parton(events, slot, i_set(i));
            const mask there = m_and(m, m_not(event_get(events, PARTON_PDG, parton) == R(0.0)));
            merging_see(&all, there, event_get_momentum(events, parton));
        }
    return m_and(m, m_not(merging_measure2(p, &all) < r_set(p->merging_least2)));
}

#if SHOWER_MASSES
/* The lanes whose last parton, which was emitted, is no quark with a mass in the model. */
FN mask merging_emitted_jet(CONSTANT parameters *p, event_list events, mask m, index slot, int last)
{
    const real flavour = r_abs(event_get(events, PARTON_PDG, event_parton(events, slot, i_set(last))));
    const real none = R(0.0), charm = r_set(p->split_charm), bottom = r_set(p->split_bottom);
    const mask heavy = m_or(m_and(flavour == R(4.0), charm > none), m_and(flavour == R(5.0), bottom > none));
    return m_and(m, m_not(heavy));
}
#endif

/* Marks events that have no weight. */
FN void merging_veto(event_list events, mask m, index slot)
{
    event_put(events, EVENT_CUT, m, slot, R(1.0));
    event_put(events, EVENT_VETOED, m, slot, R(1.0));
}

/* What the lanes in m have to know of the state that showers now. It is down to where, and whether the first
 * emission is to be looked at. */
FN void merging_lanes(CONSTANT parameters *p, event_list events, mask m, shower_lanes *lanes)
{
    const real level = event_get(events, EVENT_LEVEL, lanes->slot), most = r_set(p->bound_inverse);
    const real last = r_set((scalar)MERGING_JETS), one = R(1.0), none = R(0.0);
    const mask on_trial = m_and(m, level < last);
    mask free = on_trial; /* no emission of these is looked at */
    if (MERGING_HIGHEST)
        free = m_or(free, m_not(event_get(events, EVENT_ENDS, lanes->slot) < last));
    lanes->trial_state = r_select(m, r_select(on_trial, one, none), lanes->trial_state);
    lanes->first = r_select(m, r_select(free, none, one), lanes->first);
    lanes->floor = r_select(m, most, lanes->floor);
#if MERGING_JETS > 0
    if (r_any(on_trial)) {
        const index next = r_floor_index(r_select(on_trial, level + one, last));
        const real log_t = history_scale(events, lanes->slot, next);
        lanes->floor = r_select(on_trial, r_max(coupling_bound_inverse(p, log_t), most), lanes->floor);
    }
#endif
}

#if MERGING_JETS > 0 || MERGING_UNITARY
/* Makes a state of its history an event that showers from ln t, in the lanes of m. */
FN_APART void merging_load(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                           index slot, real level, real log_t)
{
    cluster_state state;
    const real last = r_set((scalar)MERGING_JETS), count = r_set((scalar)RECORDED);
    history_fetch(events, slot, r_floor_index(r_select(m, level, last)), &state);
    event_put(events, EVENT_PARTONS, m, slot, count);
    for (int i = 0; i < RECORDED; ++i) {
        const index parton = event_parton(events, slot, i_set(i));
        event_put_momentum(events, m, parton, state.momentum[i]);
        event_put(events, PARTON_PDG, m, parton, state.pdg[i]);
        event_put(events, PARTON_COLOUR, m, parton, state.colour[i]);
        event_put(events, PARTON_ANTICOLOUR, m, parton, state.anticolour[i]);
        event_put(events, PARTON_RIGHT, m, parton, r_set(NOWHERE));
        event_put(events, PARTON_LEFT, m, parton, r_set(NOWHERE));
#if SHOWER_MASSES
        if (i >= 2 && MERGING_SET >> (i - 2) & 1) /* where a gluon became quarks of a mass */
            event_put(events, PARTON_MASS, m, parton, R(0.0));
#endif
    }
    event_join_lines(events, m, slot, state.colour, state.anticolour, RECORDED);
    event_put(events, EVENT_SCALE, m, slot, log_t);
    event_put(events, EVENT_EXACT, m, slot, r_select(level > R(0.0), R(0.0), r_set(p->beam_exact)));
    beams_measure(p, tables, events, m, slot, log_t);
    dipoles_measure(p, events, m, slot, event_get(events, EVENT_DIPOLES, slot));
}
#endif

#if MERGING_UNITARY
/* Lanes in which the emission that was made last is rejected are as before it, and go on below its t. */
FN_APART void merging_reject(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                             shower_lanes *lanes)
{
    const index slot = lanes->slot;
    merging_load(p, tables, events, m, slot, event_get(events, EVENT_ENDS, slot),
                 event_get(events, EVENT_SCALE, slot));
    lanes_weigh(p, events, m, lanes);
}

/* The last partons of an event that has ended take the places of those that were clustered. */
FN_APART void merging_close(event_list events, mask m, index slot)
{
    const real none = R(0.0), one = R(1.0);
    const mask shorter = m_and(m, event_get(events, EVENT_ENDS, slot) < r_set((scalar)MERGING_JETS));
    real count = event_get(events, EVENT_PARTONS, slot);
    for (int i = RECORDED - 1; i >= 2; --i) {
        const index parton = event_parton(events, slot, i_set(i));
        const mask gap = m_and(shorter, event_get(events, PARTON_PDG, parton) == none);
        if (!(MERGING_SET >> (i - 2) & 1) || !r_any(gap))
            continue;
        count = r_select(gap, count - one, count);
        const index last = event_parton(events, slot, r_floor_index(r_select(gap, count, none)));
        for (int row = 0; row < PARTON_ROWS; ++row)
            event_put(events, row, gap, parton, event_get(events, row, last));
    }
    event_put(events, EVENT_PARTONS, shorter, slot, count);
}
#endif

#if MERGING_JETS > 0
/* The density of a beam's parton of a state over that at another scale; 0 where there is none. */
FN_APART real merging_densities(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                                mask m, index slot, const cluster_state *state, real log_above,
                                real log_below)
{
    real ratio = R(1.0);
    for (int beam = 0; beam < 2; ++beam) {
        const mask second = beam ? m_all() : m_none();
        const real pdg = r_select(m, state->pdg[beam], r_set(PDG_GLUON)), middle = R(0.5), none = R(0.0);
        const real eta = r_select(m, beam_eta(p, events, slot, second, state->momentum[beam].e), middle);
        const index place = beam_slot(pdg, beam_sign(p, second));
        const real above = beam_density(p, tables, place, eta, log_above);
        const real below = beam_density(p, tables, place, eta, log_below);
        const mask known = below > none;
        ratio = ratio * r_select(known, r_max(above, none) / r_select(known, below, R(1.0)), none);
    }
    return ratio;
}

/* The factor of the weight of the lanes in m, of which the first state showers from `log_begin`. Leaves in
 * the rows of histories the scales that showers go between. */
FN_APART real merging_weigh(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                            index slot, real log_begin)
{
    const real fixed = r_set(p->merging_log_f2);
    real factor = R(1.0), log_above = fixed, log_below = r_set(p->beam_log_cutoff);
    cluster_state state;
    for (int level = MERGING_JETS; level > 0; --level) {
        const real own = r_select(m, history_scale(events, slot, i_set(level)), fixed);
        log_below = r_max(own, log_below);
        factor = factor * (shower_alpha_s(p, tables, log_below) * r_set(p->merging_alpha_s));
        event_put(events, HISTORY_SCALE, m, event_history(events, slot, i_set(level)), log_below);
    }
    for (int level = 0; level <= MERGING_JETS; ++level) {
        log_below = fixed;
        if (level < MERGING_JETS)
            log_below = r_select(m, history_scale(events, slot, i_set(level + 1)), fixed);
        history_fetch(events, slot, i_set(level), &state);
        const real lowest = level ? log_below : r_min(log_below, log_begin);
        factor = factor * merging_densities(p, tables, events, m, slot, &state, log_above, lowest);
        log_above = log_below;
    }
    return factor;
}

/* The lanes whose state of so many jets is above the scale of merging. */
FN_APART mask merging_state_is_above(CONSTANT parameters *p, event_list events, mask m, index slot, int level)
{
    cluster_state state;
    merging_partons all;
    all.count = 0;
    history_fetch(events, slot, i_set(level), &state);
    for (int i = 2; i < RECORDED; ++i)
        if (MERGING_SET >> (i - 2) & 1)
            merging_see(&all, m_not(state.pdg[i] == R(0.0)), state.momentum[i]);
    return m_and(m, m_not(merging_measure2(p, &all) < r_set(p->merging_least2)));
}

/* The lanes in m whose event the shower makes of one with fewer jets that counts. `falls`: those in which it
 * makes emissions as they are, where t falls. UMEPS wants the last state above the scale but the event
 * itself. Its jets are left in the event's rows, and in those of the first state ln t of the emission that
 * made it. The first state begins from `log_t`. */
FN_APART mask merging_survey(CONSTANT parameters *p, event_list events, mask m, mask falls, index slot,
                             real log_t)
{
    mask counts = m;         /* the state before is above the scale, and not one that is reached */
    mask reached = m_none(); /* the shower makes the state of one that counts, by states below the scale */
    real ends = R(0.0), log_last = r_set(S(1e30));
    for (int level = 1; level <= MERGING_JETS; ++level) {
        const real own = r_select(m, history_scale(events, slot, i_set(level)), log_t);
        const mask goes_on = m_and(falls, own <= log_last); /* t falls to this emission */
        mask above = m;
        if (level < MERGING_JETS) {
            above = merging_state_is_above(p, events, m, slot, level);
            ends = r_select(above, r_set((scalar)level), ends);
            log_t = r_select(above, own, log_t);
        }
        reached = m_and(goes_on, m_or(reached, m_and(counts, m_not(above))));
        counts = m_and(above, m_not(reached));
        log_last = own;
    }
    if (MERGING_UNITARY) {
        event_put(events, EVENT_ENDS, m, slot, ends);
        event_put(events, HISTORY_SCALE, m, event_history(events, slot, i_set(0)), log_t);
    }
    return m_and(m, reached);
}

/* ln t from which the state that ends showers. */
FN real merging_end_scale(event_list events, mask m, index slot)
{
    const real last = r_set((scalar)MERGING_JETS),
               ends = r_select(m, event_get(events, EVENT_ENDS, slot), last);
    const mask shorter = ends < last;
    const real next = history_scale(events, slot, r_floor_index(r_select(shorter, ends + R(1.0), last)));
    return r_select(shorter, r_min(next, history_scale(events, slot, i_set(0))), next);
}

/* Lanes whose trial shower has come down to the next emission of their history go on from there. They do so
 * from the next state, behind the last trial from the one that is to shower to the end. The numbers of the
 * trial that went below are spent. */
FN void merging_advance(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                        shower_lanes *lanes)
{
    const index slot = lanes->slot;
    const real level = event_get(events, EVENT_LEVEL, slot) + R(1.0), last = r_set((scalar)MERGING_JETS);
    const mask ends = m_and(m, level == last);
    const real between = history_scale(events, slot, r_floor_index(r_select(m, level, last)));
    const real log_t = r_select(ends, merging_end_scale(events, ends, slot), between);
    event_put(events, EVENT_LEVEL, m, slot, level);
    merging_load(p, tables, events, m, slot, r_select(ends, event_get(events, EVENT_ENDS, slot), level),
                 log_t);
    lanes->trial = w_select(m, lanes->trial + w_set(1), lanes->trial);
    lanes->inverse = r_select(m, coupling_bound_inverse(p, log_t), lanes->inverse);
    lanes_weigh(p, events, m, lanes);
    merging_lanes(p, events, m, lanes);
}
#endif

#endif
#endif
