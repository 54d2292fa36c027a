/* The graph of off-shell currents of a partonic process (Berends and Giele's recursion over HELAS's
 * functions).
 *
 * A current is a set of external legs that flow on as one particle, in one colour flow, with some powers of
 * the couplings. It is a sum of terms, each a vertex of the model with smaller currents, its children, and
 * its propagator. Currents that agree are one, whatever colour order they serve.
 *
 * No current holds more than half of the legs. Every diagram has either one line that parts its legs into
 * halves or one vertex all of whose branches hold less than half of them. There it is cut: a joint is a
 * current without propagator. Times its partner, which holds all other legs, it is a part of the amplitude,
 * one number for each finished colour flow. Of the branches of that vertex the one with the closing leg is
 * the partner. Of two halves the one with the closing leg is the joint. */
#ifndef TESSERA_AMPLITUDE_GRAPH_H
#define TESSERA_AMPLITUDE_GRAPH_H

#include "colour/flow.h"
#include "colour/matrix.h"
#include "subprocess/chain.h"

enum { GRAPH_CHILDREN = TS_VERTEX_LEGS - 1 };

/* Particles are what comes into the next vertex: of an outgoing external leg the antiparticle. */
struct current {
    unsigned legs; /* a bit a leg */
    int pdg;
    struct orders orders;         /* in its step of the chain, what has a bound there */
    struct square_powers squared; /* in the production, what the square has bounds of */
    unsigned required;            /* lines in it that the process asks for (subprocess/lines.h) */
    struct flow flow;
    int first, count; /* terms of the current; none of an external leg */
    int joint;        /* without propagator: a child of none */
    int states;       /* helicities of its propagator that the process asks for (STATE_...); 0: all */
};

/* A vertex with children: numerator / denominator is the factor of colour and of the order of fermions. */
struct graph_term {
    int current;
    int vertex, out; /* row of the model, and the leg by which the current leaves */
    int children;
    int child[GRAPH_CHILDREN]; /* in the order of the vertex's legs */
    int middle;                /* of four gluons: struct flow_term */
    int numerator, denominator;
};

/* A joint and its partner, and the amplitude that they add to. */
struct graph_close {
    int current, partner, flow;
    int numerator, denominator;
};

struct graph {
    const ts_model *model;
    int legs, incoming;
    int pdg[LEGS_MOST]; /* as the process names them, incoming first */
    int incoming_pdg[LEGS_MOST];
    int closing;
    struct current *currents; /* external legs first: current i is leg i; children before parents */
    int current_count;
    struct graph_term *terms; /* by current */
    int term_count;
    struct graph_close *closes;
    int close_count;
    struct flow *flows;
    struct square_powers *flow_orders; /* NULL: the square has no bounds, and each flow is there once */
    int flow_count;
    int split;  /* whether gluons alone have colour, and a particle without joins groups of them */
    int nested; /* whether a flow stands for a nested commutator (colour_is_nested()), not for itself */
};

/* What a graph is made of. */
struct graph_process {
    const ts_model *model;
    int legs;
    const int *pdg;                      /* incoming first */
    struct orders most;                  /* of the production; ORDER_ANY: no bound */
    const struct square_bounds *squares; /* NULL: none */
    const struct exclusion *excluded;    /* of lines, and lines that are required; NULL: nothing */
    const struct chain *chain;           /* NULL: nothing decays */
    int leading;                         /* leading colour alone */
};

/* Makes the graph with the closing leg that needs the least work. TS_ERROR_INPUT where it has more than
 * GRAPH_TERMS_MOST terms, TS_ERROR_MEMORY, TS_INTERRUPTED. A process without diagrams has no flows. */
enum { GRAPH_TERMS_MOST = 4000000 };
ts_status graph_create(ts_context *context, const struct graph_process *process, struct graph *graph);
void graph_free(struct graph *graph);

/* Whether a diagram has a line of this particle, or its antiparticle, with these legs (a bit each) at one
 * end. */
int graph_has_line(const struct graph *graph, unsigned legs, int pdg);

/* Gives propagators of polarised particles that decay the helicities that the chain asks for. NULL: none. */
void graph_set_states(struct graph *graph, const struct chain *chain);

/* Whether it has currents of spin 2. */
int graph_has_tensors(const struct graph *graph);

/* What the legs are to colour. */
struct colour_legs graph_colour_legs(const struct graph *graph);

#endif
