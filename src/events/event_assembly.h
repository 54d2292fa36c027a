/* From records of events in memory to events as files hold them, some thousands at a time. */
#ifndef TESSERA_EVENTS_EVENT_ASSEMBLY_H
#define TESSERA_EVENTS_EVENT_ASSEMBLY_H

#include "events/events.h"
#include "io/event.h"

/* Every event begins with the two beams of its run. */
enum { EVENT_BEAMS = 2 };

/* Events on their way to files. What is in memory is bounded: by their number, and by that of all particles
 * and weights together. */
struct event_assembly {
    const struct event_run *run;
    const struct chain *chains; /* as of the source, */
    const struct on_shell *on_shell;
    const int *rows;
    int enhanced; /* as these are */
    struct event *events;
    size_t count, events_room;
    struct event_particle *particles; /* of all, one event behind the other */
    size_t particle_count, particle_room;
    double *varied; /* [count][variation_count of the run] */
};

/* How an event of a file came about. */
struct kept_event {
    uint64_t number, tried; /* number of the event, and of those tried until it */
    double weight;
    int group_size, group_place; /* as files have them (io/event.h) */
};

/* The source's run, chains and resonances are looked up while events are added. */
ts_status event_assembly_create(ts_context *context, const struct event_source *source,
                                struct event_assembly *assembly);
void event_assembly_destroy(struct event_assembly *assembly);

/* Adds the event of a record. There is room for one more where event_assembly_full() says no. */
ts_status event_assembly_add(ts_context *context, struct event_assembly *assembly,
                             const struct event_batch *batch, size_t slot, const struct kept_event *kept);
int event_assembly_full(const struct event_assembly *assembly);

/* The events that were added, good until the next is; and the assembly empty again. */
const struct event *event_assembly_take(struct event_assembly *assembly, size_t *count);

#endif
