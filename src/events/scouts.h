/* Events that are weighed before the first trial, so that hit or miss is against weights as large as need be,
 * and no larger. */
#ifndef TESSERA_EVENTS_SCOUTS_H
#define TESSERA_EVENTS_SCOUTS_H

#include "events/event_sum.h"

/* Events, likely for a file, that one scout is weighed or showered for. */
enum { EVENTS_OF_SCOUT = 4 };

/* Puts other limits in the place of the largest weights of a sum. At most `overweight` of a part of the
 * process lies above those of its channels (events/limit_curve.h). Before a second stage that holds of each
 * channel by itself (events/largest.h). `parts`: the channels' integrals; `count`: events that are wanted.
 * `kept_of_channel` [sum->count]: what is kept of each, which falls with the limit. With weights of both
 * signs the sizes of a channel's add up to its integral, and twice what has the other sign.
 * Returns TS_INTERRUPTED where the run is interrupted. */
ts_status scouts_limit(ts_context *context, const struct process *process, const struct integral *parts,
                       double overweight, double count, double *kept_of_channel, struct event_sum *sum);

#endif
