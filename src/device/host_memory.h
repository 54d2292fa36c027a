/* Memory of the host for what a device hands out. A GPU copies into pages that stay where they are some times
 * as fast as into others. */
#ifndef TESSERA_DEVICE_HOST_MEMORY_H
#define TESSERA_DEVICE_HOST_MEMORY_H

#include "device/device.h"

struct host_memory {
    void *bytes;
    size_t room;
    struct device *device; /* whose pages they are; NULL: memory like any other */
};

/* Room for so many bytes; what was in it is lost where there was less. */
ts_status host_memory_reserve(ts_context *context, struct device *device, size_t bytes,
                              struct host_memory *memory);
void host_memory_free(struct host_memory *memory);

#endif
