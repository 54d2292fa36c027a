/* NVIDIA's GPUs by CUDA's driver; programs by NVRTC. */
#include "device/cuda/cuda.h"

#include "device/many/many.h"
#include "device/selector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of "cuda: ", of the driver's version and of the device's name in a description. */
static void describe(const struct cuda_device *device, char *text, size_t bytes)
{
    snprintf(text, bytes, "%.60s, compute capability %d.%d, CUDA %d.%d", device->name, device->major,
             device->minor, device->driver_version / 1000, device->driver_version % 1000 / 10);
}

static int attribute(const struct cuda_library *cuda, CUdevice device, int which)
{
    int value = 0;
    return cuda->cuDeviceGetAttribute(&value, which, device) ? 0 : value;
}

/* Fills in what the driver says of device `number`; 0 where it says nothing. */
static int read_facts(const struct cuda_library *cuda, int number, struct cuda_device *device)
{
    *device = (struct cuda_device){.cuda = cuda};
    if (cuda->cuDeviceGet(&device->device, number) ||
        cuda->cuDeviceGetName(device->name, sizeof device->name - 1, device->device) ||
        cuda->cuDeviceTotalMem(&device->base.memory, device->device) ||
        cuda->cuDriverGetVersion(&device->driver_version))
        return 0;
    device->major = attribute(cuda, device->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    device->minor = attribute(cuda, device->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    device->base.units = (unsigned)attribute(cuda, device->device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    device->base.local_most = (size_t)attribute(cuda, device->device,
                                                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    return device->major > 0 && device->base.units > 0;
}

/* How many devices there are; 0: *reason is a clause that says why. */
static int count_devices(const struct cuda_library **cuda, const char **reason)
{
    int count = 0;
    *cuda = cuda_library(reason);
    if (!*cuda)
        return 0;
    *reason = "NVIDIA's driver finds no GPU";
    return (*cuda)->cuDeviceGetCount(&count) ? 0 : count;
}

static size_t cuda_list(ts_device_info *list, size_t room)
{
    const struct cuda_library *cuda;
    const char *reason;
    int count = count_devices(&cuda, &reason);
    if (count == 0 && room) {
        *list = (ts_device_info){.selector = "cuda", .backend = "cuda"};
        snprintf(list->note, sizeof list->note, "%.250s", reason);
    }
    for (int i = 0; i < count && (size_t)i < room; ++i) {
        struct cuda_device device;
        int usable = read_facts(cuda, i, &device);
        list[i] = (ts_device_info){.backend = "cuda", .available = usable};
        snprintf(list[i].selector, sizeof list[i].selector, "cuda:%d", i);
        if (usable)
            describe(&device, list[i].name, sizeof list[i].name);
        else
            snprintf(list[i].note, sizeof list[i].note, "its driver does not describe it");
    }
    return count ? (size_t)count : 1;
}

static void cuda_close(struct device *device)
{
    struct cuda_device *cuda = (struct cuda_device *)device;
    const int entered = cuda->stage && !cuda_enter(cuda);
    if (entered)
        cuda->cuda->cuMemFreeHost(cuda->stage);
    for (unsigned lane = 1; lane < cuda->base.base.lanes && entered; ++lane)
        cuda->cuda->cuStreamDestroy(cuda->lanes[lane]);
    if (cuda->context)
        cuda->cuda->cuDevicePrimaryCtxRelease(cuda->device);
    free(cuda);
}

void cuda_set_base(struct cuda_device *cuda, int number)
{
    struct gpu_device *base = &cuda->base;
    char text[112];
    base->base.backend = &cuda_backend;
    base->base.has_double = 1;
    base->driver = &cuda_driver;
    base->allocation_most = base->memory;
    base->group_most = 1024;
    base->has_atomics_64 = 1;
    describe(cuda, text, sizeof text);
    snprintf(base->base.description, sizeof base->base.description, "cuda:%d: %.100s", number, text);
    gpu_device_shape(base);
}

/* The number that ":1" names; "" is the first device. -1 where there is no such device. */
static int choose(const char *selector, int count)
{
    unsigned number = 0;
    if (!*selector)
        return 0;
    return selector_number(&selector, ':', &number) && !*selector && (int)number < count ? (int)number : -1;
}

static ts_status find(ts_context *context, const struct cuda_library **cuda, const char *selector,
                      struct cuda_device *found)
{
    const char *reason;
    int count = count_devices(cuda, &reason), number = choose(selector, count);
    if (count == 0)
        return ts_fail(context, TS_ERROR_DEVICE, "There is no CUDA device here: %s.", reason);
    if (number < 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "There is no device \"cuda%s\": they are \"cuda:0\" to \"cuda:%d\", and \"cuda:all\".",
                       selector, count - 1);
    if (!read_facts(*cuda, number, found))
        return ts_fail(context, TS_ERROR_DEVICE,
                       "The device \"cuda:%d\" cannot be used: its driver does not describe it.", number);
    cuda_set_base(found, number);
    return TS_OK;
}

/* The context of a device, its stage and its lanes. */
static ts_status enter_anew(ts_context *context, const struct cuda_library *library, struct cuda_device *cuda)
{
    CUresult code = library->cuDevicePrimaryCtxRetain(&cuda->context, cuda->device);
    if (code)
        return cuda_fail(context, cuda, "cuDevicePrimaryCtxRetain", code);
    code = library->cuCtxSetCurrent(cuda->context);
    if (code)
        return cuda_fail(context, cuda, "cuCtxSetCurrent", code);
    code = library->cuMemAllocHost(&cuda->stage, CUDA_STAGE);
    if (code)
        return cuda_fail(context, cuda, "cuMemAllocHost", code);
    for (unsigned lane = 1; lane < DEVICE_LANES; ++lane) {
        code = library->cuStreamCreate(&cuda->lanes[lane], 0);
        if (code)
            return cuda_fail(context, cuda, "cuStreamCreate", code);
        cuda->base.base.lanes = lane + 1;
    }
    return TS_OK;
}

static ts_status open_one(ts_context *context, const char *selector, struct device **device)
{
    struct cuda_device *cuda = calloc(1, sizeof *cuda);
    *device = NULL;
    if (!cuda)
        return ts_fail_memory(context, "a device");
    const struct cuda_library *library;
    ts_status status = find(context, &library, selector, cuda);
    if (!status)
        status = enter_anew(context, library, cuda);
    if (status)
        cuda_close(&cuda->base.base);
    else
        *device = &cuda->base.base;
    return status;
}

/* All devices as one. */
static ts_status open_all(ts_context *context, struct device **device)
{
    const struct cuda_library *cuda;
    const char *reason;
    struct device *parts[MANY_MOST];
    char selector[16], name[112];
    int count = count_devices(&cuda, &reason), opened = 0;
    if (count <= 1) /* none: the sentence of one that is missing */
        return open_one(context, "", device);
    count = count < MANY_MOST ? count : MANY_MOST;
    ts_status status = TS_OK;
    for (; opened < count && !status; opened += !status) {
        snprintf(selector, sizeof selector, ":%d", opened);
        status = open_one(context, selector, &parts[opened]);
    }
    if (!status) {
        snprintf(name, sizeof name, "cuda: %d devices, the first %.80s", count,
                 parts[0]->description + strlen("cuda:0: "));
        return many_create(context, parts, (size_t)count, name, device);
    }
    while (opened > 0)
        device_close(&parts[--opened]);
    return status;
}

static ts_status cuda_open(ts_context *context, const char *selector, int threads, struct device **device)
{
    (void)threads;
    return strcmp(selector, ":all") ? open_one(context, selector, device) : open_all(context, device);
}

const struct device_backend cuda_backend = {
    .name = "cuda",
    .compiles_beside = 1,
    .list = cuda_list,
    .open = cuda_open,
    .close = cuda_close,
    GPU_BACKEND_FUNCTIONS,
};
