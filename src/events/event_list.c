#include "events/event_list.h"

#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "device/ranks/ranks_device.h"
#include "event/request.h"
#include "integrate/grid.h"

#include <stdlib.h>
#include <string.h>

/* Events of a run that an item of the CPU weighs: a few times what it packs together. */
enum { PIECE = 1024 };

size_t event_list_scalar(const struct event_list *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

static ts_status compile(ts_context *context, struct device *device, const struct integrand *integrand,
                         struct event_list *list)
{
    struct source source = {0};
    source_append(&source, "#define EVENTS_ALONE 1\n%s%s#include \"event/list.h\"\n",
                  integrand->two_stages ? "#define EVENTS_FILL 1\n" : "", integrand->text);
    const struct program_text text = {.text = source.text,
                                      .double_precision = list->wide,
                                      .compile_seconds = integrand->compile_seconds,
                                      .kind = PROGRAM_MAPS};
    ts_status status = source.failed
                           ? ts_fail_memory(context, "a program")
                           : device_compile(context, device, &text, &list->program, &list->seconds_compile);
    source_free(&source);
    return status;
}

static int is_wide(const struct integrand *integrand)
{
    return integrand->double_precision || integrand->mixed || integrand->two_stages;
}

ts_status event_shared_create(ts_context *context, struct device *device, const struct integrand *integrands,
                              const struct integral *parts, size_t count, int threads,
                              struct event_shared *shared)
{
    size_t grids = 0, taken = 0;
    *shared = (struct event_shared){.threads = threads};
    for (size_t i = 0; i < count; ++i)
        grids += parts[i].grid_length;
    const size_t length = grids + integrands[0].table_length;
    double *values = malloc(length * sizeof *values);
    shared->tables = (uint32_t)grids;
    if (!values)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < count; taken += parts[i++].grid_length)
        memcpy(values + taken, parts[i].grid, parts[i].grid_length * sizeof *values);
    if (integrands[0].table_length)
        memcpy(values + grids, integrands[0].tables, integrands[0].table_length * sizeof *values);
    const ts_status status = scalars_create(context, ranks_device_own(device), is_wide(&integrands[0]),
                                            values, length, &shared->buffer);
    free(values);
    return status;
}

void event_shared_destroy(struct event_shared *shared)
{
    device_buffer_destroy(&shared->buffer);
    device_buffer_destroy(&shared->request);
    device_buffer_destroy(&shared->rows);
    free(shared->words);
    free(shared->values);
    *shared = (struct event_shared){0};
}

/* Room for so many words of a request and bytes of rows: what there is does not stay. */
static ts_status make_room(ts_context *context, const struct event_list *list, struct event_shared *shared,
                           size_t words, size_t bytes)
{
    struct device *device = list->program->device;
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
        free(shared->values);
        shared->values = malloc(bytes);
        status = shared->values ? device_buffer_create(context, device, bytes, NULL, &shared->rows)
                                : ts_fail_memory(context, "a list of events");
    }
    return status;
}

enum { FACTS = 6 };

/* What the program says of itself. */
static ts_status ask_facts(ts_context *context, struct device *device, struct event_list *list)
{
    double *facts = NULL;
    size_t count;
    struct device_buffer *buffers[MAP_BUFFERS] = {NULL};
    const size_t bytes = FACTS * event_list_scalar(list);
    ts_status status = device_buffer_create(context, device, bytes, NULL, &buffers[MAP_BUFFERS - 1]);
    if (!status)
        status = device_map(context, list->program, "list_facts", buffers, 1);
    if (!status)
        status = scalars_read(context, buffers[MAP_BUFFERS - 1], list->wide, &facts, &count);
    device_buffer_destroy(&buffers[MAP_BUFFERS - 1]);
    if (!status) {
        list->row_count = (int)facts[0];
        list->record_rows = (int)facts[1];
        list->events_of_item = (uint32_t)facts[2];
        list->extra_rows = (int)facts[3];
        list->weigh_rows = (int)facts[4];
        list->showers = (int)facts[5];
    }
    free(facts);
    return status;
}

