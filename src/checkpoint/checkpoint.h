/* The checkpoint of a run: a file in its folder from which it goes on after a stop, with the same bits.
 *
 * It holds what the run is made of (version, card with all defaults, a hash of text and numbers) and
 * the integral's journal (integrate/journal.h). Where events are being written it also holds how far
 * they are. Of a second stage of colours it has the ratios, the costly part. It is written whole or not at
 * all, and goes when the result is complete. */
#ifndef TESSERA_CHECKPOINT_CHECKPOINT_H
#define TESSERA_CHECKPOINT_CHECKPOINT_H

#include "cubature/state.h"
#include "integrate/journal.h"
#include "io/formats.h"
#include "process/process.h"

/* How far the events of a run are. */
struct event_progress {
    ts_events tally;
    double weights[2]; /* of the events written: their sum, and that of their squares */
    uint64_t negative; /* events written whose weight is below zero */
    uint64_t *next;    /* [next_count], numbers of the events that come next; the source's */
    size_t next_count;
    struct event_position files[EVENT_FORMATS_MOST]; /* in the order of the table of formats */
    size_t file_count;
    uint64_t named; /* 1: unfinished files got their names, as the run was interrupted */
};

struct checkpoint {
    ts_context *context;
    const char *folder;
    char path[4200];
    int missed;         /* whether the last could not be written, of which only the first is told */
    double every, last; /* seconds: between two, and when the last was written or begun from */
    char *card;         /* JSON of all that the run is made of */
    char process[20];   /* hash of its text and numbers */
    ts_integral_state *state;
    double *ratios; /* of the second stage of colours, in the order of its events */
    size_t ratio_count;
    int goes_on;          /* whether one was read */
    int has_other_target; /* whether the one that was read was of another relative error */
    int has_events;       /* whether the one that was read says how far events are */
    struct checkpoints integral;
};

/* Writes the name of the checkpoint in a folder. */
void checkpoint_path(const char *folder, char *path, size_t bytes);

/* Prepares the checkpoints of a run of `whole` (made_of()) in the folder of the settings. Reads the one
 * that is there where the run is to go on. TS_ERROR_INPUT where that is another run's, with what differs,
 * or damaged; or where one is there that would be lost, unless the settings say so. checkpoint_close()
 * frees all, after a failure too. */
ts_status checkpoint_open(ts_context *context, const ts_run_settings *settings, const ts_card *whole,
                          const struct process *process, struct checkpoint *checkpoint);
void checkpoint_close(struct checkpoint *checkpoint);

/* A hash of what a card became: text and numbers of its channels, the contents of its densities among them.
 */
void checkpoint_hash_process(const struct process *process, char text[20]);

/* What the integrator takes of it; NULL: no checkpoints are taken, and none is there. */
struct checkpoints *checkpoint_of_integral(struct checkpoint *checkpoint);

/* Whether unfinished files stay, as a checkpoint may need them. */
int checkpoint_keeps(const struct checkpoint *checkpoint);

/* Whether it is time for the next one. The one place that looks at a clock: in a run of several processes all
 * ask at the same places, and must get one answer. */
int checkpoint_is_due(struct checkpoint *checkpoint);

/* Writes it; `events` NULL: none are being written yet. Where that fails the run goes on, with a warning. */
void checkpoint_write(struct checkpoint *checkpoint, const struct event_progress *events);

/* How far events were where the run goes on; `progress->next` has room for next_count. The positions are good
 * until the next checkpoint is written. Returns 0 where they begin with the first trial. */
int checkpoint_events(struct checkpoint *checkpoint, struct event_progress *progress);

/* Removes the checkpoint of a folder and unfinished files of events beside it. */
ts_status checkpoint_remove(ts_context *context, const char *folder);

/* The facts of a journal and of events, into a state and back (checkpoint_facts.c). Reading fails with
 * TS_ERROR_INPUT where one is missing. */
ts_status facts_of_journal(ts_context *context, const struct journal *journal, ts_integral_state *state);
ts_status facts_to_journal(ts_context *context, const ts_integral_state *state, struct journal *journal);
ts_status facts_of_events(ts_context *context, const struct event_progress *progress,
                          ts_integral_state *state);
ts_status facts_of_ratios(ts_context *context, const double *ratios, size_t count, ts_integral_state *state);
ts_status facts_to_ratios(ts_context *context, const ts_integral_state *state, double **ratios,
                          size_t *count);
int facts_to_events(const ts_integral_state *state, struct event_progress *progress);

/* A text among them. */
ts_status facts_put_text(ts_context *context, ts_integral_state *state, const char *name, const char *text,
                         size_t bytes);
const char *facts_text(const ts_integral_state *state, const char *name);

#endif
