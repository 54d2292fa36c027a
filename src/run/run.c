#include "tessera/run.h"

#include "core/clock.h"
#include "core/environment.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "device/device.h"
#include "integrate/integrate.h"
#include "pdf/set.h"
#include "process/couplings.h"
#include "run/event_pipes.h"
#include "run/event_sum.h"
#include "run/full_colour.h"
#include "run/integration_of_card.h"
#include "run/made_of.h"
#include "run/variations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct integration_settings integration_settings(const ts_card *card, const ts_run_settings *settings,
                                                 const struct process *process)
{
    const double part = process->stage_legs ? full_colour_first_part : 1;
    int inverse = !strcmp(ts_card_text(card, "integration.combination"), "inverse_variance");
    return (struct integration_settings){
        .relative_error = part * ts_card_number(card, "integration.relative_error"),
        .max_events = ts_card_count(card, "integration.max_events"),
        .events = ts_card_count(card, "integration.events"),
        .seed = ts_card_count(card, "integration.seed"),
        .warmup = (int)ts_card_count(card, "integration.warmup"),
        .bins = (int)ts_card_count(card, "integration.bins"),
        .damping = ts_card_number(card, "integration.alpha"),
        .combination = inverse ? COMBINE_INVERSE_VARIANCE : COMBINE_SAMPLES,
        .progress = settings->progress,
        .progress_data = settings->progress_data,
    };
}

/* What a fixed number of events leaves without part. */
static void warn_of_idle(ts_context *context, const ts_card *card)
{
    static const char *const idle[] = {"integration.relative_error", "integration.max_events"};
    for (int i = 0; i < 2 && ts_card_has(card, "integration.events"); ++i)
        if (ts_card_has(card, idle[i]))
            ts_log(context, TS_LOG_WARNING,
                   "%s has no part where integration.events is given, and changes nothing.", idle[i]);
}

static void describe(ts_context *context, const ts_card *card, const struct process *process,
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
                 ts_card_count(card, "integration.events") ? "the number of events is given"
                                                           : "there are too many axes for so few events");
    memcpy(result->couplings, process->couplings, sizeof result->couplings);
    result->coupling_count = process->coupling_count;
    result->shower = process->shower.settings;
    result->seed = ts_card_count(card, "integration.seed");
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
        const int count = process->axes[i].bins;
        ++*made;
        status = make_histogram(context, &process->histograms[i], *bins, count, variation, &histograms[i]);
        *bins += count + 2;
    }
    return status;
}

static ts_status make_histograms(ts_context *context, const struct process *process,
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
    return status;
}

