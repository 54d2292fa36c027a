/* All combinations of particles that the labels of a process stand for. */
#ifndef TESSERA_SUBPROCESS_COMBINATIONS_H
#define TESSERA_SUBPROCESS_COMBINATIONS_H

#include "subprocess/conserved.h"
#include "subprocess/decays.h"

/* The final states, each once. Those that differ by the order of their particles are one, of which the first
 * in the order of the labels stands. */
struct combinations {
    int legs; /* of all that is final behind decays, with what comes in */
    const struct notation *notation;
    int *finals;   /* [final_count][legs - incoming ones] */
    int *chain_of; /* [final_count], the chain of each */
    size_t final_count;
    struct chain *chains; /* number 0 is that of nothing */
    int chain_count;
};

/* TS_ERROR_INPUT where a decay is none, or final states have different numbers of particles, with the reason
 * in `sentence`, without full stop; TS_ERROR_MEMORY. */
ts_status combinations_create(ts_context *context, const ts_model *model, struct tree_finder *finder,
                              const struct notation *notation, struct combinations *combinations,
                              char sentence[SENTENCE_BYTES]);
void combinations_free(struct combinations *combinations);

/* What is done with a combination: the codes of all legs, and what of them has decayed. Another status than
 * TS_OK ends the visit. */
typedef ts_status combination_visitor(void *data, const int *pdg, const struct chain *chain);

/* Visits every pair of incoming particles (or each that decays) and every final state whose production
 * conserves these numbers. Returns what the last visit returned, or TS_ERROR_MEMORY. */
ts_status combinations_visit(ts_context *context, const struct combinations *combinations,
                             const ts_model *model, const struct conserved *conserved,
                             combination_visitor *visit, void *data);

#endif
