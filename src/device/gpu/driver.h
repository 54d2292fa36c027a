/* What a GPU's driver has to do for the backends that share the pipeline of kernels (gpu.h): a thin table of
 * functions. Everything in a lane (device.h) is enqueued in order; read() waits for its own, finish() for
 * all. A driver of one lane has no use for their numbers. A function that fails leaves a sentence with the
 * driver's own word for it, as TS_ERROR_DEVICE or TS_ERROR_MEMORY (compile: TS_ERROR_COMPILE). */
#ifndef TESSERA_DEVICE_GPU_DRIVER_H
#define TESSERA_DEVICE_GPU_DRIVER_H

#include "core/context.h"

#include <stddef.h>
#include <stdint.h>

struct gpu_device;
struct gpu_module; /* a compiled program, as the driver holds it */
struct gpu_kernel; /* one of its entry points */

typedef uint64_t gpu_memory; /* the driver's handle or address; 0 is none */

/* An argument of a kernel: its size and where it lies. */
struct gpu_argument {
    size_t bytes;
    const void *value;
};

struct gpu_driver {
    ts_status (*allocate)(ts_context *context, struct gpu_device *device, size_t bytes, gpu_memory *memory);
    void (*free)(struct gpu_device *device, gpu_memory memory);
    size_t (*memory_free)(struct gpu_device *device); /* bytes; 0: the driver does not tell */
    ts_status (*write)(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       const void *data, size_t bytes);
    ts_status (*clear)(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       size_t bytes);
    ts_status (*read)(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                      void *data, size_t bytes);
    ts_status (*copy)(ts_context *context, struct gpu_device *device, gpu_memory to, gpu_memory from,
                      size_t bytes);

    /* Pages of the host's memory that stay where they are; NULL: there are none. A driver that has no word
     * for them lacks the functions. */
    void *(*pages_create)(struct gpu_device *device, size_t bytes);
    void (*pages_destroy)(struct gpu_device *device, void *pages);

    /* Compiles a text without #includes, or takes it from the cache; adds to *compile_seconds. */
    ts_status (*compile)(ts_context *context, struct gpu_device *device, const char *text,
                         struct gpu_module **module, double *compile_seconds);
    void (*unload)(struct gpu_device *device, struct gpu_module *module);

    /* An entry point of a program. */
    ts_status (*kernel_create)(ts_context *context, struct gpu_device *device, struct gpu_module *module,
                               const char *name, struct gpu_kernel **kernel);
    void (*kernel_destroy)(struct gpu_device *device, struct gpu_kernel *kernel);

    /* Registers of a thread, and bytes of its own memory; zero where the driver does not tell. */
    void (*kernel_needs)(struct gpu_device *device, struct gpu_kernel *kernel, int *registers, int *bytes);

    /* Runs groups x group_size threads. `local_bytes`: of a kernel with LOCAL_LARGE what a group has of it.
     */
    ts_status (*launch)(ts_context *context, struct gpu_device *device, unsigned lane,
                        struct gpu_kernel *kernel, size_t groups, size_t group_size, size_t local_bytes,
                        const struct gpu_argument *arguments, int count);
    ts_status (*finish)(ts_context *context, struct gpu_device *device);
};

#endif
