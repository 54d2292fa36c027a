/* What HELAS functions take and give: waves, that is the components of a particle together with its momentum.
 * Names and conventions are those of H. Murayama, I. Watanabe, K. Hagiwara, KEK Report 91-11 (HELAS); the
 * formulae are written anew. GeV, or any unit of energy that all arguments share; (E, x, y, z), metric
 * (+,-,-,-); chiral representation (weyl.h). helas.h lists the functions.
 *
 * - A fermion's momentum is along the flow of fermion number: that of a particle, minus that of an
 *   antiparticle. A vector's and a scalar's is outgoing: minus that of an incoming boson. HELAS keeps them
 *   as complex components 5 and 6 of a fermion or vector, 2 and 3 of a scalar; here `momentum` holds them.
 * - Vertices multiply to an amplitude M (not i M): each stands for its Feynman rule over i, and off-shell
 *   waves hold their propagator, over i times that i: -(q-slash + m) / D for fermions, -1 / D for scalars,
 *   (g - q q / m^2) / D for vectors, where D = q^2 - m^2 + i m Gamma.
 * - The width counts for q^2 > 0 alone. A massive vector is in the unitary gauge, its q q / m^2 without the
 *   width, a massless one in Feynman's.
 * - Couplings of fermions are a left and a right one, complex, those of scalars complex, those of vectors
 *   among themselves real. */
#ifndef TESSERA_AMPLITUDE_HELAS_WAVE_H
#define TESSERA_AMPLITUDE_HELAS_WAVE_H

#include "amplitude/weyl.h"

/* Components 1 and 2, 3 and 4; a column where fermion number flows into the diagram, a row where it flows
 * out. */
typedef struct helas_fermion {
    weyl_spinor upper, lower;
    vector4 momentum;
} helas_fermion;

typedef struct helas_vector {
    complex_vector v;
    vector4 momentum;
} helas_vector;

typedef struct helas_scalar {
    complex_number s;
    vector4 momentum;
} helas_scalar;

/* Of a vertex gamma^mu (left P_L + right P_R), or without gamma^mu for a scalar; P_L = (1 - gamma_5) / 2. */
typedef struct helas_coupling {
    complex_number left, right;
} helas_coupling;

/* 1 / (q^2 - m^2 + i m Gamma) */
FN complex_number helas_propagator(vector4 q, real mass, real width)
{
    real square = v_dot(q, q);
    return c_inverse(c_set(r_fma(-mass, mass, square), r_select(square > R(0.0), mass * width, R(0.0))));
}

/* A vector with its propagator, from the current that makes it. */
FN helas_vector helas_vector_wave(complex_vector current, vector4 q, real mass, real width)
{
    real inverse = r_select(mass > R(0.0), R(1.0) / (mass * mass), R(0.0));
    complex_number along = c_scale(cv_dot_momentum(q, current), -inverse);
    helas_vector w;
    w.v = cv_multiply(cv_axpy_momentum(along, q, current), helas_propagator(q, mass, width));
    w.momentum = q;
    return w;
}

/* A wave as helas_vector_wave makes it, of a massless vector. */
FN helas_vector helas_vector_wave_massless(complex_vector current, vector4 q)
{
    helas_vector w;
    w.v = cv_scale(current, R(1.0) / v_dot(q, q));
    w.momentum = q;
    return w;
}

/* A scalar with its propagator. */
FN helas_scalar helas_scalar_wave(complex_number source, vector4 q, real mass, real width)
{
    helas_scalar s;
    s.s = c_negate(c_multiply(source, helas_propagator(q, mass, width)));
    s.momentum = q;
    return s;
}

#endif
