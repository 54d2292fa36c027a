/* Text of many events at a time, made and compressed by several threads.
 *
 * Each thread puts its events into memory, and the texts go into the file in their order. They are cut there
 * as if one thread had put them line by line. So a file's bytes are the same for any number of threads.
 */
#ifndef TESSERA_IO_TEXT_CREW_H
#define TESSERA_IO_TEXT_CREW_H

#include "io/text_writer.h"

/* Puts the text of one event, which begins with text_begin_line(). `place`: of the event among those at hand.
 * Called from several threads at once. */
typedef void text_format(struct text_writer *text, const void *data, const struct event *event, size_t place);

/* Puts the text of `count` events in their order, made on at most `threads` threads. In memory are the texts
 * of these events until it returns. TS_ERROR_FILE, TS_ERROR_MEMORY; TS_ERROR_NUMERIC of an event with a
 * number that is not finite. */
ts_status text_put_events(struct text_writer *writer, int threads, text_format *format, const void *data,
                          const struct event *events, size_t count);

/* A piece of text that becomes one of gzip's members. */
struct text_member {
    char *text;
    size_t bytes;
    unsigned char *packed; /* allocated; NULL: there was no memory */
    size_t packed_bytes;
};

void text_member_pack(struct text_member *member);

/* Takes the text of a writer's buffer, to compress it with others. */
void text_crew_take(struct text_writer *writer);

#endif
