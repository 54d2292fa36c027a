/* The numbers that a ladder takes (ladder.h), for kernel and host. */
#ifndef TESSERA_PHASE_SPACE_LADDER_AXES_H
#define TESSERA_PHASE_SPACE_LADDER_AXES_H

/* Three a particle but for the last one's rapidity; two for the places of the beams in a ring. */
#define LADDER_AXES(final, ring) (3 * (final)-2 + ((ring) ? 2 : 0))

/* The transverse momenta of all but the last, in units of the cut, have the density 1 / (1 + their sum)^(this
 * + final - 1). Soft ones are even up to the hardest ones, and all together fall. */
#define LADDER_SCALE_POWER 3

#endif
