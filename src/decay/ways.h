/* Decays that a card names: `decay: [t > w+ b, w+ > l+ vl]`, and the ways that each leaves a particle. */
#ifndef TESSERA_DECAY_WAYS_H
#define TESSERA_DECAY_WAYS_H

#include "decay/groups.h"
#include "subprocess/notation.h"
#include "tessera/card.h"

enum { PRODUCTS_MOST = LEGS_MOST - LEGS_IN };

/* A decay as it is written. */
struct named_decay {
    int pdg;
    int inside;     /* the decay whose products alone have it, by parentheses; -1: all have */
    char text[200]; /* products, with labels, and orders: " w+ b QED=1" */
};

/* Products that a decay stands for. */
struct way {
    int pdg, named; /* of what decays; the decay that it is of */
    int count, products[PRODUCTS_MOST];
    int grouping_count;
    struct grouping groupings[GROUPINGS_MOST]; /* of products that one line may become */
    double share, error; /* of the total width, what products decay into left aside; 0: not known yet */
};

struct ways {
    struct named_decay *named;
    int named_count;
    struct way *list;
    int count;
};

/* Reads the decays of a card. TS_ERROR_INPUT where one makes no sense or does not exist; TS_ERROR_MEMORY. */
ts_status ways_create(ts_context *context, const ts_card *card, const ts_model *model, struct ways *ways);
void ways_free(struct ways *ways);

/* Whether a way is one of a particle that the decay `by` has made (-1: the production). Where decays in
 * parentheses with `by` are of that particle, they alone are. */
int way_is_of(const struct ways *ways, int way, int pdg, int by);

/* Whether a particle decays. */
int ways_has(const struct ways *ways, int pdg, int by);

/* The share of the total width that all ways of a particle have, with what their products decay into. */
double ways_share(const struct ways *ways, int pdg, int by);

/* The share of one way, with what its products decay into. */
double way_share(const struct ways *ways, int way);

#endif
