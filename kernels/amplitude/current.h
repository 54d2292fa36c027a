/* What the gluon recursions compute with: their compile-time constants, the number they run on and currents
 * of such numbers.
 *
 * Polarisation vectors, and with them every current, are real (random linear polarisations, a quarter of the
 * arithmetic) or complex (helicities). The recursions are written once over `number`. */
#ifndef TESSERA_AMPLITUDE_CURRENT_H
#define TESSERA_AMPLITUDE_CURRENT_H

#include "complex.h"
#include "lorentz.h"

/* The number of gluons, incoming ones included: 4 to 16. */
#ifndef GLUONS
#define GLUONS 4
#endif

/* 0: random real polarisation vectors, 1: helicity vectors. */
#ifndef GLUON_POLARIZATION
#define GLUON_POLARIZATION 0
#endif

#if GLUON_POLARIZATION == 0
typedef real number;
typedef vector4 current;
FN number n_from(real a) { return a; }
FN number n_add(number a, number b) { return a + b; }
FN number n_negate(number a) { return -a; }
FN number n_multiply(number a, number b) { return a * b; }
FN number n_scale(number a, real s) { return a * s; }
FN number n_fma(number a, number b, number c) { return r_fma(a, b, c); }
FN number n_axpy(real s, number a, number c) { return r_fma(s, a, c); }
FN real n_norm(number a) { return a * a; }
#else
typedef complex_number number;
typedef struct current {
    number e, x, y, z;
} current;
FN number n_from(real a) { return c_set(a, R(0.0)); }
FN number n_add(number a, number b) { return c_add(a, b); }
FN number n_negate(number a) { return c_negate(a); }
FN number n_multiply(number a, number b) { return c_multiply(a, b); }
FN number n_scale(number a, real s) { return c_scale(a, s); }
FN number n_fma(number a, number b, number c) { return c_fma(a, b, c); }
FN number n_axpy(real s, number a, number c) { return c_axpy(s, a, c); }
FN real n_norm(number a) { return c_norm(a); }
#endif

FN current j_zero(void)
{
    number zero = n_from(R(0.0));
    current j = {zero, zero, zero, zero};
    return j;
}

FN current j_scale(current a, real s)
{
    current c = {n_scale(a.e, s), n_scale(a.x, s), n_scale(a.y, s), n_scale(a.z, s)};
    return c;
}

FN current j_add(current a, current b)
{
    current c = {n_add(a.e, b.e), n_add(a.x, b.x), n_add(a.y, b.y), n_add(a.z, b.z)};
    return c;
}

/* y + s a */
FN current j_axpy(number s, current a, current y)
{
    current c = {n_fma(s, a.e, y.e), n_fma(s, a.x, y.x), n_fma(s, a.y, y.y), n_fma(s, a.z, y.z)};
    return c;
}

/* y + s p */
FN current j_axpy_momentum(number s, vector4 p, current y)
{
    current c = {n_axpy(p.e, s, y.e), n_axpy(p.x, s, y.x), n_axpy(p.y, s, y.y), n_axpy(p.z, s, y.z)};
    return c;
}

/* a.b */
FN number j_dot(current a, current b)
{
    number space = n_fma(a.z, b.z, n_fma(a.y, b.y, n_multiply(a.x, b.x)));
    return n_fma(a.e, b.e, n_negate(space));
}

/* p.b + c */
FN number j_dot_momentum(vector4 p, current b, number c)
{
    number space = n_axpy(p.z, b.z, n_axpy(p.y, b.y, n_axpy(p.x, b.x, n_negate(c))));
    return n_axpy(p.e, b.e, n_negate(space));
}

#endif
