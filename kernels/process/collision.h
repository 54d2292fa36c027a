/* The second stage and the record of every process whose first is that of final_state.h, written once: flux,
 * luminosity, running couplings, histograms, matrix element.
 *
 *   weight = flux x luminosity x (alpha_s / reference)^COUPLING_POWER x |M|^2,  in the process's unit
 *
 * A process includes this behind final_state.h and
 *
 *   FN real process_luminosity(CONSTANT parameters *p, GLOBAL const scalar *table, real weight, pdf_place x1,
 *                              pdf_place x2);
 *       weight times the sum over subprocesses of densities and what their matrix elements differ
 *       by; without places where BEAMS_FIXED is 1
 *
 *   FN real process_squared(CONSTANT parameters *p, event_number event, event_state state,
 *                           const vector4 *final, event_team team, mask *doubtful);
 *       the matrix element, squared; `final` is there where PROCESS_TAKES_MOMENTA is 1
 *
 * Scales are those of process/scales.h. For studies, with WEIGHS_SQUARED 1 what process_squared() says is the
 * weight. */
#ifndef TESSERA_PROCESS_COLLISION_H
#define TESSERA_PROCESS_COLLISION_H

#include "process/final_state.h"
#include "process/scales.h"
#if VARIATIONS > 0
#ifndef COUPLING_POWER
#define COUPLING_POWER 0
#endif
#include "process/variations.h"
#endif

#ifndef PROCESS_TAKES_MOMENTA
#define PROCESS_TAKES_MOMENTA 0
#endif
#ifndef OBSERVES_QUANTITIES
#define OBSERVES_QUANTITIES 0
#endif
#if OBSERVES_QUANTITIES
#include "observable/quantities.h"
#endif
#ifndef WEIGHS_SQUARED
#define WEIGHS_SQUARED 0
#endif

/* The logarithm of HT^2 in GeV^2. */
FN real collision_log_ht2(event_state state, const particle_set *set)
{
    return R(2.0) * r_log(particles_ht(set, PARTICLES_ALL) * state_fetch(state, STATE_UNIT));
}

#if !BEAMS_FIXED
/* The table of the densities. */
FN GLOBAL const scalar *collision_densities(CONSTANT parameters *p, GLOBAL const scalar *tables)
{
    return tables + (int)p->densities;
}

#endif

FN_SHARED real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                                event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    (void)tables;
    (void)fill;
    real log_x1 = state_fetch(state, STATE_LOG_X1), log_x2 = state_fetch(state, STATE_LOG_X2);
    real weight = state_fetch(state, STATE_FLUX), log_ht2 = R(0.0);
    const vector4 *momenta = 0;
#if FILLS > 0 || SCALES_DYNAMIC || PROCESS_TAKES_MOMENTA
    vector4 final[FINAL];
    state_momenta(state, final);
    momenta = final;
#endif
#if FILLS > 0 || SCALES_DYNAMIC
    real unit = state_fetch(state, STATE_UNIT);
    particle_set set;
    jets_pt(final, &set);
    (void)unit; /* a histogram's */
#endif
#if SCALES_DYNAMIC
    log_ht2 = collision_log_ht2(state, &set);
#endif
#if BEAMS_FIXED
    (void)log_x1;
    (void)log_x2;
    (void)log_ht2;
    weight = process_luminosity(p, weight);
#else
    GLOBAL const scalar *densities = collision_densities(p, tables);
    weight = process_luminosity(p, densities, weight, scales_place(p, densities, log_x1, log_ht2),
                                scales_place(p, densities, log_x2, log_ht2));
#endif
    weight = scales_weight(p, tables, weight, log_ht2);
#if FILLS > 0
    jets_angles(final, R(0.5) * (log_x1 - log_x2), &set);
#if ORDERED_JETS
    jets_order(&set);
#endif
#if OBSERVES_QUANTITIES
    const real boost = r_exp(R(0.5) * (log_x1 - log_x2));
    for (int i = 0; i < FINAL; ++i)
        set.momentum[i] = state_laboratory(final[i], R(1.0), boost);
#endif
    OBSERVE
#endif
    real square = process_squared(p, event, state, momenta, team, doubtful);
    return WEIGHS_SQUARED ? square : weight * square;
}

/* The logarithm of HT^2 of an event of the list; 0 where no scale depends on it. */
FN real collision_recorded_log_ht2(event_state state)
{
#if SCALES_DYNAMIC
    vector4 final[FINAL];
    particle_set set;
    state_momenta(state, final);
    jets_pt(final, &set);
    return collision_log_ht2(state, &set);
#else
    (void)state;
    return R(0.0);
#endif
}

#if VARIATIONS > 0
/* The factors of variations (process/variations.h), from the places of both partons in the table. */
FN void collision_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state, index first,
                       index second, real factor[VARIATIONS])
{
    const real log_ht2 = collision_recorded_log_ht2(state);
    const varied_event e = {{first, second},
                            {state_fetch(state, STATE_LOG_X1), state_fetch(state, STATE_LOG_X2)},
                            log_ht2,
                            log_ht2};
    variations_factors(p, tables, &e, factor);
}
#endif

/* The record but for what a process chooses: momenta, and scales that are the event's own. */
FN void collision_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                         record_list records, uint32 slot, const real incoming[2], real final)
{
    real log_ht2 = collision_recorded_log_ht2(state);
    final_state_record(state, records, slot, incoming, final);
    scales_record(p, tables, records, slot, log_ht2, log_ht2);
}

#endif
