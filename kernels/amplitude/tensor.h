/* Antisymmetric tensors of rank two over currents. */
#ifndef TESSERA_AMPLITUDE_TENSOR_H
#define TESSERA_AMPLITUDE_TENSOR_H

#include "amplitude/current.h"

/* The upper triangle of an antisymmetric tensor, both indices up. */
typedef struct tensor {
    number ex, ey, ez, xy, xz, yz;
} tensor;

FN tensor t_zero(void)
{
    number zero = n_from(R(0.0));
    tensor t = {zero, zero, zero, zero, zero, zero};
    return t;
}

/* a b' - a' b + c */
FN number n_wedge_add(number a, number a_prime, number b, number b_prime, number c)
{
    return n_fma(a, b_prime, n_fma(n_negate(a_prime), b, c));
}

/* t^mn + a^m b^n - a^n b^m */
FN tensor t_wedge_add(current a, current b, tensor t)
{
    t.ex = n_wedge_add(a.e, a.x, b.e, b.x, t.ex);
    t.ey = n_wedge_add(a.e, a.y, b.e, b.y, t.ey);
    t.ez = n_wedge_add(a.e, a.z, b.e, b.z, t.ez);
    t.xy = n_wedge_add(a.x, a.y, b.x, b.y, t.xy);
    t.xz = n_wedge_add(a.x, a.z, b.x, b.z, t.xz);
    t.yz = n_wedge_add(a.y, a.z, b.y, b.z, t.yz);
    return t;
}

/* y^m - t^mn j_n */
FN current t_contract(tensor t, current j, current y)
{
    number minus_x = n_negate(j.x), minus_y = n_negate(j.y);
    current c;
    c.e = n_fma(t.ex, j.x, n_fma(t.ey, j.y, n_fma(t.ez, j.z, y.e)));
    c.x = n_fma(t.ex, j.e, n_fma(t.xy, j.y, n_fma(t.xz, j.z, y.x)));
    c.y = n_fma(t.ey, j.e, n_fma(t.xy, minus_x, n_fma(t.yz, j.z, y.y)));
    c.z = n_fma(t.ez, j.e, n_fma(t.xz, minus_x, n_fma(t.yz, minus_y, y.z)));
    return c;
}

/* t + j p - p j */
FN tensor t_add_derivative(vector4 p, current j, tensor t)
{
    current momentum = {n_from(p.e), n_from(p.x), n_from(p.y), n_from(p.z)};
    return t_wedge_add(j, momentum, t);
}

#endif
