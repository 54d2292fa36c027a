/* Orders of a subprocess' legs in which it may be equal to another: "u d > u d" and "d u > d u", "s u > s u".
 *
 * The incoming legs stand as they are, or mirrored. Behind them legs are sorted by what they are (spin,
 * colour, mass, particle or antiparticle), then by flavour: first those of the incoming legs, then new ones
 * by charge and, where that is equal, in every order. */
#ifndef TESSERA_SUBPROCESS_ALIGNMENT_H
#define TESSERA_SUBPROCESS_ALIGNMENT_H

#include "subprocess/notation.h"

struct alignment {
    const ts_model *model;
    int legs, pdg[LEGS_MOST];
    int started, mirrored;
    int known, flavours;    /* flavours of incoming legs, and all; without signs */
    int flavour[LEGS_MOST]; /* in their order; new ones sorted by what they are */
    int place[LEGS_MOST];   /* aligned leg i is leg place[i] */
    int aligned[LEGS_MOST]; /* its code */
};

void alignment_begin(struct alignment *alignment, const ts_model *model, const int *pdg, int legs);

/* Goes to the first order and then on to the next; 0 behind the last one. */
int alignment_next(struct alignment *alignment);

#endif
