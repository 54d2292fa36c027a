#include "program/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* At least doubles the room, so that a text of many pieces is moved seldom. */
static int grow(struct source *source, size_t needed)
{
    const size_t room = needed > 2 * source->room ? needed : 2 * source->room;
    char *text = realloc(source->text, room);
    if (!text) {
        source_free(source);
        source->failed = 1;
        return 0;
    }
    source->text = text;
    source->room = room;
    return 1;
}

void source_append(struct source *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (bytes < 0 || source->failed)
        return;
    const size_t needed = source->length + (size_t)bytes + 1;
    if (needed > source->room && !grow(source, needed))
        return;
    va_start(arguments, format);
    vsnprintf(source->text + source->length, (size_t)bytes + 1, format, arguments);
    va_end(arguments);
    source->length += (size_t)bytes;
}

void source_free(struct source *source)
{
    free(source->text);
    *source = (struct source){0};
}
