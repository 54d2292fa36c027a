/* The tree diagrams of a partonic process, counted and not written down.
 *
 * Legs join into currents, sets of legs that flow on as one particle, as in Berends and Giele's recursion;
 * colours have no part. What comes out says whether diagrams exist, in which orders and how many. So does
 * a number that two processes share where their amplitudes are one function of the momenta. */
#ifndef TESSERA_SUBPROCESS_TREES_H
#define TESSERA_SUBPROCESS_TREES_H

#include "subprocess/chain.h"

#include <stdint.h>

enum { TREE_ORDERS_MOST = 2 * LEGS_MOST };

/* Diagrams of some powers of the couplings. */
struct tree_order {
    struct orders orders;         /* in production and decays together */
    struct square_powers squared; /* of the production, what the square has bounds of */
    double diagrams;              /* exact below 2^53 */
};

struct trees {
    int count; /* of orders that exist */
    struct tree_order orders[TREE_ORDERS_MOST];
    uint64_t signature[2]; /* of all of them together */
    int beyond;            /* a vertex in them that cannot be computed, its row plus one; 0: none */
};

/* The least and the largest power of g_s. */
int trees_strong_least(const struct trees *trees);
int trees_strong_most(const struct trees *trees);

/* Opaque: what a model joins into what, and memory for currents. Of one thread. What is excluded and bounds
 * of the square are kept by their addresses; NULL: there are none. */
struct tree_finder;

ts_status tree_finder_create(ts_context *context, const ts_model *model, const struct exclusion *excluded,
                             const struct square_bounds *squares, struct tree_finder **finder);
void tree_finder_destroy(struct tree_finder **finder);

/* Finds the trees of external particles, incoming ones first. `most` bounds the orders of the
 * production, and the chain those of decays. A `chain` of NULL: they are those of a decay by itself, which
 * has no s-channel. TS_ERROR_MEMORY; TS_ERROR_INPUT where there are too many currents. */
ts_status trees_find(ts_context *context, struct tree_finder *finder, int count, const int *pdg,
                     struct orders most, const struct chain *chain, struct trees *trees);

/* Trees found before, by their legs (zeros behind) and chain. */
struct tree_memory {
    struct remembered_trees *rows;
    size_t count, room;
};
int tree_memory_find(const struct tree_memory *memory, const int pdg[LEGS_MOST], const struct chain *chain,
                     struct trees *trees);
ts_status tree_memory_add(ts_context *context, struct tree_memory *memory, const int pdg[LEGS_MOST],
                          const struct chain *chain, const struct trees *trees);
void tree_memory_clear(struct tree_memory *memory);

#endif
