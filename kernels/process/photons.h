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
 * Compile-time constants besides those of constants.h and massless.h: PHOTONS, QUARKS, QUARK_ORDERS and, for
 * studies, PHOTONS_FORM of what is sampled (amplitude/photons.h). */
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
/* What the weight is, for studies: 0 itself, 1 the squared amplitude alone. */
#ifndef PHOTONS_WEIGHS
#define PHOTONS_WEIGHS 0
#endif

#define WEIGHS_SQUARED (PHOTONS_WEIGHS == 1)
/* Electrons are the beams themselves. */
#if WHOLE_FIRST
#define RECORDS_BEAMS 0
#endif
#include "process/constants.h"

#include "amplitude/photons.h"
#include "process/massless_layout.h"
#include "random.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    PHOTONS_PARAMETERS(PARAMETER)
} parameters;
#undef PARAMETER

#include "process/massless.h"
#include "process/scales.h"

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

/* Where the densities of both beams are looked up. */
FN void photons_places(const hard_event *e, real log_f2, pdf_place place[2])
{
    real log_x[2];
    hard_log_x(e, log_x);
    place[0] = scales_place(e->p, e->tables + (int)e->p->densities, log_x[0], log_f2);
    place[1] = scales_place(e->p, e->tables + (int)e->p->densities, log_x[1], log_f2);
}

/* sum_q Q_q^(2n) x1 f_q(x1) x2 f_q~(x2) */
FN real process_luminosity(const hard_event *e, real log_f2, real weight)
{
#if BEAMS_FIXED
    (void)log_f2;
    return weight * r_set(e->p->down);
#else
    GLOBAL const scalar *table = e->tables + (int)e->p->densities;
    pdf_place place[2];
    real sum = R(0.0);
    photons_places(e, log_f2, place);
    for (int term = 0; term < QUARKS * QUARK_ORDERS; term += QUARK_ORDERS) {
        real pairs = photons_pair(table, term, place[0], place[1]);
#if QUARK_ORDERS == 2
        pairs = pairs + photons_pair(table, term + 1, place[0], place[1]);
#endif
        sum = r_fma(photons_charge(e->p, term), pairs, sum);
    }
    return weight * sum;
#endif
}

/* sum |m|^2 of the event, the quark along +z. Sampled, it is that of one of the 2^n choices, as often as
 * each; the quark's two helicities are the same by parity. */
FN real process_squared(const hard_event *e, real alpha_s, event_team team, mask *doubtful)
{
    real beam = R(0.5) * R(ENERGY), none = R(0.0);
    vector4 quark = {beam, none, none, beam}, antiquark = {beam, none, none, -beam};
    vector4 final[FINAL];
    photon_line line;
    (void)alpha_s;
    (void)team;
    *doubtful = m_none();
    for (int i = 0; i < FINAL; ++i)
        final[i] = hard_momentum(e, i);
#if HELICITIES_SAMPLED
    word words[4];
    random_words(e->number, STREAM_HELICITY, 0, words);
    photon_line_choose(quark, antiquark, final, words[0], &line);
    return r_set((scalar)(2 << PHOTONS)) * c_norm(photons_amplitude(&line, 0));
#else
    photon_line_make(quark, antiquark, final, &line);
    return photons_squared(&line);
#endif
}

/* A flavour, and which beam its quark comes from, as often as the size of its part in the luminosity is.
 * Terms are numbered as process_luminosity() adds them up. */
FN hard_choice process_choose(const hard_event *e, real log_f2)
{
    hard_choice choice = {R(0.0), R(1.0), R(1.0)};
#if BEAMS_FIXED
    (void)e;
    (void)log_f2;
#else
    GLOBAL const scalar *table = e->tables + (int)e->p->densities;
    pdf_place place[2];
    real sizes = R(0.0), sum = R(0.0), u[2], pair[QUARKS * QUARK_ORDERS], until[QUARKS * QUARK_ORDERS];
    photons_places(e, log_f2, place);
    for (int term = 0; term < QUARKS * QUARK_ORDERS; ++term) {
        pair[term] = photons_pair(table, term, place[0], place[1]);
        sizes = r_fma(photons_charge(e->p, term), r_abs(pair[term]), sizes);
        sum = r_fma(photons_charge(e->p, term), pair[term], sum);
        until[term] = sizes;
    }
    real part = pair[0];
    uniform_pair(e->number, STREAM_SUBPROCESS, 0, u);
    for (int term = 0; term + 1 < QUARKS * QUARK_ORDERS; ++term) {
        const mask here = u[0] * sizes < until[term];
        choice.number = choice.number + r_select(here, R(0.0), R(1.0));
        part = r_select(here, part, pair[term + 1]);
    }
    const mask none = sum == R(0.0);
    const real over = r_select(part < R(0.0), -sizes, sizes) / r_select(none, R(1.0), sum);
    choice.share = r_select(sum == sizes, R(1.0), r_select(none, R(0.0), over));
#endif
    return choice;
}

/* The flavour of a term, from 0. */
FN real photons_flavour(real term) { return r_floor_small(term * (R(1.0) / r_set((scalar)QUARK_ORDERS))); }

FN void process_partons(const hard_event *e, hard_choice choice, index parton[2])
{
    const real flavour = photons_flavour(choice.number);
    const real first = R(2.0) * flavour + (choice.number - flavour * r_set((scalar)QUARK_ORDERS));
    (void)e;
    parton[0] = r_floor_index(first);
    parton[1] = r_floor_index(R(4.0) * flavour + R(1.0) - first);
}

FN void process_draw(const hard_event *e, hard_choice choice, real alpha_s, hard_legs *legs)
{
    const real flavour = photons_flavour(choice.number), line = R(1.0), none = R(0.0);
    const mask swapped = choice.number - flavour * r_set((scalar)QUARK_ORDERS) > R(0.5);
    const real sign = r_set(e->p->quark < 0 ? S(-1.0) : S(1.0));
    (void)alpha_s;
    for (int i = 0; i < 2 + FINAL; ++i) {
        legs->pdg[i] = R(22.0);
        legs->colour[i] = legs->anticolour[i] = none;
        legs->helicity[i] = r_set((scalar)HELICITY_UNKNOWN);
    }
    legs->pdg[0] = r_select(swapped, -sign, sign) * (r_set(e->p->quark) * sign + flavour);
    legs->pdg[1] = -legs->pdg[0];
    for (int i = 0; i < 2; ++i) {
        const mask quark = legs->pdg[i] > none;
        legs->colour[i] = r_select(quark, line, none);
        legs->anticolour[i] = r_select(quark, none, line);
    }
}

#include "process/hard_process.h"

#endif
