/* Polarisation vectors of massless vector particles: unit vectors in space,
 * orthogonal to the momentum (e.p = 0, e.e = -1, e^0 = 0).
 *
 * All particles are outgoing: an incoming one has minus its momentum, with
 * negative energy. The basis orthogonal to the direction n = p / |E| is that of
 * T. Duff et al., Journal of Computer Graphics Techniques 6 (2017) 1, which is
 * regular in every direction: with the sign s of p_z and a = 1 / (1 + |n_z|),
 *
 *   e1 = (1 - a n_x^2, -a n_x n_y, -s n_x), e2 = s (-a n_x n_y, 1 - a n_y^2, -s n_y), e1 x e2 = n. */
#ifndef TESSERA_AMPLITUDE_POLARIZATION_H
#define TESSERA_AMPLITUDE_POLARIZATION_H

#include "amplitude/current.h"
#include "functions.h"

/* c e1 + d s e2, where s is the sign of p_z */
FN vector4 polarization_linear(vector4 p, real c, real d)
{
    real energy = r_abs(p.e), sum = energy + r_abs(p.z);
    real w = r_fma(p.x, c, p.y * d) / (energy * sum);
    vector4 e;
    e.e = R(0.0);
    e.x = r_fma(-w, p.x, c);
    e.y = r_fma(-w, p.y, d);
    e.z = r_select(p.z < R(0.0), w, -w) * sum;
    return e;
}

/* The linear polarisation at azimuth 2 pi u around the momentum. Averaged over
 * uniform u, two orthogonal ones count as one. A squared amplitude averaged over
 * the azimuths of n particles is 2^-n times its sum over helicities. */
FN vector4 polarization_real(vector4 p, real u)
{
    real sine, cosine;
    r_sincos_2pi(u, &sine, &cosine);
    return polarization_linear(p, cosine, sine);
}

#if GLUON_POLARIZATION == 1
/* The vector of helicity +1 or -1, (e1 - i h e2) / sqrt(2) for an outgoing particle. An incoming one has
 * physical momentum -p, the other way round its axis, and counts with the helicity it would have outgoing. */
FN current polarization_helicity(vector4 p, real helicity)
{
    real half_root = R(0.70710678118654752440);
    real flip = r_select(p.z < R(0.0), half_root, -half_root);
    flip = r_select(p.e < R(0.0), -flip, flip);
    vector4 re = polarization_linear(p, half_root, R(0.0));
    vector4 im = polarization_linear(p, R(0.0), helicity * flip);
    current e = {c_set(re.e, im.e), c_set(re.x, im.x), c_set(re.y, im.y), c_set(re.z, im.z)};
    return e;
}
#endif

#endif
