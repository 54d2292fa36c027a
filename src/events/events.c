#include "events/events.h"

#include "core/clock.h"
#include "core/context.h"
#include "core/file.h"
#include "core/ranks.h"
#include "event/record_layout.h"
#include "events/merging_scouts.h"
#include "events/unweight.h"
#include "events/writing.h"
#include "io/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double TRIALS_MARGIN = 1.05, TRIALS_LEAST = 1024;
/* Events that shower in a batch, over those that do so at once: a stop waits for the batch. */
static const double SHOWERS_OF_BATCH = 8;

/* Hands all events that wait to their files. */
static ts_status flush(struct writing *work)
{
    return event_behind_write(&work->behind, work->writers, work->writer_count);
}

/* Notes that an event of a subprocess is written. Returns by what its weight is multiplied. */
static double count_part(const struct event_source *source, size_t subprocess)
{
    for (size_t i = 0; i < source->part_count; ++i)
        if (subprocess - source->parts[i].first < source->parts[i].count) {
            ++source->written[i];
            return source->undo ? source->undo[i] : 1;
        }
    return 1;
}

/* Adds the event of a record to those that wait, and its weight to `weight`. */
static ts_status add_event(struct writing *work, const struct event_batch *batch, size_t slot,
                           const struct kept_event *event, double *weight)
{
    struct event_assembly *assembly = event_behind_assembly(&work->behind);
    const ts_status status = event_assembly_add(work->context, assembly, batch, slot, event);
    if (status)
        return status;
    *weight += assembly->events[assembly->count - 1].weight;
    return event_assembly_full(assembly) ? flush(work) : TS_OK;
}

/* What a configuration has of its event's weight. Behind hit or miss by the factors of merging these have
 * left their signs. */
static double share_of(const struct writing *work, const struct event_batch *record, size_t slot)
{
    const double share = event_batch_value(record, RECORD_WEIGHT, slot);
    return work->source->factors ? (share > 0) - (share < 0) : share;
}

/* Adds all configurations of an event that have a weight, as neighbours with its number. */
static ts_status add_configurations(struct writing *work, const struct event_batch *batch, size_t slot,
                                    const struct kept_event *event, double *weight, int *below)
{
    struct event_batch record = *batch;
    struct kept_event one = *event;
    ts_status status = TS_OK;
    do
        one.group_size += share_of(work, &record, slot) != 0;
    while (event_batch_next(&record, slot));
    record = *batch;
    do {
        const double share = share_of(work, &record, slot);
        one.weight = event->weight * share;
        if (share != 0)
            status = add_event(work, &record, slot, &one, weight);
        one.group_place += share != 0;
        *below |= one.weight < 0;
    } while (!status && event_batch_next(&record, slot));
    return status;
}

/* `slot`: of the record in its batch. */
static ts_status write_event(struct writing *work, const struct event_batch *batch, size_t slot,
                             const struct kept_event *kept)
{
    ts_events *tally = work->tally;
    struct kept_event event = *kept;
    event.weight *= count_part(work->source, (size_t)event_batch_value(batch, RECORD_CHANNEL, slot));
    double weight = 0;
    int below = 0;
    const int several = work->source->merged || event_batch_value(batch, RECORD_NEXT, slot) > 0;
    const ts_status status = several ? add_configurations(work, batch, slot, &event, &weight, &below)
                                     : add_event(work, batch, slot, &event, &weight);
    if (status)
        return status;
    ++tally->written;
    if (work->source->weights) {
        work->source->weights[0] += weight;
        work->source->weights[1] += weight * weight;
    }
    /* Merged configurations are events of their own. */
    work->negative += work->source->merged ? below : weight < 0;
    tally->limited += event_batch_value(batch, RECORD_LIMITED, slot) > 0;
    if (!work->request->weighted && fabs(kept->weight) > 1) {
        ++tally->above;
        tally->worst = fmax(tally->worst, fabs(kept->weight));
    }
    return TS_OK;
}

/* Which of a batch of trials are kept, in their order, until enough are: those of slots[] and kept[], `found`
 * of them. */
