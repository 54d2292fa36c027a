/* RAMBO: massless momenta uniform in phase space, unit weight.
 *
 * R. Kleiss, W. J. Stirling, S. D. Ellis, "A new Monte Carlo treatment of multiparticle phase space at high
 * energies", Comput. Phys. Commun. 40 (1986) 359. Every point has the same weight, the phase-space volume
 * (phase_space/phase_space_volume.h). */
#ifndef TESSERA_PHASE_SPACE_RAMBO_H
#define TESSERA_PHASE_SPACE_RAMBO_H

#include "phase_space/direction.h"

#ifndef FINAL
#define FINAL 4 /* final particles, 2 to 14 */
#endif
#define RAMBO_NUMBERS (4 * FINAL)

/* FINAL momenta of the centre-of-mass frame with this total energy from 4 numbers in (0,1) a particle. Two
 * particles need a direction only: the first two of their numbers. */
FN void rambo(const real u[RAMBO_NUMBERS], real energy, vector4 p[FINAL])
{
#if FINAL == 2
    p[0] = isotropic_momentum(u[0], u[1], R(0.5) * energy);
    vector4 opposite = {p[0].e, -p[0].x, -p[0].y, -p[0].z};
    p[1] = opposite;
#else
    /* Isotropic momenta q with energies distributed as q exp(-q). */
    vector4 sum = {R(0.0), R(0.0), R(0.0), R(0.0)};
    for (int i = 0; i < FINAL; ++i) {
        p[i] = isotropic_momentum(u[4 * i], u[4 * i + 1], -r_log(u[4 * i + 2] * u[4 * i + 3]));
        sum = v_add(sum, p[i]);
    }
    /* The conformal transformation to their rest frame and to the energy asked for. */
    real inverse_mass = R(1.0) / r_sqrt(v_dot(sum, sum));
    real scale = energy * inverse_mass;
    real gamma = sum.e * inverse_mass;
    vector4 b = v_scale(sum, -inverse_mass);
    real a = R(1.0) / (R(1.0) + gamma);
    vector4 rest = {R(0.0), R(0.0), R(0.0), R(0.0)};
    for (int i = 0; i < FINAL; ++i) {
        real along = r_fma(b.z, p[i].z, r_fma(b.y, p[i].y, b.x * p[i].x));
        real shift = r_fma(a, along, p[i].e);
        p[i].e = scale * r_fma(gamma, p[i].e, along);
        p[i].x = scale * r_fma(shift, b.x, p[i].x);
        p[i].y = scale * r_fma(shift, b.y, p[i].y);
        p[i].z = scale * r_fma(shift, b.z, p[i].z);
        rest = v_add(rest, p[i]);
    }
    /* Few particles may have a small mass, known badly after rounding. The momentum left over,
     * relatively of the order of rounding times gamma^2, is taken away by a boost of first order. The
     * energies are made those of massless particles and scaled to their sum. Nothing changes where
     * numbers are exact. */
    b = v_scale(rest, R(-1.0) / energy);
    real total = R(0.0);
    for (int i = 0; i < FINAL; ++i) {
        p[i].x = r_fma(p[i].e, b.x, p[i].x);
        p[i].y = r_fma(p[i].e, b.y, p[i].y);
        p[i].z = r_fma(p[i].e, b.z, p[i].z);
        p[i].e = v_length(p[i]);
        total = total + p[i].e;
    }
    for (int i = 0; i < FINAL; ++i)
        p[i] = v_scale(p[i], energy / total);
#endif
}

#endif
