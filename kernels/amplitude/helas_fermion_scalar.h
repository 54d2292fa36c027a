/* HELAS: a fermion line and a scalar, with the vertex left P_L + right P_R.
 *
 *   iosxxx   the amplitude              f-bar (left P_L + right P_R) f S
 *   fsixxx   f, having emitted S        -(q-slash + m) (left P_L + right P_R) f S / D,  q = p_f - p_S
 *   fsoxxx   f-bar, before it emits S   -f-bar (left P_L + right P_R) (q-slash + m) S / D,  q = p_f-bar + p_S
 *   hioxxx   S, made by f-bar and f     -f-bar (left P_L + right P_R) f / D,  q = p_f-bar - p_f */
#ifndef TESSERA_AMPLITUDE_HELAS_FERMION_SCALAR_H
#define TESSERA_AMPLITUDE_HELAS_FERMION_SCALAR_H

#include "amplitude/helas_fermion_vector.h"

/* (left P_L + right P_R) S, of a column or of a row */
FN helas_fermion helas_emit_scalar(helas_fermion f, complex_number s, helas_coupling g)
{
    f.upper = weyl_multiply(f.upper, c_multiply(g.left, s));
    f.lower = weyl_multiply(f.lower, c_multiply(g.right, s));
    return f;
}

/* f-bar (left P_L + right P_R) f */
FN complex_number helas_fermion_density(helas_fermion fi, helas_fermion fo, helas_coupling g)
{
    return c_fma(g.left, weyl_dot(fo.upper, fi.upper), c_multiply(g.right, weyl_dot(fo.lower, fi.lower)));
}

FN complex_number iosxxx(helas_fermion fi, helas_fermion fo, helas_scalar sc, helas_coupling g)
{
    return c_multiply(helas_fermion_density(fi, fo, g), sc.s);
}

FN helas_fermion fsixxx(helas_fermion fi, helas_scalar sc, helas_coupling g, real mass, real width)
{
    return helas_fermion_wave(helas_emit_scalar(fi, sc.s, g), v_subtract(fi.momentum, sc.momentum), mass,
                              width);
}

FN helas_fermion fsoxxx(helas_fermion fo, helas_scalar sc, helas_coupling g, real mass, real width)
{
    vector4 q = v_add(fo.momentum, sc.momentum);
    helas_fermion w = helas_fermion_wave(helas_emit_scalar(fo, sc.s, g), row_momentum(q), mass, width);
    w.momentum = q;
    return w;
}

FN helas_scalar hioxxx(helas_fermion fi, helas_fermion fo, helas_coupling g, real mass, real width)
{
    return helas_scalar_wave(helas_fermion_density(fi, fo, g), v_subtract(fo.momentum, fi.momentum), mass,
                             width);
}

#endif
