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

/* a where m holds, else b. */
FN vector4 v_select(mask m, vector4 a, vector4 b)
{
    vector4 c = {r_select(m, a.e, b.e), r_select(m, a.x, b.x), r_select(m, a.y, b.y), r_select(m, a.z, b.z)};
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

/* A momentum of the rest frame of `parent`, whose mass is `root`, in the frame in which that is given. */
FN vector4 v_from_rest(vector4 parent, real root, vector4 rest)
{
    const real product = r_fma(parent.x, rest.x, r_fma(parent.y, rest.y, parent.z * rest.z)) / root;
    const real share = (product / (parent.e + root)) + rest.e / root;
    const vector4 p = {r_fma(parent.e / root, rest.e, product), r_fma(parent.x, share, rest.x),
                       r_fma(parent.y, share, rest.y), r_fma(parent.z, share, rest.z)};
    return p;
}

/* The way back: a momentum in the rest frame of `parent`. */
FN vector4 v_into_rest(vector4 parent, real root, vector4 p)
{
    const real energy = v_dot(parent, p) / root, share = -(p.e + energy) / (parent.e + root);
    const vector4 rest = {energy, r_fma(parent.x, share, p.x), r_fma(parent.y, share, p.y),
                          r_fma(parent.z, share, p.z)};
    return rest;
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
