#include "integrate/grid.h"

#include "cubature/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ts_status scalars_create_before(ts_context *context, struct device *device, int double_precision,
                                const double *values, size_t count, const uint32_t *words, size_t word_count,
                                struct device_buffer **buffer)
{
    const size_t scalars = count * (double_precision ? sizeof(double) : sizeof(float));
    const size_t bytes = scalars + word_count * sizeof *words;
    char *all = malloc(bytes + 1);
    float *narrow = (float *)(void *)all;
    if (!all)
        return ts_fail_memory(context, "the numbers of a program");
    if (double_precision && count)
        memcpy(all, values, scalars);
    for (size_t i = 0; i < count && !double_precision; ++i)
        narrow[i] = (float)values[i];
    if (word_count)
        memcpy(all + scalars, words, word_count * sizeof *words);
    const ts_status status = device_buffer_create(context, device, bytes, all, buffer);
    free(all);
    return status;
}

ts_status scalars_create(ts_context *context, struct device *device, int double_precision,
                         const double *values, size_t count, struct device_buffer **buffer)
{
    return double_precision
               ? device_buffer_create(context, device, count * sizeof(double), values, buffer)
               : scalars_create_before(context, device, double_precision, values, count, NULL, 0, buffer);
}

ts_status scalars_read(ts_context *context, struct device_buffer *buffer, int double_precision,
                       double **values, size_t *count)
{
    *count = buffer->bytes / (double_precision ? sizeof(double) : sizeof(float));
    *values = malloc((*count + 1) * sizeof **values);
    float *narrow = malloc((*count + 1) * sizeof *narrow);
    ts_status status = *values && narrow
                           ? device_buffer_read(context, buffer, double_precision ? (void *)*values : narrow)
                           : ts_fail_memory(context, "the numbers of a program");
    for (size_t i = 0; i < *count && !double_precision && !status; ++i)
        (*values)[i] = (double)narrow[i];
    free(narrow);
    if (status) {
        free(*values);
        *values = NULL;
    }
    return status;
}

/* What edges are multiples of (kernels/vegas.h). */
static double grid_resolution(int double_precision) { return ldexp(1, double_precision ? -50 : -24); }

ts_status grid_create(ts_context *context, struct device *device, int double_precision, int axes, int bins,
                      int smooth, struct device_buffer **grid)
{
    const double resolution = grid_resolution(double_precision);
    const size_t all = smooth ? (size_t)GRID_LENGTH(axes, bins) : 2 * (size_t)bins * (size_t)axes;
    double *table = calloc(all, sizeof *table);
    if (!table)
        return ts_fail_memory(context, "the grid");
    for (int i = 0; i < bins; ++i) {
        const double edge = floor((double)i / bins / resolution) * resolution;
        table[2 * i] = edge;
        table[2 * i + 1] = floor((i + 1.0) / bins / resolution) * resolution - edge;
        if (smooth && i == bins - 1) /* to the largest number below 1, as in smooth_learn() */
            table[2 * i + 1] = 1 - ldexp(1, double_precision ? -53 : -24) - edge;
    }
    for (int axis = 1; axis < axes; ++axis)
        memcpy(table + 2 * bins * axis, table, 2 * (size_t)bins * sizeof *table);
    double *next = table + SMOOTH_BEGIN(axes, bins);
    for (int piece = 0; smooth && piece < axes * bins; ++piece, next += 4) {
        next[0] = table[2 * piece];
        next[1] = 1.0 / bins;
        if (piece % bins == bins - 1) /* a hyperbola, though straight */
            next[1] = -next[1];
    }
    for (; smooth && next < table + all; ++next)
        *next = 1;
    ts_status status = scalars_create(context, device, double_precision, table, all, grid);
    free(table);
    return status;
}

/* One axis, whose bins are equally probable. */
static void soften_axis(const double *axis, int bins, double resolution, double *soft)
{
    soft[0] = axis[0];
    for (int k = 1, i = 0; k < bins; ++k) {
        /* Twice the new probability below the lower edge of bin i is i / bins + edge. */
        const double wanted = 2.0 * k / bins;
        while ((i + 1.0) / bins + axis[2 * i] + axis[2 * i + 1] < wanted)
            ++i;
        const double below = (double)i / bins + axis[2 * i], inside = 1.0 / bins + axis[2 * i + 1];
        const double edge = axis[2 * i] + (wanted - below) / inside * axis[2 * i + 1];
        soft[2 * k] = floor(edge / resolution) * resolution;
        soft[2 * k - 1] = soft[2 * k] - soft[2 * k - 2];
    }
    soft[2 * bins - 1] = axis[2 * bins - 2] + axis[2 * bins - 1] - soft[2 * bins - 2];
}

void grid_soften(const double *grid, int double_precision, int axes, int bins, double *soft)
{
    for (size_t axis = 0; axis < (size_t)axes; ++axis)
        soften_axis(grid + 2 * axis * (size_t)bins, bins, grid_resolution(double_precision),
                    soft + 2 * axis * (size_t)bins);
}

int grid_is_whole(const double *grid, size_t axes, size_t bins)
{
    for (size_t i = 0; i < axes * bins; ++i) {
        const double edge = grid[2 * i], width = grid[2 * i + 1];
        const double end = i % bins + 1 < bins ? grid[2 * i + 2] : 1;
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a grid has bins */
        if (!(width > 0) || !(fabs(edge + width - end) <= 1e-6) || (i % bins == 0 && edge != 0))
            return 0;
    }
    return 1;
}
