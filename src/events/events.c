#include "events/events.h"

#include "core/clock.h"
#include "core/context.h"
#include "core/file.h"
#include "core/ranks.h"
#include "event/record_layout.h"
#include "events/event_behind.h"
#include "events/event_split.h"
#include "events/merging_scouts.h"
#include "events/unweight.h"
#include "io/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double TRIALS_MARGIN = 1.05, TRIALS_LEAST = 1024;
/* Events that shower in a batch, over those that do so at once: a stop waits for the batch. */
static const double SHOWERS_OF_BATCH = 8;

struct writing {
    ts_context *context;
    const struct event_source *source;
    const struct event_request *request;
    ts_events *tally;
    uint64_t negative; /* events written whose weight is below zero */
    uint64_t unknown,
        first_unknown;          /* events whose factor of merging is not finite, and number of the first */
    struct event_behind behind; /* events on their way to their files */
    double *decided;            /* [at_once], the weights that trials have in files, */
    uint32_t *slots;            /* [at_once], slots of those that are kept, */
    struct kept_event *kept;    /* and what is kept of them */
    double *factors;            /* [records_at_once], of the second stage */
    struct event_writer writers[EVENT_FORMATS_MOST];
    size_t writer_count;
    struct checkpoint *checkpoint; /* NULL: none are taken */
    double begun;
};

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

/* The weights that stand in the file; 0: the event does not. */
static ts_status decide(const struct writing *work, const struct event_batch *batch, uint64_t first,
                        uint32_t count)
{
    const struct event_source *source = work->source;
    if (!work->request->weighted)
        return unweight_all(work->context, source->run.threads, source->seed, first, count, source->largest,
                            batch->weights, work->decided);
    for (uint32_t slot = 0; slot < count;
         ++slot) /* what is not finite counts as zero where it is integrated */
        work->decided[slot] = isfinite(batch->weights[slot]) ? batch->weights[slot] : 0;
    return TS_OK;
}

/* Which of a batch of trials are kept, in their order, until enough are: those of slots[] and kept[]. Returns
 * their number. */
static uint32_t keep(struct writing *work, uint64_t first, uint32_t count)
{
    ts_events *tally = work->tally;
    uint32_t found = 0;
    /* A second stage rejects some of them, and so do cuts behind a shower. */
    const uint64_t most = work->source->reweight || work->source->cut_after
                              ? UINT64_MAX
                              : work->request->count - tally->written;
    for (uint32_t slot = 0; slot < count && found < most; ++slot) {
        ++tally->tried;
        const double weight = work->decided[slot];
        if (weight == 0)
            continue;
        work->slots[found] = slot;
        work->kept[found++] = (struct kept_event){.number = first + slot,
                                                  .tried = tally->tried,
                                                  .weight = weight};
    }
    return found;
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

/* Says in a checkpoint how far the files are; where one of them has no position they all begin again.
 * `named`: they are about to get their names. */
static ts_status take_checkpoint(struct writing *work, int named)
{
    struct event_progress progress = {.tally = *work->tally,
                                      .negative = work->negative,
                                      .next = work->source->next,
                                      .next_count = work->source->next_count,
                                      .file_count = work->writer_count,
                                      .named = (uint64_t)named};
    if (work->source->weights)
        memcpy(progress.weights, work->source->weights, sizeof progress.weights);
    int positions = !work->source->run.grouped; /* events are not what files count */
    ts_status status = event_behind_wait(&work->behind);
    if (status)
        return status;
    for (size_t i = 0; i < work->writer_count && positions; ++i) {
        const struct event_writer *writer = &work->writers[i];
        if ((positions = writer->format->position != NULL)) {
            status = writer->format->position(writer->file, &progress.files[i]);
            if (status)
                return event_behind_told(&work->behind, status);
            positions = !progress.files[i].lost;
        }
    }
    checkpoint_write(work->checkpoint, positions ? &progress : NULL);
    return TS_OK;
}

/* How many of the next trials to make at once: some more than are likely to do, where that is few. */
static uint64_t trials_at_once(const struct writing *work)
{
    const struct event_source *source = work->source;
    const int weighted = work->request->weighted;
    const double left = (double)(source->count - work->tally->tried),
                 wanted = (double)(work->request->count - work->tally->written);
    const double size = fmax(source->absolute, fabs(source->run.cross_section)),
                 kept = size / source->largest / (source->reweight ? source->reweight_largest : 1);
    const double share = weighted ? 1 : kept;
    const double needed = weighted ? wanted : TRIALS_MARGIN * wanted / share + TRIALS_LEAST;
    const double most = fmin(left, source->at_once), showers = SHOWERS_OF_BATCH * source->showers_at_once;
    return (uint64_t)fmin(needed, showers > 0 ? fmin(most, fmax(1, showers / share)) : most);
}

/* Until enough are written, or no more are there. */
static ts_status write_all(struct writing *work)
{
    const struct event_source *source = work->source;
    const uint64_t wanted = work->request->count;
    while (work->tally->tried < source->count && work->tally->written < wanted) {
        const uint64_t first = source->first + work->tally->tried;
        const uint64_t count = trials_at_once(work);
        struct event_batch batch = {0};
        const int interrupted = ranks_interrupted(work->context);
        ts_status status = TS_OK;
        if (work->checkpoint && (interrupted || checkpoint_is_due(work->checkpoint)))
            status = take_checkpoint(work, interrupted);
        if (!status && interrupted)
            status = ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
        if (status)
            return status;
        status = source->make(work->context, source->data, first, (uint32_t)count, &batch);
        if (!status)
            status = decide(work, &batch, first, (uint32_t)count);
        if (!status)
            status = write_kept(work, &batch, keep(work, first, (uint32_t)count));
        if (status)
            return status;
        report(work);
    }
    return TS_OK;
}

static ts_status remove_result(ts_context *context, const char *folder)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/result.json", folder);
    return ranks_first(context) ? file_remove(context, path) : TS_OK;
}

