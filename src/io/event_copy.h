/* Copies of files of events in which each event has more weights; all else stays as it is. */
#ifndef TESSERA_IO_EVENT_COPY_H
#define TESSERA_IO_EVENT_COPY_H

#include "tessera/events.h"

/* A weight that is added, in a group with those beside it. */
struct added_weight {
    const char *name;        /* fit for XML as it is */
    const char *description; /* what it is for; escaped where it is written */
};

struct event_copy;

/* How a format is copied. */
struct event_copier {
    /* Begins the copy; *data: its own, also after a failure. */
    ts_status (*open)(ts_context *context, const ts_event_file *file, const char *to,
                      const struct added_weight *added, size_t count, void **data);
    /* Copies the next event. TS_ERROR_INPUT where there is none. */
    ts_status (*put)(void *data, const double *weights);
    ts_status (*finish)(void *data); /* copies what is behind the last event */
    void (*close)(void *data);       /* gives up what is not finished */
};

extern const struct event_copier lhe_copier, lheh5_copier;

/* Refuses a file of another format than Les Houches or LHEH5. */
ts_status event_copy_check(ts_context *context, const ts_event_file *file);

/* Begins a copy of a file that is open, which appears under its name with event_copy_finish(), whole. A name
 * that the file has for a weight is refused. TS_ERROR_INPUT, TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status event_copy_create(ts_context *context, const ts_event_file *file, const char *to,
                            const struct added_weight *added, size_t count, struct event_copy **made);

/* Copies the event that follows, with its weights: [count]. */
ts_status event_copy_put(struct event_copy *copy, const double *weights);

/* Ends the copy, or gives it up. Either frees it. */
ts_status event_copy_finish(struct event_copy **copy);
void event_copy_discard(struct event_copy **copy);

#endif
