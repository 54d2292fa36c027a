/* The devices of all ranks (core/ranks.h) as one: each rank wraps its own. Sub-cubes are shared out in runs,
 * one for each rank. Sums are integers, so that the result has the bits of one device; all ranks hold the
 * same. */
#ifndef TESSERA_DEVICE_RANKS_RANKS_DEVICE_H
#define TESSERA_DEVICE_RANKS_RANKS_DEVICE_H

#include "device/device.h"

/* Wraps a device, which it owns from here on, also where it fails. All ranks make it together; `status` is
 * that of opening the device, which is NULL where that failed. */
ts_status ranks_device_create(ts_context *context, ts_status status, struct device *own,
                              struct device **device);

/* What this rank computes with by itself: the device that was wrapped, or one that is not of ranks. */
struct device *ranks_device_own(struct device *device);

#endif
