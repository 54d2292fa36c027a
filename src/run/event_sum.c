#include "run/event_sum.h"

#include "core/context.h"
#include "core/ranks.h"
#include "event/record_layout.h"
#include "run/largest.h"
#include "run/resonances.h"
#include "run/unweight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Weights by which the largest one of a channel is lowered: a quarter of the events that are likely to be
 * tried, within limits. A channel of less than such a part of the sum keeps its own. */
enum { SCOUTS_LEAST = 2 * EVENT_LIST_MOST, SCOUTS_MOST = 64 * EVENT_LIST_MOST };
static const double part_scouting = 0.25, part_worth_it = 1e-3;

static size_t scouts_of(const struct event_sum *sum, size_t channel, double trials, int both_signs)
{
    if (both_signs) /* what of the weights has the other sign is known by them alone */
        return SCOUTS_MOST;
    const double wanted = part_scouting * trials * sum->largest[channel] / sum->sum;
    const double bounded = fmin(fmax(wanted, SCOUTS_LEAST), SCOUTS_MOST);
    return (size_t)(bounded / EVENT_LIST_MOST) * EVENT_LIST_MOST;
}

/* Lowers the largest weight of a channel by the weights of its next events, which keep their numbers. What is
 * kept of an event is on the average its weight, whatever the limit. */
static ts_status lower_largest(ts_context *context, const struct event_sum *sum, size_t channel,
                               double overweight, size_t scouts, struct weight_limit *limit)
{
    double *weights = malloc(scouts * sizeof *weights);
    ts_status status = weights ? TS_OK : ts_fail_memory(context, "the weights of events");
    for (size_t i = 0; i < scouts && !status; i += EVENT_LIST_MOST) {
        const double *found = NULL;
        if (ranks_interrupted(context))
            status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
        else
            status = event_list_weigh(context, &sum->lists[channel], sum->next[channel] + i, EVENT_LIST_MOST,
                                      &found);
        if (!status && found)
            memcpy(weights + i, found, EVENT_LIST_MOST * sizeof *weights);
    }
    if (!status)
        *limit = weight_limit_find(weights, scouts, overweight, sum->largest[channel]);
    free(weights);
    return status;
}

/* `trials`: events that are likely to be tried with the largest weights as they are. With weights of both
 * signs the sizes of a channel's add up to its integral, and twice what has the other sign. */
static ts_status lower_all(ts_context *context, double overweight, double trials, int both_signs,
                           double *kept_of_channel, struct event_sum *sum)
{
    double all = 0, mean = 0, kept = 0, seen = 0;
    ts_status status = TS_OK;
    for (size_t i = 0; i < sum->count && !status; ++i) {
        double lowered = sum->largest[i];
        if (lowered > part_worth_it * sum->sum) {
            struct weight_limit limit = {0};
            status = lower_largest(context, sum, i, overweight, scouts_of(sum, i, trials, both_signs),
                                   &limit);
            lowered = limit.limit;
            if (both_signs) {
                sum->absolute[i] += limit.mean - fabs(limit.net);
                kept_of_channel[i] = sum->absolute[i];
            }
            mean += limit.mean;
            kept += limit.kept;
            seen += limit.seen;
            kept_of_channel[i] *= limit.mean > 0 ? limit.kept / limit.mean : 1;
        }
        all += lowered;
        sum->largest[i] = lowered;
    }
    sum->sum = all;
    sum->mean_kept = kept > 0 ? mean / kept : 1;
    sum->bootstrapped = seen > 0 ? mean / seen : 0;
    return status;
}

/* The share of a channel's events that pass the cuts, of those that count: before them its grid was another.
 */
static double passing(const struct integral *part)
{
    return part->counted ? (double)part->passed / (double)part->counted
                         : (double)part->accepted / fmax(1, (double)part->generated);
}

static void expect_accepted(const struct integral *parts, struct event_sum *sum)
{
    for (size_t i = 0; i < sum->count && sum->sum > 0; ++i)
        sum->accepted += sum->drawn[i] / sum->sum * passing(&parts[i]);
}

