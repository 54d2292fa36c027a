#include "run/run.h"

#include "checkpoint/grids.h"
#include "checkpoint/made_of.h"
#include "core/clock.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/options.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "core/stack.h"
#include "device/device.h"
#include "events/event_pipes.h"
#include "events/event_split.h"
#include "events/event_sum.h"
#include "events/full_colour.h"
#include "process/couplings.h"
#include "result/result_of_integral.h"
#include "result/variations.h"

#include <stdio.h>
#include <stdlib.h>

struct integration_settings integration_settings(const ts_card *card, const ts_run_settings *settings,
                                                 const struct process *process)
{
    const double part = process->stage_legs ? full_colour_first_part : 1;
    const struct request *request = card_request(card);
    int inverse = request->integration.combination == COMBINATION_INVERSE_VARIANCE;
    return (struct integration_settings){
        .relative_error = part * request->integration.relative_error,
        .max_events = request->integration.max_events,
        .events = request->integration.events,
        .seed = request->integration.seed,
        .warmup = request->integration.warmup,
        .bins = request->integration.bins,
        .damping = request->integration.alpha,
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
    for (int i = 0; i < count && card_request(card)->integration.events; ++i)
        if (ts_card_has(card, idle[i]))
            ts_log(context, TS_LOG_WARNING,
                   "%s has no part where integration.events is given, and changes nothing.", idle[i]);
    if (card_request(card)->events.split && process->part_count < 2)
        ts_log(context, TS_LOG_WARNING, "events.split has no part in %s and changes nothing.", process->name);
}

/* Makes of an integral at leading colour one with all colours. Where it is interrupted before that, the
 * integral stays as it is. */
static ts_status run_second_stage(struct run *run)
{
    const struct request *request = card_request(run->card);
    const struct full_colour_settings stage = {
        .seed = request->integration.seed,
        .most = request->integration.max_events,
        .relative = request->integration.events ? 0 : request->integration.relative_error,
        .progress = run->settings->progress,
        .progress_data = run->settings->progress_data,
        .checkpoint = run->checkpoint,
    };
    if (!run->process->stage_legs)
        return TS_OK;
    ts_status status = colour_ratio_create(run->context, run->device, run->process, &run->ratio);
    run->total.seconds_compile += run->ratio.engine.compile_seconds;
    if (!status)
        status = full_colour(run->context, run->device, run->process, &stage, &run->ratio, run->parts,
                             &run->total, &run->result->full_colour);
    if (status != TS_INTERRUPTED)
        return status;
    run->total.interrupted = 1;
    run->total.converged = 0;
    if (!run->result->full_colour.survivors)
        ts_log(
            run->context, TS_LOG_WARNING,
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
static void take_left(struct run *run)
{
    const size_t count = event_sum_numbers(run->process);
    ts_result *result = run->result;
    uint64_t *next = calloc(count, sizeof *next);
    if (next)
        events_left(run->card, run->checkpoint, count, next, &result->written_negative, &result->events,
                    &result->effective_events);
    for (size_t i = 0; i < result->multiplicity_count && next && result->events.file; ++i)
        result->multiplicities[i].written = next[count - result->multiplicity_count + i];
    free(next);
}

/* What the integrals say, into the result, with its histograms; with `status` as it is where something has
 * failed already, and then the integral alone. */
static ts_status describe(struct run *run, ts_status status)
{
    ts_context *context = run->context;
    const struct process *process = run->process;
    ts_result *result = run->result;
    result_describe(context, run->card, process, run->device, &run->total, result);
    if (!status)
        status = result_list_subprocesses(context, process, run->parts, result);
    if (!status)
        status = result_take_grids(context, process, run->parts, result);
    result_take_integral(&run->total, result);
    if (!status)
        result_warn(context, result, run->total.largest_excess);
    if (!status)
        status = variations_conclude(context, process, &run->total, result);
    return status ? status : result_make_histograms(context, process, &run->total, result);
}

/* Whether events can be made: something counted, and what a second stage accepts by has been seen. */
static int may_have_events(const struct run *run, ts_status status)
{
    const int nothing = status == TS_NOT_CONVERGED && !run->total.accepted;
    const int no_ratio = run->process->stage_legs && run->result->value != 0 &&
                         !(run->result->full_colour.ratio_largest > 0);
    return status != TS_INTERRUPTED && !no_ratio && !nothing && card_request(run->card)->events.count;
}

/* The result of an integral that ended with `status`; then its events. */
static ts_status conclude(struct run *run, ts_status status)
{
    ts_result *result = run->result;
    ts_status failure = run_second_stage(run);
    if (run->total.interrupted)
        status = TS_INTERRUPTED;
    else if (!failure && !status && !run->total.converged)
        status = ts_fail(run->context, TS_NOT_CONVERGED, "Not converged: %s.", run->total.objection);
    failure = describe(run, failure);
    if (!failure && may_have_events(run, status)) {
        failure = run_write_events(run);
        result->events.failed = failure && failure != TS_INTERRUPTED;
    }
    if (failure == TS_INTERRUPTED) { /* also while events are prepared */
        result->interrupted = 1;
        result->converged = 0;
    }
    if (result->interrupted && !result->events.file)
        take_left(run);
    colour_ratio_destroy(&run->ratio);
    return failure ? failure : status;
}

/* Opens the device, integrates and concludes. `learned`: what a warm-up found; NULL: there is one to come. */
static ts_status run_process(struct run *run, const struct journal *learned)
{
    ts_context *context = run->context;
    const ts_run_settings *settings = run->settings;
    size_t count;
    const struct integrand *channels = process_channels(run->process, &count);
    const double start = clock_seconds();
    ts_status status = device_open(context, settings->device, settings->threads, &run->device);
    if (status)
        return status;
    run->parts = calloc(count, sizeof *run->parts);
    run->result->seconds_device = clock_seconds() - start;
    struct integration_settings integration = integration_settings(run->card, settings, run->process);
    char cuts[800] = "";
    list_cuts(run->card, run->process, cuts, sizeof cuts);
    integration.cuts = *cuts ? cuts : NULL;
    integration.checkpoints = checkpoint_of_integral(run->checkpoint);
    integration.learned = learned;
    warn_of_idle(context, run->card, run->process);
    if (settings->progress)
        settings->progress(&(ts_progress){.stage = "compiling"}, settings->progress_data);
    status = run->parts ? run_compile(run) : ts_fail_memory(context, "the channels of an integral");
    if (!status)
        status = integrate(context, run->device, channels, count, &integration, run->parts, &run->total);
    run->total.seconds_compile += run->seconds_ahead;
    if (run->total.iteration_count > 0)
        status = conclude(run, status);
    integral_destroy(&run->total);
    for (size_t i = 0; i < count && run->parts; ++i)
        integral_destroy(&run->parts[i]);
    free(run->parts);
    device_close(&run->device);
    return status;
}

/* The result of a process, which takes over the whole card. */
static ts_status make_result(struct run *run, ts_card *whole, const struct journal *learned,
                             const char *grids)
{
    ts_result *result = run->result = calloc(1, sizeof *result);
    if (!result) {
        ts_card_destroy(&whole);
        return ts_fail_memory(run->context, "the result");
    }
    result->card = whole;
    result->no_report = run->settings->no_report;
    snprintf(result->learned_grids, sizeof result->learned_grids, "%s", grids);
    return run_process(run, run->settings->grids ? learned : NULL);
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
    status = process_create(context, card, card_request(card)->integration.bins, &process);
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
    struct run run = {.context = context,
                      .card = card,
                      .settings = settings,
                      .checkpoint = &checkpoint,
                      .process = &process};
    if (status)
        ts_card_destroy(&whole);
    else
        status = make_result(&run, whole, &learned, grids);
    *result = run.result;
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
