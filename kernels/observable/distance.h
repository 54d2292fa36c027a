/* The distance Delta R of two directions in pseudorapidity and azimuth. */
#ifndef TESSERA_OBSERVABLE_DISTANCE_H
#define TESSERA_OBSERVABLE_DISTANCE_H

#include "dialect.h"

/* Delta R^2 from the differences; phi were in (-pi, pi]. */
FN real distance2(real eta, real phi)
{
    const scalar turn = S(6.2831853071795865);
    phi = r_abs(phi);
    phi = r_min(phi, r_set(turn) - phi);
    return r_fma(eta, eta, phi * phi);
}

#endif
