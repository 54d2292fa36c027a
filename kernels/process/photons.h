/* The integrand of q q~ > photons in proton collisions, and of e+ e- > photons, PHOTONS of them.
 *
 *   d sigma = dx1 dx2 sum_q f_q(x1) f_q~(x2) 1/(2 s-hat) |M|^2 dPhi
 *
 * as in gluon_jets.h: momenta in units of sqrt(s-hat) / ENERGY make |M|^2 dPhi a pure number, what is
 * constant stands in the unit of the integral (src/process/photons.c), and what remains is
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

#endif
