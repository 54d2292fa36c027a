/* OpenCL 1.2 and later: GPUs of any maker, and through PoCL the CPU. */
#include "device/opencl/opencl.h"

#include "device/selector.h"

#include <stdio.h>
#include <stdlib.h>

/* The device that "0.1" names; where nothing is named the first GPU, else the first device. */
static const struct opencl_facts *choose(const struct opencl_facts *facts, size_t count, const char *selector)
{
    unsigned platform = 0, number = 0;
    const int named = *selector != 0;
    if (named && !(selector_number(&selector, ':', &platform) && selector_number(&selector, '.', &number) &&
                   !*selector))
        return NULL;
    for (size_t i = 0; i < count && named; ++i)
        if (facts[i].platform_number == platform && facts[i].device_number == number)
            return &facts[i];
    for (size_t i = 0; i < count && !named; ++i)
        if (facts[i].is_gpu && !facts[i].unusable)
            return &facts[i];
    for (size_t i = 0; i < count && !named; ++i)
        if (!facts[i].unusable)
            return &facts[i];
    return named ? NULL : &facts[0]; /* whose reason is told */
}

static ts_status find(ts_context *context, const char *selector, struct opencl_facts *found)
{
    struct opencl_facts facts[OPENCL_DEVICES];
    const char *reason;
    size_t count = opencl_devices(facts, &reason);
    if (count == 0)
        return ts_fail(context, TS_ERROR_DEVICE, "There is no OpenCL device here: %s.", reason);
    const struct opencl_facts *chosen = choose(facts, count, selector);
    if (!chosen)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "There is no device \"opencl%s\": write \"opencl:PLATFORM.DEVICE\", as `tessera devices` "
            "lists them.",
            selector);
    if (chosen->unusable)
        return ts_fail(context, TS_ERROR_DEVICE, "The device \"opencl%s\" (%s) cannot be used: %s.", selector,
                       chosen->name, chosen->unusable);
    *found = *chosen;
    return TS_OK;
}

/* What the shared code has to know. */
static void set_base(struct opencl_device *opencl)
{
    const struct opencl_facts *facts = &opencl->facts;
    struct gpu_device *base = &opencl->base;
    base->base.backend = &opencl_backend;
    base->base.has_double = facts->has_double;
    base->base.constant_most = facts->constant_most;
    base->driver = &opencl_driver;
    base->units = facts->units;
    base->memory = facts->memory;
    base->allocation_most = facts->allocation_most;
    base->group_most = facts->group_most;
    base->local_most = facts->local_most;
    base->is_cpu = !facts->is_gpu;
    base->has_atomics_64 = facts->has_atomics_64;
    char text[120];
    opencl_describe(facts, text, sizeof text);
    snprintf(base->base.description, sizeof base->base.description, "opencl: %.118s", text);
    gpu_device_shape(base);
}

static void opencl_close(struct device *device)
{
    struct opencl_device *opencl = (struct opencl_device *)device;
    if (opencl->queue)
        opencl->cl->clReleaseCommandQueue(opencl->queue);
    if (opencl->context)
        opencl->cl->clReleaseContext(opencl->context);
    free(opencl);
}

static ts_status connect(ts_context *context, struct opencl_device *opencl)
{
    const struct opencl_library *cl = opencl->cl;
    cl_int code;
    opencl->context = cl->clCreateContext(NULL, 1, &opencl->facts.device, NULL, NULL, &code);
    if (code)
        return opencl_fail(context, opencl, "clCreateContext", code);
    opencl->queue = cl->clCreateCommandQueue(opencl->context, opencl->facts.device, 0, &code);
    if (code)
        return opencl_fail(context, opencl, "clCreateCommandQueue", code);
    if (!opencl->facts.is_exact)
        ts_log(
            context, TS_LOG_WARNING,
            "The device \"%s\" does not promise division, square root and small numbers as IEEE 754 has them: its "
            "events may differ from other devices' in their last digits.",
            opencl->facts.name);
    return TS_OK;
}

static ts_status opencl_open(ts_context *context, const char *selector, int threads, struct device **device)
{
    (void)threads;
    const char *reason;
    struct opencl_device *opencl = calloc(1, sizeof *opencl);
    *device = NULL;
    if (!opencl)
        return ts_fail_memory(context, "a device");
    ts_status status = find(context, selector, &opencl->facts);
    if (!status) {
        opencl->cl = opencl_library(&reason);
        set_base(opencl);
        status = connect(context, opencl);
    }
    if (status)
        opencl_close(&opencl->base.base);
    else
        *device = &opencl->base.base;
    return status;
}

const struct device_backend opencl_backend = {
    .name = "opencl",
    .list = opencl_list,
    .open = opencl_open,
    .close = opencl_close,
    GPU_BACKEND_FUNCTIONS,
};
