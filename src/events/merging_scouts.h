/* The second stage of hit or miss where the run's own shower merges. The first one keeps events by the
 * weights of their matrix elements. What it keeps showers, and only then the factor of merging f is known: 0,
 * or the weight of its history (shower/merging.h). With the limit F of its subprocess an event that came with
 * the weight v, 1 or more, is kept by v f / F. Of both configurations of an event f has the same size. */
#ifndef TESSERA_EVENTS_MERGING_SCOUTS_H
#define TESSERA_EVENTS_MERGING_SCOUTS_H

#include "events/event_sum.h"

/* What merging multiplies the weight of a record's event by, without sign. 0: nothing is left of it. NAN: it
 * is not finite in one of its configurations, and such an event counts as nothing. `configurations`: receives
 * how many are left. */
double merging_factor(const struct event_batch *batch, size_t slot, int *configurations);

/* Showers what hit or miss keeps of the next events of channels with jets. That gives the limits F of each
 * subprocess, above which `overweight` of its cross section lies at most. With 0 no v f that was seen does.
 * Without jets F is 1, as f is 0 or 1. Limits are put in the sum, with how many configurations are kept of an
 * event, and the error of that. So are the sizes of weights behind merging where the integrals do not know
 * them, and what is kept. The draw of channels is to be made anew. `trials`: events that are likely to be
 * tried. `kept_of_channel`: as of scouts_limit(). Returns TS_INTERRUPTED where the
 * run is interrupted. */
ts_status merging_scouts(ts_context *context, const struct process *process,
                         const struct event_sum_settings *settings, double trials, double *kept_of_channel,
                         struct event_sum *sum);

#endif
