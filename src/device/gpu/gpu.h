/* What all GPUs share: buffers, programs, kernels over items and the pipeline of kernels/pipeline_gpu.h, over
 * the functions of a driver (driver.h). A backend's table takes the gpu_* functions as they stand and adds
 * its own for listing, opening and closing. */
#ifndef TESSERA_DEVICE_GPU_GPU_H
#define TESSERA_DEVICE_GPU_GPU_H

#include "device/device.h"
#include "device/gpu/driver.h"
#include "stages.h"

/* The kernels of kernels/pipeline_gpu.h and repeat_gpu.h. */
#define ENTRY(stage, name, has) GPU_KERNEL_##name,
enum gpu_pipeline_kernel { STAGE_KERNELS(ENTRY) GPU_PIPELINE_KERNELS };
#undef ENTRY

/* And those of kernels/cubature/cubature_gpu.h. */
#define CUBATURE_KERNELS(X) \
    X(run_random)           \
    X(run_teaching)         \
    X(run_teaching_points)  \
    X(run_climbing) X(run_sobol) X(run_linear_random) X(run_linear_teaching) X(show) X(refine)

struct gpu_device {
    struct device base;
    const struct gpu_driver *driver;
    unsigned units;         /* multiprocessors */
    size_t memory;          /* bytes */
    size_t allocation_most; /* bytes of one buffer */
    size_t group_most;      /* threads that a group may have */
    size_t local_most;      /* bytes of memory that a group may have */
    int is_cpu;             /* a CPU that plays a GPU */
    int has_atomics_64;     /* atomics on integers of 64 bits */
    size_t group_size;      /* threads of a group, where a program does not want fewer */
    size_t batch_events;    /* events that go through the kernels together */

    /* For measuring. */
    unsigned threads_per_unit; /* threads of kernels that go round their events, on each multiprocessor */
    int samples_in_rounds;     /* the one that samples goes round too, in place of a thread an event */
    double *kernel_seconds; /* NULL, or [GPU_PIPELINE_KERNELS], to which what each kernel takes is added: the
                             * host waits for every one of them then */
};

struct gpu_buffer {
    struct device_buffer base;
    gpu_memory memory;
};

/* The device as a GPU; NULL where it is none, or several. */
struct gpu_device *gpu_device_from(struct device *device);

/* Sets the numbers that say how work is spread, from the rest. No result depends on them. */
void gpu_device_shape(struct gpu_device *device);

/* Where a buffer lies on the device; 0 for no buffer. */
gpu_memory gpu_memory_of(const struct device_buffer *buffer);

ts_status gpu_buffer_create(ts_context *context, struct device *device, size_t bytes, const void *data,
                            struct device_buffer **result);
void gpu_buffer_destroy(struct device_buffer *buffer);
ts_status gpu_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data);
ts_status gpu_buffer_clear(ts_context *context, struct device_buffer *buffer);
ts_status gpu_buffer_read(ts_context *context, struct device_buffer *buffer, void *data, size_t bytes);
ts_status gpu_buffer_copy(ts_context *context, struct device_buffer *to, const struct device_buffer *from);

ts_status gpu_wait(ts_context *context, struct device *device);
void *gpu_pages_create(struct device *device, size_t bytes);
void gpu_pages_destroy(struct device *device, void *pages);

ts_status gpu_compile(ts_context *context, struct device *device, const struct program_text *text,
                      struct device_program **result, double *compile_seconds);
void gpu_release(struct device_program *released);

ts_status gpu_integrate(ts_context *context, struct device_program *pipeline,
                        const struct pipeline_iteration *iteration, const struct pipeline_buffers *buffers,
                        uint64_t first, uint64_t count);
ts_status gpu_refine(ts_context *context, struct device_program *pipeline,
                     const struct pipeline_buffers *buffers, double damping);
ts_status gpu_sweep(ts_context *context, struct device_program *compiled, const struct cubature_sweep *sweep,
                    const struct cubature_buffers *buffers, uint64_t first, uint64_t count);
ts_status gpu_sweep_refine(ts_context *context, struct device_program *compiled,
                           const struct cubature_buffers *buffers, const struct cubature_refinement *how);
ts_status gpu_map(ts_context *context, struct device_program *program, const char *name,
                  struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count);

/* What the tables of GPUs' backends have in common: all but `name`, `list`, `open` and `close`. */
#define GPU_BACKEND_FUNCTIONS                                                                               \
    .buffer_create = gpu_buffer_create, .buffer_destroy = gpu_buffer_destroy,                               \
    .buffer_write = gpu_buffer_write, .buffer_clear = gpu_buffer_clear, .buffer_read = gpu_buffer_read,     \
    .buffer_copy = gpu_buffer_copy, .compile = gpu_compile, .release = gpu_release,                         \
    .integrate = gpu_integrate, .refine = gpu_refine, .sweep = gpu_sweep, .sweep_refine = gpu_sweep_refine, \
    .map = gpu_map, .wait = gpu_wait, .pages_create = gpu_pages_create, .pages_destroy = gpu_pages_destroy

/* Of a kernel over items: registers of a thread, and bytes of its own memory; zero where none is known. */
void gpu_map_needs(ts_context *context, struct device_program *program, const char *name, int *registers,
                   int *bytes);

#endif
