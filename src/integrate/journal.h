/* What an integral needs to go on after a stop, bit for bit as if there had been none.
 *
 * What an integral does next is a function of the sums of its iterations. So one that goes on begins again,
 * and looks up in the journal what its iterations gave, until that is at its end. Grids and histograms are
 * put back as they were. Of the iteration under way the journal has the sums so far, integers that do not
 * depend on how events are split into launches. No more is lost than the last launch. */
#ifndef TESSERA_INTEGRATE_JOURNAL_H
#define TESSERA_INTEGRATE_JOURNAL_H

#include "integrate/iteration.h"

/* A complete iteration. */
struct journal_row {
    uint64_t channel;
    struct iteration_sums sums;
    struct scales scale; /* of the weights after it */
};

/* A channel as it is. */
struct journal_channel {
    double *grid; /* as the device has it (kernels/vegas.h) */
    size_t grid_length;
    ts_bin *bins; /* sums of its histograms, not yet divided by those of the factors */
    size_t bin_count;
};

/* From which row on a relative error was asked for: a run that goes on may ask for another. */
struct journal_target {
    uint64_t from;
    double relative_error;
};

struct journal {
    struct journal_row *rows;
    size_t count, room;
    struct journal_target *targets; /* [target_count], in the order of their rows */
    size_t target_count;
    struct varied_sums *varied; /* [count][variations], of each row */
    size_t variations;
    size_t next; /* the row that is to be looked up next; count: all were */
    struct journal_channel *channels;
    size_t channel_count; /* 0: there is nothing to put back */
    struct {
        uint64_t channel;
        uint64_t cubes;      /* done of it; 0: none is under way */
        struct scales scale; /* of its weights */
        int64_t *totals;
        size_t totals_length;
        int64_t *refinement; /* length 0: it does not refine */
        size_t refinement_length;
    } begun;        /* the iteration under way */
    double seconds; /* seconds that integration took so far */
};

/* A journal and what becomes of it. In a run of several processes all of them ask and write at the same
 * places. So the answer has to be the same in all. */
struct checkpoints {
    struct journal journal;
    int (*due)(void *data);                                   /* whether to write now; asked after launches */
    void (*write)(void *data, const struct journal *journal); /* says itself where it cannot */
    void *data;
};

void journal_destroy(struct journal *journal);

/* Whether the next iteration is known already. */
int journal_is_behind(const struct journal *journal);

/* The relative error by which what comes next is planned, or was; `otherwise` where the journal has none. */
double journal_target(const struct journal *journal, double otherwise);

/* Notes what is asked for from here on, where that is something else. An iteration under way ends as it was
 * planned. */
ts_status journal_ask(ts_context *context, struct journal *journal, double relative_error);

/* Looks up the next iteration: the engine is left as it was behind it. `varied` receives the sums of each of
 * the integrand's variations. TS_ERROR_INPUT where it was another channel's, or had other events or
 * variations. */
ts_status journal_look_up(ts_context *context, struct journal *journal, uint64_t channel,
                          struct stratification layout, struct engine *engine, struct iteration_sums *sums,
                          struct varied_sums *varied);

/* Notes an iteration that is complete, with the sums of its variations. */
ts_status journal_note(ts_context *context, struct journal *journal, uint64_t channel,
                       const struct engine *engine, const struct iteration_sums *sums,
                       const struct varied_sums *varied);

/* Takes down how a channel is now, or puts it back. There is room for `channel_count` of them. */
ts_status journal_take_channel(struct journal *journal, size_t channel, const struct engine *engine,
                               const ts_bin *bins, size_t bin_count);
ts_status journal_restore_channel(const struct journal *journal, size_t channel, struct engine *engine,
                                  ts_bin *bins, size_t bin_count);

/* Makes room for the channels; what was taken down of them is forgotten where their number is another. */
ts_status journal_make_channels(ts_context *context, struct journal *journal, size_t count);

/* Takes down the iteration under way of a channel. */
ts_status journal_take_begun(struct journal *journal, size_t channel, const struct engine *engine);

#endif
