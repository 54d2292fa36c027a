/* A loader of OpenCL that misbehaves: put before the real one, it hands every call on to that
 * (TESSERA_REAL_OPENCL is its path), but for
 *
 *   FAULT="clCreateBuffer 3 -4"    from the third call on that function fails with the code;
 *                                  "clCreateBuffer 3 -4 3": that call alone
 *   DEVICE="no-double"             what a device says of itself: no-double, no-atomics, inexact, old, away
 *   BUILD="#error planned"         a line in front of every program */
#include "device/opencl/api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The real function; the program ends where there is none. */
static void find(const char *name, void *function)
{
    static void *library;
    const char *path = getenv("TESSERA_REAL_OPENCL");
    if (!library && path)
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *address = library ? dlsym(library, name) : NULL;
    if (!address) {
        fprintf(stderr, "opencl_faults: no %s in TESSERA_REAL_OPENCL\n", name);
        abort();
    }
    memcpy(function, &address, sizeof address);
}

/* The code that call number `call` of a function fails with; 0: none. */
static cl_int fault(const char *name, int call)
{
    const char *text = getenv("FAULT");
    char wanted[64];
    int first, code, last = 1 << 30;
    if (!text || sscanf(text, "%63s %d %d %d", wanted, &first, &code, &last) < 3 || strcmp(wanted, name) != 0)
        return 0;
    return call >= first && call <= last ? code : 0;
}

static int device_is(const char *word)
{
    const char *text = getenv("DEVICE");
    return text && !strcmp(text, word);
}

