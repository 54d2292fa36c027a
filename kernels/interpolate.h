/* Interpolation in tables of one, two and three dimensions.
 *
 * On each axis the nodes next to the argument have weights: two, of a straight line, or four, of a cubic. The
 * cubic between two nodes has their values and slopes. A node's slope is that of the parabola through it and
 * its neighbours, however they are spaced, so that the first derivative is continuous (C. de Boor, "A
 * Practical Guide to Splines" (1978), chapter IV, piecewise cubic Bessel interpolation; on even nodes R. G.
 * Keys, IEEE Trans. Acoust. Speech Signal Process. 29 (1981) 1153). More dimensions are the product of the
 * axes.
 *
 * An argument beyond an end counts as at that end; what is not a number gives what is none. Cubic tables have
 * one more value beyond each end, on the parabola through the last three, so that no cell is special.
 * table_store() (src/integrand/table.h) writes the tables. Counts and kinds are constants where they
 * are called, so that nothing of them is left in the program. */
#ifndef TESSERA_INTERPOLATE_H
#define TESSERA_INTERPOLATE_H

#include "dialect.h"

/* Even nodes: the lowest, and how many cells there are to a unit. */
#define EVEN_LOW 0
#define EVEN_CELLS_PER_UNIT 1

/* Uneven nodes: all of them, ascending, then numbers of each cell: the inverse of its width. Of a
 * cubic follow the slopes at its lower and upper node, as shares of two differences each
 * (interpolate_cubic). */
#define CELL_INVERSE 0
#define CELL_SLOPES 1
#define CELL_NUMBERS(cubic) ((cubic) ? 5 : 1)

#define INTERPOLATE_WIDTH(cubic) ((cubic) ? 4 : 2)

/* t, but not below 0 nor above `most`; in this order of arguments a NaN stays one. */
FN real interpolate_clamp(real t, real most) { return r_max(R(0.0), r_min(most, t)); }

/* The cell of even nodes in which x lies, and where in it. */
FN index interpolate_even(GLOBAL const scalar *axis, int nodes, real x, real *fraction)
{
    real t = (x - r_set(axis[EVEN_LOW])) * r_set(axis[EVEN_CELLS_PER_UNIT]);
    t = interpolate_clamp(t, r_set((scalar)(nodes - 1)));
    index cell = r_floor_index(r_min(t, r_set((scalar)(nodes - 2)))); /* a NaN becomes the last cell */
    *fraction = t - r_from_index(cell);
    return cell;
}

/* As interpolate_even, of uneven nodes: the cells that are left are halved as often for every lane. */
FN index interpolate_uneven(GLOBAL const scalar *axis, int nodes, int cubic, real x, real *fraction)
{
    index cell = i_set(0);
    UNROLL
    for (int left = nodes - 1; left > 1; left -= left / 2) {
        index middle = cell + left / 2;
        cell = i_select(x >= r_load(axis, middle), middle, cell);
    }
    real inverse = r_load(axis + nodes + CELL_INVERSE, cell * CELL_NUMBERS(cubic));
    *fraction = interpolate_clamp((x - r_load(axis, cell)) * inverse, R(1.0));
    return cell;
}

/* The cubic's weights. Slopes times the cell's width. At its lower node f1 that is below[0] (f1 - f0) +
 * below[1] (f2 - f1). At its upper one f2 it is above[0] (f2 - f1) + above[1] (f3 - f2). */
FN void interpolate_cubic(real t, const real below[2], const real above[2], real weights[4])
{
    real rest = R(1.0) - t;
    real rise = t * t * (R(3.0) - (t + t)); /* Hermite's polynomials: of the values, of the two slopes */
    real lower = t * rest * rest;
    real upper = -(t * t * rest);
    real first = lower * below[0];
    real middle = r_fma(lower, below[1], r_fma(upper, above[0], rise));
    real last = upper * above[1];
    weights[0] = -first;
    weights[1] = first + (R(1.0) - middle);
    weights[2] = middle - last;
    weights[3] = last;
}

/* The weights of the nodes about x; returns the first of them. */
FN index interpolate_axis(GLOBAL const scalar *axis, int nodes, int even, int cubic, real x, real *weights)
{
    real t;
    index cell = even ? interpolate_even(axis, nodes, x, &t) : interpolate_uneven(axis, nodes, cubic, x, &t);
    if (!cubic) {
        weights[0] = R(1.0) - t;
        weights[1] = t;
        return cell;
    }
    real slopes[4];
    for (int i = 0; i < 4; ++i)
        slopes[i] = even ? R(0.5) : r_load(axis + nodes + CELL_SLOPES + i, cell * CELL_NUMBERS(1));
    interpolate_cubic(t, slopes, slopes + 2, weights);
    return cell;
}

/* The sum of the values from `first` on, times the weights of the last axis. */
FN real interpolate_1(GLOBAL const scalar *values, index first, int width, const real *weights)
{
    real sum = weights[0] * r_load(values, first);
    UNROLL
    for (int i = 1; i < width; ++i)
        sum = r_fma(weights[i], r_load(values + i, first), sum);
    return sum;
}

/* The interpolation on two axes and on three; a step on an axis is `stride` values. */
FN real interpolate_2(GLOBAL const scalar *values, index first, int width, int stride, const real *weights,
                      const real *last)
{
    real sum = weights[0] * interpolate_1(values, first, width, last);
    UNROLL
    for (int i = 1; i < width; ++i)
        sum = r_fma(weights[i], interpolate_1(values + i * stride, first, width, last), sum);
    return sum;
}

FN real interpolate_3(GLOBAL const scalar *values, index first, int width, int far_stride, int stride,
                      const real *weights, const real *middle, const real *last)
{
    real sum = weights[0] * interpolate_2(values, first, width, stride, middle, last);
    UNROLL
    for (int i = 1; i < width; ++i)
        sum = r_fma(weights[i], interpolate_2(values + i * far_stride, first, width, stride, middle, last),
                    sum);
    return sum;
}

#endif
