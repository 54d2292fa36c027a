#include "integrate/integrate.h"

#include "core/clock.h"
#include "integrate/agreement.h"
#include "integrate/integration.h"
#include "integrate/journal.h"
#include "integrate/learned.h"
#include "integrate/total.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Value, error and events that are still to come, of all channels. */
static void estimate_all(const struct integration *work, ts_progress *progress, double *remaining)
{
    double variance = 0;
    *remaining = 0;
    for (size_t i = 0; i < work->count; ++i) {
        double value, error, chi2;
        combination_estimate(&work->channels[i].combination, &value, &error, &chi2);
        progress->value += value;
        variance += error * error;
        *remaining += work->channels[i].remaining;
    }
    progress->error = sqrt(variance);
}

/* The journal as it stands now, with all that is to be put back. */
static ts_status take_journal(struct integration *work)
{
    struct journal *journal = &work->settings->checkpoints->journal;
    ts_status status = journal_make_channels(work->context, journal, work->count);
    for (size_t c = 0; c < work->count && !status; ++c)
        status = journal_take_channel(journal, c, &work->channels[c].engine, work->channels[c].integral->bins,
                                      work->channels[c].integral->bin_count);
    journal->seconds = work->seconds_before + clock_seconds() - work->start;
    return status;
}

/* Between two launches. Where it cannot be taken the run goes on without. */
static void take_checkpoint(struct integration *work)
{
    struct checkpoints *checkpoints = work->settings->checkpoints;
    ts_status status = take_journal(work);
    if (!status)
        status = journal_take_begun(&checkpoints->journal, work->now->number, &work->now->engine);
    if (!status)
        checkpoints->write(checkpoints->data, &checkpoints->journal);
}

/* Puts back what a journal holds. */
static ts_status restore_journal(struct integration *work)
{
    struct journal *journal = &work->settings->checkpoints->journal;
    ts_status status = journal->channel_count == work->count
                           ? TS_OK
                           : ts_fail(work->context, TS_ERROR_INPUT,
                                     "The checkpoint is of %zu channels, the run has %zu.",
                                     journal->channel_count, work->count);
    for (size_t c = 0; c < work->count && !status; ++c)
        status = journal_restore_channel(journal, c, &work->channels[c].engine,
                                         work->channels[c].integral->bins,
                                         work->channels[c].integral->bin_count);
    journal->next = 0;
    for (size_t i = 0; i < journal->count; ++i)
        work->events_before += journal->rows[i].sums.events;
    work->events = work->events_before;
    work->seconds_before = journal->seconds;
    return status;
}

static void report(uint64_t events, void *data)
{
    struct integration *work = data;
    double remaining;
    work->events += events;
    work->now->remaining = fmax(0, work->now->remaining - (double)events);
    const struct checkpoints *checkpoints = work->settings->checkpoints;
    if (checkpoints && checkpoints->due(checkpoints->data))
        take_checkpoint(work);
    if (!work->settings->progress)
        return;
    const double seconds = clock_seconds() - work->start;
    ts_progress progress = {.stage = work->stage, .events = work->events};
    estimate_all(work, &progress, &remaining);
    progress.rate = seconds > 0 ? (double)(work->events - work->events_before) / seconds : 0;
    progress.fraction = (double)work->events / ((double)work->events + remaining);
    if (progress.rate > 0)
        progress.seconds_left = remaining / progress.rate;
    work->settings->progress(&progress, work->settings->progress_data);
}

static double spent(const struct integration *work)
{
    double sum = 0;
    for (size_t i = 0; i < work->count; ++i)
        sum += work->channels[i].spent;
    return sum;
}

/* Whether the precision is reached by a channel. */
static int is_precise(const struct channel *channel)
{
    return channel->counting && channel->events_needed <= channel->done;
}

/* Whether it has about as many events as it is to have at least, too. */
static int is_done(const struct channel *channel)
{
    return is_precise(channel) && channel->done >= 0.9 * channel->least;
}

/* How much of what the channels want they get of the events that are left: 1 where there are enough. Of
 * several each has some that count, which may be more than its part: the others leave it these. */
static double ration(const struct integration *work, double events_left)
{
    double rationed = 1, before;
    do {
        double wanted = 0, left = events_left;
        before = rationed;
        for (size_t i = 0; i < work->count; ++i) {
            const struct channel *channel = &work->channels[i];
            const double wants = is_done(channel) ? 0 : fmin(channel_wants(channel), events_left);
            if (wants > 0 && work->count > 1 && !channel->counting && before * wants < SMALLEST_ITERATION)
                left -= SMALLEST_ITERATION;
            else
                wanted += wants;
        }
        rationed = wanted > 0 && wanted > left ? fmax(0, left) / wanted : 1;
    } while (rationed < before);
    return rationed;
}

