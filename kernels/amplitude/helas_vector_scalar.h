/* HELAS: vectors and scalars, all outgoing. q is the sum of the momenta that come in.
 *
 *   vvsxxx   the amplitude       g (V1.V2) S
 *   hvvxxx   S                   -g (V1.V2) / D
 *   jvsxxx   V2                  g S (V - q (q.V) / m^2) / D
 *   vssxxx   the amplitude       g V.(p1 - p2) S1 S2
 *   hvsxxx   S2                  -g V.(2 p1 + p_V) S1 / D
 *   jssxxx   V                   g S1 S2 (J - q (q.J) / m^2) / D,  J = p1 - p2
 *   vvssxx   the amplitude       g (V1.V2) S1 S2
 *   hvvsxx   S2                  -g (V1.V2) S1 / D
 *   jvssxx   V2                  g S1 S2 (V - q (q.V) / m^2) / D */
#ifndef TESSERA_AMPLITUDE_HELAS_VECTOR_SCALAR_H
#define TESSERA_AMPLITUDE_HELAS_VECTOR_SCALAR_H

#include "amplitude/helas_wave.h"

FN complex_number vvsxxx(helas_vector v1, helas_vector v2, helas_scalar sc, complex_number g)
{
    return c_multiply(c_multiply(g, cv_dot(v1.v, v2.v)), sc.s);
}

FN helas_scalar hvvxxx(helas_vector v1, helas_vector v2, complex_number g, real mass, real width)
{
    return helas_scalar_wave(c_multiply(g, cv_dot(v1.v, v2.v)), v_add(v1.momentum, v2.momentum), mass, width);
}

FN helas_vector jvsxxx(helas_vector vc, helas_scalar sc, complex_number g, real mass, real width)
{
    return helas_vector_wave(cv_multiply(vc.v, c_multiply(g, sc.s)), v_add(vc.momentum, sc.momentum), mass,
                             width);
}

FN complex_number vssxxx(helas_vector vc, helas_scalar s1, helas_scalar s2, complex_number g)
{
    complex_number along = cv_dot_momentum(v_subtract(s1.momentum, s2.momentum), vc.v);
    return c_multiply(c_multiply(g, along), c_multiply(s1.s, s2.s));
}

FN helas_scalar hvsxxx(helas_vector vc, helas_scalar sc, complex_number g, real mass, real width)
{
    vector4 q = v_add(vc.momentum, sc.momentum);
    complex_number along = cv_dot_momentum(v_add(sc.momentum, q), vc.v);
    return helas_scalar_wave(c_multiply(c_multiply(g, along), sc.s), q, mass, width);
}

FN helas_vector jssxxx(helas_scalar s1, helas_scalar s2, complex_number g, real mass, real width)
{
    complex_number zero = c_set(R(0.0), R(0.0));
    complex_vector none = {zero, zero, zero, zero};
    complex_number strength = c_multiply(g, c_multiply(s1.s, s2.s));
    complex_vector j = cv_axpy_momentum(strength, v_subtract(s1.momentum, s2.momentum), none);
    return helas_vector_wave(j, v_add(s1.momentum, s2.momentum), mass, width);
}

FN complex_number vvssxx(helas_vector v1, helas_vector v2, helas_scalar s1, helas_scalar s2, complex_number g)
{
    return c_multiply(vvsxxx(v1, v2, s1, g), s2.s);
}

/* Two scalars that come in at one point are as one. */
FN helas_scalar helas_scalar_pair(helas_scalar s1, helas_scalar s2)
{
    helas_scalar both = {c_multiply(s1.s, s2.s), v_add(s1.momentum, s2.momentum)};
    return both;
}

FN helas_scalar hvvsxx(helas_vector v1, helas_vector v2, helas_scalar sc, complex_number g, real mass,
                       real width)
{
    vector4 q = v_add(v_add(v1.momentum, v2.momentum), sc.momentum);
    return helas_scalar_wave(vvsxxx(v1, v2, sc, g), q, mass, width);
}

FN helas_vector jvssxx(helas_vector vc, helas_scalar s1, helas_scalar s2, complex_number g, real mass,
                       real width)
{
    return jvsxxx(vc, helas_scalar_pair(s1, s2), g, mass, width);
}

#endif
