#include "events/scouts.h"

#include "core/context.h"
#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "events/largest.h"
#include "events/limit_curve.h"

#include <math.h>
#include <stdlib.h>

/* Weights by which the limit of a channel is chosen: of each EVENTS_OF_SCOUT events that are likely to
 * be tried one, within limits. A channel of no more than share_worth_it of its part of the process keeps its
 * own.
 * The integral must have counted a unit of its events for that, as what it knows by fewer may be anything.
 * Where a second stage follows the integral does not know the weights of the first, and each channel is
 * scouted. */
enum { SCOUTS_UNIT = 8192, SCOUTS_LEAST = 2 * SCOUTS_UNIT, SCOUTS_MOST = 256 * SCOUTS_UNIT };

/* Weights of a channel that has both signs: what of them has the other sign is known by them alone. */
enum { SCOUTS_SIGNED = 64 * SCOUTS_UNIT };
static const double share_worth_it = 1e-3;

/* Limits that turn out higher are for more trials than they were scouted for. So there are rounds, in which
 * channels are scouted anew that need twice as many. */
enum { ROUNDS = 4, WORTH_A_ROUND = 2 };

/* The first channel behind those that are of one part with channel `begin`. */
static size_t part_end(const struct event_sum *sum, const struct process *process, size_t begin)
{
    const struct process_part *part = event_sum_part(sum, process, begin);
    size_t end = begin + 1;
    while (end < sum->count && event_sum_part(sum, process, end) == part)
        ++end;
    return end;
}

/* Channels that are scouted together, and what is found of them. */
struct scouting {
    ts_context *context;
    const struct process *process;
    const struct integral *parts;
    struct event_sum *sum;
    double overweight, count;    /* the share that may lie above limits, and how many events are wanted */
    size_t *scouts, *scouted;    /* [sum->count], of this round, and those by which the limits are known */
    double *weights;             /* of all, channel by channel */
    struct event_span *spans;    /* [sum->count] */
    size_t *channels;            /* [sum->count], whose spans they are */
    struct weight_limit *limits; /* [sum->count] */
    struct limit_curve *curves;  /* [sum->count], of channels that are scouted; NULL before a second stage */
};

/* Lists the scouts of channels of a list, from number `first` of these channels on: the next events of each,
 * which keep their numbers. As many come together as go into a batch. Returns how many channels there were.
 */
static size_t choose_scouts(const struct scouting *work, size_t list, size_t first, size_t *count)
{
    const struct event_sum *sum = work->sum;
    size_t channels = 0, total = 0, seen = 0;
    *count = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        if (sum->list_of[i] != list || seen++ < first)
            continue;
        if (channels && total + work->scouts[i] > sum->at_once)
            break;
        total += work->scouts[i];
        ++channels;
        if (!work->scouts[i])
            continue;
        work->spans[*count] = (struct event_span){sum->place_in[i], (uint32_t)work->scouts[i], sum->next[i]};
        work->channels[(*count)++] = i;
    }
    return channels;
}

static void find_limit(void *data, int thread, uint64_t number)
{
    (void)thread;
    const struct scouting *work = data;
    const struct event_sum *sum = work->sum;
    const size_t channel = work->channels[number];
    struct weight_limit *limit = &work->limits[channel];
    double *weights = work->weights;
    for (size_t k = 0; k < number; ++k)
        weights += work->scouts[work->channels[k]];
    /* Limits of one stage are chosen together, from the curves. */
    *limit = sum->two_stages ? weight_limit_find(weights, work->scouts[channel], work->overweight, INFINITY)
                             : weight_limit_find(weights, work->scouts[channel], 0, sum->largest[channel]);
    if (isinf(limit->limit))
        limit->limit = limit->seen > 0 ? limit->seen : sum->largest[channel];
    if (work->curves)
        work->curves[channel] = limit_curve_of(weights, work->scouts[channel]);
}

