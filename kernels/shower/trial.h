/* One trial of the veto algorithm: the next emission that the bound proposes, accepted or not.
 *
 * Let C be the integral of the bounds of all splittings of all dipoles over z, which does not depend on t.
 * With alpha_s bounded by f / A(t), A linear in ln t, the density of proposals is C f / (2 pi A) d ln t.
 * The next one lies at A' = A u^(2 pi slope / (f C)). One draw for all and a choice of the splitting in
 * proportion to its part of C is as the highest of one each (M. H. Seymour, S. Sule, SciPost Phys.
 * Codebases 33, section 2.3). Needs `parameters`. */
#ifndef TESSERA_SHOWER_TRIAL_H
#define TESSERA_SHOWER_TRIAL_H

#include "shower/coupling.h"
#include "shower/emission.h"

/* Draws of a trial: t and z; splitting and acceptance; the azimuth of what is accepted. */
enum { DRAW_SCALE, DRAW_SPLITTING, DRAW_AZIMUTH, DRAWS_OF_TRIAL };

/* An event a lane, showering. */
typedef struct shower_lanes {
    index slot;
    event_number event;
    word trial;     /* number of the trial */
    real inverse;   /* A at the present scale */
    real weight;    /* C */
    real dipoles;   /* how many there are */
    emission found; /* what is to be carried out */
} shower_lanes;

/* Finds the dipole above which the part `rest` of the sum of weights lies; leaves in `rest` what is above its
 * own. */
FN mask trial_dipole(event_list events, mask m, const shower_lanes *lanes, index *dipole, real *rest)
{
    mask found = m_none();
    *dipole = i_set(0);
    for (int i = 0; r_any(m_and(m_and(m, m_not(found)), r_set((scalar)i) < lanes->dipoles)); ++i) {
        real weight = event_get(events, EVENT_DIPOLE + DIPOLE_ROWS * i + DIPOLE_WEIGHT, lanes->slot);
        mask open = m_and(m_not(found), r_set((scalar)i) < lanes->dipoles),
             here = m_and(open, *rest < weight);
        *dipole = i_select(here, i_set(i), *dipole);
        *rest = r_select(m_and(open, m_not(here)), *rest - weight, *rest);
        found = m_or(found, here);
    }
    return m_and(found, m);
}

/* What splits, and how: all of the emission but t and y. */
FN mask trial_splitting(CONSTANT parameters *p, event_list events, mask m, const shower_lanes *lanes, real u,
                        real u_share, emission *found)
{
    real rest = u * lanes->weight;
    mask there = trial_dipole(events, m, lanes, &found->dipole, &rest);
    index dipole = event_dipole(events, lanes->slot, found->dipole);
    index left = event_parton(events, lanes->slot, r_floor_index(event_get(events, DIPOLE_LEFT, dipole)));
    index right = event_parton(events, lanes->slot, r_floor_index(event_get(events, DIPOLE_RIGHT, dipole)));
    found->square = event_get(events, DIPOLE_SQUARE, dipole);
    share_range range = share_range_of(found->square, p->cutoff);
    splitting_choice choice = splitting_choose(range, event_get(events, PARTON_PDG, left),
                                               event_get(events, PARTON_PDG, right), rest);
    found->from_right = choice.from_right;
    found->splitting = choice.splitting;
    found->way = choice.way;
    found->share = splitting_share(choice.splitting, range, u_share);
    return m_and(there, choice.made);
}

/* One trial of the lanes in m; `ended`: those of them that have come below the cutoff. Returns those that
 * emit. */
FN mask shower_try(CONSTANT parameters *p, event_list events, mask m, shower_lanes *lanes, mask *ended)
{
    real scale[2], choice[2];
    word draw = lanes->trial * (uint32)DRAWS_OF_TRIAL;
    uniform_pair_at(lanes->event, STREAM_SHOWER, draw + w_set(DRAW_SCALE), scale);
    uniform_pair_at(lanes->event, STREAM_SHOWER, draw + w_set(DRAW_SPLITTING), choice);
    const scalar decay = S(6.2831853071795865) * p->bound_slope / p->bound_factor;
    real next = lanes->inverse * r_exp(r_log(scale[0]) * (r_set(decay) / lanes->weight));
    mask above = m_and(m, m_and(next > r_set(p->bound_inverse), lanes->weight > R(0.0)));
    *ended = m_and(m, m_not(above));
    lanes->inverse = r_select(above, next, lanes->inverse);
    lanes->trial = w_select(above, lanes->trial + w_set(1), lanes->trial);

    real log_t = coupling_bound_log_t(p, next);
    emission found;
    mask there = trial_splitting(p, events, above, lanes, choice[0], scale[1], &found);
    found.t = r_exp(log_t);
    found.y = found.t / (found.square * found.share.z * found.share.rest);
    real part = shower_alpha_s(p, log_t) * next / r_set(p->bound_factor) *
                splitting_acceptance(found.splitting, found.share, found.y);
    mask accepted = m_and(there, m_and(found.y < R(1.0), choice[1] < part));
    lanes->found = emission_select(accepted, found, lanes->found);
    return accepted;
}

#endif
