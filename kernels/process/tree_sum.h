/* A squared tree amplitude at given points, summed over colours and a slice of the helicities. Item i is
 * LANES points, those of number i / slices, and slice i % slices. */
#ifndef TESSERA_PROCESS_TREE_SUM_H
#define TESSERA_PROCESS_TREE_SUM_H

#include "process/tree_point.h"

MAP(tree_sum_map, GLOBAL const scalar *, momenta, GLOBAL const uint32 *, words, GLOBAL const scalar *, values,
    GLOBAL scalar *, sums)
{
    const uint32 slices = words[TREE_HEAD_SLICES];
    tree_state state;
    tree_point(&state, words[TREE_HEAD_LEGS], momenta, item / slices);
    r_store(sums + item * LANES, tree_sum(&state, words, values, (uint32)(item % slices)));
}

#endif
