/* Files of text that grow line by line, through a buffer before a file that appears whole (core/file.h).
 * Numbers have all their digits. Text is compressed, where it is asked for. */
#ifndef TESSERA_IO_TEXT_WRITER_H
#define TESSERA_IO_TEXT_WRITER_H

#include "core/file.h"
#include "core/number_writer.h"

#include <stdint.h>

enum {
    TEXT_BUFFER_BYTES = 1 << 18,
    TEXT_LINE_BYTES = 512 /* more than any line has, texts of others aside */
};

struct text_writer {
    ts_context *context;
    struct file_new file;
    struct number_writer numbers;
    ts_status status;               /* of the bytes that went to the file so far */
    struct z_stream_s *compression; /* NULL: none */
    size_t used;
    char buffer[TEXT_BUFFER_BYTES];
};

/* Begins a file, which appears under its name with text_finish(); `compressed` as gzip does it. What
 * text_discard() or text_finish() frees is there after a failure too. TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status text_create(ts_context *context, const char *path, int compressed, struct text_writer *writer);

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
