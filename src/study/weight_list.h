/* The weights of single events: what studies and tests compare event by event. */
#ifndef TESSERA_STUDY_WEIGHT_LIST_H
#define TESSERA_STUDY_WEIGHT_LIST_H

#include "device/device.h"
#include "tessera/card.h"

struct weight_list {
    size_t count;
    double *weights;   /* NaN where an event is cut */
    double unit;       /* the integral is the mean weight of all events, cut ones too, times this */
    uint64_t repeated; /* events that mixed precision repeated in double */
};

/* The weights of the first `events` events (about) of the card's process, in
 * units of the kernel, no grid in between. They are the same events for every
 * device and precision. `defines` are lines put before the program, or "".
 * weight_list_free() frees the weights. */
ts_status weight_list_create(ts_context *context, struct device *device, const ts_card *card,
                             const char *defines, uint64_t events, struct weight_list *list);
void weight_list_free(struct weight_list *list);

#endif
