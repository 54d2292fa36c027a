/* From the events of a device to a file of them. */
#ifndef TESSERA_RUN_EVENTS_H
#define TESSERA_RUN_EVENTS_H

#include "io/event.h"
#include "process/process.h"
#include "tessera/card.h"
#include "tessera/run.h"

/* Events in memory, that of number first + s in slot s. Their rows are those of kernels/shower/event.h, in
 * double precision: row r of slot s stands at rows[r * capacity + s]. */
struct event_batch {
    const double
        *weights; /* pb, so that their mean is the cross section; 0: cut; then the rows have no meaning */
    const double *rows;
    size_t capacity;
};

/* Where events come from. */
struct event_source {
    /* Makes the events first to first + count - 1, `at_once` of them at most. What it hands out is good until
     * it is called again. */
    ts_status (*make)(ts_context *context, void *data, uint64_t first, uint32_t count,
                      struct event_batch *batch);
    void *data;
    uint32_t at_once;
    uint64_t first, count; /* the numbers of the events there are */
    uint64_t seed;
    double largest; /* weight that is known of, pb, above 0 */
    struct event_particle beams[2];
    struct event_run run;
};

/* What is asked for. */
struct event_wish {
    uint64_t count; /* events in the file, at most; UINT64_MAX: all there are */
    int weighted;   /* each with its weight in pb; else hit or miss, weight 1 */
    ts_progress_function *progress;
    void *progress_data;
};

/* What a card wishes for; count 0: no events. */
struct event_wish event_wish_of(const ts_card *card);

/* Writes the file (HepMC3), whole or not at all. An interruption ends it early: the file has what there is by
 * then, and TS_INTERRUPTED is returned. Otherwise what `make` returns, TS_ERROR_FILE, TS_ERROR_MEMORY or
 * TS_ERROR_NUMERIC. */
ts_status events_write(ts_context *context, const struct event_source *source, const struct event_wish *wish,
                       const char *path, ts_events *tally);

/* Refuses a card that asks for events of a process that has none, or settings without a folder for them. */
ts_status events_check(ts_context *context, const ts_card *card, const struct process *process,
                       const ts_run_settings *settings);

/* Writes what the card asks for into the folder of the settings, which is made, and says in the result what
 * came of it. Statuses as events_write(); the result is marked where it was interrupted. */
ts_status events_of_run(ts_context *context, const ts_card *card, const struct event_source *source,
                        const ts_run_settings *settings, ts_result *result);

/* Says what of it the user has to know: fewer events than asked for, weights above the largest, and unless
 * limit_told events whose shower ended for want of room. */
void events_warn(ts_context *context, const struct event_wish *wish, const ts_events *tally, int limit_told);

#endif
