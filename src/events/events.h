/* From the events of a device to a file of them. */
#ifndef TESSERA_EVENTS_EVENTS_H
#define TESSERA_EVENTS_EVENTS_H

#include "checkpoint/checkpoint.h"
#include "io/event.h"
#include "process/process.h"
#include "tessera/card.h"
#include "tessera/run.h"

/* Records of events in memory (kernels/event/record_layout.h), that of number first + s in slot s: its row r
 * stands at rows[s * stride + r]. */
struct event_batch {
    const double *weights; /* pb; their mean is the cross section. 0: cut, and the rows have no meaning */
    const void *rows;      /* doubles, or floats */
    int wide;              /* whether they are doubles */
    size_t stride;
};

/* A number of a record. */
double event_batch_value(const struct event_batch *batch, int row, size_t slot);

/* Goes on to the record of an event's next configuration, to which no slot but its own then belongs. Returns
 * 0 where there is none. */
int event_batch_next(struct event_batch *record, size_t slot);

/* The particles of a record. Those of single precision get energies of their masses, and balance, in double.
 */
void event_batch_particles(const struct event_batch *batch, size_t slot, struct event_particle *list,
                           int count);

/* Where events come from. */
struct event_source {
    /* Makes the events first to first + count - 1, `at_once` of them at most. What it hands out is good until
     * it is called again. */
    ts_status (*make)(ts_context *context, void *data, uint64_t first, uint32_t count,
                      struct event_batch *batch);
    /* The records of events of the last make(), by their slots there in rising order, `records_at_once` of
     * them at most. NULL: make() hands them out with the weights. */
    ts_status (*record)(ts_context *context, void *data, const uint32_t *slots, uint32_t count,
                        struct event_batch *batch);
    /* Begins with what make() is asked for next, while the host has other things to do. The records of the
     * last make() are no longer to be had then. NULL: nothing is gained by it. */
    ts_status (*begin)(ts_context *context, void *data, uint64_t first, uint32_t count);
    void *data;
    /* The second stage, behind hit or miss: what the weights of the first events of a batch of records are
     * multiplied by. By hit or miss an event is accepted by that over the largest one. NULL: there is none.
     */
    ts_status (*reweight)(ts_context *context, void *data, const struct event_batch *batch, uint32_t count,
                          double *factors);
    void *reweight_data;
    double reweight_largest; /* above 0 */
    uint32_t at_once, records_at_once;
    uint32_t showers_at_once; /* of records that shower; 0: they do not */
    uint64_t first, count;    /* the numbers of the events there are */
    uint64_t seed;
    double largest;     /* weight that is known of, pb, above 0 */
    double absolute;    /* cross section by the sizes of weights, pb */
    uint64_t *negative; /* receives how many events are written whose weight, or that of a merged
                           configuration, is below zero; may be NULL */
    int bounded;        /* whether `count` is where generation ends, not all events of a run */
    struct event_run run;
    const int *rows; /* [subprocesses], which of the run's processes each is of; NULL: it is the same */
    const struct chain *chains;       /* [subprocesses], what decays in each process; NULL: nothing does */
    const struct on_shell *on_shell;  /* [subprocesses], what may be on mass shells there; NULL: nothing */
    const struct process_part *parts; /* [part_count] of a sum of several, and what is written of each */
    size_t part_count;
    uint64_t *written; /* [part_count] */
    double *weights;   /* [2], the sum of the weights that are written, and that of their squares, or NULL */
    const double *shares;  /* [part_count], the expected share of trials that are kept as events of a part */
    int cut_after;         /* whether some of what is recorded is cut: has no particles */
    int merged;            /* whether records say by what weights are multiplied, */
    const double *factors; /* [subprocesses] and the limits that hit or miss has of that; NULL: weights
                              are multiplied by it */
    int split;             /* whether each part has files of its own */
    int enhanced;          /* whether the last factor of a record undoes what its weight was enhanced by */
    const struct event_variation *part_variations; /* [part_count] lists like run.variations, of each part */
    const double *undo; /* [part_count], by what the weights of a part are multiplied; NULL: all by 1 */
    uint64_t *next;     /* [next_count], what of the source changes from trial to trial; may be NULL */
    size_t next_count;
    struct checkpoint *checkpoint; /* from which files go on, and which says how far they are; NULL: none */
};

/* How many events of weight one are as good as those with weights of such a sum and sum of squares; 0: none.
 */
double events_effective(const double weights[2]);

/* What is asked for; count 0: no events. */
struct event_request {
    uint64_t count;      /* events in the file, at most; UINT64_MAX: all there are */
    double overweight;   /* share of the cross section that may have weights above 1 */
    int weighted;        /* each with its weight in pb; else hit or miss, weight 1 */
    const char *formats; /* words of events.format */
    ts_progress_function *progress;
    void *progress_data;
};

/* Writes the files of all formats into a folder, whole or not at all. An interruption ends them early: they
 * have what there is by then, and TS_INTERRUPTED is returned. Otherwise what `make` returns, TS_ERROR_FILE,
 * TS_ERROR_MEMORY or TS_ERROR_NUMERIC. */
ts_status events_write(ts_context *context, const struct event_source *source,
                       const struct event_request *request, const char *folder, ts_events *tally);

/* What an interrupted run before left of events: its files stand in the folder, where this run was
 * interrupted before it came to them. `next_count`: as of the source; next[next_count] receives its numbers.
 * `effective`: receives their effective number. */
void events_left(const ts_card *card, struct checkpoint *checkpoint, size_t next_count, uint64_t *next,
                 uint64_t *negative, ts_events *events, double *effective);

/* Refuses settings without a folder where a card asks for events. */
ts_status events_check(ts_context *context, const ts_card *card, const ts_run_settings *settings);

/* Writes what the card asks for into the folder of the settings, which is made, and says in the result what
 * came of it. Statuses as events_write(); the result is marked where it was interrupted. */
ts_status events_of_run(ts_context *context, const ts_card *card, const struct event_source *source,
                        const ts_run_settings *settings, ts_result *result);

/* Says what of it the user has to know: fewer events than asked for, weights above the largest. Unless
 * limit_told it also says of events whose shower ended for want of room. */
void events_warn(ts_context *context, const struct event_request *request, const ts_events *tally,
                 int limit_told);

#endif
