/* What lines the diagrams of a process have between two of its bodies, for questions of where they are
 * infinite. A body is an external leg or a resonance that the process names. */
#ifndef TESSERA_PHASE_SPACE_FINITE_LINES_H
#define TESSERA_PHASE_SPACE_FINITE_LINES_H

#include "amplitude/graph.h"

enum { BODIES_MOST = LEGS_MOST + DECAYS_MOST };

/* What two bodies may come from. */
enum finite_line {
    LINE_FERMION = 1, /* a line without mass, */
    LINE_BOSON = 2,   /* a boson's line without mass; */
    LINE_EMITS = 4    /* one of the other body's particle, which so emits this one */
};

struct finite_lines {
    int bodies; /* the legs come first */
    struct {
        unsigned legs; /* of the process, a bit each */
        int pdg;
    } body[BODIES_MOST];
    int between[BODIES_MOST][BODIES_MOST]; /* sums of finite_line; of [a][b] body b emits a */
    int massless;                          /* whether a diagram has no line with a mass */
};

/* Finds them. Returns 0 where there is no memory. */
int finite_lines_find(const struct graph *graph, const struct chain *chain, struct finite_lines *lines);

/* Calls `visit` for each line of the graph, with the legs at one of its ends. It is the end that has no beam,
 * if one has none. Stops where that returns 0, and returns 0 then. */
int finite_lines_visit(const struct graph *graph, int (*visit)(void *data, unsigned legs, int pdg),
                       void *data);

#endif
