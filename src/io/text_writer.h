/* Files of text that grow line by line, through a buffer before a file that appears whole (core/file.h).
 * Numbers have all their digits. Text is compressed, where it is asked for. */
#ifndef TESSERA_IO_TEXT_WRITER_H
#define TESSERA_IO_TEXT_WRITER_H

#include "core/file.h"
#include "core/number_writer.h"
#include "io/event.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TEXT_BUFFER_BYTES = 1 << 18,
    TEXT_LINE_BYTES = 512 /* more than any line has, texts of others aside, which may be of any length */
};

/* How a file is written: as it is, or compressed as gzip does it. It is
 * written whole or not at all, or under a name where it stays until another
 * run goes on (file_new_create_kept()). In memory: there is no file, and text
 * waits until text_append() has it. */
enum { TEXT_COMPRESSED = 1, TEXT_KEPT = 2, TEXT_IN_MEMORY = 4 };

struct text_crew; /* text of events on its way from several threads (text_crew.h) */

struct text_writer {
    ts_context *context;
    struct file_new file;
    struct number_writer numbers;
    ts_status status;       /* of the bytes that went to the file so far */
    int how;                /* sum of TEXT_COMPRESSED and the like */
    uint64_t bytes;         /* bytes that the file has */
    struct text_crew *crew; /* while it puts the text of events together; else NULL */
    size_t used, room;      /* of the buffer; it grows where the text stays in memory (TEXT_IN_MEMORY) */
    char *buffer;
    size_t *lines; /* [line_count], in memory: where text_begin_line() was called */
    size_t line_count, line_room;
};

/* Begins a file, which appears under its name with text_finish(); `how`: the sum of what applies. A
 * compressed one is a row of gzip's members, one for each buffer. What text_discard() or text_finish() frees
 * is there after a failure too. TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status text_create(ts_context *context, const char *path, int how, struct text_writer *writer);

/* Begins a text in memory. What has no room there is TS_ERROR_MEMORY in its status. */
void text_create_in_memory(ts_context *context, struct text_writer *writer);

/* Puts a text from memory, which begins with text_begin_line(), line by line, and empties it. */
void text_append(struct text_writer *writer, struct text_writer *text);

/* Where the file stands, all before it flushed to disk: what is in the buffer is not yet in the file. */
ts_status text_position(struct text_writer *writer, struct event_position *position);

/* Goes on from there, with the same bytes as if it had never stopped; `how` as it was begun. */
ts_status text_resume(ts_context *context, const char *path, int how, const struct event_position *position,
                      struct text_writer *writer);

/* Writes bytes to the file, behind all that was handed to it. */
void text_write_bytes(struct text_writer *writer, const void *bytes, size_t count);

/* Hands what is in the buffer to the file. */
void text_flush(struct text_writer *writer);

/* Makes room for a line: to be called before each TEXT_LINE_BYTES. */
void text_begin_line(struct text_writer *writer);

void text_put_bytes(struct text_writer *writer, const char *text, size_t bytes);
void text_put(struct text_writer *writer, const char *text);
void text_put_number(struct text_writer *writer, double number);
void text_put_whole(struct text_writer *writer, int64_t number);
void text_put_count(struct text_writer *writer, uint64_t number);

/* Ends the file, or gives it up and leaves an older one as it was. */
ts_status text_finish(struct text_writer *writer);
void text_discard(struct text_writer *writer);

#endif
