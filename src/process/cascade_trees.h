/* The trees that channels of phase space follow: enough of them that each line that makes a peak is in one,
 * and all resonances that a diagram may have together are in one together. */
#ifndef TESSERA_PROCESS_CASCADE_TREES_H
#define TESSERA_PROCESS_CASCADE_TREES_H

#include "process/cascade_lines.h"

enum { TREE_NODES = LEGS_MOST };

/* A node is a set of final particles, and `left` of them are on the side of the first beam. */
struct cascade_node {
    unsigned set, left;
    int exchange; /* whether it splits by an exchange: what is left of it is right of its own left */
};

/* A tree without its final particles, the whole first and parents before what they split into. */
struct cascade_tree {
    int count;
    struct cascade_node nodes[TREE_NODES];
    int copies; /* how many trees it stands for, which differ by the places of equal particles; 0: another
                 * one stands for it */
};

struct cascade_trees {
    int count;
    struct cascade_tree *list;
};

/* Finds them. Returns 0 where memory is missing. */
int cascade_trees_create(const struct cascade_lines *lines, struct cascade_trees *trees);
void cascade_trees_free(struct cascade_trees *trees);

/* Whether a tree has a decay line of this set, or an exchange beyond which this set is. */
int cascade_tree_decays(const struct cascade_tree *tree, unsigned set);
int cascade_tree_exchanges(const struct cascade_tree *tree, unsigned set);

#endif
