/* The first stage of massless final particles by RAMBO, on diet or not: partons first, then momenta in their
 * rest frame. Included by final_state.h alone. */
#ifndef TESSERA_PROCESS_FINAL_STATE_RAMBO_H
#define TESSERA_PROCESS_FINAL_STATE_RAMBO_H

FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
#if BEAMS_FIXED
    parton_pair pair = partons_whole();
#else
    parton_pair pair = partons(x[0], x[1], r_set(p->log_tau_min));
#endif
    real unit = r_set(p->root_s) * r_sqrt(pair.tau) * (R(1.0) / R(ENERGY));
    vector4 final[FINAL];
#if PHASE_SPACE == PHASE_SPACE_DIET
    rambo_diet(x + COLLISION_AXES(BEAMS_FIXED), R(ENERGY), final);
#else
    rambo(x + COLLISION_AXES(BEAMS_FIXED), R(ENERGY), final);
#endif
    for (int i = 0; i < FINAL; ++i)
        state_put_momentum(state, i, final[i]);
    state[STATE_LOG_X1] = pair.log_x1;
    state[STATE_LOG_X2] = pair.log_x2;
    state[STATE_UNIT] = unit;
    state[STATE_FLUX] = pair.jacobian * r_set(p->tau_min) / (pair.tau * pair.tau);
    particle_set set;
    jet_cuts cuts = {r_set(p->pt_min) / unit, p->exp_eta_max, p->dr_min};
    return jets_pass(final, pair.rapidity, cuts, &set);
}

#endif
