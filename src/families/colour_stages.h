/* Whether the colours of a process are summed in one stage or in two (src/events/colour_ratio.h). */
#ifndef TESSERA_FAMILIES_COLOUR_STAGES_H
#define TESSERA_FAMILIES_COLOUR_STAGES_H

#include "process/family.h"

/* Whether a card with colour: full takes two stages, the first one by `family`, which has its process at
 * leading colour. With colour_stages: auto it does where that is faster and the family has all that the card
 * asks for; with 2 it must. Where it must and cannot, or cannot by one stage either, a sentence without full
 * stop says why, and `key` of which option. */
int colour_two_stages(const ts_card *card, const struct process_family *family,
                      const struct particle_list *list, const char **key, char *sentence, size_t bytes);

#endif
