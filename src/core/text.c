#include "tessera/text.h"

#include "core/text_clean.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

static int lower(char c) { return tolower((unsigned char)c); }

size_t ts_text_distance(const char *a, const char *b)
{
    if (!a || !b)
        return 0;
    const size_t rows = strnlen(a, LONGEST), columns = strnlen(b, LONGEST);
    size_t before[LONGEST + 1], above[LONGEST + 1], here[LONGEST + 1];
    for (size_t j = 0; j <= columns; j++)
        above[j] = before[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        here[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const int same = lower(a[i - 1]) == lower(b[j - 1]);
            size_t best = above[j - 1] + (same ? 0 : 1);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (here[j - 1] + 1 < best)
                best = here[j - 1] + 1;
            const int swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                                lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            here[j] = best;
        }
        memcpy(before, above, sizeof before);
        memcpy(above, here, (columns + 1) * sizeof here[0]);
    }
    return above[columns];
}

const char *ts_text_nearest(const char *word, const char *const *candidates, size_t count)
{
    if (!word || !candidates)
        return NULL;
    const char *nearest = NULL;
    size_t least = strnlen(word, LONGEST) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        if (!candidates[i])
            continue;
        const size_t distance = ts_text_distance(word, candidates[i]);
        if (distance < least || (distance == least && !nearest)) {
            least = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

void ts_text_show(const char *text, char *shown, size_t bytes)
{
    if (!text || !shown || !bytes)
        return;
    enum { LONGEST = 40 };
    size_t used = 0;
    /* Never cut within a character of several bytes. */
    while (text[used]) {
        const size_t shown_bytes = text_shown_bytes(text + used), taken = shown_bytes ? shown_bytes : 1;
        if (used + taken > LONGEST || used + taken + 4 >= bytes)
            break;
        memcpy(shown + used, shown_bytes ? text + used : "?", taken);
        used += taken;
    }
    snprintf(shown + used, bytes - used, "%s", text[used] ? "..." : "");
}

void ts_text_clean(char *text) { text_clean(text, 0); }
