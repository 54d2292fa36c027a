#include "io/text_writer.h"

#include "core/context.h"
#include "io/text_crew.h"

#include <stdlib.h>
#include <string.h>

static ts_status begin(ts_context *context, int how, struct text_writer *writer)
{
    *writer = (struct text_writer){.context = context, .how = how, .file = {.descriptor = -1}};
    number_writer_create(&writer->numbers);
    if (how & TEXT_IN_MEMORY)
        return TS_OK;
    writer->room = TEXT_BUFFER_BYTES;
    writer->buffer = malloc(writer->room);
    return writer->status = writer->buffer ? TS_OK : ts_fail_memory(context, "a file of text");
}

ts_status text_create(ts_context *context, const char *path, int how, struct text_writer *writer)
{
    if (!begin(context, how, writer))
        writer->status = how & TEXT_KEPT ? file_new_create_kept(context, path, &writer->file)
                                         : file_new_create(context, path, &writer->file);
    return writer->status;
}

void text_create_in_memory(ts_context *context, struct text_writer *writer)
{
    begin(context, TEXT_IN_MEMORY, writer);
}

ts_status text_resume(ts_context *context, const char *path, int how, const struct event_position *position,
                      struct text_writer *writer)
{
    if (begin(context, how, writer))
        return writer->status;
    writer->bytes = position->bytes;
    writer->used = position->rest_bytes;
    writer->status = file_new_resume(context, path, position->bytes, &writer->file);
    if (!writer->status && position->rest_bytes > TEXT_BUFFER_BYTES)
        writer->status = ts_fail(context, TS_ERROR_INPUT,
                                 "The checkpoint holds more of %s than is ever kept.", path);
    if (!writer->status)
        memcpy(writer->buffer, position->rest, position->rest_bytes);
    return writer->status;
}

ts_status text_position(struct text_writer *writer, struct event_position *position)
{
    if (!writer->status)
        writer->status = file_new_sync(writer->context, &writer->file);
    *position = (struct event_position){writer->bytes, writer->buffer, writer->used, !writer->file.temporary};
    return writer->status;
}

void text_write_bytes(struct text_writer *writer, const void *bytes, size_t count)
{
    if (writer->status == TS_OK && count)
        writer->status = file_new_write(writer->context, &writer->file, bytes, count);
    writer->bytes += count;
}

/* One of gzip's members, which depends on nothing before it. */
static void write_member(struct text_writer *writer)
{
    struct text_member member = {.text = writer->buffer, .bytes = writer->used};
    text_member_pack(&member);
    if (!member.packed && !writer->status)
        writer->status = ts_fail_memory(writer->context, "a compressed file");
    text_write_bytes(writer, member.packed, member.packed_bytes);
    free(member.packed);
}

void text_flush(struct text_writer *writer)
{
    if (writer->used && writer->crew && writer->how & TEXT_COMPRESSED)
        text_crew_take(writer);
    else if (writer->used && writer->how & TEXT_COMPRESSED)
        write_member(writer);
    else
        text_write_bytes(writer, writer->buffer, writer->used);
    writer->used = 0;
}

/* Room for so many bytes, in the file's buffer or in memory; 0: there is none. */
static int make_room(struct text_writer *writer, size_t bytes)
{
    if (bytes <= writer->room - writer->used)
        return 1;
    if (!(writer->how & TEXT_IN_MEMORY)) {
        text_flush(writer);
        return 1;
    }
    const size_t room = 2 * (writer->used + bytes);
    char *grown = realloc(writer->buffer, room);
    if (!grown) {
        writer->status = TS_ERROR_MEMORY;
        return 0;
    }
    writer->buffer = grown;
    writer->room = room;
    return 1;
}

/* Keeps where a line of a text in memory begins. */
static void note_line(struct text_writer *writer)
{
    if (writer->line_count == writer->line_room) {
        const size_t room = 2 * writer->line_room + 64;
        size_t *grown = realloc(writer->lines, room * sizeof *grown);
        if (!grown) {
            writer->status = TS_ERROR_MEMORY;
            return;
        }
        writer->lines = grown;
        writer->line_room = room;
    }
    writer->lines[writer->line_count++] = writer->used;
}

void text_begin_line(struct text_writer *writer)
{
    if (writer->how & TEXT_IN_MEMORY)
        note_line(writer);
    else
        make_room(writer, TEXT_LINE_BYTES);
}

/* Room for a number, whatever stands in the line before it; NULL: there is none. */
static char *number_room(struct text_writer *writer)
{
    return make_room(writer, NUMBER_TEXT_BYTES) ? writer->buffer + writer->used : NULL;
}

void text_put_bytes(struct text_writer *writer, const char *text, size_t bytes)
{
    if (writer->how & TEXT_IN_MEMORY && !make_room(writer, bytes))
        return;
    while (bytes) {
        const size_t room = writer->room - writer->used, piece = bytes < room ? bytes : room;
        memcpy(writer->buffer + writer->used, text, piece);
        writer->used += piece;
        text += piece;
        bytes -= piece;
        if (bytes)
            text_flush(writer);
    }
}

void text_append(struct text_writer *writer, struct text_writer *text)
{
    for (size_t i = 0; i < text->line_count; ++i) {
        const size_t first = text->lines[i], end = i + 1 < text->line_count ? text->lines[i + 1] : text->used;
        text_begin_line(writer);
        text_put_bytes(writer, text->buffer + first, end - first);
    }
    if (text->status && !writer->status)
        writer->status = ts_fail_memory(writer->context, "the text of events");
    text->used = text->line_count = 0;
}

void text_put(struct text_writer *writer, const char *text) { text_put_bytes(writer, text, strlen(text)); }

void text_put_number(struct text_writer *writer, double number)
{
    char *room = number_room(writer);
    if (room)
        writer->used += number_write(&writer->numbers, number, room);
}

void text_put_whole(struct text_writer *writer, int64_t number)
{
    char *room = number_room(writer);
    if (room)
        writer->used += number_write_whole(number, room);
}

void text_put_count(struct text_writer *writer, uint64_t number)
{
    char *room = number_room(writer);
    if (room)
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
    if (!(writer->how & TEXT_IN_MEMORY))
        file_new_discard(&writer->file);
    free(writer->buffer);
    free(writer->lines);
    writer->buffer = NULL;
    writer->lines = NULL;
}