/* The parameters of all channels, one behind the other. */
static ts_status hand_over_parameters(ts_context *context, struct device *device,
                                      const struct integrand *const *integrands, struct event_list *list)
{
    const size_t each = integrands[0]->parameter_count;
    double *all = malloc((list->channel_count * each + 1) * sizeof *all);
    if (!all)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < list->channel_count; ++i)
        memcpy(all + i * each, integrands[i]->parameters, each * sizeof *all);
    const ts_status status = scalars_create(context, device, list->wide, all, list->channel_count * each,
                                            &list->parameters);
    free(all);
    return status;
}

/* With many ranks each makes its share of the events, by its own device. */
ts_status event_list_create(ts_context *context, struct device *device,
                            const struct integrand *const *integrands, const size_t *grids, size_t count,
                            uint64_t seed, struct event_list *list)
{
    device = ranks_device_own(device);
    *list = (struct event_list){.seed = seed, .wide = is_wide(integrands[0]), .channel_count = count};
    list->units = malloc(count * sizeof *list->units);
    list->grids = malloc(count * sizeof *list->grids);
    if (!list->units || !list->grids)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < count; ++i) {
        list->units[i] = integrands[i]->unit;
        list->grids[i] = (uint32_t)grids[i];
    }
    ts_status status = compile(context, device, integrands[0], list);
    if (!status)
        status = hand_over_parameters(context, device, integrands, list);
    return status ? status : ask_facts(context, device, list);
}

void event_list_destroy(struct event_list *list)
{
    device_buffer_destroy(&list->parameters);
    device_release(&list->program);
    free(list->units);
    free(list->grids);
    *list = (struct event_list){0};
}

static void begin_request(const struct event_list *list, const struct event_shared *shared, uint64_t first,
                          uint32_t slots)
{
    uint32_t *request = shared->words;
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)list->seed;
    request[LIST_SEED_HIGH] = (uint32_t)(list->seed >> 32);
    request[LIST_SLOTS] = slots;
    request[LIST_TABLES] = shared->tables;
    request[LIST_RUNS] = request[LIST_SURVIVORS] = 0;
}

static void put_run(const struct event_list *list, uint32_t *run, uint32_t channel, uint64_t first,
                    uint32_t begin, uint32_t count)
{
    run[RUN_CHANNEL] = channel;
    run[RUN_GRID] = list->grids[channel];
    run[RUN_FIRST_LOW] = (uint32_t)first;
    run[RUN_FIRST_HIGH] = (uint32_t)(first >> 32);
    run[RUN_BEGIN] = begin;
    run[RUN_COUNT] = count;
}

/* Asks for `count` of the events of all runs, from number `skipped` on, in pieces. */
static void request_weights(const struct event_list *list, const struct event_shared *shared,
                            const struct event_span *runs, uint32_t skipped, uint32_t count)
{
    uint32_t done = 0, *request = shared->words, *pieces = request + LIST_TAKEN;
    begin_request(list, shared, 0, count);
    for (const struct event_span *run = runs; done < count; ++run) {
        uint32_t at = skipped < run->count ? skipped : run->count;
        skipped -= at;
        while (at < run->count && done < count) {
            uint32_t more = run->count - at < count - done ? run->count - at : count - done;
            if (list->weigh_rows == 1 && more > PIECE)
                more = PIECE;
            put_run(list, pieces + RUN_WORDS * request[LIST_RUNS]++, run->channel, run->first + at, done,
                    more);
            at += more;
            done += more;
        }
    }
}

