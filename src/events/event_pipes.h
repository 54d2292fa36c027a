/* Pipes that stand for files of events: readers are waited for neither before the work nor behind it. */
#ifndef TESSERA_EVENTS_EVENT_PIPES_H
#define TESSERA_EVENTS_EVENT_PIPES_H

#include "core/file.h"
#include "io/formats.h"
#include "tessera/card.h"

struct event_pipes {
    struct file_new pipes[EVENT_FORMATS_MOST];
    size_t count;
};

/* Opens the pipes in `folder` (NULL: none) that events of the card go into. So
 * one without a reader is told of before any work (TS_ERROR_FILE). No reader
 * sees the end before there are events. */
ts_status event_pipes_hold(ts_context *context, const ts_card *card, const char *folder,
                           struct event_pipes *pipes);

/* Closes what this process holds of them; may be called where holding failed. */
void event_pipes_release(struct event_pipes *pipes);

#endif
