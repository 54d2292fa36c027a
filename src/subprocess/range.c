/* Numbers of particles in a process, "p p > e+ ve 0..4 j". */
#include "subprocess/notation.h"
#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINAL_MOST = LEGS_MOST - LEGS_IN, SHOWN_BYTES = 32 };

static const char example[] = "\"p p > e+ ve 0..4 j\"";

int word_is_range(const char *word)
{
    return strstr(word, "..") && strspn(word, "0123456789.") == strlen(word);
}

/* "0..4" as two numbers of two digits at most. */
static int read_ends(const char *word, struct range *range)
{
    char *end;
    const size_t digits = strspn(word, "0123456789");
    const char *high = word + digits + 2;
    if (digits < 1 || digits > 2 || strncmp(word + digits, "..", 2) != 0 || strlen(high) < 1 ||
        strlen(high) > 2)
        return 0;
    range->low = (int)strtol(word, &end, 10);
    range->high = (int)strtol(high, &end, 10);
    return !*end;
}

void range_read(const char *word, struct notation *notation, char sentence[SENTENCE_BYTES])
{
    struct range range = {.slot = notation->count};
    char text[SHOWN_BYTES];
    ts_text_show(word, text, sizeof text);
    if (notation->range.slot)
        snprintf(sentence, SENTENCE_BYTES,
                 "'%s' is a second range, and a process has one: write the others as a list of processes",
                 text);
    else if (!read_ends(word, &range))
        snprintf(sentence, SENTENCE_BYTES,
                 "'%s' is no range: write the least and the largest number, as in %s", text, example);
    else if (range.low > range.high)
        snprintf(sentence, SENTENCE_BYTES, "the range %s goes down: write the least number first, %d..%d",
                 text, range.high, range.low);
    else if (range.high < 1 || range.high > FINAL_MOST)
        snprintf(sentence, SENTENCE_BYTES,
                 "the range %s ends with %d particles, and a process has 1 to %d behind \">\"", text,
                 range.high, FINAL_MOST);
    else
        notation->range = range;
}

int range_check(const struct notation *notation, char sentence[SENTENCE_BYTES])
{
    const struct range *range = &notation->range;
    if (!range->slot)
        return 1;
    if (range->slot >= notation->count)
        snprintf(sentence, SENTENCE_BYTES,
                 "no particle stands behind the range %d..%d: write it before one, as in %s", range->low,
                 range->high, example);
    else if (!range->low && notation->count == notation->incoming + 1)
        snprintf(sentence, SENTENCE_BYTES, "with 0 %s nothing stands behind \">\": begin the range with 1",
                 notation->slots[range->slot].name);
    else if (notation->count - 1 + range->high > LEGS_MOST)
        snprintf(sentence, SENTENCE_BYTES,
                 "with %d %s it has %d particles behind \">\", and a process has at most %d", range->high,
                 notation->slots[range->slot].name, notation->count - 1 + range->high - LEGS_IN, FINAL_MOST);
    else
        return 1;
    return 0;
}

struct notation range_taken(const struct notation *notation, int count)
{
    struct notation taken = *notation;
    const int slot = notation->range.slot, behind = notation->count - slot - 1;
    taken.range = (struct range){0};
    taken.count = notation->count - 1 + count;
    memmove(&taken.slots[slot + count], &notation->slots[slot + 1], (size_t)behind * sizeof *taken.slots);
    for (int i = 0; i < count; ++i)
        taken.slots[slot + i] = notation->slots[slot];
    return taken;
}
