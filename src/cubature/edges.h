/* Edges of a grid that is to go to some places, too. */
#ifndef TESSERA_CUBATURE_EDGES_H
#define TESSERA_CUBATURE_EDGES_H

#include "cubature/sweeps.h"

/* New edges of an axis: half of the bins lie as those of the grid do, the other half evenly around the
 * centres.
 * @param grid as sweeps_read_grid() has it
 * @param centres `count` of them, in the unit interval
 * @param half_width how far around each
 * @param edges [bins] lower ends of the bins, ascending from 0 */
ts_status edges_attract(ts_context *context, const struct sweeps *sweeps, const void *grid, int axis,
                        const double *centres, int count, double half_width, double *edges);

#endif
