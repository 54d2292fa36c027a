#include "run/events.h"

#include "core/clock.h"
#include "core/context.h"
#include "core/file.h"
#include "io/hepmc.h"
#include "run/unweight.h"
#include "shower/event_layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEAMS = 2 };

/* The particles of one event, their room growing with the longest. */
struct assembly {
    struct event_particle *particles;
    size_t room;
};

struct writing {
    ts_context *context;
    const struct event_source *source;
    const struct event_wish *wish;
    ts_events *tally;
    struct assembly assembly;
    struct hepmc_writer *writer;
    double begun;
};

struct event_wish event_wish_of(const ts_card *card)
{
    return (struct event_wish){.count = ts_card_count(card, "events.count"),
                               .weighted = ts_card_count(card, "events.weighted") != 0};
}

static double value_of(const struct event_batch *batch, int row, size_t slot)
{
    return batch->rows[(size_t)row * batch->capacity + slot];
}

static struct event_particle parton_of(const struct event_batch *batch, int place, size_t slot)
{
    const int row = EVENT_PARTON + PARTON_ROWS * place;
    return (struct event_particle){
        .e = value_of(batch, row + PARTON_E, slot),
        .x = value_of(batch, row + PARTON_X, slot),
        .y = value_of(batch, row + PARTON_Y, slot),
        .z = value_of(batch, row + PARTON_Z, slot),
        .pdg = (int)value_of(batch, row + PARTON_PDG, slot),
        .status = EVENT_FINAL,
        .colour = (int)value_of(batch, row + PARTON_COLOUR, slot),
        .anticolour = (int)value_of(batch, row + PARTON_ANTICOLOUR, slot),
    };
}

static ts_status assemble(struct writing *work, const struct event_batch *batch, size_t slot, int partons)
{
    const size_t count = (size_t)partons + BEAMS;
    struct assembly *assembly = &work->assembly;
    if (count > assembly->room) {
        struct event_particle *grown = realloc(assembly->particles, 2 * count * sizeof *grown);
        if (!grown)
            return ts_fail_memory(work->context, "an event");
        assembly->particles = grown;
        assembly->room = 2 * count;
        for (int i = 0; i < BEAMS; ++i)
            grown[i] = work->source->beams[i];
    }
    for (int i = 0; i < partons; ++i)
        assembly->particles[BEAMS + i] = parton_of(batch, i, slot);
    return TS_OK;
}

/* The weight that stands in the file; 0: the event does not. */
static double kept_weight(const struct writing *work, double weight, uint64_t number)
{
    if (weight == 0 || !isfinite(weight)) /* what is not finite is counted where it is integrated, as zero */
        return 0;
    if (work->wish->weighted)
        return weight;
    return unweight(weight, work->source->largest, unweight_uniform(work->source->seed, number));
}

static ts_status write_slot(struct writing *work, const struct event_batch *batch, size_t slot,
                            uint64_t number)
{
    ts_events *tally = work->tally;
    ++tally->tried;
    const double weight = kept_weight(work, batch->weights[slot], number);
    if (weight == 0)
        return TS_OK;
    const int partons = (int)value_of(batch, EVENT_PARTONS, slot);
    ts_status status = assemble(work, batch, slot, partons);
    if (!status)
        status = hepmc_write(work->writer, &(struct event){.number = number,
                                                           .tried = tally->tried,
                                                           .weight = weight,
                                                           .incoming = BEAMS,
                                                           .outgoing = partons,
                                                           .particles = work->assembly.particles});
    if (status)
        return status;
    ++tally->written;
    tally->limited += value_of(batch, EVENT_LIMITED, slot) > 0;
    if (!work->wish->weighted && fabs(weight) > 1) {
        ++tally->above;
        tally->worst = fmax(tally->worst, fabs(weight));
    }
    return TS_OK;
}

static void report(const struct writing *work)
{
    const struct event_wish *wish = work->wish;
    if (!wish->progress)
        return;
    const double tried = (double)work->tally->tried, written = (double)work->tally->written;
    const double seconds = clock_seconds() - work->begun;
    ts_progress progress = {.stage = "writing events",
                            .events = work->tally->tried,
                            .rate = seconds > 0 ? tried / seconds : 0,
                            .value = work->source->run.cross_section,
                            .error = work->source->run.error,
                            .fraction = fmax(tried / (double)work->source->count,
                                             written / (double)wish->count)};
    if (progress.fraction > 0)
        progress.seconds_left = seconds * (1 - progress.fraction) / progress.fraction;
    wish->progress(&progress, wish->progress_data);
}

