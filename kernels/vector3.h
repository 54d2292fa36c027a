/* Vectors of space. */
#ifndef TESSERA_VECTOR3_H
#define TESSERA_VECTOR3_H

#include "dialect.h"

typedef struct vector3 {
    real x, y, z;
} vector3;

FN vector3 v3_zero(void)
{
    vector3 v = {R(0.0), R(0.0), R(0.0)};
    return v;
}

FN real v3_dot(vector3 a, vector3 b) { return r_fma(a.z, b.z, r_fma(a.y, b.y, a.x * b.x)); }

FN vector3 v3_scale(vector3 a, real s)
{
    vector3 v = {a.x * s, a.y * s, a.z * s};
    return v;
}

/* b + s a */
FN vector3 v3_axpy(real s, vector3 a, vector3 b)
{
    vector3 v = {r_fma(s, a.x, b.x), r_fma(s, a.y, b.y), r_fma(s, a.z, b.z)};
    return v;
}

FN vector3 v3_add(vector3 a, vector3 b)
{
    vector3 v = {a.x + b.x, a.y + b.y, a.z + b.z};
    return v;
}

FN vector3 v3_select(mask m, vector3 a, vector3 b)
{
    vector3 v = {r_select(m, a.x, b.x), r_select(m, a.y, b.y), r_select(m, a.z, b.z)};
    return v;
}

/* a where m holds, else nothing. */
FN vector3 v3_where(mask m, vector3 a) { return v3_select(m, a, v3_zero()); }

#endif
