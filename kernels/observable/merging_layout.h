/* What kernel and host agree on of cuts of merging (merging.h). */
#ifndef TESSERA_OBSERVABLE_MERGING_LAYOUT_H
#define TESSERA_OBSERVABLE_MERGING_LAYOUT_H

enum merging_measure {
    MERGING_NONE,
    MERGING_KT,
    MERGING_KT_BEAMS,
    MERGING_CONES,
    MERGING_PT_LUND,
    MERGING_HISTORY /* of the event: process/clustering.h; limits of pT and masses besides */
};

/* Run-time numbers of a cut: the square of the least scale, in units; 1 / D^2. */
enum { MERGING_LEAST2, MERGING_INVERSE_D2, MERGING_NUMBERS };

#endif
