/* A squared tree amplitude at given points, summed over colours and a slice of the helicities. Item i is
 * LANES points, those of number i / slices, and slice i % slices. Momenta are all outgoing,
 * [legs][4][LANES] for each LANES points. */
#ifndef TESSERA_PROCESS_TREE_SUM_H
#define TESSERA_PROCESS_TREE_SUM_H

#include "amplitude/tree_recursion.h"
#include "map.h"

MAP(tree_sum_map, GLOBAL const scalar *, momenta, GLOBAL const uint32 *, words, GLOBAL const scalar *, values,
    GLOBAL scalar *, sums)
{
    const uint32 legs = words[TREE_HEAD_LEGS], slices = words[TREE_HEAD_SLICES];
    GLOBAL const scalar *p = momenta + item / slices * (4 * LANES * legs);
    tree_state state;
    for (uint32 i = 0; i < legs; ++i, p += 4 * LANES) {
        vector4 q = {r_fetch(p), r_fetch(p + LANES), r_fetch(p + 2 * LANES), r_fetch(p + 3 * LANES)};
        state.momenta[i] = q;
    }
    r_store(sums + item * LANES, tree_sum(&state, words, values, (uint32)(item % slices)));
}

#endif
