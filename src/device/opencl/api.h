/* The part of OpenCL 1.2's interface that we use, so that building needs no header of it. Names and numbers
 * are those of the Khronos specification (OpenCL 1.2, revision 19). The library is opened at run time
 * (library.h). */
#ifndef TESSERA_DEVICE_OPENCL_API_H
#define TESSERA_DEVICE_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_bitfield; /* and cl_ulong */
typedef struct cl_platform *cl_platform_id;
typedef struct cl_device *cl_device_id;
typedef struct cl_context_handle *cl_context;
typedef struct cl_queue_handle *cl_command_queue;
typedef struct cl_memory_handle *cl_mem;
typedef struct cl_program_handle *cl_program;
typedef struct cl_kernel_handle *cl_kernel;
typedef struct cl_event_handle *cl_event;
typedef void cl_context_notify(const char *error, const void *data, size_t bytes, void *user);
typedef void cl_program_notify(cl_program program, void *user);

/* The codes that are told apart, or that users meet. */
#define OPENCL_ERRORS(X)                    \
    X(CL_SUCCESS, 0)                        \
    X(CL_DEVICE_NOT_FOUND, -1)              \
    X(CL_DEVICE_NOT_AVAILABLE, -2)          \
    X(CL_COMPILER_NOT_AVAILABLE, -3)        \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE, -4) \
    X(CL_OUT_OF_RESOURCES, -5)              \
    X(CL_OUT_OF_HOST_MEMORY, -6)            \
    X(CL_BUILD_PROGRAM_FAILURE, -11)        \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS, -14) \
    X(CL_INVALID_VALUE, -30)                \
    X(CL_INVALID_DEVICE, -33)               \
    X(CL_INVALID_CONTEXT, -34)              \
    X(CL_INVALID_COMMAND_QUEUE, -36)        \
    X(CL_INVALID_MEM_OBJECT, -38)           \
    X(CL_INVALID_BINARY, -42)               \
    X(CL_INVALID_BUILD_OPTIONS, -43)        \
    X(CL_INVALID_PROGRAM_EXECUTABLE, -45)   \
    X(CL_INVALID_KERNEL_NAME, -46)          \
    X(CL_INVALID_KERNEL_ARGS, -52)          \
    X(CL_INVALID_WORK_GROUP_SIZE, -54)      \
    X(CL_INVALID_BUFFER_SIZE, -61)          \
    X(CL_PLATFORM_NOT_FOUND_KHR, -1001)

enum {
#define ERROR(name, code) name = (code),
    OPENCL_ERRORS(ERROR)
#undef ERROR
};

enum {
    CL_PLATFORM_VERSION = 0x0901,
    CL_PLATFORM_NAME = 0x0902,
    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE = 0x1020,
    CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
    CL_DEVICE_ENDIAN_LITTLE = 0x1026,
    CL_DEVICE_AVAILABLE = 0x1027,
    CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_VERSION = 0x102F,
    CL_DEVICE_EXTENSIONS = 0x1030,
    CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    CL_PROGRAM_BINARY_SIZES = 0x1165,
    CL_PROGRAM_BINARIES = 0x1166,
    CL_PROGRAM_BUILD_LOG = 0x1183
};

#define CL_DEVICE_TYPE_GPU ((cl_bitfield)1 << 2)
#define CL_DEVICE_TYPE_ALL ((cl_bitfield)0xFFFFFFFF)
#define CL_FP_DENORM ((cl_bitfield)1 << 0)
#define CL_FP_FMA ((cl_bitfield)1 << 5)
#define CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ((cl_bitfield)1 << 7)
#define CL_MEM_READ_WRITE ((cl_bitfield)1 << 0)

/* Every function we call: what it returns, its name and its arguments. */
#define OPENCL_FUNCTIONS(X)                                                                                  \
    X(cl_int, clGetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                                      \
    X(cl_int, clGetPlatformInfo, (cl_platform_id, cl_uint, size_t, void *, size_t *))                        \
    X(cl_int, clGetDeviceIDs, (cl_platform_id, cl_bitfield, cl_uint, cl_device_id *, cl_uint *))             \
    X(cl_int, clGetDeviceInfo, (cl_device_id, cl_uint, size_t, void *, size_t *))                            \
    X(cl_context, clCreateContext,                                                                           \
      (const intptr_t *, cl_uint, const cl_device_id *, cl_context_notify *, void *, cl_int *))              \
    X(cl_int, clReleaseContext, (cl_context))                                                                \
    X(cl_command_queue, clCreateCommandQueue, (cl_context, cl_device_id, cl_bitfield, cl_int *))             \
    X(cl_int, clReleaseCommandQueue, (cl_command_queue))                                                     \
    X(cl_mem, clCreateBuffer, (cl_context, cl_bitfield, size_t, void *, cl_int *))                           \
    X(cl_int, clReleaseMemObject, (cl_mem))                                                                  \
    X(cl_int, clEnqueueReadBuffer,                                                                           \
      (cl_command_queue, cl_mem, cl_uint, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))    \
    X(cl_int, clEnqueueWriteBuffer,                                                                          \
      (cl_command_queue, cl_mem, cl_uint, size_t, size_t, const void *, cl_uint, const cl_event *,           \
       cl_event *))                                                                                          \
    X(cl_int, clEnqueueCopyBuffer,                                                                           \
      (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *))     \
    X(cl_int, clEnqueueFillBuffer,                                                                           \
      (cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint, const cl_event *,            \
       cl_event *))                                                                                          \
    X(cl_program, clCreateProgramWithSource, (cl_context, cl_uint, const char **, const size_t *, cl_int *)) \
    X(cl_program, clCreateProgramWithBinary,                                                                 \
      (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, cl_int *,          \
       cl_int *))                                                                                            \
    X(cl_int, clBuildProgram,                                                                                \
      (cl_program, cl_uint, const cl_device_id *, const char *, cl_program_notify *, void *))                \
    X(cl_int, clGetProgramBuildInfo, (cl_program, cl_device_id, cl_uint, size_t, void *, size_t *))          \
    X(cl_int, clGetProgramInfo, (cl_program, cl_uint, size_t, void *, size_t *))                             \
    X(cl_int, clReleaseProgram, (cl_program))                                                                \
    X(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                                       \
    X(cl_int, clReleaseKernel, (cl_kernel))                                                                  \
    X(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                                    \
    X(cl_int, clEnqueueNDRangeKernel,                                                                        \
      (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,        \
       const cl_event *, cl_event *))                                                                        \
    X(cl_int, clFinish, (cl_command_queue))

#endif
