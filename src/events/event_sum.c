#include "events/event_sum.h"

#include "core/context.h"
#include "core/ranks.h"
#include "device/ranks/ranks_device.h"
#include "event/record_layout.h"
#include "events/merging_scouts.h"
#include "events/resonances.h"
#include "events/scouts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a batch of trials: bytes on a GPU, at most, and trials for each thread of a CPU. */
enum { BATCH_BYTES = 1 << 29, THREAD_TRIALS = 1 << 14 };

/* Records at once are fewer than trials: they are longer, and most trials have none. Those that a thread of a
 * CPU makes are still in its cache when they are handed on. Of those that shower a GPU makes a part of them
 * in less than a second, and a thread of a CPU so many. */
enum { TRIALS_OF_RECORD = 8, THREAD_RECORDS = 1 << 10, RECORDS_OF_SHOWER = 8, THREAD_SHOWERS = 128 };

/* The share of a channel's events that pass the cuts, of those that count: before them its grid was another.
 */
static double passing(const struct integral *part)
{
    return part->counted ? (double)part->passed / (double)part->counted
                         : (double)part->accepted / fmax(1, (double)part->generated);
}

/* The share of what passes that has a weight behind its shower: merging, or cuts there, take others away. */
static double standing(const struct integral *part)
{
    return part->passed ? 1 - (double)part->weightless / (double)part->passed : 1;
}

static void expect_accepted(const struct integral *parts, struct event_sum *sum)
{
    for (size_t i = 0; i < sum->count && sum->sum > 0; ++i) {
        const double accepted = sum->drawn[i] / sum->sum * passing(&parts[i]) * standing(&parts[i]);
        sum->accepted += accepted;
        sum->configurations += accepted * sum->lists[sum->list_of[i]].configurations;
    }
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
            largest += sum->largest[i] * event_sum_factor(sum, i);
            absolute += sum->absolute[i];
        }
    return largest > 0 ? absolute / largest : 0;
}

/* The list of a channel, among those that there are: the one with its text and room for its parameters. */
static size_t list_for(const struct event_sum *sum, const struct integrand *channels, size_t channel,
                       const size_t *first_of_list, const size_t *of_list, size_t constant_most)
{
    size_t list = 0;
    for (; list < sum->list_count; ++list) {
        const struct integrand *first = &channels[first_of_list[list]];
        const size_t bytes = (of_list[list] + 1) * first->parameter_count * sizeof(double);
        if ((!constant_most || bytes <= constant_most) &&
            (first->text == channels[channel].text || !strcmp(first->text, channels[channel].text)))
            break;
    }
    return list;
}

/* Which channels share a list. */
static void group_channels(struct event_sum *sum, const struct integrand *channels, size_t *first_of_list,
                           size_t *of_list, size_t constant_most)
{
    for (size_t i = 0; i < sum->count; ++i) {
        const size_t list = list_for(sum, channels, i, first_of_list, of_list, constant_most);
        if (list == sum->list_count) {
            first_of_list[list] = i;
            of_list[list] = 0;
            ++sum->list_count;
        }
        sum->list_of[i] = (uint32_t)list;
        sum->place_in[i] = (uint32_t)of_list[list]++;
    }
}

/* Compiles each list. `all` and `at` have room for all channels. */
static ts_status create_lists(ts_context *context, struct device *device, const struct integrand *channels,
                              const size_t *grids, const struct integrand **all, size_t *at,
                              struct event_sum *sum)
{
    ts_status status = TS_OK;
    for (size_t list = 0; list < sum->list_count && !status; ++list) {
        size_t count = 0;
        for (size_t i = 0; i < sum->count; ++i)
            if (sum->list_of[i] == list) {
                all[count] = &channels[i];
                at[count++] = grids[i];
            }
        status = single_events_create(context, device, all, at, count, sum->seed, &sum->lists[list]);
        sum->seconds_compile += sum->lists[list].seconds_compile;
    }
    return status;
}

static ts_status make_lists(ts_context *context, struct device *device, const struct process *process,
                            const struct integral *parts, int threads, struct event_sum *sum)
{
    const struct integrand *channels = process_channels(process, &sum->count);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    const struct integrand **all = malloc((sum->count + 1) * sizeof *all);
    size_t *numbers = calloc(3 * sum->count + 1, sizeof *numbers), *grids = numbers + 2 * sum->count;
    sum->lists = calloc(sum->count, sizeof *sum->lists);
    sum->list_of = calloc(sum->count, sizeof *sum->list_of);
    sum->place_in = calloc(sum->count, sizeof *sum->place_in);
    ts_status status = all && numbers && sum->lists && sum->list_of && sum->place_in
                           ? event_shared_create(context, device, channels, parts, sum->count, threads,
                                                 &sum->shared)
                           : ts_fail_memory(context, "a list of events");
    if (!status) {
        group_channels(sum, channels, numbers, numbers + sum->count, ranks_device_own(device)->constant_most);
        for (size_t i = 1; i < sum->count; ++i)
            grids[i] = grids[i - 1] + parts[i - 1].grid_length;
        status = create_lists(context, device, channels, grids, all, numbers, sum);
    }
    free(all);
    free(numbers);
    return status;
}

