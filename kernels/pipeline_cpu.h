/* The pipeline on the CPU: the stages of an event (stages.h), block by block.
 *
 * A block is a run of sub-cubes, one per lane. For each of the samples of a sub-cube the whole block is
 * sampled and cut. Survivors are packed together, so that the matrix element sees full vectors. Their
 * weights go back to their sub-cubes for the variance. In mixed precision the events in doubt are weighed
 * again in between, by another program (repeat_cpu.h). Where events shower, the survivors do so before they
 * are histogrammed. */
#ifndef TESSERA_PIPELINE_CPU_H
#define TESSERA_PIPELINE_CPU_H

#include "pipeline_evolve_cpu.h"
#include "pipeline_launch.h"
#include "pipeline_rows_cpu.h"
#include "pipeline_sums_cpu.h"
#include "stages.h"
#include "vegas_refine.h"

/* Samples the block once and packs what survives the cuts into rows. */
FN void pipeline_sample(struct pipeline_block *block)
{
    const struct pipeline_launch *launch = block->launch;
    struct pipeline_scratch *scratch = block->scratch;
    uint32 count = 0;
    for (uint32 first = 0; first < block->cubes; first += LANES) {
        word slot = w_lane() + w_set(first);
        real x[DIMENSIONS], state[STATE], jacobian;
        index bin[DIMENSIONS];
        pipeline_point(launch->grid, pipeline_slot_event(block, slot), block->digits,
                       (scalar)block->iteration->cubes_per_axis, r_from_index(w_index(slot)), x, bin,
                       &jacobian);
        mask inside = w_less(slot, w_set(block->cubes));
        mask passes = m_and(integrand_sample(launch->parameters, x, state), inside);
        mask survives = WEIGHS_ALL ? inside : passes;
        if (!r_any(survives))
            continue;
        r_store(&scratch->rows[ROW_SLOT][count], r_compress(survives, r_from_index(w_index(slot))));
        r_store(&scratch->rows[ROW_JACOBIAN][count], r_compress(survives, jacobian));
        for (int i = 0; i < STATE; ++i)
            r_store(&scratch->rows[ROW_STATE + i][count], r_compress(survives, state[i]));
#if WEIGHS_ALL
        r_store(&scratch->rows[ROW_PASSES][count], r_compress(survives, r_select(passes, R(1.0), R(0.0))));
#endif
        if (block->iteration->refine)
            for (int i = 0; i < DIMENSIONS; ++i)
                r_store(&scratch->rows[ROW_BINS + i][count], r_compress(survives, r_from_index(bin[i])));
        count += (uint32)m_count(survives);
    }
    block->count = count;
}

/* Leaves in the rows of the packed survivors what their weights are multiplied with. */
FN void pipeline_vary(const struct pipeline_block *block)
{
#if VARIATIONS > 0
    const struct pipeline_launch *launch = block->launch;
    struct pipeline_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct pipeline_vector vector = pipeline_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        real factor[VARIATIONS];
        integrand_vary(launch->parameters, launch->tables, vector.event, state, factor);
        for (int k = 0; k < VARIATIONS; ++k)
            r_store(&scratch->rows[ROW_VARY + k][first], factor[k]);
    }
#else
    (void)block;
#endif
}

/* The weights of the events in doubt become those of the same events in double precision. */
FN void pipeline_repeat_doubtful(const struct pipeline_block *block, uint32 doubts)
{
    const struct pipeline_launch *launch = block->launch;
    struct pipeline_scratch *scratch = block->scratch;
    launch->repeat(launch, block->first_cube, block->sample, scratch->doubtful_cubes, doubts,
                   scratch->repeated);
    for (uint32 i = 0; i < doubts; ++i)
        scratch->rows[ROW_WEIGHT][scratch->doubtful[i]] = (scalar)scratch->repeated[i];
    block->totals[TOTAL_REPEATED] += doubts;
}

/* Weighs the packed survivors. */
FN void pipeline_weigh(const struct pipeline_block *block)
{
    const struct pipeline_launch *launch = block->launch;
    struct pipeline_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    uint32 doubts = 0;
    for (uint32 first = 0; first < count; first += LANES) {
        struct pipeline_vector vector = pipeline_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        event_team alone = {0, 0};
        real fill[FILL_SLOTS];
        mask doubtful;
        real weight = integrand_weight(launch->parameters, launch->tables, vector.event, state, alone, fill,
                                       &doubtful) *
                      r_fetch(&scratch->rows[ROW_JACOBIAN][first]);
        r_store(&scratch->rows[ROW_WEIGHT][first], weight);
        for (int i = 0; i < FILL_NUMBERS; ++i)
            r_store(&scratch->rows[ROW_FILL + i][first], fill[i]);
#if PRECISION_MIXED
        for (unsigned lanes = m_lanes(m_and(vector.active, doubtful)); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            scratch->doubtful[doubts] = first + (uint32)l;
            scratch->doubtful_cubes[doubts++] = (uint32)vector.place[l];
        }
#endif
    }
    if (doubts)
        pipeline_repeat_doubtful(block, doubts);
}

__attribute__((visibility("default"))) uint64_t pipeline_scratch_bytes(void)
{
    return sizeof(struct pipeline_scratch);
}

__attribute__((visibility("default"))) void pipeline_block(const struct pipeline_launch *launch,
                                                           uint64_t first_cube, uint32_t cubes, void *memory,
                                                           int64_t *totals, int64_t *refinement)
{
    const struct pipeline_iteration *iteration = &launch->iteration;
    struct pipeline_sums sums = {0};
    struct pipeline_block block = {.launch = launch,
                                   .iteration = iteration,
                                   .scratch = memory,
                                   .sums = &sums,
                                   .totals = totals,
                                   .refinement = refinement,
                                   .first_cube = first_cube,
                                   .cubes = cubes};
    block.first_event = iteration->first_event + first_cube * iteration->samples;
    pipeline_digits(first_cube, iteration->cubes_per_axis, block.digits);
    __builtin_memset(block.scratch->mean, 0, sizeof block.scratch->mean);
    __builtin_memset(block.scratch->square, 0, sizeof block.scratch->square);
#if VARIATIONS > 0
    if (!iteration->refine)
        __builtin_memset(block.scratch->varied, 0, sizeof block.scratch->varied);
#endif
#define RUN(stage, teaches)            \
    if (teaches || !iteration->refine) \
        pipeline_##stage(&block);
    for (; block.sample < iteration->samples; ++block.sample) {
        STAGES(RUN)
    }
#undef RUN
    pipeline_close(&block);
#if VARIATIONS > 0
    if (!iteration->refine)
        pipeline_close_varied(&block);
#endif
}

__attribute__((visibility("default"))) void pipeline_refine_grid(void *grid, const int64_t *refinement,
                                                                 double damping, int follows_accepted)
{
    scalar memory[REFINE_MEMORY] = {0};
    int64 shares[REFINE_SHARES];
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        const int64 *sums = refinement + GRID_BINS * axis;
        vegas_work work = {sums,
                           0,
                           NO_VOIDS,
                           (scalar)damping,
                           memory,
                           shares,
                           follows_accepted ? sums + GRID_BINS * DIMENSIONS : 0};
        vegas_learn(&work, (scalar *)grid + 2 * GRID_BINS * axis);
    }
}

#endif
