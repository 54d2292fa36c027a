/* Files of events at work: how a run's events get to them, and how they begin, go on and end. */
#ifndef TESSERA_EVENTS_WRITING_H
#define TESSERA_EVENTS_WRITING_H

#include "events/event_behind.h"
#include "events/events.h"

struct writing {
    ts_context *context;
    const struct event_source *source;
    const struct event_request *request;
    ts_events *tally;
    uint64_t negative; /* events written whose weight is below zero */
    uint64_t unknown,
        first_unknown;          /* events whose factor of merging is not finite, and number of the first */
    struct event_behind behind; /* events on their way to their files */
    uint32_t *slots;            /* [at_once], slots of the trials that are kept, */
    double *weights;            /* the weights that these have in files, */
    struct kept_event *kept;    /* and both with what else an event has of its trial */
    double *factors;            /* [records_at_once], of the second stage */
    uint32_t ahead;             /* so many of the next trials the source has begun to make */
    struct event_writer writers[EVENT_FORMATS_MOST];
    size_t writer_count;
    struct checkpoint *checkpoint; /* NULL: none are taken */
    double begun;
};

/* Opens all files that are asked for, new or as a checkpoint has them. Where files cannot go on they begin
 * again: with the same bits, as events depend on their numbers alone. */
ts_status writing_open(struct writing *work, const char *folder);

/* Says in a checkpoint how far the files are; where one of them has no position they all begin again.
 * `named`: they are about to get their names. */
ts_status writing_checkpoint(struct writing *work, int named);

/* Ends all files, or gives them up; returns the first failure. An older result does not hold for new events:
 * it goes before they get their name, whatever comes then. */
ts_status writing_close(struct writing *work, const char *folder, ts_status status);

#endif
