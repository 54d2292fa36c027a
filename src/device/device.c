#include "device/keep.h"

#include "core/environment.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "device/ranks/ranks_device.h"

#include <stdlib.h>
#include <string.h>

static const struct device_backend *const backends[] = {&cpu_backend, &cuda_backend, &opencl_backend};

enum { BACKENDS = sizeof backends / sizeof backends[0] };

/* NVIDIA's GPU where there is one, else the CPU. */
static const struct device_backend *default_backend(void)
{
    ts_device_info info = {0};
    cuda_backend.list(&info, 1);
    return info.available ? &cuda_backend : &cpu_backend;
}

static ts_status open_anew(ts_context *context, const char *name, int threads, struct device **device)
{
    for (size_t i = 0; i < BACKENDS; ++i) {
        size_t length = strlen(backends[i]->name);
        if (!strncmp(name, backends[i]->name, length) && (name[length] == 0 || name[length] == ':'))
            return backends[i]->open(context, name + length, threads, device);
    }
    return ts_fail(context, TS_ERROR_INPUT,
                   "There is no device \"%.40s\": `tessera devices` lists what there is.", name);
}

/* Whether two selectors are of one driver: "opencl:0.0" and "opencl:0.1"; all of "cuda" are. */
static int is_of_one_driver(const char *a, const char *b)
{
    const size_t front = strcspn(a, ".");
    return !a[front] || !strncmp(a, b, front + 1);
}

/* The GPU of a rank where none is named. Those of a machine that have the first one's driver are dealt out to
 * its ranks. */
static void choose_of_rank(ts_context *context, const char **name, char selector[32])
{
    enum { MOST = 64 };
    const struct ranks_carrier *carrier = ranks_carrier_of(context);
    const struct device_backend *backend = !strcmp(*name, "cuda")     ? &cuda_backend
                                           : !strcmp(*name, "opencl") ? &opencl_backend
                                                                      : NULL;
    ts_device_info *list = backend ? calloc(MOST, sizeof *list) : NULL;
    const size_t found = list ? backend->list(list, MOST) : 0;
    size_t usable = 0;
    for (size_t i = 0; i < found && i < MOST; ++i)
        if (list[i].available && (!usable || is_of_one_driver(list[0].selector, list[i].selector)))
            list[usable++] = list[i];
    if (usable) {
        memcpy(selector, list[(size_t)carrier->local_rank % usable].selector, sizeof list->selector);
        *name = selector;
    }
    if (usable && usable < (size_t)carrier->local_size && ranks_first(context))
        ts_log(context, TS_LOG_INFO, "The %d ranks of this machine share %zu device%s.", carrier->local_size,
               usable, usable > 1 ? "s" : "");
    free(list);
}

/* All ranks have the kind of device that rank 0 has, each one of its own. */
static ts_status open_of_ranks(ts_context *context, const char *name, int threads, struct device **device)
{
    const char *found = name ? name : default_backend()->name;
    char *first = ranks_first(context) ? strdup(found) : NULL, selector[32];
    size_t bytes = first ? strlen(first) : 0;
    struct device *own = NULL;
    ts_status status = first || !ranks_first(context) ? TS_OK : ts_fail_memory(context, "a device");
    status = ranks_broadcast(context, "the choice of a device", status, &first, &bytes);
    if (!status) {
        const char *chosen = first;
        choose_of_rank(context, &chosen, selector);
        status =
            !strcmp(chosen, "cuda:all") && ranks_carrier_of(context)->local_size > 1
                ? ts_fail(context, TS_ERROR_INPUT,
                          "The device \"cuda:all\" is for one rank on each machine: with several, \"cuda\" "
                          "gives each a GPU of its own.")
                : open_anew(context, chosen, threads, &own);
    }
    free(first);
    return ranks_device_create(context, status, own, device);
}

ts_status device_open(ts_context *context, const char *name, int threads, struct device **device)
{
    *device = NULL;
    if (threads < 0)
        return ts_fail(context, TS_ERROR_INPUT, "A device has 1 thread or more, 0 for all there are, not %d.",
                       threads);
    if (ranks_count(context) > 1) { /* not kept: others may find another one, and all decide alike */
        ts_status opened = open_of_ranks(context, name, threads, device);
        if (*device)
            (*device)->uses = 1;
        return opened;
    }
    if (!name)
        name = default_backend()->name;
    *device = keep_find_device(context, name, threads);
    if (*device)
        return TS_OK;
    ts_status status = open_anew(context, name, threads, device);
    if (*device) {
        (*device)->uses = 1;
        keep_device(context, name, threads, *device);
    }
    return status;
}

void device_close(struct device **device)
{
    struct device *closed = *device;
    *device = NULL;
    if (!closed)
        return;
    closed->uses -= closed->uses > 0; /* a part of several was opened by its backend */
    if (closed->keep)
        keep_check_device(closed);
    else if (!closed->uses)
        closed->backend->close(closed);
}

