/* Halves of massless fermions' currents that differ from zero. Where one does, an operation of that half
 * alone does: half of the arithmetic, and the same result. */
#ifndef TESSERA_AMPLITUDE_HALVES_H
#define TESSERA_AMPLITUDE_HALVES_H

#include "amplitude/helicities.h"
#include "amplitude/operations.h"

/* Takes for an operation of a choice of helicities the kind that serves its halves. Its words name states,
 * for each of which `halves` keeps what may differ from zero; those that it takes come before it. */
void halves_take(const struct operations *operations, const struct helicities *helicities, int choice,
                 unsigned char *halves, uint32_t words[TREE_WORDS]);

#endif
