/* HELAS: three vectors, all outgoing, in the order (W-, W+, photon or Z) or that of the colour factor f^abc,
 * cyclic permutations included.
 *
 *   vvvxxx   the amplitude        -g [(V1.V2) (p1 - p2).V3 + (V2.V3) (p2 - p3).V1 + (V3.V1) (p3 - p1).V2]
 *   jvvxxx   V3, made by V1, V2   (J - q (q.J) / m^2) / D,  q = p1 + p2,  J.V3 the amplitude where p3 = -q
 *   jvvxx0                        the same for a massless V3
 *
 * With g = e for W and photon, fermions of charge Q e couple to photons by -e Q. */
#ifndef TESSERA_AMPLITUDE_HELAS_THREE_VECTORS_H
#define TESSERA_AMPLITUDE_HELAS_THREE_VECTORS_H

#include "amplitude/helas_wave.h"

/* The difference of the momenta of a and b times v. */
FN complex_number helas_difference(helas_vector a, helas_vector b, helas_vector v)
{
    return cv_dot_momentum(v_subtract(a.momentum, b.momentum), v.v);
}

FN complex_number vvvxxx(helas_vector v1, helas_vector v2, helas_vector v3, real g)
{
    complex_number sum = c_multiply(cv_dot(v1.v, v2.v), helas_difference(v1, v2, v3));
    sum = c_fma(cv_dot(v2.v, v3.v), helas_difference(v2, v3, v1), sum);
    sum = c_fma(cv_dot(v3.v, v1.v), helas_difference(v3, v1, v2), sum);
    return c_scale(sum, -g);
}

/* J over -g, and the momentum q that flows on */
FN complex_vector helas_three_vector_current(helas_vector v1, helas_vector v2, vector4 *q)
{
    helas_vector third = v1;
    *q = v_add(v1.momentum, v2.momentum);
    third.momentum = v_scale(*q, R(-1.0));
    complex_vector j = cv_multiply(v2.v, helas_difference(v2, third, v1));
    j = cv_axpy(helas_difference(third, v1, v2), v1.v, j);
    return cv_axpy_momentum(cv_dot(v1.v, v2.v), v_subtract(v1.momentum, v2.momentum), j);
}

FN helas_vector jvvxxx(helas_vector v1, helas_vector v2, real g, real mass, real width)
{
    vector4 q;
    complex_vector j = cv_scale(helas_three_vector_current(v1, v2, &q), -g);
    return helas_vector_wave(j, q, mass, width);
}

FN helas_vector jvvxx0(helas_vector v1, helas_vector v2, real g)
{
    vector4 q;
    complex_vector j = cv_scale(helas_three_vector_current(v1, v2, &q), -g);
    return helas_vector_wave_massless(j, q);
}

#endif
