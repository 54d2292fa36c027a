#include "device/cuda/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cuda_library cuda;
static struct nvrtc_library nvrtc;
static char cuda_reason[320], nvrtc_reason[400];
static int cuda_usable, nvrtc_usable;

/* Opens the first of the libraries that is there. */
static void *open_one(const char *const *names)
{
    void *handle = NULL;
    for (; *names && !handle; ++names)
        handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return handle;
}

/* Finds a function; its address goes to *function. */
static int find(void *handle, const char *library, const char *name, void *function, char *reason,
                size_t bytes)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    if (!address)
        snprintf(reason, bytes, "the library %s lacks the function %s: it is too old", library, name);
    return address != NULL;
}

static void open_cuda(void)
{
    static const char *const names[] = {"libcuda.so.1", NULL};
    void *handle = open_one(names);
    if (!handle) {
        snprintf(cuda_reason, sizeof cuda_reason,
                 "the library libcuda.so.1 of NVIDIA's driver was not found");
        return;
    }
    cuda_usable = 1;
#define FIND(result, name, symbol, arguments) \
    cuda_usable = cuda_usable && find(handle, names[0], symbol, &cuda.name, cuda_reason, sizeof cuda_reason);
    CUDA_FUNCTIONS(FIND)
#undef FIND
    CUresult code = cuda_usable ? cuda.cuInit(0) : CUDA_SUCCESS;
    if (code) {
        const char *text = NULL;
        cuda_usable = 0;
        cuda.cuGetErrorString(code, &text);
        snprintf(cuda_reason, sizeof cuda_reason, "NVIDIA's driver does not start (%.200s)",
                 text ? text : "no reason");
    }
}

/* The library that TESSERA_NVRTC names, or the first that is found. */
static void *find_nvrtc(void)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                        "/usr/local/cuda/lib64/libnvrtc.so", NULL};
    const char *asked = getenv("TESSERA_NVRTC");
    void *handle = open_one(asked && *asked ? (const char *const[]){asked, NULL} : names);
    if (!handle && asked && *asked)
        snprintf(
            nvrtc_reason, sizeof nvrtc_reason,
            "the library that TESSERA_NVRTC names cannot be opened (%.200s): give the path of a libnvrtc.so",
            dlerror());
    else if (!handle)
        snprintf(nvrtc_reason, sizeof nvrtc_reason,
                 "CUDA's run-time compiler was not found (libnvrtc.so.13, libnvrtc.so.12, libnvrtc.so, "
                 "/usr/local/cuda/lib64/libnvrtc.so): it comes with the CUDA toolkit, and on PyPI as "
                 "nvidia-cuda-nvrtc, whose library TESSERA_NVRTC may name");
    return handle;
}

static void open_nvrtc(void)
{
    void *handle = find_nvrtc();
    if (!handle)
        return;
    nvrtc_usable = 1;
#define FIND(result, name, symbol, arguments) \
    nvrtc_usable = nvrtc_usable &&            \
                   find(handle, "libnvrtc", symbol, &nvrtc.name, nvrtc_reason, sizeof nvrtc_reason);
    NVRTC_FUNCTIONS(FIND)
#undef FIND
    void *address = dlsym(handle, "nvrtcSetFlowCallback");
    memcpy(&nvrtc.nvrtcSetFlowCallback, &address, sizeof address);
}

const struct cuda_library *cuda_library(const char **reason)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_cuda);
    *reason = cuda_reason;
    return cuda_usable ? &cuda : NULL;
}

const struct nvrtc_library *nvrtc_library(const char **reason)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_nvrtc);
    *reason = nvrtc_reason;
    return nvrtc_usable ? &nvrtc : NULL;
}
