/* What may branch off one from another behind a t-channel between hadrons: two of its nodes, two pairs of
 * them, or a pair and one more. Their masses have peaks along the lines of the diagrams, which channels
 * follow (phase_space_channels.h). */
#ifndef TESSERA_PHASE_SPACE_BRANCHINGS_H
#define TESSERA_PHASE_SPACE_BRANCHINGS_H

#include "phase_space/phase_space_plan.h"

struct branchings {
    int count;
    struct plan_branching *list; /* [count] */
};

/* Finds them in the diagrams, by lines with colour that are no resonances, where at least four nodes stand in
 * the t-channel of `base`. Those that differ by the places of equal particles alone are there together or not
 * at all; smaller groups of these come first, up to `most` branchings in all. `known` [known_count]: sets of
 * two particles, a bit each, that have channels of their own. Returns 0 where there is no memory. */
int branchings_create(const struct phase_space_setting *setting, const struct phase_space_plan *base,
                      const unsigned *known, int known_count, int most, struct branchings *branchings);
void branchings_free(struct branchings *branchings);

#endif