/* A function that returns its code. */
#define FORWARD(name, parameters, arguments) \
    EXPORT cl_int name parameters;           \
    cl_int name parameters                   \
    {                                        \
        static cl_int(*real) parameters;     \
        static int calls;                    \
        cl_int code = fault(#name, ++calls); \
        if (!real)                           \
            find(#name, &real);              \
        return code ? code : real arguments; \
    }

/* One that returns a handle, and its code through the last argument. */
#define FORWARD_HANDLE(type, name, parameters, arguments) \
    EXPORT type name parameters;                          \
    type name parameters                                  \
    {                                                     \
        static type(*real) parameters;                    \
        static int calls;                                 \
        cl_int failure = fault(#name, ++calls);           \
        if (!real)                                        \
            find(#name, &real);                           \
        if (failure && code)                              \
            *code = failure;                              \
        return failure ? NULL : real arguments;           \
    }

FORWARD(clGetPlatformIDs, (cl_uint a, cl_platform_id *b, cl_uint *c), (a, b, c))
FORWARD(clGetPlatformInfo, (cl_platform_id a, cl_uint b, size_t c, void *d, size_t *e), (a, b, c, d, e))
FORWARD(clGetDeviceIDs, (cl_platform_id a, cl_bitfield b, cl_uint c, cl_device_id *d, cl_uint *e),
        (a, b, c, d, e))
FORWARD_HANDLE(cl_context, clCreateContext,
               (const intptr_t *a, cl_uint b, const cl_device_id *c, cl_context_notify *d, void *e,
                cl_int *code),
               (a, b, c, d, e, code))
FORWARD(clReleaseContext, (cl_context a), (a))
FORWARD_HANDLE(cl_command_queue, clCreateCommandQueue,
               (cl_context a, cl_device_id b, cl_bitfield c, cl_int *code), (a, b, c, code))
FORWARD(clReleaseCommandQueue, (cl_command_queue a), (a))
FORWARD_HANDLE(cl_mem, clCreateBuffer, (cl_context a, cl_bitfield b, size_t c, void *d, cl_int *code),
               (a, b, c, d, code))
FORWARD(clReleaseMemObject, (cl_mem a), (a))
FORWARD(clEnqueueReadBuffer,
        (cl_command_queue a, cl_mem b, cl_uint c, size_t d, size_t e, void *f, cl_uint g, const cl_event *h,
         cl_event *i),
        (a, b, c, d, e, f, g, h, i))
FORWARD(clEnqueueWriteBuffer,
        (cl_command_queue a, cl_mem b, cl_uint c, size_t d, size_t e, const void *f, cl_uint g,
         const cl_event *h, cl_event *i),
        (a, b, c, d, e, f, g, h, i))
FORWARD(clEnqueueCopyBuffer,
        (cl_command_queue a, cl_mem b, cl_mem c, size_t d, size_t e, size_t f, cl_uint g, const cl_event *h,
         cl_event *i),
        (a, b, c, d, e, f, g, h, i))
FORWARD(clEnqueueFillBuffer,
        (cl_command_queue a, cl_mem b, const void *c, size_t d, size_t e, size_t f, cl_uint g,
         const cl_event *h, cl_event *i),
        (a, b, c, d, e, f, g, h, i))
FORWARD_HANDLE(cl_program, clCreateProgramWithBinary,
               (cl_context a, cl_uint b, const cl_device_id *c, const size_t *d, const unsigned char **e,
                cl_int *f, cl_int *code),
               (a, b, c, d, e, f, code))
FORWARD(clBuildProgram,
        (cl_program a, cl_uint b, const cl_device_id *c, const char *d, cl_program_notify *e, void *f),
        (a, b, c, d, e, f))
FORWARD(clGetProgramBuildInfo, (cl_program a, cl_device_id b, cl_uint c, size_t d, void *e, size_t *f),
        (a, b, c, d, e, f))
FORWARD(clGetProgramInfo, (cl_program a, cl_uint b, size_t c, void *d, size_t *e), (a, b, c, d, e))
FORWARD(clReleaseProgram, (cl_program a), (a))
FORWARD_HANDLE(cl_kernel, clCreateKernel, (cl_program a, const char *b, cl_int *code), (a, b, code))
FORWARD(clReleaseKernel, (cl_kernel a), (a))
FORWARD(clSetKernelArg, (cl_kernel a, cl_uint b, size_t c, const void *d), (a, b, c, d))
FORWARD(clEnqueueNDRangeKernel,
        (cl_command_queue a, cl_kernel b, cl_uint c, const size_t *d, const size_t *e, const size_t *f,
         cl_uint g, const cl_event *h, cl_event *i),
        (a, b, c, d, e, f, g, h, i))
#ifndef WITHOUT_FINISH
FORWARD(clFinish, (cl_command_queue a), (a))
#endif

/* The first line of a program may be one of ours. */
EXPORT cl_program clCreateProgramWithSource(cl_context a, cl_uint b, const char **c, const size_t *d,
                                            cl_int *code);
cl_program clCreateProgramWithSource(cl_context a, cl_uint b, const char **c, const size_t *d, cl_int *code)
{
    static cl_program (*real)(cl_context, cl_uint, const char **, const size_t *, cl_int *);
    const char *line = getenv("BUILD");
    find("clCreateProgramWithSource", &real);
    if (!line)
        return real(a, b, c, d, code);
    size_t bytes = strlen(line) + strlen(*c) + 2;
    char *text = malloc(bytes);
    if (!text)
        abort();
    snprintf(text, bytes, "%s\n%s", line, *c);
    const char *texts[] = {text};
    cl_program program = real(a, 1, texts, NULL, code);
    free(text);
    return program;
}

/* What the device says, but for what DEVICE denies. */
EXPORT cl_int clGetDeviceInfo(cl_device_id a, cl_uint what, size_t bytes, void *value, size_t *size);
cl_int clGetDeviceInfo(cl_device_id a, cl_uint what, size_t bytes, void *value, size_t *size)
{
    static cl_int (*real)(cl_device_id, cl_uint, size_t, void *, size_t *);
    find("clGetDeviceInfo", &real);
    cl_int code = real(a, what, bytes, value, size);
    if (code || !value)
        return code;
    if ((what == CL_DEVICE_DOUBLE_FP_CONFIG && device_is("no-double")) ||
        (what == CL_DEVICE_SINGLE_FP_CONFIG && device_is("inexact")) ||
        (what == CL_DEVICE_AVAILABLE && device_is("away")) ||
        (what == CL_DEVICE_EXTENSIONS && device_is("no-atomics")))
        memset(value, 0, bytes);
    if (what == CL_DEVICE_VERSION && device_is("old"))
        snprintf(value, bytes, "OpenCL 1.1 old");
    return code;
}
