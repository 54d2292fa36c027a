/* RAMBO on diet: massless momenta uniform in phase space from as many numbers as it has dimensions.
 *
 * S. Plaetzer, arXiv:1308.2922, algorithm 1. The total momentum Q_1 decays into a particle and a
 * cluster Q_2, this again, and so on. The first FINAL-2 numbers fix the masses of the clusters. Then
 * two a decay fix the direction of the particle in the rest frame of its Q_i. Every point has the
 * same weight, the phase-space volume (phase_space/phase_space_volume.h), and the map can be
 * inverted. */
#ifndef TESSERA_PHASE_SPACE_RAMBO_DIET_H
#define TESSERA_PHASE_SPACE_RAMBO_DIET_H

#include "phase_space/direction.h"

#ifndef FINAL
#define FINAL 4 /* final particles, 2 to 14 */
#endif
#define RAMBO_DIET_NUMBERS (3 * FINAL - 4)

/* sum over j = 1..k of j v^(j-1), which is (1 - (k+1) v^k + k v^(k+1)) / (1-v)^2 */
FN real rising_sum(real v, int k)
{
    real sum = r_set((scalar)k);
    for (int j = k - 1; j > 0; --j)
        sum = r_fma(sum, v, r_set((scalar)j));
    return sum;
}

/* The fractions v = M_{i+1}^2 / M_i^2 of a cluster's mass that the next one keeps, and w = 1 - v. With k + 1
 * particles to follow, v solves u = (k+1) v^k - k v^(k+1) (Plaetzer's equation for v = u_i^2).
 *
 * Halley's steps, from v = (u / (1 + k w))^(1/k) with an estimate of w. They are within 8 % in v at the start
 * and below 2^-53 after three for any u and k < 13. Both v near 0 and w near 0 keep their relative precision.
 * What u differs by is taken from u = v^k (1 + k w) in the lower half. In the upper it is taken from 1 - u =
 * w^2 rising_sum(v). The fractions do not depend on each other: each step is made for all of them before the
 * next. */
FN void diet_fractions(const real *u, real v[FINAL], real w[FINAL])
{
    UNROLL
    for (int i = 0; i < FINAL - 2; ++i) {
        int k = FINAL - 2 - i;
        real rest = R(1.0) - u[i];
        real root = r_sqrt(rest);
        if (k == 1) { /* a quadratic equation */
            w[i] = root;
            v[i] = u[i] / (R(1.0) + root);
        } else {
            real count = r_set((scalar)k);
            real first = r_sqrt(R(2.0) / r_set((scalar)(k * (k + 1))));
            real estimate = root * r_fma(rest * rest, R(1.0) - first, first);
            v[i] = r_exp(r_log(u[i] / r_fma(count, estimate, R(1.0))) * (R(1.0) / count));
            w[i] = R(1.0) - v[i];
        }
    }
    for (int step = 0; step < 3; ++step) {
        UNROLL
        for (int i = 0; i < FINAL - 3; ++i) {
            int k = FINAL - 2 - i;
            real rest = R(1.0) - u[i];
            mask lower = u[i] < rest;
            real power = whole_power(v[i], k - 1);
            real below = r_fma(power * v[i], r_fma(r_set((scalar)k), w[i], R(1.0)), -u[i]);
            real above = r_fma(-(w[i] * w[i]), rising_sum(v[i], k), rest);
            real excess = r_select(lower, below, above);
            real product = v[i] * w[i];
            real bend = r_fma(r_set((scalar)(k - 1)), w[i], -v[i]);
            real slope = r_set((scalar)(k * (k + 1))) * power * w[i];
            real change = excess * product / r_fma(slope, product, R(-0.5) * excess * bend);
            real new_v = v[i] - change, new_w = w[i] + change;
            v[i] = r_select(lower, new_v, R(1.0) - new_w);
            w[i] = r_select(lower, R(1.0) - new_v, new_w);
        }
    }
    v[FINAL - 2] = R(0.0); /* the last of all is massless */
    w[FINAL - 2] = R(1.0);
}

/* The massless vector k of the rest frame of a cluster, seen where the cluster has the momentum `total`. */
FN vector4 from_rest_frame(vector4 total, real inverse_mass, vector4 k)
{
    real x = total.x * inverse_mass, y = total.y * inverse_mass, z = total.z * inverse_mass;
    real gamma = total.e * inverse_mass;
    real along = r_fma(z, k.z, r_fma(y, k.y, x * k.x));
    real shift = k.e + along / (R(1.0) + gamma);
    vector4 p = {k.e, r_fma(shift, x, k.x), r_fma(shift, y, k.y), r_fma(shift, z, k.z)};
    p.e = v_length(p); /* gamma k.e + along, but massless also where that cancels */
    return p;
}

/* FINAL momenta of the centre-of-mass frame with this total energy from 3 FINAL - 4 numbers in (0,1). */
FN void rambo_diet(const real u[RAMBO_DIET_NUMBERS], real energy, vector4 p[FINAL])
{
    real v[FINAL], w[FINAL];
    diet_fractions(u, v, w);
    vector4 total = {energy, R(0.0), R(0.0), R(0.0)};
    real mass = energy;
    for (int i = 0; i < FINAL - 1; ++i) {
        vector4 k = isotropic_momentum(u[FINAL - 2 + 2 * i], u[FINAL - 1 + 2 * i], R(0.5) * mass * w[i]);
        p[i] = k;
        if (i > 0)
            p[i] = from_rest_frame(total, R(1.0) / mass, k);
        mass = mass * r_sqrt(v[i]);
        /* The rest: its energy from its mass, so that the next boost is one. */
        total = v_subtract(total, p[i]);
        real square = r_fma(total.z, total.z, r_fma(total.y, total.y, r_fma(total.x, total.x, mass * mass)));
        total.e = r_sqrt(square);
    }
    p[FINAL - 1] = total;
}

#endif
