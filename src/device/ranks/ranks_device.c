#include "device/ranks/ranks_device.h"

#include "core/clock.h"
#include "core/ranks.h"
#include "device/totals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ranks_device {
    struct device base;
    struct device *own;
};

struct ranks_buffer {
    struct device_buffer base;
    struct device_buffer *own;
};

struct ranks_program {
    struct device_program base;
    struct device_program *own;
};

static const struct device_backend ranks_backend;

static void ranks_close(struct device *device)
{
    device_close(&((struct ranks_device *)device)->own);
    free(device);
}

ts_status ranks_device_create(ts_context *context, ts_status status, struct device *own,
                              struct device **device)
{
    struct ranks_device *ranks = calloc(1, sizeof *ranks);
    *device = NULL;
    if (!status && !ranks)
        status = ts_fail_memory(context, "a device");
    int64_t lacks_double = own && !own->has_double;
    const struct ranks_words words = {.maxima = &lacks_double, .maxima_count = 1};
    status = ranks_reduce(context, "the opening of a device", status, &words);
    if (status || !ranks || !own) {
        device_close(&own);
        free(ranks);
        return status;
    }
    ranks->own = own;
    ranks->base.backend = &ranks_backend;
    ranks->base.has_double = !lacks_double;
    snprintf(ranks->base.description, sizeof ranks->base.description, "%s", own->description);
    *device = &ranks->base;
    return TS_OK;
}

struct device *ranks_device_own(struct device *device)
{
    return device->backend == &ranks_backend ? ((struct ranks_device *)device)->own : device;
}

static struct device_buffer *own_of(struct device_buffer *buffer)
{
    return buffer ? ((struct ranks_buffer *)buffer)->own : NULL;
}

static void ranks_buffer_destroy(struct device_buffer *buffer)
{
    struct ranks_buffer *ranks = (struct ranks_buffer *)buffer;
    device_buffer_destroy(&ranks->own);
    free(ranks);
}

static ts_status ranks_buffer_create(ts_context *context, struct device *device, size_t bytes,
                                     const void *data, struct device_buffer **result)
{
    struct ranks_buffer *buffer = calloc(1, sizeof *buffer);
    struct device_buffer *own = NULL;
    *result = NULL;
    ts_status status = buffer ? device_buffer_create(context, ((struct ranks_device *)device)->own, bytes,
                                                     data, &own)
                              : ts_fail_memory(context, "a buffer");
    if (data)
        ranks_note(context, data, bytes);
    status = ranks_agree(context, "the device's memory", status);
    if (status || !buffer) {
        device_buffer_destroy(&own);
        free(buffer);
        return status;
    }
    *buffer = (struct ranks_buffer){{.device = device, .bytes = bytes}, own};
    *result = &buffer->base;
    return TS_OK;
}

/* What one rank alone might fail at is told when all meet next: here nobody waits for the others. */
static ts_status ranks_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data)
{
    ranks_note(context, data, buffer->bytes);
    ranks_defer(context, device_buffer_write(context, own_of(buffer), data));
    return TS_OK;
}

static ts_status ranks_buffer_clear(ts_context *context, struct device_buffer *buffer)
{
    ranks_defer(context, device_buffer_clear(context, own_of(buffer)));
    return TS_OK;
}

static ts_status ranks_buffer_copy(ts_context *context, struct device_buffer *to,
                                   const struct device_buffer *from)
{
    ranks_defer(context, device_buffer_copy(context, own_of(to), ((const struct ranks_buffer *)from)->own));
    return TS_OK;
}

static ts_status ranks_buffer_read(ts_context *context, struct device_buffer *buffer, void *data,
                                   size_t bytes)
{
    return device_buffer_read_front(context, own_of(buffer), data, bytes);
}

/* The sum over all ranks, which stays spread over them. */
static ts_status ranks_sums_read(ts_context *context, struct device_buffer *buffer, int64_t *sums)
{
    const struct ranks_words words = {.sums = sums, .sums_count = buffer->bytes / sizeof *sums};
    ts_status status = device_sums_read(context, own_of(buffer), sums);
    return ranks_reduce(context, "sums that are kept", status, &words);
}

/* Rank 0 has all of them. */
static ts_status ranks_sums_write(ts_context *context, struct device_buffer *buffer, const int64_t *sums)
{
    ranks_note(context, sums, buffer->bytes);
    ranks_defer(context, ranks_first(context) ? device_sums_write(context, own_of(buffer), sums)
                                              : device_buffer_clear(context, own_of(buffer)));
    return TS_OK;
}

static void ranks_release(struct device_program *program)
{
    device_release(&((struct ranks_program *)program)->own);
    free(program);
}

