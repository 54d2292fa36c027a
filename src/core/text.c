#include "tessera/text.h"

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
    for (size_t i = 0; i < LONGEST && text[i] && used + 5 < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        shown[used++] = c < 0x20 || c == 0x7f ? '?' : text[i];
    }
    /* Never cut within a character of several bytes. */
    while (used && strlen(text) > used && ((unsigned char)text[used] & 0xc0) == 0x80)
        used--;
    snprintf(shown + used, bytes - used, "%s", strlen(text) > used ? "..." : "");
}
