/* The integrand of q q~ > photons in proton collisions, and of e+ e- > photons, PHOTONS of them.
 *
 *   d sigma = dx1 dx2 sum_q f_q(x1) f_q~(x2) 1/(2 s-hat) |M|^2 dPhi
 *
 * as in gluon_jets.h: momenta in units of sqrt(s-hat) / ENERGY make |M|^2 dPhi a pure number, what is
 * constant stands in the unit of the integral (src/process/photons_family.c), and what remains is
 *
 *   sum_q Q_q^(2n) x1 f_q(x1) x2 f_q~(x2) (dx1/x1 dx2/x2) (tau_min / tau) sum |m|^2,
 *
 * m over all helicities of photons_line.h. The sum is the same with the quark from the second beam. Where the
 * beams collide as they are there are no densities.
 *
 * Compile-time constants: PHOTONS, ENERGY, PHASE_SPACE_DIET, QUARKS, QUARK_ORDERS, HELICITIES_SAMPLED and,
 * for studies, PHOTONS_FORM of what is sampled (amplitude/photons.h), BEAMS_FIXED, CUT_PT, CUT_ETA, CUT_DR,
 * PDF_FIXED_SCALE, and of histograms FILLS, OBSERVE, ORDERED_JETS (src/process/observables.c). */
#ifndef TESSERA_PROCESS_PHOTONS_H
#define TESSERA_PROCESS_PHOTONS_H

#ifndef PHOTONS
#define PHOTONS 2
#endif
#define FINAL PHOTONS
/* How many flavours, in the order of their PDG codes: numbers 2 f and 2 f + 1 of the table are the densities
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

#if !BEAMS_FIXED
/* sum_q Q_q^(2n) x1 f_q(x1) x2 f_q~(x2) */
FN real quark_luminosity(CONSTANT parameters *p, GLOBAL const scalar *table, pdf_place x1, pdf_place x2)
{
    real sum = R(0.0);
    for (int f = 0; f < QUARKS; ++f) {
        real pairs = pdf_value(table, 2 * f, x1) * pdf_value(table, 2 * f + 1, x2);
#if QUARK_ORDERS == 2
        pairs = pairs + pdf_value(table, 2 * f + 1, x1) * pdf_value(table, 2 * f, x2);
#endif
        sum = r_fma(r_set(f & 1 ? p->up : p->down), pairs, sum);
    }
    return sum;
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

FN real integrand_weight(CONSTANT parameters *p, TABLES, event_number event, event_state state,
                         event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    (void)table1;
    (void)table2;
    (void)team;
    (void)fill;
    *doubtful = m_none();
    real log_x1 = state_fetch(state, STATE_LOG_X1), log_x2 = state_fetch(state, STATE_LOG_X2);
    real weight = state_fetch(state, STATE_FLUX);
    vector4 final[FINAL];
    state_momenta(state, final);
#if FILLS > 0 || !PDF_FIXED_SCALE
    real unit = state_fetch(state, STATE_UNIT);
    jet_set jets;
    jets_pt(final, &jets);
#endif
#if BEAMS_FIXED
    (void)table0;
    (void)log_x1;
    (void)log_x2;
    weight = weight * r_set(p->down);
#elif PDF_FIXED_SCALE
    pdf_place x1 = pdf_locate(table0, log_x1), x2 = pdf_locate(table0, log_x2);
#else
    real log_q2 = R(2.0) * r_log(jets_ht(&jets) * unit) + r_set(p->log_factorization);
    pdf_place x1 = pdf_locate(table0, log_x1, log_q2), x2 = pdf_locate(table0, log_x2, log_q2);
#endif
#if !BEAMS_FIXED
    weight = weight * quark_luminosity(p, table0, x1, x2);
#endif
#if FILLS > 0
    jets_angles(final, R(0.5) * (log_x1 - log_x2), &jets);
#if ORDERED_JETS
    jets_order(&jets);
#endif
    OBSERVE
#endif
#if PHOTONS_WEIGHS == 1
    return photons_event_squared(final, event);
#else
    return weight * photons_event_squared(final, event);
#endif
}

#if !PDF_FIXED_SCALE
/* The logarithm of the factorization scale squared in GeV^2. */
FN real state_log_q2(CONSTANT parameters *p, event_state state)
{
    vector4 final[FINAL];
    jet_set jets;
    state_momenta(state, final);
    jets_pt(final, &jets);
    return R(2.0) * r_log(jets_ht(&jets) * state_fetch(state, STATE_UNIT)) + r_set(p->log_factorization);
}
#endif

#if !BEAMS_FIXED
FN pdf_place photons_place(CONSTANT parameters *p, GLOBAL const scalar *table, event_state state, real log_x)
{
#if PDF_FIXED_SCALE
    (void)p;
    (void)state;
    return pdf_locate(table, log_x);
#else
    return pdf_locate(table, log_x, state_log_q2(p, state));
#endif
}

/* A flavour, and which beam its quark comes from, as often as its part in the luminosity is: terms are
 * numbered as quark_luminosity() adds them up. */
FN real photons_choose(CONSTANT parameters *p, GLOBAL const scalar *table, event_number event,
                       event_state state)
{
    pdf_place x1 = photons_place(p, table, state, state_fetch(state, STATE_LOG_X1));
    pdf_place x2 = photons_place(p, table, state, state_fetch(state, STATE_LOG_X2));
    real sum = R(0.0), chosen = R(0.0), u[2], until[QUARKS * QUARK_ORDERS];
    for (int term = 0; term < QUARKS * QUARK_ORDERS; ++term) {
        const int f = term / QUARK_ORDERS, swapped = term % QUARK_ORDERS;
        real pair = pdf_value(table, 2 * f + swapped, x1) * pdf_value(table, 2 * f + 1 - swapped, x2);
        sum = r_fma(r_set(f & 1 ? p->up : p->down), r_abs(pair), sum);
        until[term] = sum;
    }
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    for (int term = 0; term + 1 < QUARKS * QUARK_ORDERS; ++term)
        chosen = chosen + r_select(u[0] * sum < until[term], R(0.0), R(1.0));
    return chosen;
}
#endif

FN void integrand_record(CONSTANT parameters *p, TABLES, event_number event, event_state state,
                         record_list records, uint32 slot)
{
    real none = R(0.0), photon = R(22.0), incoming[2] = {R(0.0), R(0.0)};
    (void)table1;
    (void)table2;
#if BEAMS_FIXED
    (void)p;
    (void)table0;
    (void)event;
    (void)none;
    final_state_record(state, records, slot, incoming, photon);
#else
    real chosen = photons_choose(p, table0, event, state);
    real flavour = r_floor_small(chosen * (R(1.0) / r_set((scalar)QUARK_ORDERS)));
    mask swapped = chosen - flavour * r_set((scalar)QUARK_ORDERS) > R(0.5);
    real sign = r_set(p->quark < 0 ? S(-1.0) : S(1.0)), line = R(1.0);
    incoming[0] = r_select(swapped, -sign, sign) * (r_set(p->quark) * sign + flavour);
    incoming[1] = -incoming[0];
    final_state_record(state, records, slot, incoming, photon);
    for (int i = 0; i < 2; ++i) {
        mask quark = incoming[i] > none;
        record_colour(records, slot, i, r_select(quark, line, none), r_select(quark, none, line));
    }
    record_store(records, RECORD_SUBPROCESS, slot, chosen);
#if !PDF_FIXED_SCALE
    record_store(records, RECORD_SCALE, slot, r_exp(R(0.5) * state_log_q2(p, state)));
#endif
#endif
}

#endif
