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

#if SHOWER_BEAMS
FN splitting_momenta momenta_select(mask m, splitting_momenta a, splitting_momenta b)
{
    const splitting_momenta momenta = {v_select(m, a.emitter, b.emitter), v_select(m, a.emitted, b.emitted),
                                       v_select(m, a.spectator, b.spectator)};
    return momenta;
}
#endif

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

#if SHOWER_MASSES
/* The momenta of final ends of which the emitter or the spectator has a mass, mu s or mu_k s:
 * massive_splitting.h. They are made of P, what pair and spectator are behind the emission, and K, and of a k
 * transverse to both. */
FN splitting_momenta split_massive_momenta(vector4 pair, vector4 spectator, real square, real own, real other,
                                           momentum_share share, real y, real t, real quarks, real u)
{
    splitting_momenta momenta;
    const real mass2 = square * quarks;
    const real one = R(1.0), two = R(2.0), none = R(0.0), room = one - y, rest = share.rest;
    const real before = massive_speed(own, other), edge = other * (own + y) / (room * room);
    const real speed2 = r_max(r_fma(R(-4.0), edge, one), r_set(LEAST_SPEED2)), speed = r_sqrt(speed2);
    /* The pair without its mass, along which and the spectator k is nothing. */
    const vector4 light = v_axpy(R(-2.0) * own / (one + before), spectator, pair);
    const vector4 n = across(light, u);
    const real along = r_fma(n.z, spectator.z, r_fma(n.y, spectator.y, n.x * spectator.x));
    const real recoil = y / room, kt2 = (t + mass2 - square * other * recoil * recoil) / speed2 - mass2;
    const vector4 k = v_scale(v_axpy(two * along / (square * before), light, n), r_sqrt(r_max(kt2, none)));
    /* The spectator keeps its direction in the rest frame of both. */
    const vector4 both = v_add(pair, spectator);
    const real slowed = room * speed / before, heavy = r_fma(two, other, one);
    const real gained = (heavy * (one - slowed) - y) / (two * (one + own + other));
    momenta.spectator = v_axpy(gained, both, v_scale(spectator, slowed));
    const vector4 after = v_subtract(both, momenta.spectator);
    const real part = (rest - two * other * y / (room * room)) / speed2;
    const real beside = (y - two * (own + y) * rest) / (room * speed2);
    momenta.emitted = v_subtract(v_axpy(beside, momenta.spectator, v_scale(after, part)), k);
    momenta.emitter = v_subtract(after, momenta.emitted);
    return momenta;
}
#endif

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
 * `emitter` and `spectator` are what they become. Of a final end of mass^2 mu s, `massive` is mu.
 * It has 2 mu times the part of P_ij or P_k in p_j more of P_a, and p_j as much less. k is then transverse to
 * P_ij - mu P_a. */
FN splitting_momenta split_beam_momenta(vector4 emitter, vector4 spectator, mask incoming, mask beside,
                                        real square, real massive, const splitting_point *at, real t, real u)
{
    splitting_momenta momenta;
    const mask both = m_and(incoming, beside), alone = m_and(incoming, m_not(beside));
    const real inverse = R(1.0) / at->x, one = R(1.0), none = R(0.0);
    const real missing = at->rest_x * inverse; /* (1-x)/x */
#if SHOWER_MASSES
    const real less = R(2.0) * massive * r_select(incoming, at->u, at->share.rest);
    const vector4 light = v_axpy(r_select(incoming, none, -massive), spectator, emitter);
#else
    const real less = none;
    const vector4 light = emitter;
    (void)massive;
#endif
    const vector4 k = split_transverse(light, spectator, square, t, u);
    /* Parts of emitter and spectator in what is emitted, and in both ends. */
    const real z = at->share.z, rest = at->share.rest;
    const real own = r_select(both, rest * inverse, r_select(alone, (one - at->u) * missing - less, rest));
    const real other = r_select(incoming, at->u, z * missing - less);
    momenta.emitted = v_subtract(v_axpy(other, spectator, v_scale(emitter, own)), k);
    const vector4 final = v_add(v_axpy(rest * missing + less, spectator, v_scale(emitter, z)), k);
    const vector4 before = v_scale(emitter, inverse);
    const vector4 recoiling = v_add(v_axpy(at->u * missing + less, emitter, v_scale(spectator, one - at->u)),
                                    k);
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
 * become p - 2 (K~+K).p / (K~+K)^2 (K~+K) + 2 K~.p / K^2 K. K^2 is s, (K~+K)^2 = s (4 + u (1-x) / x). */
FN void beams_turn(event_list events, mask m, index slot, real partons, real square,
                   const splitting_point *at, vector4 before, vector4 after)
{
    const vector4 sum = v_add(before, after);
    const real by_sum = R(-2.0) / (square * r_fma(at->u, at->rest_x / at->x, R(4.0)));
    const real by_after = R(2.0) / square;
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
