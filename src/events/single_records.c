/* Records of single events, one behind the other. */
#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "events/single_launch.h"

#include <stdlib.h>
#include <string.h>

/* Gives each event a slot: those of a channel begin with an item of their own. Returns the number of slots.
 */
static uint32_t give_slots(uint32_t of_item, const struct event_wanted *wanted, uint32_t count,
                           uint32_t *slots)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            next = (next + of_item - 1) / of_item * of_item;
        slots[i] = next++;
    }
    return (next + of_item - 1) / of_item * of_item;
}

/* The records that a part makes. */
struct record_share {
    const struct event_wanted *wanted;
    uint32_t *slots;     /* in which column of the rows each event stands */
    uint32_t count, all; /* events, and columns */
    char *copy;          /* room for their rows on the host, where these have to be read */
    const char *rows;    /* on the host */
};

/* Asks a part for records. What is left of an item is the last event again. */
static void request_records(const struct single_events *list, const struct single_events_part *part,
                            uint32_t tables, const struct record_share *share, uint32_t *request)
{
    const struct event_wanted *wanted = share->wanted;
    const uint32_t items = share->all / part->events_of_item, *slots = share->slots;
    uint32_t *offsets = request + LIST_TAKEN + items, *runs = offsets + share->all;
    uint64_t first = wanted[0].number;
    single_launch_request(list, tables, first, share->all, request);
    for (uint32_t i = 0; i < share->count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            first = wanted[i].number;
        single_launch_run(list, runs + RUN_WORDS * (slots[i] / part->events_of_item), wanted[i].channel,
                          first, 0, 0);
        for (uint32_t slot = slots[i]; slot < (i + 1 < share->count ? slots[i + 1] : share->all); ++slot)
            offsets[slot] = (uint32_t)(wanted[i].number - first);
    }
}

/* Rows of neighbouring events become records one behind the other. */
struct turning {
    const struct single_events *list;
    const struct record_share *share;
    void *records;
    size_t stride;
};

enum { TURNED = 1024, TILE = 8 /* events: neighbours in a cache line */ };

#define TURN(type)                                                                     \
    for (uint32_t i = first; i < end; i += TILE) {                                     \
        const uint32_t tile = end - i < TILE ? end - i : TILE;                         \
        const type *from[TILE];                                                        \
        type *to[TILE]; /* NOLINT(bugprone-macro-parentheses): a type */               \
        for (uint32_t k = 0; k < tile; ++k) {                                          \
            from[k] = (const type *)(const void *)share->rows + share->slots[i + k];   \
            to[k] = (type *)work->records + share->wanted[i + k].place * work->stride; \
        }                                                                              \
        for (size_t row = 0; row < rows; ++row)                                        \
            for (uint32_t k = 0; k < tile; ++k)                                        \
                to[k][row] = from[k][row * share->all];                                \
    }

static void turn(void *data, int thread, uint64_t piece)
{
    (void)thread;
    const struct turning *work = data;
    const struct record_share *share = work->share;
    const size_t rows = (size_t)work->list->record_rows;
    const uint32_t first = (uint32_t)piece * TURNED;
    const uint32_t end = share->count - first < TURNED ? share->count : first + TURNED;
    if (work->list->wide) {
        TURN(double)
    } else {
        TURN(float)
    }
}

/* A part begins to make its records. */
static ts_status begin_records(ts_context *context, const struct single_events *list, size_t number,
                               struct event_shared *shared, const struct record_share *share)
{
    const struct single_events_part *part = &list->parts[number];
    struct event_shared_part *own = &shared->parts[number];
    const uint32_t items = share->all / part->events_of_item;
    const ts_status status = single_launch_room(context, own, part->program->device,
                                                LIST_TAKEN + share->all + (1 + RUN_WORDS) * (size_t)items,
                                                (size_t)part->row_count * share->all *
                                                    single_events_scalar(list));
    if (status)
        return status;
    request_records(list, part, shared->tables, share, own->words);
    return single_launch(context, part, own, "list_events", items);
}

/* Waits for a part. Rows in the host's memory stay where they are. */
static ts_status read_rows(ts_context *context, const struct single_events *list, size_t number,
                           struct event_shared *shared, struct record_share *share)
{
    const struct device_buffer *rows = shared->parts[number].rows;
    const size_t bytes = (size_t)list->record_rows * share->all * single_events_scalar(list);
    ts_status status = TS_OK;
    if (!device_buffer_bytes(rows))
        status = device_buffer_read_front(context, shared->parts[number].rows, share->copy, bytes);
    share->rows = device_buffer_bytes(rows) ? device_buffer_bytes(rows) : share->copy;
    return status;
}

