/* Squared tree amplitudes at given points, with all colours and at leading colour, from the same amplitudes.
 * The one is the quadratic form of the exact colour matrix. The other is the sum of the squares of all colour
 * flows, each with its leading weight. Items are those of tree_sum.h; each has both sums, [2][LANES]. */
#ifndef TESSERA_PROCESS_TREE_RATIO_H
#define TESSERA_PROCESS_TREE_RATIO_H

#include "amplitude/tree_choice.h"
#include "process/tree_point.h"

MAP(tree_ratio_map, GLOBAL const scalar *, momenta, GLOBAL const uint32 *, words, GLOBAL const scalar *,
    values, GLOBAL scalar *, sums)
{
    const uint32 legs = words[TREE_HEAD_LEGS], slices = words[TREE_HEAD_SLICES];
    const uint32 slice = (uint32)(item % slices), choices = words[TREE_HEAD_HELICITIES];
    const uint32 first = slice * choices / slices, end = (slice + 1) * choices / slices;
    const tree_flows flows = tree_flows_at(words, values);
    tree_state state;
    real exact = R(0.0), leading = R(0.0);
    tree_point(&state, legs, momenta, item / slices);
    tree_momenta(&state, words);
    for (uint32 i = first; i < end; ++i) {
        exact = exact + tree_square(&state, words, values, i, i == first);
        leading = leading + tree_flow_squares(flows, legs, state.flows);
    }
    r_store(sums + item * (2 * LANES), exact);
    r_store(sums + item * (2 * LANES) + LANES, leading);
}

#endif
