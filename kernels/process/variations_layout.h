/* What kernel and host agree on of variations (variations.h): plain C, for both. */
#ifndef TESSERA_PROCESS_VARIATIONS_LAYOUT_H
#define TESSERA_PROCESS_VARIATIONS_LAYOUT_H

/* Large tables are found by numbers of blocks of so many scalars, which single precision holds exactly. */
#define VARIATION_BLOCK 128

/* A row of the table of variations. */
enum {
    VARIATION_SAME_DENSITIES, /* 1: those of the row before, of the first those of the weight itself */
    VARIATION_DENSITIES,      /* where its table of densities begins, in blocks */
    VARIATION_LOG_F,          /* log(mu_F^2 / mu_F^2 of the weight itself), where that scale is dynamic */
    VARIATION_COUPLING,       /* where its table of alpha_s begins, in blocks, */
    VARIATION_LOG_R,          /* and the same of mu_R, where that scale is dynamic; */
    VARIATION_ALPHA_S,        /* else its alpha_s over that of the weight itself */
    VARIATION_NUMBERS
};

#endif
