/* Programs by NVRTC, whose binaries are kept. */
#include "device/cuda/cuda.h"

#include "core/clock.h"
#include "core/ranks.h"
#include "device/cuda/nvrtc.h"
#include "program/binary.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>

static const char cache[] = "cuda";

static ts_status load(ts_context *context, struct cuda_device *device, const char *binary,
                      struct gpu_module **module)
{
    CUmodule loaded = NULL;
    CUresult code = cuda_enter(device);
    if (code)
        return cuda_fail(context, device, "cuCtxSetCurrent", code);
    code = device->cuda->cuModuleLoadData(&loaded, binary);
    *module = (struct gpu_module *)(void *)loaded;
    return code ? cuda_fail(context, device, "cuModuleLoadData", code) : TS_OK;
}

/* Compiles, keeps and loads. */
static ts_status make(ts_context *context, struct cuda_device *device, const char *text,
                      const struct nvrtc_options *options, const char *const *parts, char **binary,
                      size_t *bytes, struct gpu_module **module)
{
    ts_status status = nvrtc_compile(context, text, options, binary, bytes);
    if (!status && binary_store(context, cache, parts, *binary, *bytes))
        ts_log(context, TS_LOG_WARNING, "The compiled program is not kept: %s", ts_context_error(context));
    return status ? status : load(context, device, *binary, module);
}

/* From the cache, or compiled now; the caller frees *binary. The version of the compiler is not part of the
 * key: asking for it would open a library of a hundred megabytes. A newer toolkit finds programs that an
 * older one made, which are as right. */
static ts_status compile_alone(ts_context *context, struct cuda_device *cuda, const char *text,
                               const struct nvrtc_options *options, char **binary, size_t *bytes,
                               struct gpu_module **module, double *compile_seconds)
{
    const char *const parts[] = {options->list[0], options->list[1], options->list[2], text, NULL};
    if (!binary_load(NULL, cache, parts, binary, bytes)) {
        if (!load(NULL, cuda, *binary, module))
            return TS_OK;
        free(*binary);
        *binary = NULL;
    }
    double start = clock_seconds();
    program_announce(context, "NVRTC", "1 to 10 seconds");
    ts_status status = make(context, cuda, text, options, parts, binary, bytes, module);
    const double seconds = clock_seconds() - start;
    if (!status)
        program_announce_end(context, seconds);
    *compile_seconds += seconds;
    return status;
}

/* Rank 0 compiles; the others have its binary, where their GPUs are of one kind. */
ts_status cuda_compile(ts_context *context, struct gpu_device *device, const char *text,
                       struct gpu_module **module, double *compile_seconds)
{
    struct cuda_device *cuda = (struct cuda_device *)device;
    struct nvrtc_options options;
    nvrtc_options_set(&options, cuda->major, cuda->minor);
    char *binary = NULL, kind[32];
    size_t bytes = 0;
    ts_status status = TS_OK;
    *module = NULL;
    snprintf(kind, sizeof kind, "cuda %d.%d", cuda->major, cuda->minor);
    if (ranks_first(context))
        status = compile_alone(context, cuda, text, &options, &binary, &bytes, module, compile_seconds);
    if (ranks_count(context) > 1)
        status = binary_share(context, status, kind, &binary, &bytes);
    if (!status && binary && !*module)
        status = load(context, cuda, binary, module);
    else if (!status && !*module)
        status = compile_alone(context, cuda, text, &options, &binary, &bytes, module, compile_seconds);
    free(binary);
    return status;
}
