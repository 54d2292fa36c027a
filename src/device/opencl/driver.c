/* The driver's functions (device/gpu/driver.h) by OpenCL's. */
#include "device/opencl/opencl.h"

_Static_assert(sizeof(cl_mem) == sizeof(gpu_memory), "a handle of OpenCL's is handed over as 64 bits");

static struct opencl_device *opencl_of(struct gpu_device *device) { return (struct opencl_device *)device; }

static cl_mem buffer_of(gpu_memory memory) { return (cl_mem)(uintptr_t)memory; }

/* What a code means to a user. */
static const char *hint(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_DEVICE:
    case CL_INVALID_CONTEXT:
    case CL_INVALID_COMMAND_QUEUE:
        return "the device is gone or was reset; `tessera devices` lists what is there";
    case CL_OUT_OF_RESOURCES:
        return "the driver gave up on a kernel, or the device was reset; another device (--device cpu) may serve";
    default:
        return "see whether its driver is whole, or take another device (--device cpu)";
    }
}

ts_status opencl_fail(ts_context *context, const struct opencl_device *device, const char *call, cl_int code)
{
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ||
        code == CL_INVALID_BUFFER_SIZE)
        return ts_fail(
            context, TS_ERROR_MEMORY,
            "The device \"%s\" has not enough memory (%s: %s): close what else uses it, or take another "
            "device.",
            device->base.base.description, call, opencl_error(code));
    return ts_fail(context, TS_ERROR_DEVICE, "The device \"%s\" failed in %s with %s (%d): %s.",
                   device->base.base.description, call, opencl_error(code), (int)code, hint(code));
}

static ts_status allocate(ts_context *context, struct gpu_device *device, size_t bytes, gpu_memory *memory)
{
    struct opencl_device *opencl = opencl_of(device);
    cl_int code;
    cl_mem buffer = opencl->cl->clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    *memory = code ? 0 : (gpu_memory)(uintptr_t)buffer;
    return code ? opencl_fail(context, opencl, "clCreateBuffer", code) : TS_OK;
}

/* The standard has no word for it. */
static size_t memory_free(struct gpu_device *device)
{
    (void)device;
    return 0;
}

static void release(struct gpu_device *device, gpu_memory memory)
{
    opencl_of(device)->cl->clReleaseMemObject(buffer_of(memory));
}

static ts_status write(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       const void *data, size_t bytes)
{
    (void)lane;
    struct opencl_device *opencl = opencl_of(device);
    cl_int code = opencl->cl->clEnqueueWriteBuffer(opencl->queue, buffer_of(memory), 1, 0, bytes, data, 0,
                                                   NULL, NULL);
    return code ? opencl_fail(context, opencl, "clEnqueueWriteBuffer", code) : TS_OK;
}

static ts_status clear(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       size_t bytes)
{
    (void)lane;
    static const char zero = 0;
    struct opencl_device *opencl = opencl_of(device);
    cl_int code = opencl->cl->clEnqueueFillBuffer(opencl->queue, buffer_of(memory), &zero, sizeof zero, 0,
                                                  bytes, 0, NULL, NULL);
    return code ? opencl_fail(context, opencl, "clEnqueueFillBuffer", code) : TS_OK;
}

static ts_status read(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                      void *data, size_t bytes)
{
    (void)lane;
    struct opencl_device *opencl = opencl_of(device);
    cl_int code = opencl->cl->clEnqueueReadBuffer(opencl->queue, buffer_of(memory), 1, 0, bytes, data, 0,
                                                  NULL, NULL);
    return code ? opencl_fail(context, opencl, "clEnqueueReadBuffer", code) : TS_OK;
}

static ts_status copy(ts_context *context, struct gpu_device *device, gpu_memory to, gpu_memory from,
                      size_t bytes)
{
    struct opencl_device *opencl = opencl_of(device);
    cl_int code = opencl->cl->clEnqueueCopyBuffer(opencl->queue, buffer_of(from), buffer_of(to), 0, 0, bytes,
                                                  0, NULL, NULL);
    return code ? opencl_fail(context, opencl, "clEnqueueCopyBuffer", code) : TS_OK;
}

static void unload(struct gpu_device *device, struct gpu_module *module)
{
    opencl_of(device)->cl->clReleaseProgram((cl_program)(void *)module);
}

static ts_status kernel_create(ts_context *context, struct gpu_device *device, struct gpu_module *module,
                               const char *name, struct gpu_kernel **kernel)
{
    struct opencl_device *opencl = opencl_of(device);
    cl_int code;
    cl_kernel created = opencl->cl->clCreateKernel((cl_program)(void *)module, name, &code);
    *kernel = NULL;
    if (code == CL_INVALID_KERNEL_NAME)
        return ts_fail(context, TS_ERROR_COMPILE, "A compiled program lacks the kernel %s.", name);
    if (code)
        return opencl_fail(context, opencl, "clCreateKernel", code);
    *kernel = (struct gpu_kernel *)(void *)created;
    return TS_OK;
}

static void kernel_destroy(struct gpu_device *device, struct gpu_kernel *kernel)
{
    opencl_of(device)->cl->clReleaseKernel((cl_kernel)(void *)kernel);
}

/* The standard has no word for registers. */
static void kernel_needs(struct gpu_device *device, struct gpu_kernel *kernel, int *registers, int *bytes)
{
    (void)device;
    (void)kernel;
    *registers = *bytes = 0;
}

static ts_status launch(ts_context *context, struct gpu_device *device, unsigned lane,
                        struct gpu_kernel *kernel, size_t groups, size_t group_size, size_t local_bytes,
                        const struct gpu_argument *arguments, int count)
{
    (void)lane;
    (void)local_bytes; /* stands in the text */
    struct opencl_device *opencl = opencl_of(device);
    const struct opencl_library *cl = opencl->cl;
    cl_kernel launched = (cl_kernel)(void *)kernel;
    const size_t threads = groups * group_size;
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < count && !code; ++i)
        code = cl->clSetKernelArg(launched, (cl_uint)i, arguments[i].bytes, arguments[i].value);
    if (code)
        return opencl_fail(context, opencl, "clSetKernelArg", code);
    code = cl->clEnqueueNDRangeKernel(opencl->queue, launched, 1, NULL, &threads, &group_size, 0, NULL, NULL);
    return code ? opencl_fail(context, opencl, "clEnqueueNDRangeKernel", code) : TS_OK;
}

static ts_status finish(ts_context *context, struct gpu_device *device)
{
    struct opencl_device *opencl = opencl_of(device);
    cl_int code = opencl->cl->clFinish(opencl->queue);
    return code ? opencl_fail(context, opencl, "clFinish", code) : TS_OK;
}

const struct gpu_driver opencl_driver = {
    .allocate = allocate,
    .free = release,
    .memory_free = memory_free,
    .write = write,
    .clear = clear,
    .read = read,
    .copy = copy,
    .compile = opencl_compile,
    .unload = unload,
    .kernel_create = kernel_create,
    .kernel_destroy = kernel_destroy,
    .kernel_needs = kernel_needs,
    .launch = launch,
    .finish = finish,
};
