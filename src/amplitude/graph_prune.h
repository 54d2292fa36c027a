/* What makes a graph smaller without changing an amplitude. Both return 0 where there is no memory. */
#ifndef TESSERA_AMPLITUDE_GRAPH_PRUNE_H
#define TESSERA_AMPLITUDE_GRAPH_PRUNE_H

#include "amplitude/graph.h"

/* Keeps currents that reach an amplitude, in their order, with their terms together. */
int graph_prune(struct graph *graph);

/* Of two currents of gluons alone whose strings are each other's reversal one is kept. With the sign
 * (-1)^(k-1) of k gluons it is the other one. */
int graph_reverse(struct graph *graph);

#endif
