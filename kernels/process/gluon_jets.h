/* The integrand of p p -> jets by g g > g ... g: FINAL = GLUONS - 2 gluons, leading
 * colour, each a jet.
 *
 *   d sigma = dx1 dx2 f(x1) f(x2) 1/(2 s-hat) |M|^2 dPhi
 *
 * In the partons' rest frame, in units of sqrt(s-hat) / ENERGY, |M|^2 dPhi is a pure number, so
 * that no number here grows with n. What is constant stands in the unit of the integral
 * (src/families/gluon_jets_family.c). What remains is
 *
 *   x1 f(x1) x2 f(x2) (dx1/x1 dx2/x2) (tau_min / tau) (alpha_s / reference)^(n-2) m^2.
 *
 * In single precision the amplitude loses digits where currents cancel, which its Ward identity
 * tells. What that leaves, relative to the amplitude, goes with the error of it
 * (docs/studies.md). Above 1e-4 an event is in doubt.
 *
 * Compile-time constants: GLUONS, ENERGY, PHASE_SPACE, GLUON_POLARIZATION,
 * GLUON_RECURSION, AMPLITUDE_EVALUATE, CUT_PT, CUT_ETA, CUT_DR, SCALE_R_DYNAMIC, PDF_FIXED_SCALE,
 * and of histograms FILLS, OBSERVE, ORDERED_JETS (src/selection/observables.c). */
#ifndef TESSERA_PROCESS_GLUON_JETS_H
#define TESSERA_PROCESS_GLUON_JETS_H

#ifndef GLUONS
#define GLUONS 6
#endif
#ifndef SCALE_R_DYNAMIC
#define SCALE_R_DYNAMIC 0
#endif
#ifndef PDF_FIXED_SCALE
#define PDF_FIXED_SCALE 1
#endif
#define FINAL (GLUONS - 2)
#define WARD_TOLERANCE_SQUARED R(1e-8)
/* What the weight is, for studies: 0 itself, 1 the squared amplitude alone, 2 what its Ward identity leaves,
 * relative to it. */
#ifndef GLUON_WEIGHS
#define GLUON_WEIGHS 0
#endif

/* For which events |M|^2 is evaluated: those that pass the cuts, or for measuring all or none. Of none, m^2
 * before its scaling is taken as one. */
#define EVALUATE_ACCEPTED 0
#define EVALUATE_ALL 1
#define EVALUATE_NONE 2
#ifndef AMPLITUDE_EVALUATE
#define AMPLITUDE_EVALUATE EVALUATE_ACCEPTED
#endif
#define WEIGHS_ALL (AMPLITUDE_EVALUATE == EVALUATE_ALL)

#include "amplitude/gluons.h"
#if GLUON_TEAM > 1
#define TEAM GLUON_TEAM
#elif !PRECISION_DOUBLE && GLUON_POLARIZATION == 0
#define WEIGH_THREADS CURRENT_THREADS(CURRENT_WORDS(GLUONS, 0, 0))
#endif

#include "amplitude/colour.h"
#include "amplitude/polarization.h"
#include "functions.h"
#include "integrand.h"
#include "observable/jets.h"
#include "pdf.h"
#include "process/gluon_jets_parameters.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    GLUON_JETS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#include "process/final_state.h"

/* The helicity that a gluon has outgoing, where it has one. */
FN real random_helicity(real azimuth) { return r_select(azimuth < R(0.5), R(-1.0), R(1.0)); }

/* Gluon i of the colour order with its random polarisation. */
FN current random_polarization(vector4 momentum, real azimuth)
{
#if GLUON_POLARIZATION == 1
    return polarization_helicity(momentum, random_helicity(azimuth));
#else
    return polarization_real(momentum, azimuth);
#endif
}

/* The colour order of an event: random, or the one that phase space follows, a ring with the last gluon at
 * its end. Final gluons stand there as they are numbered, which is as good: they are alike. */
FN void gluon_order(event_number event, event_state state, index order[GLUONS])
{
#if LADDER_CHAIN
    const index first = r_floor_index(state_fetch(state, STATE_BEAMS));
    const index second = r_floor_index(state_fetch(state, STATE_BEAMS + 1));
    (void)event;
    for (int i = 0; i < GLUONS; ++i) {
        const index place = i_set(i), none = i_set(0), one = i_set(1);
        order[i] = i_set(i + 2) - i_select(first < place, one, none) - i_select(second < place, one, none);
        order[i] = i_select(place == first, none, i_select(place == second, one, order[i]));
    }
#else
    (void)state;
    colour_order(event, order);
#endif
}

