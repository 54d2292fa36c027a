/* How phase space behind beams of known energy serves a final state. A tree of decays into two follows the
 * propagators of the diagrams (kernels/phase_space/decay_tree.h). */
#ifndef TESSERA_PROCESS_DECAY_TREE_PLAN_H
#define TESSERA_PROCESS_DECAY_TREE_PLAN_H

#include "amplitude/graph.h"
#include "phase_space/decay_tree_layout.h"
#include "process/particle_cuts.h"
#include "program/program.h"

enum { DECAY_NODES = 2 * LEGS_MOST };

struct decay_tree {
    int final, nodes, axes;                                         /* the last node is the whole */
    int left[DECAY_NODES], right[DECAY_NODES], parent[DECAY_NODES]; /* -1: none */
    int components[DECAY_NODES];                                    /* of a mass that is drawn */
    double rows[DECAY_NODES][DECAY_NUMBERS];                        /* in units of `unit` GeV */
    double least, most;  /* mass of the whole [GeV], from beams or from a resonance */
    double log_constant; /* logarithm of what is constant */
};

/* What says which sets of particles flow on as one. */
struct decay_setting {
    const struct graph *graph;
    const struct chain *chain; /* NULL: no resonance is named */
    const struct particle_cuts *cuts;
    double root_s, unit; /* GeV */
};

/* Plans the phase space of a process whose cross section is finite (process/finite.h). */
void decay_tree_plan(const struct decay_setting *setting, struct decay_tree *tree);

/* Writes the compile-time constants of phase space. */
void decay_tree_write(const struct decay_tree *tree, struct source *text);

/* "decays, 8 axes adapt: w+ > e+ ve, w- > mu- vm~" */
void decay_tree_describe(const struct decay_setting *setting, const struct decay_tree *tree, char *text,
                         size_t bytes);

#endif
