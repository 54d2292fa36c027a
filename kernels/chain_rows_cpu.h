/* The scratch memory of a block on a CPU, from stage to stage of the chain (chain_cpu.h), and how stages walk
 * through it. */
#ifndef TESSERA_CHAIN_ROWS_CPU_H
#define TESSERA_CHAIN_ROWS_CPU_H

#include "chain.h"
#include "chain_launch.h"

/* Rows of packed survivors, each CAPACITY scalars; the slack takes the undefined
 * lanes behind the last packed vector. */
enum { CAPACITY = CHAIN_BLOCK + LANES };
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

struct chain_scratch {
    scalar rows[ROWS][CAPACITY];
    scalar weight[CHAIN_BLOCK]; /* v, 0 where the event was cut */
    scalar mean[CHAIN_BLOCK];   /* of a sub-cube's v so far */
    scalar square[CHAIN_BLOCK]; /* sum of squared deviations from it */
    uint32 doubtful[CAPACITY];  /* columns of the survivors in doubt, then their sub-cubes */
    uint32 doubtful_cubes[CAPACITY];
    double repeated[CAPACITY]; /* weights of the doubtful events */
#if VARIATIONS > 0
    struct {
        scalar weight[CHAIN_BLOCK], mean[CHAIN_BLOCK], square[CHAIN_BLOCK];
    } varied[VARIATIONS];
#endif
#if EVOLVES
    scalar events[(uint64)CONFIGURATIONS * EVENT_ROWS * CAPACITY];
    uint32 offsets[CAPACITY]; /* of their numbers */
#endif
};

/* The sums of a block, per lane, before they go to the totals. */
struct chain_sums {
    halves weight, variance;
    real maximum, size;
#if VARIATIONS > 0
    struct {
        halves weight, variance;
    } varied[VARIATIONS];
#endif
};

/* A block at work. */
struct chain_block {
    const struct chain_launch *launch;
    const struct chain_iteration *iteration;
    struct chain_scratch *scratch;
    struct chain_sums *sums;
    int64 *totals, *refinement;
    uint64 first_cube, first_event; /* of the block; of sample 0 */
    uint32 cubes;
    scalar digits[DIMENSIONS]; /* of the block's first sub-cube */
    uint64 sample;             /* which of a sub-cube's is at work, */
    uint32 count;              /* and how many of them survive the cuts */
};

/* The number of the event at `slot`, a lane's place in the block. */
FN event_number chain_slot_event(const struct chain_block *block, word slot)
{
    const struct chain_iteration *iteration = block->iteration;
    return chain_event(block->first_event + block->sample, slot * (uint32)iteration->samples,
                       iteration->seed);
}

/* The survivors of a vector, and their events. Lanes behind the last survivor take the first one's place: any
 * event will do. */
struct chain_vector {
    mask active;
    real place; /* in the block */
    event_number event;
};

/* Which lanes of a vector hold survivors. */
FN mask chain_active(const struct chain_block *block, uint32 first)
{
    const mask present = w_less(w_lane() + w_set(first), w_set(block->count));
#if WEIGHS_ALL
    return m_and(present, r_fetch(&block->scratch->rows[ROW_PASSES][first]) > R(0.0));
#else
    return present;
#endif
}

FN struct chain_vector chain_vector_at(const struct chain_block *block, uint32 first)
{
    struct chain_scratch *scratch = block->scratch;
    struct chain_vector vector;
    mask present = w_less(w_lane() + w_set(first), w_set(block->count));
    vector.active = chain_active(block, first);
    vector.place = r_select(present, r_fetch(&scratch->rows[ROW_SLOT][first]),
                            r_set(scratch->rows[ROW_SLOT][0]));
    vector.event = chain_slot_event(block, i_word(r_floor_index(vector.place)));
    return vector;
}

#if FILLS > 0 || EVOLVES
/* Adds whole units to a pair of totals. */
FN void chain_add_pair(int64 *pair, int64 units)
{
    pair[0] += units >> 32;
    pair[1] += units & (int64)0xffffffff;
}
#endif

#endif
