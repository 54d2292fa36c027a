/* The momenta of LANES points as kernels take them: all outgoing, [legs][4][LANES]. */
#ifndef TESSERA_PROCESS_TREE_POINT_H
#define TESSERA_PROCESS_TREE_POINT_H

#include "amplitude/tree_recursion.h"
#include "map.h"
#include "process/tree_pack.h"

/* Puts the momenta of points number `group` into the state. */
FN void tree_point(tree_state *state, uint32 legs, GLOBAL const scalar *momenta, uint64 group)
{
    GLOBAL const scalar *p = momenta + group * (4 * LANES * legs);
    for (uint32 i = 0; i < legs; ++i, p += 4 * LANES) {
        vector4 q = {r_fetch(p), r_fetch(p + LANES), r_fetch(p + 2 * LANES), r_fetch(p + 3 * LANES)};
        state->momenta[i] = q;
    }
}

#endif
