/* Stages of events that shower, on a CPU: evolve, observe, reweight. Events that do not shower have none of
 * them. */
#ifndef TESSERA_PIPELINE_EVOLVE_CPU_H
#define TESSERA_PIPELINE_EVOLVE_CPU_H

#include "pipeline_rows_cpu.h"

#if EVOLVES
FN event_list pipeline_events(const struct pipeline_block *block)
{
    struct pipeline_scratch *scratch = block->scratch;
    event_list events = {scratch->events, CAPACITY, block->first_event + block->sample,
                         block->iteration->seed, scratch->offsets};
    return events;
}

/* Showers the packed survivors. */
FN void pipeline_evolve(const struct pipeline_block *block)
{
    struct pipeline_scratch *scratch = block->scratch;
    CONSTANT parameters *numbers = block->launch->parameters;
    const event_list events = pipeline_events(block);
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct pipeline_vector vector = pipeline_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        integrand_begin(numbers, block->launch->tables, vector.event, state, events, first);
    }
    for (uint32 i = 0; i < count; ++i)
        scratch->offsets[i] = (uint32)scratch->rows[ROW_SLOT][i] * (uint32)block->iteration->samples;
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        uint32 taken = 0;
        shower_run(numbers, block->launch->tables, event_configuration(events, c), &taken, count);
    }
}

/* Leaves in the rows of what has showered what is to be histogrammed, and what it makes of variations. */
FN void pipeline_observe(const struct pipeline_block *block)
{
    const event_list events = pipeline_events(block);
    for (uint32 first = 0; first < block->count; first += LANES) {
        for (int c = 0; c < CONFIGURATIONS; ++c) {
            real fill[FILL_SLOTS];
            integrand_observe(block->launch->parameters, event_configuration(events, c), first, fill);
            for (int i = 0; i < FILLS; ++i)
                r_store(&block->scratch->rows[ROW_FILL + FILL_VALUE(c, i)][first], fill[i]);
        }
#if SHOWER_VARIATIONS > 0
        for (int k = 0; k < SHOWER_VARIATIONS; ++k) {
            scalar *factor = &block->scratch->rows[ROW_VARY + k][first];
            r_store(factor, r_fetch(factor) * shower_varied(events, k, first));
        }
#endif
    }
}

/* Counts the events of a vector whose shower met a ratio of densities above its bound, and adds their
 * sizes. */
FN void pipeline_exceed(const struct pipeline_block *block, real size, mask exceeded)
{
    const real v = pipeline_scale(size, exceeded, (scalar)block->iteration->scale).v;
    const wide units = wide_from(r_abs(v) * WEIGHT_UNITS);
    block->totals[TOTAL_EXCEEDED] += m_count(exceeded);
    for (unsigned lanes = m_lanes(exceeded); lanes; lanes &= lanes - 1)
        pipeline_add_pair(block->totals + TOTAL_EXCEEDED_WEIGHT, units[__builtin_ctz(lanes)]);
}

/* Counts what the showers of a vector's events, of this size, have to tell. */
FN void pipeline_tell(const struct pipeline_block *block, event_list events, uint32 first, real size)
{
    const mask active = pipeline_active(block, first);
    int64 *totals = block->totals;
#if SHOWER_MERGES
    totals[TOTAL_VETOED] += m_count(m_and(active, event_fetch(events, EVENT_VETOED, first) > R(0.0)));
    totals[TOTAL_UNORDERED] += m_count(m_and(active, event_fetch(events, EVENT_UNORDERED, first) > R(0.0)));
    totals[TOTAL_UNCLUSTERED] += m_count(
        m_and(active, event_fetch(events, EVENT_UNCLUSTERED, first) > R(0.0)));
#endif
    totals[TOTAL_WEIGHTLESS] += m_count(m_and(active, size == R(0.0)));
    totals[TOTAL_LIMITED] += m_count(m_and(active, pipeline_most(events, EVENT_LIMITED, first) > R(0.0)));
#if SHOWER_VARIATIONS > 0
    totals[TOTAL_CAPPED] += m_count(m_and(active, shower_capped(events, first)));
#endif
    const mask exceeded = m_and(active, pipeline_most(events, EVENT_EXCEEDED, first) > R(0.0));
    if (r_any(exceeded))
        pipeline_exceed(block, size, exceeded);
}

/* Multiplies the weights of what has showered, and counts what its showers have to tell. */
FN void pipeline_reweight(const struct pipeline_block *block)
{
    const event_list events = pipeline_events(block);
    for (uint32 first = 0; first < block->count; first += LANES) {
        scalar *weight = &block->scratch->rows[ROW_WEIGHT][first];
        real own[CONFIGURATIONS];
        const pipeline_weights all = pipeline_factors(block->launch->parameters, events, first,
                                                      r_fetch(weight), own);
        r_store(weight, all.weight);
#if CONFIGURATIONS > 1
        for (int c = 0; c < CONFIGURATIONS; ++c)
            r_store(&block->scratch->rows[ROW_FILL + FILL_WEIGHT(c)][first], own[c]);
#endif
        pipeline_tell(block, events, first, all.size);
    }
}
#else
FN void pipeline_evolve(const struct pipeline_block *block) { (void)block; }
FN void pipeline_observe(const struct pipeline_block *block) { (void)block; }
FN void pipeline_reweight(const struct pipeline_block *block) { (void)block; }
#endif

#endif
