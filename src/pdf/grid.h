/* A grid of x f(x, Q^2), and LHAPDF's interpolation in it.
 *
 * A. Buckley et al., "LHAPDF6: parton density access in the LHC precision era",
 * Eur. Phys. J. C 75 (2015) 132, section 3: cubic Hermite polynomials in log x,
 * then in log Q^2, with finite differences for the derivatives. Where a quark's
 * mass is crossed the densities have a kink: the grid then has the scale twice,
 * and no difference is taken across it. */
#ifndef TESSERA_PDF_GRID_H
#define TESSERA_PDF_GRID_H

#include "tessera/context.h"

#include <stddef.h>

/* What is given for a point outside the grid. */
enum pdf_extrapolator { PDF_CONTINUATION, PDF_NEAREST, PDF_NO_EXTRAPOLATION };

struct pdf_grid {
    size_t x_count, q_count, flavour_count;
    double *log_x;  /* [x_count] ascending */
    double *log_q2; /* [q_count] ascending; a threshold stands twice */
    int *flavours;  /* [flavour_count] PDG codes, the gluon is 21 */
    double *values; /* [q_count][flavour_count][x_count] x f */
    enum pdf_extrapolator extrapolator;
    int force_positive; /* 0: no; 1: not below zero; 2: not below 1e-10 */
};

/* Allocates the arrays for the counts, which the caller then fills. */
ts_status pdf_grid_create(ts_context *context, size_t x_count, size_t q_count, size_t flavour_count,
                          struct pdf_grid *grid);

/* Frees the arrays and clears the structure. */
void pdf_grid_destroy(struct pdf_grid *grid);

/* The place of a PDG code in the grid (0 means the gluon), or -1. */
int pdf_grid_slot(const struct pdf_grid *grid, int pdg);

/* The interpolant for a point in the grid; outside of it the polynomial of the
 * nearest cell, which is of no use. Not clipped. */
double pdf_grid_interpolate(const struct pdf_grid *grid, int slot, double log_x, double log_q2);

/* Interpolated or extrapolated; not yet made positive. */
double pdf_grid_value(const struct pdf_grid *grid, int slot, double log_x, double log_q2);

/* The lowest value that force_positive lets through. */
double pdf_grid_floor(const struct pdf_grid *grid);

static inline double *pdf_grid_row(const struct pdf_grid *grid, size_t q, size_t slot)
{
    return grid->values + (q * grid->flavour_count + slot) * grid->x_count;
}

#endif