static ts_status keep(struct writing *work, const struct event_batch *batch, uint64_t first, uint32_t count,
                      uint32_t *found)
{
    const struct event_source *source = work->source;
    const struct unweighting trials = {source->seed, first, count,
                                       work->request->weighted ? 0 : source->largest, batch->weights};
    ts_events *tally = work->tally;
    const uint64_t tried = tally->tried;
    /* A second stage rejects some of them, and so do cuts behind a shower. */
    const uint64_t most = source->reweight || source->cut_after ? UINT64_MAX
                                                                : work->request->count - tally->written;
    const ts_status status = unweight_batch(work->context, source->run.threads, &trials, work->slots,
                                            work->weights, found);
    const int enough = *found >= most;
    *found = enough ? (uint32_t)most : *found;
    for (uint32_t i = 0; i < *found; ++i)
        work->kept[i] = (struct kept_event){.number = first + work->slots[i],
                                            .tried = tried + work->slots[i] + 1,
                                            .weight = work->weights[i]};
    tally->tried = enough && *found ? work->kept[*found - 1].tried : tried + count;
    return status;
}

/* What is left of events with these records behind their second stage: their weights, 0 of what is rejected.
 */
static ts_status reweight_kept(struct writing *work, const struct event_batch *records, uint32_t count,
                               struct kept_event *kept)
{
    const struct event_source *source = work->source;
    if (!source->reweight)
        return TS_OK;
    ts_status status = source->reweight(work->context, source->reweight_data, records, count, work->factors);
    for (uint32_t i = 0; i < count && !status; ++i) {
        const double factor = work->factors[i];
        if (!isfinite(factor))
            kept[i].weight = 0;
        else if (work->request->weighted)
            kept[i].weight *= factor;
        else
            kept[i].weight *= unweight(factor, source->reweight_largest,
                                       second_uniform(source->seed, kept[i].number));
    }
    return status;
}

/* What hit or miss leaves of an event with this record by its factor of merging. What is above 1 of their
 * weights so far has a part in it: 1.5 and a factor of half its limit are as good as 1 and .75. Nothing is
 * left where the factor is not finite, as it counts as nothing where it is integrated. */
static void merge_kept(struct writing *work, const struct event_batch *records, size_t slot,
                       struct kept_event *kept)
{
    const struct event_source *source = work->source;
    int configurations;
    const double factor = merging_factor(records, slot, &configurations);
    if (!isfinite(factor)) {
        kept->weight = 0;
        if (!work->unknown++)
            work->first_unknown = kept->number;
    } else if (source->factors) {
        const double limit = source->factors[(size_t)event_batch_value(records, RECORD_CHANNEL, slot)];
        kept->weight = unweight(kept->weight * factor, limit, second_uniform(source->seed, kept->number));
    }
}

/* How many of the next trials to make at once: some more than are likely to do, where that is few. `tried`
 * and `written`: how many there are ahead of them. */
static uint64_t trials_at_once(const struct writing *work, uint64_t tried, uint64_t written)
{
    const struct event_source *source = work->source;
    const int weighted = work->request->weighted;
    const double left = (double)(source->count - tried), wanted = (double)(work->request->count - written);
    const double size = fmax(source->absolute, fabs(source->run.cross_section)),
                 kept = size / source->largest / (source->reweight ? source->reweight_largest : 1);
    const double share = weighted ? 1 : kept;
    const double needed = weighted ? wanted : TRIALS_MARGIN * wanted / share + TRIALS_LEAST;
    const double most = fmin(left, source->at_once), showers = SHOWERS_OF_BATCH * source->showers_at_once;
    return (uint64_t)fmin(needed, showers > 0 ? fmin(most, fmax(1, showers / share)) : most);
}

/* The source may begin with the next trials when it has made the last records of these, of which so many are
 * kept. How many it begins with has no part in the files. */
static ts_status begin_next(struct writing *work, uint32_t kept)
{
    const struct event_source *source = work->source;
    const uint64_t tried = work->tally->tried, written = work->tally->written + kept;
    if (!source->begin || tried >= source->count || written >= work->request->count)
        return TS_OK;
    work->ahead = (uint32_t)trials_at_once(work, tried, written);
    return source->begin(work->context, source->data, source->first + tried, work->ahead);
}

