/* Histograms of several runs as one, those of variations among them. */
#include "core/context.h"
#include "core/file.h"
#include "io/yoda.h"
#include "merge/merge.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATH_BYTES = 4200 };

static void add_bin(const ts_bin *from, double part, ts_bin *to)
{
    to->sum_w += part * from->sum_w;
    to->sum_w2 += part * part * from->sum_w2;
    to->sum_wx += part * from->sum_wx;
    to->sum_wx2 += part * from->sum_wx2;
    to->entries += from->entries;
}

/* Bin i of a histogram: those of its axis, then what lies below and above, then all. */
static ts_bin *bin_of(ts_histogram *histogram, size_t i)
{
    ts_bin *const rest[] = {&histogram->underflow, &histogram->overflow, &histogram->total};
    return i < histogram->bin_count ? &histogram->bins[i] : rest[i - histogram->bin_count];
}

/* The histograms of all, in place of those of the first. */
static void add_histograms(const struct merge *merge)
{
    for (size_t h = 0; h < merge->parts[0].histogram_count; ++h) {
        ts_histogram *sum = &merge->parts[0].histograms[h];
        for (size_t i = 0; i < sum->bin_count + 3; ++i) {
            ts_bin *to = bin_of(sum, i), all = {.low = to->low, .high = to->high};
            for (size_t p = 0; p < merge->count; ++p)
                add_bin(bin_of(&merge->parts[p].histograms[h], i), merge->parts[p].part, &all);
            *to = all;
        }
    }
}

ts_status merge_histograms(const struct merge *merge, const char *out)
{
    const ts_merged *merged = merge->merged;
    const struct merge_part *first = &merge->parts[0];
    const size_t own = first->histogram_count / (1 + merge->variation_count);
    char path[PATH_BYTES];
    const struct yoda_run run = {
        .cross_section = merged->value,
        .error = merged->error,
        .events = merged->counted,
        .variations = merge->variations,
        .variation_count = merge->variation_count,
        .varied = first->histograms + own,
        .varied_count = first->histogram_count - own,
    };
    snprintf(path, sizeof path, "%.4000s/histograms.yoda", out);
    add_histograms(merge);
    return first->histogram_count ? yoda_write(merge->context, path, first->histograms, own, &run)
                                  : file_remove(merge->context, path);
}
