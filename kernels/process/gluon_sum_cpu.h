/* The CPU's entry to gluon_sum.h for one point. Buffers: momenta [GLUONS][4],
 * helicities [GLUONS], sums [count], and the number of the first order, 64 bits. */
#ifndef TESSERA_PROCESS_GLUON_SUM_CPU_H
#define TESSERA_PROCESS_GLUON_SUM_CPU_H

#include "map_cpu.h"
#include "process/gluon_sum.h"

MAP_ENTRY gluon_sum_map(void *const *buffers, uint64 first, uint64 count)
{
    const scalar *momenta = buffers[0], *helicities = buffers[1];
    scalar *sums = buffers[2];
    const uint64 *first_order = buffers[3];
    for (uint64 item = first; item < first + count; ++item)
        sums[item] = gluon_sum(momenta, helicities, *first_order + item);
}

#endif
