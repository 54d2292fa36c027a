/* Two-component spinors, the halves of four-component ones in the chiral representation,
 *
 *   gamma^mu = [ 0         sigma^mu ]    sigma^mu    = (1,  sigma_1,  sigma_2,  sigma_3)
 *              [ sigma~^mu 0        ]    sigma~^mu   = (1, -sigma_1, -sigma_2, -sigma_3),
 *
 * so that V-slash takes an upper half (components 1 and 2, left-handed in a column) to a
 * lower one by V_mu sigma~^mu = V0 + V.sigma. It takes a lower half to an upper one by
 * V_mu sigma^mu = V0 - V.sigma. */
#ifndef TESSERA_AMPLITUDE_WEYL_H
#define TESSERA_AMPLITUDE_WEYL_H

#include "complex_vector.h"

typedef struct weyl_spinor {
    complex_number a, b;
} weyl_spinor;

FN weyl_spinor weyl_zero(void)
{
    complex_number zero = c_set(R(0.0), R(0.0));
    weyl_spinor s = {zero, zero};
    return s;
}

FN weyl_spinor weyl_scale(weyl_spinor s, real factor)
{
    weyl_spinor t = {c_scale(s.a, factor), c_scale(s.b, factor)};
    return t;
}

FN weyl_spinor weyl_multiply(weyl_spinor s, complex_number factor)
{
    weyl_spinor t = {c_multiply(s.a, factor), c_multiply(s.b, factor)};
    return t;
}

/* t + factor s */
FN weyl_spinor weyl_axpy(real factor, weyl_spinor s, weyl_spinor t)
{
    weyl_spinor u = {c_axpy(factor, s.a, t.a), c_axpy(factor, s.b, t.b)};
    return u;
}

FN weyl_spinor weyl_conjugate(weyl_spinor s)
{
    weyl_spinor t = {c_conjugate(s.a), c_conjugate(s.b)};
    return t;
}

FN weyl_spinor weyl_select(mask m, weyl_spinor s, weyl_spinor t)
{
    weyl_spinor u;
    u.a = c_set(r_select(m, s.a.re, t.a.re), r_select(m, s.a.im, t.a.im));
    u.b = c_set(r_select(m, s.b.re, t.b.re), r_select(m, s.b.im, t.b.im));
    return u;
}

/* The sum over components of a row times a column. */
FN complex_number weyl_dot(weyl_spinor row, weyl_spinor column)
{
    return c_fma(row.b, column.b, c_multiply(row.a, column.a));
}

/* row (1, sigma_1, sigma_2, sigma_3) column */
FN complex_vector weyl_current(weyl_spinor row, weyl_spinor column)
{
    complex_number aa = c_multiply(row.a, column.a), bb = c_multiply(row.b, column.b);
    complex_number ab = c_multiply(row.a, column.b), ba = c_multiply(row.b, column.a);
    complex_vector c = {c_add(aa, bb), c_add(ab, ba), c_times_i(c_subtract(ba, ab)), c_subtract(aa, bb)};
    return c;
}

/* The elements of V0 + V.sigma: V0 + V3, V0 - V3, V1 + i V2 and V1 - i V2. */
typedef struct slashed {
    complex_number plus, minus, up, down;
} slashed;

FN slashed slash(complex_vector v)
{
    complex_number turned = c_times_i(v.y);
    slashed s = {c_add(v.e, v.z), c_subtract(v.e, v.z), c_add(v.x, turned), c_subtract(v.x, turned)};
    return s;
}

/* A slashed vector as a row s is multiplied by it, s (V0 + V.sigma), as if that were a column. */
FN slashed slash_transpose(slashed v)
{
    slashed t = {v.plus, v.minus, v.down, v.up};
    return t;
}

/* t + (V0 + V.sigma) s */
FN weyl_spinor weyl_from_upper_add(slashed v, weyl_spinor s, weyl_spinor t)
{
    weyl_spinor u;
    u.a = c_fma(v.plus, s.a, c_fma(v.down, s.b, t.a));
    u.b = c_fma(v.up, s.a, c_fma(v.minus, s.b, t.b));
    return u;
}

/* (V0 + V.sigma) s */
FN weyl_spinor weyl_from_upper(slashed v, weyl_spinor s)
{
    weyl_spinor u;
    u.a = c_fma(v.plus, s.a, c_multiply(v.down, s.b));
    u.b = c_fma(v.up, s.a, c_multiply(v.minus, s.b));
    return u;
}

/* (V0 - V.sigma) s */
FN weyl_spinor weyl_from_lower(slashed v, weyl_spinor s)
{
    slashed reversed = {v.minus, v.plus, c_negate(v.up), c_negate(v.down)};
    return weyl_from_upper(reversed, s);
}

/* (p0 + p.sigma) s for a real p */
FN weyl_spinor weyl_from_upper_momentum(vector4 p, weyl_spinor s)
{
    real plus = p.e + p.z, minus = p.e - p.z;
    weyl_spinor u;
    u.a.re = r_fma(plus, s.a.re, r_fma(p.x, s.b.re, p.y * s.b.im));
    u.a.im = r_fma(plus, s.a.im, r_fma(p.x, s.b.im, -(p.y * s.b.re)));
    u.b.re = r_fma(minus, s.b.re, r_fma(p.x, s.a.re, -(p.y * s.a.im)));
    u.b.im = r_fma(minus, s.b.im, r_fma(p.x, s.a.im, p.y * s.a.re));
    return u;
}

/* (p0 - p.sigma) s for a real p */
FN weyl_spinor weyl_from_lower_momentum(vector4 p, weyl_spinor s)
{
    vector4 reversed = {p.e, -p.x, -p.y, -p.z};
    return weyl_from_upper_momentum(reversed, s);
}

/* Rows. s M is M transposed times s. The transposed of V0 - V.sigma is W0 +
 * W.sigma with W = (V0, -V1, V2, -V3), as sigma_2 alone is antisymmetric. So
 * what holds for columns and V holds for rows and W. */
FN complex_vector row_vector(complex_vector v)
{
    complex_vector w = {v.e, c_negate(v.x), v.y, c_negate(v.z)};
    return w;
}

FN vector4 row_momentum(vector4 p)
{
    vector4 q = {p.e, -p.x, p.y, -p.z};
    return q;
}

#endif
