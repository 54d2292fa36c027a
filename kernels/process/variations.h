/* What the weight of an event is multiplied with where scales or densities are others. That is nothing but
 * the densities of the two partons that were chosen, and alpha_s,
 *
 *   f'_1(x1, mu_F') f'_2(x2, mu_F') / (f_1(x1, mu_F) f_2(x2, mu_F))
 *   x (alpha_s'(mu_R') / alpha_s(mu_R))^COUPLING_POWER.
 *
 * Averaged over the choice of partons that is the ratio of the sums over them, where no part is negative.
 * Else a weight is either the sum of all sizes with the sign of the drawn part (subprocess.h), or its factors
 * are corrected (photons.h). An event of chosen partons without density has the factor 0. The table of
 * VARIED rows (variations_layout.h) begins at p->variations: all VARIATIONS, where a process says nothing
 * else. Included behind process/scales.h. */
#ifndef TESSERA_PROCESS_VARIATIONS_H
#define TESSERA_PROCESS_VARIATIONS_H

#include "process/scales.h"
#include "process/variations_layout.h"

#ifndef VARIED
#define VARIED VARIATIONS
#endif
#ifndef WHOLE_FIRST /* a beam that is no hadron, and has no density */
#define WHOLE_FIRST 0
#define WHOLE_SECOND 0
#endif
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

#endif
