/* What the vertices of a model conserve: numbers of its particles that add up to the same before and behind.
 */
#ifndef TESSERA_SUBPROCESS_CONSERVED_H
#define TESSERA_SUBPROCESS_CONSERVED_H

#include "model/model.h"

enum { CONSERVED_PARTICLES_MOST = 256, CONSERVED_NUMBERS_MOST = 32 };

/* Numbers of each particle, by its row in the model; an antiparticle has minus these. */
struct conserved {
    int count;
    double numbers[CONSERVED_NUMBERS_MOST][CONSERVED_PARTICLES_MOST]; /* [which][row] */
};

/* Finds all of them, where only vertices with these powers and below take part. They are a basis of the null
 * space of the vertices' contents, or as much of it as there is room for. TS_ERROR_INPUT where the model has
 * too many particles. */
ts_status conserved_find(ts_context *context, const ts_model *model, const struct orders *most,
                         struct conserved *conserved);

/* All numbers of a particle in one: the sum of them with weights that no two combinations share. Where these
 * sums differ before and behind, something is not conserved. */
double conserved_sum(const struct conserved *conserved, const ts_model *model, const int *pdg, int count);

#endif
