/* Kinematics (hard_process.h) of FINAL massless particles out of two partons or of the beams themselves. Each
 * is a jet or a photon. Momenta are in the partons' rest frame, in units of sqrt(s-hat) / ENERGY, and cut as
 * in the laboratory. So |M|^2 dPhi is a pure number. The state also has that unit, and a ring the colour
 * order. Included behind `parameters`, which begin with MASSLESS_PARAMETERS. */
#ifndef TESSERA_PROCESS_MASSLESS_H
#define TESSERA_PROCESS_MASSLESS_H

#ifndef ENERGY
#define ENERGY 4.0
#endif

#include "integrand.h"
#include "observable/jets.h"
#include "phase_space/partons.h"
#include "phase_space/rambo.h"
#include "phase_space/rambo_diet.h"
#include "process/massless_layout.h"
#include "process/state.h"

/* The phase space is that of a row of src/families/final_state_of_card.c, whose constant is 1 here, with as
 * many random numbers as SPACE_AXES. */
#ifndef SPACE_AXES
#define SPACE_AXES (COLLISION_AXES(BEAMS_FIXED) + 4 * FINAL)
#endif
#ifdef PHASE_SPACE_RING
#define LADDER_RING 1
#else
#define LADDER_RING 0
#endif
#include "phase_space/ladder.h"

#define DIMENSIONS SPACE_AXES
#define JETS_SET PARTICLES_ALL
#define JET_COUNT FINAL

enum {
    STATE_UNIT = 4 * FINAL + BEHIND_UNIT,
    STATE_BEAMS = 4 * FINAL + BEHIND_BEAMS,
    STATE = 4 * FINAL + BEHIND_PARTICLES + 2 * LADDER_RING
};

/* A point of phase space, as cuts see it. */
typedef struct hard_point {
    vector4 momentum[FINAL];
    real rapidity; /* of the rest frame */
    real pt_min;   /* the cut on pT, in the unit of momenta */
} hard_point;

#if defined(PHASE_SPACE_CHILI) || defined(PHASE_SPACE_RING)
/* Partons and momenta together, with the cuts on pT in their map. Momenta come in the laboratory, in units of
 * the cut on pT. */
FN mask hard_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE], hard_point *point)
{
    const ladder_limits limits = {r_set(p->root_s / p->pt_min), r_set(p->y_max), r_set(p->hole)};
    ladder_beams beams = {i_set(0), i_set(0)};
    ladder_emission emission[FINAL];
    real link[FINAL], along[FINAL], plus = R(0.0), minus = R(0.0);
#if LADDER_RING
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
    for (int i = 0; i < FINAL; ++i) {
        const real pt = emission[i].pt * inverse, up = along[i] * boost, down = R(1.0) / up;
        const vector4 q = {R(0.5) * pt * (up + down), pt * emission[i].cosine, pt * emission[i].sine,
                           R(0.5) * pt * (up - down)};
        point->momentum[i] = q;
        state_put_momentum(state, i, q);
    }
    state[STATE_LOG_X1] = r_log(plus / limits.root_s);
    state[STATE_LOG_X2] = r_log(minus / limits.root_s);
    state[STATE_UNIT] = unit * r_set(p->pt_min);
    state[STATE_WEIGHT] = ladder_weight(emission, link, unit);
    point->rapidity = R(0.5) * (state[STATE_LOG_X1] - state[STATE_LOG_X2]);
    point->pt_min = inverse;
    return m_not(m_or(plus > limits.root_s, minus > limits.root_s));
}

#else
/* Partons first, then momenta in their rest frame by RAMBO, on diet or not. */
FN mask hard_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE], hard_point *point)
{
#if BEAMS_FIXED
    const parton_pair pair = partons_whole();
#else
    const parton_pair pair = partons(x[0], x[1], r_set(p->log_tau_min));
#endif
    const real unit = r_set(p->root_s) * r_sqrt(pair.tau) * (R(1.0) / R(ENERGY));
#ifdef PHASE_SPACE_DIET
    rambo_diet(x + COLLISION_AXES(BEAMS_FIXED), R(ENERGY), point->momentum);
#else
    rambo(x + COLLISION_AXES(BEAMS_FIXED), R(ENERGY), point->momentum);
#endif
    for (int i = 0; i < FINAL; ++i)
        state_put_momentum(state, i, point->momentum[i]);
    state[STATE_LOG_X1] = pair.log_x1;
    state[STATE_LOG_X2] = pair.log_x2;
    state[STATE_UNIT] = unit;
    state[STATE_WEIGHT] = pair.jacobian * r_set(p->tau_min) / (pair.tau * pair.tau);
    point->rapidity = pair.rapidity;
    point->pt_min = r_set(p->pt_min) / unit;
    return m_all();
}
#endif

/* Most points are inside: to ask whether any is costs a GPU more (registers that spill) than it saves. */
FN mask hard_pass(CONSTANT parameters *p, const hard_point *point, mask inside)
{
    particle_set set;
    const jet_cuts cuts = {point->pt_min, p->exp_eta_max, p->dr_min};
    return m_and(inside, jets_pass(point->momentum, point->rapidity, cuts, &set));
}

#define hard_mirrored(p, number) m_none()
#define hard_mass(e, i) R(0.0)

FN real hard_unit(const hard_event *e) { return hard_fetch(e, STATE_UNIT); }
FN real hard_log_mass2(const hard_event *e) { return R(2.0) * r_log(R(ENERGY) * hard_unit(e)); }

FN vector4 hard_laboratory(const hard_event *e, real boost, int i)
{
    return state_laboratory(hard_momentum(e, i), R(1.0), boost);
}

/* Scales need transverse momenta alone. */
FN void hard_particles(const hard_event *e, particle_set *set)
{
    for (int i = 0; i < FINAL; ++i)
        set->pt[i] = v_pt(hard_momentum(e, i));
}

/* Momenta in the laboratory only where something looks at them. */
FN void hard_angles(const hard_event *e, particle_set *set)
{
    vector4 final[FINAL];
    for (int i = 0; i < FINAL; ++i)
        final[i] = hard_momentum(e, i);
    jets_angles(final, R(0.5) * hard_twice_rapidity(e), set);
#if OBSERVES_QUANTITIES
    const real boost = hard_boost(e);
    for (int i = 0; i < FINAL; ++i)
        set->momentum[i] = hard_laboratory(e, boost, i);
#endif
}

FN vector4 hard_beam(const hard_event *e, int beam)
{
    const real energy = R(0.5) * R(ENERGY), none = R(0.0);
    const vector4 q = {energy, none, none, beam ? -energy : energy};
    return state_laboratory(q, hard_unit(e), hard_boost(e));
}

#if ORDERED_JETS
FN void hard_order(particle_set *set, real jet_pt[JET_COUNT], real jet_eta[JET_COUNT])
{
    jets_order(set);
    for (int i = 0; i < FINAL; ++i) {
        jet_pt[i] = set->pt[i];
        jet_eta[i] = set->eta[i];
    }
}
#endif

#endif
