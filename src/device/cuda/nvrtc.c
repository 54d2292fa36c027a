#include "device/cuda/nvrtc.h"

#include "device/cuda/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Contraction is ours (r_fma); division, square root and small numbers are IEEE's unless one asks otherwise.
 * The architecture is a real one (sm_90), so that what comes out is machine code. */
void nvrtc_options_set(struct nvrtc_options *options, int major, int minor)
{
    snprintf(options->architecture, sizeof options->architecture, "--gpu-architecture=sm_%d%d", major, minor);
    options->list[0] = options->architecture;
    options->list[1] = "--fmad=false";
    options->list[2] = "--std=c++17";
}

/* What NVRTC said; NULL where that is nothing. The caller frees it. */
static char *take_log(const struct nvrtc_library *nvrtc, nvrtcProgram program)
{
    size_t bytes = 0;
    char *log = NULL;
    if (!nvrtc->nvrtcGetProgramLogSize(program, &bytes))
        log = calloc(1, bytes + 1);
    if (log && !nvrtc->nvrtcGetProgramLog(program, log) && log[strspn(log, " \n")])
        return log;
    free(log);
    return NULL;
}

static ts_status fail_in(ts_context *context, const struct nvrtc_library *nvrtc, const char *call,
                         nvrtcResult code)
{
    return ts_fail(context, TS_ERROR_COMPILE, "CUDA's run-time compiler failed in %s: %s.", call,
                   nvrtc->nvrtcGetErrorString(code));
}

/* The program's machine code; the caller frees it, whatever the status. */
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

static int is_interrupted(void *context, void *reserved)
{
    (void)reserved;
    return ts_context_interrupted(context);
}

static ts_status compile(ts_context *context, const struct nvrtc_library *nvrtc, nvrtcProgram program,
                         const struct nvrtc_options *options, char **binary, size_t *bytes)
{
    if (nvrtc->nvrtcSetFlowCallback)
        nvrtc->nvrtcSetFlowCallback(program, is_interrupted, context);
    const nvrtcResult code = nvrtc->nvrtcCompileProgram(program, NVRTC_OPTIONS, options->list);
    if (code && ts_context_interrupted(context))
        return ts_fail(context, TS_INTERRUPTED,
                       "Interrupted while a program was compiled: there is nothing to write.");
    if (code && code != NVRTC_ERROR_COMPILATION)
        return fail_in(context, nvrtc, "nvrtcCompileProgram", code);
    ts_status status = TS_OK;
    char *log = take_log(nvrtc, program);
    if (code)
        status = ts_fail(context, TS_ERROR_COMPILE, "NVRTC refused a program. Its log:\n%s",
                         log ? log : "(it is empty)");
    else if (log)
        ts_log(context, TS_LOG_DEBUG, "NVRTC remarks on a program:\n%s", log);
    free(log);
    return status ? status : take_binary(context, nvrtc, program, binary, bytes);
}

ts_status nvrtc_compile(ts_context *context, const char *text, const struct nvrtc_options *options,
                        char **binary, size_t *bytes)
{
    const char *reason;
    const struct nvrtc_library *nvrtc = nvrtc_library(&reason);
    nvrtcProgram program = NULL;
    *binary = NULL;
    *bytes = 0;
    if (!nvrtc)
        return ts_fail(context, TS_ERROR_COMPILE,
                       "This computation needs a program that is not compiled yet, and %s.", reason);
    nvrtcResult code = nvrtc->nvrtcCreateProgram(&program, text, "program.cu", 0, NULL, NULL);
    if (code)
        return fail_in(context, nvrtc, "nvrtcCreateProgram", code);
    ts_status status = compile(context, nvrtc, program, options, binary, bytes);
    nvrtc->nvrtcDestroyProgram(&program);
    return status;
}
