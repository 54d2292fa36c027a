/* Buffers of a GPU's memory. */
#include "device/gpu/gpu.h"

#include <stdlib.h>

static struct gpu_device *device_of(const struct device_buffer *buffer)
{
    return (struct gpu_device *)buffer->device;
}

gpu_memory gpu_memory_of(const struct device_buffer *buffer)
{
    return buffer ? ((const struct gpu_buffer *)buffer)->memory : 0;
}

ts_status gpu_buffer_create(ts_context *context, struct device *device, size_t bytes, const void *data,
                            struct device_buffer **result)
{
    struct gpu_device *gpu = (struct gpu_device *)device;
    struct gpu_buffer *buffer = calloc(1, sizeof *buffer);
    *result = NULL;
    if (!buffer)
        return ts_fail_memory(context, "a buffer");
    buffer->base = (struct device_buffer){.device = device, .bytes = bytes};
    ts_status status = gpu->driver->allocate(context, gpu, bytes ? bytes : 1, &buffer->memory);
    if (!status && data && bytes)
        status = gpu->driver->write(context, gpu, 0, buffer->memory, data, bytes);
    if (status)
        gpu_buffer_destroy(&buffer->base);
    else
        *result = &buffer->base;
    return status;
}

void gpu_buffer_destroy(struct device_buffer *buffer)
{
    struct gpu_device *gpu = device_of(buffer);
    if (gpu_memory_of(buffer))
        gpu->driver->free(gpu, gpu_memory_of(buffer));
    free(buffer);
}

ts_status gpu_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data)
{
    struct gpu_device *gpu = device_of(buffer);
    return gpu->driver->write(context, gpu, buffer->lane, gpu_memory_of(buffer), data, buffer->bytes);
}

ts_status gpu_buffer_clear(ts_context *context, struct device_buffer *buffer)
{
    struct gpu_device *gpu = device_of(buffer);
    return buffer->bytes
               ? gpu->driver->clear(context, gpu, buffer->lane, gpu_memory_of(buffer), buffer->bytes)
               : TS_OK;
}

ts_status gpu_buffer_read(ts_context *context, struct device_buffer *buffer, void *data, size_t bytes)
{
    struct gpu_device *gpu = device_of(buffer);
    return gpu->driver->read(context, gpu, buffer->lane, gpu_memory_of(buffer), data, bytes);
}

ts_status gpu_buffer_copy(ts_context *context, struct device_buffer *to, const struct device_buffer *from)
{
    struct gpu_device *gpu = device_of(to);
    return gpu->driver->copy(context, gpu, gpu_memory_of(to), gpu_memory_of(from), to->bytes);
}

ts_status gpu_wait(ts_context *context, struct device *device)
{
    struct gpu_device *gpu = (struct gpu_device *)device;
    return gpu->driver->finish(context, gpu);
}

void *gpu_pages_create(struct device *device, size_t bytes)
{
    struct gpu_device *gpu = (struct gpu_device *)device;
    return gpu->driver->pages_create ? gpu->driver->pages_create(gpu, bytes) : NULL;
}

void gpu_pages_destroy(struct device *device, void *pages)
{
    struct gpu_device *gpu = (struct gpu_device *)device;
    gpu->driver->pages_destroy(gpu, pages);
}
