/* The driver's functions (device/gpu/driver.h) by CUDA's. */
#include "device/cuda/cuda.h"

#include <string.h>

enum { MOST_ARGUMENTS = 32 };

static struct cuda_device *cuda_of(struct gpu_device *device) { return (struct cuda_device *)device; }

CUresult cuda_enter(const struct cuda_device *device)
{
    return device->cuda->cuCtxSetCurrent(device->context);
}

ts_status cuda_fail(ts_context *context, const struct cuda_device *device, const char *call, CUresult code)
{
    const char *name = NULL, *text = NULL;
    device->cuda->cuGetErrorName(code, &name);
    device->cuda->cuGetErrorString(code, &text);
    if (code == CUDA_ERROR_OUT_OF_MEMORY)
        return ts_fail(
            context, TS_ERROR_MEMORY,
            "The device \"%s\" has not enough memory (%s): close what else uses it, or take another device.",
            device->base.base.description, call);
    return ts_fail(
        context, TS_ERROR_DEVICE,
        "The device \"%s\" failed in %s with %s (%s): see whether its driver is whole, or take another device "
        "(--device cpu).",
        device->base.base.description, call, name ? name : "an error without a name",
        text ? text : "no more is known");
}

/* Returns the sentence of a call that failed. */
#define CHECK(call, ...)                                     \
    do {                                                     \
        CUresult checked = cuda->cuda->call(__VA_ARGS__);    \
        if (checked)                                         \
            return cuda_fail(context, cuda, #call, checked); \
    } while (0)

static ts_status allocate(ts_context *context, struct gpu_device *device, size_t bytes, gpu_memory *memory)
{
    struct cuda_device *cuda = cuda_of(device);
    *memory = 0;
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuMemAlloc, memory, bytes);
    return TS_OK;
}

static size_t memory_free(struct gpu_device *device)
{
    size_t found = 0, total = 0;
    return cuda_enter(cuda_of(device)) || cuda_of(device)->cuda->cuMemGetInfo(&found, &total) ? 0 : found;
}

/* A device that cannot be entered keeps what it has until its context goes: the call would reach another. */
static void release(struct gpu_device *device, gpu_memory memory)
{
    if (!cuda_enter(cuda_of(device)))
        cuda_of(device)->cuda->cuMemFree(memory);
}

static ts_status write(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       const void *data, size_t bytes)
{
    struct cuda_device *cuda = cuda_of(device);
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuMemcpyHtoDAsync, memory, data, bytes, cuda->lanes[lane]); /* returns when data has been read */
    return TS_OK;
}

static ts_status clear(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                       size_t bytes)
{
    struct cuda_device *cuda = cuda_of(device);
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuMemsetD8Async, memory, 0, bytes, cuda->lanes[lane]);
    return TS_OK;
}

/* What is small goes by way of memory that the device reaches by itself: a fifth of the time less. */
static ts_status read(ts_context *context, struct gpu_device *device, unsigned lane, gpu_memory memory,
                      void *data, size_t bytes)
{
    struct cuda_device *cuda = cuda_of(device);
    void *target = bytes <= CUDA_STAGE ? cuda->stage : data;
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuMemcpyDtoHAsync, target, memory, bytes, cuda->lanes[lane]);
    CHECK(cuStreamSynchronize, cuda->lanes[lane]);
    if (target != data)
        memcpy(data, target, bytes);
    return TS_OK;
}

static ts_status copy(ts_context *context, struct gpu_device *device, gpu_memory to, gpu_memory from,
                      size_t bytes)
{
    struct cuda_device *cuda = cuda_of(device);
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuMemcpyDtoDAsync, to, from, bytes, NULL);
    return TS_OK;
}

static void *pages_create(struct gpu_device *device, size_t bytes)
{
    struct cuda_device *cuda = cuda_of(device);
    void *pages = NULL;
    return cuda_enter(cuda) || cuda->cuda->cuMemAllocHost(&pages, bytes) ? NULL : pages;
}

