/* HELAS: the contact vertices of four vectors, all outgoing. Exchanges of a fifth particle are diagrams of
 * their own (jvvxxx, vvvxxx); KEK-91-11 adds those of W, Z and photon to its contact vertices.
 *
 * With C(1, 2, 3, 4) = (V1.V2) (V3.V4) + (V1.V4) (V2.V3) - 2 (V1.V3) (V2.V4),
 *
 *   w3w3xx   W-, V, W+, V' of couplings g1 to V and g2 to V'       g1 g2 C(W-, V, W+, V')
 *   jw3wxx   the vector beside 1, 2, 3, where 1 and 3 are W- and W+, and g1, g2 the couplings of the other
 *            two, or both are photon or Z (couplings g1 and g2)    (J - q (q.J) / m^2) / D,  J.V4 = g1 g2 C
 *   wwwwxx   W-, W+, W-, W+, g^2 = g_WWA^2 + g_WWZ^2               -g^2 C(1, 2, 3, 4)
 *   jwwwxx   the W beside 1, 2, 3, where 1 and 3 have one charge   likewise
 *   ggggxx   the part of four gluons with the colour factor f^abx f^xcd
 *                                                                  g^2 [(V1.V4) (V2.V3) - (V1.V3) (V2.V4)]
 *   jgggxx   the gluon beside 1, 2, 3, likewise                    J / q^2 */
#ifndef TESSERA_AMPLITUDE_HELAS_FOUR_VECTORS_H
#define TESSERA_AMPLITUDE_HELAS_FOUR_VECTORS_H

#include "amplitude/helas_wave.h"

/* C without its fourth vector */
FN complex_vector helas_contact(complex_vector a, complex_vector b, complex_vector c)
{
    complex_vector j = cv_multiply(c, cv_dot(a, b));
    j = cv_axpy(cv_dot(b, c), a, j);
    return cv_axpy(c_scale(cv_dot(a, c), R(-2.0)), b, j);
}

FN vector4 helas_three_momenta(vector4 a, vector4 b, vector4 c) { return v_add(v_add(a, b), c); }

FN complex_number w3w3xx(helas_vector wm, helas_vector w31, helas_vector wp, helas_vector w32, real g31,
                         real g32)
{
    return c_scale(cv_dot(helas_contact(wm.v, w31.v, wp.v), w32.v), g31 * g32);
}

FN helas_vector jw3wxx(helas_vector w1, helas_vector w2, helas_vector w3, real g1, real g2, real mass,
                       real width)
{
    return helas_vector_wave(cv_scale(helas_contact(w1.v, w2.v, w3.v), g1 * g2),
                             helas_three_momenta(w1.momentum, w2.momentum, w3.momentum), mass, width);
}

FN complex_number wwwwxx(helas_vector wm1, helas_vector wp1, helas_vector wm2, helas_vector wp2, real gwwa,
                         real gwwz)
{
    real squares = r_fma(gwwa, gwwa, gwwz * gwwz);
    return c_scale(cv_dot(helas_contact(wm1.v, wp1.v, wm2.v), wp2.v), -squares);
}

FN helas_vector jwwwxx(helas_vector w1, helas_vector w2, helas_vector w3, real gwwa, real gwwz, real mass,
                       real width)
{
    real squares = r_fma(gwwa, gwwa, gwwz * gwwz);
    return helas_vector_wave(cv_scale(helas_contact(w1.v, w2.v, w3.v), -squares),
                             helas_three_momenta(w1.momentum, w2.momentum, w3.momentum), mass, width);
}

/* (V2.V3) V1 - (V1.V3) V2 */
FN complex_vector helas_gluon_contact(complex_vector a, complex_vector b, complex_vector c)
{
    return cv_axpy(c_negate(cv_dot(a, c)), b, cv_multiply(a, cv_dot(b, c)));
}

FN complex_number ggggxx(helas_vector ga, helas_vector gb, helas_vector gc, helas_vector gd, real g)
{
    return c_scale(cv_dot(helas_gluon_contact(ga.v, gb.v, gc.v), gd.v), g * g);
}

FN helas_vector jgggxx(helas_vector ga, helas_vector gb, helas_vector gc, real g)
{
    return helas_vector_wave_massless(cv_scale(helas_gluon_contact(ga.v, gb.v, gc.v), g * g),
                                      helas_three_momenta(ga.momentum, gb.momentum, gc.momentum));
}

#endif
