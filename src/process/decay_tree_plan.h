/* Cuts without which a cross section behind beams of known energy is infinite. */
#ifndef TESSERA_PROCESS_DECAY_TREE_PLAN_H
#define TESSERA_PROCESS_DECAY_TREE_PLAN_H

#include "amplitude/graph.h"
#include "process/particle_cuts.h"

/* What says which sets of particles flow on as one. */
struct decay_setting {
    const struct graph *graph;
    const struct chain *chain; /* NULL: no resonance is named */
    const struct particle_cuts *cuts;
    double root_s, unit; /* GeV */
};

/* Refuses cuts under which a cross section is infinite, with an option and a sentence without full stop.
 * Massless particles may be soft, or collinear with each other or a beam. A resonance without width may be on
 * its shell. Returns 0 where one of these is so. */
int decay_tree_check(const struct decay_setting *setting, const char **key, char sentence[SENTENCE_BYTES]);

#endif
