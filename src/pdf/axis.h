/* Writes the axes that kernels/axis.h reads. */
#ifndef TESSERA_PDF_AXIS_H
#define TESSERA_PDF_AXIS_H

#include <stddef.h>

/* How many numbers the bins and cells of an axis with these ascending knots take. */
size_t axis_length(const double *knots, size_t knot_count);

/* Writes the axis' seven numbers at `header` and its bins and cells at `offset`. */
void axis_write(const double *knots, size_t knot_count, double *table, size_t header, size_t offset);

#endif
