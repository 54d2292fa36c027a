/* CUDA's driver and NVRTC, opened at run time. */
#ifndef TESSERA_DEVICE_CUDA_LIBRARY_H
#define TESSERA_DEVICE_CUDA_LIBRARY_H

#include "device/cuda/api.h"

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define FUNCTION(result, name, symbol, arguments) result(*name) arguments;
struct cuda_library {
    CUDA_FUNCTIONS(FUNCTION)
};
struct nvrtc_library {
    NVRTC_FUNCTIONS(FUNCTION)
    /* Has NVRTC ask whether to go on, by a function that returns 1 where not; NULL: it is too old for that.
     */
    nvrtcResult (*nvrtcSetFlowCallback)(nvrtcProgram, int (*)(void *, void *), void *);
};
#undef FUNCTION

/* The libraries, which stay open; NULL where one is missing or lacks a function, and *reason is a clause that
 * says so. The driver is initialised. */
const struct cuda_library *cuda_library(const char **reason);
const struct nvrtc_library *nvrtc_library(const char **reason);

#endif
