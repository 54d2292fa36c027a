/* HELAS: a fermion line and a vector, with the vertex gamma^mu (left P_L + right P_R).
 *
 *   iovxxx   the amplitude                  f-bar V-slash (left P_L + right P_R) f
 *   fvixxx   f, having emitted V            -(q-slash + m) V-slash (left P_L + right P_R) f / D,  q = p_f -
 * p_V fvoxxx   f-bar, before it emits V       -f-bar V-slash (left P_L + right P_R) (q-slash + m) / D, q =
 * p_f-bar + p_V jioxxx   V, made by f-bar and f         (J - q (q.J) / m^2) / D,  q = p_f-bar - p_f, J^mu =
 * f-bar gamma^mu (left P_L + right P_R) f fvixx0, fvoxx0, jioxx0                  the same for a massless f
 * or V */
#ifndef TESSERA_AMPLITUDE_HELAS_FERMION_VECTOR_H
#define TESSERA_AMPLITUDE_HELAS_FERMION_VECTOR_H

#include "amplitude/helas_wave.h"

/* V-slash (left P_L + right P_R) of a column; its momentum is not made. */
FN helas_fermion helas_emit(helas_fermion f, complex_vector v, helas_coupling g)
{
    slashed s = slash(v);
    f.upper = weyl_multiply(f.upper, g.left);
    f.lower = weyl_multiply(f.lower, g.right);
    helas_fermion e = {weyl_from_lower(s, f.lower), weyl_from_upper(s, f.upper), f.momentum};
    return e;
}

/* -(q-slash + m) / D of a column */
FN helas_fermion helas_fermion_wave(helas_fermion f, vector4 q, real mass, real width)
{
    complex_number d = c_negate(helas_propagator(q, mass, width));
    helas_fermion w;
    w.upper = weyl_multiply(weyl_axpy(mass, f.upper, weyl_from_lower_momentum(q, f.lower)), d);
    w.lower = weyl_multiply(weyl_axpy(mass, f.lower, weyl_from_upper_momentum(q, f.upper)), d);
    w.momentum = q;
    return w;
}

/* -q-slash / q^2 of a column */
FN helas_fermion helas_fermion_wave_massless(helas_fermion f, vector4 q)
{
    real d = R(-1.0) / v_dot(q, q);
    helas_fermion w = {weyl_scale(weyl_from_lower_momentum(q, f.lower), d),
                       weyl_scale(weyl_from_upper_momentum(q, f.upper), d), q};
    return w;
}

/* A row as the column of the transposed equation, and back: vectors are row_vector() there. A row's upper
 * half is what a left-handed vertex makes, so that its couplings change places. */
FN helas_fermion helas_row_emit(helas_fermion f, complex_vector v, helas_coupling g)
{
    slashed s = slash(row_vector(v));
    helas_fermion e;
    e.upper = weyl_multiply(weyl_from_lower(s, f.lower), g.left);
    e.lower = weyl_multiply(weyl_from_upper(s, f.upper), g.right);
    e.momentum = f.momentum;
    return e;
}

FN complex_number iovxxx(helas_fermion fi, helas_fermion fo, helas_vector vc, helas_coupling g)
{
    helas_fermion e = helas_emit(fi, vc.v, g);
    return c_add(weyl_dot(fo.upper, e.upper), weyl_dot(fo.lower, e.lower));
}

FN helas_fermion fvixxx(helas_fermion fi, helas_vector vc, helas_coupling g, real mass, real width)
{
    return helas_fermion_wave(helas_emit(fi, vc.v, g), v_subtract(fi.momentum, vc.momentum), mass, width);
}

FN helas_fermion fvixx0(helas_fermion fi, helas_vector vc, helas_coupling g)
{
    return helas_fermion_wave_massless(helas_emit(fi, vc.v, g), v_subtract(fi.momentum, vc.momentum));
}

FN helas_fermion fvoxxx(helas_fermion fo, helas_vector vc, helas_coupling g, real mass, real width)
{
    vector4 q = v_add(fo.momentum, vc.momentum);
    helas_fermion w = helas_fermion_wave(helas_row_emit(fo, vc.v, g), row_momentum(q), mass, width);
    w.momentum = q;
    return w;
}

FN helas_fermion fvoxx0(helas_fermion fo, helas_vector vc, helas_coupling g)
{
    vector4 q = v_add(fo.momentum, vc.momentum);
    helas_fermion w = helas_fermion_wave_massless(helas_row_emit(fo, vc.v, g), row_momentum(q));
    w.momentum = q;
    return w;
}

/* J^mu: a row's lower half meets a column's upper one with sigma~, and the other way round with sigma. */
FN complex_vector helas_fermion_current(helas_fermion fi, helas_fermion fo, helas_coupling g)
{
    complex_vector left = cv_multiply(weyl_current(fo.lower, fi.upper), g.left);
    complex_vector right = cv_multiply(weyl_current(fo.upper, fi.lower), g.right);
    complex_vector j = {c_add(right.e, left.e), c_subtract(right.x, left.x), c_subtract(right.y, left.y),
                        c_subtract(right.z, left.z)};
    return j;
}

FN helas_vector jioxxx(helas_fermion fi, helas_fermion fo, helas_coupling g, real mass, real width)
{
    return helas_vector_wave(helas_fermion_current(fi, fo, g), v_subtract(fo.momentum, fi.momentum), mass,
                             width);
}

FN helas_vector jioxx0(helas_fermion fi, helas_fermion fo, helas_coupling g)
{
    return helas_vector_wave_massless(helas_fermion_current(fi, fo, g), v_subtract(fo.momentum, fi.momentum));
}

#endif
