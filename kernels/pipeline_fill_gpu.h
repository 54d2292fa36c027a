/* The kernels of a GPU that fill histograms: a survivor a thread (pipeline_gpu.h). */
#ifndef TESSERA_PIPELINE_FILL_GPU_H
#define TESSERA_PIPELINE_FILL_GPU_H

#include "pipeline.h"
#include "pipeline_range.h"
#include "pipeline_rows_gpu.h"

#if FILLS > 0
/* Bins in the memory of a group: thousands of threads that add to the same few words of common memory would
 * wait for each other. What does not fit there at once is filled part by part. A number of units is three
 * words of 32 bits there, a bin BIN_LIMBS. These are for each of its sums the units and the finer ones, then
 * the entries. */
#define LIMBS 3
#define BIN_LIMBS (8 * LIMBS + 1)
#define PART_BINS_MOST 400
#ifndef HISTOGRAM_BINS /* of all histograms, at most */
#define HISTOGRAM_BINS 1
#endif
#define BINS_IN_GROUP (!GPU_ON_CPU)
#define PART_BINS (BINS_IN_GROUP && HISTOGRAM_BINS > PART_BINS_MOST ? PART_BINS_MOST : HISTOGRAM_BINS)

/* Adds units to a sum of a group's memory. Who makes a word go round carries. */
FN void limbs_add(LOCAL uint32 *limbs, int64 units)
{
    uint64 size = units < 0 ? (uint64)(-units) : (uint64)units;
    uint32 low = (uint32)size, high = (uint32)(size >> 32), before, sign = units < 0 ? ~0u : 1;
    if (low) {
        before = gpu_count_local(limbs, low * sign);
        high += units < 0 ? before < low : before + low < low;
    }
    if (high) {
        before = gpu_count_local(limbs + 1, high * sign);
        if (units < 0 ? before < high : before + high < high)
            gpu_count_local(limbs + 2, sign);
    }
}

/* A group's sum goes to a pair of the totals. */
FN void limbs_flush(LOCAL const uint32 *limbs, GLOBAL int64 *pair)
{
    int64 high = ((int64)(int)limbs[2] << 32) + limbs[1];
    if (high)
        gpu_add(pair, high);
    if (limbs[0])
        gpu_add(pair + 1, limbs[0]);
}

/* Adds a number of units to two pairs of a bin; most have nothing below the first unit. */
FN void pipeline_add_two(LOCAL uint32 *limbs, GLOBAL int64 *pairs, real units)
{
    two_scales parts = two_scales_from(units);
#if BINS_IN_GROUP
    (void)pairs;
    limbs_add(limbs, parts.units);
    if (parts.finer)
        limbs_add(limbs + LIMBS, parts.finer);
#else
    (void)limbs;
    gpu_add(pairs, wide_high(parts.units));
    gpu_add(pairs + 1, wide_low(parts.units));
    if (parts.finer) {
        gpu_add(pairs + 2, wide_high(parts.finer));
        gpu_add(pairs + 3, wide_low(parts.finer));
    }
#endif
}

/* One entry into its bin, the limbs of which are the group's. */
FN void pipeline_add_entry(LOCAL uint32 *limbs, GLOBAL int64 *sums, const pipeline_entry *entry)
{
    pipeline_add_two(limbs, sums + BIN_WEIGHT, entry->weight);
    pipeline_add_two(limbs + 2 * LIMBS, sums + BIN_SQUARE, entry->square);
    pipeline_add_two(limbs + 4 * LIMBS, sums + BIN_FIRST, entry->first);
    pipeline_add_two(limbs + 6 * LIMBS, sums + BIN_SECOND, entry->second);
#if BINS_IN_GROUP
    gpu_count_local(limbs + 8 * LIMBS, 1);
#else
    gpu_add(sums + BIN_ENTRIES, 1);
#endif
}

FN void pipeline_flush_bin(LOCAL const uint32 *limbs, GLOBAL int64 *sums)
{
    for (int pair = 0; pair < 8; ++pair)
        limbs_flush(limbs + LIMBS * pair, sums + 2 * pair);
    gpu_add(sums + BIN_ENTRIES, limbs[8 * LIMBS]);
}

/* One part into its bin of a histogram, where that is among the bins [first, first + PART_BINS) of all. */
FN void pipeline_fill_part(const binning *axis, pipeline_part part, int first, LOCAL uint32 *group_bins,
                           GLOBAL int64 *bins)
{
    const pipeline_entry entry = pipeline_entry_of(part);
    const int bin = ((int)axis->offset - TOTAL_BINS) / BIN_WORDS + (int)entry.bin, place = bin - first;
    if (place >= 0 && place < PART_BINS)
        pipeline_add_entry(group_bins + (BINS_IN_GROUP ? BIN_LIMBS * place : 0),
                           bins + (int64)BIN_WORDS * bin, &entry);
}

