/* Between which values the quantities of expressions stay within a card's cuts. */
#ifndef TESSERA_SELECTION_QUANTITY_SPANS_H
#define TESSERA_SELECTION_QUANTITY_SPANS_H

#include "process/quantities.h"
#include "selection/particle_cuts.h"

/* What a quantity has of which no cut says how small it may be, GeV. */
#define UNCUT_LEAST 10

/* Cuts of all subprocesses, and their particles. */
struct cut_quantities {
    const struct named_particle *particles;
    const struct particle_cuts *cuts;
};

/* A quantity_span_function; `data`: cut_quantities. Transverse momenta, energies and masses begin at what
 * cuts say; where these leave them alone, at UNCUT_LEAST. */
struct expression_span quantity_span(const void *data, const char *function, const char *const *arguments,
                                     int count);

#endif
