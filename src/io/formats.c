#include "io/formats.h"

#include <string.h>

static const struct event_format *const formats[] = {&hepmc_format};
enum { FORMATS = sizeof formats / sizeof formats[0] };
_Static_assert((int)FORMATS <= (int)EVENT_FORMATS_MOST, "make EVENT_FORMATS_MOST larger");

const struct event_format *event_format_at(size_t index) { return index < FORMATS ? formats[index] : NULL; }

int event_format_is_in(const struct event_format *format, const char *words)
{
    const size_t length = strlen(format->name);
    for (const char *word = words; *word; word += strspn(word, " ")) {
        const size_t bytes = strcspn(word, " ");
        if (bytes == length && !strncmp(word, format->name, length))
            return 1;
        word += bytes;
    }
    return 0;
}
