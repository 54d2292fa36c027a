/* The integrand of q q~ > photons in proton collisions, and of e+ e- > photons, PHOTONS of them.
 *
 *   d sigma = dx1 dx2 sum_q f_q(x1) f_q~(x2) 1/(2 s-hat) |M|^2 dPhi
 *
 * as in gluon_jets.h. Momenta in units of sqrt(s-hat) / ENERGY make |M|^2 dPhi a pure number. What is
 * constant stands in the unit of the integral (src/families/photons_family.c). What remains is
 *
 *   sum_q Q_q^(2n) x1 f_q(x1) x2 f_q~(x2) (dx1/x1 dx2/x2) (tau_min / tau) sum |m|^2,
 *
 * m over all helicities of photons_line.h. The sum is the same with the quark from the second beam. Where the
 * beams collide as they are there are no densities.
 *
 * Compile-time constants: PHOTONS, ENERGY, PHASE_SPACE, QUARKS, QUARK_ORDERS, HELICITIES_SAMPLED and,
 * for studies, PHOTONS_FORM of what is sampled (amplitude/photons.h). Those of the collision are BEAMS_FIXED,
 * CUT_PT, CUT_ETA, CUT_DR, PDF_FIXED_SCALE; those of histograms are FILLS, OBSERVE, ORDERED_JETS
 * (src/selection/observables.c). */
#ifndef TESSERA_PROCESS_PHOTONS_H
#define TESSERA_PROCESS_PHOTONS_H

#ifndef PHOTONS
#define PHOTONS 2
#endif
#define FINAL PHOTONS
/* How many flavours, in the order of their PDG codes. Numbers 2 f and 2 f + 1 of the table are the densities
 * of flavour f's quark and antiquark, or those of one of them and the other. */
#ifndef QUARKS
#define QUARKS 1
#endif
/* 1: the first of the two comes from the first beam; 2: from either. */
#ifndef QUARK_ORDERS
#define QUARK_ORDERS 1
#endif
/* 1: an event has one random choice of the photons' helicities in place of all. */
#ifndef HELICITIES_SAMPLED
#define HELICITIES_SAMPLED 0
#endif
#ifndef PDF_FIXED_SCALE
#define PDF_FIXED_SCALE 1
#endif
/* What the weight is, for studies: 0 itself, 1 the squared amplitude alone. */
#ifndef PHOTONS_WEIGHS
#define PHOTONS_WEIGHS 0
#endif

#include "amplitude/photons.h"
#include "functions.h"
#include "integrand.h"
#include "observable/jets.h"
#include "pdf.h"
#include "process/photons_parameters.h"
#include "random.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    PHOTONS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#include "process/final_state.h"

#if BEAMS_FIXED
FN real process_luminosity(CONSTANT parameters *p, real weight) { return weight * r_set(p->down); }
#else
/* Subprocess number `term` of QUARKS * QUARK_ORDERS: its densities, and charges. */
FN real photons_pair(GLOBAL const scalar *table, int term, pdf_place x1, pdf_place x2)
{
    const int f = term / QUARK_ORDERS, swapped = term % QUARK_ORDERS;
    return pdf_value(table, 2 * f + swapped, x1) * pdf_value(table, 2 * f + 1 - swapped, x2);
}

FN real photons_charge(CONSTANT parameters *p, int term)
{
    return r_set(term / QUARK_ORDERS & 1 ? p->up : p->down);
}

/* sum_q Q_q^(2n) x1 f_q(x1) x2 f_q~(x2) */
FN real process_luminosity(CONSTANT parameters *p, GLOBAL const scalar *table, real weight, pdf_place x1,
                           pdf_place x2)
{
    real sum = R(0.0);
    for (int term = 0; term < QUARKS * QUARK_ORDERS; term += QUARK_ORDERS) {
        real pairs = photons_pair(table, term, x1, x2);
#if QUARK_ORDERS == 2
        pairs = pairs + photons_pair(table, term + 1, x1, x2);
#endif
        sum = r_fma(photons_charge(p, term), pairs, sum);
    }
    return weight * sum;
}
#endif

/* sum |m|^2 of the event, the quark along +z. Sampled, it is that of one of the 2^n choices, as often as
 * each; the quark's two helicities are the same by parity. */
FN real photons_event_squared(const vector4 final[FINAL], event_number event)
{
    real beam = R(0.5) * R(ENERGY), none = R(0.0);
    vector4 quark = {beam, none, none, beam}, antiquark = {beam, none, none, -beam};
    photon_line line;
#if HELICITIES_SAMPLED
    word words[4];
    random_words(event, STREAM_HELICITY, 0, words);
    photon_line_choose(quark, antiquark, final, words[0], &line);
    return r_set((scalar)(2 << PHOTONS)) * c_norm(photons_amplitude(&line, 0));
#else
    (void)event;
    photon_line_make(quark, antiquark, final, &line);
    return photons_squared(&line);
#endif
}

