/* Momenta of what one particle decays into. */
#ifndef TESSERA_DECAY_PRODUCTS_H
#define TESSERA_DECAY_PRODUCTS_H

#include "decay/draw.h"
#include "decay/groups.h"
#include "decay/ways.h"
#include "reweight/momentum.h"

/* Pairs of uniform numbers, which come one after the other. */
struct pairs {
    const struct draw *draw;
    uint32_t next;
};

/* What decays, and into what. */
struct products {
    double mass; /* of what decays */
    int count;
    double of[PRODUCTS_MOST]; /* masses of products */
    const double *direction;  /* of the first one of two, at rest; NULL: it is drawn */
    int grouping_count;       /* 0: products are flat in phase space */
    const struct grouping *groupings;
};

/* Draws the momenta of products of a particle with the momentum `all`. Without groupings they are flat in
 * phase space. With them masses of lines follow Breit and Wigner, and each grouping has its share of all
 * draws. Returns phase space over the density of these momenta; 0: they do not fit. `flat` is multiplied with
 * the share of the largest density that flat phase space has there; without groupings. */
double products_draw(struct pairs *pairs, const struct products *products, struct momentum all,
                     struct momentum made[PRODUCTS_MOST], double *flat);

#endif