/* The squared amplitude in one random colour order with random polarisations, and what its Ward identity
 * leaves, squared. */
FN real random_amplitude_squared(CONSTANT parameters *p, event_number event, event_state state,
                                 event_team team, real *ward_squared)
{
    real scale = r_set(p->amplitude_scale);
    number m, ward;
    index order[GLUONS];
    real azimuth[GLUONS];
    gluon_order(event, state, order);
    colour_azimuths(event, azimuth);
#if GLUON_TEAM == 1
    vector4 momentum[GLUONS];
    current polarization[GLUONS];
    (void)team;
    for (int i = 0; i < GLUONS; ++i) {
        momentum[i] = momentum_gather(state, order[i], R(0.5) * R(ENERGY));
        polarization[i] = random_polarization(momentum[i], azimuth[i]);
    }
    m = gluon_amplitude_ward(momentum, polarization, &ward);
#else
    segments s = {team.memory, team.rank};
    for (int i = GLUONS - 1 - team.rank; i >= 0; i -= GLUON_TEAM) {
        vector4 momentum = momentum_gather(state, order[i], R(0.5) * R(ENERGY));
        gluon_put(&s, i, momentum, random_polarization(momentum, azimuth[i]));
    }
    m = gluon_team_amplitude(&s, &ward);
#endif
    *ward_squared = n_norm(n_scale(ward, scale));
    return n_norm(n_scale(m, scale));
}

/* x1 f(x1) x2 f(x2) */
FN real process_luminosity(CONSTANT parameters *p, GLOBAL const scalar *table, real weight, pdf_place x1,
                           pdf_place x2)
{
    (void)p;
    return weight * pdf_value(table, 0, x1) * pdf_value(table, 0, x2);
}

FN real process_squared(CONSTANT parameters *p, event_number event, event_state state, const vector4 *final,
                        event_team team, mask *doubtful)
{
    (void) final;
#if AMPLITUDE_EVALUATE == EVALUATE_NONE
    (void)event;
    (void)state;
    (void)team;
    *doubtful = m_none();
    return r_set(p->amplitude_scale) * r_set(p->amplitude_scale);
#else
    real ward, square = random_amplitude_squared(p, event, state, team, &ward);
    /* Not "greater than": a square that is not a number is in doubt as well. */
    *doubtful = m_not(ward <= WARD_TOLERANCE_SQUARED * square);
    return GLUON_WEIGHS == 2 ? r_sqrt(ward / square) : square;
#endif
}

#define COUPLING_POWER (GLUONS - 2)
#define WEIGHS_SQUARED (GLUON_WEIGHS > 0)
#include "process/collision.h"

#if VARIATIONS > 0
FN_SHARED void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                              event_state state, real factor[VARIATIONS])
{
    (void)event;
    collision_vary(p, tables, state, i_set(0), i_set(0), factor);
}
#endif

/* Colour lines join neighbours of the event's colour order, the trace of which
 * is that of outgoing gluons. The lines of incoming ones change places, and
 * their helicities change sign. Linear polarisations are superpositions. */
FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, record_list records, uint32 slot)
{
    const real gluons[2] = {R(21.0), R(21.0)};
    index order[GLUONS];
    collision_record(p, tables, state, records, slot, gluons, gluons[0]);
    gluon_order(event, state, order);
#if GLUON_POLARIZATION == 1
    real azimuth[GLUONS];
    colour_azimuths(event, azimuth);
#endif
    for (int i = 0; i < GLUONS; ++i) {
        real place = R(0.0);
        for (int k = 1; k < GLUONS; ++k)
            place = r_select(order[k] == i_set(i), r_set((scalar)k), place);
        real line = place + R(1.0), before = r_select(place > R(0.0), place, r_set((scalar)GLUONS));
        record_colour(records, slot, i, i < 2 ? before : line, i < 2 ? line : before);
#if GLUON_POLARIZATION == 1
        real helicity = random_helicity(azimuth[0]);
        for (int k = 1; k < GLUONS; ++k)
            helicity = r_select(order[k] == i_set(i), random_helicity(azimuth[k]), helicity);
        record_helicity(records, slot, i, i < 2 ? -helicity : helicity);
#endif
    }
}

#endif
