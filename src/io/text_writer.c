#include "io/text_writer.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16 /* zlib's code for a window of 32 kB in a gzip file */, GZIP_MEMORY = 8 };

static ts_status begin_compression(struct text_writer *writer)
{
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream && deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                               Z_DEFAULT_STRATEGY) == Z_OK) {
        writer->compression = stream;
        return TS_OK;
    }
    free(stream);
    return writer->status = ts_fail_memory(writer->context, "a compressed file");
}

ts_status text_create(ts_context *context, const char *path, int how, struct text_writer *writer)
{
    writer->context = context;
    writer->bytes = writer->used = 0;
    writer->compression = NULL;
    number_writer_create(&writer->numbers);
    writer->status = how & TEXT_KEPT ? file_new_create_kept(context, path, &writer->file)
                                     : file_new_create(context, path, &writer->file);
    return !writer->status && how & TEXT_COMPRESSED ? begin_compression(writer) : writer->status;
}

ts_status text_resume(ts_context *context, const char *path, int how, const struct event_position *position,
                      struct text_writer *writer)
{
    writer->context = context;
    writer->bytes = position->bytes;
    writer->used = position->rest_bytes;
    writer->compression = NULL;
    number_writer_create(&writer->numbers);
    writer->status = file_new_resume(context, path, position->bytes, &writer->file);
    if (!writer->status && position->rest_bytes > TEXT_BUFFER_BYTES)
        writer->status = ts_fail(context, TS_ERROR_INPUT,
                                 "The checkpoint holds more of %s than is ever kept.", path);
    if (writer->status)
        return writer->status;
    memcpy(writer->buffer, position->rest, position->rest_bytes);
    return how & TEXT_COMPRESSED ? begin_compression(writer) : writer->status;
}

ts_status text_position(struct text_writer *writer, struct event_position *position)
{
    if (!writer->status)
        writer->status = file_new_sync(writer->context, &writer->file);
    *position = (struct event_position){writer->bytes, writer->buffer, writer->used, !writer->file.temporary};
    return writer->status;
}

static void write_bytes(struct text_writer *writer, const void *bytes, size_t count)
{
    if (writer->status == TS_OK && count)
        writer->status = file_new_write(writer->context, &writer->file, bytes, count);
    writer->bytes += count;
}

/* One of gzip's members, which depends on nothing before it. */
static void write_member(struct text_writer *writer)
{
    z_stream *stream = writer->compression;
    unsigned char packed[1 << 14];
    stream->next_in = (unsigned char *)writer->buffer;
    stream->avail_in = (unsigned)writer->used;
    do {
        stream->next_out = packed;
        stream->avail_out = sizeof packed;
        deflate(stream, Z_FINISH);
        write_bytes(writer, packed, sizeof packed - stream->avail_out);
    } while (stream->avail_out == 0);
    deflateReset(stream);
}

void text_flush(struct text_writer *writer)
{
    if (writer->used && writer->compression)
        write_member(writer);
    else
        write_bytes(writer, writer->buffer, writer->used);
    writer->used = 0;
}

void text_begin_line(struct text_writer *writer)
{
    if (writer->used > TEXT_BUFFER_BYTES - TEXT_LINE_BYTES)
        text_flush(writer);
}

/* Room for a number, whatever stands in the line before it. */
static char *number_room(struct text_writer *writer)
{
    if (writer->used > TEXT_BUFFER_BYTES - NUMBER_TEXT_BYTES)
        text_flush(writer);
    return writer->buffer + writer->used;
}

void text_put_bytes(struct text_writer *writer, const char *text, size_t bytes)
{
    while (bytes) {
        const size_t room = TEXT_BUFFER_BYTES - writer->used, piece = bytes < room ? bytes : room;
        memcpy(writer->buffer + writer->used, text, piece);
        writer->used += piece;
        text += piece;
        bytes -= piece;
        if (bytes)
            text_flush(writer);
    }
}

void text_put(struct text_writer *writer, const char *text) { text_put_bytes(writer, text, strlen(text)); }

void text_put_number(struct text_writer *writer, double number)
{
    char *room = number_room(writer);
    writer->used += number_write(&writer->numbers, number, room);
}

void text_put_whole(struct text_writer *writer, int64_t number)
{
    char *room = number_room(writer);
    writer->used += number_write_whole(number, room);
}

void text_put_count(struct text_writer *writer, uint64_t number)
{
    char *room = number_room(writer);
    writer->used += number_write_count(number, room);
}

ts_status text_finish(struct text_writer *writer)
{
    text_flush(writer);
    ts_status status = writer->status;
    if (!status)
        status = file_new_finish(writer->context, &writer->file);
    text_discard(writer);
    return status;
}

void text_discard(struct text_writer *writer)
{
    file_new_discard(&writer->file);
    if (writer->compression)
        deflateEnd(writer->compression);
    free(writer->compression);
    writer->compression = NULL;
}
