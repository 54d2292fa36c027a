/* Parton densities x f(x, Q): LHAPDF's log-bicubic interpolation from tables of
 * polynomial coefficients for each cell and parton.
 *
 * A. Buckley et al., Eur. Phys. J. C 75 (2015) 132, section 3. In a cell it is a
 * polynomial of third degree in the fractions of log x and log Q^2, whatever gave
 * its derivatives. So edges, thresholds and what continues the grid beyond its
 * borders need no branch here. pdf_table_create() (src/pdf/table.h) writes the
 * tables, in one of two forms:
 *   PDF_FIXED_SCALE 1  for one scale:  [x cell][parton][4]
 *   PDF_FIXED_SCALE 0  for any scale:  [Q cell][x cell][parton][4 in Q][4 in x] */
#ifndef TESSERA_PDF_KERNEL_H
#define TESSERA_PDF_KERNEL_H

#include "axis.h"

#ifndef PDF_FIXED_SCALE
#define PDF_FIXED_SCALE 0
#endif

/* The table's first numbers. */
#define PDF_PARTONS 0      /* how many */
#define PDF_LOWEST 1       /* no value lies below */
#define PDF_COEFFICIENTS 2 /* offset of the coefficients */
#define PDF_X_CELLS 3
#define PDF_X_AXIS 4                           /* of log x */
#define PDF_Q_AXIS (PDF_X_AXIS + AXIS_NUMBERS) /* of log Q^2 */
#define PDF_HEADER (PDF_Q_AXIS + AXIS_NUMBERS)

/* Where x and Q lie, in tables for any scale: the same for all partons. */
typedef struct pdf_point {
    index cell;
    real x, q; /* fractions */
} pdf_point;

FN pdf_point pdf_point_locate(GLOBAL const scalar *table, real log_x, real log_q2)
{
    pdf_point place;
    axis_place x = axis_locate(table, PDF_X_AXIS, log_x), q = axis_locate(table, PDF_Q_AXIS, log_q2);
    place.cell = q.cell * (int)table[PDF_X_CELLS] + x.cell;
    place.x = x.fraction;
    place.q = q.fraction;
    return place;
}

/* The polynomial of a cell. */
FN real pdf_polynomial(GLOBAL const scalar *table, GLOBAL const scalar *coefficients, index first,
                       pdf_point place)
{
    real value = axis_cubic(coefficients, first + 12, place.x);
    value = r_fma(value, place.q, axis_cubic(coefficients, first + 8, place.x));
    value = r_fma(value, place.q, axis_cubic(coefficients, first + 4, place.x));
    value = r_fma(value, place.q, axis_cubic(coefficients, first, place.x));
    return r_max(value, r_set(table[PDF_LOWEST]));
}

/* A density there where every lane has a parton of its own. */
FN real pdf_point_each(GLOBAL const scalar *table, index slot, pdf_point place)
{
    return pdf_polynomial(table, table + (int)table[PDF_COEFFICIENTS],
                          place.cell * (16 * (int)table[PDF_PARTONS]) + slot * 16, place);
}

#if PDF_FIXED_SCALE
/* Where x lies: the same for all partons. */
typedef axis_place pdf_place;

FN pdf_place pdf_locate(GLOBAL const scalar *table, real log_x)
{
    return axis_locate(table, PDF_X_AXIS, log_x);
}

/* x f of parton number `slot` of the table. */
FN real pdf_value(GLOBAL const scalar *table, int slot, pdf_place place)
{
    GLOBAL const scalar *coefficients = table + (int)table[PDF_COEFFICIENTS] + 4 * slot;
    real value = axis_cubic(coefficients, place.cell * (4 * (int)table[PDF_PARTONS]), place.fraction);
    return r_max(value, r_set(table[PDF_LOWEST]));
}

/* A density where every lane has a parton of its own. */
FN real pdf_value_each(GLOBAL const scalar *table, index slot, pdf_place place)
{
    GLOBAL const scalar *coefficients = table + (int)table[PDF_COEFFICIENTS];
    real value = axis_cubic(coefficients, place.cell * (4 * (int)table[PDF_PARTONS]) + slot * 4,
                            place.fraction);
    return r_max(value, r_set(table[PDF_LOWEST]));
}

/* x f(x) of parton number `slot`, from the natural logarithm of x. */
FN real pdf_xf(GLOBAL const scalar *table, int slot, real log_x)
{
    return pdf_value(table, slot, pdf_locate(table, log_x));
}

#else
typedef pdf_point pdf_place;

FN pdf_place pdf_locate(GLOBAL const scalar *table, real log_x, real log_q2)
{
    return pdf_point_locate(table, log_x, log_q2);
}

/* x f of parton number `slot` of the table. */
FN real pdf_value(GLOBAL const scalar *table, int slot, pdf_place place)
{
    return pdf_polynomial(table, table + (int)table[PDF_COEFFICIENTS] + 16 * slot,
                          place.cell * (16 * (int)table[PDF_PARTONS]), place);
}

/* A density where every lane has a parton of its own. */
FN real pdf_value_each(GLOBAL const scalar *table, index slot, pdf_place place)
{
    return pdf_point_each(table, slot, place);
}

/* x f(x, Q) of parton number `slot`, from the natural logarithms of x and Q^2. */
FN real pdf_xf(GLOBAL const scalar *table, int slot, real log_x, real log_q2)
{
    return pdf_value(table, slot, pdf_locate(table, log_x, log_q2));
}
#endif

#endif
