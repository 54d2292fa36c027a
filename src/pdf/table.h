/* The tables that kernels/pdf.h and kernels/coupling.h read.
 *
 * They are made in double precision; for kernels in single precision the caller
 * rounds every number. What counts or points is exact in both. free() them. */
#ifndef TESSERA_PDF_TABLE_H
#define TESSERA_PDF_TABLE_H

#include "pdf/alpha_s.h"
#include "tessera/pdf.h"

#include <stddef.h>

/* Where tables of all scales begin, GeV. */
#define PDF_TABLE_LOWEST 0.5

/* The partons of `pdg` from a set: at one scale in GeV (fixed_q > 0; for
 * PDF_FIXED_SCALE 1), or at all (fixed_q <= 0; for PDF_FIXED_SCALE 0). A parton
 * that the set does not have is zero. Where the set is to be continued beyond its
 * grid, so is the table, down to x = 1e-9 and from 0.5 GeV to 100 TeV. Beyond
 * that (and for sets that are not continued) a kernel gets the nearest border. */
ts_status pdf_table_create(ts_context *context, const ts_pdf *pdf, double fixed_q, const int *pdg,
                           size_t flavour_count, double **table, size_t *length);

/* alpha_s from 0.5 GeV (or the lowest scale above it where alpha_s < 2) to 100 TeV. */
ts_status coupling_table_create(ts_context *context, const struct alpha_s *coupling, double **table,
                                size_t *length);

/* The scale in GeV at which that table begins; 100 TeV where there is no such scale. */
double coupling_table_lowest(const struct alpha_s *coupling);

/* What a table of alpha_s reaches over: log Q^2, in so many even steps and those that end at kinks. */
struct coupling_span {
    double low, high;
    size_t steps;
};

/* alpha_s in a span, in which it is finite. */
ts_status coupling_table_create_in(ts_context *context, const struct alpha_s *coupling,
                                   const struct coupling_span *span, double **table, size_t *length);

/* A cell of a table of alpha_s, in log Q^2. The cubic is one of the part of the cell below; its coefficients
 * begin with that of power 0. */
struct coupling_cell {
    double low, width, coefficients[4];
};

/* Cell number i, from 0 on. Returns 0 behind the last one. */
int coupling_table_cell(const double *table, size_t i, struct coupling_cell *cell);

#endif
