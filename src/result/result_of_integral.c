#include "result/result_of_integral.h"

#include "core/context.h"
#include "core/ranks.h"
#include "pdf/set.h"
#include "result/variations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the cross section, the part of events whose showers met ratios above their bounds, above which it is
 * warned of. Their emissions lack a part of what exceeds, at single trials. */
static const double exceeded_share_most = 2e-3;

void result_describe(ts_context *context, const ts_card *card, const struct process *process,
                     const struct device *device, const struct integral *integral, ts_result *result)
{
    uint64_t per_axis = integral->sub_cubes_per_axis;
    snprintf(result->process, sizeof result->process, "%s", process->name);
    snprintf(result->device, sizeof result->device, "%s", device->description);
    result->ranks = ranks_count(context);
    snprintf(result->precision, sizeof result->precision, "%s", process_precision(process));
    snprintf(result->pdf, sizeof result->pdf, "%s", process->pdf ? ts_pdf_name(process->pdf) : "none");
    snprintf(result->pdf_source, sizeof result->pdf_source, "%s",
             process->pdf ? ts_pdf_source(process->pdf) : "none");
    result->pdf_member = process->pdf ? ts_pdf_describe(process->pdf).member : 0;
    if (per_axis > 1)
        snprintf(result->sampling, sizeof result->sampling, "%s; %llu sub-cubes an axis", process->sampling,
                 (unsigned long long)per_axis);
    else
        snprintf(result->sampling, sizeof result->sampling, "%s; one sub-cube only: %s", process->sampling,
                 card_request(card)->integration.events ? "the number of events is given"
                                                        : "there are too many axes for so few events");
    memcpy(result->couplings, process->couplings, sizeof result->couplings);
    result->coupling_count = process->coupling_count;
    memcpy(result->default_cuts, process->default_cuts, sizeof result->default_cuts);
    result->shower = process->shower.settings;
    result->factorization_factor = process->pdf ? process->shower.scales.factor : 0;
    result->beam_cutoff = process->pdf && result->shower.enabled ? sqrt(process->shower.scales.lowest) : 0;
    result->seed = card_request(card)->integration.seed;
    result->both_signs = process->both_signs;
    memcpy(result->model, process->model.name, sizeof result->model);
    memcpy(result->model_table, process->model.table, sizeof result->model_table);
    memcpy(result->model_card, process->model.card, sizeof result->model_card);
    memcpy(result->model_values, process->model.values, sizeof result->model_values);
}

/* One histogram from its bins: underflow, bins, overflow. `variation`: its name, or NULL. */
static ts_status make_histogram(ts_context *context, const struct process_histogram *names,
                                const ts_bin *bins, int count, const char *variation, ts_histogram *histogram)
{
    snprintf(histogram->path, sizeof histogram->path, variation ? "%s[%s]" : "%s", names->path, variation);
    snprintf(histogram->title, sizeof histogram->title, "%s", names->title);
    histogram->bin_count = (size_t)count;
    histogram->bins = malloc((size_t)count * sizeof *histogram->bins);
    if (!histogram->bins)
        return ts_fail_memory(context, "the histograms");
    memcpy(histogram->bins, bins + 1, (size_t)count * sizeof *bins);
    histogram->underflow = bins[0];
    histogram->overflow = bins[count + 1];
    for (int i = 0; i < count + 2; ++i) {
        histogram->total.sum_w += bins[i].sum_w;
        histogram->total.sum_w2 += bins[i].sum_w2;
        histogram->total.sum_wx += bins[i].sum_wx;
        histogram->total.sum_wx2 += bins[i].sum_wx2;
        histogram->total.entries += bins[i].entries;
    }
    return TS_OK;
}

/* All histograms of one kind of weight; *bins goes on to the next. */
static ts_status make_list(ts_context *context, const struct process *process, const char *variation,
                           const ts_bin **bins, ts_histogram *histograms, size_t *made)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < process->integrand.histogram_count && !status; ++i) {
        const int count = process->program.axes[i].bins;
        ++*made;
        status = make_histogram(context, &process->histograms[i], *bins, count, variation, &histograms[i]);
        *bins += count + 2;
    }
    return status;
}

