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

/* A batch of events: `count` of them from number `first` on, with weights[] of either sign. Those that are
 * not finite keep nothing, as they count as zero where they are integrated. */
struct unweighting {
    uint64_t seed, first;
    uint32_t count;
    double largest; /* 0: there is no hit or miss, and all that have a weight keep it */
    const double *weights;
};

/* By threads, what is kept of a batch, in its order: slots[i] is the place of the i-th of them there, kept[i]
 * its weight. Both have room for `count`. `found` receives their number. */
ts_status unweight_batch(ts_context *context, int threads, const struct unweighting *batch, uint32_t *slots,
                         double *kept, uint32_t *found);

/* The uniform number that decides on an event: a function of seed and number alone. */
double unweight_uniform(uint64_t seed, uint64_t number);

/* The one that decides in a second stage (events/colour_ratio.h, events/merging_scouts.h). */
double second_uniform(uint64_t seed, uint64_t number);

/* From which channels of a sum `count` events from number `first` on are: the numbers that say so. Several at
 * once take half of the time that one after the other would. */
void channel_uniforms(uint64_t seed, uint64_t first, uint32_t count, double *uniforms);

/* So many are best made at a time: they stay in the nearest cache. */
enum { UNIFORMS_AT_ONCE = 512 };

#endif