/* Weighs scouts, batch by batch: those of several channels are one, those of a single one may be more. */
static ts_status weigh_scouts(const struct scouting *work, size_t list, size_t count)
{
    struct event_sum *sum = work->sum;
    uint32_t done = 0, whole = count == 1 ? work->spans[0].count : 1;
    while (done < whole) {
        struct event_span span = work->spans[0];
        if (count == 1) {
            span.first += done;
            span.count = whole - done < sum->at_once ? whole - done : sum->at_once;
        }
        if (ranks_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        const ts_status status = single_events_weigh(work->context, &sum->lists[list], &sum->shared,
                                                     count == 1 ? &span : work->spans, count,
                                                     work->weights + done);
        if (status)
            return status;
        done += count == 1 ? span.count : 1;
    }
    return TS_OK;
}

static ts_status scout_lists(struct scouting *work)
{
    ts_status status = TS_OK;
    size_t count;
    for (size_t list = 0; list < work->sum->list_count; ++list)
        for (size_t first = 0, more; (more = choose_scouts(work, list, first, &count)) > 0; first += more) {
            status = count ? weigh_scouts(work, list, count) : TS_OK;
            if (!status && count)
                status = parallel_run(work->context, work->sum->shared.threads, count, find_limit, work);
            if (status)
                return status;
        }
    return TS_OK;
}

/* Limits of all channels of a part of the process together. */
static ts_status choose_together(struct scouting *work)
{
    const size_t count = work->sum->count;
    struct limit_point *chosen = work->curves ? calloc(count + 1, sizeof *chosen) : NULL;
    if (!work->curves)
        return TS_OK;
    if (!chosen)
        return ts_fail_memory(work->context, "the weights of events");
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = part_end(work->sum, work->process, begin);
        limit_curves_choose(work->curves + begin, end - begin, work->overweight, chosen + begin);
    }
    for (size_t i = 0; i < count; ++i) {
        struct weight_limit *limit = &work->limits[i];
        /* Above it because the integral had few events, or below. */
        limit->limit = isfinite(chosen[i].limit) ? chosen[i].limit : fmax(limit->seen, work->sum->largest[i]);
        limit->kept = limit->mean - chosen[i].above;
    }
    free(chosen);
    return TS_OK;
}

/* Takes the limits that were found. What is kept of an event is on the average its weight, whatever the
 * limit. */
static void take_limits(const struct scouting *work, double *kept_of_channel, struct event_sum *sum)
{
    const struct weight_limit *limits = work->limits;
    double all = 0, mean = 0, kept = 0, seen = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        if (work->scouted[i]) {
            sum->largest[i] = limits[i].limit;
            sum->seen[i] = limits[i].seen;
            if (work->process->both_signs) {
                /* What is scouted of configurations is their size, which has no sign. */
                if (sum->lists[sum->list_of[i]].configurations > 1)
                    sum->absolute[i] = limits[i].mean;
                else
                    sum->absolute[i] += limits[i].mean - fabs(limits[i].net);
                kept_of_channel[i] = sum->absolute[i];
            }
            mean += limits[i].mean;
            kept += limits[i].kept;
            seen += limits[i].seen;
            kept_of_channel[i] *= limits[i].mean > 0 ? limits[i].kept / limits[i].mean : 1;
        }
        all += sum->largest[i];
    }
    sum->sum = all;
    sum->mean_kept = kept > 0 ? mean / kept : 1;
    sum->bootstrapped = seen > 0 ? mean / seen : 0;
}

/* What is known of a channel so far: the largest weight or its limit, and the mean size of its weights. */
static double limit_of(const struct scouting *work, size_t channel)
{
    return work->scouted[channel] ? work->limits[channel].limit : work->sum->largest[channel];
}

static double mean_of(const struct scouting *work, size_t channel)
{
    return work->scouted[channel] ? work->limits[channel].mean : work->sum->absolute[channel];
}

/* How many scouts a channel needs by what is known. `share`: what it has of its part of the process; `value`:
 * the sum of the means of all. */
