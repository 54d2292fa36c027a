/* The first stage of integrands with FINAL massless particles in a collision of two partons, or of the beams
 * themselves where BEAMS_FIXED is 1. It makes their momenta in the partons' rest frame, in units of
 * sqrt(s-hat) / ENERGY, cut as in the laboratory. It also makes what the second stage needs of the flux. A
 * chain also has the colour order. Included behind `parameters`, which begin with FINAL_STATE_PARAMETERS. */
#ifndef TESSERA_PROCESS_FINAL_STATE_H
#define TESSERA_PROCESS_FINAL_STATE_H

#ifndef ENERGY
#define ENERGY 4.0
#endif
#ifndef PHASE_SPACE
#define PHASE_SPACE PHASE_SPACE_RAMBO
#endif

#ifndef BEAMS_FIXED
#define BEAMS_FIXED 0
#endif

#include "integrand.h"
#include "observable/jets.h"
#include "phase_space/partons.h"
#include "phase_space/rambo.h"
#include "phase_space/rambo_diet.h"
#include "process/final_state_axes.h"
#include "process/state_momenta.h"

#define LADDER_CHAIN (PHASE_SPACE == PHASE_SPACE_CHAIN)
#include "phase_space/ladder.h"

#define DIMENSIONS FINAL_STATE_AXES(FINAL, PHASE_SPACE, BEAMS_FIXED)

/* The state: the final momenta, then what the weight needs. */
enum {
    STATE_LOG_X1 = 4 * FINAL + BEHIND_LOG_X1,
    STATE_LOG_X2 = 4 * FINAL + BEHIND_LOG_X2,
    STATE_UNIT = 4 * FINAL + BEHIND_UNIT,
    STATE_FLUX = 4 * FINAL + BEHIND_FLUX,
    STATE_BEAMS = 4 * FINAL + BEHIND_BEAMS,
    STATE = 4 * FINAL + BEHIND_MOMENTA + 2 * LADDER_CHAIN
};

#if IS_LADDER(PHASE_SPACE)
/* Momenta come in the laboratory, in units of the cut on pT; those of the state are scaled as those of RAMBO.
 */
FN mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
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
    jet_set jets;
    jet_cuts cuts = {inverse, p->exp_eta_max, p->dr_min};
    const mask inside = m_not(m_or(plus > limits.root_s, minus > limits.root_s));
    return m_and(inside, jets_pass(final, R(0.5) * (log_x1 - log_x2), cuts, &jets));
}
#else
FN mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
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
    jet_set jets;
    jet_cuts cuts = {r_set(p->pt_min) / unit, p->exp_eta_max, p->dr_min};
    return jets_pass(final, pair.rapidity, cuts, &jets);
}
#endif

/* How many particles a record has: those that come in, if they come out of beams, and the final ones. */
#define INCOMING_PARTONS (BEAMS_FIXED ? 0 : 2)
#define RECORDED (INCOMING_PARTONS + FINAL)

/* Begins a record of the event: incoming partons, of these PDG codes, and final particles, all of one. Their
 * colours are 0. */
FN void final_state_record(event_state state, record_list records, uint32 slot, const real incoming[2],
                           real final)
{
    const int mother = BEAMS_FIXED ? 1 : 3; /* the first one's place, behind the beams */
    real none = R(0.0), unit = state_fetch(state, STATE_UNIT);
    real boost = r_exp(R(0.5) * (state_fetch(state, STATE_LOG_X1) - state_fetch(state, STATE_LOG_X2)));
    record_begin(records, slot, RECORDED);
    for (int i = 0; i < INCOMING_PARTONS; ++i) {
        real beam = R(0.5) * R(ENERGY);
        vector4 p = {beam, none, none, i == 0 ? beam : -beam};
        record_put(records, slot, i,
                   record_massless(state_laboratory(p, unit, boost), incoming[i], none, none),
                   STATUS_INCOMING, i + 1, 0);
    }
    for (int i = 0; i < FINAL; ++i)
        record_put(records, slot, INCOMING_PARTONS + i,
                   record_massless(state_laboratory(state_momentum(state, i), unit, boost), final, none,
                                   none),
                   STATUS_FINAL, mother, mother + 1);
}

FN void state_momenta(event_state state, vector4 final[FINAL])
{
    for (int i = 0; i < FINAL; ++i)
        final[i] = state_momentum(state, i);
}

#endif
