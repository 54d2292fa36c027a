/* The importance grid of VEGAS on the host: edges of bins, refined between
 * iterations. */
#ifndef TESSERA_INTEGRATE_GRID_H
#define TESSERA_INTEGRATE_GRID_H

#include "core/context.h"

#include <stddef.h>
#include <stdint.h>

struct grid {
    int dimensions, bins;
    double resolution; /* edges are multiples of it */
    double *edges;     /* [dimensions][bins + 1], from 0 to 1 */
};

/* Makes a grid of equal bins. `double_precision` chooses the resolution:
 * 2^-50, or 2^-24, so that widths are exact in the precision of the kernels. */
ts_status grid_create(ts_context *context, int dimensions, int bins, int double_precision, struct grid *grid);
void grid_destroy(struct grid *grid);

/* Moves the edges so that each bin holds the same share of `sums`, the sums of
 * squared weights in each bin ([dimensions][bins]), smoothed and damped: the
 * exponent `damping` is Lepage's alpha. An axis without any sum stays. */
void grid_refine(struct grid *grid, const int64_t *sums, double damping);

/* The table kernels/vegas.h reads: for each axis lower edges, then widths. */
void grid_table(const struct grid *grid, double *table);

#endif
