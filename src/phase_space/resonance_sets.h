/* Resonances that the diagrams of a process may have on their mass shells at once: what channels of phase
 * space between hadrons have to map. */
#ifndef TESSERA_PHASE_SPACE_RESONANCE_SETS_H
#define TESSERA_PHASE_SPACE_RESONANCE_SETS_H

#include "phase_space/phase_space_plan.h"

/* Sets, each the resonances of one channel. */
struct resonance_sets {
    int count;
    struct plan_resonances *list; /* [count] */
};

/* Finds all sets that can take no other resonance. Where these are too many each resonance is in one. Returns
 * 0 where there is no memory. */
int resonance_sets_create(const struct phase_space_setting *setting, struct resonance_sets *sets);
void resonance_sets_free(struct resonance_sets *sets);

#endif
