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
    uint32 number[2];
    w_fetch2(directions + 2 * bit, number);
    digits->high = digits->high ^ (w_set(number[0]) & chosen);
    digits->low = digits->low ^ (w_set(number[1]) & chosen);
}

/* The same for all axes. */
FN void sobol_add_all(sobol_digits *digits, int axes, GLOBAL const uint32 *directions, int bit, word chosen)
{
    for (int axis = 0; axis < axes; ++axis)
        sobol_add(&digits[axis], directions + SOBOL_WORDS * axis, bit, chosen);
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
FN void sobol_start(sobol_digits *digits, int axes, GLOBAL const uint32 *directions, uint64 first,
                    uint32 place)
{
    for (int axis = 0; axis < axes; ++axis)
        digits[axis].high = digits[axis].low = w_set(0);
    sobol_add_all(digits, axes, directions, SOBOL_BITS, w_set(~(uint32)0)); /* the shift */
    for (int bit = SOBOL_LANE_BITS; first >> bit; bit += 4) /* four are asked for before one is waited for */
        for (int next = bit; next < bit + 4; ++next)
            sobol_add_all(digits, axes, directions, next < SOBOL_BITS ? next : 0,
                          w_set(0) - w_set((uint32)(first >> next & 1)));
    word own = w_lane() + w_set(place);
    for (int bit = 0; bit < SOBOL_LANE_BITS; ++bit)
        sobol_add_all(digits, axes, directions, bit, w_set(0) - (own >> bit & w_set(1)));
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