/* What is known of each channel from its integral. */
static ts_status take_channels(ts_context *context, const struct process *process,
                               const struct integral *parts, int given, struct event_sum *sum)
{
    sum->subprocess = process->channel_subprocess;
    sum->largest = calloc(sum->count, sizeof *sum->largest);
    sum->drawn = calloc(sum->count, sizeof *sum->drawn);
    sum->absolute = calloc(sum->count, sizeof *sum->absolute);
    sum->seen = calloc(sum->count, sizeof *sum->seen);
    sum->next = calloc(event_sum_numbers(process), sizeof *sum->next);
    if (!sum->largest || !sum->drawn || !sum->absolute || !sum->seen || !sum->next)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < sum->count; ++i) {
        sum->largest[i] = parts[i].largest_size;
        sum->sum += parts[i].largest_size;
        sum->next[i] = given && sum->count == 1 ? parts[i].first_counted
                                                : parts[i].first_event + parts[i].generated;
    }
    sum->first = sum->count == 1 ? sum->next[0] : 0;
    sum->part_count = event_sum_numbers(process) - sum->count;
    sum->written = sum->part_count ? sum->next + sum->count : NULL;
    return TS_OK;
}

/* How many records, and of those that shower, a device makes at once. `on_cpu`: one of a thread of a CPU. */
static ts_status choose_records(ts_context *context, int on_cpu, int64_t threads, struct event_sum *sum)
{
    int64_t records = sum->at_once / TRIALS_OF_RECORD, showers = records / RECORDS_OF_SHOWER;
    if (on_cpu) {
        records = threads * THREAD_RECORDS < records ? threads * THREAD_RECORDS : records;
        showers = threads * THREAD_SHOWERS < showers ? threads * THREAD_SHOWERS : showers;
    }
    ts_status status = ranks_decide(context, "the records of a batch", &records);
    if (!status)
        status = ranks_decide(context, "the showers of a batch", &showers);
    sum->records_at_once = (uint32_t)records;
    sum->showers_at_once = (uint32_t)showers;
    return status;
}

/* How many trials a device takes at once: a GPU wants many, and each has rows there. A CPU shares out blocks
 * of them over its threads. Several devices take as many times more. All ranks take as many as the first. */
static ts_status choose_batch(ts_context *context, int threads, struct event_sum *sum)
{
    size_t bytes = 0;
    int64_t most = EVENT_SUM_LEAST;
    const int64_t devices = (int64_t)sum->shared.part_count;
    for (size_t i = 0; i < sum->list_count; ++i) {
        const struct single_events *list = &sum->lists[i];
        if (list->weigh_rows > 1 && (size_t)list->weigh_rows * single_events_scalar(list) > bytes)
            bytes = (size_t)list->weigh_rows * single_events_scalar(list);
    }
    while (most < devices * EVENT_SUM_MOST &&
           (bytes ? 2 * (size_t)most * bytes <= (size_t)devices * BATCH_BYTES
                  : most < threads * devices * THREAD_TRIALS))
        most *= 2;
    int64_t on_gpu = bytes > 0;
    ts_status status = ranks_decide(context, "the trials of a batch", &most);
    if (!status)
        status = ranks_decide(context, "trials ahead", &on_gpu);
    sum->at_once = (uint32_t)most;
    sum->on_gpu = (int)on_gpu;
    return status ? status : choose_records(context, !bytes, threads > 0 ? threads : 1, sum);
}

