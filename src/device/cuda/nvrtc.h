/* A text to a GPU's machine code, by NVRTC; no driver is needed for it. */
#ifndef TESSERA_DEVICE_CUDA_NVRTC_H
#define TESSERA_DEVICE_CUDA_NVRTC_H

#include "core/context.h"

#include <stddef.h>

enum { NVRTC_OPTIONS = 3 };

/* What NVRTC is told. `list` points into the struct, which is not to be copied. */
struct nvrtc_options {
    char architecture[48];
    const char *list[NVRTC_OPTIONS];
};

/* For GPUs of a compute capability, 9.0 say. */
void nvrtc_options_set(struct nvrtc_options *options, int major, int minor);

/* Compiles a text without #includes; the caller frees *binary. What NVRTC remarks is logged as TS_LOG_DEBUG.
 * TS_ERROR_COMPILE where there is no NVRTC, or with its log in full; TS_ERROR_MEMORY. */
ts_status nvrtc_compile(ts_context *context, const char *text, const struct nvrtc_options *options,
                        char **binary, size_t *bytes);

#endif
