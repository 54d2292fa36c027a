#include "events/merging_scouts.h"

#include "core/context.h"
#include "core/ranks.h"
#include "event/record_layout.h"
#include "events/largest.h"
#include "events/unweight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Events that shower to find the limits: a quarter of those that are wanted, within these numbers. Trials for
 * them: a quarter of those that are likely for the file, or so many, whichever is more. */
enum { SHOWERED_LEAST = 4096, SHOWERED_MOST = 1 << 20, TRIALS_LEAST = 1 << 22 };
static const double part_scouting = 0.25;

/* Fewer events of a subprocess do not tell its limit. */
enum { SHOWERED_FEW = 64 };

double merging_factor(const struct event_batch *batch, size_t slot, int *configurations)
{
    struct event_batch record = *batch;
    double size = 0;
    *configurations = 0;
    if (event_batch_value(batch, RECORD_PARTICLES, slot) == 0)
        return 0;
    do {
        const double factor = fabs(event_batch_value(&record, RECORD_WEIGHT, slot));
        *configurations += factor != 0;
        size = fmax(size, factor);
    } while (event_batch_next(&record, slot));
    return isfinite(size) ? size : 0;
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
    struct scout *scouts; /* [wanted] */
    size_t wanted, found;
    uint64_t tried;
    uint32_t *slots; /* [EVENT_SUM_LEAST], of a batch */
    double *kept;    /* [EVENT_SUM_LEAST], v of these */
    double *weights; /* [wanted], v f of a subprocess */
    double *own;     /* [count], the sum of v f of each channel */
};

/* Trials of a batch that hit or miss keeps, until enough are found. Returns their number. */
static uint32_t keep(struct scouting *work, const struct event_batch *batch)
{
    const struct event_sum *sum = work->sum;
    const uint64_t first = sum->first + work->tried;
    uint32_t found = 0;
    for (uint32_t slot = 0; slot < EVENT_SUM_LEAST && work->found + found < work->wanted; ++slot) {
        const double weight = isfinite(batch->weights[slot]) ? batch->weights[slot] : 0;
        const double uniform = weight != 0 ? unweight_uniform(sum->seed, first + slot) : 1;
        const double kept = fabs(unweight(weight, sum->sum, uniform));
        ++work->tried;
        if (kept == 0)
            continue;
        work->slots[found] = slot;
        work->kept[found++] = kept;
    }
    return found;
}

/* Showers what is kept of the next trials. */
static ts_status look_at_batch(struct scouting *work)
{
    struct event_sum *sum = work->sum;
    struct event_batch batch;
    ts_status status = event_sum_make(work->context, sum, sum->first + work->tried, EVENT_SUM_LEAST, &batch);
    const uint32_t kept = status ? 0 : keep(work, &batch);
    for (uint32_t begin = 0; begin < kept && !status; begin += sum->records_at_once) {
        const uint32_t more = kept - begin < sum->records_at_once ? kept - begin : sum->records_at_once;
        status = event_sum_record(work->context, sum, work->slots + begin, more, &batch);
        for (uint32_t i = 0; i < more && !status; ++i) {
            struct scout *scout = &work->scouts[work->found++];
            scout->channel = sum->channel[work->slots[begin + i]];
            scout->kept = work->kept[begin + i];
            scout->factor = merging_factor(&batch, i, &scout->configurations);
            work->own[scout->channel] += scout->kept * scout->factor;
        }
    }
    return status;
}

static ts_status look(struct scouting *work, double most)
{
    ts_status status = TS_OK;
    while (work->found < work->wanted && (double)work->tried < most && !status)
        status = ranks_interrupted(work->context) ? ts_fail(work->context, TS_INTERRUPTED, "Interrupted.")
                                                  : look_at_batch(work);
    return status;
}

/* What scouts tell of a subprocess: how many are left of it, the least and the largest f of these, and a
 * limit. Then sums of v f, of what the limit leaves of that, and of the same for each configuration. */
struct told {
    size_t count;
    double least, most, limit;
    double all, kept, configurations;
};

static int is_of(const struct scouting *work, const struct scout *scout, size_t subprocess)
{
    return (size_t)work->sum->subprocess[scout->channel] == subprocess;
}

static void find_limit(struct scouting *work, size_t subprocess, double overweight, struct told *told)
{
    *told = (struct told){.least = INFINITY};
    for (size_t i = 0; i < work->found; ++i) {
        const struct scout *scout = &work->scouts[i];
        if (!is_of(work, scout, subprocess) || scout->factor == 0)
            continue;
        told->least = fmin(told->least, scout->factor);
        told->most = fmax(told->most, scout->factor);
        work->weights[told->count++] = scout->kept * scout->factor;
    }
    told->limit = told->most;
    if (told->least < told->most)
        told->limit = weight_limit_find(work->weights, told->count, overweight, told->most).limit;
}

