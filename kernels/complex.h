/* Complex numbers, one per lane; fused like their real counterparts. */
#ifndef TESSERA_COMPLEX_H
#define TESSERA_COMPLEX_H

#include "dialect.h"

typedef struct complex_number {
    real re, im;
} complex_number;

FN complex_number c_set(real re, real im)
{
    complex_number z = {re, im};
    return z;
}

FN complex_number c_add(complex_number a, complex_number b) { return c_set(a.re + b.re, a.im + b.im); }
FN complex_number c_subtract(complex_number a, complex_number b) { return c_set(a.re - b.re, a.im - b.im); }
FN complex_number c_negate(complex_number a) { return c_set(-a.re, -a.im); }
FN complex_number c_conjugate(complex_number a) { return c_set(a.re, -a.im); }
FN complex_number c_times_i(complex_number a) { return c_set(-a.im, a.re); }
FN complex_number c_scale(complex_number a, real s) { return c_set(a.re * s, a.im * s); }

FN complex_number c_multiply(complex_number a, complex_number b)
{
    return c_set(r_fma(a.re, b.re, -(a.im * b.im)), r_fma(a.re, b.im, a.im * b.re));
}

/* a b + c */
FN complex_number c_fma(complex_number a, complex_number b, complex_number c)
{
    return c_set(r_fma(-a.im, b.im, r_fma(a.re, b.re, c.re)), r_fma(a.im, b.re, r_fma(a.re, b.im, c.im)));
}

FN complex_number c_select(mask m, complex_number a, complex_number b)
{
    complex_number c = {r_select(m, a.re, b.re), r_select(m, a.im, b.im)};
    return c;
}

/* s a + c with s real */
FN complex_number c_axpy(real s, complex_number a, complex_number c)
{
    return c_set(r_fma(s, a.re, c.re), r_fma(s, a.im, c.im));
}

/* |a|^2 */
FN real c_norm(complex_number a) { return r_fma(a.re, a.re, a.im * a.im); }

/* 1 / a, where |a|^2 is in range */
FN complex_number c_inverse(complex_number a) { return c_scale(c_conjugate(a), R(1.0) / c_norm(a)); }

#endif
