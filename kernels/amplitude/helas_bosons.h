/* HELAS: waves of external bosons.
 *
 * `sign` is HELAS's nsv or nss: +1 for an outgoing boson, -1 for an incoming one; `helicity` its nhel, +1, -1
 * or for a massive vector 0. With e1 = (cos th cos ph, cos th sin ph, -sin th) and e2 = (-sin ph, cos ph, 0),
 * both orthogonal to p:
 *
 *   e(+-1) = (0, (-+ e1 + i sign e2) / sqrt(2)),   e(0) = (|p|, E p / |p|) / m,
 *
 * which is epsilon for an incoming vector and its complex conjugate for an outgoing one. Along the axis ph is
 * 0 for +z and pi for -z; at rest the axis is +z.
 *
 *   vxxxxx            a vector
 *   vxxxx0, 1, 2      massless ones: in any direction off the z axis, along +z, along -z
 *   sxxxxx            a scalar, which is 1 */
#ifndef TESSERA_AMPLITUDE_HELAS_BOSONS_H
#define TESSERA_AMPLITUDE_HELAS_BOSONS_H

#include "amplitude/helas_wave.h"

/* A direction by its angles. */
typedef struct helas_angles {
    real cos_th, sin_th, cos_ph, sin_ph;
} helas_angles;

/* (helicity (-e1) + i turn e2) / sqrt(2) */
FN complex_vector helas_transverse(helas_angles n, real helicity, real turn)
{
    real r = helicity * R(-0.70710678118654752440), i = turn * R(0.70710678118654752440);
    complex_vector e;
    e.e = c_set(R(0.0), R(0.0));
    e.x = c_set(r * n.cos_th * n.cos_ph, -i * n.sin_ph);
    e.y = c_set(r * n.cos_th * n.sin_ph, i * n.cos_ph);
    e.z = c_set(-r * n.sin_th, R(0.0));
    return e;
}

FN helas_vector vxxxxx(vector4 p, real mass, real helicity, real sign)
{
    real beside = r_sqrt(r_fma(p.x, p.x, p.y * p.y));
    real length = r_min(p.e, r_sqrt(r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x))));
    mask moves = length > R(0.0), off_axis = beside > R(0.0);
    real per_length = R(1.0) / length, per_beside = R(1.0) / beside;
    real axis = r_select(p.z < R(0.0), R(-1.0), R(1.0));
    helas_angles n;
    n.cos_th = r_select(moves, p.z * per_length, R(1.0));
    n.sin_th = r_select(moves, beside * per_length, R(0.0));
    n.cos_ph = r_select(off_axis, p.x * per_beside, axis);
    n.sin_ph = r_select(off_axis, p.y * per_beside, R(0.0));
    helas_vector w;
    w.v = helas_transverse(n, helicity, sign * r_abs(helicity));
    w.momentum = v_scale(p, sign);
    /* Without a selection a massless vector would get infinity times zero. */
    mask along = r_abs(helicity) < R(0.5);
    real per_mass = r_select(along, R(1.0) / mass, R(0.0)), stretched = p.e * per_mass;
    w.v.e.re = r_select(along, length * per_mass, w.v.e.re);
    w.v.x.re = r_select(along, stretched * n.sin_th * n.cos_ph, w.v.x.re);
    w.v.y.re = r_select(along, stretched * n.sin_th * n.sin_ph, w.v.y.re);
    w.v.z.re = r_select(along, stretched * n.cos_th, w.v.z.re);
    return w;
}

FN helas_vector helas_massless(vector4 p, helas_angles n, real helicity, real sign)
{
    helas_vector w = {helas_transverse(n, helicity, sign), v_scale(p, sign)};
    return w;
}

FN helas_vector vxxxx0(vector4 p, real helicity, real sign)
{
    real beside = r_sqrt(r_fma(p.x, p.x, p.y * p.y));
    real per_length = R(1.0) / p.e, per_beside = R(1.0) / beside;
    helas_angles n = {p.z * per_length, beside * per_length, p.x * per_beside, p.y * per_beside};
    return helas_massless(p, n, helicity, sign);
}

FN helas_vector vxxxx1(vector4 p, real helicity, real sign)
{
    helas_angles n = {R(1.0), R(0.0), R(1.0), R(0.0)};
    return helas_massless(p, n, helicity, sign);
}

FN helas_vector vxxxx2(vector4 p, real helicity, real sign)
{
    helas_angles n = {R(-1.0), R(0.0), R(-1.0), R(0.0)};
    return helas_massless(p, n, helicity, sign);
}

FN helas_scalar sxxxxx(vector4 p, real sign)
{
    helas_scalar s = {c_set(R(1.0), R(0.0)), v_scale(p, sign)};
    return s;
}

#endif
