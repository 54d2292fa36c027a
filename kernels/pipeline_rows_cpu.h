/* The scratch memory of a block on a CPU, from stage to stage of the pipeline (pipeline_cpu.h), and how
 * stages walk through it. */
#ifndef TESSERA_PIPELINE_ROWS_CPU_H
#define TESSERA_PIPELINE_ROWS_CPU_H

#include "pipeline.h"
#include "pipeline_launch.h"

/* Rows of packed survivors, each CAPACITY scalars; the slack takes the undefined
 * lanes behind the last packed vector. */
enum { CAPACITY = PIPELINE_BLOCK + LANES };
enum {
    ROW_SLOT = 0,                 /* the survivor's place in the block, as a number */
    ROW_JACOBIAN = 1,             /* of the map */
    ROW_STATE = 2,                /* STATE rows */
    ROW_BINS = ROW_STATE + STATE, /* DIMENSIONS rows: bins of the grid, as numbers */
    ROW_WEIGHT = ROW_BINS + DIMENSIONS,
    ROW_FILL = ROW_WEIGHT + 1,          /* FILL_SLOTS rows: what is to be histogrammed */
    ROW_PASSES = ROW_FILL + FILL_SLOTS, /* 1 or 0, where events that do not are packed too */
    ROW_VARY = ROW_PASSES + WEIGHS_ALL, /* VARIATIONS rows: factors of the weight */
    ROW_BIN = ROW_VARY + VARIATIONS,    /* with variations FILL_SLOTS rows: where entries go, */
    ROW_MOMENT = ROW_BIN + (VARIATIONS > 0 ? FILL_SLOTS : 0), /* and as many of their moments */
    ROWS = ROW_MOMENT + (VARIATIONS > 0 ? FILL_SLOTS : 0)
};

struct pipeline_scratch {
    scalar rows[ROWS][CAPACITY];
    scalar weight[PIPELINE_BLOCK]; /* v, 0 where the event was cut */
    scalar mean[PIPELINE_BLOCK];   /* of a sub-cube's v so far */
    scalar square[PIPELINE_BLOCK]; /* sum of squared deviations from it */
    uint32 doubtful[CAPACITY];     /* columns of the survivors in doubt, then their sub-cubes */
    uint32 doubtful_cubes[CAPACITY];
    double repeated[CAPACITY]; /* weights of the doubtful events */
#if VARIATIONS > 0
    struct {
        scalar weight[PIPELINE_BLOCK], mean[PIPELINE_BLOCK], square[PIPELINE_BLOCK];
    } varied[VARIATIONS];
#endif
#if EVOLVES
    scalar events[(uint64)CONFIGURATIONS * EVENT_ROWS * CAPACITY];
    uint32 offsets[CAPACITY]; /* of their numbers */
#endif
};

/* The sums of a block, per lane, before they go to the totals. */
struct pipeline_sums {
    halves weight, variance;
    real maximum, size;
#if VARIATIONS > 0
    struct {
        halves weight, variance;
    } varied[VARIATIONS];
#endif
};

/* A block at work. */
struct pipeline_block {
    const struct pipeline_launch *launch;
    const struct pipeline_iteration *iteration;
    struct pipeline_scratch *scratch;
    struct pipeline_sums *sums;
    int64 *totals, *refinement;
    uint64 first_cube, first_event; /* of the block; of sample 0 */
    uint32 cubes;
    scalar digits[DIMENSIONS]; /* of the block's first sub-cube */
    uint64 sample;             /* which of a sub-cube's is at work, */
    uint32 count;              /* and how many of them survive the cuts */
};

/* The number of the event at `slot`, a lane's place in the block. */
FN event_number pipeline_slot_event(const struct pipeline_block *block, word slot)
{
    const struct pipeline_iteration *iteration = block->iteration;
    return pipeline_event(block->first_event + block->sample, slot * (uint32)iteration->samples,
                          iteration->seed);
}

/* The survivors of a vector, and their events. Lanes behind the last survivor take the first one's place: any
 * event will do. */
struct pipeline_vector {
    mask active;
    real place; /* in the block */
    event_number event;
};

/* Which lanes of a vector hold survivors. */
FN mask pipeline_active(const struct pipeline_block *block, uint32 first)
{
    const mask present = w_less(w_lane() + w_set(first), w_set(block->count));
#if WEIGHS_ALL
    return m_and(present, r_fetch(&block->scratch->rows[ROW_PASSES][first]) > R(0.0));
#else
    return present;
#endif
}

FN struct pipeline_vector pipeline_vector_at(const struct pipeline_block *block, uint32 first)
{
    struct pipeline_scratch *scratch = block->scratch;
    struct pipeline_vector vector;
    mask present = w_less(w_lane() + w_set(first), w_set(block->count));
    vector.active = pipeline_active(block, first);
    vector.place = r_select(present, r_fetch(&scratch->rows[ROW_SLOT][first]),
                            r_set(scratch->rows[ROW_SLOT][0]));
    vector.event = pipeline_slot_event(block, i_word(r_floor_index(vector.place)));
    return vector;
}

#if FILLS > 0 || EVOLVES
/* Adds whole units to a pair of totals. */
FN void pipeline_add_pair(int64 *pair, int64 units)
{
    pair[0] += units >> 32;
    pair[1] += units & (int64)0xffffffff;
}
#endif

#endif
