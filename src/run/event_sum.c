#include "run/event_sum.h"

#include "event/record_layout.h"
#include "run/unweight.h"

#include <stdlib.h>
#include <string.h>

static ts_status make_lists(ts_context *context, struct device *device, const struct process *process,
                            const struct integral *parts, uint64_t seed, int given, struct event_sum *sum)
{
    const struct integrand *channels = process_channels(process, &sum->count);
    sum->lists = calloc(sum->count, sizeof *sum->lists);
    sum->largest = calloc(sum->count, sizeof *sum->largest);
    sum->next = calloc(sum->count, sizeof *sum->next);
    if (!sum->lists || !sum->largest || !sum->next)
        return ts_fail_memory(context, "a list of events");
    ts_status status = TS_OK;
    for (size_t i = 0; i < sum->count && !status; ++i) {
        status = event_list_create(context, device, &channels[i], &parts[i], seed, &sum->lists[i]);
        sum->seconds_compile += sum->lists[i].seconds_compile;
        sum->largest[i] = parts[i].largest;
        sum->sum += parts[i].largest;
        if (parts[i].generated > 0)
            sum->accepted += parts[i].largest * (double)parts[i].accepted / (double)parts[i].generated;
        sum->next[i] = given && sum->count == 1 ? parts[i].first_counted
                                                : parts[i].first_event + parts[i].generated;
    }
    sum->accepted = sum->sum > 0 ? sum->accepted / sum->sum : 0;
    sum->first = sum->count == 1 ? sum->next[0] : 0;
    return status;
}

static size_t scalar_bytes(const struct event_list *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

ts_status event_sum_create(ts_context *context, struct device *device, const struct process *process,
                           const struct integral *parts, uint64_t seed, int given, struct event_sum *sum)
{
    *sum = (struct event_sum){.seed = seed};
    ts_status status = make_lists(context, device, process, parts, seed, given, sum);
    if (status || sum->count == 1)
        return status;
    const struct event_list *list = &sum->lists[0];
    sum->weights = malloc(EVENT_LIST_MOST * sizeof *sum->weights);
    sum->rows = malloc((size_t)list->row_count * EVENT_LIST_MOST * scalar_bytes(list));
    sum->channel = malloc(EVENT_LIST_MOST * sizeof *sum->channel);
    return sum->weights && sum->rows && sum->channel ? TS_OK : ts_fail_memory(context, "a list of events");
}

void event_sum_destroy(struct event_sum *sum)
{
    for (size_t i = 0; i < sum->count && sum->lists; ++i)
        event_list_destroy(&sum->lists[i]);
    free(sum->lists);
    free(sum->largest);
    free(sum->next);
    free(sum->weights);
    free(sum->rows);
    free(sum->channel);
    *sum = (struct event_sum){.count = 0};
}

/* From which channel a trial is: never one without weights, whatever is lost to rounding at the end. */
static uint16_t draw_channel(const struct event_sum *sum, uint64_t trial)
{
    double left = channel_uniform(sum->seed, trial) * sum->sum;
    size_t drawn = 0;
    for (size_t i = 0; i < sum->count && left >= 0; ++i) {
        if (sum->largest[i] > 0)
            drawn = i;
        left -= sum->largest[i];
    }
    return (uint16_t)drawn;
}

static void put_channel(struct event_sum *sum, size_t slot, uint16_t channel)
{
    const size_t place = (size_t)RECORD_CHANNEL * EVENT_LIST_MOST + slot;
    if (sum->lists[0].wide)
        ((double *)sum->rows)[place] = channel;
    else
        ((float *)sum->rows)[place] = channel;
}

/* Spreads the events of one channel's batch over the slots of its trials. */
static void place(struct event_sum *sum, uint16_t channel, const struct event_batch *batch, uint32_t count)
{
    const struct event_list *list = &sum->lists[channel];
    const double factor = sum->sum / sum->largest[channel];
    const size_t bytes = scalar_bytes(list);
    size_t taken = 0;
    for (size_t slot = 0; slot < count; ++slot) {
        if (sum->channel[slot] != channel)
            continue;
        sum->weights[slot] = factor * batch->weights[taken];
        for (size_t row = 0; row < (size_t)list->row_count; ++row)
            memcpy((char *)sum->rows + (row * EVENT_LIST_MOST + slot) * bytes,
                   (const char *)batch->rows + (row * batch->capacity + taken) * bytes, bytes);
        put_channel(sum, slot, channel);
        ++taken;
    }
}

ts_status event_sum_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                         struct event_batch *batch)
{
    struct event_sum *sum = data;
    ts_status status = TS_OK;
    if (sum->count == 1)
        return event_list_make(context, &sum->lists[0], first, count, batch);
    for (uint32_t slot = 0; slot < count; ++slot)
        sum->channel[slot] = draw_channel(sum, first + slot);
    for (size_t i = 0; i < sum->count && !status; ++i) {
        struct event_batch part;
        uint32_t wanted = 0;
        for (uint32_t slot = 0; slot < count; ++slot)
            wanted += sum->channel[slot] == i;
        if (wanted)
            status = event_list_make(context, &sum->lists[i], sum->next[i], wanted, &part);
        if (!status && wanted)
            place(sum, (uint16_t)i, &part, count);
        sum->next[i] += wanted;
    }
    *batch = (struct event_batch){.weights = sum->weights,
                                  .rows = sum->rows,
                                  .wide = sum->lists[0].wide,
                                  .capacity = EVENT_LIST_MOST};
    return status;
}
