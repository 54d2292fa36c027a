/* The trees that channels of phase space follow. Each line that makes a peak is in one, and resonances that a
 * diagram may have together are in one together. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_TREES_H
#define TESSERA_PHASE_SPACE_CASCADE_TREES_H

#include "phase_space/cascade_tree.h"

struct cascade_trees {
    int count;
    struct cascade_tree *list;
};

/* Finds them. Returns 0 where memory is missing. */
int cascade_trees_create(const struct cascade_lines *lines, struct cascade_trees *trees);
void cascade_trees_free(struct cascade_trees *trees);

#endif
