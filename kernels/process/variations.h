/* What the weight of an event is multiplied with where scales or densities are others. That is nothing but
 * the densities of the two partons that were chosen, and alpha_s,
 *
 *   f'_1(x1, mu_F') f'_2(x2, mu_F') / (f_1(x1, mu_F) f_2(x2, mu_F))
 *   x (alpha_s'(mu_R') / alpha_s(mu_R))^COUPLING_POWER.
 *
 * Averaged over the choice of partons that is the ratio of the sums over them, where no part is negative.
 * Else a weight is the sum of all sizes with the sign of the drawn part (subprocess.h). Or its factors have
 * the choice's share (photons.h). An event of chosen partons without density has the factor 0. The table
 * of VARIED rows (variations_layout.h) begins at p->variations. Included by hard_process.h, behind the matrix
 * element. */
#ifndef TESSERA_PROCESS_VARIATIONS_H
#define TESSERA_PROCESS_VARIATIONS_H

#include "process/scales.h"
#include "process/variations_layout.h"

#define VARIED (VARIATIONS - ENHANCED)

#if VARIED > 0
/* What densities and couplings of an event depend on. These are places of the partons in the tables,
 * logarithms of x and of the squares of what the scales follow. */
typedef struct varied_event {
    index parton[2];
    real log_x[2], log_r2, log_f2;
#if SCALE_R_CLUSTERS
    const cluster_history *history;
#endif
} varied_event;

FN real variation_pair(CONSTANT parameters *p, GLOBAL const scalar *table, const varied_event *e, real log_f2)
{
    real pair = R(1.0);
#if !WHOLE_FIRST
    pair = pdf_value_each(table, e->parton[0], scales_place(p, table, e->log_x[0], log_f2));
#endif
#if !WHOLE_SECOND
    pair = pair * pdf_value_each(table, e->parton[1], scales_place(p, table, e->log_x[1], log_f2));
#endif
    (void)p;
    (void)table;
    (void)e;
    (void)log_f2;
    return pair;
}

#if SCALE_R_DYNAMIC
/* alpha_s of an event by a table, with log(mu_R^2) moved by `shift`. */
FN real variation_coupling(CONSTANT parameters *p, GLOBAL const scalar *table, const varied_event *e,
                           real shift)
{
#if SCALE_R_CLUSTERS
    return cluster_root(cluster_couplings(table, e->history, r_set(p->log_renormalization) + shift,
                                          r_set(p->least_clustering), R(1.0)));
#else
    return coupling_alpha_s(table, e->log_r2 + r_set(p->log_renormalization) + shift);
#endif
}
#endif

/* alpha_s over that of the weight itself, of which `inverse` is one over. */
FN real variation_alpha_s(CONSTANT parameters *p, GLOBAL const scalar *tables, GLOBAL const scalar *row,
                          const varied_event *e, real inverse)
{
#if SCALE_R_DYNAMIC
    return variation_coupling(p, tables + (uint64)row[VARIATION_COUPLING] * VARIATION_BLOCK, e,
                              r_set(row[VARIATION_LOG_R])) *
           inverse;
#else
    (void)p;
    (void)tables;
    (void)e;
    (void)inverse;
    return r_set(row[VARIATION_ALPHA_S]);
#endif
}

/* One over the event's own alpha_s, where that is not fixed. */
FN real variation_inverse(CONSTANT parameters *p, GLOBAL const scalar *tables, const varied_event *e)
{
#if SCALE_R_DYNAMIC
    return R(1.0) / variation_coupling(p, tables, e, R(0.0));
#else
    (void)p;
    (void)tables;
    (void)e;
    return R(1.0);
#endif
}

