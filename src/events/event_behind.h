/* Events on their way to files, which are written while the next are made: two assemblies take turns. What is
 * written stands in the order in which it was added, whether there is a thread for it or not. */
#ifndef TESSERA_EVENTS_EVENT_BEHIND_H
#define TESSERA_EVENTS_EVENT_BEHIND_H

#include "events/event_assembly.h"
#include "io/formats.h"

#include <pthread.h>

/* A file of events that is open. */
struct event_writer {
    const struct event_format *format;
    const char *name; /* of its file */
    void *file;
};

struct event_behind {
    ts_context *context, *own; /* the caller's, and that of files, whose failures come while it works on */
    struct event_assembly assemblies[2];
    int filling; /* which of these takes events */
    int threads; /* of the CPU; with one nothing is written in another */
    const struct event_writer *writers;
    size_t writer_count;

    /* What is being written, where a thread is at work; and what came of it. */
    int at_work;
    pthread_t thread;
    const struct event *events;
    size_t count;
    ts_status status;
};

/* Makes room for events of a source. Files are opened with `own`. event_behind_destroy() frees it, also after
 * a failure. */
ts_status event_behind_create(ts_context *context, const struct event_source *source,
                              struct event_behind *behind);
void event_behind_destroy(struct event_behind *behind);

/* What takes the next events. */
struct event_assembly *event_behind_assembly(struct event_behind *behind);

/* Hands what waits to these files, once what was handed to them before is written. Returns what came of
 * that, or of this where nothing is written behind. */
ts_status event_behind_write(struct event_behind *behind, const struct event_writer *writers, size_t count);

/* Waits until all that was handed over is written. */
ts_status event_behind_wait(struct event_behind *behind);

/* A status of the files' context becomes one of the caller's, with its sentence. */
ts_status event_behind_told(const struct event_behind *behind, ts_status status);

#endif