size_t event_sum_numbers(const struct process *process)
{
    size_t count;
    process_channels(process, &count);
    return count + (process->part_count > 1 ? process->part_count : 0);
}

double event_sum_absolute(const struct event_sum *sum)
{
    double absolute = 0;
    for (size_t i = 0; i < sum->count; ++i)
        absolute += sum->absolute[i];
    return absolute;
}

double event_sum_kept(const struct event_sum *sum, const struct process_part *part)
{
    double largest = 0, absolute = 0;
    for (size_t i = 0; i < sum->count; ++i)
        if ((size_t)sum->subprocess[i] - part->first < part->count) {
            largest += sum->largest[i];
            absolute += sum->absolute[i];
        }
    return largest > 0 ? absolute / largest : 0;
}

static ts_status make_lists(ts_context *context, struct device *device, const struct process *process,
                            const struct integral *parts, uint64_t seed, int given, struct event_sum *sum)
{
    const struct integrand *channels = process_channels(process, &sum->count);
    sum->subprocess = process->channel_subprocess;
    sum->lists = calloc(sum->count, sizeof *sum->lists);
    sum->largest = calloc(sum->count, sizeof *sum->largest);
    sum->drawn = calloc(sum->count, sizeof *sum->drawn);
    sum->absolute = calloc(sum->count, sizeof *sum->absolute);
    sum->next = calloc(event_sum_numbers(process), sizeof *sum->next);
    if (!sum->lists || !sum->largest || !sum->drawn || !sum->absolute || !sum->next)
        return ts_fail_memory(context, "a list of events");
    ts_status status = event_list_share(context, device, channels, parts, sum->count, &sum->shared);
    for (size_t i = 0, grid = 0; i < sum->count && !status; grid += parts[i++].grid_length) {
        status = event_list_create(context, device, &channels[i], &sum->shared, grid, seed, &sum->lists[i]);
        sum->seconds_compile += sum->lists[i].seconds_compile;
        sum->largest[i] = parts[i].largest;
        sum->sum += parts[i].largest;
        sum->next[i] = given && sum->count == 1 ? parts[i].first_counted
                                                : parts[i].first_event + parts[i].generated;
    }
    sum->first = sum->count == 1 ? sum->next[0] : 0;
    sum->part_count = event_sum_numbers(process) - sum->count;
    sum->written = sum->part_count ? sum->next + sum->count : NULL;
    return status;
}

