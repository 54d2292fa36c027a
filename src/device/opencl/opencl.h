/* An open OpenCL device. */
#ifndef TESSERA_DEVICE_OPENCL_OPENCL_H
#define TESSERA_DEVICE_OPENCL_OPENCL_H

#include "device/gpu/gpu.h"
#include "device/opencl/devices.h"

struct opencl_device {
    struct gpu_device base;
    const struct opencl_library *cl;
    struct opencl_facts facts;
    cl_context context;
    cl_command_queue queue;
};

extern const struct gpu_driver opencl_driver;

/* The failure of a call, which the sentence names. */
ts_status opencl_fail(ts_context *context, const struct opencl_device *device, const char *call, cl_int code);

/* Compiles a text, or takes its binary from the cache (compile.c). */
ts_status opencl_compile(ts_context *context, struct gpu_device *device, const char *text,
                         struct gpu_module **module, double *compile_seconds);

#endif
