/* What weights and records of single events share: room, requests (kernels/event/request.h), launches. */
#ifndef TESSERA_EVENTS_SINGLE_LAUNCH_H
#define TESSERA_EVENTS_SINGLE_LAUNCH_H

#include "event/request.h"
#include "events/single_events.h"

/* Room on a part for so many words of a request and bytes of rows: what there is does not stay. */
ts_status single_launch_room(ts_context *context, struct event_shared_part *shared, struct device *device,
                             size_t words, size_t bytes);

/* Room on the host for so many bytes of rows. */
ts_status single_launch_values(ts_context *context, const struct single_events *list,
                               struct event_shared *shared, size_t bytes);

/* Where the share of a part begins among `count` events. */
uint32_t single_launch_begin(const struct single_events *list, size_t part, uint32_t count);

/* The first words of a request, which has no runs yet. */
void single_launch_request(const struct single_events *list, uint32_t tables, uint64_t first, uint32_t slots,
                           uint32_t *request);

/* A run of a request, of `count` events of a channel from a slot on; 0, 0: what offsets count from. */
void single_launch_run(const struct single_events *list, uint32_t *run, uint32_t channel, uint64_t first,
                       uint32_t begin, uint32_t count);

/* Hands over what is asked of a part, and launches a kernel over it. A GPU returns at once. */
ts_status single_launch(ts_context *context, const struct single_events_part *part,
                        const struct event_shared_part *shared, const char *kernel, uint64_t items);

/* Puts together the columns of all ranks: `rows` of each of `count` events. */
ts_status single_launch_exchange(ts_context *context, const void *own, void *all, size_t rows, uint32_t count,
                                 size_t bytes);

#endif
