/* Sobol' points with a random linear scrambling and a digital shift.
 *
 * I. M. Sobol', USSR Comput. Math. Math. Phys. 7 (1967) 86; J. Matousek, J. Complexity 14 (1998) 527. Point n
 * is the sum modulo 2 of the direction numbers of the bits of n, and of the shift; the host has scrambled the
 * direction numbers. A run of points is gone through in the order of Gray's code, where one direction number
 * changes from one to the next. */
#ifndef TESSERA_CUBATURE_SOBOL_H
#define TESSERA_CUBATURE_SOBOL_H

#include "cubature/sweep.h"
#include "random.h"

/* A coordinate, 64 bits in two words. */
typedef struct sobol_digits {
    word high, low;
} sobol_digits;

/* Adds direction number `bit` where it is chosen: all ones or zero. */
FN void sobol_add(sobol_digits *digits, GLOBAL const uint32 *directions, int bit, word chosen)
{
    digits->high = digits->high ^ (w_set(directions[2 * bit]) & chosen);
    digits->low = digits->low ^ (w_set(directions[2 * bit + 1]) & chosen);
}

/* How many points stand side by side, as a power of two: the lanes of a vector or the threads of a group. */
#ifdef GPU
#define SOBOL_SIDE GPU_GROUP
#else
#define SOBOL_SIDE LANES
#endif
#define SOBOL_LANE_BITS      \
    (SOBOL_SIDE >= 256   ? 8 \
     : SOBOL_SIDE >= 128 ? 7 \
     : SOBOL_SIDE >= 64  ? 6 \
     : SOBOL_SIDE >= 32  ? 5 \
     : SOBOL_SIDE >= 16  ? 4 \
     : SOBOL_SIDE >= 8   ? 3 \
     : SOBOL_SIDE >= 4   ? 2 \
     : SOBOL_SIDE >= 2   ? 1 \
                         : 0)

/* The points `first` + lane + place, for a first that is a multiple of SOBOL_SIDE; place: of a GPU's thread
 * in its group, else 0. */
FN sobol_digits sobol_start(GLOBAL const uint32 *directions, uint64 first, uint32 place)
{
    sobol_digits digits = {w_set(directions[2 * SOBOL_BITS]), w_set(directions[2 * SOBOL_BITS + 1])};
    uint64 left = first;
    for (int bit = 0; left && bit < SOBOL_BITS; ++bit, left >>= 1)
        if (left & 1)
            sobol_add(&digits, directions, bit, w_set(~(uint32)0));
    word own = w_lane() + w_set(place);
    for (int bit = 0; bit < SOBOL_LANE_BITS; ++bit)
        sobol_add(&digits, directions, bit, w_set(0) - (own >> bit & w_set(1)));
    return digits;
}

/* The bit that the Gray code of `step` changes to become that of the next: the number of zeros at the end of
 * step + 1. */
FN int sobol_bit(uint32 step)
{
    int bit = 0;
    for (uint32 next = step + 1; !(next & 1); next >>= 1)
        ++bit;
    return bit;
}

#endif
