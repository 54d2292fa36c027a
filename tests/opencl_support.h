/* One OpenCL device for a test, with the calls that cannot fail in it. */
#ifndef TESSERA_OPENCL_SUPPORT_H
#define TESSERA_OPENCL_SUPPORT_H

#include "test_support.h"

#include <stdlib.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* PoCL and its compiler keep memory to the end, which is not ours to report (LeakSanitizer asks). */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libpocl\nleak:libLLVM\n"; }

struct opencl {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

static inline void assert_opencl(cl_int code, const char *call)
{
    if (code != CL_SUCCESS)
        fail_msg("%s: OpenCL error %d", call, (int)code);
}

/* Opens the first device of the first platform that has one; 0 where there is none. */
static inline int opencl_open(struct opencl *opencl)
{
    enum { MOST = 8 };
    cl_platform_id platforms[MOST];
    cl_uint count = 0, devices = 0;
    if (clGetPlatformIDs(MOST, platforms, &count))
        return 0;
    for (cl_uint i = 0; i < count && i < MOST && !devices; ++i)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &opencl->device, &devices))
            devices = 0;
    if (!devices)
        return 0;
    cl_int code;
    opencl->context = clCreateContext(NULL, 1, &opencl->device, NULL, NULL, &code);
    assert_opencl(code, "clCreateContext");
    opencl->queue = clCreateCommandQueue(opencl->context, opencl->device, 0, &code);
    assert_opencl(code, "clCreateCommandQueue");
    return 1;
}

static inline void opencl_close(struct opencl *opencl)
{
    clReleaseCommandQueue(opencl->queue);
    clReleaseContext(opencl->context);
}

/* Whether the bits `wanted` are among the device's abilities in one precision. */
static inline int opencl_can(const struct opencl *opencl, cl_device_info precision,
                             cl_device_fp_config wanted)
{
    cl_device_fp_config config = 0;
    clGetDeviceInfo(opencl->device, precision, sizeof config, &config, NULL);
    return (config & wanted) == wanted;
}

/* Builds a program; what the compiler refuses fails the test with its log. */
static inline cl_program opencl_build(const struct opencl *opencl, const char *text, const char *options)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(opencl->context, 1, &text, NULL, &code);
    assert_opencl(code, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &opencl->device, options, NULL, NULL)) {
        static char log[16384];
        clGetProgramBuildInfo(program, opencl->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fail_msg("%s", log);
    }
    return program;
}

/* A buffer with a copy of what lies at `data`; NULL is one without meaning. */
static inline cl_mem opencl_buffer(const struct opencl *opencl, size_t bytes, const void *data)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &code);
    assert_opencl(code, "clCreateBuffer");
    if (data && bytes)
        assert_opencl(clEnqueueWriteBuffer(opencl->queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL),
                      "clEnqueueWriteBuffer");
    return buffer;
}

static inline void opencl_read(const struct opencl *opencl, cl_mem buffer, size_t bytes, void *data)
{
    assert_opencl(clEnqueueReadBuffer(opencl->queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL),
                  "clEnqueueReadBuffer");
}

/* An argument of a kernel: its size and where it lies. */
struct opencl_argument {
    size_t bytes;
    const void *value;
};

/* Runs a kernel of `program` with these arguments by so many threads. */
static inline void opencl_run(const struct opencl *opencl, cl_program program, const char *name,
                              const struct opencl_argument *arguments, cl_uint count, size_t threads)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    assert_opencl(code, name);
    for (cl_uint i = 0; i < count; ++i)
        assert_opencl(clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value), "clSetKernelArg");
    assert_opencl(clEnqueueNDRangeKernel(opencl->queue, kernel, 1, NULL, &threads, NULL, 0, NULL, NULL),
                  name);
    assert_opencl(clFinish(opencl->queue), name);
    clReleaseKernel(kernel);
}

#endif