static ts_status make_room(ts_context *context, struct event_sum *sum)
{
    const size_t chunks = sum->at_once / TRIALS_CHUNK;
    for (size_t i = 0; i < sum->list_count; ++i)
        sum->stride = (size_t)sum->lists[i].record_rows > sum->stride ? (size_t)sum->lists[i].record_rows
                                                                      : sum->stride;
    sum->weights = malloc(sum->at_once * sizeof *sum->weights);
    sum->in_order = malloc(sum->at_once * sizeof *sum->in_order);
    sum->channel = malloc(sum->at_once * sizeof *sum->channel);
    sum->offset = malloc(sum->at_once * sizeof *sum->offset);
    sum->chunk_counts = calloc(chunks * sum->count + 1, sizeof *sum->chunk_counts);
    sum->counts = calloc(sum->count + 1, sizeof *sum->counts);
    sum->begin = calloc(sum->count + 1, sizeof *sum->begin);
    sum->place = calloc(sum->count + 1, sizeof *sum->place);
    sum->spans = calloc(sum->count + 1, sizeof *sum->spans);
    sum->wanted = malloc((sum->records_at_once + 1) * sizeof *sum->wanted);
    sum->ends = calloc(sum->count + 1, sizeof *sum->ends);
    sum->records = calloc(sum->stride * sum->records_at_once + 1, single_events_scalar(&sum->lists[0]));
    return sum->weights && sum->in_order && sum->channel && sum->offset && sum->chunk_counts && sum->counts &&
                   sum->begin && sum->place && sum->spans && sum->wanted && sum->ends && sum->records
               ? channel_draw_create(context, sum->drawn, sum->count, sum->sum, &sum->draw)
               : ts_fail_memory(context, "a list of events");
}

const struct process_part *event_sum_part(const struct event_sum *sum, const struct process *process,
                                          size_t channel)
{
    return process_part_of(process, sum->subprocess ? (size_t)sum->subprocess[channel] : channel);
}

/* Of which of several processes a channel is. */
static size_t part_of(const struct event_sum *sum, const struct process *process, size_t channel)
{
    return (size_t)(event_sum_part(sum, process, channel) - process->parts);
}

/* By what weights of each part undo how often it is drawn, where the card asks for numbers of events. Part k
 * is drawn r_k / s_k times as often, with r_k asked for and else s_k kept, and s / r of all parts. */
static ts_status find_undo(ts_context *context, const struct process *process, const double *kept,
                           struct event_sum *sum)
{
    double value = 0, asked = 0;
    double *values = calloc(2 * sum->part_count, sizeof *values);
    free(sum->values);
    sum->values = values;
    sum->undo = values ? values + sum->part_count : NULL;
    if (!values)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < sum->count; ++i)
        values[part_of(sum, process, i)] += kept[i];
    for (size_t k = 0; k < sum->part_count; ++k) {
        value += values[k];
        asked += values[k] > 0 ? process->parts[k].events : 0;
    }
    for (size_t k = 0; k < sum->part_count; ++k)
        sum->undo[k] = values[k] > 0 ? values[k] / value * asked / process->parts[k].events : 1;
    return TS_OK;
}

/* How often channels are drawn: by their largest weights, times what gives parts the numbers of events that
 * are asked for. Weights undo it. `kept`: what is kept of a channel that is drawn by its largest weight [pb].
 */
static ts_status draw_by_parts(ts_context *context, const struct process *process, const double *kept,
                               struct event_sum *sum)
{
    double weights = 0, events = 0, variance = 0;
    const int asked = sum->part_count && process->parts[0].events > 0;
    ts_status status = asked ? find_undo(context, process, kept, sum) : TS_OK;
    memcpy(sum->drawn, sum->largest, sum->count * sizeof *sum->drawn);
    if (status || (!asked && !sum->factors))
        return status;
    sum->sum = 0;
    for (size_t i = 0; i < sum->count; ++i) {
        const double undo = event_sum_undo(sum, process, i);
        sum->drawn[i] = sum->largest[i] * event_sum_factor(sum, i) / undo;
        sum->sum += sum->drawn[i];
        weights += sum->absolute[i];
        events += kept[i] / undo * (sum->factors ? sum->kept_configurations[i] : 1);
        variance += sum->factors ? sum->kept_variance[i] / (undo * undo) : 0;
    }
    sum->mean_kept = events > 0 ? weights / events : 1;
    sum->mean_kept_error = events > 0 ? sqrt(variance) / events : 0;
    return TS_OK;
}

