/* Programs by the driver's compiler, whose binaries are kept. */
#include "device/opencl/opencl.h"

#include "core/clock.h"
#include "core/ranks.h"
#include "program/binary.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>

static const char cache[] = "opencl";

static const char *options_of(const struct opencl_device *device)
{
    return device->facts.is_exact ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-cl-std=CL1.2";
}

/* The compiler's own words go with the error, in full. */
static ts_status fail_with_log(ts_context *context, const struct opencl_device *device, cl_program program)
{
    const struct opencl_library *cl = device->cl;
    size_t bytes = 0;
    char *log = NULL;
    if (!cl->clGetProgramBuildInfo(program, device->facts.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes))
        log = calloc(1, bytes + 1);
    if (log &&
        cl->clGetProgramBuildInfo(program, device->facts.device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL))
        *log = 0;
    ts_status status = ts_fail(context, TS_ERROR_COMPILE,
                               "The compiler of the device \"%s\" refused a program. Its log:\n%s",
                               device->base.base.description, log && *log ? log : "(it is empty)");
    free(log);
    return status;
}

/* Builds `program` and hands it over, or releases it. */
static ts_status build(ts_context *context, const struct opencl_device *device, cl_program program,
                       cl_program *result)
{
    cl_int code = device->cl->clBuildProgram(program, 1, &device->facts.device, options_of(device), NULL,
                                             NULL);
    *result = program;
    if (!code)
        return TS_OK;
    ts_status status = code == CL_BUILD_PROGRAM_FAILURE
                           ? fail_with_log(context, device, program)
                           : opencl_fail(context, device, "clBuildProgram", code);
    device->cl->clReleaseProgram(program);
    *result = NULL;
    return status;
}

static ts_status from_source(ts_context *context, const struct opencl_device *device, const char *text,
                             cl_program *program)
{
    cl_int code;
    cl_program made = device->cl->clCreateProgramWithSource(device->context, 1, &text, NULL, &code);
    return code ? opencl_fail(context, device, "clCreateProgramWithSource", code)
                : build(context, device, made, program);
}

/* A binary that the driver does not take is as good as none. */
static int from_binary(const struct opencl_device *device, const char *data, size_t bytes,
                       cl_program *program)
{
    cl_int code, state = CL_SUCCESS;
    const unsigned char *binary = (const unsigned char *)data;
    cl_program made = device->cl->clCreateProgramWithBinary(device->context, 1, &device->facts.device, &bytes,
                                                            &binary, &state, &code);
    return !code && !state && !build(NULL, device, made, program);
}

static int from_cache(const struct opencl_device *device, const char *const *parts, cl_program *program)
{
    char *data;
    size_t bytes;
    if (binary_load(NULL, cache, parts, &data, &bytes))
        return 0;
    const int found = from_binary(device, data, bytes, program);
    free(data);
    return found;
}

/* What is not kept is compiled anew next time. */
static void keep(ts_context *context, const struct opencl_device *device, const char *const *parts,
                 cl_program program)
{
    size_t bytes = 0;
    if (device->cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL) || !bytes)
        return;
    unsigned char *binary = malloc(bytes);
    if (binary && !device->cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) &&
        binary_store(context, cache, parts, binary, bytes))
        ts_log(context, TS_LOG_WARNING, "The compiled program is not kept: %s", ts_context_error(context));
    free(binary);
}

/* From the cache, or compiled now. */
static ts_status compile_alone(ts_context *context, const struct opencl_device *opencl, const char *text,
                               const char *const *parts, cl_program *program, double *compile_seconds)
{
    if (from_cache(opencl, parts, program))
        return TS_OK;
    double start = clock_seconds();
    program_announce(context, "OpenCL's driver", "1 to 60 seconds");
    ts_status status = from_source(context, opencl, text, program);
    if (status)
        return status;
    keep(context, opencl, parts, *program);
    const double seconds = clock_seconds() - start;
    program_announce_end(context, seconds);
    *compile_seconds += seconds;
    return TS_OK;
}

/* Rank 0 compiles; the others have its binary from its cache, where their devices are of one kind. */
static ts_status compile_together(ts_context *context, const struct opencl_device *opencl, const char *text,
                                  const char *const *parts, cl_program *program, double *compile_seconds)
{
    const struct opencl_facts *facts = &opencl->facts;
    char kind[1024], *binary = NULL;
    size_t bytes = 0;
    ts_status status = TS_OK;
    snprintf(kind, sizeof kind, "%s, %s, %s, %s", facts->platform_name, facts->name, facts->version,
             facts->driver);
    if (ranks_first(context)) {
        status = compile_alone(context, opencl, text, parts, program, compile_seconds);
        if (!status && binary_load(NULL, cache, parts, &binary, &bytes))
            binary = NULL;
    }
    status = binary_share(context, status, kind, &binary, &bytes);
    if (!status && !*program && !(binary && from_binary(opencl, binary, bytes, program)))
        status = compile_alone(context, opencl, text, parts, program, compile_seconds);
    free(binary);
    return status;
}

ts_status opencl_compile(ts_context *context, struct gpu_device *device, const char *text,
                         struct gpu_module **module, double *compile_seconds)
{
    const struct opencl_device *opencl = (const struct opencl_device *)device;
    const struct opencl_facts *facts = &opencl->facts;
    const char *const parts[] = {
        facts->platform_name, facts->name, facts->version, facts->driver, options_of(opencl), text, NULL};
    cl_program program = NULL;
    ts_status status = ranks_count(context) > 1
                           ? compile_together(context, opencl, text, parts, &program, compile_seconds)
                           : compile_alone(context, opencl, text, parts, &program, compile_seconds);
    *module = (struct gpu_module *)(void *)program;
    return status;
}
