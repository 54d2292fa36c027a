/* Momenta as callers have them, [points][legs][4], become those of kernels (tree_point.h), in double
 * precision on a CPU. Where a matrix element takes little longer than to read its momenta, the turn has to
 * have vectors. */
#ifndef TESSERA_PROCESS_TREE_PACK_H
#define TESSERA_PROCESS_TREE_PACK_H

#include "amplitude/tree_layout.h"
#include "map.h"

#if !defined(GPU) && PRECISION_DOUBLE
/* Points whose numbers are asked for ahead, and numbers of a line of a cache. */
enum { PACK_AHEAD = 16, PACK_LINE = 8 };

/* Item i is points number LANES i and on. The table has two numbers for each leg, its factor (a power of two
 * with a sign) and the square of its mass. Then comes what E^2 - p^2 may be off that square, in units of E^2.
 * At the end the number of points of which a leg is further off is added up. */
MAP(tree_pack_map, GLOBAL const scalar *, points, GLOBAL const uint32 *, words, GLOBAL scalar *, shells,
    GLOBAL scalar *, momenta)
{
    const uint32 legs = words[TREE_HEAD_LEGS];
    const uint64 numbers = 4 * (uint64)legs, first = item * LANES * numbers;
    const scalar *ahead = points + first + PACK_AHEAD * numbers;
    uint32 at[LANES];
    const real off = r_set(shells[2 * legs]);
    mask strays = m_none();
    FOR_LANES(l)
        at[l] = (uint32)l * 4 * legs;
    for (uint32 leg = 0; leg < legs; ++leg) {
        real q[4];
        for (int line = 0; line < LANES / 2; ++line, ahead += PACK_LINE)
            __builtin_prefetch(ahead);
        r_four(points + first + 4 * leg, at, q);
        const real energies = q[0] * q[0];
        const real square = energies - (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - r_set(shells[2 * leg + 1]);
        strays = m_or(strays, m_not(m_and(q[0] > R(0.0), r_abs(square) <= off * energies)));
        for (int k = 0; k < 4; ++k)
            r_store(momenta + first + (4 * leg + (uint32)k) * LANES, r_set(shells[2 * leg]) * q[k]);
    }
    shells[2 * legs + 1] += (scalar)m_count(strays);
}
#endif

#endif