/* Begins a file, or goes on with one. */
static ts_status open_file(struct writing *work, const struct event_format *format, const char *folder,
                           const struct event_progress *progress)
{
    char path[4200], part[4200 + 8];
    struct event_writer *writer = &work->writers[work->writer_count];
    ts_context *own = work->behind.own;
    snprintf(path, sizeof path, "%s/%s", folder, format->file);
    file_part(path, part, sizeof part);
    struct stat facts;
    if (progress && progress->named && access(part, F_OK) && !lstat(path, &facts) && S_ISREG(facts.st_mode))
        rename(path, part); /* the file becomes what it was before its last lines */
    ts_status status;
    writer->name = format->file;
    writer->format = work->source->split ? &event_split_format : format;
    if (work->source->split)
        status = event_split_open(own, format, folder, work->source, &writer->file);
    else if (!progress)
        status = format->open(own, path, &work->source->run, &writer->file);
    else if (format->resume && work->writer_count < progress->file_count)
        status = format->resume(own, path, &work->source->run, &progress->files[work->writer_count],
                                progress->tally.written, &writer->file);
    else
        status = ts_fail(own, TS_ERROR_FILE, "The file %s is not one to go on with.", path);
    work->writer_count += !status;
    return event_behind_told(&work->behind, status);
}

/* All files that are asked for, new or as a checkpoint has them. */
static ts_status open_all(struct writing *work, const char *folder, const struct event_progress *progress)
{
    const struct event_format *format;
    ts_status status = TS_OK;
    for (size_t i = 0; (format = event_format_at(i)) && !status && ranks_first(work->context); ++i)
        if (event_format_listed(work->request->formats, format->name))
            status = open_file(work, format, folder, progress);
    return status;
}

/* Files that go on, and what the source has to go on with. */
static ts_status resume_files(struct writing *work, const char *folder)
{
    const struct event_source *source = work->source;
    uint64_t *next = malloc((source->next_count + 1) * sizeof *next);
    struct event_progress progress = {.next = next, .next_count = source->next_count};
    ts_status status = next ? TS_OK : ts_fail_memory(work->context, "a checkpoint");
    if (!status && !checkpoint_events(work->checkpoint, &progress))
        status = ts_fail(work->context, TS_ERROR_FILE, "Events begin with the first.");
    if (!status)
        status = remove_result(work->context, folder);
    if (!status)
        status = open_all(work, folder, &progress);
    int64_t go_on = !status; /* rank 0 alone has the files */
    if (ranks_decide(work->context, "the files of events", &go_on) || !go_on)
        status = status ? status : TS_ERROR_FILE;
    if (!status) {
        memcpy(source->next, next, source->next_count * sizeof *next);
        *work->tally = progress.tally;
        if (source->weights)
            memcpy(source->weights, progress.weights, sizeof progress.weights);
        work->negative = progress.negative;
    }
    free(next);
    return status;
}

