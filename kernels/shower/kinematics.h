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

#if SHOWER_BEAMS
/* k of an emission of transverse momentum^2 t: transverse to p and q, 2 p.q = square. */
FN vector4 split_transverse(vector4 p, vector4 q, real square, real t, real u)
{
    vector4 n = across(p, u);
    real along = r_fma(n.z, q.z, r_fma(n.y, q.y, n.x * q.x));
    return v_scale(v_axpy(R(2.0) * along / square, p, n), r_sqrt(t));
}

/* The momenta of an emission of which an end comes in, as beam_splitting.h has the variables:
 *
 *   FI  p_i = z P_ij + (1-z)(1-x)/x P_a + k, p_j = (1-z) P_ij + z(1-x)/x P_a - k, p_a = P_a / x
 *   IF  p_a = P_a / x, p_j = (1-u)(1-x)/x P_a + u P_k - k, p_k = u(1-x)/x P_a + (1-u) P_k + k
 *   II  p_a = P_a / x, p_b = P_b, p_j = (1-x-u)/x P_a + u P_b - k, all others turned (beams_turn)
 *
 * `emitter` and `spectator` are what they become. */
FN splitting_momenta split_beam_momenta(vector4 emitter, vector4 spectator, mask incoming, mask beside,
                                        real square, const splitting_point *at, real t, real u)
{
    splitting_momenta momenta;
    const mask both = m_and(incoming, beside), alone = m_and(incoming, m_not(beside));
    const real inverse = R(1.0) / at->x, one = R(1.0), none = R(0.0);
    const real missing = at->rest_x * inverse; /* (1-x)/x */
    const vector4 k = split_transverse(emitter, spectator, square, t, u);
    /* Parts of emitter and spectator in what is emitted, and in both ends. */
    const real z = at->share.z, rest = at->share.rest;
    const real own = r_select(both, rest * inverse, r_select(alone, (one - at->u) * missing, rest));
    const real other = r_select(incoming, at->u, z * missing);
    momenta.emitted = v_subtract(v_axpy(other, spectator, v_scale(emitter, own)), k);
    const vector4 final = v_add(v_axpy(rest * missing, spectator, v_scale(emitter, z)), k);
    const vector4 before = v_scale(emitter, inverse);
    const vector4 recoiling = v_add(v_axpy(at->u * missing, emitter, v_scale(spectator, one - at->u)), k);
    const real behind = r_select(both, one, inverse);
    const vector4 kept = v_scale(spectator, behind);
    momenta.emitter.e = r_select(incoming, before.e, final.e);
    momenta.emitter.x = r_select(incoming, none, final.x);
    momenta.emitter.y = r_select(incoming, none, final.y);
    momenta.emitter.z = r_select(incoming, before.z, final.z);
    momenta.spectator.e = r_select(alone, recoiling.e, kept.e);
    momenta.spectator.x = r_select(alone, recoiling.x, kept.x);
    momenta.spectator.y = r_select(alone, recoiling.y, kept.y);
    momenta.spectator.z = r_select(alone, recoiling.z, kept.z);
    return momenta;
}

/* Takes all final momenta but the emitted one, the last, from K~ = p~a + p~b to K = p_a + p_b - p_j. They
 * become p - 2 (K~+K).p / (K~+K)^2 (K~+K) + 2 K~.p / K^2 K. */
FN void beams_turn(event_list events, mask m, index slot, real partons, vector4 before, vector4 after)
{
    const vector4 sum = v_add(before, after);
    const real by_sum = R(-2.0) / v_dot(sum, sum), by_after = R(2.0) / v_dot(after, after);
    for (int i = 2; r_any(m_and(m, r_set((scalar)i) < partons)); ++i) {
        const mask here = m_and(m, r_set((scalar)i) < partons);
        const index parton = event_parton(events, slot, i_set(i));
        const vector4 p = event_get_momentum(events, parton);
        vector4 turned = v_axpy(v_dot(sum, p) * by_sum, sum, p);
        turned = v_axpy(v_dot(before, p) * by_after, after, turned);
        event_put_momentum(events, here, parton, turned);
    }
}
#endif

#endif
