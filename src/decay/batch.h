/* Some events of a file, and their decays. */
#ifndef TESSERA_DECAY_BATCH_H
#define TESSERA_DECAY_BATCH_H

#include "decay/squares.h"
#include "reweight/hypothesis.h"
#include "tessera/decay.h"

/* An event of a batch. */
struct batch_event {
    struct plan plan;
    int process;      /* as the file numbers it */
    double weight;    /* as the file has it */
    size_t kind;      /* among decayed ones */
    size_t element;   /* number of its matrix element */
    uint32_t next;    /* trial */
    double branching; /* share of the total widths that its decays have; 1: nothing decays */
    double uncertain; /* error of that */
};

struct batch {
    struct hypothesis of_card; /* matrix elements of the production, and densities */
    struct squares squares;
    struct ways ways;
    uint64_t seed;
    int without_spins, draws_helicities;
    double window;              /* widths */
    struct sample *sample;      /* of the events as the file has them */
    double *alpha_s, *before;   /* [EVENTS_AT_ONCE], couplings and |M|^2 of the production */
    struct batch_event *events; /* [EVENTS_AT_ONCE] */
    double *largest;            /* [largest_count] of the numbers of matrix elements; 0: not scouted yet */
    size_t largest_count;
    uint64_t decayed, trials, beyond;
    double worst, missing; /* of the ratios of those beyond: the largest, and the sum of what is above 1 */
};

ts_status batch_create(ts_context *context, const ts_decay_settings *settings, const char *path,
                       struct device *device, struct batch *batch);
void batch_destroy(struct batch *batch);

/* Reads events that follow; fewer than EVENTS_AT_ONCE at the end of the file alone. Shares of ways that they
 * need, and that are not known, are found. */
ts_status batch_read(struct batch *batch, ts_event_file *file);

/* What an event's decays come to, a row of numbers. The trial that was taken makes its momenta again, with
 * the seed; then comes its |M|^2 over the largest that was scouted. */
enum { ROW_TRIAL, ROW_RATIO, ROW_CHOICE /* of helicities, from 1; 0: none was drawn */, BATCH_COLUMNS };

/* Finds which trial each event takes: [count] rows. Ranks deal out events, and all have the rows. */
ts_status batch_find(struct batch *batch, double (*rows)[BATCH_COLUMNS]);

/* In place of that, for rows that are known: what later events need to know of these, largest ratios. */
ts_status batch_pass(struct batch *batch);

/* Lets particles decay as the rows say. */
ts_status batch_take(struct batch *batch, double (*rows)[BATCH_COLUMNS]);

#endif
