/* A squared tree amplitude at given points, summed over colours and slices of the helicities, by teams of
 * threads (amplitude/tree_team.h). There are TEAM_GROUP threads for each TEAM_POINTS of them. */
#ifndef TESSERA_PROCESS_TREE_TEAM_SUM_H
#define TESSERA_PROCESS_TREE_TEAM_SUM_H

#include "process/tree_point.h"

#include "amplitude/tree_team.h"

#if TEAM_FITS
KERNEL_OF(TEAM_GROUP, TEAM_THREADS)
void tree_team_map(GLOBAL const scalar *momenta, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                   GLOBAL scalar *sums, uint64 count)
{
    LOCAL_LARGE(scalar, shared, TEAM_BYTES / sizeof(scalar));
    const uint32 own = gpu_place() % TEAM_POINTS, legs = words[TREE_HEAD_LEGS];
    const uint64 points = count / TEAM_WORKERS, point = (uint64)gpu_group() * TEAM_POINTS + own;
    const tree_team t = {shared + 2 * own, gpu_place() / TEAM_POINTS};
    for (uint32 i = t.worker; i < legs; i += TEAM_WORKERS) {
        GLOBAL const scalar *p = momenta + 4 * ((point < points ? point : points - 1) * legs + i);
        const vector4 q = {p[0], p[1], p[2], p[3]};
        team_put_momentum(&t, 2 * i, q);
    }
    team_steps(&t, words, values);
    const uint32 slices = words[TREE_HEAD_SLICES];
    if (t.worker < slices && point < points)
        sums[point * slices + t.worker] = team_squares(&t, words, t.worker);
}
#endif

#endif
