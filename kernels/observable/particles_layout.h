/* The numbers of cuts (particles.h), for kernel and host. */
#ifndef TESSERA_OBSERVABLE_PARTICLES_LAYOUT_H
#define TESSERA_OBSERVABLE_PARTICLES_LAYOUT_H

/* Pairs (i, k < i) of so many particles, in the order of i, then k. */
#define PARTICLE_PAIRS(final) ((final) * ((final)-1) / 2)

enum particle_cut { CUT_PT_MIN, CUT_PT_MAX, CUT_ETA_MAX, CUT_Y_MAX, PARTICLE_CUTS };
/* 0 and 1e30: none. */
enum pair_cut { CUT_DR2_MIN, CUT_MASS2_MIN, CUT_MASS2_MAX, CUT_PAIR_PT2_MIN, CUT_PAIR_PT2_MAX, PAIR_CUTS };

/* Of the event: sums over sets of its particles, and Q^2 of a lepton that a beam has become. CUT_Q2_MIN is
 * that over the beams' energy (0: none), CUT_Q2_SIDE the sign of that beam's direction. */
enum event_cut {
    CUT_HT_MIN,
    CUT_HT_MAX,
    CUT_MISSING_MIN,
    CUT_MISSING_MAX,
    CUT_Q2_MIN,
    CUT_Q2_LEPTON,
    CUT_Q2_SIDE,
    CUT_ISOLATION_R2, /* of photons: the squared radius, 0: none; */
    CUT_ISOLATION_SHARE,
    CUT_ISOLATION_POWER,
    CUT_ISOLATION_INVERSE, /* one over the squared sine of half the radius */
    EVENT_CUTS
};

/* A mass of several particles together that events may not have: bits of them; squares between which it lies.
 */
enum window { WINDOW_SET, WINDOW_MASS2_LOW, WINDOW_MASS2_HIGH, WINDOW_NUMBERS };

/* How many numbers all of them are: those of the particles, of the pairs, of the event. */
#define CUT_NUMBERS(final) ((final)*PARTICLE_CUTS + PARTICLE_PAIRS(final) * PAIR_CUTS + EVENT_CUTS)

#endif
