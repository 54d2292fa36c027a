#include "events/merging_scouts.h"

#include "core/context.h"
#include "core/ranks.h"
#include "event/record_layout.h"
#include "events/largest.h"
#include "events/scouts.h"
#include "events/unweight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Events that shower to find the limits: one for each EVENTS_OF_SCOUT that are wanted, within these numbers.
 * Trials for them: as scouts of a first stage, or so many, whichever is more. */
enum { SHOWERED_LEAST = 4096, SHOWERED_MOST = 1 << 20, TRIALS_LEAST = 1 << 22 };

/* Fewer events of a subprocess do not tell its limit. */
enum { SHOWERED_FEW = 64 };

/* The next batch has some more trials than are likely to do. */
static const double trials_margin = 1.05;
enum { TRIALS_MORE = 1024 };

double merging_factor(const struct event_batch *batch, size_t slot, int *configurations)
{
    struct event_batch record = *batch;
    double size = 0;
    *configurations = 0;
    if (event_batch_value(batch, RECORD_PARTICLES, slot) == 0)
        return 0;
    do {
        const double factor = fabs(event_batch_value(&record, RECORD_WEIGHT, slot));
        if (!isfinite(factor)) {
            *configurations = 0;
            return NAN;
        }
        *configurations += factor != 0;
        size = fmax(size, factor);
    } while (event_batch_next(&record, slot));
    return size;
}

/* An event that hit or miss has kept with the weight v: its channel, v, f, and its configurations. */
struct scout {
    size_t channel;
    double kept, factor;
    int configurations;
};

struct scouting {
    ts_context *context;
    struct event_sum *sum;
    const struct event_sum_settings *settings;
    struct scout *scouts; /* [wanted] */
    size_t wanted, found;
    uint64_t tried;
    double most;          /* trials, at most */
    uint32_t *kept_slots; /* [at_once], what hit or miss leaves of a batch, */
    double *kept;         /* [at_once], and with which weights */
    uint32_t *slots;      /* [at_once], the same channel by channel, */
    uint32_t *which;      /* [at_once], and which scout each is, behind `found` */
    uint32_t *of_channel; /* [count + 1], where the next of each channel stands there */
    double *weights;      /* [wanted + 1], v f, subprocess by subprocess */
    double *own;          /* [count], the sum of v f of each channel */
};

/* Of the trials of a batch that hit or miss has kept, as many as are wanted still, channel by channel: those
 * shower together. Returns their number. */
static uint32_t choose(struct scouting *work, uint32_t count, uint32_t kept)
{
    const struct event_sum *sum = work->sum;
    const size_t left = work->wanted - work->found;
    const uint32_t found = kept < left ? kept : (uint32_t)left;
    uint32_t *begin = work->of_channel;
    memset(begin, 0, (sum->count + 1) * sizeof *begin);
    for (uint32_t i = 0; i < found; ++i)
        ++begin[sum->channel[work->kept_slots[i]] + 1];
    for (size_t i = 0; i < sum->count; ++i)
        begin[i + 1] += begin[i];
    for (uint32_t i = 0; i < found; ++i) {
        const uint32_t slot = work->kept_slots[i];
        const uint16_t channel = sum->channel[slot];
        const uint32_t place = begin[channel]++;
        work->slots[place] = slot;
        work->which[place] = i;
        work->scouts[work->found + i] = (struct scout){.channel = channel, .kept = fabs(work->kept[i])};
    }
    work->tried += kept < left ? count : work->kept_slots[found - 1] + 1;
    return found;
}

static void report(const struct scouting *work)
{
    const struct event_sum_settings *settings = work->settings;
    const ts_progress progress = {.stage = "scouting showers",
                                  .events = work->found,
                                  .fraction = fmax((double)work->found / (double)work->wanted,
                                                   (double)work->tried / work->most)};
    if (settings->progress)
        settings->progress(&progress, settings->progress_data);
}