static size_t scalar_bytes(const struct event_list *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

static ts_status make_room(ts_context *context, struct event_sum *sum)
{
    size_t rows = 0; /* of the longest record */
    for (size_t i = 0; i < sum->count; ++i)
        rows = (size_t)sum->lists[i].record_rows > rows ? (size_t)sum->lists[i].record_rows : rows;
    sum->weights = malloc(EVENT_SUM_MOST * sizeof *sum->weights);
    sum->channel = malloc(EVENT_SUM_MOST * sizeof *sum->channel);
    sum->offset = malloc(EVENT_SUM_MOST * sizeof *sum->offset);
    sum->order = malloc(EVENT_SUM_MOST * sizeof *sum->order);
    sum->ends = calloc(sum->count + 1, sizeof *sum->ends);
    sum->begin = calloc(sum->count + 1, sizeof *sum->begin);
    sum->rows = calloc(rows * EVENT_LIST_MOST + 1, scalar_bytes(&sum->lists[0]));
    return sum->weights && sum->channel && sum->offset && sum->order && sum->ends && sum->begin && sum->rows
               ? TS_OK
               : ts_fail_memory(context, "a list of events");
}

/* Of which of several processes a channel is. */
static size_t part_of(const struct event_sum *sum, const struct process *process, size_t channel)
{
    return (size_t)(process_part_of(process, (size_t)sum->subprocess[channel]) - process->parts);
}

/* How often channels are drawn: by their largest weights, times what gives parts the numbers of events that
 * are asked for. With r_k of part k, of which else s_k would be kept, that is r_k / s_k, and s / r of all
 * parts. Weights undo it. `kept`: what is kept of a channel that is drawn by its largest weight [pb]. */
static ts_status draw_by_parts(ts_context *context, const struct process *process, const double *kept,
                               struct event_sum *sum)
{
    double value = 0, asked = 0, weights = 0, events = 0;
    memcpy(sum->drawn, sum->largest, sum->count * sizeof *sum->drawn);
    if (!sum->part_count || !process->parts[0].events)
        return TS_OK;
    double *values = calloc(2 * sum->part_count, sizeof *values);
    if (!values)
        return ts_fail_memory(context, "a list of events");
    sum->undo = values + sum->part_count;
    sum->values = values;
    for (size_t i = 0; i < sum->count; ++i)
        values[part_of(sum, process, i)] += kept[i];
    for (size_t k = 0; k < sum->part_count; ++k) {
        value += values[k];
        asked += values[k] > 0 ? process->parts[k].events : 0;
    }
    for (size_t k = 0; k < sum->part_count; ++k)
        sum->undo[k] = values[k] > 0 ? values[k] / value * asked / process->parts[k].events : 1;
    sum->sum = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        const double undo = event_sum_undo(sum, process, i);
        sum->drawn[i] = sum->largest[i] / undo;
        sum->sum += sum->drawn[i];
        weights += sum->absolute[i];
        events += kept[i] / undo;
    }
    sum->mean_kept = events > 0 ? weights / events : 1;
    return TS_OK;
}

/* What is kept of each part. `kept`: as of draw_by_parts(). */
static ts_status expect_parts(ts_context *context, const struct process *process, const double *kept,
                              struct event_sum *sum)
{
    sum->shares = calloc(sum->part_count + 1, sizeof *sum->shares);
    if (!sum->shares)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < sum->count && sum->part_count && sum->sum > 0; ++i)
        sum->shares[part_of(sum, process, i)] += kept[i] / event_sum_undo(sum, process, i) / sum->sum;
    return TS_OK;
}

double event_sum_undo(const struct event_sum *sum, const struct process *process, size_t channel)
{
    return sum->undo ? sum->undo[part_of(sum, process, channel)] : 1;
}

ts_status event_sum_create(ts_context *context, struct device *device, const struct process *process,
                           const struct integral *parts, const struct event_sum_settings *settings,
                           struct event_sum *sum)
{
    double value = 0;
    *sum = (struct event_sum){.seed = settings->seed, .mean_kept = 1};
    ts_status status = make_lists(context, device, process, parts, settings->seed, settings->given, sum);
    for (size_t i = 0; i < sum->count && !status; ++i)
        value += sum->absolute[i] = fabs(parts[i].value);
    double *kept = status ? NULL : malloc((sum->count + 1) * sizeof *kept);
    for (size_t i = 0; i < sum->count && kept; ++i)
        kept[i] = settings->weighted ? parts[i].largest * passing(&parts[i]) : fabs(parts[i].value);
    if (!status && !kept)
        status = ts_fail_memory(context, "a list of events");
    if (!status && value > 0 && (settings->overweight > 0 || (process->both_signs && !settings->weighted)))
        status = lower_all(context, settings->overweight, settings->count * sum->sum / value,
                           process->both_signs, kept, sum);
    if (!status)
        status = draw_by_parts(context, process, kept, sum);
    if (!status)
        status = expect_parts(context, process, kept, sum);
    free(kept);
    if (!status)
        expect_accepted(parts, sum);
    return status ? status : make_room(context, sum);
}

