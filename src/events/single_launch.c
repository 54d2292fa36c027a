#include "events/single_launch.h"

#include "core/ranks.h"
#include "device/ranks/ranks_device.h"

#include <stdlib.h>

ts_status single_launch_room(ts_context *context, struct event_shared_part *shared, struct device *device,
                             size_t words, size_t bytes)
{
    ts_status status = TS_OK;
    if (words > shared->word_room) {
        device_buffer_destroy(&shared->request);
        free(shared->words);
        shared->word_room = 0;
        shared->words = malloc(words * sizeof *shared->words);
        status = shared->words ? device_buffer_create(context, device, words * sizeof *shared->words, NULL,
                                                      &shared->request)
                               : ts_fail_memory(context, "a list of events");
        shared->word_room = status ? 0 : words;
    }
    if (!status && (!shared->rows || bytes > shared->rows->bytes)) {
        device_buffer_destroy(&shared->rows);
        status = device_buffer_create(context, device, bytes, NULL, &shared->rows);
    }
    return status;
}

ts_status single_launch_values(ts_context *context, const struct single_events *list,
                               struct event_shared *shared, size_t bytes)
{
    return host_memory_reserve(context, list->parts[0].program->device, bytes, &shared->values);
}

uint32_t single_launch_begin(const struct single_events *list, size_t part, uint32_t count)
{
    return (uint32_t)((uint64_t)count * part / list->part_count);
}

void single_launch_request(const struct single_events *list, uint32_t tables, uint64_t first, uint32_t slots,
                           uint32_t *request)
{
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)list->seed;
    request[LIST_SEED_HIGH] = (uint32_t)(list->seed >> 32);
    request[LIST_SLOTS] = slots;
    request[LIST_TABLES] = tables;
    request[LIST_RUNS] = 0;
}

void single_launch_run(const struct single_events *list, uint32_t *run, uint32_t channel, uint64_t first,
                       uint32_t begin, uint32_t count)
{
    run[RUN_CHANNEL] = channel;
    run[RUN_GRID] = list->grids[channel];
    run[RUN_FIRST_LOW] = (uint32_t)first;
    run[RUN_FIRST_HIGH] = (uint32_t)(first >> 32);
    run[RUN_BEGIN] = begin;
    run[RUN_COUNT] = count;
    run[RUN_SURVIVORS] = 0;
}

ts_status single_launch(ts_context *context, const struct single_events_part *part,
                        const struct event_shared_part *shared, const char *kernel, uint64_t items)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {part->parameters, shared->buffer, shared->request,
                                                        shared->rows};
    const ts_status status = device_buffer_write(context, shared->request, shared->words);
    return status ? status : device_map(context, part->program, kernel, buffers, items);
}

ts_status single_launch_exchange(ts_context *context, const void *own, void *all, size_t rows, uint32_t count,
                                 size_t bytes)
{
    const size_t ranks = (size_t)ranks_count(context);
    size_t *sizes = calloc(ranks, sizeof *sizes);
    uint64_t begin;
    if (!sizes)
        return ts_fail_memory(context, "a list of events");
    for (size_t rank = 0; rank < ranks; ++rank)
        sizes[rank] = rows * ranks_share(context, (int)rank, count, &begin) * bytes;
    const ts_status status = ranks_gather(context, "a list of events", TS_OK, own, all, sizes);
    free(sizes);
    return status;
}
