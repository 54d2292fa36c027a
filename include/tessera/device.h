/** @file
 * The devices that this machine offers. */
#ifndef TESSERA_DEVICE_H
#define TESSERA_DEVICE_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One device, or one backend that has none here. */
typedef struct ts_device_info {
    char selector[32]; /**< what --device takes: "cpu", "opencl:0.0" */
    char name[160];    /**< the maker's name and what of it is used: "AMD EPYC, 2 threads, AVX-512" */
    char backend[16];  /**< "cpu", "opencl", "cuda" */
    int available;     /**< 0: it cannot be used, and `note` says why */
    char note[256];    /**< one sentence, or "" */
} ts_device_info;

/** Lists the devices, the default first.
 * @param list receives an array that ts_device_list_destroy() frees
 * @param count receives its length
 * @return TS_OK or TS_ERROR_MEMORY; a device that cannot be used is listed, not an error */
TS_API ts_status ts_device_list(ts_context *context, ts_device_info **list, size_t *count);

/** Frees a list and sets the handle to NULL. */
TS_API void ts_device_list_destroy(ts_device_info **list);

#ifdef __cplusplus
}
#endif
#endif
