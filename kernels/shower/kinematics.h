/* The momenta of a splitting, all massless (S. Catani, M. H. Seymour, Nucl. Phys. B 485 (1997) 291,
 * section 5.1):
 *
 *   p_i = z P_ij + (1 - z) y P_k + k,   p_j = (1 - z) P_ij + z y P_k - k,   p_k = (1 - y) P_k,   k^2 = -t,
 *
 * k transverse to P_ij and P_k. With unit vectors n across the direction of P_ij, r = (0, n) + a P_ij is
 * transverse to both for a = n . P_k / (P_ij P_k), and r^2 = -1. */
#ifndef TESSERA_SHOWER_KINEMATICS_H
#define TESSERA_SHOWER_KINEMATICS_H

#include "functions.h"
#include "phase_space/direction.h"
#include "shower/splitting.h"

typedef struct splitting_momenta {
    vector4 emitter, emitted, spectator;
} splitting_momenta;

/* A unit vector across p, turned by phi = 2 pi u about it (T. Duff et al., J. Comput. Graph. Tech. 6 (2017)
 * 1). */
FN vector4 across(vector4 p, real u)
{
    real size = R(1.0) / v_length(p);
    real x = p.x * size, y = p.y * size, z = p.z * size;
    real sign = r_select(z < R(0.0), R(-1.0), R(1.0));
    real a = R(-1.0) / (sign + z), b = x * y * a, sine, cosine;
    r_sincos_2pi(u, &sine, &cosine);
    vector4 n = {R(0.0), cosine * r_fma(sign * x, x * a, R(1.0)) + sine * b,
                 cosine * (sign * b) + sine * r_fma(y, y * a, sign), -(cosine * (sign * x) + sine * y)};
    return n;
}

/* square: (P_ij + P_k)^2. */
FN splitting_momenta split_momenta(vector4 pair, vector4 spectator, real square, momentum_share share, real y,
                                   real t, real u)
{
    splitting_momenta momenta;
    vector4 n = across(pair, u);
    real along = r_fma(n.z, spectator.z, r_fma(n.y, spectator.y, n.x * spectator.x));
    vector4 k = v_scale(v_axpy(R(2.0) * along / square, pair, n), r_sqrt(t));
    vector4 mixed = v_axpy(share.rest * y, spectator, v_scale(pair, share.z));
    momenta.emitter = v_add(mixed, k);
    mixed = v_axpy(share.z * y, spectator, v_scale(pair, share.rest));
    momenta.emitted = v_subtract(mixed, k);
    momenta.spectator = v_scale(spectator, R(1.0) - y);
    return momenta;
}

#endif
