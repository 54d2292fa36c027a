/* One file of events for each part of a process of several multiplicities: "events-0.lhe", "events-1.lhe". */
#ifndef TESSERA_EVENTS_EVENT_SPLIT_H
#define TESSERA_EVENTS_EVENT_SPLIT_H

#include "events/events.h"
#include "io/formats.h"

/* Whether the card asks for it, and how many files of a format that makes; 0: one, of all events. */
size_t event_split_parts(const ts_card *card, const struct process *process);

/* Refuses more parts than files have names, and what a format would have to say of parts that nobody knows.
 */
ts_status event_split_check(ts_context *context, const ts_card *card, const struct process *process);

/* The files of a format in a folder, as a writer of event_split_format. It has no position: files begin
 * again. */
ts_status event_split_open(ts_context *context, const struct event_format *format, const char *folder,
                           const struct event_source *source, void **writer);

/* A row as those of the table of formats, but for names and `open`. */
extern const struct event_format event_split_format;

#endif