/* Where none of so many events has passed the cuts, none of the next is likely to. */
static const double vain_events = 1e7;

static double counted(const struct integration *work)
{
    double sum = 0;
    for (size_t i = 0; i < work->count; ++i)
        sum += work->channels[i].done;
    return sum;
}

static int found_nothing(const struct integration *work)
{
    for (size_t c = 0; c < work->count; ++c)
        if (work->channels[c].integral->accepted)
            return 0;
    return 1;
}

/* How many more events max_events leaves. */
static double most_left(const struct integration *work)
{
    return fmax(0, (double)work->settings->max_events - spent(work));
}

/* How many more count where none has passed yet. */
static double vain_left(const struct integration *work) { return fmax(0, vain_events - counted(work)); }

/* A channel of many has a quarter as many events that count as its grid learned from. With fewer, each would
 * miss some of its largest weights, and their sum would be low by more than its error. */
static void set_least_events(struct integration *work)
{
    for (size_t c = 0; c < work->count && work->count > 1; ++c)
        work->channels[c].least = work->channels[c].spent / 4;
}

/* Where channels whose iterations do not agree make the error larger than is asked for, they are to have
 * twice the events. Returns whether there are any. */
static int doubt_channels(struct integration *work)
{
    const double asked = integration_expected_error(work);
    double variance = 0;
    int found = 0;
    for (size_t c = 0; c < work->count; ++c) {
        const struct integral *part = work->channels[c].integral;
        variance += pow(fmax(part->error, agreement_doubt(part)), 2);
    }
    for (size_t c = 0; c < work->count && work->count > 1 && variance > asked * asked; ++c) {
        struct channel *channel = &work->channels[c];
        if (agreement_doubt(channel->integral) < 0.1 * asked || 2 * channel->done > most_left(work))
            continue;
        channel->least = 2 * channel->done;
        found = 1;
    }
    return found;
}

/* Whether several channels share fewer events than tell anything of each. They have what there is, and
 * nothing is claimed: of the heaviest weights most are missed then. */
static int is_too_few(const struct integration *work)
{
    const struct integration_settings *settings = work->settings;
    return work->count > 1 && !settings->events &&
           (double)settings->max_events < (double)EVENTS_OF_CHANNEL * (double)work->count;
}

ts_status integration_run_round(struct integration *work, size_t count)
{
    ts_status status = TS_OK;
    for (size_t i = 0, begun = 0; i < count && !status; ++i) {
        for (; begun < count && begun < i + DEVICE_LANES && !status; ++begun)
            status = channel_begin(&work->steps[begun]);
        work->now = work->steps[i].channel;
        if (!status)
            status = channel_run(&work->steps[i]);
    }
    return status;
}

/* Runs the plans of all channels, an iteration of each after the other. */
static ts_status run_plans(struct integration *work)
{
    ts_status status = TS_OK;
    for (size_t steps = 1; steps && !status;) {
        steps = 0;
        for (size_t c = 0; c < work->count; ++c)
            steps += channel_measures(&work->channels[c], &work->steps[steps]) != 0;
        status = integration_run_round(work, steps);
    }
    return status;
}

/* Gives each channel that is not done its part of the events that are left. *ran: whether any had a part. */
static ts_status measure_once(struct integration *work, int *ran)
{
    double events_left = most_left(work);
    if (found_nothing(work))
        events_left = fmin(events_left, vain_left(work));
    const double rationed = ration(work, events_left), target = channel_target(work->settings);
    *ran = 0;
    for (size_t c = 0; c < work->count; ++c) {
        struct channel *channel = &work->channels[c];
        const double part = is_too_few(work) ? events_left / (double)work->count
                                             : rationed * fmin(channel_wants(channel), events_left);
        /* Of several each has some that count. */
        if (is_done(channel) || (part < SMALLEST_ITERATION && channel->counting))
            continue;
        const double least = is_too_few(work) ? part : SMALLEST_ITERATION;
        channel_make_plan(channel, work->count > 1 ? fmax(part, least) : events_left);
        *ran = 1;
    }
    const ts_status status = run_plans(work);
    if (status)
        return status;
    integration_share_out(work);
    *ran |= channel_target(work->settings) != target;
    return TS_OK;
}

