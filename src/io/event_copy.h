/* Copies of files of events in which each event has more weights, or other particles; all else stays as it
 * is. */
#ifndef TESSERA_IO_EVENT_COPY_H
#define TESSERA_IO_EVENT_COPY_H

#include "tessera/events.h"

/* A weight that is added, in a group with those beside it. */
struct added_weight {
    const char *name;        /* fit for XML as it is */
    const char *description; /* what it is for; escaped where it is written */
};

/* What the head has of each process in place of what it had, in the order of the head. */
struct changed_process {
    double factor;    /* of cross section and error */
    double uncertain; /* relative error of the factor, which is one number for all processes */
    double largest;   /* factor of the largest weight */
    int particles;    /* of an event, at most */
};

/* The new error of a process, which had this cross section and error. */
double changed_error(const struct changed_process *changed, double cross_section, double error);

/* What the head has of all processes together, and of the changes. */
struct changed_total {
    double factor;               /* of the cross section */
    double cross_section, error; /* pb; NAN: not known */
    const char *note;            /* what was done, as lines of YAML that fit into CDATA */
};

/* What an event is to have in place of its particles. */
struct changed_event {
    double factor; /* of all its weights */
    size_t of_file, count;
    const ts_event_particle *particles; /* [count], the file's own `of_file` first */
};

struct event_copy;

/* What a copy has that the file has not: more weights of each event, or other events. */
struct copy_request {
    const struct added_weight *added; /* [count] */
    size_t count;
    const struct changed_process *processes; /* NULL: events stay as they are, else each is put changed */
    int weighting;                           /* IDWTUP of changed events */
    struct changed_total total;              /* of changed events */
};

/* How a format is copied. */
struct event_copier {
    /* Begins the copy; *data: its own, also after a failure. */
    ts_status (*open)(ts_context *context, const ts_event_file *file, const char *to,
                      const struct copy_request *request, void **data);
    /* Copies the next event with its new weights, or changed. TS_ERROR_INPUT where there is none. */
    ts_status (*put)(void *data, const double *weights);
    ts_status (*change)(void *data, const struct changed_event *event);
    ts_status (*finish)(void *data); /* copies what is behind the last event */
    void (*close)(void *data);       /* gives up what is not finished */
};

extern const struct event_copier lhe_copier, lheh5_copier;

/* Refuses a file of another format than Les Houches or LHEH5. */
ts_status event_copy_check(ts_context *context, const ts_event_file *file);

/* Refuses, before work, a copy in place of the file itself and one that cannot be written. So is a name that
 * ends as those of another format do, and one that is there unless it is to be replaced. All ranks together.
 */
ts_status event_copy_check_target(ts_context *context, const ts_event_file *file, const char *to,
                                  int replace);

/* Begins a copy of a file that is open, which appears under its name with event_copy_finish(), whole. A name
 * that the file has for a weight is refused. TS_ERROR_INPUT, TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status event_copy_create(ts_context *context, const ts_event_file *file, const char *to,
                            const struct copy_request *request, struct event_copy **made);

/* Copies the event that follows, with its weights: [count]. */
ts_status event_copy_put(struct event_copy *copy, const double *weights);

/* Copies the event that follows with other particles and weights. */
ts_status event_copy_change(struct event_copy *copy, const struct changed_event *event);

/* Ends the copy, or gives it up. Either frees it. */
ts_status event_copy_finish(struct event_copy **copy);
void event_copy_discard(struct event_copy **copy);

#endif
