/* What the condition of a card, an expression, says of transverse momenta and masses alone. Phase space then
 * leaves out what the condition cuts away. */
#ifndef TESSERA_SELECTION_EXPRESSION_LIMITS_H
#define TESSERA_SELECTION_EXPRESSION_LIMITS_H

#include "process/quantities.h"
#include "selection/particle_cuts.h"

/* Narrows `limits` by what can be read off the condition. That are comparisons of pt, m, ht or met with a
 * number: one, or several joined by "&&". All else is left to the condition itself. */
void expression_limits_add(const char *text, const struct named_particle *particles,
                           struct particle_cuts *limits);

#endif
