#include "program/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void source_append(struct source *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (bytes < 0 || source->failed)
        return;
    char *text = realloc(source->text, source->length + (size_t)bytes + 1);
    if (!text) {
        source_free(source);
        source->failed = 1;
        return;
    }
    va_start(arguments, format);
    vsnprintf(text + source->length, (size_t)bytes + 1, format, arguments);
    va_end(arguments);
    source->text = text;
    source->length += (size_t)bytes;
}

void source_free(struct source *source)
{
    free(source->text);
    *source = (struct source){0};
}