#if CONFIGURATIONS > 1
/* The entries of all configurations of survivor i, unless its weight was lost. */
FN void pipeline_fill_configurations(GLOBAL const binning *binnings, GLOBAL const scalar *rows,
                                     uint64 capacity, uint32 i, mask active, scalar scale, int first,
                                     LOCAL uint32 *group_bins, GLOBAL int64 *bins)
{
    const int histogram[FILLS] = FILL_HISTOGRAMS;
    real fill[FILL_SLOTS];
    pipeline_fetch_fill(rows, capacity, i, fill);
    const pipeline_configurations all =
        pipeline_configurations_of(fill, pipeline_jacobian(rows[ROW_JACOBIAN * capacity + i]), active, scale);
    for (int k = 0; k < FILLS; ++k) {
        const binning axis = binnings[histogram[k]];
        pipeline_part part[CONFIGURATIONS];
        mask there[CONFIGURATIONS];
        pipeline_join(&axis, fill, k, &all, part, there);
        for (int c = 0; c < CONFIGURATIONS; ++c)
            if (r_any(there[c]))
                pipeline_fill_part(&axis, part[c], first, group_bins, bins);
    }
}
#else
/* The entries of survivor i, of scaled weight v. */
FN void pipeline_fill_event(GLOBAL const binning *binnings, GLOBAL const scalar *rows, uint64 capacity,
                            uint32 i, real v, int first, LOCAL uint32 *group_bins, GLOBAL int64 *bins)
{
    const int histogram[FILLS] = FILL_HISTOGRAMS;
    for (int k = 0; k < FILLS; ++k) {
        const binning axis = binnings[histogram[k]];
        const pipeline_place place = pipeline_place_of(&axis, rows[(ROW_STATE + k) * capacity + i]);
        pipeline_fill_part(&axis, pipeline_part_of(place, v), first, group_bins, bins);
    }
}
#endif

/* The entries of all survivors into `bins`. `factors`: of a variation, by which weights are multiplied; no
 * memory: by none. */
FN void pipeline_fill_bins(GLOBAL const binning *binnings, const pipeline_range *range, scalar scale,
                           uint32 count, GLOBAL const uint32 *slots, GLOBAL const scalar *rows,
                           GLOBAL const scalar *weights, GLOBAL const scalar *factors,
                           LOCAL uint32 *group_bins, GLOBAL int64 *bins)
{
    for (int first = 0; first < HISTOGRAM_BINS; first += PART_BINS) {
#if BINS_IN_GROUP
        for (uint32 i = gpu_place(); i < BIN_LIMBS * PART_BINS; i += GPU_GROUP)
            group_bins[i] = 0;
        gpu_barrier();
#endif
        for (uint32 i = (uint32)gpu_thread(); i < count; i += (uint32)gpu_threads())
            if (pipeline_passes(rows, range->capacity, i)) {
                const pipeline_value value = pipeline_scale(weights[slots[i]], m_all(), scale);
#if CONFIGURATIONS > 1
                (void)factors; /* variations have one configuration */
                pipeline_fill_configurations(binnings, rows, range->capacity, i, m_not(value.lost), scale,
                                             first, group_bins, bins);
#else
                mask lost;
                const real v = factors ? pipeline_varied(value.v, factors[i], &lost) : value.v;
                pipeline_fill_event(binnings, rows, range->capacity, i, v, first, group_bins, bins);
#endif
            }
#if BINS_IN_GROUP
        gpu_barrier();
        for (int bin = (int)gpu_place(); bin < PART_BINS; bin += GPU_GROUP)
            if (group_bins[BIN_LIMBS * bin + 8 * LIMBS])
                pipeline_flush_bin(group_bins + BIN_LIMBS * bin, bins + (int64)BIN_WORDS * (first + bin));
        gpu_barrier();
#endif
    }
}

KERNEL void pipeline_fill(GLOBAL const binning *binnings, pipeline_range range, scalar scale,
                          GLOBAL const uint32 *survivors, GLOBAL const uint32 *slots,
                          GLOBAL const scalar *rows, GLOBAL const scalar *weights, GLOBAL int64 *totals)
{
    LOCAL_ARRAY(uint32, group_bins, BINS_IN_GROUP ? BIN_LIMBS * PART_BINS : 1);
    pipeline_fill_bins(binnings, &range, scale, survivors[SURVIVING], slots, rows, weights, 0, group_bins,
                       totals + TOTAL_BINS);
}

#if VARIATIONS > 0
/* bins: of all histograms. */
KERNEL void pipeline_fill_varied(GLOBAL const binning *binnings, pipeline_range range, scalar scale,
                                 uint32 variation, uint64 bins, GLOBAL const uint32 *survivors,
                                 GLOBAL const uint32 *slots, GLOBAL const scalar *rows,
                                 GLOBAL const scalar *weights, GLOBAL int64 *totals)
{
    LOCAL_ARRAY(uint32, group_bins, BINS_IN_GROUP ? BIN_LIMBS * PART_BINS : 1);
    pipeline_fill_bins(binnings, &range, scale, survivors[SURVIVING], slots, rows, weights,
                       rows + (ROW_VARY + variation) * range.capacity, group_bins,
                       totals + TOTAL_BINS + BIN_WORDS * VARIED_BINS((uint64)variation, bins));
}
#endif
#endif

#endif
