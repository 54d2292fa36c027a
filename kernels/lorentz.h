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

/* The transverse momentum. */
FN real v_pt(vector4 p) { return r_sqrt(r_fma(p.y, p.y, p.x * p.x)); }

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

/* (p + q)^2 of massless momenta as E_p E_q |n_p - n_q|^2, n = p / E. Where they are close, the difference of
 * two directions keeps digits that E_p E_q - p.q loses. */
FN real v_pair_square(vector4 p, vector4 q)
{
    real e = R(1.0) / p.e, f = R(1.0) / q.e;
    real x = r_fma(p.x, e, -q.x * f), y = r_fma(p.y, e, -q.y * f), z = r_fma(p.z, e, -q.z * f);
    return p.e * q.e * r_fma(z, z, r_fma(y, y, x * x));
}

#endif
