/* One evaluation: from the point in the unit cube to values that can be summed. Included after the integrand.
 */
#ifndef TESSERA_CUBATURE_WEIGH_H
#define TESSERA_CUBATURE_WEIGH_H

#include "cubature/domain.h"
#include "cubature/integrand.h"
#include "cubature/smooth.h"
#include "cubature/sobol_points.h"
#include "cubature/sweep.h"
#include "cubature/thin.h"
#include "pipeline.h"

typedef struct cubature_value {
    real v[COMPONENTS];    /* the weights times their scales; 0 where they are not finite or too large */
    real size[COMPONENTS]; /* |weight| times scale; 0 where it is not finite */
    real all;              /* what stands for all components, where the grid learns */
    real even;             /* cubature_even_of() this point */
    index bin[DIMENSIONS]; /* of the grid */
    mask lost;             /* one component at least is not finite */
    mask infinite;         /* and one is not even "not a number" */
} cubature_value;

/* How sub-cubes lie: so many on each axis, one over that, and the side of one in bins of the grid. */
typedef struct cubature_layout {
    scalar per_axis, inverse, side;
} cubature_layout;

FN cubature_layout cubature_layout_of(uint64 per_axis)
{
    cubature_layout layout;
    layout.per_axis = (scalar)per_axis;
    layout.inverse = 1 / layout.per_axis;
    layout.side = GRID_BINS * layout.inverse;
    return layout;
}

/* Where the sub-cube begins that is `offset` behind the one with `digits`, in bins, less one side. It is a
 * little further, so that no point is on an end. */
FN void cubature_corner(cubature_layout layout, LOCAL const scalar *digits, real offset,
                        real corner[DIMENSIONS])
{
    real carry = offset, less = r_set(-(BELOW_ONE * layout.side));
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        corner[axis] = r_fma(vegas_coordinate(digits[axis], layout.per_axis, layout.inverse, &carry),
                             r_set(layout.side), less);
}

/* For all axes, and what a block of random numbers has more. */
#define RANDOM_ROOM (DIMENSIONS + UNIFORMS_OF_BLOCK - 1)

/* The coordinates of a random evaluation in that sub-cube, in bins. */
FN void cubature_random(cubature_layout layout, event_number event, const random_keys *keys,
                        const real corner[DIMENSIONS], real y[RANDOM_ROOM])
{
    for (int axis = 0; axis < DIMENSIONS; axis += UNIFORMS_OF_BLOCK) {
        uniform_block(event, keys, STREAM_SAMPLING, (uint32)axis / UNIFORMS_OF_BLOCK, y + axis);
        for (int i = axis; i < axis + UNIFORMS_OF_BLOCK && i < DIMENSIONS; ++i)
            y[i] = r_fma(y[i], r_set(layout.side), corner[i]);
    }
}

/* The coordinates of a Sobol' point. */
FN void cubature_coordinates(const sobol_digits digits[DIMENSIONS], real y[DIMENSIONS])
{
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        y[axis] = r_fma(sobol_above_one(digits[axis]), r_set(S(1.0) * GRID_BINS),
                        r_set(-(BELOW_ONE * GRID_BINS)));
}

/* Where the grid has an axis, and its spline. */
#define CUBATURE_AXIS(axis) (2 * GRID_BINS * (axis))
#define CUBATURE_PIECES(axis) (SMOOTH_BEGIN(DIMENSIONS, GRID_BINS) + 4 * GRID_BINS * (axis))
#define CUBATURE_MEAN(axis) (GRID_MEANS(DIMENSIONS, GRID_BINS) + (axis))

/* One axis or two of y mapped by the grid; *slope is multiplied by dt/dy of each. */
FN void cubature_grid_map(GLOBAL const scalar *grid, int smooth, int first, int axes,
                          const real y[DIMENSIONS], real t[DIMENSIONS], index bin[DIMENSIONS], real *slope)
{
    if (smooth)
        smooth_map(grid + CUBATURE_PIECES(first), axes, y + first, t + first, bin + first, slope);
    else
        for (int axis = first; axis < first + axes; ++axis)
            t[axis] = vegas_line(grid, axis, y[axis], &bin[axis], slope);
    *slope = *slope * vegas_slope(axes);
}

/* All axes by SMOOTH_EVEN. */
FN void cubature_even_map(const real y[DIMENSIONS], real t[DIMENSIONS], index bin[DIMENSIONS])
{
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        real part;
        bin[axis] = vegas_bin(y[axis], &part);
        t[axis] = y[axis] * r_set(S(1.0) / GRID_BINS);
    }
}

/* All axes by the grid; *slope is that map's Jacobian. */
FN void cubature_map(GLOBAL const scalar *grid, int smooth, const real y[DIMENSIONS], real t[DIMENSIONS],
                     index bin[DIMENSIONS], real *slope)
{
    *slope = R(1.0);
    if (smooth == SMOOTH_EVEN) {
        cubature_even_map(y, t, bin);
        return;
    }
    for (int axis = 0; axis + 1 < DIMENSIONS; axis += 2)
        cubature_grid_map(grid, smooth, axis, 2, y, t, bin, slope);
    if (DIMENSIONS % 2) /* apart, so that compilers know how many there are, and unroll the loop */
        cubature_grid_map(grid, smooth, DIMENSIONS - 1, 1, y, t, bin, slope);
}

