#include "device/many/many.h"

#include "device/totals.h"

#include <stdio.h>
#include <stdlib.h>

struct many_device {
    struct device base;
    size_t count;
    struct device *parts[MANY_MOST];
};

/* A buffer has a copy on each part. */
struct many_buffer {
    struct device_buffer base;
    size_t count;
    struct device_buffer *parts[MANY_MOST];
};

struct many_program {
    struct device_program base;
    size_t count;
    struct device_program *parts[MANY_MOST];
};

static const struct device_backend many_backend;

static void many_close(struct device *device)
{
    struct many_device *many = (struct many_device *)device;
    for (size_t i = 0; i < many->count; ++i)
        device_close(&many->parts[i]);
    free(many);
}

ts_status many_create(ts_context *context, struct device **parts, size_t count, const char *name,
                      struct device **device)
{
    struct many_device *many = calloc(1, sizeof *many);
    *device = NULL;
    if (!many) {
        for (size_t i = 0; i < count; ++i)
            device_close(&parts[i]);
        return ts_fail_memory(context, "the devices");
    }
    many->count = count;
    for (size_t i = 0; i < count; ++i)
        many->parts[i] = parts[i];
    many->base.backend = &many_backend;
    many->base.has_double = 1;
    for (size_t i = 0; i < count; ++i)
        many->base.has_double = many->base.has_double && parts[i]->has_double;
    for (size_t i = 0; i < count; ++i)
        if (parts[i]->constant_most &&
            (!many->base.constant_most || parts[i]->constant_most < many->base.constant_most))
            many->base.constant_most = parts[i]->constant_most;
    snprintf(many->base.description, sizeof many->base.description, "%s", name);
    *device = &many->base;
    return TS_OK;
}

size_t many_parts(struct device *device, struct device *parts[MANY_MOST])
{
    const struct many_device *many = (const struct many_device *)device;
    if (device->backend != &many_backend) {
        parts[0] = device;
        return 1;
    }
    for (size_t i = 0; i < many->count; ++i)
        parts[i] = many->parts[i];
    return many->count;
}

static void many_buffer_destroy(struct device_buffer *buffer)
{
    struct many_buffer *many = (struct many_buffer *)buffer;
    for (size_t i = 0; i < many->count; ++i)
        device_buffer_destroy(&many->parts[i]);
    free(many);
}

static ts_status many_buffer_create(ts_context *context, struct device *device, size_t bytes,
                                    const void *data, struct device_buffer **result)
{
    const struct many_device *many = (const struct many_device *)device;
    struct many_buffer *buffer = calloc(1, sizeof *buffer);
    *result = NULL;
    if (!buffer)
        return ts_fail_memory(context, "a buffer");
    buffer->base = (struct device_buffer){.device = device, .bytes = bytes};
    buffer->count = many->count;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i)
        status = device_buffer_create(context, many->parts[i], bytes, data, &buffer->parts[i]);
    if (status)
        many_buffer_destroy(&buffer->base);
    else
        *result = &buffer->base;
    return status;
}

static ts_status many_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data)
{
    const struct many_buffer *many = (const struct many_buffer *)buffer;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i)
        status = device_buffer_write(context, many->parts[i], data);
    return status;
}

static ts_status many_buffer_clear(ts_context *context, struct device_buffer *buffer)
{
    const struct many_buffer *many = (const struct many_buffer *)buffer;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i)
        status = device_buffer_clear(context, many->parts[i]);
    return status;
}

/* Where copies differ, the first has what all made together. */
static ts_status many_buffer_read(ts_context *context, struct device_buffer *buffer, void *data, size_t bytes)
{
    return device_buffer_read_front(context, ((const struct many_buffer *)buffer)->parts[0], data, bytes);
}

static ts_status many_buffer_copy(ts_context *context, struct device_buffer *to,
                                  const struct device_buffer *from)
{
    const struct many_buffer *target = (const struct many_buffer *)to;
    ts_status status = TS_OK;
    for (size_t i = 0; i < target->count && !status; ++i)
        status = device_buffer_copy(context, target->parts[i], ((const struct many_buffer *)from)->parts[i]);
    return status;
}

static void many_release(struct device_program *program)
{
    struct many_program *many = (struct many_program *)program;
    for (size_t i = 0; i < many->count; ++i)
        device_release(&many->parts[i]);
    free(many);
}

