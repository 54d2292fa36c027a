/* Whether the iterations of an integral agree with each other: what speaks against its error. */
#ifndef TESSERA_INTEGRATE_AGREEMENT_H
#define TESSERA_INTEGRATE_AGREEMENT_H

#include "integrate/integral.h"

/* How far a channel of a sum may be off whose iterations do not agree, put together in eight groups; 0: they
 * do. Large weights that a channel sees too seldom let its chi^2 rise long before they show in the sum. It
 * may be off by its scatter, but by no more than what it has. */
double agreement_doubt(const struct integral *part);

/* Widens the errors of channels of a sum by that. */
void agreement_widen(struct integral *parts, size_t count);

/* Sets chi^2 of the total with its probability, and its objection where the error is not to be trusted: it is
 * not converged then.
 *
 * Of a sum it is the sum that has to agree. The iterations of each channel make eight groups, one after the
 * other; group k of the sum is that of all channels. Channels with fewer iterations are left out where they
 * hardly add to the error; else there are fewer groups. So a channel counts by what it adds to the error, and
 * not by the number of its iterations. A channel whose error was widened objects where that of the sum
 * becomes larger than `asked`. Where that is 0 it objects if it makes more than half of the variance. */
void agreement_examine(const struct integrand *integrands, const struct integral *parts, size_t count,
                       double asked, struct integral *total);

#endif
