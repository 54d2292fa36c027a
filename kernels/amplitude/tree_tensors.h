/* Currents of particles of spin 2: their external waves, propagators and products. A current has sixteen
 * components with upper indices, row by row.
 *
 * Waves of the helicities 2 and -2 are e e with a vector's wave e. Those of 1 and -1 are
 * (e e0 + e0 e) / sqrt(2), and that of 0 is (e+ e- + e- e+ + 2 e0 e0) / sqrt(6).
 *
 * With its sign as in helas_wave.h the propagator is -[(P P + P P) / 2 - P P / 3] / (q^2 - m^2 + i m Gamma).
 * There P = g - q q / m^2. Of a massless particle P is g, and a half stands for the third. */
#ifndef TESSERA_AMPLITUDE_TREE_TENSORS_H
#define TESSERA_AMPLITUDE_TREE_TENSORS_H

#ifndef TREE_TENSORS
#define TREE_TENSORS
#endif
#include "amplitude/tree_operations.h"

/* t + s a b */
FN_APART tree_current tree_tensor_axpy(complex_number s, complex_vector a, complex_vector b, tree_current t)
{
    const complex_number row[4] = {c_multiply(s, a.e), c_multiply(s, a.x), c_multiply(s, a.y),
                                   c_multiply(s, a.z)};
    const complex_number column[4] = {b.e, b.x, b.y, b.z};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            t.c[4 * i + k] = c_fma(row[i], column[k], t.c[4 * i + k]);
    return t;
}

FN_APART tree_current tree_tensor_outer(complex_vector a, complex_vector b)
{
    const complex_number row[4] = {a.e, a.x, a.y, a.z}, column[4] = {b.e, b.x, b.y, b.z};
    tree_current t;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            t.c[4 * i + k] = c_multiply(row[i], column[k]);
    return t;
}

FN complex_vector tree_tensor_row(tree_current t, int i)
{
    complex_vector v = {t.c[4 * i], t.c[4 * i + 1], t.c[4 * i + 2], t.c[4 * i + 3]};
    return v;
}

/* v . t of the first index, that of the sums over both of symmetric tensors. */
FN_APART complex_vector tree_tensor_times(tree_current t, complex_vector v)
{
    complex_vector sum = cv_multiply(tree_tensor_row(t, 0), v.e);
    sum = cv_axpy(c_negate(v.x), tree_tensor_row(t, 1), sum);
    sum = cv_axpy(c_negate(v.y), tree_tensor_row(t, 2), sum);
    return cv_axpy(c_negate(v.z), tree_tensor_row(t, 3), sum);
}

FN complex_number tree_tensor_trace(tree_current t)
{
    return c_subtract(t.c[0], c_add(c_add(t.c[5], t.c[10]), t.c[15]));
}

FN tree_current tree_tensor_symmetric(tree_current t)
{
    tree_current s;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            s.c[4 * i + k] = c_scale(c_add(t.c[4 * i + k], t.c[4 * k + i]), R(0.5));
    return s;
}

FN_APART tree_current tree_tensor_external(vector4 p, real mass, real helicity, real sign)
{
    const real one = R(1.0), none = R(0.0), size = r_abs(helicity), up = r_select(helicity < none, -one, one);
    const complex_vector plus = vxxxxx(p, mass, up, sign).v, minus = vxxxxx(p, mass, -up, sign).v;
    /* Massless ones have no e0. */
    const mask moves = mass > none;
    complex_vector along = vxxxxx(p, r_select(moves, mass, one), none, sign).v;
    const mask is_two = size > R(1.5), is_zero = size < R(0.5), is_one = m_not(m_or(is_two, is_zero));
    const real outer = r_select(is_two, one, none);
    const real mixed = r_select(is_one, R(0.70710678118654752440), none);
    const real crossed = r_select(is_zero, R(0.40824829046386301637), none);
    tree_current t = tree_tensor_outer(plus, cv_scale(plus, outer));
    t = tree_tensor_axpy(c_set(mixed, none), plus, along, t);
    t = tree_tensor_axpy(c_set(mixed, none), along, plus, t);
    t = tree_tensor_axpy(c_set(crossed, none), plus, minus, t);
    t = tree_tensor_axpy(c_set(crossed, none), minus, plus, t);
    return tree_tensor_axpy(c_set(R(2.0) * crossed, none), along, along, t);
}

/* The momentum over its energy in place of one vector. */
FN tree_current tree_tensor_gauge(vector4 p)
{
    const real none = R(0.0), inverse = R(1.0) / p.e;
    const complex_vector gauge = {c_set(R(1.0), none), c_set(p.x * inverse, none), c_set(p.y * inverse, none),
                                  c_set(p.z * inverse, none)};
    const complex_vector across = vxxxxx(p, none, R(1.0), R(1.0)).v;
    const tree_current t = tree_tensor_outer(gauge, across);
    return tree_tensor_axpy(c_set(R(1.0), none), across, gauge, t);
}

/* P t P of a symmetric t, less a third of P times the trace of P t. The first is
 * t - q (q t) / m^2 - (q t) q / m^2 + q q (q t q) / m^4. */
FN_APART tree_current tree_tensor_wave(tree_current a, vector4 q, tree_mass m)
{
    tree_current t = tree_tensor_symmetric(a);
    const complex_vector k = {c_set(q.e, R(0.0)), c_set(q.x, R(0.0)), c_set(q.y, R(0.0)), c_set(q.z, R(0.0))};
    const complex_vector kt = tree_tensor_times(t, k);
    const complex_number one = c_set(R(1.0), R(0.0)), inverse = tree_over_square(one, m.internal);
    const complex_number ktk = c_multiply(inverse, cv_dot(k, kt));
    const complex_number trace = c_scale(c_subtract(tree_tensor_trace(t), ktk), R(-1.0 / 3.0));
    const complex_number pole = c_negate(tree_pole(q, m));
    t = tree_tensor_axpy(c_negate(inverse), k, kt, t);
    t = tree_tensor_axpy(c_negate(inverse), kt, k, t);
    t = tree_tensor_axpy(c_multiply(inverse, c_subtract(ktk, trace)), k, k, t);
    for (int i = 0; i < 4; ++i)
        t.c[5 * i] = c_axpy(i == 0 ? R(1.0) : R(-1.0), trace, t.c[5 * i]);
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        t.c[i] = c_multiply(pole, t.c[i]);
    return t;
}

FN tree_current tree_massless_tensor_wave(tree_current a, vector4 q)
{
    tree_current t = tree_tensor_symmetric(a);
    const complex_number trace = c_scale(tree_tensor_trace(t), R(-0.5));
    for (int i = 0; i < 4; ++i)
        t.c[5 * i] = c_axpy(i == 0 ? R(1.0) : R(-1.0), trace, t.c[5 * i]);
    return tree_scaled(R(-1.0) / v_dot(q, q), t);
}

FN complex_number tree_close_tensor(tree_current a, tree_current b)
{
    complex_number sum = c_set(R(0.0), R(0.0));
    for (int i = 0; i < 4; ++i) {
        const complex_number row = cv_dot(tree_tensor_row(a, i), tree_tensor_row(b, i));
        sum = c_axpy(i == 0 ? R(1.0) : R(-1.0), row, sum);
    }
    return sum;
}

#endif
