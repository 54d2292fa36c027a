/* Which matrix elements are too large for a program: said as early as it is known. */
#ifndef TESSERA_AMPLITUDE_SIZE_H
#define TESSERA_AMPLITUDE_SIZE_H

#include "amplitude/graph.h"

enum {
    TREE_FLOWS_MOST = 1100,    /* colour flows whose matrix still fits, and is multiplied in tolerable time */
    TREE_SLOTS_MOST = 1 << 13, /* currents of a tree, for which a thread has memory */
    TREE_TENSOR_SLOTS_MOST = TREE_SLOTS_MOST / 4 /* currents where some are of spin 2 */
};

/* Colour flows that a process with these legs has at least, if it has a diagram. With one quark line or none
 * they are all that it has. Gluons may change places on a line: n of them have n! orders there. Alone they
 * have the (n - 2)! nested commutators. */
double tree_flows_least(const ts_model *model, int legs, const int *pdg);

/* Refuses by its legs alone what has too many flows (TS_ERROR_INPUT); costs nothing. */
ts_status tree_check_legs(ts_context *context, const ts_model *model, int legs, int incoming, const int *pdg);

/* Refuses by its graph what has too many flows or currents. */
ts_status tree_check_graph(ts_context *context, const struct graph *graph);

#endif
