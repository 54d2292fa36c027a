/* The strong coupling of the shower, at one or two loops, and what bounds it from above.
 *
 *   alpha_s(t) = (a / w) (1 - (b1 / b0) a ln(w) / w),   w = 1 + b0 a ln(t / t_0),   a = alpha_s(t_0),
 *   b0 = (11 C_A / 6 - 2 T_R n_f / 3) / (2 pi),   b1 = (17 C_A^2 / 6 - (5 C_A / 3 + C_F) T_R n_f) / (4 pi^2)
 *
 * (R. K. Ellis, W. J. Stirling, B. R. Webber, QCD and Collider Physics, section 2.4, expanded). On demand it
 * is that of soft gluons, alpha_s (1 + K alpha_s / (2 pi)), K = C_A (67 / 18 - pi^2 / 6) - 10 T_R n_f / 9 (S.
 * Catani, B. R. Webber, G. Marchesini, Nucl. Phys. B 349 (1991) 635). Between thresholds the number of
 * flavours is constant: a region of its own (parameters.h, src/shower/coupling_of_card.c). Needs
 * `parameters`. */
#ifndef TESSERA_SHOWER_COUPLING_H
#define TESSERA_SHOWER_COUPLING_H

#include "functions.h"
#include "shower/parameters.h"

/* How many of the regions there are. */
#ifndef SHOWER_REGIONS
#define SHOWER_REGIONS 1
#endif

typedef struct coupling_region {
    real reference, alpha, b0, b1, soft;
} coupling_region;

#define COUPLING_SELECT(n)                                                                     \
    do {                                                                                       \
        mask above = log_t >= r_set(p->region##n##_above);                                     \
        region.reference = r_select(above, r_set(p->region##n##_reference), region.reference); \
        region.alpha = r_select(above, r_set(p->region##n##_alpha), region.alpha);             \
        region.b0 = r_select(above, r_set(p->region##n##_b0), region.b0);                      \
        region.b1 = r_select(above, r_set(p->region##n##_b1), region.b1);                      \
        region.soft = r_select(above, r_set(p->region##n##_soft), region.soft);                \
    } while (0)

FN coupling_region coupling_region_at(CONSTANT parameters *p, real log_t)
{
    coupling_region region = {r_set(p->region0_reference), r_set(p->region0_alpha), r_set(p->region0_b0),
                              r_set(p->region0_b1), r_set(p->region0_soft)};
#if SHOWER_REGIONS > 1
    COUPLING_SELECT(1);
#endif
#if SHOWER_REGIONS > 2
    COUPLING_SELECT(2);
#endif
#if SHOWER_REGIONS > 3
    COUPLING_SELECT(3);
#endif
    (void)log_t;
    return region;
}

/* alpha_s at t, from ln t in GeV^2. */
FN real shower_alpha_s(CONSTANT parameters *p, real log_t)
{
    coupling_region region = coupling_region_at(p, log_t);
    real inverse = R(1.0) / r_fma(region.b0 * region.alpha, log_t - region.reference, R(1.0));
    real next = region.b1 / region.b0 * region.alpha * r_log(inverse) * inverse;
    const real alpha = region.alpha * inverse * (R(1.0) + next);
    return alpha * r_fma(region.soft, alpha, R(1.0));
}

/* The bound's inverse, up to its factor: what is linear in ln t. */
FN real coupling_bound_inverse(CONSTANT parameters *p, real log_t)
{
    return r_fma(r_set(p->bound_slope), log_t - r_set(p->log_cutoff), r_set(p->bound_inverse));
}

/* And the other way round. */
FN real coupling_bound_log_t(CONSTANT parameters *p, real inverse)
{
    return (inverse - r_set(p->bound_inverse)) / r_set(p->bound_slope) + r_set(p->log_cutoff);
}

#endif
