/* Programs compiled several at a time. */
#ifndef TESSERA_DEVICE_AHEAD_H
#define TESSERA_DEVICE_AHEAD_H

#include "device/device.h"

/* Compiles programs for a device into the user's cache, so that device_compile() finds them there. Each has a
 * thread of its own as far as there are processors. What fails, or cannot be kept, is left to
 * device_compile(), which says why. Rank 0 compiles for all. Adds to *compile_seconds where anything was
 * compiled. TS_INTERRUPTED, TS_ERROR_MEMORY. */
ts_status device_compile_ahead(ts_context *context, struct device *device, const struct program_text *texts,
                               size_t count, double *compile_seconds);

#endif
