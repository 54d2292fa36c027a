#include "cubature/sweeps.h"

#include <math.h>
#include <stdlib.h>

/* A density on an axis, in pieces of constant density: half of it that of the grid's bins, half of it even
 * around the centres. */
struct mixture {
    const double *edges; /* [bins + 1] of the grid */
    int bins;
    const double *centres;
    int count;
    double half_width;
};

/* The part of the density below t. */
static double part_below(const struct mixture *mixture, double t)
{
    int bin = 0;
    while (bin + 1 < mixture->bins && mixture->edges[bin + 1] <= t)
        ++bin;
    const double low = mixture->edges[bin], width = mixture->edges[bin + 1] - low;
    double around = 0;
    for (int i = 0; i < mixture->count; ++i) {
        const double from = fmax(0, mixture->centres[i] - mixture->half_width);
        const double to = fmin(1, mixture->centres[i] + mixture->half_width);
        around += fmin(fmax((t - from) / (to - from), 0), 1);
    }
    return (((double)bin + (t - low) / width) / mixture->bins + around / mixture->count) / 2;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the density begins to be another. Returns how many such ends there are. */
static int find_ends(const struct mixture *mixture, double *ends)
{
    int count = 0;
    for (int i = 0; i <= mixture->bins; ++i)
        ends[count++] = mixture->edges[i];
    for (int i = 0; i < mixture->count; ++i) {
        ends[count++] = fmax(0, mixture->centres[i] - mixture->half_width);
        ends[count++] = fmin(1, mixture->centres[i] + mixture->half_width);
    }
    qsort(ends, (size_t)count, sizeof *ends, ascending);
    return count;
}

/* The edges between which the density is the same, from end to end. */
static void divide(const struct mixture *mixture, const double *ends, int count, double *edges)
{
    double below = 0, above = 0;
    int end = 0;
    edges[0] = 0;
    for (int i = 1; i < mixture->bins; ++i) {
        const double wanted = (double)i / mixture->bins;
        while (end + 1 < count && above <= wanted) {
            below = above;
            above = part_below(mixture, ends[++end]);
        }
        const double part = above > below ? (wanted - below) / (above - below) : 0;
        edges[i] = ends[end - 1] + part * (ends[end] - ends[end - 1]);
    }
}

ts_status edges_attract(ts_context *context, const struct sweeps *sweeps, const void *grid, int axis,
                        const double *centres, int count, double half_width, double *edges)
{
    const size_t bins = (size_t)sweeps->bins, first = bins * (size_t)axis;
    double *memory = calloc(2 * (bins + 1) + 2 * (size_t)count, sizeof *memory);
    if (!memory)
        return ts_fail_memory(context, "the grid");
    double *const ends = memory + bins + 1;
    const struct mixture mixture = {memory, sweeps->bins, centres, count, half_width};
    for (size_t i = 0; i < bins; ++i)
        memory[i] = sweeps_grid_number(sweeps, grid, 2 * (first + i));
    memory[bins] = 1;
    divide(&mixture, ends, find_ends(&mixture, ends), edges);
    free(memory);
    return TS_OK;
}
