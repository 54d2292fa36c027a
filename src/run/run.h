/* A run at work: what its steps share. */
#ifndef TESSERA_RUN_RUN_H
#define TESSERA_RUN_RUN_H

#include "checkpoint/checkpoint.h"
#include "events/colour_ratio.h"
#include "integrate/integrate.h"
#include "process/process.h"
#include "tessera/card.h"
#include "tessera/run.h"

struct run {
    ts_context *context;
    const ts_card *card;
    const ts_run_settings *settings;
    struct checkpoint *checkpoint;
    const struct process *process;
    struct device *device;
    struct integral *parts;    /* [channels of the process] */
    struct integral total;     /* the sum of those */
    struct colour_ratio ratio; /* of a second stage, if there is one */
    ts_result *result;
    double seconds_ahead; /* of compiling several programs at a time */
};

/* Compiles the programs of the integral and of its events, several at a time (programs.c). TS_INTERRUPTED,
 * TS_ERROR_MEMORY. */
ts_status run_compile(struct run *run);

/* Writes the events that the card asks for, once the integral stands. Where so many were to count they are
 * those of the histograms, the first of them first, and as many behind them as it takes. Else they are
 * others, with numbers behind all of the integral's, as for a sum of channels. No more are generated for it
 * than a run may have. TS_INTERRUPTED, TS_ERROR_FILE, TS_ERROR_MEMORY. */
ts_status run_write_events(struct run *run);

/* What a card says of the integration.
 * Of the relative error that is asked for a second stage of the process has its part. */
struct integration_settings integration_settings(const ts_card *card, const ts_run_settings *settings,
                                                 const struct process *process);

#endif
