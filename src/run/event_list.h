/* Single events of an integrand, from the device: numbered as an iteration of one sub-cube an axis
 * would have them, with the grid as the integral left it (kernels/event/list.h). In mixed precision
 * they are made in double. */
#ifndef TESSERA_RUN_EVENT_LIST_H
#define TESSERA_RUN_EVENT_LIST_H

#include "device/device.h"
#include "integrate/integrate.h"
#include "run/events.h"

enum { EVENT_LIST_MOST = 8192 }; /* events at once */

struct event_list {
    const struct integrand *integrand;
    struct device_program *program;
    struct device_buffer *buffers[MAP_BUFFERS]; /* in the order of event/list.h */
    uint64_t seed;
    int wide;          /* double precision */
    int row_count;     /* of an event */
    uint32_t *request; /* of the kernel */
    void *rows;        /* [row_count][slots of the batch], scalars as the device has them */
    double *weights;   /* [slots], pb */
    double seconds_compile;
};

/* Compiles the kernel and takes the grid of the integral of an integrand. event_list_destroy() frees it, also
 * after a failure. */
ts_status event_list_create(ts_context *context, struct device *device, const struct integrand *integrand,
                            const struct integral *integral, uint64_t seed, struct event_list *list);
void event_list_destroy(struct event_list *list);

/* The function of struct event_source; `data` is the list. */
ts_status event_list_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                          struct event_batch *batch);

/* The weights of events alone [count], in pb, good until the list is asked again. */
ts_status event_list_weigh(ts_context *context, struct event_list *list, uint64_t first, uint32_t count,
                           const double **weights);

#endif
