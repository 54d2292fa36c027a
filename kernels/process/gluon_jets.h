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
 * Compile-time constants besides those of constants.h and massless.h: GLUONS, GLUON_POLARIZATION,
 * GLUON_RECURSION, AMPLITUDE_EVALUATE. */
#ifndef TESSERA_PROCESS_GLUON_JETS_H
#define TESSERA_PROCESS_GLUON_JETS_H

#ifndef GLUONS
#define GLUONS 6
#endif
#define FINAL (GLUONS - 2)
#define COUPLING_POWER (GLUONS - 2)
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
#define WEIGHS_SQUARED (GLUON_WEIGHS > 0)

#include "process/constants.h"

#include "amplitude/gluons.h"
#if GLUON_TEAM > 1
#define TEAM GLUON_TEAM
#elif !PRECISION_DOUBLE && GLUON_POLARIZATION == 0
#define WEIGH_THREADS CURRENT_THREADS(CURRENT_WORDS(GLUONS, 0, 0))
#endif

#include "amplitude/colour.h"
#include "amplitude/polarization.h"
#include "process/massless_layout.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    GLUON_JETS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#include "process/massless.h"
#include "process/scales.h"

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
FN void gluon_order(const hard_event *e, index order[GLUONS])
{
#if LADDER_RING
    const index first = r_floor_index(hard_fetch(e, STATE_BEAMS));
    const index second = r_floor_index(hard_fetch(e, STATE_BEAMS + 1));
    for (int i = 0; i < GLUONS; ++i) {
        const index place = i_set(i), none = i_set(0), one = i_set(1);
        order[i] = i_set(i + 2) - i_select(first < place, one, none) - i_select(second < place, one, none);
        order[i] = i_select(place == first, none, i_select(place == second, one, order[i]));
    }
#else
    colour_order(e->number, order);
#endif
}

/* The squared amplitude in one random colour order with random polarisations, and what its Ward identity
 * leaves, squared. */
FN real random_amplitude_squared(const hard_event *e, event_team team, real *ward_squared)
{
    real scale = r_set(e->p->amplitude_scale);
    number m, ward;
    index order[GLUONS];
    real azimuth[GLUONS];
    gluon_order(e, order);
    colour_azimuths(e->number, azimuth);
#if GLUON_TEAM == 1
    vector4 momentum[GLUONS];
    current polarization[GLUONS];
    (void)team;
    for (int i = 0; i < GLUONS; ++i) {
        momentum[i] = momentum_gather(e->state, order[i], R(0.5) * R(ENERGY));
        polarization[i] = random_polarization(momentum[i], azimuth[i]);
    }
    m = gluon_amplitude_ward(momentum, polarization, &ward);
#else
    segments s = {team.memory, team.rank};
    for (int i = GLUONS - 1 - team.rank; i >= 0; i -= GLUON_TEAM) {
        vector4 momentum = momentum_gather(e->state, order[i], R(0.5) * R(ENERGY));
        gluon_put(&s, i, momentum, random_polarization(momentum, azimuth[i]));
    }
    m = gluon_team_amplitude(&s, &ward);
#endif
    *ward_squared = n_norm(n_scale(ward, scale));
    return n_norm(n_scale(m, scale));
}

/* x1 f(x1) x2 f(x2) */
FN real process_luminosity(const hard_event *e, real log_f2, real weight)
{
    GLOBAL const scalar *table = e->tables + (int)e->p->densities;
    real log_x[2];
    hard_log_x(e, log_x);
    return weight * pdf_value(table, 0, scales_place(e->p, table, log_x[0], log_f2)) *
           pdf_value(table, 0, scales_place(e->p, table, log_x[1], log_f2));
}

FN real process_squared(const hard_event *e, real alpha_s, event_team team, mask *doubtful)
{
    (void)alpha_s;
#if AMPLITUDE_EVALUATE == EVALUATE_NONE
    (void)team;
    *doubtful = m_none();
    return r_set(e->p->amplitude_scale) * r_set(e->p->amplitude_scale);
#else
    real ward, square = random_amplitude_squared(e, team, &ward);
    /* Not "greater than": a square that is not a number is in doubt as well. */
    *doubtful = m_not(ward <= WARD_TOLERANCE_SQUARED * square);
    return GLUON_WEIGHS == 2 ? r_sqrt(ward / square) : square;
#endif
}

/* There is one. */
FN hard_choice process_choose(const hard_event *e, real log_f2)
{
    const hard_choice choice = {R(0.0), R(1.0), R(1.0)};
    (void)e;
    (void)log_f2;
    return choice;
}

FN void process_partons(const hard_event *e, hard_choice choice, index parton[2])
{
    (void)e;
    (void)choice;
    parton[0] = parton[1] = i_set(0);
}

/* Colour lines join neighbours of the event's colour order, the trace of which
 * is that of outgoing gluons. The lines of incoming ones change places, and
 * their helicities change sign. Linear polarisations are superpositions. */
FN void process_draw(const hard_event *e, hard_choice choice, real alpha_s, hard_legs *legs)
{
    index order[GLUONS];
    (void)choice;
    (void)alpha_s;
    gluon_order(e, order);
#if GLUON_POLARIZATION == 1
    real azimuth[GLUONS];
    colour_azimuths(e->number, azimuth);
#endif
    for (int i = 0; i < GLUONS; ++i) {
        real place = R(0.0);
        for (int k = 1; k < GLUONS; ++k)
            place = r_select(order[k] == i_set(i), r_set((scalar)k), place);
        real line = place + R(1.0), before = r_select(place > R(0.0), place, r_set((scalar)GLUONS));
        legs->pdg[i] = R(21.0);
        legs->colour[i] = i < 2 ? before : line;
        legs->anticolour[i] = i < 2 ? line : before;
        legs->helicity[i] = r_set((scalar)HELICITY_UNKNOWN);
#if GLUON_POLARIZATION == 1
        real helicity = random_helicity(azimuth[0]);
        for (int k = 1; k < GLUONS; ++k)
            helicity = r_select(order[k] == i_set(i), random_helicity(azimuth[k]), helicity);
        legs->helicity[i] = i < 2 ? -helicity : helicity;
#endif
    }
}

#include "process/hard_process.h"

#endif
