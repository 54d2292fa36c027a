#include "tessera/run.h"

#include "checkpoint/grids.h"
#include "checkpoint/made_of.h"
#include "core/clock.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/options.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "core/stack.h"
#include "device/cpu/parallel.h"
#include "device/device.h"
#include "events/event_pipes.h"
#include "events/event_split.h"
#include "events/event_sum.h"
#include "events/full_colour.h"
#include "integrate/integrate.h"
#include "pdf/set.h"
#include "process/couplings.h"
#include "result/result_of_integral.h"
#include "result/variations.h"
#include "run/integration_of_card.h"

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

/* What a fixed number of events leaves without part; a second stage has max_events as its limit. */
static void warn_of_idle(ts_context *context, const ts_card *card, const struct process *process)
{
    static const char *const idle[] = {"integration.relative_error", "integration.max_events"};
    const int count = process->stage_legs ? 1 : 2;
    for (int i = 0; i < count && ts_card_has(card, "integration.events"); ++i)
        if (ts_card_has(card, idle[i]))
            ts_log(context, TS_LOG_WARNING,
                   "%s has no part where integration.events is given, and changes nothing.", idle[i]);
    if (ts_card_count(card, "events.split") && process->part_count < 2)
        ts_log(context, TS_LOG_WARNING, "events.split has no part in %s and changes nothing.", process->name);
}

