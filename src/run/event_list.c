#include "run/event_list.h"

#include "core/ranks.h"
#include "device/ranks/ranks_device.h"
#include "event/record_layout.h"
#include "event/request.h"
#include "integrate/grid.h"

#include <stdlib.h>
#include <string.h>

enum { REQUEST_WORDS = LIST_TAKEN + 2 * EVENT_LIST_MOST };

static size_t scalar_bytes(const struct event_list *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

static ts_status compile(ts_context *context, struct device *device, struct event_list *list)
{
    struct source source = {0};
    source_append(&source, "#define EVENTS_ALONE 1\n%s%s#include \"event/list.h\"\n",
                  list->integrand->two_stages ? "#define EVENTS_FILL 1\n" : "", list->integrand->text);
    const struct program_text text = {.text = source.text,
                                      .double_precision = list->wide,
                                      .compile_seconds = list->integrand->compile_seconds,
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

ts_status event_list_share(ts_context *context, struct device *device, const struct integrand *integrands,
                           const struct integral *parts, size_t count, struct event_shared *shared)
{
    size_t grids = 0, taken = 0;
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

/* How many rows the program has. */
static ts_status ask_rows(ts_context *context, struct device *device, struct event_list *list)
{
    double wide[4] = {0};
    float narrow[4] = {0};
    ts_status status = device_buffer_create(context, device, 4 * scalar_bytes(list), NULL, &list->buffers[3]);
    if (!status)
        status = device_map(context, list->program, "list_facts", list->buffers, 1);
    if (!status)
        status = device_buffer_read(context, list->buffers[3], list->wide ? (void *)wide : (void *)narrow);
    device_buffer_destroy(&list->buffers[3]);
    list->row_count = (int)(list->wide ? wide[0] : (double)narrow[0]);
    list->record_rows = (int)(list->wide ? wide[1] : (double)narrow[1]);
    list->extra_rows = (int)(list->wide ? wide[3] : (double)narrow[3]);
    list->events_of_item = (uint32_t)(list->wide ? wide[2] : (double)narrow[2]);
    return status;
}

static ts_status make_buffers(ts_context *context, struct device *device, struct event_list *list)
{
    const struct integrand *integrand = list->integrand;
    list->request = calloc(REQUEST_WORDS, sizeof *list->request);
    list->weights = malloc(EVENT_LIST_MOST * sizeof *list->weights);
    if (!list->request || !list->weights)
        return ts_fail_memory(context, "a list of events");
    ts_status status = scalars_create(context, device, list->wide, integrand->parameters,
                                      integrand->parameter_count, &list->buffers[0]);
    if (!status)
        status = device_buffer_create(context, device, REQUEST_WORDS * sizeof *list->request, NULL,
                                      &list->buffers[2]);
    if (!status)
        status = ask_rows(context, device, list);
    const size_t bytes = (size_t)list->row_count * EVENT_LIST_MOST * scalar_bytes(list);
    list->rows = status ? NULL : malloc(bytes);
    if (!status && !list->rows)
        return ts_fail_memory(context, "a list of events");
    return status ? status : device_buffer_create(context, device, bytes, NULL, &list->buffers[3]);
}

/* With many ranks each makes its share of the events, by its own device. */
ts_status event_list_create(ts_context *context, struct device *device, const struct integrand *integrand,
                            const struct event_shared *shared, size_t grid, uint64_t seed,
                            struct event_list *list)
{
    device = ranks_device_own(device);
    *list = (struct event_list){
        .integrand = integrand,
        .seed = seed,
        .wide = is_wide(integrand),
        .grid = (uint32_t)grid,
        .tables = shared->tables,
    };
    list->buffers[1] = shared->buffer;
    ts_status status = compile(context, device, list);
    return status ? status : make_buffers(context, device, list);
}

void event_list_destroy(struct event_list *list)
{
    list->buffers[1] = NULL;
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&list->buffers[i]);
    device_release(&list->program);
    free(list->request);
    free(list->rows);
    free(list->weights);
    *list = (struct event_list){0};
}

/* Asks for whole items, so that some events come beyond those wanted: the last one again. */
static uint32_t fill_request(struct event_list *list, uint64_t first, const uint32_t *offsets, uint32_t count,
                             int weights_alone)
{
    const uint32_t of_item = list->events_of_item;
    const uint32_t items = (count + of_item - 1) / of_item, slots = items * of_item;
    uint32_t *request = list->request, *of_slots = request + LIST_TAKEN + items;
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)list->seed;
    request[LIST_SEED_HIGH] = (uint32_t)(list->seed >> 32);
    request[LIST_SLOTS] = slots;
    request[LIST_TABLES] = list->tables;
    request[LIST_GRID] = list->grid;
    request[LIST_WEIGHTS] = (uint32_t)weights_alone;
    for (uint32_t i = 0; i < slots; ++i) {
        const uint32_t which = i < count ? i : count - 1;
        of_slots[i] = offsets ? offsets[which] : which;
    }
    return slots;
}

/* The events of this rank: `rows` of each, in *slots columns. */
static ts_status make_own(ts_context *context, struct event_list *list, uint64_t first,
                          const uint32_t *offsets, uint32_t count, int weights_alone, size_t rows,
                          uint32_t *slots)
{
    *slots = count ? fill_request(list, first, offsets, count, weights_alone) : 0;
    if (!count)
        return TS_OK;
    ts_status status = device_buffer_write(context, list->buffers[2], list->request);
    if (!status)
        status = device_map(context, list->program, "list_events", list->buffers,
                            *slots / list->events_of_item);
    if (!status)
        status = device_buffer_read_front(context, list->buffers[3], list->rows,
                                          rows * *slots * scalar_bytes(list));
    return status;
}

/* All ranks get the events of all, whose columns are put together in the order of the ranks. */
static ts_status exchange(ts_context *context, struct event_list *list, uint32_t count, size_t rows,
                          uint32_t own_slots, char *own, char *all, size_t *sizes)
{
    const size_t bytes = scalar_bytes(list), ranks = (size_t)ranks_count(context);
    uint64_t begin, share;
    for (size_t rank = 0; rank < ranks; ++rank)
        sizes[rank] = rows * ranks_share(context, (int)rank, count, &begin) * bytes;
    share = ranks_share(context, ranks_own(context), count, &begin);
    for (size_t row = 0; row < rows; ++row)
        memcpy(own + row * share * bytes, (const char *)list->rows + row * own_slots * bytes, share * bytes);
    ts_status status = ranks_gather(context, "a list of events", TS_OK, own, all, sizes);
    for (size_t rank = 0, from = 0; rank < ranks && !status; from += sizes[rank++]) {
        share = ranks_share(context, (int)rank, count, &begin);
        for (size_t row = 0; row < rows; ++row)
            memcpy((char *)list->rows + (row * count + begin) * bytes, all + from + row * share * bytes,
                   share * bytes);
    }
    return status;
}

static ts_status gather_events(ts_context *context, struct event_list *list, uint32_t count, size_t rows,
                               uint32_t own_slots)
{
    const size_t bytes = rows * count * scalar_bytes(list);
    size_t *sizes = calloc((size_t)ranks_count(context), sizeof *sizes);
    char *own = malloc(bytes + 1), *all = malloc(bytes + 1);
    const ts_status status = sizes && own && all
                                 ? exchange(context, list, count, rows, own_slots, own, all, sizes)
                                 : ts_fail_memory(context, "a list of events");
    free(sizes);
    free(own);
    free(all);
    return status;
}

static ts_status make_events(ts_context *context, struct event_list *list, uint64_t first,
                             const uint32_t *offsets, uint32_t count, int weights_alone,
                             struct event_batch *batch)
{
    const double unit = list->integrand->unit;
    const size_t rows = weights_alone ? RECORD_WEIGHT + 1 : (size_t)list->record_rows;
    uint64_t begin;
    const uint32_t share = (uint32_t)ranks_share(context, ranks_own(context), count, &begin);
    uint32_t slots;
    ts_status status = make_own(context, list, offsets ? first : first + begin,
                                offsets ? offsets + begin : NULL, share, weights_alone, rows, &slots);
    if (!status && ranks_count(context) > 1) {
        status = gather_events(context, list, count, rows, slots);
        slots = count;
    }
    if (status)
        return status;
    *batch = (struct event_batch){.weights = list->weights,
                                  .rows = list->rows,
                                  .wide = list->wide,
                                  .capacity = slots};
    for (uint32_t i = 0; i < count; ++i)
        list->weights[i] = unit * event_batch_value(batch, RECORD_WEIGHT, i);
    return TS_OK;
}

ts_status event_list_make(ts_context *context, struct event_list *list, uint64_t first,
                          const uint32_t *offsets, uint32_t count, struct event_batch *batch)
{
    return make_events(context, list, first, offsets, count, 0, batch);
}

ts_status event_list_weigh(ts_context *context, struct event_list *list, uint64_t first, uint32_t count,
                           const double **weights)
{
    struct event_batch batch;
    const ts_status status = make_events(context, list, first, NULL, count, 1, &batch);
    *weights = list->weights;
    return status;
}
