/* The importance grid on the device (kernels/vegas.h says what it is), and the sums that refine it. */
#ifndef TESSERA_INTEGRATE_GRID_H
#define TESSERA_INTEGRATE_GRID_H

#include "device/device.h"

/* A buffer of scalars of that precision, rounded from doubles. */
ts_status scalars_create(ts_context *context, struct device *device, int double_precision,
                         const double *values, size_t count, struct device_buffer **buffer);

/* A buffer of scalars with words of 32 bits behind them. */
ts_status scalars_create_before(ts_context *context, struct device *device, int double_precision,
                                const double *values, size_t count, const uint32_t *words, size_t word_count,
                                struct device_buffer **buffer);

/* A buffer of the device's scalars as doubles, to be freed; NULL after a failure. */
ts_status scalars_read(ts_context *context, struct device_buffer *buffer, int double_precision,
                       double **values, size_t *count);

/* The grid with bins as equal as the multiples allow on which edges lie. It comes with the spline of a smooth
 * map behind it (kernels/cubature/smooth.h), or without. */
ts_status grid_create(ts_context *context, struct device *device, int double_precision, int axes, int bins,
                      int smooth, struct device_buffer **grid);

/* Whether the edges of each axis lead from 0 to 1, and the widths fit them. `grid`: [axes][bins][2] */
int grid_is_whole(const double *grid, size_t axes, size_t bins);

/* Makes the density of each axis the mean of what it is and an even one. No weight is more than twice what it
 * is on an even axis then. `grid`, `soft`: [axes][bins][2], edges and widths. */
void grid_soften(const double *grid, int double_precision, int axes, int bins, double *soft);

#endif
