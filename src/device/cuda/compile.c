/* Programs by NVRTC, whose binaries are kept. */
#include "device/cuda/cuda.h"

#include "core/clock.h"
#include "program/binary.h"

#include <stdio.h>
#include <stdlib.h>

static const char cache[] = "cuda";

/* Contraction is ours (r_fma); division, square root and small numbers are IEEE's unless one asks otherwise.
 */
enum { OPTIONS = 3 };

static ts_status fail_with_log(ts_context *context, const struct nvrtc_library *nvrtc, nvrtcProgram program)
{
    size_t bytes = 0;
    char *log = NULL;
    if (!nvrtc->nvrtcGetProgramLogSize(program, &bytes))
        log = calloc(1, bytes + 1);
    if (log && nvrtc->nvrtcGetProgramLog(program, log))
        *log = 0;
    ts_status status = ts_fail(context, TS_ERROR_COMPILE, "NVRTC refused a program. Its log:\n%s",
                               log && *log ? log : "(it is empty)");
    free(log);
    return status;
}

static ts_status fail_in(ts_context *context, const struct nvrtc_library *nvrtc, const char *call,
                         nvrtcResult code)
{
    return ts_fail(context, TS_ERROR_COMPILE, "CUDA's run-time compiler failed in %s: %s.", call,
                   nvrtc->nvrtcGetErrorString(code));
}

/* The program's machine code; the caller frees it. */
static ts_status take_binary(ts_context *context, const struct nvrtc_library *nvrtc, nvrtcProgram program,
                             char **binary, size_t *bytes)
{
    nvrtcResult code = nvrtc->nvrtcGetCUBINSize(program, bytes);
    if (code)
        return fail_in(context, nvrtc, "nvrtcGetCUBINSize", code);
    *binary = malloc(*bytes ? *bytes : 1);
    if (!*binary)
        return ts_fail_memory(context, "a compiled program");
    code = nvrtc->nvrtcGetCUBIN(program, *binary);
    return code ? fail_in(context, nvrtc, "nvrtcGetCUBIN", code) : TS_OK;
}

static ts_status from_source(ts_context *context, const struct nvrtc_library *nvrtc, const char *text,
                             const char *const options[OPTIONS], char **binary, size_t *bytes)
{
    nvrtcProgram program = NULL;
    nvrtcResult code = nvrtc->nvrtcCreateProgram(&program, text, "program.cu", 0, NULL, NULL);
    if (code)
        return fail_in(context, nvrtc, "nvrtcCreateProgram", code);
    code = nvrtc->nvrtcCompileProgram(program, OPTIONS, options);
    ts_status status = code == NVRTC_ERROR_COMPILATION ? fail_with_log(context, nvrtc, program)
                       : code                          ? fail_in(context, nvrtc, "nvrtcCompileProgram", code)
                                                       : take_binary(context, nvrtc, program, binary, bytes);
    nvrtc->nvrtcDestroyProgram(&program);
    return status;
}

static ts_status load(ts_context *context, struct cuda_device *device, const char *binary,
                      struct gpu_module **module)
{
    CUmodule loaded = NULL;
    CUresult code = cuda_enter(device);
    if (!code)
        code = device->cuda->cuModuleLoadData(&loaded, binary);
    *module = (struct gpu_module *)(void *)loaded;
    return code ? cuda_fail(context, device, "cuModuleLoadData", code) : TS_OK;
}

/* Compiles, keeps and loads. */
static ts_status make(ts_context *context, struct cuda_device *device, const char *text,
                      const char *const options[OPTIONS], const char *const *parts,
                      struct gpu_module **module)
{
    const char *reason;
    char *binary = NULL;
    size_t bytes = 0;
    const struct nvrtc_library *nvrtc = nvrtc_library(&reason);
    if (!nvrtc)
        return ts_fail(context, TS_ERROR_COMPILE,
                       "This computation needs a program that is not compiled yet, and %s.", reason);
    ts_status status = from_source(context, nvrtc, text, options, &binary, &bytes);
    if (!status && binary_store(context, cache, parts, binary, bytes))
        ts_log(context, TS_LOG_WARNING, "The compiled program is not kept: %s", ts_context_error(context));
    if (!status)
        status = load(context, device, binary, module);
    free(binary);
    return status;
}

/* The version of the compiler is not part of the key: asking for it would open a library of a hundred
 * megabytes. A newer toolkit finds programs that an older one made, which are as right. */
ts_status cuda_compile(ts_context *context, struct gpu_device *device, const char *text,
                       struct gpu_module **module, double *compile_seconds)
{
    struct cuda_device *cuda = (struct cuda_device *)device;
    char architecture[48];
    snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d%d", cuda->major, cuda->minor);
    const char *const options[OPTIONS] = {architecture, "--fmad=false", "--std=c++17"};
    const char *const parts[] = {options[0], options[1], options[2], text, NULL};
    char *binary;
    size_t bytes;
    *module = NULL;
    if (!binary_load(NULL, cache, parts, &binary, &bytes)) {
        ts_status status = load(NULL, cuda, binary, module);
        free(binary);
        if (!status)
            return TS_OK;
    }
    double start = clock_seconds();
    ts_status status = make(context, cuda, text, options, parts, module);
    *compile_seconds += clock_seconds() - start;
    return status;
}