/* The second stage of a merged sample, and how often channels are drawn with its limits. */
static ts_status add_merging(ts_context *context, const struct process *process,
                             const struct event_sum_settings *settings, double *kept, struct event_sum *sum)
{
    double value = 0;
    for (size_t i = 0; i < sum->count; ++i)
        value += kept[i];
    ts_status status = merging_scouts(context, process, settings,
                                      value > 0 ? settings->count * sum->sum / value : 0, kept, sum);
    if (!status)
        status = draw_by_parts(context, process, kept, sum);
    channel_draw_destroy(&sum->draw);
    return status ? status : channel_draw_create(context, sum->drawn, sum->count, sum->sum, &sum->draw);
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

double event_sum_factor(const struct event_sum *sum, size_t channel)
{
    return sum->factors ? sum->factors[sum->subprocess[channel]] : 1;
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
    *sum = (struct event_sum){.seed = settings->seed,
                              .mean_kept = 1,
                              .two_stages = process->merged && !settings->weighted};
    ts_status status = make_lists(context, device, process, parts, settings->threads, sum);
    if (!status)
        status = take_channels(context, process, parts, settings->given, sum);
    if (!status)
        status = choose_batch(context, settings->threads, sum);
    for (size_t i = 0; i < sum->count && !status; ++i)
        value += sum->absolute[i] = fabs(integral_sampled(&parts[i]));
    double *kept = status ? NULL : calloc(sum->count + 1, sizeof *kept);
    for (size_t i = 0; i < sum->count && kept; ++i)
        kept[i] = settings->weighted ? parts[i].largest_size * passing(&parts[i]) * standing(&parts[i])
                                     : sum->absolute[i];
    if (!status && !kept)
        status = ts_fail_memory(context, "a list of events");
    if (!status && value > 0 &&
        (settings->overweight > 0 || sum->two_stages || (process->both_signs && !settings->weighted)))
        status = scouts_limit(context, process, parts, settings->overweight, settings->count, kept, sum);
    if (!status)
        status = draw_by_parts(context, process, kept, sum);
    if (!status)
        status = make_room(context, sum);
    if (!status && sum->two_stages && sum->sum > 0)
        status = add_merging(context, process, settings, kept, sum);
    if (!status)
        status = expect_parts(context, process, kept, sum);
    free(kept);
    if (!status)
        expect_accepted(parts, sum);
    return status;
}

void event_sum_destroy(struct event_sum *sum)
{
    for (size_t i = 0; i < sum->list_count && sum->lists; ++i)
        single_events_destroy(&sum->lists[i]);
    event_shared_destroy(&sum->shared);
    channel_draw_destroy(&sum->draw);
    free(sum->lists);
    free(sum->list_of);
    free(sum->place_in);
    free(sum->largest);
    free(sum->drawn);
    free(sum->absolute);
    free(sum->values);
    free(sum->shares);
    free(sum->factors);
    free(sum->kept_configurations);
    free(sum->kept_variance);
    free(sum->seen);
    free(sum->next);
    free(sum->weights);
    free(sum->wanted);
    free(sum->ends);
    free(sum->records);
    free(sum->channel);
    free(sum->offset);
    free(sum->in_order);
    free(sum->chunk_counts);
    free(sum->counts);
    free(sum->begin);
    free(sum->place);
    free(sum->spans);
    *sum = (struct event_sum){.count = 0};
}

struct event_sum_settings event_sum_settings_of(const ts_card *card, uint64_t seed, int threads)
{
    const struct request *request = card_request(card);
    const uint64_t count = request->events.count;
    return (struct event_sum_settings){
        .seed = seed,
        .threads = threads,
        .given = request->integration.events > 0,
        .weighted = request->events.weighted != 0,
        .overweight = request->events.weighted ? 0 : request->events.overweight,
        .count = count == UINT64_MAX ? 0 : (double)count,
    };
}

int event_sum_configurations(const struct event_sum *sum)
{
    int most = 1;
    for (size_t i = 0; i < sum->list_count; ++i)
        most = sum->lists[i].configurations > most ? sum->lists[i].configurations : most;
    return most;
}

int event_sum_particles(const struct event_sum *sum, const struct process *process)
{
    int most = 0;
    for (size_t i = 0; i < sum->list_count; ++i)
        most = sum->lists[i].particles > most ? sum->lists[i].particles : most;
    return most + resonances_most(process) + (process->events.beams_collide ? 2 : 0);
}

/* How many particles events of the part of a subprocess may have in a list; 0: the process has no parts. */
static int particles_of(const struct process *process, size_t subprocess)
{
    const struct process_part *part = process_part_of(process, subprocess);
    int resonances = 0;
    for (size_t i = 0; part && i < part->count; ++i)
        if (resonances_of(process, part->first + i) > resonances)
            resonances = resonances_of(process, part->first + i);
    return part ? part->legs + resonances + (process->events.beams_collide ? 2 : 0) : 0;
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
        of->largest = fmax(of->largest, parts[i].largest_size);
    }
    for (size_t i = 0; i < *count && processes; ++i) {
        processes[i].particles = particles_of(process, i);
        processes[i].partons = process->events.partons ? process->events.partons[i] : 0;
    }
    return processes;
}
