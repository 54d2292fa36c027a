/* HELAS: a fermion line and a vector, with the vertex gamma^mu G, where G = left P_L + right P_R.
 *
 *   iovxxx   the amplitude               f-bar V-slash G f
 *   fvixxx   f, having emitted V         -(q-slash + m) V-slash G f / D,  q = p_f - p_V
 *   fvoxxx   f-bar, before it emits V    -f-bar V-slash G (q-slash + m) / D,  q = p_f-bar + p_V
 *   jioxxx   V, made by f-bar and f      (J - q (q.J) / m^2) / D,  q = p_f-bar - p_f,  J = f-bar gamma G f
 *   fvixx0, fvoxx0, jioxx0               those of a massless f or V
 *
 * Vertex and massless propagator take the halves of a fermion apart, each to the other one. So functions of
 * one half make up those of both, and massless fermions of one helicity need no more (tree_halves.h). A name
 * has the half that is taken, that of the column where there is a row too. */
#ifndef TESSERA_AMPLITUDE_HELAS_FERMION_VECTOR_H
#define TESSERA_AMPLITUDE_HELAS_FERMION_VECTOR_H

#include "amplitude/helas_wave.h"

/* V-slash (left P_L + right P_R) of a column. */
FN weyl_spinor helas_emit_upper(slashed v, weyl_spinor upper, helas_coupling g)
{
    return weyl_from_upper(v, weyl_multiply(upper, g.left));
}

FN weyl_spinor helas_emit_lower(slashed v, weyl_spinor lower, helas_coupling g)
{
    return weyl_from_lower(v, weyl_multiply(lower, g.right));
}

/* Both halves; their momentum is not made. */
FN helas_fermion helas_emit(helas_fermion f, complex_vector v, helas_coupling g)
{
    slashed s = slash(v);
    helas_fermion e = {helas_emit_lower(s, f.lower, g), helas_emit_upper(s, f.upper, g), f.momentum};
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
FN weyl_spinor helas_wave_upper(vector4 q, weyl_spinor upper)
{
    return weyl_scale(weyl_from_upper_momentum(q, upper), R(-1.0) / v_dot(q, q));
}

FN weyl_spinor helas_wave_lower(vector4 q, weyl_spinor lower)
{
    return weyl_scale(weyl_from_lower_momentum(q, lower), R(-1.0) / v_dot(q, q));
}

FN helas_fermion helas_fermion_wave_massless(helas_fermion f, vector4 q)
{
    helas_fermion w = {helas_wave_lower(q, f.lower), helas_wave_upper(q, f.upper), q};
    return w;
}

/* A row as the column of the transposed equation, and back: vectors are row_vector() there. A row's upper
 * half is what a left-handed vertex makes, so that its couplings change places. */
FN weyl_spinor helas_row_emit_upper(slashed v, weyl_spinor upper, helas_coupling g)
{
    return weyl_multiply(weyl_from_upper(v, upper), g.right);
}

FN weyl_spinor helas_row_emit_lower(slashed v, weyl_spinor lower, helas_coupling g)
{
    return weyl_multiply(weyl_from_lower(v, lower), g.left);
}

FN helas_fermion helas_row_emit(helas_fermion f, complex_vector v, helas_coupling g)
{
    slashed s = slash(row_vector(v));
    helas_fermion e = {helas_row_emit_lower(s, f.lower, g), helas_row_emit_upper(s, f.upper, g), f.momentum};
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
FN complex_vector helas_current_upper(weyl_spinor column, weyl_spinor row, helas_coupling g)
{
    complex_vector left = cv_multiply(weyl_current(row, column), g.left);
    complex_vector j = {left.e, c_negate(left.x), c_negate(left.y), c_negate(left.z)};
    return j;
}

FN complex_vector helas_current_lower(weyl_spinor column, weyl_spinor row, helas_coupling g)
{
    return cv_multiply(weyl_current(row, column), g.right);
}

FN complex_vector helas_fermion_current(helas_fermion fi, helas_fermion fo, helas_coupling g)
{
    return cv_add(helas_current_lower(fi.lower, fo.upper, g), helas_current_upper(fi.upper, fo.lower, g));
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
