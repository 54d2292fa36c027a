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
 * Compile-time constants: QUARK_FLAVOURS, SHOWER, MOST_PARTONS, and of histograms FILLS,
 * OBSERVE, OBSERVE_DURHAM, OBSERVE_SHAPES (src/selection/parton_observables.c). */
#ifndef TESSERA_PROCESS_QUARK_PAIRS_H
#define TESSERA_PROCESS_QUARK_PAIRS_H

/* 1: the flavour of PDG code p->first alone. */
#ifndef QUARK_FLAVOURS
#define QUARK_FLAVOURS 5
#endif
/* Whether quarks and gluons radiate. */
#ifndef SHOWER
#define SHOWER 0
#endif

#define DIMENSIONS 3

/* What nobody looks at need not shower. */
#if SHOWER && defined(FILLS)
#define EVOLVES (FILLS > 0)
#endif
#include "integrand.h"
#include "phase_space/direction.h"
#include "process/quark_pairs_parameters.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    QUARK_PAIRS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#if SHOWER
#include "observable/durham.h"
#include "observable/event_shapes.h"
#include "shower/shower.h"
#ifndef OBSERVE_DURHAM
#define OBSERVE_DURHAM 0
#endif
#ifndef OBSERVE_SHAPES
#define OBSERVE_SHAPES 0
#endif
#endif

enum {
    STATE_FLAVOUR, /* from 0: the PDG code of the quark is p->first + this */
    STATE_HEIGHT,  /* (1 + cos(theta)) / 2 of the quark to the first beam, which goes along +z */
    STATE_TURN,    /* phi / (2 pi) */
    STATE
};

FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
    (void)p;
    real flavours = r_set((scalar)QUARK_FLAVOURS);
    state[STATE_FLAVOUR] = r_min(r_floor_small(x[0] * flavours), flavours - R(1.0));
    state[STATE_HEIGHT] = x[1];
    state[STATE_TURN] = x[2];
    return m_all();
}

/* The PDG code of the quark. */
FN real quark_flavour(CONSTANT parameters *p, event_state state)
{
    return r_set(p->first) + state_fetch(state, STATE_FLAVOUR);
}

/* The quark's momentum in GeV; the antiquark's is opposite, with the same energy. */
FN vector4 quark_momentum(CONSTANT parameters *p, event_state state)
{
    return isotropic_momentum(state_fetch(state, STATE_HEIGHT), state_fetch(state, STATE_TURN),
                              r_set(p->root_s * S(0.5)));
}

/* E_q (1 + c^2) + O_q c. */
FN real quark_pair_squared(CONSTANT parameters *p, event_state state)
{
    real flavour = state_fetch(state, STATE_FLAVOUR);
    mask up = r_abs(flavour - R(2.0)) == R(1.0); /* u, c: 1 and 3 */
    real even = r_select(up, r_set(p->even_up), r_set(p->even_down));
    real odd = r_select(up, r_set(p->odd_up), r_set(p->odd_down));
    real c = r_fma(R(2.0), state_fetch(state, STATE_HEIGHT), R(-1.0));
    return r_fma(even, r_fma(c, c, R(1.0)), odd * c);
}

FN_SHARED real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                                event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    (void)tables;
    (void)event;
    (void)team;
    (void)fill;
    *doubtful = m_none();
    return quark_pair_squared(p, state);
}

#define RECORDED 2

FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, record_list records, uint32 slot)
{
    vector4 quark = quark_momentum(p, state), antiquark = {quark.e, -quark.x, -quark.y, -quark.z};
    real flavour = quark_flavour(p, state), line = R(1.0), none = R(0.0);
    (void)tables;
    (void)event;
    record_begin(records, slot, RECORDED);
    record_put(records, slot, 0, 0, record_massless(quark, flavour, line, none));
    record_put(records, slot, 1, 0, record_massless(antiquark, -flavour, none, line));
    record_store(records, RECORD_SUBPROCESS, slot, state_fetch(state, STATE_FLAVOUR));
}

#if SHOWER
/* The quark first: its colour line ends at the antiquark. */
FN_SHARED void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                               event_state state, event_list events, uint32 slot)
{
    (void)tables;
    (void)event;
    vector4 quark = quark_momentum(p, state), antiquark = {quark.e, -quark.x, -quark.y, -quark.z};
    real flavour = quark_flavour(p, state), line = R(1.0), none = R(0.0);
    event_begin(events, slot, r_set(p->log_s));
    event_set_parton(events, slot, 0, quark, flavour, line, none);
    event_set_parton(events, slot, 1, antiquark, -flavour, none, line);
    event_join(events, slot, 0, 0, 1);
    dipoles_measure_all(p, events, slot, 1);
}

FN void integrand_observe(CONSTANT parameters *p, event_list events, uint32 slot, real fill[FILL_SLOTS])
{
    (void)p;
    (void)fill;
#if OBSERVE_DURHAM
    real rates[DURHAM_RATES];
    durham_rates(events, slot, rates);
#endif
#if OBSERVE_SHAPES
    event_shape_values shapes;
    event_shapes(events, slot, &shapes);
#endif
#if FILLS > 0
    OBSERVE
#else
    (void)events;
    (void)slot;
#endif
}
#endif

#endif
