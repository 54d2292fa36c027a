/* Four-vectors (E, x, y, z), metric (+,-,-,-). */
#ifndef TESSERA_LORENTZ_H
#define TESSERA_LORENTZ_H

#include "dialect.h"

typedef struct vector4 {
    real e, x, y, z;
} vector4;

FN vector4 v_add(vector4 a, vector4 b)
{
    vector4 c = {a.e + b.e, a.x + b.x, a.y + b.y, a.z + b.z};
    return c;
}

FN vector4 v_subtract(vector4 a, vector4 b)
{
    vector4 c = {a.e - b.e, a.x - b.x, a.y - b.y, a.z - b.z};
    return c;
}

FN vector4 v_scale(vector4 a, real s)
{
    vector4 c = {a.e * s, a.x * s, a.y * s, a.z * s};
    return c;
}

/* The Minkowski product a.b */
FN real v_dot(vector4 a, vector4 b)
{
    real space = r_fma(a.z, b.z, r_fma(a.y, b.y, a.x * b.x));
    return r_fma(a.e, b.e, -space);
}

/* y + s a */
FN vector4 v_axpy(real s, vector4 a, vector4 y)
{
    vector4 c = {r_fma(s, a.e, y.e), r_fma(s, a.x, y.x), r_fma(s, a.y, y.y), r_fma(s, a.z, y.z)};
    return c;
}

#endif