/* Records what is kept of a batch, and writes it, until enough is written. */
static ts_status write_kept(struct writing *work, const struct event_batch *trials, uint32_t kept)
{
    const struct event_source *source = work->source;
    ts_status status = TS_OK;
    const uint32_t most = source->record ? source->records_at_once : kept;
    for (uint32_t begin = 0; begin < kept && !status; begin += most) {
        const uint32_t count = kept - begin < most ? kept - begin : most;
        struct event_batch records = *trials;
        if (source->record)
            status = source->record(work->context, source->data, work->slots + begin, count, &records);
        if (!status)
            status = reweight_kept(work, &records, count, work->kept + begin);
        if (!status && begin + count == kept)
            status = begin_next(work, count);
        for (uint32_t i = 0; i < count && !status; ++i) {
            struct kept_event *event = &work->kept[begin + i];
            const size_t slot = source->record ? i : work->slots[begin + i];
            if (source->merged)
                merge_kept(work, &records, slot, event);
            if (event->weight == 0 ||
                (source->cut_after && event_batch_value(&records, RECORD_PARTICLES, slot) == 0))
                continue;
            status = write_event(work, &records, slot, event);
            if (work->tally->written < work->request->count)
                continue;
            work->tally->tried = event->tried;
            return status ? status : flush(work);
        }
    }
    return status ? status : flush(work);
}

static void report(const struct writing *work)
{
    const struct event_request *request = work->request;
    if (!request->progress)
        return;
    const double tried = (double)work->tally->tried, written = (double)work->tally->written;
    const double seconds = clock_seconds() - work->begun;
    ts_progress progress = {.stage = "writing events",
                            .events = work->tally->tried,
                            .rate = seconds > 0 ? tried / seconds : 0,
                            .value = work->source->run.cross_section,
                            .error = work->source->run.error,
                            .fraction = fmax(tried / (double)work->source->count,
                                             written / (double)request->count)};
    if (progress.fraction > 0)
        progress.seconds_left = seconds * (1 - progress.fraction) / progress.fraction;
    request->progress(&progress, request->progress_data);
}

/* Until enough are written, or no more are there. */
static ts_status write_all(struct writing *work)
{
    const struct event_source *source = work->source;
    const uint64_t wanted = work->request->count;
    while (work->tally->tried < source->count && work->tally->written < wanted) {
        const uint64_t first = source->first + work->tally->tried;
        const uint64_t count = work->ahead ? work->ahead
                                           : trials_at_once(work, work->tally->tried, work->tally->written);
        struct event_batch batch = {0};
        uint32_t kept = 0;
        work->ahead = 0;
        const int interrupted = ranks_interrupted(work->context);
        ts_status status = TS_OK;
        if (work->checkpoint && (interrupted || checkpoint_is_due(work->checkpoint)))
            status = writing_checkpoint(work, interrupted);
        if (!status && interrupted)
            status = ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        if (status)
            return status;
        status = source->make(work->context, source->data, first, (uint32_t)count, &batch);
        if (!status)
            status = keep(work, &batch, first, (uint32_t)count, &kept);
        if (!status)
            status = write_kept(work, &batch, kept);
        if (status)
            return status;
        report(work);
    }
    return TS_OK;
}

double events_effective(const double weights[2])
{
    return weights[1] > 0 ? weights[0] * weights[0] / weights[1] : 0;
}

ts_status events_write(ts_context *context, const struct event_source *source,
                       const struct event_request *request, const char *folder, ts_events *tally)
{
    uint32_t *slots = malloc(source->at_once * sizeof *slots);
    struct kept_event *kept = malloc(source->at_once * sizeof *kept);
    double *weights = malloc(source->at_once * sizeof *weights);
    struct writing work = {.context = context,
                           .source = source,
                           .request = request,
                           .tally = tally,
                           .slots = slots,
                           .weights = weights,
                           .kept = kept,
                           .checkpoint = source->checkpoint,
                           .begun = clock_seconds()};
    *tally = (ts_events){0};
    if (source->reweight)
        work.factors = malloc(source->records_at_once * sizeof *work.factors);
    ts_status status = slots && kept && weights && (work.factors || !source->reweight)
                           ? event_behind_create(context, source, &work.behind)
                           : ts_fail_memory(context, "a list of events");
    if (!status)
        status = writing_open(&work, folder);
    if (!status)
        status = write_all(&work);
    if (source->negative)
        *source->negative = work.negative;
    status = writing_close(&work, folder, status);
    if (work.unknown)
        ts_log(
            context, TS_LOG_WARNING,
            "The factor of merging of %llu events is not finite, and they are left out: the first is event %llu.",
            (unsigned long long)work.unknown, (unsigned long long)work.first_unknown);
    event_behind_destroy(&work.behind);
    free(slots);
    free(kept);
    free(weights);
    free(work.factors);
    return status;
}

