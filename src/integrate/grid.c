#include "integrate/grid.h"

#include <math.h>
#include <stdlib.h>

ts_status grid_create(ts_context *context, int dimensions, int bins, int double_precision, struct grid *grid)
{
    *grid = (struct grid){dimensions, bins, ldexp(1, double_precision ? -50 : -24), NULL};
    grid->edges = malloc((size_t)dimensions * ((size_t)bins + 1) * sizeof *grid->edges);
    if (!grid->edges)
        return ts_fail_memory(context, "the grid");
    for (int axis = 0; axis < dimensions; ++axis)
        for (int i = 0; i <= bins; ++i)
            grid->edges[axis * (bins + 1) + i] = floor((double)i / bins / grid->resolution) *
                                                 grid->resolution;
    return TS_OK;
}

void grid_destroy(struct grid *grid)
{
    free(grid->edges);
    *grid = (struct grid){0};
}

/* The importance of each bin: smoothed over neighbours and compressed, so that
 * the grid moves without haste (Lepage 1978; the weights 1, 6, 1 of the
 * smoothing are those of arXiv:2009.05112). Returns the sum. */
static double importances(const int64_t *sums, int bins, double damping, double *importance)
{
    double total = 0, sum = 0;
    for (int i = 0; i < bins; ++i) {
        double here = (double)sums[i];
        double before = i > 0 ? (double)sums[i - 1] : here, after = i < bins - 1 ? (double)sums[i + 1] : here;
        importance[i] = (before + 6 * here + after) / 8;
        total += importance[i];
    }
    for (int i = 0; i < bins && total > 0; ++i) {
        double share = importance[i] / total;
        importance[i] = share <= 0 ? 0 : share >= 1 ? 1 : pow((share - 1) / log(share), damping);
        sum += importance[i];
    }
    return sum;
}

/* Puts the inner edges where the importance summed so far is even, on multiples
 * of the resolution, and at least one apart. */
static void move_edges(double *edges, int bins, const double *importance, double sum, double resolution)
{
    double *old = malloc(((size_t)bins + 1) * sizeof *old);
    if (!old)
        return; /* a grid that stays is still a right one */
    for (int i = 0; i <= bins; ++i)
        old[i] = edges[i];
    double share = sum / bins, gathered = 0;
    int bin = -1;
    for (int i = 1; i < bins; ++i) {
        while (gathered < share && bin < bins - 1)
            gathered += importance[++bin];
        gathered -= share;
        double back = importance[bin] > 0 ? gathered / importance[bin] : 0;
        double edge = old[bin + 1] - back * (old[bin + 1] - old[bin]);
        edges[i] = fmax(floor(edge / resolution) * resolution, edges[i - 1] + resolution);
    }
    for (int i = bins - 1; i > 0; --i)
        edges[i] = fmin(edges[i], edges[i + 1] - resolution);
    free(old);
}

void grid_refine(struct grid *grid, const int64_t *sums, double damping)
{
    double *importance = malloc((size_t)grid->bins * sizeof *importance);
    if (!importance)
        return;
    for (int axis = 0; axis < grid->dimensions; ++axis) {
        double sum = importances(sums + axis * grid->bins, grid->bins, damping, importance);
        if (sum > 0)
            move_edges(grid->edges + axis * (grid->bins + 1), grid->bins, importance, sum, grid->resolution);
    }
    free(importance);
}

void grid_table(const struct grid *grid, double *table)
{
    for (int axis = 0; axis < grid->dimensions; ++axis) {
        const double *edges = grid->edges + axis * (grid->bins + 1);
        for (int i = 0; i < grid->bins; ++i) {
            table[i] = edges[i];
            table[grid->bins + i] = edges[i + 1] - edges[i];
        }
        table += 2 * grid->bins;
    }
}
