/* The strong coupling of the shower, from the table of its own that coupling.h reads, and what bounds it from
 * above.
 *
 * Emissions take alpha_s at k_R pT (src/shower/coupling_of_card.h). Needs `parameters`. */
#ifndef TESSERA_SHOWER_ALPHA_S_H
#define TESSERA_SHOWER_ALPHA_S_H

#include "coupling.h"

/* alpha_s at t, from ln t in GeV^2. */
FN real shower_alpha_s(CONSTANT parameters *p, GLOBAL const scalar *tables, real log_t)
{
    return coupling_alpha_s(tables + (int)p->coupling_table, log_t + r_set(p->coupling_log_r2));
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
