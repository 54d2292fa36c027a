/* Recoil of an emission off a parton that comes in beside a final spectator (IF), taken by all that is final
 * (S. Platzer, S. Gieseke, JHEP 01 (2011) 024; S. Hoeche, S. Schumann, F. Siegert, Phys. Rev. D 81 (2010)
 * 034026). With x and u of beam_splitting.h, P before and p behind it, s = 2 P_a.P_k and m_k^2 = mu s,
 *
 *   p_k = alpha L + mu / alpha P_a,   p_j = A P_a + B L - k,   p_a = P_a - P_k + p_j + p_k,
 *   L = P_k - mu P_a,   w = 1 - u/x,   D^2 = w^2 + 4 mu u/x,   alpha = (D + w) / (D + w + 2 u/x),
 *   B = ((1-x) (1-alpha) + u alpha) / (x D),   A = ((1-x) / x - B mu / alpha) / alpha,   k^2 = -A B s,
 *
 * k transverse to P_a and P_k. The spectator stays in the plane of both, and all scalar products of p_a, p_j
 * and p_k are those of local recoil. Without a mass
 *
 *   p_k = (1-u/x) P_k,   p_j = ((1-x) P_a + u (1-u) / x P_k) / (x-u) - k,
 *   p_a = ((1-u) P_a + u (1-x) / x P_k) / (x-u) - k,   k^2 = -t / (x-u)^2.
 *
 * All other momenta are those before. p_a has left the beam's axis, so everything is turned until it is
 * there again. The other parton that comes in, P_b, stays. That is a null rotation about P_b, and the energy
 * along the beam becomes p_a.P_b / P_a.P_b of what it was. */
#ifndef TESSERA_SHOWER_GLOBAL_RECOIL_H
#define TESSERA_SHOWER_GLOBAL_RECOIL_H

#include "lorentz.h"
#include "shower/splitting.h"

#if SHOWER_GLOBAL

/* The Lorentz transformation that keeps a momentum n without mass and takes another one into the plane of n
 * and the beams' axis. */
typedef struct null_rotation {
    vector4 kept; /* n, along the beams' axis */
    real inverse; /* 1 / n.p of the other one, p, */
    real x, y;    /* and what it has across */
} null_rotation;

FN null_rotation null_rotation_of(vector4 kept, vector4 p)
{
    const null_rotation by = {kept, R(1.0) / v_dot(kept, p), p.x, p.y};
    return by;
}

FN vector4 null_rotate(const null_rotation *by, vector4 p)
{
    const real part = v_dot(by->kept, p) * by->inverse;
    const real across = r_fma(p.y, by->y, p.x * by->x), square = r_fma(by->y, by->y, by->x * by->x);
    vector4 turned = v_axpy((R(0.5) * part * square - across) * by->inverse, by->kept, p);
    turned.x = p.x - part * by->x;
    turned.y = p.y - part * by->y;
    return turned;
}

/* Emitter, emitted parton and spectator where p_a is not turned yet; `across`: k of the size 1. Without a
 * mass u has to be below x. */
typedef struct global_momenta {
    vector4 emitter, emitted, spectator;
} global_momenta;

/* D, and alpha that comes of it; `part`: u/x, `massive`: mu. */
FN real global_root(real w, real part, real massive) { return r_sqrt(r_fma(w, w, R(4.0) * massive * part)); }
FN real global_alpha(real root, real w, real part)
{
    const real sum = root + w;
    return sum / (sum + R(2.0) * part);
}

FN global_momenta split_global_momenta(vector4 emitter, vector4 spectator, real square, real massive,
                                       const splitting_point *at, vector4 across)
{
    global_momenta momenta;
    const real one = R(1.0), part = at->u / at->x, missing = at->rest_x / at->x;
    const real w = one - part;
    const vector4 light = v_axpy(-massive, emitter, spectator);
    const real root = global_root(w, part, massive), alpha = global_alpha(root, w, part);
    const real beside = massive / alpha;
    const real other = r_fma(at->rest_x, one - alpha, at->u * alpha) / (at->x * root);
    const real own = (missing - other * beside) / alpha, whole = (one - massive) + own + beside;
    const vector4 k = v_scale(across, r_sqrt(r_max(own * other * square, R(0.0))));
    momenta.spectator = v_axpy(beside, emitter, v_scale(light, alpha));
    momenta.emitted = v_subtract(v_axpy(own, emitter, v_scale(light, other)), k);
    momenta.emitter = v_subtract(v_axpy(whole, emitter, v_scale(light, own * other / whole)), k);
    return momenta;
}

#endif
#endif