void event_sum_destroy(struct event_sum *sum)
{
    for (size_t i = 0; i < sum->count && sum->lists; ++i)
        event_list_destroy(&sum->lists[i]);
    device_buffer_destroy(&sum->shared.buffer);
    free(sum->lists);
    free(sum->largest);
    free(sum->drawn);
    free(sum->absolute);
    free(sum->values);
    free(sum->shares);
    free(sum->next);
    free(sum->weights);
    free(sum->rows);
    free(sum->channel);
    free(sum->offset);
    free(sum->order);
    free(sum->ends);
    free(sum->begin);
    *sum = (struct event_sum){.count = 0};
}

struct event_sum_settings event_sum_settings_of(const ts_card *card, uint64_t seed)
{
    const uint64_t count = ts_card_count(card, "events.count");
    return (struct event_sum_settings){
        .seed = seed,
        .given = ts_card_count(card, "integration.events") > 0,
        .weighted = ts_card_count(card, "events.weighted") != 0,
        .overweight = ts_card_count(card, "events.weighted") ? 0 : ts_card_number(card, "events.overweight"),
        .count = count == UINT64_MAX ? 0 : (double)count,
    };
}

int event_sum_particles(const struct event_sum *sum, const struct process *process)
{
    int most = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        const struct event_list *list = &sum->lists[i];
        const int recorded = (list->record_rows - list->extra_rows - RECORD_PARTICLE) / PARTICLE_ROWS;
        most = recorded > most ? recorded : most;
    }
    return most + resonances_most(process) + (process->beams_collide ? 2 : 0);
}

/* How many particles events of the part of a subprocess may have in a list; 0: the process has no parts. */
static int particles_of(const struct process *process, size_t subprocess)
{
    const struct process_part *part = process_part_of(process, subprocess);
    int resonances = 0;
    for (size_t i = 0; process->chains && part && i < part->count; ++i)
        if (process->chains[part->first + i].count > resonances)
            resonances = process->chains[part->first + i].count;
    return part ? part->legs + resonances + (process->beams_collide ? 2 : 0) : 0;
}

struct event_process *event_sum_processes(const struct process *process, const struct integral *parts,
                                          size_t *count)
{
    size_t channel_count;
    const struct integrand *channels = process_channels(process, &channel_count);
    *count = process->channels ? process->subprocess_count : 1;
    struct event_process *processes = calloc(*count, sizeof *processes);
    for (size_t i = 0; i < channel_count && processes; ++i) {
        struct event_process *of = &processes[process->channels ? process->channel_subprocess[i] : 0];
        of->name = process->channels ? channels[i].name : process->name;
        of->cross_section += parts[i].value;
        of->error = hypot(of->error, parts[i].error);
        of->largest = fmax(of->largest, parts[i].largest);
    }
    for (size_t i = 0; i < *count && processes; ++i) {
        processes[i].particles = particles_of(process, i);
        processes[i].partons = process->partons ? process->partons[i] : 0;
    }
    return processes;
}

/* From which channel a trial is: never one without weights, whatever is lost to rounding at the end. */
static uint16_t draw_channel(const struct event_sum *sum, uint64_t trial)
{
    double remaining = channel_uniform(sum->seed, trial) * sum->sum;
    size_t drawn = 0;
    for (size_t i = 0; i < sum->count && remaining >= 0; ++i) {
        if (sum->drawn[i] > 0)
            drawn = i;
        remaining -= sum->drawn[i];
    }
    return (uint16_t)drawn;
}

ts_status event_sum_skip(ts_context *context, struct event_sum *sum, uint64_t trial)
{
    if (sum->count == 1) {
        sum->next[0] += trial - sum->first;
        return TS_OK;
    }
    for (uint64_t before = sum->first; before < trial; ++before) {
        ++sum->next[draw_channel(sum, before)];
        if (before % EVENT_SUM_MOST == 0 && ranks_interrupted(context))
            return ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    }
    return TS_OK;
}

/* Draws the channel of each trial, and lists the trials channel by channel: those of channel i are
 * order[ends[i
 * - 1]] to order[ends[i] - 1]. */
