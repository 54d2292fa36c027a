/* The part of CUDA's driver and of its run-time compiler, NVRTC, that we use, so that building needs neither.
 * Names and numbers are those of NVIDIA's documentation (CUDA 12 and 13; the versioned names are what the
 * headers turn the plain ones into). Both libraries are opened at run time (library.h). */
#ifndef TESSERA_DEVICE_CUDA_API_H
#define TESSERA_DEVICE_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct cuda_context_handle *CUcontext;
typedef struct cuda_module_handle *CUmodule;
typedef struct cuda_function_handle *CUfunction;
typedef struct cuda_stream_handle *CUstream;
typedef int nvrtcResult;
typedef struct nvrtc_program_handle *nvrtcProgram;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_NOT_FOUND = 500,
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_COMPILATION = 6
};

enum {
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
};

/* Every function we call: what it returns, its name here and in the library, and its arguments. */
#define CUDA_FUNCTIONS(X)                                                                                   \
    X(CUresult, cuInit, "cuInit", (unsigned))                                                               \
    X(CUresult, cuDriverGetVersion, "cuDriverGetVersion", (int *))                                          \
    X(CUresult, cuGetErrorName, "cuGetErrorName", (CUresult, const char **))                                \
    X(CUresult, cuGetErrorString, "cuGetErrorString", (CUresult, const char **))                            \
    X(CUresult, cuDeviceGetCount, "cuDeviceGetCount", (int *))                                              \
    X(CUresult, cuDeviceGet, "cuDeviceGet", (CUdevice *, int))                                              \
    X(CUresult, cuDeviceGetName, "cuDeviceGetName", (char *, int, CUdevice))                                \
    X(CUresult, cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, CUdevice))                       \
    X(CUresult, cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, CUdevice))                              \
    X(CUresult, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))              \
    X(CUresult, cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                      \
    X(CUresult, cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext))                                            \
    X(CUresult, cuCtxSynchronize, "cuCtxSynchronize", (void))                                               \
    X(CUresult, cuMemGetInfo, "cuMemGetInfo_v2", (size_t *, size_t *))                                      \
    X(CUresult, cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                       \
    X(CUresult, cuMemFree, "cuMemFree_v2", (CUdeviceptr))                                                   \
    X(CUresult, cuMemsetD8Async, "cuMemsetD8Async", (CUdeviceptr, unsigned char, size_t, CUstream))         \
    X(CUresult, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void *, size_t, CUstream))   \
    X(CUresult, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *, CUdeviceptr, size_t, CUstream))         \
    X(CUresult, cuStreamCreate, "cuStreamCreate", (CUstream *, unsigned))                                   \
    X(CUresult, cuStreamDestroy, "cuStreamDestroy_v2", (CUstream))                                          \
    X(CUresult, cuStreamSynchronize, "cuStreamSynchronize", (CUstream))                                     \
    X(CUresult, cuMemAllocHost, "cuMemAllocHost_v2", (void **, size_t))                                     \
    X(CUresult, cuMemFreeHost, "cuMemFreeHost", (void *))                                                   \
    X(CUresult, cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, size_t, CUstream))    \
    X(CUresult, cuModuleLoadData, "cuModuleLoadData", (CUmodule *, const void *))                           \
    X(CUresult, cuModuleUnload, "cuModuleUnload", (CUmodule))                                               \
    X(CUresult, cuModuleGetFunction, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))         \
    X(CUresult, cuFuncGetAttribute, "cuFuncGetAttribute", (int *, int, CUfunction))                         \
    X(CUresult, cuFuncSetAttribute, "cuFuncSetAttribute", (CUfunction, int, int))                           \
    X(CUresult, cuLaunchKernel, "cuLaunchKernel",                                                           \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, \
       void **))

#define NVRTC_FUNCTIONS(X)                                                                               \
    X(nvrtcResult, nvrtcVersion, "nvrtcVersion", (int *, int *))                                         \
    X(const char *, nvrtcGetErrorString, "nvrtcGetErrorString", (nvrtcResult))                           \
    X(nvrtcResult, nvrtcCreateProgram, "nvrtcCreateProgram",                                             \
      (nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *))       \
    X(nvrtcResult, nvrtcCompileProgram, "nvrtcCompileProgram", (nvrtcProgram, int, const char *const *)) \
    X(nvrtcResult, nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize", (nvrtcProgram, size_t *))           \
    X(nvrtcResult, nvrtcGetProgramLog, "nvrtcGetProgramLog", (nvrtcProgram, char *))                     \
    X(nvrtcResult, nvrtcGetCUBINSize, "nvrtcGetCUBINSize", (nvrtcProgram, size_t *))                     \
    X(nvrtcResult, nvrtcGetCUBIN, "nvrtcGetCUBIN", (nvrtcProgram, char *))                               \
    X(nvrtcResult, nvrtcDestroyProgram, "nvrtcDestroyProgram", (nvrtcProgram *))

#endif
