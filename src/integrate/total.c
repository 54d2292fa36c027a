#include "integrate/total.h"

#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Edges are the same in all of them. */
static void add_bins(const struct integral *part, struct integral *total)
{
    for (size_t i = 0; i < part->bin_count; ++i) {
        const ts_bin *from = &part->bins[i];
        ts_bin *to = &total->bins[i];
        to->low = from->low;
        to->high = from->high;
        to->sum_w += from->sum_w;
        to->sum_w2 += from->sum_w2;
        to->sum_wx += from->sum_wx;
        to->sum_wx2 += from->sum_wx2;
        to->entries += from->entries;
    }
}

static void add_counts(const struct integral *part, struct integral *total)
{
    if (part->not_finite && !total->not_finite)
        total->first_not_finite = part->first_not_finite;
    total->not_finite += part->not_finite;
    total->generated += part->generated;
    total->accepted += part->accepted;
    total->repeated += part->repeated;
    total->limited += part->limited;
    total->exceeded += part->exceeded;
    total->capped += part->capped;
    total->vetoed += part->vetoed;
    total->unordered += part->unordered;
    total->unclustered += part->unclustered;
    total->counted += part->counted;
    total->passed += part->passed;
    total->weightless += part->weightless;
    total->seconds_compile += part->seconds_compile;
}

static void add_varied(const struct integral *part, struct integral *total)
{
    for (size_t k = 0; k < part->variation_count; ++k) {
        struct varied_integral *sum = &total->varied[k];
        sum->value += part->varied[k].value;
        sum->error = hypot(sum->error, part->varied[k].error);
        sum->lost += part->varied[k].lost;
    }
}

static ts_status make_room(ts_context *context, const struct integral *parts, size_t count,
                           struct integral *total)
{
    size_t iterations = 0;
    for (size_t c = 0; c < count; ++c)
        iterations += parts[c].iteration_count;
    total->bin_count = parts[0].bin_count;
    total->iterations = calloc(iterations + 1, sizeof *total->iterations);
    total->bins = calloc(total->bin_count + 1, sizeof *total->bins);
    total->variation_count = parts[0].variation_count;
    total->enhanced = parts[0].enhanced;
    total->varied = calloc(total->variation_count + 1, sizeof *total->varied);
    return total->iterations && total->bins && total->varied
               ? TS_OK
               : ts_fail_memory(context, "the sum of the channels");
}

ts_status total_of(ts_context *context, const struct integral *parts, size_t count, struct integral *total)
{
    double variance = 0;
    ts_status status = make_room(context, parts, count, total);
    if (status)
        return status;
    total->converged = 1;
    for (size_t c = 0; c < count; ++c) {
        const struct integral *part = &parts[c];
        total->value += part->value;
        variance += part->error * part->error;
        total->largest += part->largest;
        total->largest_size += part->largest_size;
        total->exceeded_value += part->exceeded_value;
        total->largest_share = fmax(total->largest_share, part->largest_share * fabs(integral_sampled(part)));
        total->largest_excess = fmax(total->largest_excess,
                                     part->largest_excess * fabs(integral_sampled(part)));
        add_counts(part, total);
        add_bins(part, total);
        add_varied(part, total);
        total->converged = total->converged && part->converged;
        memcpy(total->iterations + total->iteration_count, part->iterations,
               part->iteration_count * sizeof *part->iterations);
        total->iteration_count += part->iteration_count;
    }
    total->first_counted = parts[0].first_counted;
    total->sub_cubes_per_axis = parts[0].sub_cubes_per_axis;
    total->error = count > 1 ? sqrt(variance) : parts[0].error;
    const double sampled = fabs(integral_sampled(total));
    total->largest_share = count == 1     ? parts[0].largest_share
                           : sampled != 0 ? total->largest_share / sampled
                                          : 0;
    total->largest_excess = sampled != 0 ? total->largest_excess / sampled : 0;
    total->converged = total->converged && total->value != 0;
    return TS_OK;
}