/* A part of the same kind as one before it finds its program in the cache. */
static ts_status many_compile(ts_context *context, struct device *device, const struct program_text *text,
                              struct device_program **result, double *compile_seconds)
{
    const struct many_device *many = (const struct many_device *)device;
    struct many_program *program = calloc(1, sizeof *program);
    *result = NULL;
    if (!program)
        return ts_fail_memory(context, "a program");
    program->count = many->count;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i)
        status = device_compile(context, many->parts[i], text, &program->parts[i], compile_seconds);
    if (status) {
        many_release(&program->base);
        return status;
    }
    program->base = (struct device_program){.device = device,
                                            .lanes = program->parts[0] ? program->parts[0]->lanes : 1};
    *result = &program->base;
    return TS_OK;
}

static struct device_buffer *part_of(struct device_buffer *buffer, size_t part)
{
    return buffer ? ((struct many_buffer *)buffer)->parts[part] : NULL;
}

static struct pipeline_buffers buffers_of(const struct pipeline_buffers *buffers, size_t part)
{
    return (struct pipeline_buffers){.parameters = part_of(buffers->parameters, part),
                                     .tables = part_of(buffers->tables, part),
                                     .grid = part_of(buffers->grid, part),
                                     .binnings = part_of(buffers->binnings, part),
                                     .totals = part_of(buffers->totals, part),
                                     .bins = buffers->bins,
                                     .follows_accepted = buffers->follows_accepted,
                                     .refinement = part_of(buffers->refinement, part),
                                     .every_weight = part_of(buffers->every_weight, part),
                                     .wide = {.parameters = part_of(buffers->wide.parameters, part),
                                              .tables = part_of(buffers->wide.tables, part),
                                              .grid = part_of(buffers->wide.grid, part)}};
}

typedef void merge_function(int64_t *into, const int64_t *from, size_t length);

/* Merges what the parts have of a buffer of sums. */
static ts_status gather_sums(ts_context *context, const struct device_buffer *buffer, merge_function *merge,
                             int64_t *sum)
{
    const struct many_buffer *many = (const struct many_buffer *)buffer;
    int64_t *own = malloc(buffer->bytes + 1);
    ts_status status = own ? device_buffer_read(context, many->parts[0], sum)
                           : ts_fail_memory(context, "the sums");
    for (size_t i = 1; i < many->count && !status; ++i) {
        status = device_buffer_read(context, many->parts[i], own);
        if (!status)
            merge(sum, own, buffer->bytes / sizeof *sum);
    }
    free(own);
    return status;
}

/* Merges what the parts have of a buffer of sums into the first `targets` of them. */
static ts_status merge_sums(ts_context *context, struct device_buffer *buffer, size_t targets,
                            merge_function *merge)
{
    const struct many_buffer *many = (const struct many_buffer *)buffer;
    int64_t *sum = malloc(buffer->bytes + 1);
    ts_status status = sum ? gather_sums(context, buffer, merge, sum) : ts_fail_memory(context, "the sums");
    for (size_t i = 0; i < targets && !status; ++i)
        status = device_buffer_write(context, many->parts[i], sum);
    free(sum);
    return status;
}

/* The totals of a sweep know how many of their words are maxima by the components. */
static ts_status merge_sweep(ts_context *context, const struct cubature_buffers *buffers)
{
    const struct many_buffer *many = (const struct many_buffer *)buffers->totals;
    const size_t bytes = buffers->totals->bytes;
    int64_t *sum = malloc(bytes + 1), *own = malloc(bytes + 1);
    ts_status status = sum && own ? device_buffer_read(context, many->parts[0], sum)
                                  : ts_fail_memory(context, "the sums");
    for (size_t i = 1; i < many->count && !status; ++i) {
        status = device_buffer_read(context, many->parts[i], own);
        if (!status)
            totals_merge_sweep(sum, own, bytes / sizeof *sum, buffers->components);
    }
    if (!status)
        status = device_buffer_write(context, many->parts[0], sum);
    free(sum);
    free(own);
    return status;
}

static void add(int64_t *into, const int64_t *from, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        into[i] += from[i];
}

static ts_status many_sums_read(ts_context *context, struct device_buffer *buffer, int64_t *sums)
{
    return gather_sums(context, buffer, add, sums);
}

/* The first part has all of them. */
static ts_status many_sums_write(ts_context *context, struct device_buffer *buffer, const int64_t *sums)
{
    ts_status status = many_buffer_clear(context, buffer);
    return status ? status : device_buffer_write(context, ((struct many_buffer *)buffer)->parts[0], sums);
}

