#include "core/number_reader.h"

#include "core/card.h"
#include "core/context.h"
#include "core/decimal.h"
#include "core/file.h"
#include "tessera/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ts_status number_reader_open(ts_context *context, const char *path, struct number_reader *reader)
{
    size_t bytes;
    *reader = (struct number_reader){.context = context, .path = path, .line = 1};
    ts_status status = file_read(context, path, NUMBERS_MOST_BYTES, &reader->text, &bytes);
    if (status)
        return status;
    reader->at = reader->line_start = reader->text;
    reader->end = reader->text + bytes;
    return TS_OK;
}

void number_reader_close(struct number_reader *reader)
{
    free(reader->text);
    reader->text = NULL;
}

static int one_of(const char *set, char c) { return c && strchr(set, c); }

static ts_status fail_here(struct number_reader *reader, const char *problem)
{
    char found[64], quoted[80];
    size_t length = 0;
    while (length + 1 < sizeof found && reader->at + length < reader->end &&
           !one_of(" \t,\r\n#", reader->at[length]))
        ++length;
    memcpy(found, reader->at, length);
    found[length] = 0;
    ts_text_show(found, quoted, sizeof quoted);
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu:%zu: %s, not '%s'.", reader->path, reader->line,
                   reader->column, problem, *found ? quoted : ",");
}

/* Goes on to what may be a number. */
static ts_status skip(struct number_reader *reader)
{
    for (; reader->at < reader->end; ++reader->at) {
        const char c = *reader->at;
        reader->column = (size_t)(reader->at - reader->line_start) + 1;
        if (c == '#') {
            const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
            reader->at = (stop ? stop : reader->end) - 1;
        } else if (c == '\n') {
            ++reader->line;
            reader->line_start = reader->at + 1;
            reader->comma_allowed = 0;
        } else if (c == ',') {
            if (!reader->comma_allowed)
                return fail_here(reader, "a number was expected");
            reader->comma_allowed = 0;
        } else if (!one_of(" \t\r", c)) {
            break;
        }
    }
    return TS_OK;
}

ts_status number_reader_next(struct number_reader *reader, double *number, int *found)
{
    enum { STILL_NUMBERS = 1 << 16 };
    *found = 0;
    ts_status status = skip(reader);
    if (!status && ++reader->count % STILL_NUMBERS == 0)
        status = ts_still_reading(reader->context, reader->path);
    if (status || reader->at == reader->end)
        return status;
    const char *stop = reader->at + decimal_length(reader->at);
    const int right = decimal_read(reader->at, (size_t)(stop - reader->at), number);
    if (stop == reader->at || (stop < reader->end && !one_of(" \t,\r\n#", *stop)))
        return fail_here(reader, "a number was expected");
    if (!right) /* of digits, points and signs alone: what is infinite here is a number that is too large */
        return fail_here(reader, isinf(strtod(reader->at, NULL))
                                     ? "a number below 1.8e308 in size was expected"
                                     : "a number was expected");
    reader->at = stop;
    reader->comma_allowed = 1;
    *found = 1;
    return TS_OK;
}

ts_status numbers_append(ts_context *context, const char *what, double number, double **numbers,
                         size_t *count, size_t *room)
{
    if (*count == *room) {
        const size_t wider = *room ? 2 * *room : 64;
        double *grown = realloc(*numbers, wider * sizeof *grown);
        if (!grown)
            return ts_fail_memory(context, what);
        *numbers = grown;
        *room = wider;
    }
    (*numbers)[(*count)++] = number;
    return TS_OK;
}

double *numbers_copy(const double *numbers, size_t count)
{
    double *copy = count > 0 ? malloc(count * sizeof *copy) : NULL;
    return copy ? memcpy(copy, numbers, count * sizeof *copy) : NULL;
}
