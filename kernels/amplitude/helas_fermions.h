/* HELAS: waves of external fermions.
 *
 * `sign` is HELAS's nsf: +1 for a particle, -1 for an antiparticle; `helicity` its nhel, +1 or -1 (twice the
 * helicity). With nh = sign helicity, the unit spinors along p
 *
 *   chi_+ = (|p| + p_z, p_x + i p_y) / N,  chi_- = (-p_x + i p_y, |p| + p_z) / N,  N^2 = 2 |p| (|p| + p_z),
 *
 * and omega_+- = sqrt(E +- |p|), a particle is u = (omega_-nh chi_nh, omega_nh chi_nh) and an antiparticle
 * v = nh (omega_-nh chi_nh, -omega_nh chi_nh). Along -z N vanishes: there chi_+ = (0, -1) and chi_- = (1, 0);
 * at rest they are those along +z. In place of |p| + p_z stands p_t^2 / (|p| - p_z) where p_z is negative,
 * which keeps its digits.
 *
 *   ixxxxx  flows in: u of an incoming particle, v of an outgoing antiparticle
 *   oxxxxx  flows out: u-bar of an outgoing particle, v-bar of an incoming antiparticle
 *   i/oxxxx0, 1, 2   massless ones: in any direction but -z, along +z, along -z */
#ifndef TESSERA_AMPLITUDE_HELAS_FERMIONS_H
#define TESSERA_AMPLITUDE_HELAS_FERMIONS_H

#include "amplitude/helas_wave.h"

/* chi_nh from its two numbers c = sqrt((|p| + p_z) / 2 |p|) and (nh x + i y): exchanged for nh = -1. */
FN weyl_spinor weyl_helicity(real c, real nh_x, real y, real nh)
{
    weyl_spinor plus = {c_set(c, R(0.0)), c_set(nh_x, y)};
    weyl_spinor minus = {plus.b, plus.a};
    return weyl_select(nh > R(0.0), plus, minus);
}

/* chi_nh sqrt(2 |p|), in any direction but -z; `length` is |p|. */
FN weyl_spinor weyl_along(vector4 p, real length, real nh)
{
    real beside = r_fma(p.x, p.x, p.y * p.y);
    real sum = r_select(p.z < R(0.0), beside / (length - p.z), length + p.z);
    real root = r_sqrt(sum), inverse = R(1.0) / root;
    return weyl_helicity(root, nh * p.x * inverse, p.y * inverse, nh);
}

/* chi_nh sqrt(2 |p|) in every direction; of length 1 at rest. */
FN weyl_spinor weyl_anywhere(vector4 p, real length, real nh)
{
    real root = r_select(length > R(0.0), r_sqrt(length + length), R(1.0));
    mask beside = r_fma(p.x, p.x, p.y * p.y) > R(0.0), down = p.z < R(0.0);
    weyl_spinor on_axis = weyl_helicity(r_select(down, R(0.0), root), r_select(down, -nh * root, R(0.0)),
                                        R(0.0), nh);
    return weyl_select(beside, weyl_along(p, length, nh), on_axis);
}

FN helas_fermion helas_fermion_at(weyl_spinor upper, weyl_spinor lower, vector4 p, real sign)
{
    helas_fermion f = {upper, lower, v_scale(p, sign)};
    return f;
}

FN helas_fermion ixxxxx(vector4 p, real mass, real helicity, real sign)
{
    real nh = helicity * sign, length = r_min(p.e, r_sqrt(r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x))));
    real large = r_sqrt(p.e + length), small = mass / large;
    mask particle = sign > R(0.0), right = nh > R(0.0);
    real upper = r_select(right, small, large), lower = r_select(right, large, small);
    real unit = r_select(length > R(0.0), R(1.0) / r_sqrt(length + length), R(1.0));
    weyl_spinor chi = weyl_scale(weyl_anywhere(p, length, nh), unit);
    return helas_fermion_at(weyl_scale(chi, r_select(particle, upper, nh * upper)),
                            weyl_scale(chi, r_select(particle, lower, -nh * lower)), p, sign);
}

/* Massless: the lower half for nh = 1, the upper one for nh = -1. */
FN helas_fermion helas_chiral(weyl_spinor chi, vector4 p, real nh, real sign)
{
    mask right = nh > R(0.0);
    chi = weyl_scale(chi, sign);
    return helas_fermion_at(weyl_select(right, weyl_zero(), chi), weyl_select(right, chi, weyl_zero()), p,
                            sign);
}

FN helas_fermion ixxxx0(vector4 p, real helicity, real sign)
{
    real nh = helicity * sign;
    return helas_chiral(weyl_along(p, p.e, nh), p, nh, sign);
}

FN helas_fermion ixxxx1(vector4 p, real helicity, real sign)
{
    real nh = helicity * sign;
    return helas_chiral(weyl_helicity(r_sqrt(p.e + p.e), R(0.0), R(0.0), nh), p, nh, sign);
}

FN helas_fermion ixxxx2(vector4 p, real helicity, real sign)
{
    real nh = helicity * sign;
    return helas_chiral(weyl_helicity(R(0.0), -nh * r_sqrt(p.e + p.e), R(0.0), nh), p, nh, sign);
}

/* The adjoint: complex conjugate, halves exchanged by gamma^0. */
FN helas_fermion helas_adjoint(helas_fermion f)
{
    helas_fermion a = {weyl_conjugate(f.lower), weyl_conjugate(f.upper), f.momentum};
    return a;
}

FN helas_fermion oxxxxx(vector4 p, real mass, real helicity, real sign)
{
    return helas_adjoint(ixxxxx(p, mass, helicity, sign));
}

FN helas_fermion oxxxx0(vector4 p, real helicity, real sign)
{
    return helas_adjoint(ixxxx0(p, helicity, sign));
}

FN helas_fermion oxxxx1(vector4 p, real helicity, real sign)
{
    return helas_adjoint(ixxxx1(p, helicity, sign));
}

FN helas_fermion oxxxx2(vector4 p, real helicity, real sign)
{
    return helas_adjoint(ixxxx2(p, helicity, sign));
}

#endif