static ts_status make_bands(ts_context *context, const struct process *process, ts_result *result)
{
    result->bands = calloc(result->histogram_count + 1, sizeof *result->bands);
    ts_status status = result->bands ? TS_OK : ts_fail_memory(context, "the bands of variations");
    for (size_t i = 0; i < result->histogram_count && !status; ++i)
        status = ts_bands_create(context, &result->histograms[i], result->varied_histograms,
                                 result->varied_histogram_count, process->pdf, &result->bands[i]);
    return status;
}

/* Of events that shower the sums of weights and of their squares are those of any histogram. With f what a
 * weight is multiplied with, they have the spread of f over its mean. */
static void take_spreads(ts_result *result)
{
    const ts_bin *own = &result->histograms[0].total;
    for (size_t k = 0; k < result->variation_count; ++k) {
        const ts_bin *varied = &result->varied_histograms[k * result->histogram_count].total;
        const double mean = varied->sum_w / own->sum_w, square = varied->sum_w2 / own->sum_w2;
        result->variations[k].spread = mean > 0 ? sqrt(fmax(square / (mean * mean) - 1, 0)) : 0;
    }
}

ts_status result_make_histograms(ts_context *context, const struct process *process,
                                 const struct integral *integral, ts_result *result)
{
    const size_t count = process->integrand.histogram_count;
    result->histograms = calloc(count + 1, sizeof *result->histograms);
    result->varied_histograms = calloc(count * result->variation_count + 1,
                                       sizeof *result->varied_histograms);
    if (!result->histograms || !result->varied_histograms)
        return ts_fail_memory(context, "the histograms");
    const ts_bin *bins = integral->bins;
    ts_status status = make_list(context, process, NULL, &bins, result->histograms, &result->histogram_count);
    for (size_t k = 0; k < result->variation_count && !status; ++k)
        status = make_list(context, process, result->variations[k].name, &bins,
                           result->varied_histograms + k * count, &result->varied_histogram_count);
    if (!status && process->shower.settings.variations && count)
        take_spreads(result);
    if (!status && result->variation_count)
        status = make_bands(context, process, result);
    return status;
}

/* The numbers of the integral; its list of iterations changes hands. */
void result_take_integral(struct integral *integral, ts_result *result)
{
    result->value = integral->value;
    result->error = integral->error;
    result->chi2_per_dof = integral->chi2_per_dof;
    result->chi2_probability = integral->probability;
    result->largest_share = integral->largest_share;
    result->converged = integral->converged;
    result->interrupted = integral->interrupted;
    snprintf(result->objection, sizeof result->objection, "%s", integral->objection);
    result->generated = integral->generated;
    result->counted = integral->counted;
    result->accepted = integral->accepted;
    result->repeated = integral->repeated;
    result->limited = integral->limited;
    result->exceeded = integral->exceeded;
    if (integral->exceeded_value > 0)
        result->exceeded_share = integral->exceeded_value / fabs(integral_sampled(integral));
    result->capped = integral->capped;
    result->vetoed = integral->vetoed;
    result->unordered = integral->unordered;
    result->unclustered = integral->unclustered;
    result->not_finite = integral->not_finite;
    result->first_not_finite = integral->first_not_finite;
    result->seconds_compile = integral->seconds_compile;
    result->seconds_integrate = integral->seconds_integrate;
    result->iteration_count = integral->iteration_count;
    result->iterations = integral->iterations;
    integral->iterations = NULL;
}

static size_t counted_iterations(const ts_result *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->iteration_count; ++i)
        count += result->iterations[i].counted != 0;
    return count;
}

/* Whether one event carries a tenth of the variance or more, by what it has above the mean. Where all are
 * nearly equal, each has its part of the sum and next to none of the variance. */
static int one_event_dominates(const ts_result *result, double excess)
{
    return pow(excess * result->value, 2) > 0.1 * pow(result->error, 2);
}

