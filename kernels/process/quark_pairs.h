/* The integrand of e+ e- > q q~ through a photon and a Z boson, massless quarks of QUARK_FLAVOURS flavours.
 *
 *   d sigma = sum_q M2_q / (16 pi s) d cos(theta) / 2 d phi / (2 pi),
 *   M2_q = N_c (4 pi alpha)^2 (E_q (1 + c^2) + O_q c),
 *   E_q = Q_q^2 Q_e^2 + 2 Q_q Q_e v_q v_e chi_1 + (a_e^2 + v_e^2) (a_q^2 + v_q^2) chi_2,
 *   O_q = 4 Q_q Q_e a_q a_e chi_1 + 8 a_q v_q a_e v_e chi_2,
 *   chi_1 = kappa s (s - M_Z^2) / D,  chi_2 = kappa^2 s^2 / D,  D = (s - M_Z^2)^2 + Gamma_Z^2 M_Z^2,
 *   kappa = 1 / (4 sin^2 cos^2),  a_f = T_3,  v_f = T_3 - 2 Q_f sin^2,
 *
 * c the cosine between quark and electron (R. K. Ellis, W. J. Stirling, B. R. Webber, QCD and Collider
 * Physics, section 3.1). What is constant stands in the unit of the integral
 * (src/families/quark_pairs_family.c). The flavour is a choice of equal chances, the direction uniform on the
 * sphere.
 *
 * It has kinematics of its own, as that is all there is of them. Compile-time constants besides those of
 * constants.h: QUARK_FLAVOURS. */
#ifndef TESSERA_PROCESS_QUARK_PAIRS_H
#define TESSERA_PROCESS_QUARK_PAIRS_H

/* 1: the flavour of PDG code p->first alone. */
#ifndef QUARK_FLAVOURS
#define QUARK_FLAVOURS 5
#endif
#define FINAL 2
#define DIMENSIONS 3
#define WHOLE_FIRST 1
#define WHOLE_SECOND 1
#define RECORDS_BEAMS 0
#include "process/constants.h"

#include "integrand.h"
#include "phase_space/direction.h"
#include "process/quark_pairs_parameters.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    QUARK_PAIRS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#include "process/hard_event.h"

enum {
    STATE_FLAVOUR, /* from 0: the PDG code of the quark is p->first + this */
    STATE_HEIGHT,  /* (1 + cos(theta)) / 2 of the quark to the first beam, which goes along +z */
    STATE_TURN,    /* phi / (2 pi) */
    STATE
};

/* All that cuts could see is in the state. */
typedef int hard_point;

FN mask hard_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE], hard_point *point)
{
    (void)p;
    real flavours = r_set((scalar)QUARK_FLAVOURS);
    state[STATE_FLAVOUR] = r_min(r_floor_small(x[0] * flavours), flavours - R(1.0));
    state[STATE_HEIGHT] = x[1];
    state[STATE_TURN] = x[2];
    *point = 0;
    return m_all();
}

#define hard_pass(p, point, inside) (inside)
#define hard_mirrored(p, number) m_none()
#define hard_weight(e) R(1.0)
#define hard_unit(e) R(1.0)
#define hard_boost(e) R(1.0)
#define hard_mass(e, i) R(0.0)

/* The antiquark's momentum is opposite, with the same energy. */
FN vector4 hard_laboratory(const hard_event *e, real boost, int i)
{
    (void)boost;
    const vector4 quark = isotropic_momentum(hard_fetch(e, STATE_HEIGHT), hard_fetch(e, STATE_TURN),
                                             r_set(e->p->root_s * S(0.5)));
    const vector4 antiquark = {quark.e, -quark.x, -quark.y, -quark.z};
    return i == 0 ? quark : antiquark;
}

#include "process/scales.h"

FN real process_luminosity(const hard_event *e, real log_f2, real weight)
{
    (void)e;
    (void)log_f2;
    return weight;
}

/* E_q (1 + c^2) + O_q c. */
FN real process_squared(const hard_event *e, real alpha_s, event_team team, mask *doubtful)
{
    const mask up = r_abs(hard_fetch(e, STATE_FLAVOUR) - R(2.0)) == R(1.0); /* u, c: 1 and 3 */
    const real even = r_select(up, r_set(e->p->even_up), r_set(e->p->even_down));
    const real odd = r_select(up, r_set(e->p->odd_up), r_set(e->p->odd_down));
    const real c = r_fma(R(2.0), hard_fetch(e, STATE_HEIGHT), R(-1.0));
    (void)alpha_s;
    (void)team;
    *doubtful = m_none();
    return r_fma(even, r_fma(c, c, R(1.0)), odd * c);
}

FN hard_choice process_choose(const hard_event *e, real log_f2)
{
    const hard_choice choice = {hard_fetch(e, STATE_FLAVOUR), R(1.0), R(1.0)};
    (void)log_f2;
    return choice;
}

/* The quark first: its colour line ends at the antiquark. */
FN void process_draw(const hard_event *e, hard_choice choice, real alpha_s, hard_legs *legs)
{
    const real flavour = r_set(e->p->first) + choice.number, line = R(1.0), none = R(0.0);
    (void)alpha_s;
    for (int i = 0; i < 2 + FINAL; ++i) {
        const int quark = i == 2, antiquark = i == 3;
        legs->pdg[i] = quark ? flavour : -flavour;
        legs->colour[i] = quark ? line : none;
        legs->anticolour[i] = antiquark ? line : none;
        legs->helicity[i] = r_set((scalar)HELICITY_UNKNOWN);
    }
}

#include "process/hard_process.h"

#if SHOWER
#include "shower/shower.h"

FN_SHARED void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                               event_state state, event_list events, uint32 slot)
{
    const hard_event e = hard_event_of(p, tables, number, state);
    const vector4 momentum[FINAL] = {hard_laboratory(&e, R(1.0), 0), hard_laboratory(&e, R(1.0), 1)};
    hard_legs legs;
    process_draw(&e, process_choose(&e, R(0.0)), R(1.0), &legs);
    event_begin(events, slot, r_set(p->log_s));
    for (int i = 0; i < FINAL; ++i)
        event_set_parton(events, slot, i, momentum[i], legs.pdg[2 + i], legs.colour[2 + i],
                         legs.anticolour[2 + i]);
    event_join(events, slot, 0, 0, 1);
    dipoles_measure_all(p, events, slot, 1);
}

#include "process/showered.h"
#endif

#endif