ts_status device_buffer_create(ts_context *context, struct device *device, size_t bytes, const void *data,
                               struct device_buffer **buffer)
{
    return device->backend->buffer_create(context, device, bytes, data, buffer);
}

void device_buffer_destroy(struct device_buffer **buffer)
{
    if (*buffer)
        (*buffer)->device->backend->buffer_destroy(*buffer);
    *buffer = NULL;
}

ts_status device_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data)
{
    return buffer->device->backend->buffer_write(context, buffer, data);
}

ts_status device_buffer_clear(ts_context *context, struct device_buffer *buffer)
{
    return buffer->device->backend->buffer_clear(context, buffer);
}

ts_status device_buffer_read(ts_context *context, struct device_buffer *buffer, void *data)
{
    return device_buffer_read_front(context, buffer, data, buffer->bytes);
}

ts_status device_buffer_read_front(ts_context *context, struct device_buffer *buffer, void *data,
                                   size_t bytes)
{
    return buffer->device->backend->buffer_read(context, buffer, data, bytes);
}

const void *device_buffer_bytes(const struct device_buffer *buffer)
{
    const struct device_backend *backend = buffer->device->backend;
    return backend->buffer_bytes ? backend->buffer_bytes(buffer) : NULL;
}

ts_status device_buffer_copy(ts_context *context, struct device_buffer *to, const struct device_buffer *from)
{
    return to->device->backend->buffer_copy(context, to, from);
}

ts_status device_sums_read(ts_context *context, struct device_buffer *buffer, int64_t *sums)
{
    const struct device_backend *backend = buffer->device->backend;
    return backend->sums_read ? backend->sums_read(context, buffer, sums)
                              : device_buffer_read(context, buffer, sums);
}

ts_status device_sums_write(ts_context *context, struct device_buffer *buffer, const int64_t *sums)
{
    const struct device_backend *backend = buffer->device->backend;
    return backend->sums_write ? backend->sums_write(context, buffer, sums)
                               : device_buffer_write(context, buffer, sums);
}

ts_status device_compile(ts_context *context, struct device *device, const struct program_text *text,
                         struct device_program **program, double *compile_seconds)
{
    const int kept = keep_serves(device, text);
    *program = kept ? keep_find_program(device, text) : NULL;
    if (*program)
        return TS_OK;
    ts_status status = device->backend->compile(context, device, text, program, compile_seconds);
    if (!status && kept)
        (*program)->key = keep_key_of(text);
    return status;
}

void device_release(struct device_program **program)
{
    struct device_program *released = *program;
    *program = NULL;
    if (released && released->key && released->device->keep)
        keep_program(released);
    else if (released)
        keep_free_program(released);
}

ts_status device_integrate(ts_context *context, struct device_program *program,
                           const struct pipeline_iteration *iteration, const struct pipeline_buffers *buffers,
                           uint64_t first, uint64_t count)
{
    return program->device->backend->integrate(context, program, iteration, buffers, first, count);
}

ts_status device_refine(ts_context *context, struct device_program *program,
                        const struct pipeline_buffers *buffers, double damping)
{
    return program->device->backend->refine(context, program, buffers, damping);
}

ts_status device_sweep(ts_context *context, struct device_program *program,
                       const struct cubature_sweep *sweep, const struct cubature_buffers *buffers,
                       uint64_t first, uint64_t count)
{
    return program->device->backend->sweep(context, program, sweep, buffers, first, count);
}

ts_status device_sweep_refine(ts_context *context, struct device_program *program,
                              const struct cubature_buffers *buffers, const struct cubature_refinement *how)
{
    return program->device->backend->sweep_refine(context, program, buffers, how);
}

ts_status device_wait(ts_context *context, struct device *device)
{
    return device->backend->wait ? device->backend->wait(context, device) : TS_OK;
}

ts_status device_map(ts_context *context, struct device_program *program, const char *name,
                     struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count)
{
    return device_map_groups(context, program, name, (struct map_groups){0}, buffers, count);
}

ts_status device_map_groups(ts_context *context, struct device_program *program, const char *name,
                            struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                            uint64_t count)
{
    return program->device->backend->map(context, program, name, groups, buffers, count);
}

ts_status ts_device_list(ts_context *context, ts_device_info **list, size_t *count)
{
    OWN_ENVIRONMENT;
    NEEDS(context, list);
    *list = NULL;
    NEEDS(context, count);
    const struct device_backend *first = default_backend();
    *count = 0;
    for (size_t i = 0; i < BACKENDS; ++i)
        *count += backends[i]->list(NULL, 0);
    *list = calloc(*count ? *count : 1, sizeof **list);
    if (!*list)
        return ts_fail_memory(context, "the list of devices");
    size_t next = first->list(*list, *count);
    for (size_t i = 0; i < BACKENDS; ++i)
        if (backends[i] != first)
            next += backends[i]->list(*list + next, *count - next);
    return TS_OK;
}

void ts_device_list_destroy(ts_device_info **list)
{
    if (!list)
        return;
    free(*list);
    *list = NULL;
}
