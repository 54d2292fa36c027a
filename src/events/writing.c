/* Files of events: opened, gone on with, closed. */
#include "events/writing.h"

#include "core/context.h"
#include "core/file.h"
#include "core/ranks.h"
#include "events/event_split.h"
#include "io/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ts_status writing_checkpoint(struct writing *work, int named)
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

ts_status writing_open(struct writing *work, const char *folder)
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

ts_status writing_close(struct writing *work, const char *folder, ts_status status)
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
