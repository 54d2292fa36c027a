/* The stage `add` on a CPU: packed survivors go into the sums of their block, histograms and what the grid
 * learns from. When all samples of the block are there its sums go to the totals. */
#ifndef TESSERA_PIPELINE_SUMS_CPU_H
#define TESSERA_PIPELINE_SUMS_CPU_H

#include "pipeline_rows_cpu.h"

/* Notes the events of the lanes in `lost`, whose weights are not finite. */
FN void pipeline_note_lost(const struct pipeline_block *block, event_number event, mask lost)
{
    int64 *totals = block->totals;
    for (unsigned lanes = m_lanes(lost); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        int64 number = (int64)((uint64)event.high[l] << 32 | event.low[l]);
        totals[TOTAL_NOT_FINITE] += 1;
        if (number < totals[TOTAL_FIRST_NOT_FINITE])
            totals[TOTAL_FIRST_NOT_FINITE] = number;
    }
}

#if FILLS > 0
FN void pipeline_add_two(int64 *pairs, two_scales parts, int lane)
{
    pipeline_add_pair(pairs, parts.units[lane]);
    pipeline_add_pair(pairs + 2, parts.finer[lane]);
}

/* One entry per lane into the bins of a histogram: the sums of v, v^2, v t, v t^2. */
FN void pipeline_fill(int64 *bins, mask active, pipeline_part part)
{
    pipeline_entry entry = pipeline_entry_of(part);
    two_scales weight = two_scales_from(entry.weight), square = two_scales_from(entry.square);
    two_scales first = two_scales_from(entry.first), second = two_scales_from(entry.second);
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        int64 *sums = bins + BIN_WORDS * (int64)entry.bin[l];
        pipeline_add_two(sums + BIN_WEIGHT, weight, l);
        pipeline_add_two(sums + BIN_SQUARE, square, l);
        pipeline_add_two(sums + BIN_FIRST, first, l);
        pipeline_add_two(sums + BIN_SECOND, second, l);
        sums[BIN_ENTRIES] += 1;
    }
}
#endif

/* Adds v^2 to the bins that the events of one vector fell into, and counts these events. */
FN void pipeline_refine(const struct pipeline_block *block, uint32 first, mask active, real v)
{
    const int counts = block->launch->follows_accepted;
    wide units = wide_from(v * v * REFINE_UNITS);
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        for (int i = 0; i < DIMENSIONS; ++i) {
            int64 *sum = block->refinement + GRID_BINS * i +
                         (int)block->scratch->rows[ROW_BINS + i][first + (uint32)l];
            *sum += units[l];
            if (counts && units[l] != 0)
                sum[GRID_BINS * DIMENSIONS] += 1;
        }
    }
}

/* Keeps the weights themselves, where the host asked for them. */
FN void pipeline_record(const struct pipeline_block *block, event_number event, mask active, real weight)
{
    scalar *every_weight = block->launch->every_weight;
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        every_weight[((uint64)event.high[l] << 32 | event.low[l]) - block->iteration->first_event] =
            weight[l];
    }
}

#if VARIATIONS > 0
/* Adds the weights of variation k of the packed survivors, as pipeline_add() does their own, and leaves them
 * at their places in the block. */
FN void pipeline_add_variation(const struct pipeline_block *block, int k)
{
    struct pipeline_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    int64 *totals = block->totals + BIN_WORDS * VARIED_BINS((uint64)k, block->launch->bins);
    scalar *weights = scratch->varied[k].weight;
    __builtin_memset(weights, 0, sizeof scratch->varied[k].weight);
    for (uint32 first = 0; first < count; first += LANES) {
        const mask active = pipeline_active(block, first);
        const real v = r_fetch(&scratch->rows[ROW_WEIGHT][first]);
        mask lost;
        const real varied = pipeline_varied(v, r_fetch(&scratch->rows[ROW_VARY + k][first]), &lost);
        halves_add(&block->sums->varied[k].weight, r_select(active, varied, R(0.0)) * WEIGHT_UNITS);
        for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            weights[(int)scratch->rows[ROW_SLOT][first + (uint32)l]] = varied[l];
        }
        lost = m_and(lost, m_and(active, m_not(v == R(0.0))));
        if (r_any(lost))
            totals[TOTAL_BINS - BIN_WORDS + BIN_ENTRIES] += m_count(lost);
#if FILLS > 0
        const binning *axes = block->launch->binnings;
        const int histogram[FILLS] = FILL_HISTOGRAMS;
        for (int i = 0; i < FILLS; ++i) {
            const pipeline_place place = {r_floor_index(r_fetch(&scratch->rows[ROW_BIN + i][first])),
                                          r_fetch(&scratch->rows[ROW_MOMENT + i][first])};
            pipeline_fill(totals + (int64)axes[histogram[i]].offset, active, pipeline_part_of(place, varied));
        }
#endif
    }
}

