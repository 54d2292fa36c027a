#include "io/formats.h"

#include <stdio.h>
#include <string.h>

static const struct event_format *const formats[] = {&hepmc_format, &lhe_format, &lhe_compressed_format,
                                                     &lheh5_format};
enum { FORMATS = sizeof formats / sizeof formats[0] };
_Static_assert((int)FORMATS <= (int)EVENT_FORMATS_MOST, "make EVENT_FORMATS_MOST larger");

const struct event_format *event_format_at(size_t index) { return index < FORMATS ? formats[index] : NULL; }

void format_file_name(const struct event_format *format, int part, char name[EVENT_NAME_BYTES])
{
    const int front = (int)strcspn(format->file, ".");
    if (part < 0)
        snprintf(name, EVENT_NAME_BYTES, "%s", format->file);
    else
        snprintf(name, EVENT_NAME_BYTES, "%.*s-%d%s", front, format->file, part, format->file + front);
}

const struct event_format *event_file_at(size_t index, int *part, char name[EVENT_NAME_BYTES])
{
    enum { EACH = EVENT_PARTS_MOST + 1 };
    const struct event_format *format = event_format_at(index / EACH);
    *part = (int)(index % EACH) - 1;
    if (format)
        format_file_name(format, *part, name);
    return format;
}

int event_format_listed(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (; *words; words += strspn(words, " ")) {
        const size_t bytes = strcspn(words, " ");
        if (bytes == length && !strncmp(words, word, length))
            return 1;
        words += bytes;
    }
    return 0;
}
