#include "events/event_split.h"

#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Which of the run's processes are those of a part. */
struct extent {
    size_t first, count;
};

struct split {
    ts_context *context;
    const struct event_format *format;
    size_t count; /* of the parts whose files are open */
    struct part {
        void *file;
        struct extent extent;
    } parts[EVENT_PARTS_MOST];
};

size_t event_split_parts(const ts_card *card, const struct process *process)
{
    return card_request(card)->events.split && process->part_count > 1 ? process->part_count : 0;
}

ts_status event_split_check(ts_context *context, const ts_card *card, const struct process *process)
{
    char sentence[160];
    const size_t parts = event_split_parts(card, process);
    if (!parts || !card_request(card)->events.count)
        return TS_OK;
    if (parts > EVENT_PARTS_MOST) {
        snprintf(sentence, sizeof sentence,
                 "the process has %zu parts, and events %d files at most: leave it out", parts,
                 (int)EVENT_PARTS_MOST);
        return ts_card_refuse(context, card, "events.split", sentence);
    }
    return TS_OK;
}

static struct extent extent_of(const struct event_source *source, size_t k)
{
    const struct process_part *part = &source->parts[k];
    struct extent extent = {part->first, part->count};
    if (source->rows) {
        extent.first = (size_t)source->rows[part->first];
        extent.count = 0;
        for (size_t i = part->first; i < part->first + part->count; ++i)
            if ((size_t)source->rows[i] >= extent.first + extent.count)
                extent.count = (size_t)source->rows[i] - extent.first + 1;
    }
    return extent;
}

/* What all events of a part have in common. */
static struct event_run run_of(const struct event_source *source, size_t k)
{
    const struct process_part *part = &source->parts[k];
    const struct extent extent = extent_of(source, k);
    const double unit = source->run.unit > 0 ? source->run.unit : 1;
    struct event_run run = source->run;
    double variance = 0;
    run.description = part->name;
    run.processes += extent.first;
    run.process_count = extent.count;
    run.cross_section = 0;
    run.particles_most = 0;
    run.kept = 0;
    for (size_t i = 0; i < extent.count; ++i) {
        run.cross_section += run.processes[i].cross_section;
        variance += pow(run.processes[i].error, 2);
        if (run.processes[i].particles > run.particles_most)
            run.particles_most = run.processes[i].particles;
    }
    run.error = sqrt(variance);
    if (run.variation_count)
        run.variations = source->part_variations + k * run.variation_count;
    const double mean = run.cross_section / (unit * source->shares[k]);
    run.mean_weight = isfinite(mean) && mean != 0 ? mean : 1;
    return run;
}

ts_status event_split_open(ts_context *context, const struct event_format *format, const char *folder,
                           const struct event_source *source, void **writer)
{
    struct split *split = calloc(1, sizeof *split);
    ts_status status = split ? TS_OK : ts_fail_memory(context, "files of events");
    *writer = NULL;
    if (split)
        *split = (struct split){.context = context, .format = format};
    for (size_t k = 0; k < source->part_count && !status; ++k) {
        char name[EVENT_NAME_BYTES], path[4200];
        const struct event_run run = run_of(source, k);
        format_file_name(format, (int)k, name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        status = format->open(context, path, &run, &split->parts[k].file);
        split->parts[k].extent = extent_of(source, k);
        split->count += !status;
    }
    if (status && split)
        event_split_format.discard(split);
    else
        *writer = split;
    return status;
}

/* Events of a part, with the numbers that their processes have in its file. */
static ts_status write_events(void *writer, const struct event *events, size_t count)
{
    const struct split *split = writer;
    struct event *own = malloc((count + 1) * sizeof *own);
    ts_status status = own ? TS_OK : ts_fail_memory(split->context, "a list of events");
    for (size_t k = 0; k < split->count && !status; ++k) {
        const struct part *part = &split->parts[k];
        size_t used = 0;
        for (size_t i = 0; i < count; ++i) {
            if ((size_t)events[i].process - part->extent.first >= part->extent.count)
                continue;
            own[used] = events[i];
            own[used++].process -= (int)part->extent.first;
        }
        status = used ? split->format->write(part->file, own, used) : TS_OK;
    }
    free(own);
    return status;
}

/* The first failure gives up the files that are left. */
static ts_status finish_files(void *writer)
{
    struct split *split = writer;
    ts_status status = TS_OK;
    for (size_t k = 0; k < split->count; ++k) {
        if (status)
            split->format->discard(split->parts[k].file);
        else
            status = split->format->finish(split->parts[k].file);
    }
    free(split);
    return status;
}

static void discard_files(void *writer)
{
    struct split *split = writer;
    for (size_t k = 0; k < split->count; ++k)
        split->format->discard(split->parts[k].file);
    free(split);
}

const struct event_format event_split_format = {.write = write_events,
                                                .finish = finish_files,
                                                .discard = discard_files};