static ts_status ranks_compile(ts_context *context, struct device *device, const struct program_text *text,
                               struct device_program **result, double *compile_seconds)
{
    struct ranks_program *program = calloc(1, sizeof *program);
    struct device_program *own = NULL;
    *result = NULL;
    ranks_note(context, text->text, strlen(text->text));
    ts_status status = ranks_agree(context, "the text of a program",
                                   program ? TS_OK : ts_fail_memory(context, "a program"));
    if (!status)
        status = device_compile(context, ((struct ranks_device *)device)->own, text, &own, compile_seconds);
    status = ranks_agree(context, "a compiled program", status);
    if (status || !own || !program) {
        device_release(&own);
        free(program);
        return status;
    }
    *program = (struct ranks_program){{.device = device, .lanes = own->lanes}, own};
    *result = &program->base;
    return TS_OK;
}

static struct pipeline_buffers pipeline_buffers_of(const struct pipeline_buffers *buffers)
{
    return (struct pipeline_buffers){.parameters = own_of(buffers->parameters),
                                     .tables = own_of(buffers->tables),
                                     .grid = own_of(buffers->grid),
                                     .binnings = own_of(buffers->binnings),
                                     .totals = own_of(buffers->totals),
                                     .refinement = own_of(buffers->refinement),
                                     .every_weight = own_of(buffers->every_weight),
                                     .bins = buffers->bins,
                                     .follows_accepted = buffers->follows_accepted,
                                     .wide = {.parameters = own_of(buffers->wide.parameters),
                                              .tables = own_of(buffers->wide.tables),
                                              .grid = own_of(buffers->wide.grid)}};
}

/* Adds up over the ranks what each has in a buffer of sums, and leaves the sum in every one's. */
static ts_status add_up(ts_context *context, const char *what, struct device_buffer *buffer)
{
    int64_t *sums = malloc(buffer->bytes + 1);
    ts_status status = sums ? device_sums_read(context, own_of(buffer), sums)
                            : ts_fail_memory(context, "the sums");
    const struct ranks_words words = {.sums = sums, .sums_count = buffer->bytes / sizeof *sums};
    status = ranks_reduce(context, what, status, &words);
    if (!status)
        ranks_defer(context, device_sums_write(context, own_of(buffer), sums));
    free(sums);
    return status;
}

/* The totals of a launch over all ranks. Two words are a minimum and a maximum, the others sums. Their low
 * halves are carried over first, so that any number of ranks may add theirs. */
static ts_status share_totals(ts_context *context, ts_status status, struct device_buffer *buffer,
                              double begun)
{
    const size_t length = buffer->bytes / sizeof(int64_t);
    int64_t *sums = malloc(buffer->bytes + 1), *own = malloc(buffer->bytes + 1), maxima[3] = {0, 0, 0};
    if (!sums || !own)
        status = ts_fail_memory(context, "the sums");
    if (!status)
        status = device_buffer_read(context, own_of(buffer), own);
    if (!status && sums && own) {
        totals_clear(sums, length);
        totals_merge(sums, own, length);
        maxima[0] = -sums[TOTAL_FIRST_NOT_FINITE];
        maxima[1] = sums[TOTAL_MAXIMUM];
        maxima[2] = sums[TOTAL_SIZE];
        sums[TOTAL_FIRST_NOT_FINITE] = sums[TOTAL_MAXIMUM] = sums[TOTAL_SIZE] = 0;
    }
    const struct ranks_words words = {.maxima = maxima,
                                      .maxima_count = 3,
                                      .sums = sums,
                                      .sums_count = length,
                                      .seconds = clock_seconds() - begun};
    status = ranks_reduce(context, "the sums of a launch", status, &words);
    if (!status && sums && own) {
        sums[TOTAL_FIRST_NOT_FINITE] = -maxima[0];
        sums[TOTAL_MAXIMUM] = maxima[1];
        sums[TOTAL_SIZE] = maxima[2];
        totals_clear(own, length);
        totals_merge(own, sums, length);
        ranks_defer(context, device_buffer_write(context, own_of(buffer), own));
    }
    free(sums);
    free(own);
    return status;
}

/* The values of an iteration: between them there may be bytes that mean nothing. */
static void note_iteration(ts_context *context, const struct pipeline_iteration *iteration)
{
    const uint64_t counts[] = {iteration->seed, iteration->first_event, iteration->cubes_per_axis,
                               iteration->samples, iteration->refine != 0};
    const double scales[] = {iteration->scale, iteration->entry_scale};
    ranks_note(context, counts, sizeof counts);
    ranks_note(context, scales, sizeof scales);
}

static ts_status ranks_integrate(ts_context *context, struct device_program *program,
                                 const struct pipeline_iteration *iteration,
                                 const struct pipeline_buffers *buffers, uint64_t first, uint64_t count)
{
    const struct pipeline_buffers own = pipeline_buffers_of(buffers);
    const double begun = clock_seconds();
    uint64_t begin;
    const uint64_t share = ranks_share(context, ranks_own(context), count, &begin);
    note_iteration(context, iteration);
    ranks_note(context, (const uint64_t[]){first, count}, 2 * sizeof(uint64_t));
    ts_status status = TS_OK;
    if (share)
        status = device_integrate(context, ((struct ranks_program *)program)->own, iteration, &own,
                                  first + begin, share);
    return share_totals(context, status, buffers->totals, begun);
}

