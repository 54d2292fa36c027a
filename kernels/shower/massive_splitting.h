/* Where a dipole splits of which a final end has a mass (S. Catani, S. Dittmaier, M. H. Seymour, Z.
 * Trocsanyi, Nucl. Phys. B 627 (2002) 189; S. Schumann, F. Krauss, JHEP 03 (2008) 038). The masses before and
 * behind the emission are the same, that of what is emitted is 0. Before it s = 2 p_ij.p_k, r = t / s, m^2 =
 * mu s of the emitter and m_k^2 = mu_k s of the spectator. All is as in beam_splitting.h but for
 *
 *   FF  t = s y z (1-z) - (1-z)^2 m^2,       J = (1-y) / v~ r / (r + (1-z)^2 mu)
 *   FI  t = s z (1-z) (1-x) / x - (1-z)^2 m^2,             J = x r / (r + (1-z)^2 mu)
 *   IF  t = s u (1-u) (1-x) / x - u^2 m_k^2
 *
 * With a final and an incoming end t is the exact kT^2 that both of them see. v~ and v are the velocities of
 * the pair and the spectator before and behind the emission, v~^2 = 1 - 4 mu mu_k, v^2 = 1 - 4 mu_k (mu + y)
 * / (1-y)^2. The exact kT^2 of FF is (t - m_k^2 y^2 / (1-y)^2) / v^2, above 0 within phase space. In the
 * splitting functions
 *
 *   Q > Q g  1 + z becomes v~ / v (1 + z + m^2 / p_i.p_j) with FF, and 1 + z + m^2 / p_i.p_j with FI
 *   g > g g  z (1-z) - 2 becomes (z (1-z) - z_+ z_- - 2) / v with FF,
 *   g > q q~ z (1-z) becomes z (1-z) - z_+ z_-,  z_+ z_- = (1 - v^2) / 4 (their kappa is 0),
 *   IF       (1-x) / x becomes t / (s u (1-u)).
 *
 * A gluon that becomes quarks of mass m has t + m^2 in the place of t, and J has t / (t + m^2) more. t is
 * then kT^2 of the quarks, to which (p_i + p_j)^2 = (t + m^2) / (z (1-z)). With their velocity v_i^2 = 1 - 4
 * m^2 / (p_i + p_j)^2 in the rest frame of both z_+ z_- is (1 - v_i^2 v^2) / 4, with FI and v = 1 too.
 *
 * g > q q~ has no 1 / v, which is 1 in all limits, and has no bound where phase space ends. With IF the
 * variable z0 is that of the massless dipole at the same u and t. Its x is x_0, and J is (x / x_0)^2 of its
 * J. All bounds hold but that of FF, which has 1 / v~ more. Where a splitting function is negative there is
 * no emission. */
#ifndef TESSERA_SHOWER_MASSIVE_SPLITTING_H
#define TESSERA_SHOWER_MASSIVE_SPLITTING_H

#include "shower/ends.h"

#if SHOWER_MASSES

/* v^2 below which nothing is left of phase space. */
#define LEAST_SPEED2 S(1e-8)

/* v~ of two final ends. */
FN real massive_speed(real own, real other)
{
    return r_sqrt(r_max(r_fma(R(-4.0) * own, other, R(1.0)), r_set(LEAST_SPEED2)));
}

/* The largest y of final ends times s: all of the mass that a spectator leaves, (Q - m_k)^2 - m^2. */
FN real massive_reach(real square, real own, real other)
{
    const real one = R(1.0), spectator = r_sqrt(other);
    const real left = r_sqrt(one + own + other) - spectator;
    return square * r_select(other > R(0.0), r_max(r_fma(left, left, -own), R(0.0)), one);
}

/* (1-z)^2 m^2 + t, over s. */
FN real massive_virtuality(real rest, real own, real ratio) { return r_fma(rest * rest, own, ratio); }

/* Between final ends. 1 / v~ of J is the end's (dipole.h). */
FN splitting_point point_massive_final(momentum_share share, real own, real other, real ratio)
{
    const real all = massive_virtuality(share.rest, own, ratio), one = R(1.0), two = R(2.0);
    splitting_point at = splitting_point_of(share, all / (share.z * share.rest));
    const real room = one - at.y, recoil = at.y / room;
    at.edge = other * (own + at.y) / (room * room);
    const real speed2 = r_fma(R(-4.0), at.edge, one);
    const mask inside = m_and(m_and(at.y<one, speed2> r_set(LEAST_SPEED2)), ratio >= other * recoil * recoil);
    at.slow = massive_speed(own, other) / r_sqrt(r_max(speed2, r_set(LEAST_SPEED2)));
    at.heavy = two * own / at.y;
    at.jacobian = at.jacobian * (ratio / all);
    at.y = r_select(inside, at.y, two);
    return at;
}

/* Of a final emitter beside one that comes in. */
FN splitting_point point_massive_final_beam(momentum_share share, real own, real ratio)
{
    const real all = massive_virtuality(share.rest, own, ratio);
    splitting_point at = splitting_point_of(share, R(0.0));
    const real w = all / (share.z * share.rest);
    at.x = R(1.0) / (R(1.0) + w);
    at.rest_x = w * at.x;
    at.pole = R(1.0) / (share.rest + at.rest_x);
    at.jacobian = at.x * (ratio / all);
    at.heavy = R(2.0) * own / w;
    return at;
}

/* Of an emitter that comes in beside a final spectator: `at` is the point without masses. */
FN splitting_point point_massive_beam_final(splitting_point at, real other)
{
    const real before = at.x, one = R(1.0);
    const real w = r_fma(at.u / (one - at.u), other, at.hard);
    at.x = one / (one + w);
    at.rest_x = w * at.x;
    at.pole = one / (at.rest_x + at.u);
    at.jacobian = at.jacobian * (at.x / before) * (at.x / before);
    return at;
}

#endif
#endif
