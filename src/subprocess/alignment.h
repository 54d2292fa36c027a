/* Orders of a subprocess' legs in which it may equal another. Examples are "u d > u d", "d u > d u" and "s u
 * > s u".
 *
 * The incoming legs stand as they are, or mirrored, which unlike beams forbid. Behind them legs are sorted by
 * what they are (spin, colour, mass, particle or antiparticle), then by flavour. Flavours of the incoming
 * legs come first, then new ones by charge. Where charges are equal every order is tried. */
#ifndef TESSERA_SUBPROCESS_ALIGNMENT_H
#define TESSERA_SUBPROCESS_ALIGNMENT_H

#include "subprocess/notation.h"

struct alignment {
    const ts_model *model;
    int legs, incoming, pdg[LEGS_MOST];
    int started, mirrored;
    int fixed;              /* whether incoming legs stand as they are alone */
    int known, flavours;    /* flavours of incoming legs, and all; without signs */
    int flavour[LEGS_MOST]; /* in their order; new ones sorted by what they are */
    int place[LEGS_MOST];   /* aligned leg i is leg place[i] */
    int aligned[LEGS_MOST]; /* code of each aligned leg */
};

/* One particle that comes in stands as it is. */
void alignment_begin(struct alignment *alignment, const ts_model *model, const int *pdg, int legs,
                     int incoming, int fixed);

/* Goes to the first order and then on to the next; 0 behind the last one. */
int alignment_next(struct alignment *alignment);

#endif