/* The iterations that count, the grids frozen. Where the error is not reached by what was planned, more
 * events are planned in the same way. Channels in doubt may be left without any, where others take what is
 * left: then nothing changes any more, and it ends. */
static ts_status measure(struct integration *work)
{
    ts_status status = TS_OK;
    set_least_events(work);
    for (int ran = 1; ran && !status;) {
        status = measure_once(work, &ran);
        if (!status && !ran && doubt_channels(work))
            status = measure_once(work, &ran);
    }
    for (size_t c = 0; c < work->count && !status; ++c)
        work->channels[c].integral->converged = is_precise(&work->channels[c]);
    return status;
}

static ts_status measure_events(struct integration *work)
{
    for (size_t c = 0; c < work->count; ++c)
        channel_plan_events(&work->channels[c]);
    const ts_status status = run_plans(work);
    for (size_t c = 0; c < work->count && !status; ++c)
        work->channels[c].integral->converged = 1;
    return status;
}

/* What the result of all channels is worth; sets the message where it is not what was asked for. */
static ts_status judge(const struct integration *work, const struct integral *integral)
{
    const char *cuts = work->settings->cuts ? work->settings->cuts : "the cuts";
    const char *limit = work->settings->events ? "integration.events" : "integration.max_events";
    if (!isfinite(integral->value) || !isfinite(integral->error))
        return ts_fail(work->context, TS_ERROR_NUMERIC, "The integral is not a finite number.");
    if (integral->accepted > 0 && integral->not_finite == integral->accepted)
        return ts_fail(work->context, TS_ERROR_NUMERIC,
                       "All %llu events that passed the cuts have a weight that is not a finite number.",
                       (unsigned long long)integral->accepted);
    const int too_few = is_too_few(work) && integral->accepted;
    if (!too_few && (integral->converged || (work->settings->only_learn && integral->accepted)))
        return TS_OK;
    const int in_vain = !work->settings->events && vain_left(work) < most_left(work);
    if (!integral->accepted)
        return ts_fail(work->context, TS_NOT_CONVERGED,
                       "No event out of %llu passed the cuts: loosen %s%s%s.",
                       (unsigned long long)integral->generated, cuts, in_vain ? "" : ", or raise ",
                       in_vain ? "" : limit);
    if (integral->value == 0)
        return ts_fail(
            work->context, TS_NOT_CONVERGED,
            "Only %llu of %llu events passed the cuts, and none that counts has a weight above zero: "
            "loosen %s, or raise %s.",
            (unsigned long long)integral->accepted, (unsigned long long)integral->generated, cuts, limit);
    if (too_few)
        return ts_fail(work->context, TS_NOT_CONVERGED, "Nothing is claimed. %s", integral->objection);
    if (integral->objection[0])
        return ts_fail(
            work->context, TS_NOT_CONVERGED,
            "The relative error of %.2g that was found with %llu events is not to be trusted. %s More events "
            "help, or more iterations that adapt (integration.warmup).",
            integral->error / fabs(integral->value), (unsigned long long)integral->generated,
            integral->objection);
    return ts_fail(
        work->context, TS_NOT_CONVERGED,
        "A relative error of %g was not reached with %llu events (it is %.2g): raise integration.max_events "
        "or integration.relative_error.",
        work->settings->relative_error, (unsigned long long)integral->generated,
        integral->value != 0 ? integral->error / fabs(integral->value) : INFINITY);
}

/* Whether a channel has no complete iteration, so that nothing is known of the sum. Where what is sampled is
 * enhanced only iterations that count know the integral. */
static int is_unknown(const struct integration *work)
{
    for (size_t c = 0; c < work->count; ++c)
        if (!work->channels[c].integral->iteration_count ||
            (work->channels[c].integral->enhanced && !work->channels[c].counting))
            return 1;
    return 0;
}

/* Of what is sampled the integral has to be some part. Both are added up as whole numbers of one unit, and so
 * are their squares. */
static const double least_part = 0x1p-20;