/* Until enough are written, or no more are there. */
static ts_status write_all(struct writing *work)
{
    const struct event_source *source = work->source;
    const uint64_t wanted = work->wish->count;
    while (work->tally->tried < source->count && work->tally->written < wanted) {
        const uint64_t first = source->first + work->tally->tried;
        const uint64_t left = source->count - work->tally->tried;
        /* Weighted, no more are needed than are still wanted: those that are cut come on top. */
        const uint64_t useful = work->wish->weighted ? wanted - work->tally->written : left;
        uint64_t count = left < source->at_once ? left : source->at_once;
        count = useful < count ? useful : count;
        struct event_batch batch = {0};
        if (ts_context_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        ts_status status = source->make(work->context, source->data, first, (uint32_t)count, &batch);
        for (size_t slot = 0; slot < count && work->tally->written < wanted && !status; ++slot)
            status = write_slot(work, &batch, slot, first + slot);
        if (status)
            return status;
        report(work);
    }
    return TS_OK;
}

ts_status events_write(ts_context *context, const struct event_source *source, const struct event_wish *wish,
                       const char *path, ts_events *tally)
{
    struct writing work = {context, source, wish, tally, {0}, NULL, clock_seconds()};
    *tally = (ts_events){0};
    ts_status status = hepmc_create(context, path, &source->run, &work.writer);
    if (status)
        return status;
    status = write_all(&work);
    free(work.assembly.particles);
    if (status && status != TS_INTERRUPTED) {
        hepmc_discard(&work.writer);
        return status;
    }
    const ts_status finished = hepmc_finish(&work.writer);
    return finished ? finished : status;
}

void events_warn(ts_context *context, const struct event_wish *wish, const ts_events *tally, int limit_told)
{
    if (wish->count != UINT64_MAX && tally->written < wish->count)
        ts_log(context, TS_LOG_WARNING,
               "Only %llu events are written, not events.count: %llu of them; the run generated no more.",
               (unsigned long long)tally->written, (unsigned long long)wish->count);
    if (tally->above)
        ts_log(context, TS_LOG_WARNING,
               "%llu of %llu events have a weight above 1 (%.3g at most): weights were found that are larger "
               "than the largest of the integration.",
               (unsigned long long)tally->above, (unsigned long long)tally->written, tally->worst);
    if (tally->limited && !limit_told)
        ts_log(context, TS_LOG_WARNING,
               "%llu of the %llu events written ended their shower for want of room: raise "
               "shower.max_partons.",
               (unsigned long long)tally->limited, (unsigned long long)tally->written);
}

ts_status events_check(ts_context *context, const ts_card *card, const struct process *process,
                       const ts_run_settings *settings)
{
    char sentence[320];
    if (ts_card_count(card, "events.count") == 0)
        return TS_OK;
    snprintf(sentence, sizeof sentence,
             "%s has no events to write yet: those of a parton shower can be written; remove this option",
             process->name);
    if (!process->has_events)
        return ts_card_refuse(context, card, "events.count", sentence);
    return settings->folder
               ? TS_OK
               : ts_card_refuse(context, card, "events.count", "there is no folder to write events to");
}

ts_status events_of_run(ts_context *context, const ts_card *card, const struct event_source *source,
                        const ts_run_settings *settings, ts_result *result)
{
    struct event_wish wish = event_wish_of(card);
    char path[4200];
    wish.progress = settings->progress;
    wish.progress_data = settings->progress_data;
    snprintf(path, sizeof path, "%s/events.hepmc3", settings->folder);
    ts_status status = file_make_folder(context, settings->folder, 0777);
    if (!status)
        status = events_write(context, source, &wish, path, &result->events);
    if (status == TS_INTERRUPTED) {
        result->interrupted = 1;
        result->converged = 0;
    } else if (!status) {
        /* With so many events given these are among those that the run showered and warned of. */
        const int limit_told = ts_card_count(card, "integration.events") > 0 && result->limited > 0;
        events_warn(context, &wish, &result->events, limit_told);
    }
    result->events.file = status == TS_OK || status == TS_INTERRUPTED;
    return status;
}
