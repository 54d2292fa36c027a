/* Sobol' points with a random linear scrambling and a digital shift.
 *
 * I. M. Sobol', USSR Comput. Math. Math. Phys. 7 (1967) 86; J. Matousek, J. Complexity 14 (1998) 527. Point n
 * is the sum modulo 2 of the direction numbers of the bits of n, and of the shift. The host has scrambled the
 * direction numbers. A run of points is gone through in the order of Gray's code, where one direction number
 * changes from one to the next. */
#ifndef TESSERA_CUBATURE_SOBOL_POINTS_H
#define TESSERA_CUBATURE_SOBOL_POINTS_H

#include "cubature/sweep.h"
#include "random.h"

/* The digits of a coordinate, the leading one in the highest bit: all, or the half that single precision has
 * room for. */
#if PRECISION_DOUBLE
typedef long_word sobol_digits;
#define sobol_set(number) long_set(number)
#define sobol_from(words) w_long(words)
#else
typedef word sobol_digits;
#define sobol_set(number) w_set((uint32)((number) >> 32))
#define sobol_from(words) (words)
#endif
#define SOBOL_CHOSEN sobol_set(~(uint64)0)

/* Adds direction number `bit` of all axes where it is chosen: all ones or zero. */
FN void sobol_add(sobol_digits *digits, int axes, GLOBAL const uint64 *directions, int bit,
                  sobol_digits chosen)
{
    for (int axis = 0; axis < axes; ++axis)
        digits[axis] = digits[axis] ^ (sobol_set(directions[SOBOL_NUMBERS * axis + bit]) & chosen);
}

/* A coordinate as a number from 1 to 2, as uniform_above_one() makes it. */
FN real sobol_above_one(sobol_digits digits)
{
#if PRECISION_DOUBLE
    return above_one_of(digits);
#else
    return uniform_above_one(digits, digits);
#endif
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
FN void sobol_start(sobol_digits *digits, int axes, GLOBAL const uint64 *directions, uint64 first,
                    uint32 place)
{
    const sobol_digits zero = sobol_set((uint64)0), one = sobol_from(w_set(1));
    sobol_digits own = sobol_from(w_lane() + w_set(place));
    for (int axis = 0; axis < axes; ++axis)
        digits[axis] = zero;
    sobol_add(digits, axes, directions, SOBOL_BITS, SOBOL_CHOSEN); /* the shift */
    for (int bit = SOBOL_LANE_BITS; first >> bit; bit += 4) /* four are asked for before one is waited for */
        for (int next = bit; next < bit + 4; ++next)
            sobol_add(digits, axes, directions, next < SOBOL_BITS ? next : 0,
                      sobol_set((uint64)0 - (first >> next & 1)));
    for (int bit = 0; bit < SOBOL_LANE_BITS; ++bit)
        sobol_add(digits, axes, directions, bit, zero - (own >> bit & one));
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
