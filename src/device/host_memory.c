#include "device/host_memory.h"

#include "core/context.h"

#include <stdlib.h>

ts_status host_memory_reserve(ts_context *context, struct device *device, size_t bytes,
                              struct host_memory *memory)
{
    if (bytes <= memory->room)
        return TS_OK;
    host_memory_free(memory);
    if (device->backend->pages_create)
        memory->bytes = device->backend->pages_create(device, bytes);
    memory->device = memory->bytes ? device : NULL;
    if (!memory->bytes) /* the system may not let go of so many pages */
        memory->bytes = malloc(bytes);
    memory->room = memory->bytes ? bytes : 0;
    return memory->bytes ? TS_OK : ts_fail_memory(context, "what a device hands out");
}

void host_memory_free(struct host_memory *memory)
{
    if (memory->device)
        memory->device->backend->pages_destroy(memory->device, memory->bytes);
    else
        free(memory->bytes);
    *memory = (struct host_memory){0};
}
