/* Some events of a file, and their decays. */
#ifndef TESSERA_DECAY_BATCH_H
#define TESSERA_DECAY_BATCH_H

#include "decay/squares.h"
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
    struct squares squares;
    struct ways ways;
    uint64_t seed;
    int without_spins;
    struct sample *sample;      /* of the events as the file has them */
    double *alpha_s, *before;   /* [EVENTS_AT_ONCE], couplings and |M|^2 of the production */
    struct batch_event *events; /* [EVENTS_AT_ONCE] */
    double *largest;            /* [largest_count] of the numbers of matrix elements; 0: not scouted yet */
    size_t largest_count;
    uint64_t decayed, trials, beyond;
    double worst;
};

ts_status batch_create(ts_context *context, const ts_card *card, const char *path, struct device *device,
                       int without_spins, struct batch *batch);
void batch_destroy(struct batch *batch);

/* Reads events that follow; fewer than EVENTS_AT_ONCE at the end of the file alone. Shares of ways that they
 * need, and that are not known, are found. */
ts_status batch_read(struct batch *batch, ts_event_file *file);

/* Lets their particles decay. */
ts_status batch_decay(struct batch *batch);

#endif