static void order_trials(struct event_sum *sum, uint64_t first, uint32_t count)
{
    memset(sum->ends, 0, sum->count * sizeof *sum->ends);
    for (uint32_t slot = 0; slot < count; ++slot) {
        sum->channel[slot] = sum->count == 1 ? 0 : draw_channel(sum, first + slot);
        ++sum->ends[sum->channel[slot]];
    }
    uint32_t begin = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        const uint32_t of_channel = sum->ends[i];
        sum->ends[i] = begin;
        begin += of_channel;
    }
    for (uint32_t slot = 0; slot < count; ++slot)
        sum->order[sum->ends[sum->channel[slot]]++] = slot;
}

/* The weights of `count` trials of a channel, the next of its events one after the other. */
static ts_status weigh_channel(ts_context *context, struct event_sum *sum, size_t channel,
                               const uint32_t *slots, uint32_t count)
{
    const double factor = sum->sum / sum->largest[channel];
    ts_status status = TS_OK;
    sum->begin[channel] = sum->next[channel];
    for (uint32_t done = 0; done < count && !status; done += EVENT_LIST_MOST) {
        const uint32_t more = count - done < EVENT_LIST_MOST ? count - done : EVENT_LIST_MOST;
        const double *weights = NULL;
        status = event_list_weigh(context, &sum->lists[channel], sum->next[channel] + done, more, &weights);
        for (uint32_t i = 0; i < more && !status && weights; ++i) {
            sum->offset[slots[done + i]] = done + i;
            sum->weights[slots[done + i]] = factor * weights[i];
        }
    }
    sum->next[channel] += count;
    return status;
}

ts_status event_sum_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                         struct event_batch *batch)
{
    struct event_sum *sum = data;
    ts_status status = TS_OK;
    uint32_t begin = 0;
    order_trials(sum, first, count);
    for (size_t i = 0; i < sum->count && !status; begin = sum->ends[i++])
        status = weigh_channel(context, sum, i, sum->order + begin, sum->ends[i] - begin);
    *batch = (struct event_batch){.weights = sum->weights};
    return status;
}

/* Spreads the records of one channel over the places of its events among those asked for. */
static void place(struct event_sum *sum, uint16_t channel, const struct event_batch *batch,
                  const uint32_t *slots, uint32_t count)
{
    const struct event_list *list = &sum->lists[channel];
    const size_t bytes = scalar_bytes(list);
    const int subprocess = sum->subprocess ? sum->subprocess[channel] : channel;
    const double of_double = subprocess;
    const float of_float = (float)subprocess;
    size_t taken = 0;
    for (size_t at = 0; at < count; ++at) {
        if (sum->channel[slots[at]] != channel)
            continue;
        for (size_t row = 0; row < (size_t)list->record_rows; ++row) {
            const char *from = (const char *)batch->rows + (row * batch->capacity + taken) * bytes;
            if (row == RECORD_CHANNEL)
                from = list->wide ? (const char *)&of_double : (const char *)&of_float;
            memcpy((char *)sum->rows + (row * EVENT_LIST_MOST + at) * bytes, from, bytes);
        }
        ++taken;
    }
}

ts_status event_sum_record(ts_context *context, void *data, const uint32_t *slots, uint32_t count,
                           struct event_batch *batch)
{
    struct event_sum *sum = data;
    uint32_t offsets[EVENT_LIST_MOST];
    ts_status status = TS_OK;
    for (size_t i = 0; i < sum->count && !status; ++i) {
        struct event_batch part;
        uint32_t wanted = 0;
        for (uint32_t at = 0; at < count; ++at)
            if (sum->channel[slots[at]] == i)
                offsets[wanted++] = sum->offset[slots[at]];
        if (!wanted)
            continue;
        status = event_list_make(context, &sum->lists[i], sum->begin[i], offsets, wanted, &part);
        if (!status)
            place(sum, (uint16_t)i, &part, slots, count);
    }
    *batch = (struct event_batch){.rows = sum->rows, .wide = sum->lists[0].wide, .capacity = EVENT_LIST_MOST};
    return status;
}
