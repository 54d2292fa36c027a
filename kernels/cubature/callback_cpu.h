/* Integrands that are C functions of the program that calls the library, on the CPU: point by point, in
 * double precision. The addresses travel as the bits of the first elements of `data`, and only the lanes'
 * values are theirs. */
#ifndef TESSERA_CUBATURE_CALLBACK_CPU_H
#define TESSERA_CUBATURE_CALLBACK_CPU_H

#include "cubature/integrand.h"

enum { CALLBACK_FUNCTION = 0, CALLBACK_DATA = 1 };

typedef double callback_gsl(double *x, __SIZE_TYPE__ dimensions, void *parameters);
typedef int callback_cuba(const int *dimensions, const double x[], const int *components, double f[],
                          void *data);

/* Function and data as `data` holds them. */
typedef union callback_address {
    double bits;
    void *data;
    callback_gsl *gsl;
    callback_cuba *cuba;
} callback_address;

FN void callback_point(const real x[DIMENSIONS], int lane, double point[DIMENSIONS])
{
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        point[axis] = x[axis][lane];
}

FN void callback_run_gsl(const real x[DIMENSIONS], real f[COMPONENTS], const scalar *data)
{
    const callback_address function = {.bits = data[CALLBACK_FUNCTION]},
                           given = {.bits = data[CALLBACK_DATA]};
    FOR_LANES(l) {
        double point[DIMENSIONS];
        callback_point(x, l, point);
        f[0][l] = function.gsl(point, DIMENSIONS, given.data);
    }
}

FN void callback_run_cuba(const real x[DIMENSIONS], real f[COMPONENTS], const scalar *data)
{
    const callback_address function = {.bits = data[CALLBACK_FUNCTION]},
                           given = {.bits = data[CALLBACK_DATA]};
    const int dimensions = DIMENSIONS, components = COMPONENTS;
    FOR_LANES(l) {
        double point[DIMENSIONS], values[COMPONENTS] = {0};
        callback_point(x, l, point);
        function.cuba(&dimensions, point, &components, values, given.data);
        for (int c = 0; c < COMPONENTS; ++c)
            f[c][l] = values[c];
    }
}

#endif
