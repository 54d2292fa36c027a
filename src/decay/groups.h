/* Lines that products of one decay may come from, such as the W of t > b e+ ve, at whose masses |M|^2 has
 * peaks. */
#ifndef TESSERA_DECAY_GROUPS_H
#define TESSERA_DECAY_GROUPS_H

#include "tessera/model.h"

enum { GROUPS_MOST = 2, GROUPINGS_MOST = 12 };

/* Products that come from one line. */
struct group {
    unsigned products; /* bits of their places */
    double mass, width;
};

/* Groups that have nothing in common, or of which the second has all of the first and more. */
struct grouping {
    int count;
    struct group groups[GROUPS_MOST];
};

/* Finds the groupings of a decay's products whose lines can all be on their mass shells. A decay has diagrams
 * with such lines by vertices of three particles. Returns their number, at most GROUPINGS_MOST; 0 for two
 * products, and for more than five. */
int groups_find(const ts_model *model, int mother, const int *products, int count,
                struct grouping list[GROUPINGS_MOST]);

#endif