FN void variations_factors(CONSTANT parameters *p, GLOBAL const scalar *tables, const varied_event *e,
                           real factor[VARIED])
{
    GLOBAL const scalar *row = tables + (int)p->variations;
    const real itself = variation_pair(p, tables + (int)p->densities, e, e->log_f2);
    const mask none = itself == R(0.0);
    const real inverse = R(1.0) / r_select(none, R(1.0), itself);
    const real inverse_alpha_s = variation_inverse(p, tables, e);
    real pair = itself;
    for (int k = 0; k < VARIED; ++k, row += VARIATION_NUMBERS) {
        if (row[VARIATION_SAME_DENSITIES] == 0)
            pair = variation_pair(p, tables + (uint64)row[VARIATION_DENSITIES] * VARIATION_BLOCK, e,
                                  e->log_f2 + r_set(row[VARIATION_LOG_F]));
        const real alpha_s = variation_alpha_s(p, tables, row, e, inverse_alpha_s);
        real value = r_select(none, R(0.0), pair * inverse);
        for (int i = 0; i < COUPLING_POWER; ++i)
            value = value * alpha_s;
        factor[k] = value;
    }
}

#if STRONG_POWERS > 0
/* Values of alpha_s, over that in the matrix element, at which |M|^2 is computed. */
FN real variation_node(int i) { return r_set(S(0.5) * (scalar)(i + 1)); }

/* |M|^2 over alpha_s^STRONG_LEAST is a polynomial in alpha_s: Newton's divided differences of its values. */
FN void variation_powers(const hard_event *e, real power[STRONG_POWERS])
{
    const event_team alone = {0, 0};
    mask doubtful;
    for (int i = 0; i < STRONG_POWERS; ++i) {
        const real inverse = R(1.0) / variation_node(i);
        power[i] = process_squared(e, variation_node(i), alone, &doubtful);
        for (int k = 0; k < STRONG_LEAST; ++k)
            power[i] = power[i] * inverse;
    }
    for (int order = 1; order < STRONG_POWERS; ++order)
        for (int i = STRONG_POWERS - 1; i >= order; --i)
            power[i] = (power[i] - power[i - 1]) / (variation_node(i) - variation_node(i - order));
}

FN real variation_at(const real power[STRONG_POWERS], real alpha_s)
{
    real value = power[STRONG_POWERS - 1];
    for (int i = STRONG_POWERS - 2; i >= 0; --i)
        value = r_fma(value, alpha_s - variation_node(i), power[i]);
    for (int k = 0; k < STRONG_LEAST; ++k)
        value = value * alpha_s;
    return value;
}

/* Gives each variation the |M|^2 of its alpha_s over that of the event, `own`. */
FN void variations_strong(const hard_event *e, const varied_event *varied, real own, real factor[VARIED])
{
    GLOBAL const scalar *row = e->tables + (int)e->p->variations;
    const real inverse = variation_inverse(e->p, e->tables, varied);
    real power[STRONG_POWERS];
    variation_powers(e, power);
    const real itself = variation_at(power, own);
    const mask none = itself == R(0.0);
    const real over = r_select(none, R(0.0), R(1.0) / r_select(none, R(1.0), itself));
    for (int k = 0; k < VARIED; ++k, row += VARIATION_NUMBERS)
        factor[k] = factor[k] * over *
                    variation_at(power, own * variation_alpha_s(e->p, e->tables, row, varied, inverse));
}
#endif

/* Factors of the weights of an event for other scales and densities. */
FN void variations_vary(const hard_event *e, real factor[VARIED])
{
    const hard_scales scales = scales_of_event(e);
    const hard_choice choice = process_choose(e, scales.log_f2);
    varied_event varied;
    process_partons(e, choice, varied.parton);
    hard_log_x(e, varied.log_x);
    varied.log_r2 = scales.log_r2;
    varied.log_f2 = scales.log_f2;
#if SCALE_R_CLUSTERS
    varied.history = &scales.history;
#endif
    variations_factors(e->p, e->tables, &varied, factor);
#if STRONG_POWERS > 0
    variations_strong(e, &varied, scales_coupling(e, &scales), factor);
#endif
    for (int k = 0; k < VARIED; ++k)
        factor[k] = factor[k] * choice.share;
}
#endif

#endif
