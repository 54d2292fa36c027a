#include "run/event_list.h"

#include "integrate/grid.h"
#include "shower/list_layout.h"

#include <stdlib.h>

enum { REQUEST_WORDS = LIST_TAKEN + EVENT_LIST_MOST / LIST_ITEM + EVENT_LIST_MOST };

static size_t scalar_bytes(const struct event_list *list)
{
    return list->process->double_precision ? sizeof(double) : sizeof(float);
}

static ts_status compile(ts_context *context, struct device *device, struct event_list *list)
{
    struct source source = {0};
    source_append(&source, "%s#include \"shower/list.h\"\n", list->process->integrand.text);
    const struct program_text text = {.text = source.text,
                                      .double_precision = list->process->double_precision,
                                      .kind = PROGRAM_MAPS};
    ts_status status = source.failed
                           ? ts_fail_memory(context, "a program")
                           : device_compile(context, device, &text, &list->program, &list->seconds_compile);
    source_free(&source);
    return status;
}

static ts_status make_buffers(ts_context *context, struct device *device, const struct integral *integral,
                              struct event_list *list)
{
    const struct integrand *integrand = &list->process->integrand;
    const int wide = list->process->double_precision;
    const size_t rows = (size_t)list->row_count * EVENT_LIST_MOST;
    list->request = calloc(REQUEST_WORDS, sizeof *list->request);
    list->scalars = malloc(rows * scalar_bytes(list));
    list->rows = malloc(rows * sizeof *list->rows);
    if (!list->request || !list->scalars || !list->rows)
        return ts_fail_memory(context, "a list of events");
    ts_status status = scalars_create(context, device, wide, integrand->parameters,
                                      integrand->parameter_count, &list->buffers[0]);
    if (!status)
        status = scalars_create(context, device, wide, integral->grid, integral->grid_length,
                                &list->buffers[1]);
    if (!status)
        status = device_buffer_create(context, device, REQUEST_WORDS * sizeof *list->request, NULL,
                                      &list->buffers[2]);
    if (!status)
        status = device_buffer_create(context, device, rows * scalar_bytes(list), NULL, &list->buffers[3]);
    return status;
}

ts_status event_list_create(ts_context *context, struct device *device, const struct process *process,
                            const struct integral *integral, uint64_t seed, struct event_list *list)
{
    *list = (struct event_list){
        .process = process,
        .seed = seed,
        .row_count = LIST_ROWS_FOR(process->shower.settings.max_partons),
    };
    ts_status status = compile(context, device, list);
    return status ? status : make_buffers(context, device, integral, list);
}

void event_list_destroy(struct event_list *list)
{
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&list->buffers[i]);
    device_release(&list->program);
    free(list->request);
    free(list->scalars);
    free(list->rows);
    *list = (struct event_list){0};
}

/* Asks for whole items, so that some events come beyond those wanted. */
static uint32_t fill_request(struct event_list *list, uint64_t first, uint32_t count)
{
    const uint32_t items = (count + LIST_ITEM - 1) / LIST_ITEM, slots = items * LIST_ITEM;
    uint32_t *request = list->request, *offsets = request + LIST_TAKEN + items;
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)list->seed;
    request[LIST_SEED_HIGH] = (uint32_t)(list->seed >> 32);
    request[LIST_SLOTS] = slots;
    for (uint32_t i = 0; i < slots; ++i)
        offsets[i] = i;
    return slots;
}

ts_status event_list_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                          struct event_batch *batch)
{
    struct event_list *list = data;
    const uint32_t slots = fill_request(list, first, count);
    const size_t numbers = (size_t)list->row_count * slots;
    const double unit = list->process->integrand.unit;
    ts_status status = device_buffer_write(context, list->buffers[2], list->request);
    if (!status)
        status = device_map(context, list->program, "list_events", list->buffers, slots / LIST_ITEM);
    if (!status)
        status = device_buffer_read(context, list->buffers[3], list->scalars);
    if (status)
        return status;
    for (size_t i = 0; i < numbers; ++i)
        list->rows[i] = list->process->double_precision ? ((const double *)list->scalars)[i]
                                                        : (double)((const float *)list->scalars)[i];
    double *weights = list->rows + (size_t)(list->row_count - 1) * slots;
    for (uint32_t i = 0; i < slots; ++i)
        weights[i] *= unit;
    *batch = (struct event_batch){.weights = weights, .rows = list->rows, .capacity = slots};
    return TS_OK;
}
