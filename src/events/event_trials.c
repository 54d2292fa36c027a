/* Trials of hit or miss, in batches: their channels, their weights, and the records of some of them. */
#include "core/context.h"
#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "event/record_layout.h"
#include "events/event_sum.h"
#include "events/unweight.h"

#include <string.h>

/* A batch at work. */
struct trials {
    struct event_sum *sum;
    uint64_t first;
    uint32_t count;
};

static uint32_t chunk_end(const struct trials *work, uint32_t first)
{
    return work->count - first < TRIALS_CHUNK ? work->count : first + TRIALS_CHUNK;
}

static ts_status run_chunks(ts_context *context, struct trials *work, parallel_function *function)
{
    const uint64_t chunks = (work->count + TRIALS_CHUNK - 1) / TRIALS_CHUNK;
    return parallel_run(context, work->sum->shared.threads, chunks, function, work);
}

/* Draws the channels of `count` trials, UNIFORMS_AT_ONCE of them at most. */
static void draw_channels(const struct event_sum *sum, uint64_t first, uint32_t count, uint16_t *channels)
{
    double uniforms[UNIFORMS_AT_ONCE];
    if (sum->count > 1)
        channel_uniforms(sum->seed, first, count, uniforms);
    for (uint32_t i = 0; i < count; ++i)
        channels[i] = sum->count > 1 ? (uint16_t)channel_drawn(&sum->draw, uniforms[i]) : 0;
}

ts_status event_sum_skip(ts_context *context, struct event_sum *sum, uint64_t trial)
{
    if (sum->count == 1) {
        sum->next[0] += trial - sum->first;
        return TS_OK;
    }
    uint32_t rounds = 0, count;
    for (uint64_t before = sum->first; before < trial; before += count) {
        uint16_t channels[UNIFORMS_AT_ONCE];
        count = trial - before < UNIFORMS_AT_ONCE ? (uint32_t)(trial - before) : UNIFORMS_AT_ONCE;
        draw_channels(sum, before, count, channels);
        for (uint32_t i = 0; i < count; ++i)
            ++sum->next[channels[i]];
        if (rounds++ % (EVENT_SUM_LEAST / UNIFORMS_AT_ONCE) == 0 && ranks_interrupted(context))
            return ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    }
    return TS_OK;
}

/* Draws the channels of a chunk of trials, and counts them. */
static void draw_chunk(void *data, int thread, uint64_t chunk)
{
    (void)thread;
    const struct trials *work = data;
    const struct event_sum *sum = work->sum;
    const uint32_t first = (uint32_t)chunk * TRIALS_CHUNK, end = chunk_end(work, first);
    uint32_t *counts = sum->chunk_counts + chunk * sum->count;
    memset(counts, 0, sum->count * sizeof *counts);
    for (uint32_t slot = first; slot < end; slot += UNIFORMS_AT_ONCE)
        draw_channels(sum, work->first + slot, end - slot < UNIFORMS_AT_ONCE ? end - slot : UNIFORMS_AT_ONCE,
                      sum->channel + slot);
    for (uint32_t slot = first; slot < end; ++slot)
        sum->offset[slot] = counts[sum->channel[slot]]++;
}

/* Where the events of each chunk begin among those that a channel gives the batch. */
static void place_chunks(const struct trials *work)
{
    struct event_sum *sum = work->sum;
    memset(sum->counts, 0, sum->count * sizeof *sum->counts);
    for (uint32_t first = 0, chunk = 0; first < work->count; first += TRIALS_CHUNK, ++chunk) {
        uint32_t *counts = sum->chunk_counts + (size_t)chunk * sum->count;
        for (size_t i = 0; i < sum->count; ++i) {
            const uint32_t of_chunk = counts[i];
            counts[i] = sum->counts[i];
            sum->counts[i] += of_chunk;
        }
    }
}

/* Gives the trials of a chunk their weights, which stand channel by channel. */
static void take_weights(void *data, int thread, uint64_t chunk)
{
    (void)thread;
    const struct trials *work = data;
    const struct event_sum *sum = work->sum;
    const uint32_t first = (uint32_t)chunk * TRIALS_CHUNK, end = chunk_end(work, first);
    const uint32_t *counts = sum->chunk_counts + chunk * sum->count;
    for (uint32_t slot = first; slot < end; ++slot) {
        const uint16_t channel = sum->channel[slot];
        sum->offset[slot] += counts[channel];
        sum->weights[slot] = sum->sum / sum->largest[channel] *
                             sum->in_order[sum->place[channel] + sum->offset[slot]];
    }
}

/* The runs of a list among the trials of a batch. Returns how many there are. */
static size_t list_spans(const struct event_sum *sum, size_t list)
{
    size_t spans = 0;
    for (size_t i = 0; i < sum->count; ++i)
        if (sum->list_of[i] == list && sum->counts[i])
            sum->spans[spans++] = (struct event_span){sum->place_in[i], sum->counts[i], sum->next[i]};
    return spans;
}

