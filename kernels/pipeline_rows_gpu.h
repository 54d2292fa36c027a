/* The scratch memory of a batch on a GPU, from kernel to kernel of the pipeline (pipeline_gpu.h). */
#ifndef TESSERA_PIPELINE_ROWS_GPU_H
#define TESSERA_PIPELINE_ROWS_GPU_H

#include "pipeline.h"

/* Rows of the scratch memory, each range.capacity scalars; column i is survivor i. The entries of histograms
 * take the place of the state, which has been read by then. */
enum {
    ROW_JACOBIAN = 0,
    ROW_STATE = 1,
    ROW_PASSES = ROW_STATE + (STATE > FILL_SLOTS ? STATE : FILL_SLOTS), /* 1 or 0, where WEIGHS_ALL */
    ROW_VARY = ROW_PASSES + WEIGHS_ALL,                                 /* VARIATIONS rows */
    ROW_SQUARE = ROW_VARY + VARIATIONS,                                 /* where SQUARES_APART */
    ROWS = ROW_SQUARE + SQUARES_APART
};

/* Whether survivor i passes the cuts: it may be weighed without (integrand.h). */
FN mask pipeline_passes(GLOBAL const scalar *rows, uint64 capacity, uint32 i)
{
    return WEIGHS_ALL ? rows[ROW_PASSES * capacity + i] > R(0.0) : m_all();
}

#if CONFIGURATIONS > 1
/* What survivor i has for histograms, with the weights of its configurations. */
FN void pipeline_fetch_fill(GLOBAL const scalar *rows, uint64 capacity, uint32 i, real fill[FILL_SLOTS])
{
    for (int k = 0; k < FILL_NUMBERS; ++k)
        fill[k] = rows[(ROW_STATE + k) * capacity + i];
}
#endif

#endif
