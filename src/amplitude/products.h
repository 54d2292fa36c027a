/* Products of currents that several currents have, in other colour flows. */
#ifndef TESSERA_AMPLITUDE_PRODUCTS_H
#define TESSERA_AMPLITUDE_PRODUCTS_H

#include "amplitude/graph.h"

/* Of a term: the first one with the same vertex and children, and how many there are. They differ in a factor
 * alone. */
struct term_product {
    int first, uses;
};

/* One of each term, to be freed; NULL where there is no memory. */
struct term_product *products_of(const struct graph *graph);

#endif
