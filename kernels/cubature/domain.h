/* From the unit cube to the user's box, axis by axis; t is uniform in (0, 1).
 *
 *   0  from a to b        x = a + (b - a) t
 *   1  from a upwards     x = a + s t / (1 - t)
 *   2  from b downwards   x = b - s t / (1 - t)
 *   3  all numbers        x = c + s (2t - 1) / (2 t (1 - t))
 *
 * s is the scale on which the integrand varies. */
#ifndef TESSERA_CUBATURE_DOMAIN_H
#define TESSERA_CUBATURE_DOMAIN_H

#include "dialect.h"

#define AXIS_FINITE 0
#define AXIS_UPWARDS 1
#define AXIS_DOWNWARDS 2
#define AXIS_ALL 3

/* The coordinate, and its derivative times `jacobian`. */
FN real domain_map(int kind, scalar from, scalar size, real t, real *jacobian)
{
    real rest = R(1.0) - t;
    if (kind == AXIS_FINITE) {
        *jacobian = *jacobian * r_set(size);
        return r_fma(t, r_set(size), r_set(from));
    }
    if (kind == AXIS_ALL) {
        real below = t * rest;
        *jacobian = *jacobian * (r_set(size) * (R(0.5) - below) / (below * below));
        return r_set(from) + r_set(size) * (t - R(0.5)) / below;
    }
    *jacobian = *jacobian * (r_set(size) / (rest * rest));
    return r_set(from) + r_set(kind == AXIS_UPWARDS ? size : -size) * (t / rest);
}

#endif
