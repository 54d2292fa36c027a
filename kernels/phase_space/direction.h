/* Massless momenta: directions uniform on the sphere. */
#ifndef TESSERA_PHASE_SPACE_DIRECTION_H
#define TESSERA_PHASE_SPACE_DIRECTION_H

#include "functions.h"
#include "lorentz.h"

/* The length of the space part: the energy of a massless momentum. */
FN real v_length(vector4 p) { return r_sqrt(r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x))); }

/* The massless momentum of an energy: cos(theta) = 2 u0 - 1, phi = 2 pi u1. */
FN vector4 isotropic_momentum(real u0, real u1, real energy)
{
    real sine, cosine;
    r_sincos_2pi(u1, &sine, &cosine);
    /* sin(theta) without cancellation, as accurate at the poles */
    real across = (energy + energy) * r_sqrt(u0 * (R(1.0) - u0));
    vector4 p = {energy, across * cosine, across * sine, energy * r_fma(R(2.0), u0, R(-1.0))};
    return p;
}

#endif
