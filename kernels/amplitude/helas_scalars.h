/* HELAS: scalars among themselves, all outgoing. q is the sum of the momenta that come in.
 *
 *   sssxxx   the amplitude   g S1 S2 S3             hssxxx   S3   -g S1 S2 / D
 *   ssssxx   the amplitude   g S1 S2 S3 S4          hsssxx   S4   -g S1 S2 S3 / D */
#ifndef TESSERA_AMPLITUDE_HELAS_SCALARS_H
#define TESSERA_AMPLITUDE_HELAS_SCALARS_H

#include "amplitude/helas_vector_scalar.h"

FN complex_number sssxxx(helas_scalar s1, helas_scalar s2, helas_scalar s3, complex_number g)
{
    return c_multiply(c_multiply(g, s1.s), c_multiply(s2.s, s3.s));
}

FN helas_scalar hssxxx(helas_scalar s1, helas_scalar s2, complex_number g, real mass, real width)
{
    helas_scalar both = helas_scalar_pair(s1, s2);
    return helas_scalar_wave(c_multiply(g, both.s), both.momentum, mass, width);
}

FN complex_number ssssxx(helas_scalar s1, helas_scalar s2, helas_scalar s3, helas_scalar s4, complex_number g)
{
    return c_multiply(sssxxx(s1, s2, s3, g), s4.s);
}

FN helas_scalar hsssxx(helas_scalar s1, helas_scalar s2, helas_scalar s3, complex_number g, real mass,
                       real width)
{
    return hssxxx(helas_scalar_pair(s1, s2), s3, g, mass, width);
}

#endif
