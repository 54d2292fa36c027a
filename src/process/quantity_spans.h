/* Between which values the quantities of expressions stay within a card's cuts. */
#ifndef TESSERA_PROCESS_QUANTITY_SPANS_H
#define TESSERA_PROCESS_QUANTITY_SPANS_H

#include "integrand/expression.h"
#include "process/particle_cuts.h"
#include "process/quantities.h"

/* What a quantity has of which no cut says how small it may be, GeV. */
#define UNCUT_LEAST 10

/* The range of a call, such as pt(j1), in GeV where it has a unit. Transverse momenta, energies and masses
 * begin at what cuts say; where these leave them alone, at UNCUT_LEAST. */
struct expression_span quantity_span(const struct named_particle *particles, const struct particle_cuts *cuts,
                                     const char *function, const char *const *arguments, int count);

#endif