/* The numbers of the integral; its list of iterations changes hands. */
static void take_integral(struct integral *integral, ts_result *result)
{
    result->value = integral->value;
    result->error = integral->error;
    result->chi2_per_dof = integral->chi2_per_dof;
    result->largest_share = integral->largest_share;
    result->converged = integral->converged;
    result->interrupted = integral->interrupted;
    snprintf(result->objection, sizeof result->objection, "%s", integral->objection);
    result->generated = integral->generated;
    result->counted = integral->counted;
    result->accepted = integral->accepted;
    result->repeated = integral->repeated;
    result->limited = integral->limited;
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

/* Whether one event carries a tenth of the variance or more. */
static int one_event_dominates(const ts_result *result)
{
    return pow(result->largest_share * result->value, 2) > 0.1 * pow(result->error, 2);
}

/* The channels of a sum with what each adds to it. */
static ts_status list_subprocesses(ts_context *context, const struct process *process,
                                   const struct integral *parts, ts_result *result)
{
    if (!process->channels)
        return TS_OK;
    result->subprocesses = calloc(process->channel_count, sizeof *result->subprocesses);
    result->subprocess_iterations = calloc(process->channel_count, sizeof *result->subprocess_iterations);
    if (!result->subprocesses || !result->subprocess_iterations)
        return ts_fail_memory(context, "the list of subprocesses");
    result->subprocess_count = process->channel_count;
    for (size_t i = 0; i < process->channel_count; ++i) {
        ts_subprocess_result *row = &result->subprocesses[i];
        *row = (ts_subprocess_result){.value = parts[i].value,
                                      .error = parts[i].error,
                                      .generated = parts[i].generated,
                                      .accepted = parts[i].accepted};
        snprintf(row->name, sizeof row->name, "%s", process->channels[i].name);
        result->subprocess_iterations[i] = parts[i].iteration_count;
    }
    return TS_OK;
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

static ts_status take_grids(ts_context *context, const struct process *process, const struct integral *parts,
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
static void warn_of_error(ts_context *context, const ts_result *result)
{
    const int disagree = result->chi2_per_dof > 3 && counted_iterations(result) >= 3 && !result->objection[0];
    const int dominated = one_event_dominates(result);
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

static void warn(ts_context *context, const ts_result *result)
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
    if (result->interrupted && !result->counted && result->shower.enabled && result->histogram_count)
        ts_log(context, TS_LOG_WARNING,
               "The histograms are empty: no event that counts had showered when the run was interrupted.");
    if (result->value == 0 && !result->converged && !result->interrupted)
        ts_log(context, TS_LOG_WARNING, "%s", ts_context_error(context));
    if (result->value < 0)
        ts_log(context, TS_LOG_WARNING,
               "The cross section is negative: the densities of %s are below zero where most events are.",
               result->pdf);
    warn_of_error(context, result);
}

/* What stands at the head of a file of events; `processes` has room for one of each channel. */
static struct event_run event_run_of(const struct process *process, const ts_result *result,
                                     const struct integral *parts, const struct integral *total,
                                     struct event_process *processes,
                                     const struct event_variation *variations)
{
    size_t count;
    const struct integrand *channels = process_channels(process, &count);
    const int number = process->pdf ? pdf_number(process->pdf) : 0;
    for (size_t i = 0; i < count; ++i)
        processes[i] = (struct event_process){.name = process->channels ? channels[i].name : process->name,
                                              .cross_section = parts[i].value,
                                              .error = parts[i].error,
                                              .largest = parts[i].largest};
    return (struct event_run){.description = process->name,
                              .cross_section = total->value,
                              .error = total->error,
                              .mean_weight = 1,
                              .seed = result->seed,
                              .scale = process->scale,
                              .scale_r = process->scale_r,
                              .alpha_s = process->alpha_s,
                              .alpha = process->alpha,
                              .density_set = {number, number},
                              .beams = {process->beams[0], process->beams[1]},
                              .card = ts_card_yaml(result->card),
                              .processes = processes,
                              .process_count = count,
                              .variations = variations,
                              .variation_count = result->variation_count};
}

/* Writes the events that the card asks for. Where so many were to count they are those of the histograms, the
 * first of them first, and as many behind them as it takes. Else they are others, with numbers behind all of
 * the integral's, as for a sum of channels. No more are generated for it than a run may have. */
static ts_status write_events(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                              struct checkpoint *checkpoint, const struct process *process,
                              struct device *device, const struct integral *parts,
                              const struct integral *total, struct colour_ratio *ratio, ts_result *result)
{
    const int all = ts_card_count(card, "events.count") == UINT64_MAX;
    const uint64_t most = ts_card_count(card, "integration.max_events");
    struct event_process *processes = calloc(process->channel_count + 1, sizeof *processes);
    struct event_variation *variations = variations_of_events(process, result);
    struct event_sum sum;
    if (!processes || !variations) {
        free(processes);
        free(variations);
        return ts_fail_memory(context, "the processes of a file of events");
    }
    const int weighted = ts_card_count(card, "events.weighted") != 0;
    const struct event_sum_settings settings_of_sum = event_sum_settings_of(card, result->seed);
    ts_status status = event_sum_create(context, device, process, parts, &settings_of_sum, &sum);
    result->seconds_compile += sum.seconds_compile;
    struct event_source source = {
        .make = event_sum_make,
        .record = event_sum_record,
        .data = &sum,
        .at_once = EVENT_SUM_MOST,
        .records_at_once = EVENT_LIST_MOST,
        .first = sum.first,
        .count = all || most < total->counted ? total->counted : most,
        .bounded = !all,
        .seed = result->seed,
        .largest = sum.sum,
        .run = event_run_of(process, result, parts, total, processes, variations),
        .factor = process->stage_legs ? colour_ratio_of_records : NULL,
        .factor_data = ratio,
        .factor_largest = result->full_colour.ratio_largest,
    };
    source.next = sum.next;
    source.next_count = sum.count;
    source.checkpoint = checkpoint;
    source.run.kept = checkpoint_keeps(checkpoint);
    source.run.mean_weight = sum.mean_kept;
    source.run.unit = weighted ? 0 : sum.sum * (source.factor ? source.factor_largest : 1);
    source.run.particles_most = status ? 0 : event_sum_particles(&sum);
    if (weighted && sum.accepted > 0)
        source.run.mean_weight = total->value / sum.accepted;
    if (!status)
        status = source.run.card ? events_of_run(context, card, &source, settings, result)
                                 : ts_fail_memory(context, "a card");
    event_sum_destroy(&sum);
    free((void *)(uintptr_t)source.run.card);
    free(processes);
    free(variations);
    return status;
}

/* Makes of an integral at leading colour one with all colours. Where it is interrupted before that, the
 * integral stays as it is. */
static ts_status run_second_stage(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                                  const struct process *process, struct device *device,
                                  struct colour_ratio *ratio, struct integral *part, struct integral *total,
                                  ts_result *result)
{
    const struct full_colour_settings stage = {
        .seed = ts_card_count(card, "integration.seed"),
        .most = ts_card_count(card, "integration.max_events"),
        .relative = ts_card_count(card, "integration.events")
                        ? 0
                        : ts_card_number(card, "integration.relative_error"),
        .progress = settings->progress,
        .progress_data = settings->progress_data,
    };
    if (!process->stage_legs)
        return TS_OK;
    ts_status status = colour_ratio_create(context, device, process, ratio);
    total->seconds_compile += ratio->engine.compile_seconds;
    if (!status)
        status = full_colour(context, device, process, &stage, ratio, part, total, &result->full_colour);
    if (status != TS_INTERRUPTED)
        return status;
    total->interrupted = 1;
    total->converged = 0;
    if (!result->full_colour.survivors)
        ts_log(
            context, TS_LOG_WARNING,
            "The run was interrupted before its second stage: the cross section is that of leading colour.");
    return TS_OK;
}

/* What the integrals say, into the result; then its histograms and events. */
static ts_status conclude(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                          struct checkpoint *checkpoint, const struct process *process, struct device *device,
                          struct integral *parts, struct integral *total, ts_status status, ts_result *result)
{
    struct colour_ratio ratio = {.model = NULL};
    size_t channel_count;
    process_channels(process, &channel_count);
    ts_status failure = run_second_stage(context, card, settings, process, device, &ratio, parts, total,
                                         result);
    if (total->interrupted)
        status = TS_INTERRUPTED;
    else if (!failure && !status && !total->converged)
        status = ts_fail(context, TS_NOT_CONVERGED, "Not converged: %s.", total->objection);
    describe(context, card, process, device, total, result);
    if (!failure)
        failure = list_subprocesses(context, process, parts, result);
    if (!failure)
        failure = take_grids(context, process, parts, result);
    take_integral(total, result);
    if (!failure)
        warn(context, result);
    if (!failure)
        failure = variations_conclude(context, process, total, result);
    if (!failure)
        failure = make_histograms(context, process, total, result);
    /* What a second stage has not seen cannot be accepted by its ratios. */
    const int no_ratio = process->stage_legs && result->value != 0 &&
                         !(result->full_colour.ratio_largest > 0);
    if (!failure && status != TS_INTERRUPTED && !no_ratio && ts_card_count(card, "events.count")) {
        failure = write_events(context, card, settings, checkpoint, process, device, parts, total, &ratio,
                               result);
        result->events.failed = failure && failure != TS_INTERRUPTED;
    }
    if (failure == TS_INTERRUPTED) { /* also while events are prepared */
        result->interrupted = 1;
        result->converged = 0;
    }
    if (result->interrupted && !result->events.file)
        events_left(card, checkpoint, channel_count, &result->events);
    colour_ratio_destroy(&ratio);
    return failure ? failure : status;
}

static ts_status run_process(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                             struct checkpoint *checkpoint, const struct process *process, ts_result *result)
{
    struct device *device;
    struct integral total = {0};
    size_t count;
    const struct integrand *channels = process_channels(process, &count);
    const double start = clock_seconds();
    ts_status status = device_open(context, settings->device, settings->threads, &device);
    if (status)
        return status;
    struct integral *parts = calloc(count, sizeof *parts);
    result->seconds_device = clock_seconds() - start;
    struct integration_settings integration = integration_settings(card, settings, process);
    integration.checkpoints = checkpoint_of_integral(checkpoint);
    warn_of_idle(context, card);
    if (settings->progress)
        settings->progress(&(ts_progress){.stage = "compiling"}, settings->progress_data);
    status = parts ? integrate(context, device, channels, count, &integration, parts, &total)
                   : ts_fail_memory(context, "the channels of an integral");
    if (total.iteration_count > 0)
        status = conclude(context, card, settings, checkpoint, process, device, parts, &total, status,
                          result);
    integral_destroy(&total);
    for (size_t i = 0; i < count && parts; ++i)
        integral_destroy(&parts[i]);
    free(parts);
    device_close(&device);
    return status;
}

ts_status ts_run(ts_context *context, const ts_card *card, const ts_run_settings *given, ts_result **result)
{
    OWN_ENVIRONMENT;
    double start = clock_seconds();
    struct process process;
    ts_run_settings own;
    const ts_run_settings *const settings = &own;
    *result = NULL;
    ts_status status = settings_take(context, "ts_run_settings", given,
                                     SIZE_THROUGH(ts_run_settings, keep_others), &own, sizeof own);
    if (status)
        return status;
    status = process_create(context, card, (int)ts_card_count(card, "integration.bins"), &process);
    if (status)
        return status;
    ts_card *whole = NULL;
    status = events_check(context, card, settings);
    if (!status)
        status = made_of(context, card, &process, &whole);
    struct checkpoint checkpoint = {.context = NULL};
    if (!status)
        status = checkpoint_open(context, settings, whole, &process, &checkpoint);
    if (!status && settings->folder && settings->keep_others && ranks_first(context))
        status = made_of_same(context, whole, settings->folder);
    struct event_pipes pipes = {.count = 0};
    if (!status && ranks_first(context))
        status = event_pipes_hold(context, card, settings->folder, &pipes);
    *result = status ? NULL : calloc(1, sizeof **result);
    if (*result) {
        (*result)->card = whole;
        (*result)->no_report = settings->no_report;
        status = run_process(context, card, settings, &checkpoint, &process, *result);
    } else {
        ts_card_destroy(&whole);
        status = status ? status : ts_fail_memory(context, "the result");
    }
    event_pipes_release(&pipes);
    checkpoint_close(&checkpoint);
    process_destroy(&process);
    const int complete = status == TS_OK || status == TS_NOT_CONVERGED || status == TS_INTERRUPTED;
    if (*result && (complete || (*result)->events.failed) && (*result)->iteration_count > 0)
        (*result)->seconds_total = clock_seconds() - start;
    else
        ts_result_destroy(result);
    return status;
}