static void pages_destroy(struct gpu_device *device, void *pages)
{
    if (!cuda_enter(cuda_of(device)))
        cuda_of(device)->cuda->cuMemFreeHost(pages);
}

static void unload(struct gpu_device *device, struct gpu_module *module)
{
    if (!cuda_enter(cuda_of(device)))
        cuda_of(device)->cuda->cuModuleUnload((CUmodule)(void *)module);
}

static ts_status kernel_create(ts_context *context, struct gpu_device *device, struct gpu_module *module,
                               const char *name, struct gpu_kernel **kernel)
{
    struct cuda_device *cuda = cuda_of(device);
    CUfunction function = NULL;
    *kernel = NULL;
    CHECK(cuCtxSetCurrent, cuda->context);
    CUresult code = cuda->cuda->cuModuleGetFunction(&function, (CUmodule)(void *)module, name);
    if (code == CUDA_ERROR_NOT_FOUND)
        return ts_fail(context, TS_ERROR_COMPILE, "A compiled program lacks the kernel %s.", name);
    if (code)
        return cuda_fail(context, cuda, "cuModuleGetFunction", code);
    *kernel = (struct gpu_kernel *)(void *)function;
    return TS_OK;
}

/* A function goes with its module. */
static void kernel_destroy(struct gpu_device *device, struct gpu_kernel *kernel)
{
    (void)device;
    (void)kernel;
}

static void kernel_needs(struct gpu_device *device, struct gpu_kernel *kernel, int *registers, int *bytes)
{
    enum { LOCAL_BYTES = 3, REGISTERS = 4 }; /* CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, _NUM_REGS */
    const struct cuda_device *cuda = cuda_of(device);
    CUfunction function = (CUfunction)(void *)kernel;
    if (cuda->cuda->cuFuncGetAttribute(registers, REGISTERS, function))
        *registers = 0;
    if (cuda->cuda->cuFuncGetAttribute(bytes, LOCAL_BYTES, function))
        *bytes = 0;
}

static ts_status launch(ts_context *context, struct gpu_device *device, unsigned lane,
                        struct gpu_kernel *kernel, size_t groups, size_t group_size, size_t local_bytes,
                        const struct gpu_argument *arguments, int count)
{
    enum { LOCAL_MOST = 8 }; /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES */
    struct cuda_device *cuda = cuda_of(device);
    void *values[MOST_ARGUMENTS];
    for (int i = 0; i < count && i < MOST_ARGUMENTS; ++i)
        values[i] = (void *)(uintptr_t)arguments[i].value; /* read only, whatever the type says */
    CHECK(cuCtxSetCurrent, cuda->context);
    if (local_bytes)
        CHECK(cuFuncSetAttribute, (CUfunction)(void *)kernel, LOCAL_MOST, (int)local_bytes);
    CHECK(cuLaunchKernel, (CUfunction)(void *)kernel, (unsigned)groups, 1, 1, (unsigned)group_size, 1, 1,
          (unsigned)local_bytes, cuda->lanes[lane], values, NULL);
    return TS_OK;
}

static ts_status finish(ts_context *context, struct gpu_device *device)
{
    struct cuda_device *cuda = cuda_of(device);
    CHECK(cuCtxSetCurrent, cuda->context);
    CHECK(cuCtxSynchronize);
    return TS_OK;
}

const struct gpu_driver cuda_driver = {
    .allocate = allocate,
    .free = release,
    .memory_free = memory_free,
    .write = write,
    .clear = clear,
    .read = read,
    .copy = copy,
    .pages_create = pages_create,
    .pages_destroy = pages_destroy,
    .compile = cuda_compile,
    .unload = unload,
    .kernel_create = kernel_create,
    .kernel_destroy = kernel_destroy,
    .kernel_needs = kernel_needs,
    .launch = launch,
    .finish = finish,
};
