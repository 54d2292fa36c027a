/* Several devices as one: "cuda:all". Sub-cubes are shared out in runs, one for each device; sums are
 * integers, so that the result has the bits of one device. */
#ifndef TESSERA_DEVICE_MANY_MANY_H
#define TESSERA_DEVICE_MANY_MANY_H

#include "device/device.h"

enum { MANY_MOST = 64 };

/* Makes one device of `count` open ones, at most MANY_MOST, which it owns from here on, also where it fails.
 * `name`: what they are together. */
ts_status many_create(ts_context *context, struct device **parts, size_t count, const char *name,
                      struct device **device);

/* The devices that one is made of, at most MANY_MOST: itself, where it is one. Returns how many. */
size_t many_parts(struct device *device, struct device *parts[MANY_MOST]);

#endif
