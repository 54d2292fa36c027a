/* The strong coupling at a scale of the event: piecewise cubic in log Q^2.
 *
 * Cells end where a definition of alpha_s has a kink (thresholds, and the knots
 * of a tabulated one), so that a table serves every definition.
 * coupling_table_create() (src/pdf/table.h) writes it. */
#ifndef TESSERA_COUPLING_H
#define TESSERA_COUPLING_H

#include "axis.h"

/* The table's first numbers. */
#define COUPLING_COEFFICIENTS 0 /* offset of the coefficients, [cell][4] */
#define COUPLING_AXIS 1         /* of log Q^2 */
#define COUPLING_HEADER (COUPLING_AXIS + AXIS_NUMBERS)

/* alpha_s from the natural logarithm of Q^2 in GeV^2. */
FN real coupling_alpha_s(GLOBAL const scalar *table, real log_q2)
{
    axis_place place = axis_locate(table, COUPLING_AXIS, log_q2);
    return axis_cubic(table + (int)table[COUPLING_COEFFICIENTS], place.cell * 4, place.fraction);
}

#endif