/* What stands at the head of a file of events. */
static struct event_run event_run_of(const struct process *process, const ts_result *result,
                                     const struct integral *total, const struct event_process *processes,
                                     size_t process_count, const struct event_variation *variations)
{
    const int number = process->pdf ? pdf_number(process->pdf) : 0, proton = 2212;
    return (struct event_run){.description = process->name,
                              .cross_section = total->value,
                              .error = total->error,
                              .mean_weight = 1,
                              .seed = result->seed,
                              .scale = process->scale,
                              .scale_r = process->scale_r,
                              .alpha_s = process->alpha_s,
                              .alpha = process->alpha,
                              .density_set = {abs(process->beams[0].pdg) == proton ? number : 0,
                                              abs(process->beams[1].pdg) == proton ? number : 0},
                              .beams = {process->beams[0], process->beams[1]},
                              .card = ts_card_yaml(result->card),
                              .slha = process->model.slha,
                              .processes = processes,
                              .process_count = process_count,
                              .merging = process->partons ? &process->merging : NULL,
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
    size_t process_count;
    struct event_process *processes = event_sum_processes(process, parts, &process_count);
    struct event_variation *variations = variations_of_events(process, result);
    struct event_variation *of_parts = variations_of_parts(process, result, parts);
    struct event_sum sum;
    if (!processes || !variations || !of_parts) {
        free(processes);
        free(variations);
        free(of_parts);
        return ts_fail_memory(context, "the processes of a file of events");
    }
    const int weighted = ts_card_count(card, "events.weighted") != 0;
    const int threads = parallel_threads(context, settings->threads);
    const struct event_sum_settings settings_of_sum = event_sum_settings_of(card, result->seed, threads);
    ts_status status = event_sum_create(context, device, process, parts, &settings_of_sum, &sum);
    result->seconds_compile += sum.seconds_compile;
    struct event_source source = {
        .make = event_sum_make,
        .record = event_sum_record,
        .data = &sum,
        .at_once = sum.at_once,
        .records_at_once = sum.records_at_once,
        .first = sum.first,
        .count = all || most < total->counted ? total->counted : most,
        .bounded = !all,
        .cut_after = process->cut_after,
        .seed = result->seed,
        .largest = sum.sum,
        .negative = &result->written_negative,
        .run = event_run_of(process, result, total, processes, process_count, variations),
        .factor = process->stage_legs ? colour_ratio_of_records : NULL,
        .factor_data = ratio,
        .factor_largest = result->full_colour.ratio_largest,
    };
    double weights[2] = {0, 0};
    source.weights = weights;
    source.next = sum.next;
    source.next_count = event_sum_numbers(process);
    source.parts = process->parts;
    source.part_count = sum.part_count;
    source.written = sum.written;
    source.undo = sum.undo;
    source.shares = sum.shares;
    source.part_variations = of_parts;
    source.split = event_split_parts(card, process) > 0;
    source.checkpoint = checkpoint;
    source.run.kept = checkpoint_keeps(checkpoint);
    const double sampled = integral_sampled(total);
    source.absolute = process->both_signs ? event_sum_absolute(&sum) : fabs(sampled);
    source.run.mean_weight = sum.mean_kept;
    if (process->both_signs && source.absolute > 0)
        source.run.mean_weight *= sampled / source.absolute;
    if (total->enhanced && sampled != 0)
        source.run.mean_weight *= total->value / sampled;
    source.enhanced = total->enhanced;
    source.run.unit = weighted ? 0 : sum.sum * (source.factor ? source.factor_largest : 1);
    source.run.particles_most = status ? 0 : event_sum_particles(&sum, process);
    /* Behind a shower nothing is left of the legs that resonances were made of. */
    source.chains = process->shower.settings.enabled ? NULL : process->chains;
    source.run.threads = threads;
    if (weighted && sum.accepted > 0)
        source.run.mean_weight = total->value / sum.accepted;
    if (!status)
        status = source.run.card ? events_of_run(context, card, &source, settings, result)
                                 : ts_fail_memory(context, "a card");
    for (size_t i = 0; i < sum.part_count; ++i) {
        ts_multiplicity *row = &result->multiplicities[i];
        row->written = sum.written[i];
        row->kept = weighted ? 0 : event_sum_kept(&sum, &process->parts[i]);
    }
    result->effective_events = events_effective(weights);
    result->efficiency_bootstrapped = sum.bootstrapped *
                                      (source.factor ? result->full_colour.ratio / source.factor_largest : 1);
    if (process->both_signs && !weighted && source.absolute > 0)
        result->negative_share = 0.5 - 0.5 * sampled / source.absolute;
    event_sum_destroy(&sum);
    free((void *)(uintptr_t)source.run.card);
    free(processes);
    free(variations);
    free(of_parts);
    return status;
}

/* Makes of an integral at leading colour one with all colours. Where it is interrupted before that, the
 * integral stays as it is. */
static ts_status run_second_stage(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                                  struct checkpoint *checkpoint, const struct process *process,
                                  struct device *device, struct colour_ratio *ratio, struct integral *part,
                                  struct integral *total, ts_result *result)
{
    const struct full_colour_settings stage = {
        .seed = ts_card_count(card, "integration.seed"),
        .most = ts_card_count(card, "integration.max_events"),
        .relative = ts_card_count(card, "integration.events")
                        ? 0
                        : ts_card_number(card, "integration.relative_error"),
        .progress = settings->progress,
        .progress_data = settings->progress_data,
        .checkpoint = checkpoint,
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

/* Whether the card has a cut that excludes something: not a lower limit of 0, nor the highest upper limit. */
static int has_cut(const ts_card *card, const ts_option *option)
{
    if (!option_is_within(option->key, "cuts") || !ts_card_has(card, option->key))
        return 0;
    if (option->type != TS_OPTION_NUMBER)
        return 1;
    const double value = ts_card_number(card, option->key);
    return value != 0 && !(option->minimum > 0 && value >= option->maximum);
}

/* Writes the names of the cuts that the card has, for a sentence about what to loosen. */
static void list_cuts(const ts_card *card, const struct process *process, char *names, size_t bytes)
{
    size_t count, used = 0;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count && used < bytes; ++i) {
        const int is_text = options[i].type == TS_OPTION_TEXT;
        if (!has_cut(card, &options[i]) || !process_uses(process, options[i].key))
            continue;
        used += (size_t)snprintf(names + used, bytes - used, is_text ? "%s%s \"%.300s\"" : "%s%s",
                                 used ? ", " : "", options[i].key,
                                 is_text ? ts_card_text(card, options[i].key) : "");
    }
}

/* What an interrupted run before left of events. */
static void take_left(const ts_card *card, struct checkpoint *checkpoint, const struct process *process,
                      ts_result *result)
{
    const size_t count = event_sum_numbers(process);
    uint64_t *next = calloc(count, sizeof *next);
    if (next)
        events_left(card, checkpoint, count, next, &result->written_negative, &result->events,
                    &result->effective_events);
    for (size_t i = 0; i < result->multiplicity_count && next && result->events.file; ++i)
        result->multiplicities[i].written = next[count - result->multiplicity_count + i];
    free(next);
}

/* The part of the largest event as `largest_excess` has it, in proportion to the error. Where a density is
 * enhanced it is of what is sampled, and so is the error that it counts against. */
static double excess_of(const struct integral *total)
{
    const struct varied_integral *sampled = &total->varied[total->variation_count - (size_t)total->enhanced];
    if (!total->enhanced || !total->counted || !(sampled->error > 0) || total->value == 0)
        return total->largest_excess;
    return total->largest_excess * fabs(sampled->value / sampled->error * (total->error / total->value));
}

/* What the integrals say, into the result; then its histograms and events. */
static ts_status conclude(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                          struct checkpoint *checkpoint, const struct process *process, struct device *device,
                          struct integral *parts, struct integral *total, ts_status status, ts_result *result)
{
    struct colour_ratio ratio = {.model = NULL};
    ts_status failure = run_second_stage(context, card, settings, checkpoint, process, device, &ratio, parts,
                                         total, result);
    if (total->interrupted)
        status = TS_INTERRUPTED;
    else if (!failure && !status && !total->converged)
        status = ts_fail(context, TS_NOT_CONVERGED, "Not converged: %s.", total->objection);
    const int nothing = status == TS_NOT_CONVERGED && !total->accepted;
    result_describe(context, card, process, device, total, result);
    if (!failure)
        failure = result_list_subprocesses(context, process, parts, result);
    if (!failure)
        failure = result_take_grids(context, process, parts, result);
    result_take_integral(total, result);
    if (!failure)
        result_warn(context, result, excess_of(total));
    if (!failure)
        failure = variations_conclude(context, process, total, result);
    if (!failure)
        failure = result_make_histograms(context, process, total, result);
    /* What a second stage has not seen cannot be accepted by its ratios. */
    const int no_ratio = process->stage_legs && result->value != 0 &&
                         !(result->full_colour.ratio_largest > 0);
    if (!failure && status != TS_INTERRUPTED && !no_ratio && !nothing &&
        ts_card_count(card, "events.count")) {
        failure = write_events(context, card, settings, checkpoint, process, device, parts, total, &ratio,
                               result);
        result->events.failed = failure && failure != TS_INTERRUPTED;
    }
    if (failure == TS_INTERRUPTED) { /* also while events are prepared */
        result->interrupted = 1;
        result->converged = 0;
    }
    if (result->interrupted && !result->events.file)
        take_left(card, checkpoint, process, result);
    colour_ratio_destroy(&ratio);
    return failure ? failure : status;
}

static ts_status run_process(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                             struct checkpoint *checkpoint, const struct process *process,
                             const struct journal *learned, ts_result *result)
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
    char cuts[800] = "";
    list_cuts(card, process, cuts, sizeof cuts);
    integration.cuts = *cuts ? cuts : NULL;
    integration.checkpoints = checkpoint_of_integral(checkpoint);
    integration.learned = learned;
    warn_of_idle(context, card, process);
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
    NEEDS(context, result);
    *result = NULL;
    NEEDS(context, context && card);
    NEEDS_STACK(context);
    double start = clock_seconds();
    struct process process;
    ts_run_settings own;
    const ts_run_settings *const settings = &own;
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
        status = event_split_check(context, card, &process);
    if (!status)
        status = made_of(context, card, &process, &whole);
    struct checkpoint checkpoint = {.context = NULL};
    if (!status)
        status = checkpoint_open(context, settings, whole, &process, &checkpoint);
    struct journal learned = {0};
    char grids[20] = "";
    if (!status && settings->grids)
        status = grids_read(context, settings->grids, whole, &process, &learned, grids);
    if (!status && settings->folder && settings->keep_others && ranks_first(context))
        status = made_of_same(context, whole, settings->folder,
                              checkpoint.goes_on ? "integration.relative_error" : NULL);
    struct event_pipes pipes = {.count = 0};
    if (!status && ranks_first(context))
        status = event_pipes_hold(context, card, settings->folder, &pipes);
    *result = status ? NULL : calloc(1, sizeof **result);
    if (*result) {
        (*result)->card = whole;
        (*result)->no_report = settings->no_report;
        memcpy((*result)->learned_grids, grids, sizeof grids);
        status = run_process(context, card, settings, &checkpoint, &process,
                             settings->grids ? &learned : NULL, *result);
    } else {
        ts_card_destroy(&whole);
        status = status ? status : ts_fail_memory(context, "the result");
    }
    event_pipes_release(&pipes);
    checkpoint_close(&checkpoint);
    journal_destroy(&learned);
    process_destroy(&process);
    const int complete = status == TS_OK || status == TS_NOT_CONVERGED || status == TS_INTERRUPTED;
    if (*result && (complete || (*result)->events.failed) && (*result)->iteration_count > 0)
        (*result)->seconds_total = clock_seconds() - start;
    else
        ts_result_destroy(result);
    return status;
}
