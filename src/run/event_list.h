/* Single events of an integrand, from the device. They are numbered as an iteration of one sub-cube an axis
 * would have them, with the grid as the integral left it (kernels/event/list.h). In mixed precision, or with a
 * second stage, they are made in double. */
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
    int wide;        /* double precision */
    int row_count;   /* of an event on the device, */
    int record_rows; /* and of its record, which come first: */
    int fill_rows;   /* the last of these go to histograms */
    uint32_t events_of_item;
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

/* Makes the events number first + offsets[i], EVENT_LIST_MOST at most, that one in slot i; offsets NULL:
 * first
 * + i. What it hands out is good until the list is asked again. */
ts_status event_list_make(ts_context *context, struct event_list *list, uint64_t first,
                          const uint32_t *offsets, uint32_t count, struct event_batch *batch);

/* The weights of events first to first + count - 1 alone, in pb, good until the list is asked again. */
ts_status event_list_weigh(ts_context *context, struct event_list *list, uint64_t first, uint32_t count,
                           const double **weights);

#endif
