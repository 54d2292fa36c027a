#include "io/text_reader.h"

#include "core/context.h"
#include "core/decimal.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FIRST_ROOM = 1 << 10, LINE_MOST = 1 << 24, STREAM_BYTES = 1 << 17, STILL_BYTES = 1 << 20 };

ts_status text_reader_open(ts_context *context, const char *path, struct text_reader *reader)
{
    *reader = (struct text_reader){.context = context, .name = path};
    errno = 0;
    reader->stream = gzopen(path, "rb");
    reader->line = malloc(FIRST_ROOM);
    reader->room = FIRST_ROOM;
    if (!reader->stream)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", path,
                       errno ? strerror(errno) : "there is not enough memory");
    if (!reader->line)
        return ts_fail_memory(context, path);
    gzbuffer(reader->stream, STREAM_BYTES);
    reader->line[0] = 0;
    reader->at = reader->line;
    return TS_OK;
}

void text_reader_close(struct text_reader *reader)
{
    if (reader->stream)
        gzclose_r(reader->stream);
    free(reader->line);
    *reader = (struct text_reader){.context = NULL};
}

ts_status text_reader_refuse(const struct text_reader *reader, const char *format, ...)
{
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%llu: %s", reader->name,
                   (unsigned long long)reader->number, sentence);
}

/* Why no more came: the end, or a failure. */
static ts_status end_of(struct text_reader *reader)
{
    int problem;
    const char *reason = gzerror(reader->stream, &problem);
    if (problem == Z_OK || problem == Z_STREAM_END)
        return TS_OK;
    if (problem == Z_ERRNO)
        return ts_fail(reader->context, TS_ERROR_FILE, "The file %s cannot be read: %s.", reader->name,
                       strerror(errno));
    ++reader->number;
    return text_reader_refuse(reader, "the compressed file is damaged or not whole: %s.", reason);
}

ts_status text_reader_line(struct text_reader *reader, int *found)
{
    size_t used = 0;
    *found = 0;
    if (reader->since > STILL_BYTES || (reader->context && ts_context_interrupted(reader->context))) {
        const ts_status status = ts_still_reading(reader->context, reader->name);
        reader->since = 0;
        if (status) /* a few bytes may hold lines without end */
            return status;
    }
    while (gzgets(reader->stream, reader->line + used, (int)(reader->room - used))) {
        *found = 1;
        used += strlen(reader->line + used);
        if (used == 0 || reader->line[used - 1] == '\n' || used + 1 < reader->room)
            break;
        char *grown = reader->room < LINE_MOST ? realloc(reader->line, 2 * reader->room) : NULL;
        if (!grown)
            return reader->room < LINE_MOST ? ts_fail_memory(reader->context, reader->name)
                                            : text_reader_refuse(reader, "a line is longer than 16 MB.");
        reader->line = grown;
        reader->room *= 2;
    }
    reader->number += (uint64_t)*found;
    reader->since += used + 1;
    reader->at = reader->line;
    if (!*found || !used || reader->line[used - 1] != '\n') { /* the end, or a byte of value zero */
        const ts_status status = end_of(reader);
        if (status)
            return status;
        if (*found && !gzeof(reader->stream))
            return text_reader_refuse(reader, "a byte of value zero stands in the text.");
    }
    while (used && (reader->line[used - 1] == '\n' || reader->line[used - 1] == '\r'))
        --used;
    reader->line[used] = 0;
    return TS_OK;
}

static void skip_blanks(struct text_reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t')
        ++reader->at;
}

/* Goes on to the next word. @return its bytes; 0: the line ends. Words are short, so that a call for each
 * takes longer than to look at their bytes. */
static size_t next_word(struct text_reader *reader)
{
    size_t bytes = 0;
    skip_blanks(reader);
    while (reader->at[bytes] && reader->at[bytes] != ' ' && reader->at[bytes] != '\t')
        ++bytes;
    return bytes;
}

/* Reads a word as a whole number; 0 where it is none, or has more digits than any. */
static int read_whole(const char *text, size_t bytes, int *number)
{
    const size_t sign = bytes && (*text == '-' || *text == '+');
    long long found = 0;
    *number = 0;
    if (bytes == sign || bytes > sign + 18)
        return 0;
    for (size_t i = sign; i < bytes; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        found = 10 * found + (text[i] - '0');
    }
    found = *text == '-' ? -found : found;
    if (found < INT_MIN || found > INT_MAX)
        return 0;
    *number = (int)found;
    return 1;
}

int text_reader_at_end(struct text_reader *reader)
{
    skip_blanks(reader);
    return !*reader->at;
}

/* Goes on behind a word that was read as a number, or says what was expected in its place. */
static ts_status expect(struct text_reader *reader, const char *what, const char *kind, size_t bytes,
                        int right)
{
    if (right) {
        reader->at += bytes;
        return TS_OK;
    }
    if (!bytes)
        return text_reader_refuse(reader, "%s: expected %s, but the line ends.", what, kind);
    return text_reader_refuse(reader, "%s: expected %s, found '%.*s'.", what, kind,
                              (int)(bytes < 60 ? bytes : 60), reader->at);
}

ts_status text_reader_numbers(struct text_reader *reader, const char *what, double *numbers, size_t count)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i) {
        const size_t bytes = next_word(reader);
        const int right = reader->fortran ? decimal_read_fortran(reader->at, bytes, &numbers[i])
                                          : decimal_read(reader->at, bytes, &numbers[i]);
        status = expect(reader, what, "a finite number", bytes, right);
    }
    return status;
}

ts_status text_reader_wholes(struct text_reader *reader, const char *what, int *numbers, size_t count)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i) {
        const size_t bytes = next_word(reader);
        status = expect(reader, what, "a whole number", bytes, read_whole(reader->at, bytes, &numbers[i]));
    }
    return status;
}

ts_status text_reader_count(struct text_reader *reader, const char *what, uint64_t *number)
{
    char *end;
    const size_t bytes = next_word(reader);
    errno = 0;
    *number = strtoull(reader->at, &end, 10);
    return expect(reader, what, "a count", bytes,
                  bytes && end == reader->at + bytes && *reader->at != '-' && !errno);
}
