/* Weights of variations of a shower's scales and densities, from its trials.
 *
 * The shower's emissions have the rate r, those of a variation v r with
 *
 *   v = alpha_s(k_R t) / alpha_s(t)  x  [f'_b(x', k_F t) / f'_a(eta, k_F t)] / [f_b(x', t) / f_a(eta, t)].
 *
 * Both k are beside those that the shower has itself.
 *
 * An emission multiplies the weight of the variation by v. Trials that are rejected have the rate g - r, g
 * being that of the bounds. Factors (g - v r) / (g - r) of them are exp(-integral of (v - 1) r) in the mean.
 * (S. Mrenna, P. Skands, Phys. Rev. D 94 (2016) 074005; E. Bothmann, M. Schoenherr, S. Schumann, Eur. Phys.
 * J. C 76 (2016) 590.) Where r is near g they are large and of either sign. So there are as many trials again
 * that never emit, of random numbers of their own. With both, of the rate 2 g - r, the factor is (2 g - v r)
 * / (2 g - r), between 0 and 2. The event itself has the same bits as without variations.
 *
 * Thresholds of heavy quarks stay where they are: a factor k_F is for ratios of densities without c and b.
 * Where these begin at other scales no weight of the shower's own events makes up for it. A negative r is no
 * emission, and counts as 0. v r counts as 2 g at the most, and weights of events as SHOWER_WEIGHT_MOST.
 * Events with such a weight are counted. Needs `parameters`. */
#ifndef TESSERA_SHOWER_VARY_H
#define TESSERA_SHOWER_VARY_H

#include "shower/beams.h"

#if SHOWER_VARIATIONS > 0

#define SHOWER_WEIGHT_MOST S(100.0)

/* The densities of a trial: of the parton that is there, and of the one that would be. */
typedef struct varied_partons {
    mask touches; /* whether they have a part */
    index before, after;
    real log_before, log_after; /* ln of their momentum fractions */
} varied_partons;

/* The ratio of densities behind and before an emission. Without one before it there is none, and -1. A
 * negative one behind it is no rate, and 0. */
FN real vary_ratio(GLOBAL const scalar *table, const varied_partons *q, real log_t)
{
    const real before = pdf_point_each(table, q->before, pdf_point_locate(table, q->log_before, log_t));
    const real after = pdf_point_each(table, q->after, pdf_point_locate(table, q->log_after, log_t));
    const mask known = m_and(q->touches, before > R(0.0));
    return r_select(known, r_max(after / r_select(known, before, R(1.0)), R(0.0)), R(-1.0));
}

/* Whether a density is that of another parton than c and b, by its place (beam_slot). */
FN mask vary_is_light(index place)
{
    const real flavour = r_from_index(place), quark = flavour - r_select(flavour > R(5.5), R(5.0), R(0.0));
    return quark < R(3.5);
}

/* A trial of the lanes in m, accepted with this probability, goes into the weights of all variations.
 * `accepted`: those that emit. */
FN_APART void shower_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                          index slot, real log_t, real probability, mask accepted, const varied_partons *q)
{
    GLOBAL const scalar *head = tables + (int)p->beam_varied, *row = head;
    const real one = R(1.0), none = R(0.0), two = R(2.0);
    GLOBAL const scalar *coupling = tables + (int)head[SHOWER_VARIES_COUPLING];
    const real log_r2 = log_t + r_set(p->coupling_log_r2), inverse = one / coupling_alpha_s(coupling, log_r2);
    const real part = r_max(r_min(probability, one), none), over = one / (two - part);
    const real log_f2 = log_t + r_set(p->beam_log_f2);
    const real itself = r_any(q->touches) ? vary_ratio(tables + (int)p->beam_densities, q, log_f2) : none;
    const mask light = m_and(vary_is_light(q->before), vary_is_light(q->after));
    real ratio = one;
    mask capped = m_none();
    for (int k = 0; k < SHOWER_VARIATIONS; ++k) {
        row = row + SHOWER_VARIES_NUMBERS;
        if (row[SHOWER_VARIES_SAME] == S(0.0) && r_any(q->touches)) {
            const real scale = r_min(r_max(log_f2 + r_set(row[SHOWER_VARIES_LOG_F]),
                                           r_set(head[SHOWER_VARIES_LOWEST])),
                                     r_set(head[SHOWER_VARIES_HIGHEST]));
            const real other = vary_ratio(tables + (int)row[SHOWER_VARIES_DENSITIES], q, scale);
            const mask moves = row[SHOWER_VARIES_LOG_F] == S(0.0) ? m_all() : light;
            const mask known = m_and(m_and(itself > none, other >= none), moves);
            ratio = r_select(known, other / r_select(known, itself, one), one);
        }
        const real alpha_s = coupling_alpha_s(coupling, log_r2 + r_set(row[SHOWER_VARIES_LOG_R]));
        const real varied = ratio * alpha_s * inverse;
        const real left = two - varied * part;
        const real factor = r_select(accepted, varied, r_max(left, none) * over);
        capped = m_or(capped, m_and(m_and(m, m_not(accepted)), left < none));
        event_put(events, EVENT_VARY + k, m, slot, event_get(events, EVENT_VARY + k, slot) * factor);
    }
    if (r_any(capped))
        event_put(events, EVENT_CAPPED, capped, slot, one);
}

/* By what the shower multiplies the weight of variation k. */
FN real shower_varied(event_list events, int k, uint32 slot)
{
    return r_min(event_fetch(events, EVENT_VARY + k, slot), r_set(SHOWER_WEIGHT_MOST));
}

/* Which events have a weight of some variation that is capped. */
FN mask shower_capped(event_list events, uint32 slot)
{
    mask capped = event_fetch(events, EVENT_CAPPED, slot) > R(0.0);
    for (int k = 0; k < SHOWER_VARIATIONS; ++k)
        capped = m_or(capped, event_fetch(events, EVENT_VARY + k, slot) > r_set(SHOWER_WEIGHT_MOST));
    return capped;
}

#endif
#endif
