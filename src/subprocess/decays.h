/* The decays that a process names, with all particles that their labels stand for. */
#ifndef TESSERA_SUBPROCESS_DECAYS_H
#define TESSERA_SUBPROCESS_DECAYS_H

#include "subprocess/chain.h"
#include "subprocess/trees.h"

/* One way of a decay: its products, and a number that does not know their order. */
struct decay_way {
    int pdg[LEGS_MOST - LEGS_IN];
    uint64_t state[2];
};

/* The ways of each decay of a notation. */
struct decay_ways {
    const struct notation *notation;
    struct decay_way *ways[DECAYS_MOST];
    size_t count[DECAYS_MOST];
    struct orders most[DECAYS_MOST]; /* of the powers of the couplings in each */
};

/* Finds them. A decay has the orders that stand behind it; those that it does not bound are free. One without
 * any has the least power, of QED or of what the model weighs its orders by, that one of its ways has. Ways
 * that need more are left out. TS_ERROR_INPUT where a decay has none, with the reason in `sentence`, without
 * full stop; TS_ERROR_MEMORY. */
ts_status decays_find(ts_context *context, const ts_model *model, struct tree_finder *finder,
                      const struct notation *notation, struct decay_ways *ways,
                      char sentence[SENTENCE_BYTES]);
void decays_free(struct decay_ways *ways);

/* What is done with a final state: its codes, and the chain of what has decayed. Another status than TS_OK
 * ends the visit. */
typedef ts_status decay_visitor(void *data, const int *pdg, int count, const struct chain *chain);

/* Visits all final states that the particles of a production decay into. Where a particle has as many decays
 * as it is there times each has its own; else each may decay in any of its ways. A final state with more
 * particles than a process may have is visited with its count alone. */
ts_status decays_visit(const ts_model *model, const struct decay_ways *ways, const int *production, int count,
                       decay_visitor *visit, void *data);

/* The next choice of products, the last one fastest; 0 behind the last choice. Where labels of one name
 * follow one another, members stand in the order of the label: all others are repetitions. */
int decay_advance(const struct decay *decay, int *place);

/* Says which number no way of a decay conserves; 0: it is none of those. */
int decay_explain(const ts_model *model, const struct decay *decay, char sentence[SENTENCE_BYTES]);

/* Adds to a sentence why a scalar, what decays (0: nothing) or one of the labels, does not couple. It does so
 * to masses, which are zero, and to gluons and photons in loops alone. */
void explain_scalar(const ts_model *model, int mother, const struct label *slots, int count,
                    char sentence[SENTENCE_BYTES]);

#endif
