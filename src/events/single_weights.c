/* Weights of single events: begun, and waited for. */
#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "events/single_launch.h"

#include <stdlib.h>

/* Events of a run that an item of the CPU weighs: a few times what it packs together. */
enum { PIECE = 1024 };

/* Asks a part for `count` of the events of all runs, from number `skipped` on, in pieces. */
static void request_weights(const struct single_events *list, const struct single_events_part *part,
                            uint32_t tables, const struct event_span *runs, uint32_t skipped, uint32_t count,
                            uint32_t *request)
{
    uint32_t done = 0, *pieces = request + LIST_TAKEN;
    single_launch_request(list, tables, 0, count, request);
    for (const struct event_span *run = runs; done < count; ++run) {
        uint32_t at = skipped < run->count ? skipped : run->count;
        skipped -= at;
        while (at < run->count && done < count) {
            uint32_t more = run->count - at < count - done ? run->count - at : count - done;
            if (part->weigh_rows == 1 && more > PIECE)
                more = PIECE;
            single_launch_run(list, pieces + RUN_WORDS * request[LIST_RUNS]++, run->channel, run->first + at,
                              done, more);
            at += more;
            done += more;
        }
    }
}

/* What a GPU does with the survivors of `count` events. */
static ts_status weigh_survivors(ts_context *context, const struct single_events_part *part,
                                 const struct event_shared_part *shared, uint32_t count)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {part->parameters, shared->buffer, shared->request,
                                                        shared->rows};
    const uint64_t events = part->events_of_squares;
    ts_status status = TS_OK;
    if (events)
        status = device_map_groups(context, part->program, "list_square", part->squares, buffers,
                                   (count + events - 1) / events * part->squares.threads);
    return status ? status : device_map(context, part->program, "list_weigh", buffers, count);
}

/* A part begins to weigh events. */
static ts_status begin_weighing(ts_context *context, const struct single_events *list, size_t number,
                                struct event_shared *shared, const struct event_span *runs, size_t run_count,
                                uint32_t skipped, uint32_t count)
{
    const struct single_events_part *part = &list->parts[number];
    struct event_shared_part *own = &shared->parts[number];
    const int two = part->weigh_rows > 1;
    const size_t words = LIST_TAKEN + RUN_WORDS * (run_count + count / PIECE + 1);
    ts_status status = single_launch_room(context, own, part->program->device, words,
                                          (size_t)part->weigh_rows * count * single_events_scalar(list));
    if (status)
        return status;
    request_weights(list, part, shared->tables, runs, skipped, count, own->words);
    if (!two)
        return single_launch(context, part, own, "list_weigh", own->words[LIST_RUNS]);
    status = single_launch(context, part, own, "list_sample_all", count);
    return status ? status : weigh_survivors(context, part, own, count);
}

/* Events of all runs, and those of them that this rank weighs. */
static uint32_t own_share(ts_context *context, const struct event_span *runs, size_t run_count,
                          uint32_t *count, uint64_t *begin)
{
    *count = 0;
    for (size_t i = 0; i < run_count; ++i)
        *count += runs[i].count;
    return (uint32_t)ranks_share(context, ranks_own(context), *count, begin);
}

ts_status single_events_begin(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count)
{
    uint32_t all;
    uint64_t skipped;
    const uint32_t count = own_share(context, runs, run_count, &all, &skipped);
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        const uint32_t begin = single_launch_begin(list, i, count),
                       end = single_launch_begin(list, i + 1, count);
        if (end > begin)
            status = begin_weighing(context, list, i, shared, runs, run_count, (uint32_t)skipped + begin,
                                    end - begin);
    }
    return status;
}

/* The weights of this rank, as they come from the device: each part is waited for. */
static ts_status read_weights(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, uint32_t count)
{
    const size_t scalar = single_events_scalar(list);
    ts_status status = single_launch_values(context, list, shared, count * scalar);
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        const uint32_t begin = single_launch_begin(list, i, count),
                       end = single_launch_begin(list, i + 1, count);
        if (end > begin)
            status = device_buffer_read_front(context, shared->parts[i].rows,
                                              (char *)shared->values.bytes + begin * scalar,
                                              (end - begin) * scalar);
    }
    return status;
}

/* Weights as they come from the device, and in pb. */
struct conversion {
    const struct single_events *list;
    const struct event_span *runs;
    const void *values;
    double *weights;
    uint32_t count;
};

enum { CONVERTED = 1 << 14 };

static void convert(void *data, int thread, uint64_t piece)
{
    (void)thread;
    const struct conversion *work = data;
    const struct event_span *run = work->runs;
    uint32_t at = (uint32_t)piece * CONVERTED, begin = 0;
    const uint32_t end = work->count - at < CONVERTED ? work->count : at + CONVERTED;
    for (; at < end; begin += run++->count) {
        const double unit = work->list->units[run->channel];
        for (; at < end && at < begin + run->count; ++at)
            work->weights[at] = unit * (work->list->wide ? ((const double *)work->values)[at]
                                                         : (double)((const float *)work->values)[at]);
    }
}

ts_status single_events_weights(ts_context *context, const struct single_events *list,
                                struct event_shared *shared, const struct event_span *runs, size_t run_count,
                                double *weights)
{
    uint32_t count;
    uint64_t begin;
    void *all = NULL;
    const uint32_t share = own_share(context, runs, run_count, &count, &begin);
    ts_status status = read_weights(context, list, shared, share);
    if (!status && ranks_count(context) > 1) {
        all = malloc(((size_t)count + 1) * single_events_scalar(list));
        status = all ? single_launch_exchange(context, shared->values.bytes, all, 1, count,
                                              single_events_scalar(list))
                     : ts_fail_memory(context, "a list of events");
    }
    struct conversion work = {.list = list, .runs = runs, .count = count};
    work.values = all ? all : shared->values.bytes;
    work.weights = weights;
    if (!status)
        status = parallel_run(context, shared->threads, (count + CONVERTED - 1) / CONVERTED, convert, &work);
    free(all);
    return status;
}

ts_status single_events_weigh(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count,
                              double *weights)
{
    const ts_status status = single_events_begin(context, list, shared, runs, run_count);
    return status ? status : single_events_weights(context, list, shared, runs, run_count, weights);
}
