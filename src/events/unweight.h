/* Hit or miss: from weighted events to events that all count alike. */
#ifndef TESSERA_EVENTS_UNWEIGHT_H
#define TESSERA_EVENTS_UNWEIGHT_H

#include "core/context.h"

#include <stdint.h>

/* The weight that an event keeps, in units of the `largest` weight (above 0). It is 0 where the event is
 * rejected, else 1 with the sign of its weight. Where |weight| is above the largest it is their ratio.
 * So the mean of what is kept is that of the weights all the same. `uniform`: strictly between 0 and 1.
 * What is not a number is rejected. */
double unweight(double weight, double largest, double uniform);

/* Hit or miss of `count` events from number `first` on, by threads: kept[i] is what weights[i] keeps. Weights
 * that are not finite keep nothing, as they count as zero where they are integrated. */
ts_status unweight_all(ts_context *context, int threads, uint64_t seed, uint64_t first, uint32_t count,
                       double largest, const double *weights, double *kept);

/* The uniform number that decides on an event: a function of seed and number alone. */
double unweight_uniform(uint64_t seed, uint64_t number);

/* The one that decides in a second stage (events/colour_ratio.h, events/merging_scouts.h). */
double second_uniform(uint64_t seed, uint64_t number);

/* The one that says from which channel of a sum it is. */
double channel_uniform(uint64_t seed, uint64_t number);

#endif
