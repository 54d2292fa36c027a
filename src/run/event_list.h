/* Single events of an integrand, from the device. They are numbered as an iteration of one sub-cube an axis
 * would have them, with the grid as the integral left it (kernels/event/list.h). In mixed precision, or with
 * a second stage, they are made in double. */
#ifndef TESSERA_RUN_EVENT_LIST_H
#define TESSERA_RUN_EVENT_LIST_H

#include "device/device.h"
#include "integrate/integrate.h"
#include "run/events.h"

enum { EVENT_LIST_MOST = 8192 }; /* events at once */

struct event_list {
    const struct integrand *integrand;
    struct device_program *program;
    struct device_buffer *buffers[MAP_BUFFERS]; /* in the order of event/list.h; the second is not its own */
    uint64_t seed;
    int wide;              /* double precision */
    uint32_t grid, tables; /* where they begin in the shared buffer */
    int row_count;         /* of an event on the device, */
    int record_rows;       /* and of its record, which come first: */
    int extra_rows; /* the last of these, behind the particles: variations, then values of histograms */
    uint32_t events_of_item;
    uint32_t *request; /* of the kernel */
    void *rows;        /* [row_count][slots of the batch], scalars as the device has them */
    double *weights;   /* [slots], pb */
    double seconds_compile;
};

/* The grids of all integrals of a sum, and behind them the tables that their integrands share. They are one
 * buffer on the device, which the caller destroys. */
struct event_shared {
    struct device_buffer *buffer;
    uint32_t tables; /* where these begin */
};
ts_status event_list_share(ts_context *context, struct device *device, const struct integrand *integrands,
                           const struct integral *parts, size_t count, struct event_shared *shared);

/* Compiles the kernel of an integrand whose grid begins at `grid` of what it shares; that is to live longer.
 * event_list_destroy() frees the list, also after a failure. */
ts_status event_list_create(ts_context *context, struct device *device, const struct integrand *integrand,
                            const struct event_shared *shared, size_t grid, uint64_t seed,
                            struct event_list *list);
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
