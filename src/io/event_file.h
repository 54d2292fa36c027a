/* Files of events that are read: what readers of all formats share. */
#ifndef TESSERA_IO_EVENT_FILE_H
#define TESSERA_IO_EVENT_FILE_H

#include "io/lhe_kept.h"

#include "tessera/events.h"

/* A reader fills the head of its file with open(), and the event with next(). */
struct event_reader {
    /* *data: its own, also after a failure; NULL: nothing to close. */
    ts_status (*open)(ts_context *context, ts_event_file *file, void **data);
    /* *found: 0 behind the last event. */
    ts_status (*next)(ts_context *context, ts_event_file *file, void *data, int *found);
    void (*close)(void *data);
};

enum { EVENT_PARTICLES_MOST = 1 << 17, EVENT_PROCESSES_MOST = 1 << 16, EVENT_WEIGHTS_MOST = 1 << 16 };
enum { EVENT_NAME_MOST = 1024 /* bytes of a weight's name */ };

struct event_name {
    const char *name;
    size_t place;
};

/* What the events read so far have in common, by process. */
struct event_facts {
    size_t particles_most;
    int partons; /* npLO; NO_PARTONS: the events do not say, or not the same */
    uint64_t events;
};

enum { NO_PARTONS = -1 };

struct ts_event_file {
    char *path;
    const struct event_reader *reader;
    void *data;
    ts_event_head head;
    ts_event event;

    /* What head and event point to. */
    ts_event_process *processes;
    char **names;
    double *weights; /* NAN but for those that the event gives */
    size_t *given;   /* [given_count] places of these */
    size_t given_count;
    double *listed;    /* [name_room] those that an event has in the order of the head */
    int names_weights; /* whether an event has weights with their names */
    int is_twice_told; /* whether it was said that an event has a weight in both ways */
    ts_event_particle *particles;
    double *scales; /* [particle_room] GeV, pt_clust of each particle of the event; 0: it has none */
    size_t particle_room, name_room;
    int ended, failed;    /* nothing is read any more */
    double trials_behind; /* behind the last event, once it was read */
    int lists_in_init;    /* whether <init>, not the header, lists the weights */
    int has_trials;       /* whether events say how many were generated for each: sum of weights over that
                             of trials is the cross section */
    struct lhe_kept kept;
    struct event_facts *facts; /* [process_count] */
    size_t *by_number;         /* [process_count] places of processes in the order of their numbers, once one
                                  was looked for */
    int partons;               /* npLO of the event, or NO_PARTONS */
    int group;                 /* whether the next event is in a group, and 2 behind the first of it */
    struct event_name *sorted; /* names of weights in the order of their bytes, once one was looked for */
    size_t sorted_count;
};

extern const struct event_reader lhe_reader, lheh5_reader, hepmc_reader;

/* Room for so many processes, all zero; NULL: none, and why is said. */
ts_event_process *event_file_processes(ts_context *context, ts_event_file *file, size_t count);

/* The place of the process that has a number, the first of equal ones. Their count where the head has none
 * such, or there is no memory. */
size_t event_file_process(ts_event_file *file, int number);

/* Adds the name of a weight of variation, a copy of so many bytes. One longer than EVENT_NAME_MOST is
 * refused, and one with bytes that no text shows. */
ts_status event_file_name(ts_context *context, ts_event_file *file, const char *name, size_t bytes);

/* The place of a weight's name, first looked for at `guess`; the number of names where there is none. */
size_t event_file_weight(ts_event_file *file, const char *name, size_t bytes, size_t guess);

/* Gives the event's weight of a variation; 0: it has that already. */
int event_file_give(ts_event_file *file, size_t place, double value);

/* The cross section that weights say [pb], from their sum, that of their squares and that of the trials:
 * where it is their mean. Returns 0, and NAN, where they do not say. */
int event_file_weigh(const ts_event_file *file, double sum, double squares, double trials, double *value,
                     double *error);

/* Begins an event with nothing known but its place. */
ts_status event_file_begin(ts_context *context, ts_event_file *file);

/* Makes room for so many particles of the event; those that are new are all zero. */
ts_status event_file_particles(ts_context *context, ts_event_file *file, size_t count);

#endif
