/* The words in which an integrand of a user's is written, in kernel C. A program defines
 *
 *   DIMENSIONS, COMPONENTS   axes, and how many integrals share the points
 *   parameters               a struct of scalars: the ends of the axes (AXES), then the user's, user_NAME
 *   ARRAY_NAME               where an array begins in `data`
 *   table_NAME()             the interpolation of a table (interpolate.h)
 *   AXIS_KINDS               how each axis is mapped (domain.h)
 *   UNIT_AXES                which of them, if they have ends, are known to go from 0 to 1
 *
 * and then the integrand, a function of the point x that sets f:
 *
 *   INTEGRAND(x, f)
 *   {
 *       f[0] = parameter(height) * r_exp(-x[0] * x[0]) * table1(shape, x[1]) * element(weights, 2);
 *   }
 */
#ifndef TESSERA_CUBATURE_INTEGRAND_H
#define TESSERA_CUBATURE_INTEGRAND_H

#include "functions.h"

/* What an integrand is handed beside the point; a function of the user's passes them on as INPUTS_GIVEN. */
#define INPUTS CONSTANT parameters *inputs, GLOBAL const scalar *data
#define INPUTS_GIVEN inputs, data

#define INTEGRAND(x, f) FN void integrand(const real x[DIMENSIONS], real f[COMPONENTS], INPUTS)
#define parameter(name) r_set(inputs->user_##name)
#define element(name, i) r_set(data[ARRAY_##name + (i)])
/* For tables of one, two and three axes: OpenCL C has no macros of any number of arguments. */
#define table1(name, x) table_##name(INPUTS_GIVEN, x)
#define table2(name, x, y) table_##name(INPUTS_GIVEN, x, y)
#define table3(name, x, y, z) table_##name(INPUTS_GIVEN, x, y, z)

/* The ends of an axis as the program reads them (domain.h). */
#define AXES scalar axis_from[DIMENSIONS], axis_size[DIMENSIONS];

#endif
