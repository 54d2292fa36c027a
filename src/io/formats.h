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
    ts_status (*write)(void *writer, const struct event *event);
    /* Ends the file, or gives it up and leaves an older one as it was. Either frees the writer. */
    ts_status (*finish)(void *writer);
    void (*discard)(void *writer);
};

extern const struct event_format hepmc_format, lhe_format, lhe_compressed_format, lheh5_format;

enum { EVENT_FORMATS_MOST = 8 };

/* Row `index`, or NULL behind the last one. */
const struct event_format *event_format_at(size_t index);

/* Whether a list of words separated by one space has this one: a format's name, or its file. */
int event_format_listed(const char *words, const char *word);

#endif
