/* A driver of CUDA's and an NVRTC that only keep accounts, for what the host does with real ones. Its memory
 * is the host's; no kernel computes, but pipeline_facts and pipeline_totals write something that a run can go
 * on with.
 *
 *   DEVICES=2                  how many GPUs there are, of compute capability 8.0, 9.0, ...; else one
 *   FAULT="cuMemAlloc 3 2 5"   calls 3 to 5 of that function fail with code 2; without the 5, all from the
 * third FREE=600000                bytes that other programs leave of a GPU's memory PLANNED=1 asking for
 * more than is free is a mistake NVRTC_LOG="..."            what NVRTC says of a program
 *
 * A line that begins with "cuda_faults:" on standard error tells of a mistake. That is something of another
 * GPU than the current one, given back twice, or left at the end. */
#include "device/cuda/api.h"
#include "pipeline_range.h"
#include "totals_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every function under the name that it has in NVIDIA's libraries. */
#define DECLARE(result, name, symbol, arguments) \
    __attribute__((visibility("default"))) result name arguments __asm__(symbol);
CUDA_FUNCTIONS(DECLARE)
NVRTC_FUNCTIONS(DECLARE)

enum { MOST_DEVICES = 8, MOST_THINGS = 256, INVALID_VALUE = 1, INVALID_CONTEXT = 201 };

/* What was handed out: where, what, and on which GPU; of NVRTC on none. */
static struct thing {
    void *address;
    const char *kind;
    int device;
    size_t bytes;
} things[MOST_THINGS];
static int retained[MOST_DEVICES]; /* contexts */
static int current = -1;           /* GPU of this process's calls, which come from one thread */

static void mistake(const char *text) { fprintf(stderr, "cuda_faults: %s\n", text); }

/* The code that call number `call` of a function fails with; 0: none. */
static int fault(const char *name, int call)
{
    const char *text = getenv("FAULT");
    char wanted[64];
    int first, code, last = 1 << 30;
    if (!text || sscanf(text, "%63s %d %d %d", wanted, &first, &code, &last) < 3 || strcmp(wanted, name) != 0)
        return 0;
    return call >= first && call <= last ? code : 0;
}

/* A function, which may be told to fail. */
#define FUNCTION(name, parameters, ...)            \
    int name parameters                            \
    {                                              \
        static int calls;                          \
        const int code = fault(__func__, ++calls); \
        if (code)                                  \
            return code;                           \
        __VA_ARGS__;                               \
        return 0;                                  \
    }

static struct thing *thing_at(const void *address)
{
    for (int i = 0; i < MOST_THINGS; ++i)
        if (things[i].address == address)
            return &things[i];
    return NULL;
}

static void *hand_out(const char *kind, int device, size_t bytes)
{
    struct thing *thing = thing_at(NULL);
    if (!thing)
        abort();
    *thing = (struct thing){calloc(1, bytes), kind, device, bytes};
    return thing->address;
}

/* The thing, which has to be the current GPU's. */
static struct thing *check(const void *address, const char *kind, int device)
{
    struct thing *thing = address ? thing_at(address) : NULL;
    if (thing && !strcmp(thing->kind, kind) && thing->device == device)
        return thing;
    fprintf(stderr, "cuda_faults: this is no %s of GPU %d\n", kind, device);
    return NULL;
}

static int take_back(void *address, const char *kind, int device)
{
    struct thing *thing = check(address, kind, device);
    if (!thing)
        return INVALID_VALUE;
    free(address);
    *thing = (struct thing){0};
    return 0;
}

/* What a GPU holds that cannot be entered goes with its context. */
__attribute__((destructor)) static void what_is_left(void)
{
    if (fault("cuCtxSetCurrent", 1 << 30))
        return;
    for (int i = 0; i < MOST_THINGS; ++i)
        if (things[i].address)
            fprintf(stderr, "cuda_faults: a %s of GPU %d is left\n", things[i].kind, things[i].device);
    for (int i = 0; i < MOST_DEVICES; ++i)
        if (retained[i])
            mistake("a context is left");
}

