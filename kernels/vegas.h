/* The map of VEGAS: importance sampling by a grid of bins on each axis, over
 * sub-cubes of equal size.
 *
 * G. P. Lepage, J. Comput. Phys. 27 (1978) 192; the organisation by sub-cubes
 * follows m-Cubes (arXiv:2202.01753, section 3). The grid holds for each axis
 * and each of its GRID_BINS bins the lower edge and the width. They lie side
 * by side, for both are wanted at once. The host puts edges on multiples of
 * 2^-24 (single) or 2^-50 (double), so that widths are exact and the map is
 * one to one in either precision. */
#ifndef TESSERA_VEGAS_H
#define TESSERA_VEGAS_H

#include "dialect.h"

#ifndef GRID_BINS
#define GRID_BINS 128
#endif

/* Where they are in the grid of an axis. */
#define VEGAS_EDGE(bin) (2 * (bin))
#define VEGAS_WIDTH(bin) (2 * (bin) + 1)

/* The number of the bin below `place`, which is the uniform number y in bins, GRID_BINS * y, and what is
 * left, 0 <= *part < 1. */
FN index vegas_bin(real place, real *part)
{
    real whole;
    index bin = r_floor_below(place, GRID_BINS, &whole);
    *part = place - whole;
    return bin;
}

/* One axis: y, in bins, to x, which rounding may make the grid's end. `bin` is the bin y fell into; `widths`
 * is multiplied by its width. */
FN real vegas_line(GLOBAL const scalar *grid, int axis, real place, index *bin, real *widths)
{
    real part, values[2];
    *bin = vegas_bin(place, &part);
    r_load2(grid + 2 * GRID_BINS * axis, *bin, values);
    *widths = *widths * values[1];
    return r_fma(part, values[1], values[0]);
}

/* As vegas_map_to, for a grid whose end is 1, and x below it. */
FN real vegas_map(GLOBAL const scalar *grid, int axis, real place, index *bin, real *widths)
{
    return r_below_one(vegas_line(grid, axis, place, bin, widths));
}

/* What the widths of one or two axes have to be multiplied by to be dx/dy. */
FN real vegas_slope(int axes)
{
    return r_set(axes == 1 ? S(1.0) * GRID_BINS : S(1.0) * GRID_BINS * GRID_BINS);
}

/* The next coordinate of a sub-cube. The number of a sub-cube is written with
 * base `per_axis`, the first axis lowest. `carry` is its offset to the first
 * sub-cube of the block, whose digit here is `digit`. Exact while per_axis and
 * the block are below 2^14. */
FN real vegas_coordinate(scalar digit, scalar per_axis, scalar inverse, real *carry)
{
    real sum = r_set(digit) + *carry;
    real quotient = r_floor_small(r_fma(sum, r_set(inverse), r_set(S(0.5) * inverse)));
    *carry = quotient;
    return r_fma(quotient, r_set(-per_axis), sum);
}

#endif
