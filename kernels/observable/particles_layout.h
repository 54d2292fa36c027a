/* The numbers of cuts (particles.h), for kernel and host. */
#ifndef TESSERA_OBSERVABLE_PARTICLES_LAYOUT_H
#define TESSERA_OBSERVABLE_PARTICLES_LAYOUT_H

/* Pairs (i, k < i) of so many particles, in the order of i, then k. */
#define PARTICLE_PAIRS(final) ((final) * ((final)-1) / 2)

enum particle_cut { CUT_PT_MIN, CUT_ETA_MAX, PARTICLE_CUTS };
enum pair_cut { CUT_DR2_MIN, CUT_MASS2_MIN, CUT_MASS2_MAX, PAIR_CUTS }; /* 0 and 1e30: none */

#endif