/* What is there. */
FUNCTION(cuInit, (unsigned flags), if (flags) return INVALID_VALUE)
FUNCTION(cuDriverGetVersion, (int *version), *version = 13000)
FUNCTION(cuDeviceGetCount, (int *count), *count = getenv("DEVICES") ? atoi(getenv("DEVICES")) : 1)
FUNCTION(cuDeviceGet, (CUdevice * device, int number), *device = number)
FUNCTION(cuDeviceGetName, (char *name, int bytes, CUdevice device),
         snprintf(name, (size_t)bytes, "GPU %d of none", device))
FUNCTION(cuDeviceTotalMem, (size_t * bytes, CUdevice device), (void)device, *bytes = (size_t)1 << 26)
FUNCTION(cuDeviceGetAttribute, (int *value, int which, CUdevice device),
         *value = which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? 8 + device
                  : which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0
                                                                          : 2)

CUresult cuGetErrorName(CUresult code, const char **name)
{
    *name = code == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : NULL;
    return *name ? 0 : INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult code, const char **text)
{
    *text = code == 719 ? "unspecified launch failure" : code == 999 ? "unknown error" : NULL;
    return *text ? 0 : INVALID_VALUE;
}

/* Contexts. */
FUNCTION(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device),
         *context = (CUcontext)(void *)&retained[device];
         ++retained[device])
FUNCTION(cuDevicePrimaryCtxRelease, (CUdevice device),
         if (--retained[device] < 0) mistake("a context is released twice"))
FUNCTION(cuCtxSetCurrent, (CUcontext context), current = (int)((int *)(void *)context - retained);
         if (!context || !retained[current]) return INVALID_CONTEXT)
FUNCTION(cuCtxSynchronize, (void))

/* Lanes; none is the one that waits for all. */
FUNCTION(cuStreamCreate, (CUstream * stream, unsigned flags), if (flags) return INVALID_VALUE;
         *stream = hand_out("lane", current, 1))
FUNCTION(cuStreamDestroy, (CUstream stream), return take_back(stream, "lane", current))

static int is_lane(CUstream stream) { return !stream || check(stream, "lane", current); }

/* Memory, whose addresses are the host's. */
static void *at(CUdeviceptr memory) { return (void *)(uintptr_t)memory; }

static size_t memory_free(void)
{
    const size_t most = getenv("FREE") ? (size_t)atol(getenv("FREE")) : (size_t)1 << 26;
    size_t used = 0;
    for (int i = 0; i < MOST_THINGS; ++i)
        if (things[i].address && !strcmp(things[i].kind, "buffer") && things[i].device == current)
            used += things[i].bytes;
    return used < most ? most - used : 0;
}

FUNCTION(cuMemGetInfo, (size_t * unused, size_t *total), *unused = memory_free(); *total = (size_t)1 << 26)
FUNCTION(
    cuMemAlloc, (CUdeviceptr * memory, size_t bytes), if (bytes > memory_free()) {
        if (getenv("PLANNED"))
            mistake("more memory than is free is asked for");
        return CUDA_ERROR_OUT_OF_MEMORY;
    } *memory = (uintptr_t)hand_out("buffer", current, bytes))
FUNCTION(cuMemFree, (CUdeviceptr memory), return take_back(at(memory), "buffer", current))
FUNCTION(cuMemcpyHtoDAsync, (CUdeviceptr memory, const void *data, size_t bytes, CUstream stream),
         if (!is_lane(stream) || !check(at(memory), "buffer", current)) return INVALID_VALUE;
         memcpy(at(memory), data, bytes))
FUNCTION(cuMemsetD8Async, (CUdeviceptr memory, unsigned char value, size_t bytes, CUstream stream),
         if (!is_lane(stream) || !check(at(memory), "buffer", current)) return INVALID_VALUE;
         memset(at(memory), value, bytes))
FUNCTION(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
         if (!is_lane(stream) || !check(at(to), "buffer", current) ||
             !check(at(from), "buffer", current)) return INVALID_VALUE;
         memcpy(at(to), at(from), bytes))
FUNCTION(cuMemcpyDtoHAsync, (void *data, CUdeviceptr memory, size_t bytes, CUstream stream),
         if (!is_lane(stream) || !check(at(memory), "buffer", current)) return INVALID_VALUE;
         memcpy(data, at(memory), bytes))