static ts_status finish(struct integration *work, ts_status status, struct integral *parts,
                        struct integral *total)
{
    const int interrupted = status == TS_INTERRUPTED;
    if (status != TS_OK && !interrupted)
        return status;
    if (interrupted && is_unknown(work))
        return ts_fail(work->context, status,
                       "Interrupted before the first iteration %swas complete: there is nothing to write.",
                       work->integrands[0].enhanced ? "that counts " : "");
    for (size_t c = 0; c < work->count; ++c) {
        ts_status failure = channel_finish(&work->channels[c]);
        if (failure)
            return failure;
    }
    agreement_widen(parts, work->count);
    const ts_status added = total_of(work->context, parts, work->count, total);
    if (added)
        return added;
    agreement_examine(work->integrands, parts, work->count,
                      work->settings->events ? 0 : work->settings->relative_error * fabs(total->value),
                      total);
    if (is_too_few(work)) {
        total->converged = 0;
        snprintf(total->objection, sizeof total->objection,
                 "The process has %zu channels, which need %.0f events at least, and integration.max_events "
                 "allows %.0f: raise it.",
                 work->count, (double)EVENTS_OF_CHANNEL * (double)work->count,
                 (double)work->settings->max_events);
    }
    const double part = total->enhanced && total->counted ? total->value / integral_sampled(total) : 1;
    if (fabs(part) < least_part) {
        total->converged = 0;
        snprintf(
            total->objection, sizeof total->objection,
            "The expression of sampling.enhance is %.2g times sampling.enhance_from or more, too far above "
            "it for sums of weights: raise that.",
            1 / fabs(part));
    }
    total->interrupted = interrupted;
    if (interrupted)
        total->objection[0] = 0;
    total->seconds_integrate = work->seconds_before + clock_seconds() - work->start;
    if (interrupted)
        return ts_fail(work->context, status, "Interrupted after %llu events.",
                       (unsigned long long)total->generated);
    return judge(work, total);
}

static ts_status run_channels(struct integration *work)
{
    work->stage = "adapting";
    const struct integration_settings *settings = work->settings;
    ts_status status = settings->learned ? integration_take_learned(work, settings->learned)
                                         : integration_warm_up(work);
    work->stage = "integrating";
    if (!status && !settings->only_learn)
        status = work->settings->events ? measure_events(work) : measure(work);
    if (!status && work->settings->checkpoints) /* for those that are taken while events are written */
        status = take_journal(work);
    if (status == TS_INTERRUPTED && work->settings->checkpoints)
        take_checkpoint(work);
    return status;
}

/* The channel whose program and tables another one is to share: the nearest with the same program, or else
 * the first. NULL: it is the first itself. */
static const struct channel *neighbour_of(const struct integration *work, size_t c)
{
    for (size_t i = c; i > 0; --i)
        if (integrand_shares_program(&work->integrands[i - 1], &work->integrands[c]))
            return &work->channels[i - 1];
    return c ? &work->channels[0] : NULL;
}

static ts_status create_channels(struct integration *work, struct device *device, struct integral *parts)
{
    ts_status status = TS_OK;
    work->channels = calloc(work->count, sizeof *work->channels);
    work->steps = calloc(work->count, sizeof *work->steps);
    if (!work->channels || !work->steps)
        return ts_fail_memory(work->context, "the channels of an integral");
    for (size_t c = 0; c < work->count && !status; ++c) {
        struct channel *channel = &work->channels[c];
        status = channel_create(work->context, device, &work->integrands[c], (int)c, work->settings,
                                neighbour_of(work, c), &parts[c], channel);
        channel->engine.step = report;
        channel->engine.step_data = work;
    }
    if (!status && work->settings->checkpoints && work->settings->checkpoints->journal.channel_count)
        status = restore_journal(work);
    if (!status && work->settings->checkpoints)
        status = journal_ask(work->context, &work->settings->checkpoints->journal,
                             work->settings->relative_error);
    return status;
}

ts_status integrate(ts_context *context, struct device *device, const struct integrand *integrands,
                    size_t count, const struct integration_settings *settings, struct integral *parts,
                    struct integral *total)
{
    struct integration work = {.context = context,
                               .settings = settings,
                               .integrands = integrands,
                               .count = count};
    memset(parts, 0, count * sizeof *parts);
    *total = (struct integral){0};
    ts_status status = create_channels(&work, device, parts);
    work.start = clock_seconds();
    if (!status)
        status = finish(&work, run_channels(&work), parts, total);
    for (size_t c = 0; c < count && work.channels; ++c)
        channel_destroy(&work.channels[c]);
    free(work.channels);
    free(work.steps);
    if (status && status != TS_NOT_CONVERGED && status != TS_INTERRUPTED) {
        integral_destroy(total);
        for (size_t c = 0; c < count; ++c)
            integral_destroy(&parts[c]);
    }
    return status;
}