/* Takes one more sample of each sub-cube into the mean and squared deviations of variation k. */
FN void pipeline_deviations_varied(struct pipeline_scratch *scratch, int k, uint32 cubes, uint64 sample)
{
    const real share = r_set(pipeline_share((uint32)sample));
    scalar *means = scratch->varied[k].mean, *squares = scratch->varied[k].square;
    for (uint32 i = 0; i < cubes; i += LANES) {
        real mean = r_fetch(means + i), square = r_fetch(squares + i);
        pipeline_deviation(r_fetch(scratch->varied[k].weight + i), share, &mean, &square);
        r_store(means + i, mean);
        r_store(squares + i, square);
    }
}

/* The sums of a block's variations go to the totals. */
FN void pipeline_close_varied(const struct pipeline_block *block)
{
    struct pipeline_sums *sums = block->sums;
    real share = r_set(1 / (scalar)(block->iteration->samples - 1));
    for (int k = 0; k < VARIATIONS; ++k) {
        int64 *head = block->totals + TOTAL_BINS + BIN_WORDS * VARIED_HEAD((uint64)k, block->launch->bins);
        for (uint32 i = 0; i < block->cubes; i += LANES)
            halves_add(&sums->varied[k].variance,
                       r_fetch(&block->scratch->varied[k].square[i]) * share * SQUARE_UNITS);
        FOR_LANES(l) {
            head[BIN_WEIGHT] += sums->varied[k].weight.high[l];
            head[BIN_WEIGHT + 1] += sums->varied[k].weight.low[l];
            head[BIN_SQUARE] += sums->varied[k].variance.high[l];
            head[BIN_SQUARE + 1] += sums->varied[k].variance.low[l];
        }
    }
}
#endif

#if CONFIGURATIONS > 1
/* Adds the entries of all configurations of a vector's events, and notes their sizes. */
FN void pipeline_add_configurations(const struct pipeline_block *block, uint32 first, mask active)
{
    struct pipeline_scratch *scratch = block->scratch;
    struct pipeline_sums *sums = block->sums;
    const real jacobian = pipeline_jacobian(r_fetch(&scratch->rows[ROW_JACOBIAN][first]));
    real fill[FILL_SLOTS];
    for (int i = 0; i < FILL_NUMBERS; ++i)
        fill[i] = r_fetch(&scratch->rows[ROW_FILL + i][first]);
    sums->size = r_max(sums->size, r_select(active, pipeline_size(fill) * jacobian, R(0.0)));
#if FILLS > 0
    const pipeline_configurations all = pipeline_configurations_of(fill, jacobian, active,
                                                                   (scalar)block->iteration->entry_scale);
    const int histogram[FILLS] = FILL_HISTOGRAMS;
    for (int i = 0; i < FILLS; ++i) {
        const binning *axis = (const binning *)block->launch->binnings + histogram[i];
        pipeline_part part[CONFIGURATIONS];
        mask there[CONFIGURATIONS];
        pipeline_join(axis, fill, i, &all, part, there);
        for (int c = 0; c < CONFIGURATIONS; ++c)
            pipeline_fill(block->totals + (int64)axis->offset, there[c], part[c]);
    }
#endif
}
#endif