static size_t scouts_of(const struct scouting *work, size_t channel, double share, double value)
{
    if (share <= share_worth_it)
        return work->sum->two_stages || work->parts[channel].counted < SCOUTS_UNIT ? SCOUTS_UNIT : 0;
    if (work->process->both_signs && !work->sum->two_stages)
        return SCOUTS_SIGNED;
    const double wanted = value > 0 ? work->count / EVENTS_OF_SCOUT * limit_of(work, channel) / value : 0;
    const double bounded = fmin(fmax(wanted, SCOUTS_LEAST), SCOUTS_MOST);
    return (size_t)(bounded / SCOUTS_UNIT) * SCOUTS_UNIT;
}

/* How many scouts each channel has in this round. Its share is that of the cross section or of the limits,
 * whichever is more: an integral with few events may know neither well. Returns whether there are any. */
static int choose_numbers(const struct scouting *work)
{
    const struct event_sum *sum = work->sum;
    double value = 0;
    int any = 0;
    for (size_t i = 0; i < sum->count; ++i)
        value += mean_of(work, i);
    for (size_t begin = 0, end; begin < sum->count; begin = end) {
        double limits = 0, means = 0;
        end = part_end(sum, work->process, begin);
        for (size_t i = begin; i < end; ++i) {
            limits += limit_of(work, i);
            means += mean_of(work, i);
        }
        for (size_t i = begin; i < end; ++i) {
            const double share = fmax(limits > 0 ? limit_of(work, i) / limits : 0,
                                      means > 0 ? mean_of(work, i) / means : 0);
            const size_t needed = scouts_of(work, i, share, value);
            work->scouts[i] = needed >= WORTH_A_ROUND * work->scouted[i] ? needed : 0;
            any |= work->scouts[i] > 0;
        }
    }
    return any;
}

/* Scouts channels until all have what their limits ask for. */
static ts_status scout_rounds(struct scouting *work)
{
    ts_status status = TS_OK;
    for (int round = 0; round < ROUNDS && choose_numbers(work) && !status; ++round) {
        status = scout_lists(work);
        for (size_t i = 0; i < work->sum->count; ++i)
            if (work->scouts[i])
                work->scouted[i] = work->scouts[i];
        if (!status)
            status = choose_together(work);
    }
    return status;
}

/* Room for what scouts tell. */
static ts_status prepare(struct scouting *work)
{
    const struct event_sum *sum = work->sum;
    work->scouts = calloc(2 * sum->count + 1, sizeof *work->scouts);
    work->channels = calloc(sum->count + 1, sizeof *work->channels);
    work->spans = calloc(sum->count + 1, sizeof *work->spans);
    work->limits = calloc(sum->count + 1, sizeof *work->limits);
    if (!sum->two_stages)
        work->curves = calloc(sum->count + 1, sizeof *work->curves);
    work->weights = malloc((SCOUTS_MOST > sum->at_once ? SCOUTS_MOST : sum->at_once) * sizeof *work->weights);
    const int whole = work->scouts && work->channels && work->spans && work->limits && work->weights &&
                      (work->curves || sum->two_stages);
    if (!whole)
        return ts_fail_memory(work->context, "the weights of events");
    work->scouted = work->scouts + sum->count;
    return TS_OK;
}

ts_status scouts_limit(ts_context *context, const struct process *process, const struct integral *parts,
                       double overweight, double count, double *kept_of_channel, struct event_sum *sum)
{
    struct scouting work = {.context = context,
                            .process = process,
                            .parts = parts,
                            .sum = sum,
                            .overweight = overweight,
                            .count = count};
    ts_status status = prepare(&work);
    if (!status)
        status = scout_rounds(&work);
    if (!status)
        take_limits(&work, kept_of_channel, sum);
    free(work.curves);
    free(work.scouts);
    free(work.channels);
    free(work.spans);
    free(work.limits);
    free(work.weights);
    return status;
}