/* Where files cannot go on they begin again: with the same bits, as events depend on their numbers alone. */
static ts_status open_files(struct writing *work, const char *folder)
{
    if (work->checkpoint && work->checkpoint->has_events) {
        if (!resume_files(work, folder))
            return TS_OK;
        ts_log(work->context, TS_LOG_INFO, "Events are written from the first on: %s",
               ts_context_error(work->context));
        for (; work->writer_count > 0; --work->writer_count)
            work->writers[work->writer_count - 1].format->discard(work->writers[work->writer_count - 1].file);
    }
    return open_all(work, folder, NULL);
}

/* Ends all files, or gives them up; returns the first failure. An older result does not hold for new events:
 * it goes before they get their name, whatever comes then. */
static ts_status close_files(struct writing *work, const char *folder, ts_status status)
{
    const ts_status written = event_behind_wait(&work->behind);
    if (written)
        status = written;
    if (!status || status == TS_INTERRUPTED) {
        const ts_status removed = remove_result(work->context, folder);
        status = removed ? removed : status;
    }
    char *files = work->tally->files;
    for (size_t i = 0; i < work->writer_count; ++i) {
        const struct event_writer *writer = &work->writers[i];
        if (status && status != TS_INTERRUPTED) {
            writer->format->discard(writer->file);
            continue;
        }
        const ts_status finished = event_behind_told(&work->behind, writer->format->finish(writer->file));
        const size_t used = strlen(files);
        if (!finished)
            snprintf(files + used, sizeof work->tally->files - used, "%s%s", used ? " " : "", writer->name);
        status = finished ? finished : status;
    }
    return status;
}

double events_effective(const double weights[2])
{
    return weights[1] > 0 ? weights[0] * weights[0] / weights[1] : 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): it is written to */
void events_left(const ts_card *card, struct checkpoint *checkpoint, size_t next_count, uint64_t *next,
                 uint64_t *negative, ts_events *events, double *effective)
{
    const struct event_format *format;
    struct event_progress progress = {.next = next, .next_count = next_count};
    if (checkpoint_events(checkpoint, &progress) && progress.named) {
        *events = progress.tally;
        *effective = events_effective(progress.weights);
        *negative = progress.negative;
        events->file = 1;
        events->files[0] = 0;
        for (size_t i = 0; (format = event_format_at(i)); ++i) {
            const size_t used = strlen(events->files);
            if (event_format_listed(card_request(card)->events.format, format->name))
                snprintf(events->files + used, sizeof events->files - used, "%s%s", used ? " " : "",
                         format->file);
        }
    }
}

ts_status events_write(ts_context *context, const struct event_source *source,
                       const struct event_request *request, const char *folder, ts_events *tally)
{
    uint32_t *slots = malloc(source->at_once * sizeof *slots);
    struct kept_event *kept = malloc(source->at_once * sizeof *kept);
    double *decided = malloc(source->at_once * sizeof *decided);
    struct writing work = {.context = context,
                           .source = source,
                           .request = request,
                           .tally = tally,
                           .decided = decided,
                           .slots = slots,
                           .kept = kept,
                           .checkpoint = source->checkpoint,
                           .begun = clock_seconds()};
    *tally = (ts_events){0};
    if (source->reweight)
        work.factors = malloc(source->records_at_once * sizeof *work.factors);
    ts_status status = slots && kept && decided && (work.factors || !source->reweight)
                           ? event_behind_create(context, source, &work.behind)
                           : ts_fail_memory(context, "a list of events");
    if (!status)
        status = open_files(&work, folder);
    if (!status)
        status = write_all(&work);
    if (source->negative)
        *source->negative = work.negative;
    status = close_files(&work, folder, status);
    if (work.unknown)
        ts_log(
            context, TS_LOG_WARNING,
            "The factor of merging of %llu events is not finite, and they are left out: the first is event %llu.",
            (unsigned long long)work.unknown, (unsigned long long)work.first_unknown);
    event_behind_destroy(&work.behind);
    free(slots);
    free(kept);
    free(decided);
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