FUNCTION(cuStreamSynchronize, (CUstream stream), if (!is_lane(stream)) return INVALID_VALUE)
FUNCTION(cuMemAllocHost, (void **memory, size_t bytes), *memory = hand_out("stage", current, bytes))
FUNCTION(cuMemFreeHost, (void *memory), return take_back(memory, "stage", current))

/* Programs. A binary is the option that named its GPU, a function its name. */
static const char facts[] = "pipeline_facts", totals[] = "pipeline_totals", other[] = "";

FUNCTION(cuModuleLoadData, (CUmodule * module, const void *binary), char wanted[40];
         snprintf(wanted, sizeof wanted, "--gpu-architecture=sm_%d0", 8 + current);
         if (strcmp(binary, wanted) != 0) return CUDA_ERROR_INVALID_IMAGE;
         *module = hand_out("module", current, 1))
FUNCTION(cuModuleUnload, (CUmodule module), return take_back(module, "module", current))
FUNCTION(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
         const char *found = !strcmp(name, facts)    ? facts
                             : !strcmp(name, totals) ? totals
                                                     : other;
         *function = (CUfunction)(uintptr_t)found;
         return check(module, "module", current) ? 0 : INVALID_VALUE)
FUNCTION(cuFuncGetAttribute, (int *value, int which, CUfunction function),
         if (which < 0 || !function) return INVALID_VALUE;
         *value = 32)

FUNCTION(cuFuncSetAttribute, (CUfunction function, int which, int value),
         if (!function || which < 0 || value < 0) return INVALID_VALUE)

#ifndef TOO_OLD
static void play(const void *kernel, void **arguments)
{
    if (kernel == other)
        return;
    int64_t *out = at(*(CUdeviceptr *)arguments[kernel == totals ? 2 : 0]);
    if (!check(out, "buffer", current))
        return;
    if (kernel == facts) {
        out[0] = 8; /* row_count */
        out[1] = 1; /* fill_count */
    } else {
        out[TOTAL_WEIGHT] += 1 << 20; /* the sum of all weights is one half */
        out[TOTAL_VARIANCE] += 1;
        out[TOTAL_ACCEPTED] += 1;
        out[TOTAL_MAXIMUM] = 0x3f000000; /* 0.5 as a float */
    }
}

FUNCTION(cuLaunchKernel,
         (CUfunction function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned threads_y,
          unsigned threads_z, unsigned shared, CUstream stream, void **arguments, void **extra),
         if (!x || !threads || y * z * threads_y * threads_z != 1 || shared || !is_lane(stream) || extra)
             mistake("a launch without sense");
         play(function, arguments))
#endif

/* NVRTC. A program is the room for its binary. */
static const char *log_text(void) { return getenv("NVRTC_LOG") ? getenv("NVRTC_LOG") : ""; }

const char *nvrtcGetErrorString(nvrtcResult code)
{
    return code == NVRTC_ERROR_COMPILATION ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_INTERNAL_ERROR";
}

FUNCTION(nvrtcVersion, (int *major, int *minor), *major = 13; *minor = 0)
FUNCTION(nvrtcCreateProgram,
         (nvrtcProgram * program, const char *text, const char *name, int headers, const char *const *texts,
          const char *const *names),
         if (strstr(text, "\n#include \"") || !name || headers || texts || names)
             mistake("a text with headers");
         *program = hand_out("program", -1, 64))
FUNCTION(nvrtcCompileProgram, (nvrtcProgram program, int count, const char *const *options),
         for (int i = 0; i < count; ++i) if (strstr(options[i], "architecture"))
             snprintf((char *)program, 64, "%s", options[i]))
FUNCTION(nvrtcGetProgramLogSize, (nvrtcProgram program, size_t *bytes),
         *bytes = program ? strlen(log_text()) + 1 : 0)
FUNCTION(nvrtcGetProgramLog, (nvrtcProgram program, char *log), if (program) strcpy(log, log_text()))
FUNCTION(nvrtcGetCUBINSize, (nvrtcProgram program, size_t *bytes), *bytes = strlen((char *)program) + 1)
#ifndef TOO_OLD
FUNCTION(nvrtcGetCUBIN, (nvrtcProgram program, char *binary), strcpy(binary, (char *)program))
#endif
FUNCTION(nvrtcDestroyProgram, (nvrtcProgram * program), return take_back(*program, "program", -1))
