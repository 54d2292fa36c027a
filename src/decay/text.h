/* The process of an event with its decays, in the notation of processes. */
#ifndef TESSERA_DECAY_TEXT_H
#define TESSERA_DECAY_TEXT_H

#include "decay/plan.h"
#include "reweight/elements.h"

enum { DECAY_TEXT_BYTES = 2000 };

/* Writes "u u~ > t t~ QED=0, (t > w+ b, (w+ > l+ vl)), (t~ > w- b~)". The production is that of a kind that
 * has a matrix element, with its decays; further ones are the plan's. Orders stand there where the card's
 * process has them, as others are found again. */
void decay_text(const struct elements *production, size_t kind, const struct ways *ways,
                const struct plan *plan, char text[DECAY_TEXT_BYTES]);

#endif