/* A GPU takes its share and returns at once: they work at the same time. What is read first waits. */
static ts_status many_integrate(ts_context *context, struct device_program *program,
                                const struct pipeline_iteration *iteration,
                                const struct pipeline_buffers *buffers, uint64_t first, uint64_t count)
{
    const struct many_program *many = (const struct many_program *)program;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i) {
        const struct pipeline_buffers own = buffers_of(buffers, i);
        uint64_t begin = count * i / many->count, end = count * (i + 1) / many->count;
        status = device_integrate(context, many->parts[i], iteration, &own, first + begin, end - begin);
    }
    return status ? status : merge_sums(context, buffers->totals, 1, totals_merge);
}

static ts_status many_refine(ts_context *context, struct device_program *program,
                             const struct pipeline_buffers *buffers, double damping)
{
    const struct many_program *many = (const struct many_program *)program;
    ts_status status = merge_sums(context, buffers->refinement, many->count, add);
    for (size_t i = 0; i < many->count && !status; ++i) {
        const struct pipeline_buffers own = buffers_of(buffers, i);
        status = device_refine(context, many->parts[i], &own, damping);
    }
    return status;
}

static struct cubature_buffers sweep_buffers_of(const struct cubature_buffers *buffers, size_t part)
{
    return (struct cubature_buffers){.parameters = part_of(buffers->parameters, part),
                                     .data = part_of(buffers->data, part),
                                     .grid = part_of(buffers->grid, part),
                                     .best = part_of(buffers->best, part),
                                     .scales = part_of(buffers->scales, part),
                                     .directions = part_of(buffers->directions, part),
                                     .totals = part_of(buffers->totals, part),
                                     .refinement = part_of(buffers->refinement, part),
                                     .strata = part_of(buffers->strata, part),
                                     .spread = part_of(buffers->spread, part),
                                     .shown = part_of(buffers->shown, part),
                                     .dimensions = buffers->dimensions,
                                     .components = buffers->components};
}

/* What is shown is asked of the first part alone, by a sweep of one unit. */
static ts_status many_sweep(ts_context *context, struct device_program *program,
                            const struct cubature_sweep *sweep, const struct cubature_buffers *buffers,
                            uint64_t first, uint64_t count)
{
    const struct many_program *many = (const struct many_program *)program;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i) {
        const struct cubature_buffers own = sweep_buffers_of(buffers, i);
        /* The first part has the longest share: all of it where there is one unit. */
        uint64_t begin = (count * i + many->count - 1) / many->count;
        uint64_t end = (count * (i + 1) + many->count - 1) / many->count;
        status = device_sweep(context, many->parts[i], sweep, &own, first + begin, end - begin);
    }
    if (!status && sweep->learn)
        status = merge_sums(context, buffers->spread, 1, add);
    return status ? status : merge_sweep(context, buffers);
}

static ts_status many_sweep_refine(ts_context *context, struct device_program *program,
                                   const struct cubature_buffers *buffers,
                                   const struct cubature_refinement *how)
{
    const struct many_program *many = (const struct many_program *)program;
    ts_status status = merge_sums(context, buffers->refinement, many->count, add);
    for (size_t i = 0; i < many->count && !status; ++i) {
        const struct cubature_buffers own = sweep_buffers_of(buffers, i);
        status = device_sweep_refine(context, many->parts[i], &own, how);
    }
    return status;
}

static ts_status many_wait(ts_context *context, struct device *device)
{
    const struct many_device *many = (const struct many_device *)device;
    ts_status status = TS_OK;
    for (size_t i = 0; i < many->count && !status; ++i)
        status = device_wait(context, many->parts[i]);
    return status;
}

/* Kernels over items are short: the first part runs them. Lists of events are shared out by who asks for them
 * (events/single_launch.h). */
static ts_status many_map(ts_context *context, struct device_program *program, const char *name,
                          struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                          uint64_t count)
{
    struct device_buffer *own[MAP_BUFFERS];
    for (int i = 0; i < MAP_BUFFERS; ++i)
        own[i] = part_of(buffers[i], 0);
    return device_map_groups(context, ((struct many_program *)program)->parts[0], name, groups, own, count);
}

static const struct device_backend many_backend = {
    .name = "many",
    .close = many_close,
    .buffer_create = many_buffer_create,
    .buffer_destroy = many_buffer_destroy,
    .buffer_write = many_buffer_write,
    .buffer_clear = many_buffer_clear,
    .buffer_read = many_buffer_read,
    .buffer_copy = many_buffer_copy,
    .sums_read = many_sums_read,
    .sums_write = many_sums_write,
    .compile = many_compile,
    .release = many_release,
    .integrate = many_integrate,
    .refine = many_refine,
    .sweep = many_sweep,
    .sweep_refine = many_sweep_refine,
    .map = many_map,
    .wait = many_wait,
};
