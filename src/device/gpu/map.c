/* Kernels over a range of items on a GPU. */
#include "device/gpu/program.h"

ts_status gpu_map(ts_context *context, struct device_program *program, const char *name,
                  struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count)
{
    struct gpu_device *gpu = (struct gpu_device *)program->device;
    const struct gpu_program *gpu_program = (struct gpu_program *)program;
    const size_t size = groups.threads ? groups.threads : gpu_program->group_size;
    struct gpu_kernel *kernel;
    gpu_memory memory[MAP_BUFFERS];
    struct gpu_argument arguments[MAP_BUFFERS + 1];
    if (count == 0)
        return TS_OK;
    for (int i = 0; i < MAP_BUFFERS; ++i) {
        memory[i] = gpu_memory_of(buffers[i]);
        arguments[i] = (struct gpu_argument){sizeof memory[i], &memory[i]};
    }
    arguments[MAP_BUFFERS] = (struct gpu_argument){sizeof count, &count};
    ts_status status = gpu->driver->kernel_create(context, gpu, gpu_program->module, name, &kernel);
    if (status)
        return status;
    status = gpu->driver->launch(context, gpu, 0, kernel, (size_t)((count + size - 1) / size), size,
                                 groups.bytes, arguments, MAP_BUFFERS + 1);
    gpu->driver->kernel_destroy(gpu, kernel);
    return status;
}

void gpu_map_needs(ts_context *context, struct device_program *program, const char *name, int *registers,
                   int *bytes)
{
    struct gpu_device *gpu = gpu_device_from(program->device);
    struct gpu_kernel *kernel;
    *registers = *bytes = 0;
    if (!gpu ||
        gpu->driver->kernel_create(context, gpu, ((struct gpu_program *)program)->module, name, &kernel))
        return;
    gpu->driver->kernel_needs(gpu, kernel, registers, bytes);
    gpu->driver->kernel_destroy(gpu, kernel);
}
