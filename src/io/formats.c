#include "io/formats.h"

#include <string.h>

static const struct event_format *const formats[] = {&hepmc_format, &lhe_format, &lhe_compressed_format,
                                                     &lheh5_format};
enum { FORMATS = sizeof formats / sizeof formats[0] };
_Static_assert((int)FORMATS <= (int)EVENT_FORMATS_MOST, "make EVENT_FORMATS_MOST larger");

const struct event_format *event_format_at(size_t index) { return index < FORMATS ? formats[index] : NULL; }

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
