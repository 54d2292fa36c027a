/* Writes the axes that kernels/axis.h reads. */
#ifndef TESSERA_PDF_AXIS_H
#define TESSERA_PDF_AXIS_H

#include <stddef.h>

/* How many numbers the bins and cells of an axis with these ascending knots take. */
size_t axis_length(const double *knots, size_t knot_count);

/* Writes the axis' seven numbers at `header` and its bins and cells at `offset`. */
void axis_write(const double *knots, size_t knot_count, double *table, size_t header, size_t offset);

/* Writes the numbers of an axis with even cells, which needs no more. */
void axis_write_even(double low, double high, size_t cells, double *table, size_t header);

/* Cell number i of an axis: its lower end and its width. Returns 0 behind the last one. */
int axis_cell(const double *table, size_t header, size_t i, double *low, double *width);

#endif