static ts_status begin_list(ts_context *context, struct event_sum *sum, size_t list)
{
    const size_t spans = list_spans(sum, list);
    return spans ? single_events_begin(context, &sum->lists[list], &sum->shared, sum->spans, spans) : TS_OK;
}

/* Waits for the weights of the trials of a list, channel by channel. */
static ts_status end_list(ts_context *context, struct event_sum *sum, size_t list)
{
    double *weights = sum->in_order + sum->weighed;
    const size_t spans = list_spans(sum, list);
    for (size_t i = 0; i < sum->count; ++i)
        if (sum->list_of[i] == list && sum->counts[i]) {
            sum->place[i] = sum->weighed;
            sum->weighed += sum->counts[i];
        }
    return spans ? single_events_weights(context, &sum->lists[list], &sum->shared, sum->spans, spans, weights)
                 : TS_OK;
}

ts_status event_sum_begin(ts_context *context, void *data, uint64_t first, uint32_t count)
{
    struct event_sum *sum = data;
    struct trials work = {sum, first, count};
    ts_status status = run_chunks(context, &work, draw_chunk);
    if (!status)
        place_chunks(&work);
    memcpy(sum->begin, sum->next, sum->count * sizeof *sum->begin);
    if (!status)
        status = begin_list(context, sum, 0);
    sum->begun = status ? 0 : count;
    return status;
}

ts_status event_sum_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                         struct event_batch *batch)
{
    struct event_sum *sum = data;
    struct trials work = {sum, first, count};
    ts_status status = sum->begun == count ? TS_OK : event_sum_begin(context, sum, first, count);
    sum->begun = 0;
    sum->weighed = 0;
    for (size_t list = 0; list < sum->list_count && !status; ++list) {
        if (list > 0) /* lists share memory */
            status = begin_list(context, sum, list);
        if (!status)
            status = end_list(context, sum, list);
    }
    for (size_t i = 0; i < sum->count && !status; ++i)
        sum->next[i] += sum->counts[i];
    *batch = (struct event_batch){.weights = sum->weights};
    return status ? status : run_chunks(context, &work, take_weights);
}

/* Lists what of the events at slots[] is of a list, channel by channel. Those of a channel stay in their
 * order, so that their numbers rise. Returns how many there are. */
static uint32_t choose_wanted(const struct event_sum *sum, size_t list, const uint32_t *slots, uint32_t count)
{
    uint32_t *ends = sum->ends, found = 0;
    memset(ends, 0, sum->count * sizeof *ends);
    for (uint32_t at = 0; at < count; ++at)
        ++ends[sum->channel[slots[at]]];
    for (size_t i = 0; i < sum->count; ++i) {
        const uint32_t of_channel = sum->list_of[i] == list ? ends[i] : 0;
        ends[i] = found;
        found += of_channel;
    }
    for (uint32_t at = 0; at < count; ++at) {
        const uint16_t channel = sum->channel[slots[at]];
        if (sum->list_of[channel] == list)
            sum->wanted[ends[channel]++] = (struct event_wanted){sum->place_in[channel], at,
                                                                 sum->begin[channel] +
                                                                     sum->offset[slots[at]]};
    }
    return found;
}

/* Which subprocess each record is of. */
static void name_subprocesses(struct event_sum *sum, const uint32_t *slots, uint32_t count)
{
    for (uint32_t at = 0; at < count; ++at) {
        const uint16_t channel = sum->channel[slots[at]];
        const int subprocess = sum->subprocess ? sum->subprocess[channel] : channel;
        const struct single_events *list = &sum->lists[sum->list_of[channel]];
        const size_t record = list->configurations > 1 ? RECORD_ROWS_FOR(list->particles) : 0;
        for (int c = 0; c < list->configurations; ++c) {
            const size_t place = at * sum->stride + (size_t)c * record + RECORD_CHANNEL;
            if (sum->lists[0].wide)
                ((double *)sum->records)[place] = subprocess;
            else
                ((float *)sum->records)[place] = (float)subprocess;
        }
    }
}

ts_status event_sum_record(ts_context *context, void *data, const uint32_t *slots, uint32_t count,
                           struct event_batch *batch)
{
    struct event_sum *sum = data;
    ts_status status = TS_OK;
    for (size_t list = 0; list < sum->list_count && !status; ++list) {
        const uint32_t found = choose_wanted(sum, list, slots, count);
        if (found)
            status = single_events_record(context, &sum->lists[list], &sum->shared, sum->wanted, found,
                                          sum->records, sum->stride);
    }
    if (!status)
        name_subprocesses(sum, slots, count);
    *batch = (struct event_batch){.rows = sum->records, .wide = sum->lists[0].wide, .stride = sum->stride};
    return status;
}