/* Showers what is kept of a batch, some at a time: an interruption does not wait for all of them. */
static ts_status shower_kept(struct scouting *work, uint32_t kept)
{
    struct event_sum *sum = work->sum;
    struct event_batch batch;
    ts_status status = TS_OK;
    for (uint32_t begin = 0; begin < kept && !status; begin += sum->showers_at_once) {
        const uint32_t more = kept - begin < sum->showers_at_once ? kept - begin : sum->showers_at_once;
        if (ranks_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        status = event_sum_record(work->context, sum, work->slots + begin, more, &batch);
        for (uint32_t i = 0; i < more && !status; ++i) {
            struct scout *scout = &work->scouts[work->found + work->which[begin + i]];
            const double factor = merging_factor(&batch, i, &scout->configurations);
            scout->factor = isfinite(factor) ? factor : 0;
        }
        report(work);
    }
    work->found += kept;
    return status;
}

/* How many trials to make next: whole batches, but for the last. */
static uint32_t trials_next(const struct scouting *work)
{
    const double left = (double)(work->wanted - work->found), found = (double)work->found;
    const double needed = work->found ? trials_margin * left * (double)work->tried / found + TRIALS_MORE
                                      : EVENT_SUM_LEAST;
    return needed < (double)work->sum->at_once ? (uint32_t)needed : work->sum->at_once;
}

static ts_status look(struct scouting *work)
{
    struct event_sum *sum = work->sum;
    ts_status status = TS_OK;
    while (work->found < work->wanted && (double)work->tried < work->most && !status) {
        const uint64_t first = sum->first + work->tried;
        const uint32_t count = trials_next(work);
        struct event_batch batch;
        if (ranks_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        status = event_sum_make(work->context, sum, first, count, &batch);
        const struct unweighting trials = {sum->seed, first, count, sum->sum, batch.weights};
        uint32_t kept = 0;
        if (!status)
            status = unweight_batch(work->context, sum->shared.threads, &trials, work->kept_slots, work->kept,
                                    &kept);
        if (!status)
            status = shower_kept(work, choose(work, count, kept));
    }
    return status;
}

/* What scouts tell of a subprocess: how many are left of it, the least and the largest f, the largest v f,
 * and a limit. Then sums of v f, of what the limit leaves of that, and of the same for each configuration.
 * Sums of squares and products are for the error of the last. */
struct told {
    size_t count, begin;
    double least, most, heaviest, limit;
    double all, kept, configurations;
    double all2, both, configurations2;
    double absolute; /* pb, of the sizes of the weights of its channels */
};

static struct told *told_of(const struct scouting *work, const struct scout *scout, struct told *told)
{
    return &told[work->sum->subprocess[scout->channel]];
}

/* Puts the weights of scouts in order of their subprocesses, with what these have of f. */
static void see_factors(struct scouting *work, size_t subprocesses, struct told *told)
{
    for (size_t k = 0; k < subprocesses; ++k)
        told[k] = (struct told){.least = INFINITY};
    for (size_t i = 0; i < work->found; ++i) {
        const struct scout *scout = &work->scouts[i];
        struct told *of = told_of(work, scout, told);
        if (scout->factor == 0)
            continue;
        ++of->count;
        of->least = fmin(of->least, scout->factor);
        of->most = fmax(of->most, scout->factor);
        of->heaviest = fmax(of->heaviest, scout->kept * scout->factor);
    }
    for (size_t k = 1; k < subprocesses; ++k)
        told[k].begin = told[k - 1].begin + told[k - 1].count;
    for (size_t k = 0; k < subprocesses; ++k)
        told[k].count = 0;
    for (size_t i = 0; i < work->found; ++i) {
        const struct scout *scout = &work->scouts[i];
        struct told *of = told_of(work, scout, told);
        if (scout->factor != 0)
            work->weights[of->begin + of->count++] = scout->kept * scout->factor;
    }
}

/* With no overweight no event that was seen comes out above 1. */
static double limit_of(const struct scouting *work, const struct told *told)
{
    const double overweight = work->settings->overweight;
    if (overweight > 0 && !(told->least < told->most))
        return told->most;
    return weight_limit_find(work->weights + told->begin, told->count, overweight,
                             overweight > 0 ? told->most : told->heaviest)
        .limit;
}

static void add_up(struct scouting *work, struct told *told)
{
    for (size_t i = 0; i < work->found; ++i) {
        const struct scout *scout = &work->scouts[i];
        struct told *of = told_of(work, scout, told);
        const double weight = scout->kept * scout->factor, kept = fmin(weight, of->limit);
        const double configurations = kept * scout->configurations;
        work->own[scout->channel] += weight;
        of->all += weight;
        of->kept += kept;
        of->configurations += configurations;
        of->all2 += weight * weight;
        of->both += weight * configurations;
        of->configurations2 += configurations * configurations;
    }
}

/* Whether scouts alone know the sizes of a channel's weights behind merging: these add up to nothing where an
 * event has several configurations. Where none has, but weights have both signs, the integral misses some. */
static int is_unknown(const struct event_sum *sum, const struct process *process, size_t channel)
{
    return sum->lists[sum->list_of[channel]].configurations > 1 ||
           (process->both_signs && event_sum_configurations(sum) == 1);
}

static int has_jets(const struct process *process, size_t subprocess)
{
    return process_part_of(process, subprocess)->jets > 0;
}

/* The squared error that scouts give the configurations kept of a subprocess: of their number, or of their
 * ratio to weights that the integral knows. */
static double variance_of(const struct told *told, int unknown)
{
    const double unit = told->absolute / told->all, ratio = unknown ? 0 : told->configurations / told->all;
    return unit * unit * fmax(0, told->configurations2 - 2 * ratio * told->both + ratio * ratio * told->all2);
}

/* Scouts shower for limits, and where nothing else tells sizes. */
static int is_scouted(const struct event_sum *sum, const struct process *process, size_t channel)
{
    return has_jets(process, (size_t)sum->subprocess[channel]) || is_unknown(sum, process, channel);
}

/* Takes what is kept of a scouted channel behind both stages. `drawn`: sum of what channels were drawn by. */
static void take_kept(const struct scouting *work, const struct process *process, const struct told *told,
                      double drawn, size_t channel, double *kept)
{
    struct event_sum *sum = work->sum;
    const int unknown = is_unknown(sum, process, channel);
    if (unknown)
        sum->absolute[channel] = event_sum_undo(sum, process, channel) * drawn * work->own[channel] /
                                 (double)work->tried;
    *kept = sum->absolute[channel] * (told->all > 0 ? told->kept / told->all : 1);
    sum->kept_configurations[channel] = told->kept > 0 ? told->configurations / told->kept : 1;
}

/* Gives each channel that is scouted its part of the variance of its subprocess. */
static void take_variances(const struct scouting *work, const struct process *process,
                           const struct told *told)
{
    struct event_sum *sum = work->sum;
    for (size_t i = 0; i < sum->count; ++i) {
        const struct told *of = &told[sum->subprocess[i]];
        if (is_scouted(sum, process, i) && of->all > 0)
            sum->kept_variance[i] = variance_of(of, is_unknown(sum, process, i)) * work->own[i] / of->all;
    }
}

static void take(struct scouting *work, const struct process *process, double drawn, struct told *told,
                 double *kept_of_channel)
{
    struct event_sum *sum = work->sum;
    double most = 0, all = 0, seen = 0;
    see_factors(work, process->subprocess_count, told);
    for (size_t k = 0; k < process->subprocess_count; ++k) {
        told[k].limit = limit_of(work, &told[k]);
        most = fmax(most, told[k].limit);
    }
    for (size_t k = 0; k < process->subprocess_count; ++k) {
        if (!has_jets(process, k))
            told[k].limit = told[k].most = 1;
        else if (told[k].count < SHOWERED_FEW)
            told[k].limit = most > 0 ? most : 1;
        sum->factors[k] = told[k].limit;
    }
    add_up(work, told);
    for (size_t i = 0; i < sum->count; ++i) {
        const size_t k = (size_t)sum->subprocess[i];
        sum->kept_configurations[i] = 1;
        if (is_scouted(sum, process, i))
            take_kept(work, process, &told[k], drawn, i, &kept_of_channel[i]);
        told[k].absolute += sum->absolute[i];
        all += sum->absolute[i];
        seen += sum->seen[i] * told[k].most;
    }
    take_variances(work, process, told);
    sum->bootstrapped = seen > 0 ? all / seen : 0;
}

/* Draws channels that are scouted alone. Returns the sum of what they are drawn by. */
static ts_status draw_scouted(struct scouting *work, const struct process *process, double *sum_of_drawn)
{
    struct event_sum *sum = work->sum;
    double *drawn = calloc(sum->count + 1, sizeof *drawn);
    *sum_of_drawn = 0;
    if (!drawn)
        return ts_fail_memory(work->context, "the events of a second stage");
    for (size_t i = 0; i < sum->count; ++i)
        if (is_scouted(sum, process, i))
            *sum_of_drawn += drawn[i] = sum->drawn[i];
    channel_draw_destroy(&sum->draw);
    const ts_status status = *sum_of_drawn > 0 ? channel_draw_create(work->context, drawn, sum->count,
                                                                     *sum_of_drawn, &sum->draw)
                                               : TS_OK;
    free(drawn);
    return status;
}

/* Trials of the file begin where those of the scouts did. */
static ts_status look_and_take(struct scouting *work, const struct process *process, uint64_t *next,
                               struct told *told, double *kept_of_channel)
{
    const size_t bytes = event_sum_numbers(process) * sizeof *next;
    double drawn;
    ts_status status = draw_scouted(work, process, &drawn);
    memcpy(next, work->sum->next, bytes);
    if (!status && drawn > 0)
        status = look(work);
    memcpy(work->sum->next, next, bytes);
    if (!status)
        take(work, process, drawn, told, kept_of_channel);
    return status;
}

static ts_status make_room(struct scouting *work, const struct process *process)
{
    struct event_sum *sum = work->sum;
    work->scouts = calloc(work->wanted, sizeof *work->scouts);
    work->weights = calloc(work->wanted + 1, sizeof *work->weights);
    work->own = calloc(sum->count + 1, sizeof *work->own);
    work->of_channel = calloc(sum->count + 1, sizeof *work->of_channel);
    work->kept_slots = calloc(sum->at_once, sizeof *work->kept_slots);
    work->kept = calloc(sum->at_once, sizeof *work->kept);
    work->slots = calloc(sum->at_once, sizeof *work->slots);
    work->which = calloc(sum->at_once, sizeof *work->which);
    sum->factors = calloc(process->subprocess_count + 1, sizeof *sum->factors);
    sum->kept_configurations = calloc(sum->count + 1, sizeof *sum->kept_configurations);
    sum->kept_variance = calloc(sum->count + 1, sizeof *sum->kept_variance);
    return work->scouts && work->weights && work->own && work->of_channel && work->kept_slots && work->kept &&
                   work->slots && work->which && sum->factors && sum->kept_configurations &&
                   sum->kept_variance
               ? TS_OK
               : ts_fail_memory(work->context, "the events of a second stage");
}

ts_status merging_scouts(ts_context *context, const struct process *process,
                         const struct event_sum_settings *settings, double trials, double *kept_of_channel,
                         struct event_sum *sum)
{
    const double wanted = fmin(fmax(settings->count / EVENTS_OF_SCOUT, SHOWERED_LEAST), SHOWERED_MOST);
    struct scouting work = {.context = context,
                            .sum = sum,
                            .settings = settings,
                            .wanted = (size_t)wanted,
                            .most = fmax(trials / EVENTS_OF_SCOUT, TRIALS_LEAST)};
    uint64_t *next = malloc((event_sum_numbers(process) + 1) * sizeof *next);
    struct told *told = calloc(process->subprocess_count + 1, sizeof *told);
    ts_status status = next && told ? make_room(&work, process)
                                    : ts_fail_memory(context, "the events of a second stage");
    if (!status)
        status = look_and_take(&work, process, next, told, kept_of_channel);
    free(next);
    free(told);
    free(work.scouts);
    free(work.weights);
    free(work.own);
    free(work.of_channel);
    free(work.kept_slots);
    free(work.kept);
    free(work.slots);
    free(work.which);
    return status;
}