static ts_status ranks_refine(ts_context *context, struct device_program *program,
                              const struct pipeline_buffers *buffers, double damping)
{
    const struct pipeline_buffers own = pipeline_buffers_of(buffers);
    ts_status status = add_up(context, "the refinement of a grid", buffers->refinement);
    if (!status)
        ranks_defer(context, device_refine(context, ((struct ranks_program *)program)->own, &own, damping));
    return status;
}

static struct cubature_buffers sweep_buffers_of(const struct cubature_buffers *buffers)
{
    return (struct cubature_buffers){.parameters = own_of(buffers->parameters),
                                     .data = own_of(buffers->data),
                                     .grid = own_of(buffers->grid),
                                     .best = own_of(buffers->best),
                                     .scales = own_of(buffers->scales),
                                     .directions = own_of(buffers->directions),
                                     .totals = own_of(buffers->totals),
                                     .refinement = own_of(buffers->refinement),
                                     .strata = own_of(buffers->strata),
                                     .spread = own_of(buffers->spread),
                                     .shown = own_of(buffers->shown),
                                     .dimensions = buffers->dimensions,
                                     .components = buffers->components};
}

/* The totals of a sweep over all ranks: its first words are maxima. */
static ts_status share_sweep(ts_context *context, ts_status status, const struct cubature_buffers *buffers,
                             double begun)
{
    struct device_buffer *buffer = buffers->totals;
    const size_t length = buffer->bytes / sizeof(int64_t), maxima = SUM_MAXIMA + buffers->components;
    int64_t *totals = malloc(buffer->bytes + 1);
    if (!totals)
        status = ts_fail_memory(context, "the sums");
    if (!status)
        status = device_buffer_read(context, own_of(buffer), totals);
    const struct ranks_words words = {.maxima = totals,
                                      .maxima_count = totals ? maxima : 0,
                                      .sums = totals ? totals + maxima : NULL,
                                      .sums_count = length - maxima,
                                      .seconds = clock_seconds() - begun};
    status = ranks_reduce(context, "the sums of a sweep", status, &words);
    if (!status)
        ranks_defer(context, device_buffer_write(context, own_of(buffer), totals));
    free(totals);
    return status;
}

/* What is shown, by a sweep of one unit, each rank looks at by itself. */
static ts_status ranks_sweep(ts_context *context, struct device_program *program,
                             const struct cubature_sweep *sweep, const struct cubature_buffers *buffers,
                             uint64_t first, uint64_t count)
{
    const struct cubature_buffers own = sweep_buffers_of(buffers);
    struct device_program *own_program = ((struct ranks_program *)program)->own;
    if (sweep->show)
        return device_sweep(context, own_program, sweep, &own, first, count);
    const double begun = clock_seconds();
    uint64_t begin;
    const uint64_t share = ranks_share(context, ranks_own(context), count, &begin);
    const uint64_t launch[] = {first, count};
    ranks_note(context, sweep, sizeof *sweep);
    ranks_note(context, launch, sizeof launch);
    ts_status status = TS_OK;
    if (share)
        status = device_sweep(context, own_program, sweep, &own, first + begin, share);
    status = share_sweep(context, status, buffers, begun);
    return !status && sweep->learn ? add_up(context, "the sums of sub-cubes", buffers->spread) : status;
}

static ts_status ranks_sweep_refine(ts_context *context, struct device_program *program,
                                    const struct cubature_buffers *buffers,
                                    const struct cubature_refinement *how)
{
    const struct cubature_buffers own = sweep_buffers_of(buffers);
    ts_status status = add_up(context, "the refinement of a grid", buffers->refinement);
    if (!status)
        ranks_defer(context, device_sweep_refine(context, ((struct ranks_program *)program)->own, &own, how));
    return status;
}

static ts_status ranks_wait(ts_context *context, struct device *device)
{
    return device_wait(context, ranks_device_own(device));
}

/* Kernels over items are short: each rank runs all of them, and shares out lists of events itself
 * (events/single_launch.h). */
static ts_status ranks_map(ts_context *context, struct device_program *program, const char *name,
                           struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                           uint64_t count)
{
    struct device_buffer *own[MAP_BUFFERS];
    for (int i = 0; i < MAP_BUFFERS; ++i)
        own[i] = own_of(buffers[i]);
    return device_map_groups(context, ((struct ranks_program *)program)->own, name, groups, own, count);
}

static const struct device_backend ranks_backend = {
    .name = "ranks",
    .close = ranks_close,
    .buffer_create = ranks_buffer_create,
    .buffer_destroy = ranks_buffer_destroy,
    .buffer_write = ranks_buffer_write,
    .buffer_clear = ranks_buffer_clear,
    .buffer_read = ranks_buffer_read,
    .buffer_copy = ranks_buffer_copy,
    .sums_read = ranks_sums_read,
    .sums_write = ranks_sums_write,
    .compile = ranks_compile,
    .release = ranks_release,
    .integrate = ranks_integrate,
    .refine = ranks_refine,
    .sweep = ranks_sweep,
    .sweep_refine = ranks_sweep_refine,
    .map = ranks_map,
    .wait = ranks_wait,
};
