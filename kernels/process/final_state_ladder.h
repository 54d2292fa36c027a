/* The first stage of massless final particles by a ladder: partons and momenta together, with the cuts on pT
 * in their map. Included by final_state.h alone. */
#ifndef TESSERA_PROCESS_FINAL_STATE_LADDER_H
#define TESSERA_PROCESS_FINAL_STATE_LADDER_H

/* Momenta come in the laboratory, in units of the cut on pT; those of the state are scaled as those of RAMBO.
 */
FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
    const ladder_limits limits = {r_set(p->root_s / p->pt_min), r_set(p->y_max), r_set(p->hole)};
    ladder_beams beams = {i_set(0), i_set(0)};
    ladder_emission emission[FINAL];
    real link[FINAL], along[FINAL], plus = R(0.0), minus = R(0.0);
#if LADDER_CHAIN
    beams = ladder_place_beams(x + LADDER_AXES(FINAL, 0));
    state[STATE_BEAMS] = r_from_index(beams.first);
    state[STATE_BEAMS + 1] = r_from_index(beams.second);
#endif
    ladder_sample(x, beams, limits, emission, link);
    for (int i = 0; i < FINAL; ++i) {
        along[i] = r_exp(emission[i].y);
        plus = r_fma(emission[i].pt, along[i], plus);
        minus = minus + emission[i].pt / along[i];
    }
    const real unit = r_sqrt(plus * minus) * (R(1.0) / R(ENERGY)), inverse = R(1.0) / unit;
    const real boost = r_sqrt(minus / plus);
    vector4 final[FINAL];
    for (int i = 0; i < FINAL; ++i) {
        const real pt = emission[i].pt * inverse, up = along[i] * boost, down = R(1.0) / up;
        vector4 q = {R(0.5) * pt * (up + down), pt * emission[i].cosine, pt * emission[i].sine,
                     R(0.5) * pt * (up - down)};
        final[i] = q;
        state_put_momentum(state, i, q);
    }
    const real log_x1 = r_log(plus / limits.root_s), log_x2 = r_log(minus / limits.root_s);
    state[STATE_LOG_X1] = log_x1;
    state[STATE_LOG_X2] = log_x2;
    state[STATE_UNIT] = unit * r_set(p->pt_min);
    state[STATE_FLUX] = ladder_weight(emission, link, unit);
    particle_set set;
    jet_cuts cuts = {inverse, p->exp_eta_max, p->dr_min};
    const mask inside = m_not(m_or(plus > limits.root_s, minus > limits.root_s));
    return m_and(inside, jets_pass(final, R(0.5) * (log_x1 - log_x2), cuts, &set));
}

#endif
