/* Single events of a process that showers, from the device: numbered as an iteration of one sub-cube an axis
 * would have them, with the grid as the integral left it (kernels/shower/list.h). */
#ifndef TESSERA_RUN_EVENT_LIST_H
#define TESSERA_RUN_EVENT_LIST_H

#include "device/device.h"
#include "integrate/integrate.h"
#include "run/events.h"

enum { EVENT_LIST_MOST = 8192 }; /* events at once */

struct event_list {
    const struct process *process;
    struct device_program *program;
    struct device_buffer *buffers[MAP_BUFFERS]; /* in the order of list.h */
    uint64_t seed;
    int row_count;     /* of an event and its weight */
    uint32_t *request; /* of the kernel */
    void *scalars;     /* the rows as the device has them */
    double *rows;      /* [row_count][slots of the batch] */
    double seconds_compile;
};

/* Compiles the kernel and takes the grid of an integral of the process. event_list_destroy() frees it, also
 * after a failure. */
ts_status event_list_create(ts_context *context, struct device *device, const struct process *process,
                            const struct integral *integral, uint64_t seed, struct event_list *list);
void event_list_destroy(struct event_list *list);

/* The function of struct event_source; `data` is the list. */
ts_status event_list_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                          struct event_batch *batch);

#endif