static void add_to_subprocess(const struct integral *part, const char *name, ts_subprocess_result *row)
{
    snprintf(row->name, sizeof row->name, "%s", name);
    row->value += part->value;
    row->error = hypot(row->error, part->error);
    row->generated += part->generated;
    row->accepted += part->accepted;
}

/* The processes of a sum of several, from their subprocesses. */
static ts_status list_multiplicities(ts_context *context, const struct process *process, ts_result *result)
{
    if (process->part_count < 2)
        return TS_OK;
    result->multiplicities = calloc(process->part_count, sizeof *result->multiplicities);
    if (!result->multiplicities)
        return ts_fail_memory(context, "the list of multiplicities");
    result->multiplicity_count = process->part_count;
    for (size_t i = 0; i < process->part_count; ++i) {
        const struct process_part *part = &process->parts[i];
        ts_multiplicity *row = &result->multiplicities[i];
        snprintf(row->process, sizeof row->process, "%s", part->name);
        row->jets = part->jets;
        row->first = part->first;
        row->count = part->count;
        for (size_t k = part->first; k < part->first + part->count; ++k) {
            row->value += result->subprocesses[k].value;
            row->error = hypot(row->error, result->subprocesses[k].error);
            row->generated += result->subprocesses[k].generated;
            row->accepted += result->subprocesses[k].accepted;
        }
    }
    return TS_OK;
}

/* The subprocesses of a sum and their channels with what each adds to it. */
ts_status result_list_subprocesses(ts_context *context, const struct process *process,
                                   const struct integral *parts, ts_result *result)
{
    if (!process->channels)
        return TS_OK;
    result->subprocesses = calloc(process->subprocess_count, sizeof *result->subprocesses);
    result->subprocess_iterations = calloc(process->subprocess_count, sizeof *result->subprocess_iterations);
    result->channels = calloc(process->channel_count, sizeof *result->channels);
    if (!result->subprocesses || !result->subprocess_iterations || !result->channels)
        return ts_fail_memory(context, "the list of subprocesses");
    result->subprocess_count = process->subprocess_count;
    result->channel_count = process->channel_count;
    for (size_t i = 0; i < process->channel_count; ++i) {
        const size_t subprocess = (size_t)process->channel_subprocess[i];
        add_to_subprocess(&parts[i], process->channels[i].name, &result->subprocesses[subprocess]);
        result->subprocess_iterations[subprocess] += parts[i].iteration_count;
        result->channels[i] = (ts_channel_result){subprocess, parts[i].value, parts[i].error,
                                                  parts[i].iteration_count};
    }
    return list_multiplicities(context, process, result);
}

/* The widths of a grid that has edges and widths side by side (kernels/vegas.h). */
static ts_status take_grid(ts_context *context, const struct integral *part, size_t axes, ts_grid *grid)
{
    *grid = (ts_grid){.axes = axes, .bins = part->grid_length / (2 * axes)};
    if (!part->grid)
        return TS_OK;
    grid->widths = malloc(part->grid_length / 2 * sizeof *grid->widths);
    if (!grid->widths)
        return ts_fail_memory(context, "the grids");
    for (size_t i = 0; i < axes * grid->bins; ++i)
        grid->widths[i] = part->grid[2 * i + 1];
    return TS_OK;
}

ts_status result_take_grids(ts_context *context, const struct process *process, const struct integral *parts,
                            ts_result *result)
{
    size_t count;
    const struct integrand *channels = process_channels(process, &count);
    result->grids = calloc(count, sizeof *result->grids);
    if (!result->grids)
        return ts_fail_memory(context, "the grids");
    ts_status status = TS_OK;
    for (; result->grid_count < count && !status; ++result->grid_count)
        status = take_grid(context, &parts[result->grid_count],
                           (size_t)channels[result->grid_count].dimensions,
                           &result->grids[result->grid_count]);
    return status;
}

/* What speaks against the error: the scatter of the iterations (of two it says little), or a single event
 * that makes much of the error. */