void events_warn(ts_context *context, const struct event_request *request, const ts_events *tally,
                 int limit_told)
{
    if (request->count != UINT64_MAX && tally->written < request->count)
        ts_log(
            context, TS_LOG_WARNING,
            "Only %llu events are written, not events.count: %llu of them: no more were kept of the %llu that "
            "integration.max_events lets be generated.",
            (unsigned long long)tally->written, (unsigned long long)request->count,
            (unsigned long long)tally->tried);
    if (tally->above && request->overweight == 0)
        ts_log(context, TS_LOG_WARNING,
               "%llu of %llu events have a weight above 1 (%.3g at most): weights were found that are larger "
               "than the largest seen before.",
               (unsigned long long)tally->above, (unsigned long long)tally->written, tally->worst);
    if (tally->limited && !limit_told)
        ts_log(context, TS_LOG_WARNING,
               "%llu of the %llu events written ended their shower for want of room: raise "
               "shower.max_partons.",
               (unsigned long long)tally->limited, (unsigned long long)tally->written);
}

static ts_status refuse_lacking(ts_context *context, const ts_card *card, const char *format,
                                const char *lacking)
{
    char sentence[2000];
    snprintf(sentence, sizeof sentence, "%s cannot be written: %s", format, lacking);
    return ts_card_refuse(context, card, "events.format", sentence);
}

ts_status events_check(ts_context *context, const ts_card *card, const ts_run_settings *settings)
{
    const struct event_format *format;
    if (card_request(card)->events.count == 0)
        return TS_OK;
    if (!settings->folder)
        return ts_card_refuse(context, card, "events.count", "there is no folder to write events to");
    for (size_t i = 0; (format = event_format_at(i)); ++i) {
        const char *lacking = NULL;
        if (event_format_listed(card_request(card)->events.format, format->name) && format->lacking)
            lacking = format->lacking();
        if (lacking)
            return refuse_lacking(context, card, format->name, lacking);
    }
    return TS_OK;
}

/* Before work starts: how many events are likely to be kept, where these are too few. */
static void warn_of_few(ts_context *context, const struct event_source *source,
                        const struct event_request *request)
{
    const double largest = source->largest * (source->reweight ? source->reweight_largest : 1);
    const double kept = (double)source->count * source->absolute / largest;
    if (!(largest > 0) || !source->bounded || request->weighted || kept > 0.9 * (double)request->count)
        return;
    ts_log(
        context, TS_LOG_WARNING,
        "Of an event's weight over the largest the mean is %.2g: of %.3g events that integration.max_events "
        "lets be generated some %.2g will be kept, not events.count: %llu. Raise max_events, or take "
        "events.weighted: true.",
        source->absolute / largest, (double)source->count, kept, (unsigned long long)request->count);
}

ts_status events_of_run(ts_context *context, const ts_card *card, const struct event_source *source,
                        const ts_run_settings *settings, ts_result *result)
{
    const struct request *asked = card_request(card);
    const struct event_request request = {.count = asked->events.count,
                                          .overweight = asked->events.overweight,
                                          .weighted = asked->events.weighted,
                                          .formats = asked->events.format,
                                          .progress = settings->progress,
                                          .progress_data = settings->progress_data};
    warn_of_few(context, source, &request);
    ts_status status = ranks_first(context) ? file_make_folder(context, settings->folder, 0777) : TS_OK;
    if (!status)
        status = events_write(context, source, &request, settings->folder, &result->events);
    if (status == TS_INTERRUPTED) {
        result->interrupted = 1;
        result->converged = 0;
    } else if (!status) {
        /* With so many events given these are among those that the run showered and warned of. */
        const int limit_told = asked->integration.events > 0 && result->limited > 0;
        events_warn(context, &request, &result->events, limit_told);
    }
    result->events.file = status == TS_OK || status == TS_INTERRUPTED;
    result->event_parts = result->events.file && source->split ? source->part_count : 0;
    return status;
}