/* Adds the weights to the sums; leaves v at their places in the block. */
FN void pipeline_add_weights(const struct pipeline_block *block)
{
    const struct pipeline_launch *launch = block->launch;
    struct pipeline_scratch *scratch = block->scratch;
    struct pipeline_sums *sums = block->sums;
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct pipeline_vector vector = pipeline_vector_at(block, first);
        real weight = r_fetch(&scratch->rows[ROW_WEIGHT][first]);
        block->totals[TOTAL_ACCEPTED] += m_count(vector.active);
        pipeline_value value = pipeline_scale(weight, vector.active, (scalar)block->iteration->scale);
        if (r_any(value.lost))
            pipeline_note_lost(block, vector.event, value.lost);
        sums->maximum = r_max(sums->maximum, value.size);
        real v = value.v;
        halves_add(&sums->weight, v * WEIGHT_UNITS);
        for (unsigned lanes = m_lanes(vector.active); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            scratch->weight[(int)vector.place[l]] = v[l];
        }
#if CONFIGURATIONS > 1
        if (!(EVOLVES && block->iteration->refine))
            pipeline_add_configurations(block, first, m_and(vector.active, m_not(value.lost)));
#elif FILLS > 0
        const binning *axes = launch->binnings;
        const int histogram[FILLS] = FILL_HISTOGRAMS;
        for (int i = 0; i < FILLS && !(EVOLVES && block->iteration->refine); ++i) {
            const binning *axis = axes + histogram[i];
            const pipeline_place place = pipeline_place_of(axis,
                                                           r_fetch(&scratch->rows[ROW_FILL + i][first]));
            pipeline_fill(block->totals + (int64)axis->offset, vector.active, pipeline_part_of(place, v));
#if VARIATIONS > 0
            r_store(&scratch->rows[ROW_BIN + i][first], r_from_index(place.bin));
            r_store(&scratch->rows[ROW_MOMENT + i][first], place.t);
#endif
        }
#endif
        if (block->iteration->refine)
            pipeline_refine(block, first, vector.active, v);
        if (launch->every_weight)
            pipeline_record(block, vector.event, vector.active, weight);
#if VARIATIONS > 0
        r_store(&scratch->rows[ROW_WEIGHT][first], v); /* scaled, for its variations */
#endif
    }
}

/* Takes one more sample of each sub-cube into its mean and squared deviations. */
FN void pipeline_deviations(struct pipeline_scratch *scratch, uint32 cubes, uint64 sample)
{
    real share = r_set(pipeline_share((uint32)sample));
    for (uint32 first = 0; first < cubes; first += LANES) {
        real mean = r_fetch(&scratch->mean[first]), square = r_fetch(&scratch->square[first]);
        pipeline_deviation(r_fetch(&scratch->weight[first]), share, &mean, &square);
        r_store(&scratch->mean[first], mean);
        r_store(&scratch->square[first], square);
    }
}

/* Adds the packed survivors to the sums of the block, and to histograms. */
FN void pipeline_add(const struct pipeline_block *block)
{
    struct pipeline_scratch *scratch = block->scratch;
    __builtin_memset(scratch->weight, 0, sizeof scratch->weight);
    pipeline_add_weights(block);
    pipeline_deviations(scratch, block->cubes, block->sample);
#if VARIATIONS > 0
    /* One after the other, so that the sums of each stay near. */
    for (int k = 0; k < VARIATIONS && !block->iteration->refine; ++k) {
        pipeline_add_variation(block, k);
        pipeline_deviations_varied(scratch, k, block->cubes, block->sample);
    }
#endif
}

/* The sums of a block go to the totals. */
FN void pipeline_close(const struct pipeline_block *block)
{
    struct pipeline_scratch *scratch = block->scratch;
    struct pipeline_sums *sums = block->sums;
    int64 *totals = block->totals;
    real share = r_set(1 / (scalar)(block->iteration->samples - 1));
    for (uint32 first = 0; first < block->cubes; first += LANES)
        halves_add(&sums->variance, r_fetch(&scratch->square[first]) * share * SQUARE_UNITS);
    FOR_LANES(l) {
        totals[TOTAL_WEIGHT] += sums->weight.high[l];
        totals[TOTAL_WEIGHT + 1] += sums->weight.low[l];
        totals[TOTAL_VARIANCE] += sums->variance.high[l];
        totals[TOTAL_VARIANCE + 1] += sums->variance.low[l];
        if (r_bits(sums->maximum)[l] > totals[TOTAL_MAXIMUM])
            totals[TOTAL_MAXIMUM] = r_bits(sums->maximum)[l];
#if CONFIGURATIONS > 1
        if (r_bits(sums->size)[l] > totals[TOTAL_SIZE])
            totals[TOTAL_SIZE] = r_bits(sums->size)[l];
#endif
    }
}

#endif
