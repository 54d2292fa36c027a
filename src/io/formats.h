/* THE table of formats of events: a row a format. */
#ifndef TESSERA_IO_FORMATS_H
#define TESSERA_IO_FORMATS_H

#include "io/event.h"
#include "tessera/context.h"

#include <stddef.h>

struct event_format {
    const char *name; /* as `events.format` of a card has it */
    const char *file; /* name of the file in the folder of a result */
    int streams;      /* whether it is written from front to end, so that it may go into a pipe */
    /* What is missing for it on this machine, in half a sentence, or NULL; NULL: it never misses anything. */
    const char *(*lacking)(void);

    /* Begins a file, which appears under its name with finish(), whole. */
    ts_status (*open)(ts_context *context, const char *path, const struct event_run *run, void **writer);
    /* Writes events in their order. */
    ts_status (*write)(void *writer, const struct event *events, size_t count);
    /* Ends the file, or gives it up and leaves an older one as it was. Either frees the writer. */
    ts_status (*finish)(void *writer);
    void (*discard)(void *writer);

    /* Where a file stands, and how it is gone on with from there, `written` events in it. Both are NULL where
     * a format cannot; its file is then begun again. What a later run finds is as event_run.kept says. */
    ts_status (*position)(void *writer, struct event_position *position);
    ts_status (*resume)(ts_context *context, const char *path, const struct event_run *run,
                        const struct event_position *position, uint64_t written, void **writer);
};

extern const struct event_format hepmc_format, lhe_format, lhe_compressed_format, lheh5_format;

enum { EVENT_FORMATS_MOST = 8, EVENT_PARTS_MOST = 32, EVENT_NAME_BYTES = 32 };

/* The name of a format's file, or of that of one of EVENT_PARTS_MOST parts: "events-2.lhe". Part -1: of all
 * together.
 */
void format_file_name(const struct event_format *format, int part, char name[EVENT_NAME_BYTES]);

/* File `index` of all that runs may leave, its format and part; NULL behind the last one. */
const struct event_format *event_file_at(size_t index, int *part, char name[EVENT_NAME_BYTES]);

/* Row `index`, or NULL behind the last one. */
const struct event_format *event_format_at(size_t index);

/* Whether a list of words separated by one space has this one: a format's name, or its file. */
int event_format_listed(const char *words, const char *word);

#endif
