#include "events/single_events.h"

#include "device/ranks/ranks_device.h"
#include "integrate/grid.h"

#include <stdlib.h>
#include <string.h>

size_t single_events_scalar(const struct single_events *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

static int is_wide(const struct integrand *integrand)
{
    return integrand->double_precision || integrand->mixed || integrand->two_stages;
}

struct program_text single_events_program(const struct integrand *integrand, struct source *source)
{
    source_append(source, "%s%s", integrand->two_stages ? "#define EVENTS_FILL 1\n" : "", integrand->text);
    return (struct program_text){.text = source->text,
                                 .double_precision = is_wide(integrand),
                                 .with_events = integrand->with_events,
                                 .compile_seconds = integrand->compile_seconds,
                                 .kind = PROGRAM_EVENTS};
}

static ts_status compile(ts_context *context, struct device *device, const struct integrand *integrand,
                         struct single_events *list, struct single_events_part *part)
{
    struct source source = {0};
    const struct program_text text = single_events_program(integrand, &source);
    double seconds = 0;
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                                     : device_compile(context, device, &text, &part->program, &seconds);
    list->seconds_compile += seconds;
    source_free(&source);
    return status;
}

ts_status event_shared_create(ts_context *context, struct device *device, const struct integrand *integrands,
                              const struct integral *parts, size_t count, int threads,
                              struct event_shared *shared)
{
    size_t grids = 0, taken = 0;
    struct device *devices[MANY_MOST];
    *shared = (struct event_shared){.threads = threads};
    shared->part_count = many_parts(ranks_device_own(device), devices);
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
    ts_status status = TS_OK;
    for (size_t i = 0; i < shared->part_count && !status; ++i)
        status = scalars_create_before(context, devices[i], is_wide(&integrands[0]), values, length,
                                       integrands[0].integers, integrands[0].integer_count,
                                       &shared->parts[i].buffer);
    free(values);
    return status;
}

void event_shared_destroy(struct event_shared *shared)
{
    for (size_t i = 0; i < shared->part_count; ++i) {
        device_buffer_destroy(&shared->parts[i].buffer);
        device_buffer_destroy(&shared->parts[i].request);
        device_buffer_destroy(&shared->parts[i].rows);
        free(shared->parts[i].words);
    }
    host_memory_free(&shared->values);
    *shared = (struct event_shared){0};
}

enum { FACTS = 11 };

/* What the program of a part says of itself. */
static ts_status ask_facts(ts_context *context, struct device *device, struct single_events *list,
                           struct single_events_part *part)
{
    double *facts = NULL;
    size_t count;
    struct device_buffer *buffers[MAP_BUFFERS] = {NULL};
    const size_t bytes = FACTS * single_events_scalar(list);
    ts_status status = device_buffer_create(context, device, bytes, NULL, &buffers[MAP_BUFFERS - 1]);
    if (!status)
        status = device_map(context, part->program, "list_facts", buffers, 1);
    if (!status)
        status = scalars_read(context, buffers[MAP_BUFFERS - 1], list->wide, &facts, &count);
    device_buffer_destroy(&buffers[MAP_BUFFERS - 1]);
    if (!status) {
        part->row_count = (int)facts[0];
        list->record_rows = (int)facts[1];
        part->events_of_item = (uint32_t)facts[2];
        list->extra_rows = (int)facts[3];
        part->weigh_rows = (int)facts[4];
        list->weigh_rows = part->weigh_rows > list->weigh_rows ? part->weigh_rows : list->weigh_rows;
        list->showers = (int)facts[5];
        list->particles = (int)facts[6];
        list->configurations = (int)facts[7];
        part->squares = (struct map_groups){(size_t)facts[8], (size_t)facts[9]};
        part->events_of_squares = (uint32_t)facts[10];
    }
    free(facts);
    return status;
}

/* The parameters of all channels, one behind the other. */
static ts_status hand_over_parameters(ts_context *context, struct device *device,
                                      const struct integrand *const *integrands,
                                      const struct single_events *list, struct single_events_part *part)
{
    const size_t each = integrands[0]->parameter_count;
    double *all = malloc((list->channel_count * each + 1) * sizeof *all);
    if (!all)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < list->channel_count; ++i)
        memcpy(all + i * each, integrands[i]->parameters, each * sizeof *all);
    const ts_status status = scalars_create(context, device, list->wide, all, list->channel_count * each,
                                            &part->parameters);
    free(all);
    return status;
}

/* With many ranks each makes its share of the events, by its own device. */
ts_status single_events_create(ts_context *context, struct device *device,
                               const struct integrand *const *integrands, const size_t *grids, size_t count,
                               uint64_t seed, struct single_events *list)
{
    struct device *devices[MANY_MOST];
    *list = (struct single_events){.seed = seed, .wide = is_wide(integrands[0]), .channel_count = count};
    list->part_count = many_parts(ranks_device_own(device), devices);
    list->units = malloc(count * sizeof *list->units);
    list->grids = malloc(count * sizeof *list->grids);
    if (!list->units || !list->grids)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < count; ++i) {
        list->units[i] = integrands[i]->unit;
        list->grids[i] = (uint32_t)grids[i];
    }
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        status = compile(context, devices[i], integrands[0], list, &list->parts[i]);
        if (!status)
            status = hand_over_parameters(context, devices[i], integrands, list, &list->parts[i]);
        if (!status)
            status = ask_facts(context, devices[i], list, &list->parts[i]);
    }
    return status;
}

void single_events_destroy(struct single_events *list)
{
    for (size_t i = 0; i < list->part_count; ++i) {
        if (list->parts[i].program) /* which may be at work still */
            device_wait(NULL, list->parts[i].program->device);
        device_buffer_destroy(&list->parts[i].parameters);
        device_release(&list->parts[i].program);
    }
    free(list->units);
    free(list->grids);
    *list = (struct single_events){0};
}
