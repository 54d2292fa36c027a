#include "device/opencl/devices.h"

#include "device/selector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLATFORMS = 16 };

/* A text, cut where it is longer than there is room. */
static void read_text(const struct opencl_library *cl, cl_device_id device, cl_uint what, char *text,
                      size_t bytes)
{
    char whole[1024] = "";
    if (cl->clGetDeviceInfo(device, what, sizeof whole - 1, whole, NULL))
        *whole = 0;
    snprintf(text, bytes, "%s", whole);
}

/* A fact of `bytes` bytes; 0 where the driver does not know it. */
static uint64_t read_number(const struct opencl_library *cl, cl_device_id device, cl_uint what, size_t bytes)
{
    uint64_t number = 0;
    return cl->clGetDeviceInfo(device, what, bytes, &number, NULL) ? 0 : number;
}

static int has_extension(const struct opencl_library *cl, cl_device_id device, const char *name)
{
    size_t bytes = 0;
    if (cl->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes))
        return 0;
    char *extensions = calloc(1, bytes + 1);
    int found = extensions && !cl->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, extensions, NULL) &&
                strstr(extensions, name);
    free(extensions);
    return found;
}

/* "OpenCL 1.2 ...": at least 1.2. */
static int is_recent(const char *version)
{
    unsigned major = 0, minor = 0;
    const char *rest = version + strcspn(version, " ");
    return selector_number(&rest, ' ', &major) && selector_number(&rest, '.', &minor) &&
           (major > 1 || minor >= 2);
}

static void read_facts(const struct opencl_library *cl, struct opencl_facts *facts)
{
    cl_device_id device = facts->device;
    const cl_bitfield exact = CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT | CL_FP_DENORM | CL_FP_FMA;
    if (cl->clGetPlatformInfo(facts->platform, CL_PLATFORM_NAME, sizeof facts->platform_name - 1,
                              facts->platform_name, NULL))
        *facts->platform_name = 0;
    read_text(cl, device, CL_DEVICE_NAME, facts->name, sizeof facts->name);
    read_text(cl, device, CL_DRIVER_VERSION, facts->driver, sizeof facts->driver);
    read_text(cl, device, CL_DEVICE_VERSION, facts->version, sizeof facts->version);
    facts->is_gpu = (read_number(cl, device, CL_DEVICE_TYPE, 8) & CL_DEVICE_TYPE_GPU) != 0;
    facts->has_double = read_number(cl, device, CL_DEVICE_DOUBLE_FP_CONFIG, 8) != 0;
    facts->has_atomics_64 = has_extension(cl, device, "cl_khr_int64_base_atomics");
    facts->is_exact = (read_number(cl, device, CL_DEVICE_SINGLE_FP_CONFIG, 8) & exact) == exact;
    facts->units = (unsigned)read_number(cl, device, CL_DEVICE_MAX_COMPUTE_UNITS, 4);
    facts->memory = (size_t)read_number(cl, device, CL_DEVICE_GLOBAL_MEM_SIZE, 8);
    facts->allocation_most = (size_t)read_number(cl, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8);
    facts->group_most = (size_t)read_number(cl, device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
    facts->local_most = (size_t)read_number(cl, device, CL_DEVICE_LOCAL_MEM_SIZE, 8);
    facts->constant_most = (size_t)read_number(cl, device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8);
    facts->unusable = !read_number(cl, device, CL_DEVICE_AVAILABLE, 4)
                          ? "its driver says that it is not available"
                      : !read_number(cl, device, CL_DEVICE_COMPILER_AVAILABLE, 4)
                          ? "its driver has no compiler"
                      : !is_recent(facts->version) ? "it is older than OpenCL 1.2"
                      : !read_number(cl, device, CL_DEVICE_ENDIAN_LITTLE, 4)
                          ? "the bytes of its words stand in the other order"
                      : !facts->units || !facts->memory || !facts->allocation_most || !facts->group_most
                          ? "its driver does not say how large it is"
                          : NULL;
}

size_t opencl_devices(struct opencl_facts facts[OPENCL_DEVICES], const char **reason)
{
    cl_platform_id platforms[PLATFORMS];
    cl_uint platform_count = 0;
    size_t count = 0;
    const struct opencl_library *cl = opencl_library(reason);
    if (!cl)
        return 0;
    *reason =
        "no driver is installed (on Debian and Ubuntu pocl-opencl-icd computes on the CPU; those of GPUs come "
        "with their makers' packages)";
    if (cl->clGetPlatformIDs(PLATFORMS, platforms, &platform_count) || !platform_count)
        return 0;
    *reason = "the drivers that are installed offer no device";
    for (unsigned i = 0; i < platform_count && i < PLATFORMS; ++i) {
        cl_device_id devices[OPENCL_DEVICES];
        cl_uint device_count = 0;
        if (cl->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, OPENCL_DEVICES, devices, &device_count))
            continue;
        for (unsigned k = 0; k < device_count && count < OPENCL_DEVICES; ++k, ++count) {
            facts[count] = (struct opencl_facts){.platform = platforms[i],
                                                 .device = devices[k],
                                                 .platform_number = i,
                                                 .device_number = k};
            read_facts(cl, &facts[count]);
        }
    }
    return count;
}

void opencl_describe(const struct opencl_facts *facts, char *text, size_t bytes)
{
    snprintf(text, bytes, "%.60s (%.30s, driver %.24s)", facts->name, facts->platform_name, facts->driver);
}

size_t opencl_list(ts_device_info *list, size_t room)
{
    struct opencl_facts facts[OPENCL_DEVICES];
    const char *reason;
    size_t count = opencl_devices(facts, &reason);
    if (count == 0 && room) {
        *list = (ts_device_info){.selector = "opencl", .backend = "opencl"};
        snprintf(list->note, sizeof list->note, "%s", reason);
    }
    for (size_t i = 0; i < count && i < room; ++i) {
        list[i] = (ts_device_info){.backend = "opencl", .available = !facts[i].unusable};
        snprintf(list[i].selector, sizeof list[i].selector, "opencl:%u.%u", facts[i].platform_number,
                 facts[i].device_number);
        opencl_describe(&facts[i], list[i].name, sizeof list[i].name);
        snprintf(list[i].note, sizeof list[i].note, "%s",
                 facts[i].unusable      ? facts[i].unusable
                 : !facts[i].has_double ? "single precision only"
                                        : "");
    }
    return count ? count : 1;
}
