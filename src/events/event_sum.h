/* Events of a sum of channels. Trial by trial a channel is drawn in proportion to its largest weight, unless
 * parts are to have other numbers of events (`drawn`, `undo`). So hit or miss against the sum of these is
 * right for each.
 *
 * Trial k takes the next event of the channel that its random number gives; with one channel, event first +
 * k. A weight w of channel i stands for w (sum of the largest) / largest_i. */
#ifndef TESSERA_EVENTS_EVENT_SUM_H
#define TESSERA_EVENTS_EVENT_SUM_H

#include "events/channel_draw.h"
#include "events/single_events.h"

/* Trials at once, and of them those that a thread of the CPU takes together. */
enum { EVENT_SUM_LEAST = 1 << 16, EVENT_SUM_MOST = 1 << 20, TRIALS_CHUNK = 1 << 13 };

struct event_sum {
    size_t count;
    const int *subprocess;       /* [count], which subprocess a channel is part of; NULL: they are as many */
    struct single_events *lists; /* [list_count], one for each program */
    size_t list_count;
    uint32_t *list_of, *place_in; /* [count], the list of a channel, and its place there */
    struct event_shared shared;   /* what all of them read */
    struct channel_draw draw;
    double *largest;   /* [count], pb: what hit or miss is against */
    double *drawn;     /* [count], how often a channel is drawn, over `sum` */
    double *values;    /* [part_count], pb; with `undo` behind them, or NULL like that */
    double *shares;    /* [part_count], the expected share of trials that are kept as events of a part */
    double *undo;      /* [part_count], by what weights of events undo that; NULL: they need not */
    uint64_t *next;    /* [count], number of the next event; behind them `written` */
    uint64_t *written; /* [part_count], events of each part of a process of several; else NULL */
    size_t part_count; /* 0: the process has one */
    double sum;        /* of `drawn` */
    double mean_kept;  /* expected mean |weight| of what hit or miss keeps: of events, or where a second stage
                          follows of their configurations */
    double mean_kept_error;      /* error of mean_kept, as scouts of a second stage tell it; relative */
    double *absolute;            /* [count], pb: of the sizes of weights, which may have both signs */
    int two_stages;              /* whether factors of merging come in a second stage of hit or miss: */
    double *factors;             /* [subprocess_count], what they are against, */
    double *seen;                /* [count], pb: the largest weights of scouts without them, */
    double *kept_configurations; /* [count], how many configurations are kept of an event, */
    double *kept_variance;       /* [count], pb^2: and the error of these, squared */
    double bootstrapped;         /* mean weight over the median of bootstrapped maxima; 0: not looked for */
    double accepted;       /* the share of trials whose weight is not zero, as the integrals found it, */
    double configurations; /* and how many configurations they have */
    uint64_t first;        /* number of the first trial */
    uint64_t seed;
    double seconds_compile;

    /* Of the trials of the last event_sum_make() [at_once]: weights in pb, and the same channel by channel.
     * Then channels, and numbers of their events from the first that each channel took. */
    uint32_t at_once, weighed;
    uint32_t begun; /* how many event_sum_begin() has begun with; 0: none */
    int on_gpu;     /* whether the first rank makes them on one, while its host does other things */
    double *weights, *in_order;
    uint16_t *channel;
    uint32_t *offset;
    uint32_t *chunk_counts;   /* [at_once / TRIALS_CHUNK][count], how many of a chunk are of a channel */
    uint64_t *begin;          /* [count], number of that first one, */
    uint32_t *place, *counts; /* [count], where its weight stands in in_order, and how many follow it */
    struct event_span *spans; /* [count], for a list */

    /* What event_sum_record() is asked for, and hands out: [records_at_once][stride]. Of records that shower
     * `showers_at_once` take no longer than a stop may wait. */
    uint32_t records_at_once, showers_at_once;
    struct event_wanted *wanted;
    uint32_t *ends; /* [count], of the events of a channel among those wanted */
    void *records;
    size_t stride;
};

/* What is asked for. */
struct event_sum_settings {
    uint64_t seed;
    int given;         /* events of one channel are those that counted, the first of them first */
    double overweight; /* share of each channel that may lie above its largest weight, which is lowered for
                          it. 0: the largest of the integrals, or of a first stage's scouts */
    int weighted;      /* whether all that pass the cuts are kept, with their weights */
    double count;      /* of events that are to be kept, or a guess of it */
    int threads;       /* of the CPU */
    ts_progress_function *progress; /* NULL: nobody asks */
    void *progress_data;
};

/* Compiles what makes events of each channel, with the grids of their integrals. event_sum_destroy() frees
 * it, also after a failure. */
ts_status event_sum_create(ts_context *context, struct device *device, const struct process *process,
                           const struct integral *parts, const struct event_sum_settings *settings,
                           struct event_sum *sum);
void event_sum_destroy(struct event_sum *sum);

/* What a card asks for of a sum. */
struct event_sum_settings event_sum_settings_of(const ts_card *card, uint64_t seed, int threads);

/* Passes over the trials before this one, which is the next that may be asked for: draws their channels. None
 * has been asked for yet. TS_INTERRUPTED */
ts_status event_sum_skip(ts_context *context, struct event_sum *sum, uint64_t trial);

/* What the events of a file are of: the subprocesses, each with the sum of its channels; where a process has
 * no channels, itself. `parts` are the channels' integrals. NULL: not enough memory; free() it. */
struct event_process *event_sum_processes(const struct process *process, const struct integral *parts,
                                          size_t *count);

/* How many numbers a sum of the process goes on with from: those of `next` and `written`. */
size_t event_sum_numbers(const struct process *process);

/* The cross section [pb] that all weights would have by their sizes. */
double event_sum_absolute(const struct event_sum *sum);

/* The part of the process that a channel is of; NULL: the process has none. */
const struct process_part *event_sum_part(const struct event_sum *sum, const struct process *process,
                                          size_t channel);

/* The expected share of trials of a part that hit or miss keeps. */
double event_sum_kept(const struct event_sum *sum, const struct process_part *part);

/* How many particles an event of the process may have in a list, which begins with the beams where these
 * collide themselves. */
int event_sum_particles(const struct event_sum *sum, const struct process *process);

/* How many configurations an event has at most. */
int event_sum_configurations(const struct event_sum *sum);

/* The limit of the factors of a channel; 1: there is no second stage. */
double event_sum_factor(const struct event_sum *sum, size_t channel);

/* By what the weight of an event of a channel is multiplied: 1, unless multiplicities have numbers of events.
 */
double event_sum_undo(const struct event_sum *sum, const struct process *process, size_t channel);

/* The functions of struct event_source; `data` is the sum. Trials are to be asked for in their order. */
ts_status event_sum_begin(ts_context *context, void *data, uint64_t first, uint32_t count);
ts_status event_sum_make(ts_context *context, void *data, uint64_t first, uint32_t count,
                         struct event_batch *batch);
ts_status event_sum_record(ts_context *context, void *data, const uint32_t *slots, uint32_t count,
                           struct event_batch *batch);

#endif
