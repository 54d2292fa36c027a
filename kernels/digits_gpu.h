/* The digits of a sub-cube's number (vegas_coordinate), found by the threads of a group together. */
#ifndef TESSERA_DIGITS_GPU_H
#define TESSERA_DIGITS_GPU_H

#include "dialect.h"

/* Digit `axis` of a sub-cube's number, the first axis lowest. Divisions are slow, and a group waits for them.
 * The powers stay below 2^64 as long as there are fewer than 2^50 sub-cubes and 2^14 on each axis. */
FN scalar pipeline_digit(uint64 cube, uint64 per_axis, uint32 axis)
{
    uint64 power = 1;
    if (per_axis == 1)
        return S(0.0);
    for (uint32 i = 0; i < axis && power <= cube; ++i)
        power *= per_axis;
    return power <= cube ? (scalar)(cube / power % per_axis) : S(0.0);
}

/* All digits, by the threads of a group. */
FN void pipeline_group_digits(uint64 cube, uint64 per_axis, uint32 axes, LOCAL scalar *digits)
{
    for (uint32 axis = gpu_place(); axis < axes; axis += GPU_GROUP)
        digits[axis] = pipeline_digit(cube, per_axis, axis);
}

#endif
