/* Derivatives of a squared tree amplitude at given points. Items are those of tree_sum.h, and each has
 * one more for every direction: item i is direction i % directions of point and slice i / directions. */
#ifndef TESSERA_PROCESS_TREE_GRADIENT_H
#define TESSERA_PROCESS_TREE_GRADIENT_H

#include "amplitude/tree_tangent.h"
#include "process/tree_point.h"

/* The unit vector along component number `place` of all momenta. */
FN void tree_momenta_slope(tree_state *t, GLOBAL const uint32 *words, uint32 place)
{
    for (uint32 leg = 0; leg < words[TREE_HEAD_LEGS]; ++leg) {
        const uint32 first = 4 * leg;
        vector4 q = {place == first ? R(1.0) : R(0.0), place == first + 1 ? R(1.0) : R(0.0),
                     place == first + 2 ? R(1.0) : R(0.0), place == first + 3 ? R(1.0) : R(0.0)};
        t->momenta[leg] = q;
    }
    tree_momenta(t, words);
}

MAP(tree_gradient_map, GLOBAL const scalar *, momenta, GLOBAL const uint32 *, words, GLOBAL const scalar *,
    values, GLOBAL scalar *, sums)
{
    const uint32 directions = words[TREE_HEAD_DIRECTIONS], slices = words[TREE_HEAD_SLICES];
    const uint32 direction = (uint32)(item % directions), slice = (uint32)(item / directions % slices);
    const uint32 slopes = words[TREE_HEAD_SLOPES], choices = words[TREE_HEAD_HELICITIES];
    const uint32 first = slice * choices / slices, end = (slice + 1) * choices / slices;
    const uint32 length = words[TREE_HEAD_SLOPES_AT];
    tree_direction along = {words, values, direction < slopes ? values + (direction + 1) * length : 0};
    tree_state state, tangent;
    tree_point(&state, words[TREE_HEAD_LEGS], momenta, item / directions / slices);
    tree_momenta(&state, words);
    tree_momenta_slope(&tangent, words, direction - slopes);
    real sum = R(0.0);
    for (uint32 i = first; i < end; ++i)
        sum = sum + tree_square_slope(&state, &tangent, &along, i, i == first);
    r_store(sums + item * LANES, sum);
}

#endif
