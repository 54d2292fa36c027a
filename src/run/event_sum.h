/* Events of a sum of channels: trial by trial a channel is drawn, in proportion to its largest weight, so
 * that hit or miss against the sum of these is right for each.
 *
 * Trial k takes the next event of the channel that its random number gives; with one channel, event first +
 * k. A weight w of channel i stands for w (sum of the largest) / largest_i. */
#ifndef TESSERA_RUN_EVENT_SUM_H
#define TESSERA_RUN_EVENT_SUM_H

#include "run/event_list.h"

struct event_sum {
    size_t count;
    struct event_list *lists; /* [count] */
    double *largest;          /* [count], pb: what hit or miss is against */
    uint64_t *next;           /* [count], number of the next event */
    double sum;               /* of the largest */
    double mean_kept;         /* what the mean weight of events kept by hit or miss is expected to be */
    double accepted;          /* the share of trials whose weight is not zero, as the integrals found it */
    uint64_t first;           /* number of the first trial */
    uint64_t seed;
    double seconds_compile;

    /* What event_sum_make() hands out of several channels. */
    double *weights;   /* [EVENT_LIST_MOST] */
    void *rows;        /* [rows of an event][EVENT_LIST_MOST] */
    uint16_t *channel; /* [EVENT_LIST_MOST], of each trial */
};

/* What is asked for. */
struct event_sum_settings {
    uint64_t seed;
    int given;         /* events of one channel are those that counted, the first of them first */
    double overweight; /* share of each channel that may lie above its largest weight, which is lowered for
                          it; 0: the integrals' largest weights */
    double count;      /* of events that are to be kept, or a guess of it */
};

/* Compiles what makes events of each channel, with the grids of their integrals. event_sum_destroy() frees
 * it, also after a failure. */
ts_status event_sum_create(ts_context *context, struct device *device, const struct process *process,
                           const struct integral *parts, const struct event_sum_settings *settings,
                           struct event_sum *sum);
void event_sum_destroy(struct event_sum *sum);

/* The function of struct event_source; `data` is the sum. Trials are to be asked for in their order. */
ts_status event_sum_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                         struct event_batch *batch);

#endif