/* The user's point of t, which is in the unit cube; that map's Jacobian goes to what is there. */
FN void cubature_domain(CONSTANT parameters *inputs, const real t[DIMENSIONS], real x[DIMENSIONS],
                        real *jacobian)
{
    const int kinds[DIMENSIONS] = AXIS_KINDS, units[DIMENSIONS] = UNIT_AXES;
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        x[axis] = units[axis] && kinds[axis] == AXIS_FINITE
                      ? t[axis]
                      : domain_map(kinds[axis], inputs->axis_from[axis], inputs->axis_size[axis], t[axis],
                                   jacobian);
}

/* The point of y, which is counted in bins, mapped by the grid; *slope is the grid's Jacobian. */
FN void cubature_point(CONSTANT parameters *inputs, GLOBAL const scalar *grid, int smooth,
                       const real y[DIMENSIONS], real x[DIMENSIONS], index bin[DIMENSIONS], real *slope,
                       real *jacobian)
{
    real t[DIMENSIONS];
    cubature_map(grid, smooth, y, t, bin, slope);
    cubature_domain(inputs, t, x, jacobian);
}

/* All that is shown of an evaluation (sweep.h). */
FN void cubature_see(INPUTS, GLOBAL const scalar *grid, int smooth, const real y[DIMENSIONS], real share,
                     real shown[SHOWN_LENGTH(DIMENSIONS, COMPONENTS)])
{
    real slope, jacobian = R(1.0), *t = shown + SHOWN_PLACE(DIMENSIONS, COMPONENTS);
    index bin[DIMENSIONS];
    cubature_map(grid, smooth, y, t, bin, &slope);
    cubature_domain(inputs, t, shown, &jacobian);
    integrand(shown, shown + SHOWN_VALUES(DIMENSIONS), INPUTS_GIVEN);
    shown[SHOWN_DENSITY(DIMENSIONS, COMPONENTS)] = R(1.0) / (slope * share);
    shown[SHOWN_JACOBIAN(DIMENSIONS, COMPONENTS)] = slope * share * jacobian;
}

/* One over a typical slope of all axes together: the geometric mean. */
FN real cubature_typical(GLOBAL const scalar *grid)
{
#if PRECISION_DOUBLE
    const scalar largest = S(1e280);
#else
    const scalar largest = S(1e35);
#endif
    scalar product = 1;
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        product = product * grid[CUBATURE_MEAN(axis)];
    return r_set(product < largest ? product : largest);
}

/* What stands for all components. Of one it is its square, of several the sum of squares, each times its
 * factor's, which follows the scales and makes them count alike. */
FN real cubature_all(const real square[COMPONENTS], GLOBAL const scalar *factors)
{
#if COMPONENTS > 1
    real sum = R(0.0);
    for (int c = 0; c < COMPONENTS; ++c)
        sum = sum + square[c] * r_set(factors[c] * factors[c]);
    return sum;
#else
    (void)factors;
    return square[0];
#endif
}

/* One value for those of all components; the sign of one component stays. */
FN real cubature_all_values(const real v[COMPONENTS], GLOBAL const scalar *factors)
{
#if COMPONENTS > 1
    real square[COMPONENTS];
    for (int c = 0; c < COMPONENTS; ++c)
        square[c] = v[c] * v[c];
    return r_sqrt(cubature_all(square, factors));
#else
    (void)factors;
    return v[0];
#endif
}

/* What the grid is to learn from |v|^p, p = 4/2^rung: |v|^2 on the first rung, above it
 * |f|^p J^q. f is the integrand and J the grid's slope. The host knows what q is to be
 * (learning.h). This is J^(q - p); room: J over a typical one, so that what counts is neither
 * far above one nor far below. */
FN real cubature_even_of(real room, uint64 rung, uint64 exponent)
{
    const scalar power = (scalar)(int64)exponent * (S(1.0) / (1 << EXPONENT_BITS));
    return rung > 1 ? r_exp(r_log(room) * r_set(power)) : R(1.0);
}

/* The weights of values f: times the Jacobian, and each its scale. */
FN void cubature_take(cubature_value *value, const real f[COMPONENTS], real jacobian, mask active,
                      GLOBAL const scalar *scales)
{
    value->lost = value->infinite = m_none();
    for (int c = 0; c < COMPONENTS; ++c) {
        real weight = f[c] * jacobian;
        pipeline_value scaled = pipeline_scale(weight, active, scales[c]);
        value->v[c] = scaled.v;
        value->size[c] = scaled.scaled_size;
        value->lost = m_or(value->lost, scaled.lost);
        if (r_any(scaled.lost)) /* what is not a number is not equal to itself */
            value->infinite = m_or(value->infinite, m_and(scaled.lost, weight == weight));
    }
    value->all = cubature_all_values(value->v, scales + COMPONENTS);
}

/* share: a factor of the weight (strata.h); typical: cubature_typical(), where the grid learns by a rung. */
FN cubature_value cubature_weigh(INPUTS, GLOBAL const scalar *grid, int smooth, GLOBAL const scalar *scales,
                                 const real y[DIMENSIONS], real share, mask active, uint64 rung,
                                 uint64 exponent, real typical)
{
    cubature_value value;
    real x[DIMENSIONS], f[COMPONENTS], room, jacobian = share;
    cubature_point(inputs, grid, smooth, y, x, value.bin, &room, &jacobian);
    /* The point is weighed where the integrand need not wait for it. */
    value.even = smooth == SMOOTH_EVEN ? R(1.0) : cubature_even_of(room * typical, rung, exponent);
    integrand(x, f, INPUTS_GIVEN);
    cubature_take(&value, f, jacobian * room, active, scales);
    return value;
}

#endif