/* Launches a kernel over what the request asks for, and reads the front of the rows. */
static ts_status launch(ts_context *context, const struct event_list *list, const struct event_shared *shared,
                        const char *const *kernels, uint64_t items, size_t scalars)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {list->parameters, shared->buffer, shared->request,
                                                        shared->rows};
    ts_status status = device_buffer_write(context, shared->request, shared->words);
    for (; *kernels && !status; ++kernels)
        status = device_map(context, list->program, *kernels, buffers, items);
    if (!status)
        status = device_buffer_read_front(context, shared->rows, shared->values,
                                          scalars * event_list_scalar(list));
    return status;
}

/* The weights of this rank, as they come from the device. */
static ts_status weigh_own(ts_context *context, const struct event_list *list, struct event_shared *shared,
                           const struct event_span *runs, size_t run_count, uint32_t skipped, uint32_t count)
{
    static const char *const at_once[] = {"list_weigh", NULL};
    static const char *const in_two[] = {"list_sample_all", "list_weigh", NULL};
    const int two = list->weigh_rows > 1;
    const size_t words = LIST_TAKEN + RUN_WORDS * (run_count + count / PIECE + 1);
    if (count == 0)
        return TS_OK;
    ts_status status = make_room(context, list, shared, words,
                                 (size_t)list->weigh_rows * count * event_list_scalar(list));
    if (status)
        return status;
    request_weights(list, shared, runs, skipped, count);
    return launch(context, list, shared, two ? in_two : at_once, two ? count : shared->words[LIST_RUNS],
                  count);
}

/* Puts together the columns of all ranks: `rows` of each of `count` events. */
static ts_status exchange(ts_context *context, const void *own, void *all, size_t rows, uint32_t count,
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

ts_status event_list_weigh(ts_context *context, struct event_list *list, struct event_shared *shared,
                           const struct event_span *runs, size_t run_count, double *weights)
{
    uint32_t count = 0, done = 0;
    uint64_t begin;
    void *all = NULL;
    for (size_t i = 0; i < run_count; ++i)
        count += runs[i].count;
    const uint32_t share = (uint32_t)ranks_share(context, ranks_own(context), count, &begin);
    ts_status status = weigh_own(context, list, shared, runs, run_count, (uint32_t)begin, share);
    if (!status && ranks_count(context) > 1) {
        all = malloc(((size_t)count + 1) * event_list_scalar(list));
        status = all ? exchange(context, shared->values, all, 1, count, event_list_scalar(list))
                     : ts_fail_memory(context, "a list of events");
    }
    const void *values = all ? all : shared->values;
    for (size_t i = 0; i < run_count && !status; ++i) {
        const double unit = list->units[runs[i].channel];
        for (const uint32_t end = done + runs[i].count; done < end; ++done)
            weights[done] = unit * (list->wide ? ((const double *)values)[done]
                                               : (double)((const float *)values)[done]);
    }
    free(all);
    return status;
}

/* Gives each event a slot: those of a channel begin with an item of their own. Returns the number of slots.
 */
static uint32_t give_slots(const struct event_list *list, const struct event_wanted *wanted, uint32_t count,
                           uint32_t *slots)
{
    const uint32_t of_item = list->events_of_item;
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            next = (next + of_item - 1) / of_item * of_item;
        slots[i] = next++;
    }
    return (next + of_item - 1) / of_item * of_item;
}

/* Asks for records. What is left of an item is the last event again. */
static void request_records(const struct event_list *list, const struct event_shared *shared,
                            const struct event_wanted *wanted, uint32_t count, const uint32_t *slots,
                            uint32_t all)
{
    const uint32_t items = all / list->events_of_item;
    uint32_t *offsets = shared->words + LIST_TAKEN + items, *runs = offsets + all;
    uint64_t first = wanted[0].number;
    begin_request(list, shared, first, all);
    for (uint32_t i = 0; i < count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            first = wanted[i].number;
        put_run(list, runs + RUN_WORDS * (slots[i] / list->events_of_item), wanted[i].channel, first, 0, 0);
        for (uint32_t slot = slots[i]; slot < (i + 1 < count ? slots[i + 1] : all); ++slot)
            offsets[slot] = (uint32_t)(wanted[i].number - first);
    }
}