static void warn_of_error(ts_context *context, const ts_result *result, double excess)
{
    /* Of all runs: worth a warning, not yet a refusal (integrate/agreement.c). */
    const double by_chance = 1e-3;
    const int disagree = result->chi2_probability < by_chance && counted_iterations(result) >= 3 &&
                         !result->objection[0];
    const int dominated = one_event_dominates(result, excess);
    char reasons[256];
    if (!disagree && !dominated)
        return;
    if (!dominated)
        snprintf(reasons, sizeof reasons, "The iterations do not agree (chi2 per degree of freedom %.3g)",
                 result->chi2_per_dof);
    else if (!disagree)
        snprintf(reasons, sizeof reasons, "One event carries %.2g %% of the cross section",
                 100 * result->largest_share);
    else
        snprintf(reasons, sizeof reasons,
                 "The iterations do not agree (chi2 per degree of freedom %.3g), and one event carries "
                 "%.2g %% of the cross section",
                 result->chi2_per_dof, 100 * result->largest_share);
    ts_log(context, TS_LOG_WARNING, "%s: the error is likely too small; more events help.", reasons);
}

/* Says which subprocesses are zero because no event of theirs passed. */
static void warn_of_empty(ts_context *context, const ts_result *result)
{
    size_t empty = 0, first = 0;
    for (size_t i = result->subprocess_count; i-- > 0;)
        if (!result->subprocesses[i].accepted && result->subprocesses[i].generated) {
            ++empty;
            first = i;
        }
    if (!empty || !result->accepted)
        return;
    const ts_subprocess_result *row = &result->subprocesses[first];
    ts_log(context, TS_LOG_WARNING,
           "No event of %zu of %zu subprocesses passed the cuts, and they count as zero (the first is %s, of "
           "%llu events).",
           empty, result->subprocess_count, row->name, (unsigned long long)row->generated);
}

void result_warn(ts_context *context, const ts_result *result, double excess)
{
    if (result->not_finite)
        ts_log(
            context, TS_LOG_WARNING,
            "%llu events have a weight that is not a finite number and count as zero (the first is event %llu).",
            (unsigned long long)result->not_finite, (unsigned long long)result->first_not_finite);
    if (result->full_colour.not_finite)
        ts_log(context, TS_LOG_WARNING,
               "%llu of %llu ratios of full to leading colour are not finite numbers and do not count.",
               (unsigned long long)result->full_colour.not_finite,
               (unsigned long long)result->full_colour.survivors);
    if (result->limited)
        ts_log(context, TS_LOG_WARNING,
               "%llu events have %d partons, and their shower ended there for want of room: raise "
               "shower.max_partons.",
               (unsigned long long)result->limited, result->shower.max_partons);
    if (result->exceeded_share > exceeded_share_most)
        ts_log(
            context, TS_LOG_WARNING,
            "In %llu events of %llu, which have %.2g %% of the cross section, the shower met a ratio of parton "
            "densities above the bound that it was drawn by: these radiate too little there.",
            (unsigned long long)result->exceeded, (unsigned long long)result->accepted,
            100 * result->exceeded_share);
    if (result->capped)
        ts_log(
            context, TS_LOG_WARNING,
            "In %llu events of %llu the weight of a variation was too far from 1 behind the shower and was capped: "
            "these variations are a little too small there.",
            (unsigned long long)result->capped, (unsigned long long)result->accepted);
    if (result->interrupted && !result->counted && result->shower.enabled && result->histogram_count)
        ts_log(context, TS_LOG_WARNING,
               "The histograms are empty: no event that counts had showered when the run was interrupted.");
    if (result->value == 0 && !result->converged && !result->interrupted)
        ts_log(context, TS_LOG_WARNING, "%s", ts_context_error(context));
    if (result->value < 0 && !result->both_signs)
        ts_log(context, TS_LOG_WARNING,
               "The cross section is negative: the densities of %s are below zero where most events are.",
               result->pdf);
    warn_of_empty(context, result);
    warn_of_error(context, result, excess);
}
