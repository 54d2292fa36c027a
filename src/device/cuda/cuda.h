/* An open CUDA device. */
#ifndef TESSERA_DEVICE_CUDA_CUDA_H
#define TESSERA_DEVICE_CUDA_CUDA_H

#include "device/cuda/library.h"
#include "device/gpu/gpu.h"

#define CUDA_STAGE 65536

struct cuda_device {
    struct gpu_device base;
    const struct cuda_library *cuda;
    CUdevice device;
    CUcontext context;            /* the primary one; NULL until it is retained */
    CUstream lanes[DEVICE_LANES]; /* the first is CUDA's own, which waits for all others and they for it */
    void *stage; /* CUDA_STAGE bytes of the host's memory that the device reaches by itself */
    char name[96];
    int major, minor;   /* compute capability */
    int driver_version; /* of CUDA that the driver knows: 13000 is 13.0 */
};

extern const struct gpu_driver cuda_driver;

/* Fills in what the shared code has to know of device `number`, from what its driver said. */
void cuda_set_base(struct cuda_device *cuda, int number);

/* The failure of a call, which the sentence names. */
ts_status cuda_fail(ts_context *context, const struct cuda_device *device, const char *call, CUresult code);

/* Makes the device that of this thread's calls. */
CUresult cuda_enter(const struct cuda_device *device);

/* Compiles a text, or takes its binary from the cache (compile.c). */
ts_status cuda_compile(ts_context *context, struct gpu_device *device, const char *text,
                       struct gpu_module **module, double *compile_seconds);

#endif
