/* The tree of a channel of phase space, and the best one with lines that are asked for. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_TREE_H
#define TESSERA_PHASE_SPACE_CASCADE_TREE_H

#include "phase_space/cascade_lines.h"

enum { TREE_NODES = LEGS_MOST };

/* A node is a set of final particles, and `left` of them are on the side of the first beam. */
struct cascade_node {
    unsigned set, left;
    int exchange; /* whether it splits by an exchange, which parts its left from its right */
};

/* A tree without its final particles, the whole first and parents before what they split into. */
struct cascade_tree {
    int count;
    struct cascade_node nodes[TREE_NODES];
    int copies; /* how many trees it stands for, which differ by the places of equal particles; 0: another
                 * one stands for it */
};

/* A line as one number: its set, and this where it is an exchange. */
enum { LINE_EXCHANGED = 1 << 16, LINES_WANTED = TREE_NODES };

struct wanted {
    int count;
    unsigned line[LINES_WANTED];
};

/* The best tree of each set of final particles, and of each part of a t-channel on the second beam's side. */
struct best {
    int decay, exchange; /* what they are worth */
    unsigned decay_left, exchange_left;
    int exchange_goes_on; /* whether the right part of it is one again */
};

/* What finds trees. */
struct tree_finder {
    const struct cascade_lines *lines;
    unsigned char *seen; /* [2 (all + 1)]: decay lines, then exchanges, that some tree has */
    struct best *best;   /* [all + 1] */
};

/* Whether no diagram can have both lines. */
int cascade_lines_cross(unsigned a, unsigned b);

int cascade_line_rank(const struct tree_finder *finder, unsigned line);

/* The place of a line in `seen`. */
size_t cascade_line_place(const struct tree_finder *finder, unsigned line);

/* The best tree with what is wanted. Returns whether it has no node without a line. */
int cascade_tree_find(struct tree_finder *finder, const struct wanted *wanted, struct cascade_tree *tree);

int cascade_tree_has(const struct cascade_tree *tree, unsigned line);
int cascade_trees_equal(const struct cascade_tree *a, const struct cascade_tree *b);

/* cascade_trees.c. The trees that channels of phase space follow. Each line that makes a peak is in one, and
 * resonances that a diagram may have together are in one together. */

struct cascade_trees {
    int count;
    struct cascade_tree *list;
};

/* Finds them. Returns 0 where memory is missing. */
int cascade_trees_create(const struct cascade_lines *lines, struct cascade_trees *trees);
void cascade_trees_free(struct cascade_trees *trees);

#endif
