/* All combinations of particles that the labels of a process stand for. */
#ifndef TESSERA_SUBPROCESS_COMBINATIONS_H
#define TESSERA_SUBPROCESS_COMBINATIONS_H

#include "subprocess/conserved.h"
#include "subprocess/notation.h"

/* The final states, each once. Those that differ by the order of their particles are one, of which the first
 * in the order of the labels stands. */
struct combinations {
    int legs;
    const struct notation *notation;
    int *finals; /* [final_count][legs - LEGS_IN] */
    size_t final_count;
};

ts_status combinations_create(ts_context *context, const struct notation *notation,
                              struct combinations *combinations);
void combinations_free(struct combinations *combinations);

/* What is done with a combination: the codes of all legs. Another status than TS_OK ends the visit. */
typedef ts_status combination_visitor(void *data, const int *pdg);

/* Visits every pair of incoming particles and every final state that conserve these numbers; returns what the
 * last visit returned, or TS_ERROR_MEMORY. */
ts_status combinations_visit(ts_context *context, const struct combinations *combinations,
                             const ts_model *model, const struct conserved *conserved,
                             combination_visitor *visit, void *data);

#endif
