#include "io/event.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

ts_status event_check(ts_context *context, const struct event *event)
{
    /* What is no number, or has no end, leaves no number here. */
    double sum = 0 * event->weight;
    for (int i = 0; i < event->incoming + event->outgoing; ++i) {
        const struct event_particle *p = &event->particles[i];
        sum += 0 * p->e + 0 * p->x + 0 * p->y + 0 * p->z + 0 * p->mass;
    }
    for (size_t i = 0; i < event->variation_count; ++i)
        sum += 0 * event->variations[i];
    return sum == 0
               ? TS_OK
               : ts_fail(context, TS_ERROR_NUMERIC,
                         "Event %llu cannot be written: a momentum or its weight is not a finite number.",
                         (unsigned long long)event->number);
}

char *event_variation_names(const struct event_run *run)
{
    size_t bytes = 1, used = 0;
    for (size_t i = 0; i < run->variation_count; ++i)
        bytes += strlen(run->variations[i].name) + 1;
    char *names = calloc(bytes, 1);
    for (size_t i = 0; i < run->variation_count && names; ++i) {
        const size_t length = strlen(run->variations[i].name) + 1;
        memcpy(names + used, run->variations[i].name, length);
        used += length;
    }
    return names;
}
