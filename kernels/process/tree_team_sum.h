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
    for (uint32 i = t.worker; i < slices && point < points; i += TEAM_WORKERS)
        sums[point * slices + i] = team_squares(&t, words, i);
}
#endif

#ifndef GPU
/* On a CPU a vector of points, one worker after the other, the last one first: for tests of a schedule. */
MAP(tree_team_map, GLOBAL const scalar *, momenta, GLOBAL const uint32 *, words, GLOBAL const scalar *,
    values, GLOBAL scalar *, sums)
{
    const uint32 legs = words[TREE_HEAD_LEGS], slices = words[TREE_HEAD_SLICES];
    const uint32 waves = words[words[TREE_HEAD_TEAM_AT] + TEAM_HEAD_WAVES];
    scalar memory[2 * LANES * TEAM_UNITS];
    tree_team t = {memory, 0};
    tree_state state;
    tree_point(&state, legs, momenta, item);
    for (uint32 i = 0; i < legs; ++i)
        team_put_momentum(&t, 2 * i, state.momenta[i]);
    for (uint32 wave = 0; wave < waves; ++wave)
        for (t.worker = TEAM_WORKERS; t.worker-- > 0;)
            team_wave_steps(&t, words, values, wave);
    for (uint32 i = 0; i < slices; ++i)
        r_store(sums + (item * slices + i) * LANES, team_squares(&t, words, i));
}
#endif

#endif