FN real process_squared(CONSTANT parameters *p, event_number event, event_state state, const vector4 *final,
                        event_team team, mask *doubtful)
{
    (void)p;
    (void)state;
    (void)team;
    *doubtful = m_none();
    return photons_event_squared(final, event);
}

#define PROCESS_TAKES_MOMENTA 1
#define WEIGHS_SQUARED (PHOTONS_WEIGHS == 1)
#include "process/collision.h"

#if !BEAMS_FIXED
/* A flavour, and which beam its quark comes from, as often as the size of its part in the luminosity is.
 * Terms are numbered as process_luminosity() adds them up. */
typedef struct photons_choice {
    real term;
    real share; /* sign of the part, times the sum of sizes over that of parts: 1 where none is negative */
} photons_choice;

FN photons_choice photons_choose(CONSTANT parameters *p, GLOBAL const scalar *table, event_number event,
                                 event_state state)
{
    real log_ht2 = collision_recorded_log_ht2(state);
    pdf_place x1 = scales_place(p, table, state_fetch(state, STATE_LOG_X1), log_ht2);
    pdf_place x2 = scales_place(p, table, state_fetch(state, STATE_LOG_X2), log_ht2);
    real sizes = R(0.0), sum = R(0.0), u[2], pair[QUARKS * QUARK_ORDERS], until[QUARKS * QUARK_ORDERS];
    for (int term = 0; term < QUARKS * QUARK_ORDERS; ++term) {
        pair[term] = photons_pair(table, term, x1, x2);
        sizes = r_fma(photons_charge(p, term), r_abs(pair[term]), sizes);
        sum = r_fma(photons_charge(p, term), pair[term], sum);
        until[term] = sizes;
    }
    photons_choice choice = {R(0.0), R(1.0)};
    real part = pair[0];
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    for (int term = 0; term + 1 < QUARKS * QUARK_ORDERS; ++term) {
        const mask here = u[0] * sizes < until[term];
        choice.term = choice.term + r_select(here, R(0.0), R(1.0));
        part = r_select(here, part, pair[term + 1]);
    }
    const mask none = sum == R(0.0);
    const real over = r_select(part < R(0.0), -sizes, sizes) / r_select(none, R(1.0), sum);
    choice.share = r_select(sum == sizes, R(1.0), r_select(none, R(0.0), over));
    return choice;
}
#endif

#if VARIATIONS > 0
FN_SHARED void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                              event_state state, real factor[VARIATIONS])
{
    const photons_choice choice = photons_choose(p, collision_densities(p, tables), event, state);
    const real chosen = choice.term, flavour = r_floor_small(chosen * (R(1.0) / r_set((scalar)QUARK_ORDERS)));
    const real swapped = chosen - flavour * r_set((scalar)QUARK_ORDERS), first = R(2.0) * flavour + swapped;
    collision_vary(p, tables, state, r_floor_index(first), r_floor_index(R(4.0) * flavour + R(1.0) - first),
                   factor);
    for (int k = 0; k < VARIATIONS; ++k)
        factor[k] = factor[k] * choice.share;
}
#endif

FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, record_list records, uint32 slot)
{
    real photon = R(22.0), incoming[2] = {R(0.0), R(0.0)};
#if BEAMS_FIXED
    (void)event;
    collision_record(p, tables, state, records, slot, incoming, photon);
#else
    real chosen = photons_choose(p, collision_densities(p, tables), event, state).term;
    real flavour = r_floor_small(chosen * (R(1.0) / r_set((scalar)QUARK_ORDERS)));
    mask swapped = chosen - flavour * r_set((scalar)QUARK_ORDERS) > R(0.5);
    real sign = r_set(p->quark < 0 ? S(-1.0) : S(1.0)), line = R(1.0), none = R(0.0);
    incoming[0] = r_select(swapped, -sign, sign) * (r_set(p->quark) * sign + flavour);
    incoming[1] = -incoming[0];
    collision_record(p, tables, state, records, slot, incoming, photon);
    for (int i = 0; i < 2; ++i) {
        mask quark = incoming[i] > none;
        record_colour(records, slot, i, r_select(quark, line, none), r_select(quark, none, line));
    }
    record_store(records, RECORD_SUBPROCESS, slot, chosen);
#endif
}

#endif
