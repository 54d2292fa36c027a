/* Flavours that a model does not tell apart: where two change their names, all vertices stay what they are.
 * Without electroweak vertices these are all quarks of one mass; with those of the W boson each has its
 * partner and none is left. */
#ifndef TESSERA_SUBPROCESS_INTERCHANGE_H
#define TESSERA_SUBPROCESS_INTERCHANGE_H

#include "subprocess/chain.h"
#include "subprocess/conserved.h"

struct interchange {
    int first[CONSERVED_PARTICLES_MOST]; /* of each row of the model: the first one that it is interchangeable
                                            with */
};

/* Finds them for vertices with these powers of the couplings and below, of what is excluded or decays none.
 */
void interchange_find(const ts_model *model, const struct orders *most, const struct exclusion *excluded,
                      const struct chain *chains, int chain_count, struct interchange *interchange);

/* Gives interchangeable flavours the names of the first ones, in the order in which they come. */
void interchange_rename(const struct interchange *interchange, const ts_model *model, const int *pdg,
                        int legs, int *renamed);

#endif