/* Rows of neighbouring events become records one behind the other. */
struct turning {
    const struct event_list *list;
    const void *rows;
    void *records;
    const struct event_wanted *wanted;
    const uint32_t *slots; /* in which column of the rows each event stands */
    uint32_t all, count;
    size_t stride;
};

enum { TURNED = 1024, TILE = 8 /* events: neighbours in a cache line */ };

#define TURN(type)                                                                    \
    for (uint32_t i = first; i < end; i += TILE)                                      \
        for (size_t row = 0; row < rows; ++row)                                       \
            for (uint32_t k = i; k < end && k < i + TILE; ++k)                        \
                ((type *)work->records)[work->wanted[k].place * work->stride + row] = \
                    ((const type *)work->rows)[row * work->all + work->slots[k]];

static void turn(void *data, int thread, uint64_t piece)
{
    (void)thread;
    const struct turning *work = data;
    const size_t rows = (size_t)work->list->record_rows;
    const uint32_t first = (uint32_t)piece * TURNED;
    const uint32_t end = work->count - first < TURNED ? work->count : first + TURNED;
    if (work->list->wide) {
        TURN(double)
    } else {
        TURN(float)
    }
}

static ts_status record_own(ts_context *context, const struct event_list *list, struct event_shared *shared,
                            const struct event_wanted *wanted, uint32_t count, void *records, size_t stride)
{
    static const char *const kernels[] = {"list_events", NULL};
    uint32_t *slots = malloc((count + 1) * sizeof *slots);
    if (!slots)
        return ts_fail_memory(context, "a list of events");
    const uint32_t all = give_slots(list, wanted, count, slots), items = all / list->events_of_item;
    ts_status status = make_room(context, list, shared, LIST_TAKEN + all + (1 + RUN_WORDS) * (size_t)items,
                                 (size_t)list->row_count * all * event_list_scalar(list));
    if (!status) {
        request_records(list, shared, wanted, count, slots, all);
        status = launch(context, list, shared, kernels, items, (size_t)list->record_rows * all);
    }
    struct turning work = {list, shared->values, records, wanted, slots, all, count, stride};
    if (!status)
        status = parallel_run(context, shared->threads, (count + TURNED - 1) / TURNED, turn, &work);
    free(slots);
    return status;
}

/* How many of the events go into one launch: where they shower, those of a channel. */
static uint32_t of_launch(const struct event_list *list, const struct event_wanted *wanted, uint32_t count)
{
    uint32_t same = 0;
    while (same < count && (!list->showers || wanted[same].channel == wanted[0].channel))
        ++same;
    return same;
}

static ts_status record_all(ts_context *context, const struct event_list *list, struct event_shared *shared,
                            const struct event_wanted *wanted, uint32_t count, void *records, size_t stride)
{
    ts_status status = TS_OK;
    for (uint32_t done = 0, more; done < count && !status; done += more) {
        more = of_launch(list, wanted + done, count - done);
        status = record_own(context, list, shared, wanted + done, more, records, stride);
    }
    return status;
}

/* Each rank makes its share of the records, and all get those of all. */
static ts_status record_share(ts_context *context, const struct event_list *list, struct event_shared *shared,
                              const struct event_wanted *wanted, uint32_t count,
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
    return status ? status : exchange(context, own, all, rows, count, event_list_scalar(list));
}

static ts_status record_shares(ts_context *context, const struct event_list *list,
                               struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                               void *records, size_t stride)
{
    const size_t scalar = event_list_scalar(list), bytes = (size_t)list->record_rows * scalar;
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

ts_status event_list_record(ts_context *context, struct event_list *list, struct event_shared *shared,
                            const struct event_wanted *wanted, uint32_t count, void *records, size_t stride)
{
    return ranks_count(context) > 1 ? record_shares(context, list, shared, wanted, count, records, stride)
                                    : record_all(context, list, shared, wanted, count, records, stride);
}