static void add_up(const struct scouting *work, size_t subprocess, struct told *told)
{
    for (size_t i = 0; i < work->found; ++i) {
        const struct scout *scout = &work->scouts[i];
        const double weight = scout->kept * scout->factor, kept = fmin(weight, told->limit);
        if (!is_of(work, scout, subprocess))
            continue;
        told->all += weight;
        told->kept += kept;
        told->configurations += kept * scout->configurations;
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

/* Takes what is kept of a channel with jets behind both stages. `drawn`: sum of what channels were drawn by.
 */
static void take_kept(const struct scouting *work, const struct process *process, const struct told *told,
                      double drawn, size_t channel, double *kept)
{
    struct event_sum *sum = work->sum;
    if (is_unknown(sum, process, channel))
        sum->absolute[channel] = event_sum_undo(sum, process, channel) * drawn * work->own[channel] /
                                 (double)work->tried;
    *kept = sum->absolute[channel] * (told->all > 0 ? told->kept / told->all : 1);
    sum->kept_configurations[channel] = told->kept > 0 ? told->configurations / told->kept : 1;
}

static void take(struct scouting *work, const struct process *process, double overweight, double drawn,
                 struct told *told, double *kept_of_channel)
{
    struct event_sum *sum = work->sum;
    double most = 0, all = 0, seen = 0;
    for (size_t k = 0; k < process->subprocess_count; ++k) {
        find_limit(work, k, overweight, &told[k]);
        most = fmax(most, told[k].limit);
    }
    for (size_t k = 0; k < process->subprocess_count; ++k) {
        if (!has_jets(process, k))
            told[k].limit = told[k].most = 1;
        else if (told[k].count < SHOWERED_FEW)
            told[k].limit = most > 0 ? most : 1;
        add_up(work, k, &told[k]);
        sum->factors[k] = told[k].limit;
    }
    for (size_t i = 0; i < sum->count; ++i) {
        const size_t k = (size_t)sum->subprocess[i];
        sum->kept_configurations[i] = 1;
        if (has_jets(process, k))
            take_kept(work, process, &told[k], drawn, i, &kept_of_channel[i]);
        all += sum->absolute[i];
        seen += sum->seen[i] * told[k].most;
    }
    sum->bootstrapped = seen > 0 ? all / seen : 0;
}

/* Draws channels with jets alone. Returns the sum of what they are drawn by. */
static ts_status draw_jets(struct scouting *work, const struct process *process, double *sum_of_drawn)
{
    struct event_sum *sum = work->sum;
    double *drawn = calloc(sum->count + 1, sizeof *drawn);
    *sum_of_drawn = 0;
    if (!drawn)
        return ts_fail_memory(work->context, "the events of a second stage");
    for (size_t i = 0; i < sum->count; ++i)
        if (has_jets(process, (size_t)sum->subprocess[i]))
            *sum_of_drawn += drawn[i] = sum->drawn[i];
    channel_draw_destroy(&sum->draw);
    const ts_status status = *sum_of_drawn > 0 ? channel_draw_create(work->context, drawn, sum->count,
                                                                     *sum_of_drawn, &sum->draw)
                                               : TS_OK;
    free(drawn);
    return status;
}

/* Trials of the file begin where those of the scouts did. */
static ts_status look_and_take(struct scouting *work, const struct process *process,
                               const struct event_sum_settings *settings, double trials, uint64_t *next,
                               struct told *told, double *kept_of_channel)
{
    const size_t bytes = event_sum_numbers(process) * sizeof *next;
    double drawn;
    ts_status status = draw_jets(work, process, &drawn);
    memcpy(next, work->sum->next, bytes);
    if (!status && drawn > 0)
        status = look(work, fmax(part_scouting * trials, TRIALS_LEAST));
    memcpy(work->sum->next, next, bytes);
    if (!status)
        take(work, process, settings->overweight, drawn, told, kept_of_channel);
    return status;
}

ts_status merging_scouts(ts_context *context, const struct process *process,
                         const struct event_sum_settings *settings, double trials, double *kept_of_channel,
                         struct event_sum *sum)
{
    const double wanted = fmin(fmax(part_scouting * settings->count, SHOWERED_LEAST), SHOWERED_MOST);
    struct scouting work = {.context = context, .sum = sum, .wanted = (size_t)wanted};
    uint64_t *next = malloc((event_sum_numbers(process) + 1) * sizeof *next);
    struct told *told = calloc(process->subprocess_count + 1, sizeof *told);
    work.scouts = calloc(work.wanted, sizeof *work.scouts);
    work.weights = calloc(work.wanted + 1, sizeof *work.weights);
    work.own = calloc(sum->count + 1, sizeof *work.own);
    work.slots = calloc(EVENT_SUM_LEAST, sizeof *work.slots);
    work.kept = calloc(EVENT_SUM_LEAST, sizeof *work.kept);
    sum->factors = calloc(process->subprocess_count + 1, sizeof *sum->factors);
    sum->kept_configurations = calloc(sum->count + 1, sizeof *sum->kept_configurations);
    const ts_status status = next && told && work.scouts && work.weights && work.own && work.slots &&
                                     work.kept && sum->factors && sum->kept_configurations
                                 ? look_and_take(&work, process, settings, trials, next, told,
                                                 kept_of_channel)
                                 : ts_fail_memory(context, "the events of a second stage");
    free(next);
    free(told);
    free(work.scouts);
    free(work.weights);
    free(work.own);
    free(work.slots);
    free(work.kept);
    return status;
}