/* All parts begin, then each is waited for, and its rows become records. */
static ts_status make_records(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, struct record_share *shares, void *records,
                              size_t stride)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i)
        if (shares[i].count)
            status = begin_records(context, list, i, shared, &shares[i]);
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        struct record_share *share = &shares[i];
        struct turning work = {list, share, records, stride};
        if (!share->count)
            continue;
        status = read_rows(context, list, i, shared, share);
        if (!status)
            status = parallel_run(context, shared->threads, (share->count + TURNED - 1) / TURNED, turn,
                                  &work);
    }
    return status;
}

static ts_status record_own(ts_context *context, const struct single_events *list,
                            struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                            void *records, size_t stride)
{
    struct record_share shares[MANY_MOST];
    size_t bytes = 0;
    uint32_t *slots = malloc((count + 1) * sizeof *slots);
    if (!slots)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < list->part_count; ++i) {
        const uint32_t begin = single_launch_begin(list, i, count),
                       own = single_launch_begin(list, i + 1, count) - begin;
        shares[i] = (struct record_share){wanted + begin, slots + begin, own, 0, NULL, NULL};
        shares[i].all = give_slots(list->parts[i].events_of_item, wanted + begin, own, slots + begin);
        bytes += (size_t)list->record_rows * shares[i].all * single_events_scalar(list);
    }
    ts_status status = single_launch_values(context, list, shared, bytes);
    char *rows = shared->values.bytes;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        shares[i].copy = rows;
        rows += (size_t)list->record_rows * shares[i].all * single_events_scalar(list);
    }
    if (!status)
        status = make_records(context, list, shared, shares, records, stride);
    free(slots);
    return status;
}

/* How many of the events go into one launch: where they shower, those of a channel. */
static uint32_t of_launch(const struct single_events *list, const struct event_wanted *wanted, uint32_t count)
{
    uint32_t same = 0;
    while (same < count && (!list->showers || wanted[same].channel == wanted[0].channel))
        ++same;
    return same;
}

static ts_status record_all(ts_context *context, const struct single_events *list,
                            struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                            void *records, size_t stride)
{
    ts_status status = TS_OK;
    for (uint32_t done = 0, more; done < count && !status; done += more) {
        more = of_launch(list, wanted + done, count - done);
        status = record_own(context, list, shared, wanted + done, more, records, stride);
    }
    return status;
}

/* Each rank makes its share of the records, and all get those of all. */
static ts_status record_share(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                              struct event_wanted *own_wanted, char *own, char *all)
{
    const size_t rows = (size_t)list->record_rows;
    uint64_t begin;
    const uint32_t share = (uint32_t)ranks_share(context, ranks_own(context), count, &begin);
    for (uint32_t i = 0; i < share; ++i) {
        own_wanted[i] = wanted[begin + i];
        own_wanted[i].place = i;
    }
    const ts_status status = record_all(context, list, shared, own_wanted, share, own, rows);
    return status ? status
                  : single_launch_exchange(context, own, all, rows, count, single_events_scalar(list));
}

static ts_status record_shares(ts_context *context, const struct single_events *list,
                               struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                               void *records, size_t stride)
{
    const size_t scalar = single_events_scalar(list), bytes = (size_t)list->record_rows * scalar;
    char *own = malloc((count + 1) * bytes), *all = malloc((count + 1) * bytes);
    struct event_wanted *own_wanted = malloc((count + 1) * sizeof *own_wanted);
    const ts_status status = own && all && own_wanted
                                 ? record_share(context, list, shared, wanted, count, own_wanted, own, all)
                                 : ts_fail_memory(context, "a list of events");
    for (uint32_t i = 0; i < count && !status; ++i)
        memcpy((char *)records + wanted[i].place * stride * scalar, all + i * bytes, bytes);
    free(own);
    free(all);
    free(own_wanted);
    return status;
}

ts_status single_events_record(ts_context *context, struct single_events *list, struct event_shared *shared,
                               const struct event_wanted *wanted, uint32_t count, void *records,
                               size_t stride)
{
    return ranks_count(context) > 1 ? record_shares(context, list, shared, wanted, count, records, stride)
                                    : record_all(context, list, shared, wanted, count, records, stride);
}
