#include "core/text_clean.h"

/* The bytes of a character of UTF-8 that is longer than one, and its number; 0: it is none. */
static size_t sequence(const unsigned char *text, unsigned long *character)
{
    const size_t length = *text < 0xc2 ? 0 : *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : *text < 0xf5 ? 4 : 0;
    *character = *text & (length ? 0x7fu >> length : 0u);
    for (size_t i = 1; i < length; ++i) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (text[i] & 0x3f);
    }
    return length;
}

size_t text_shown_bytes(const char *text)
{
    const unsigned char first = (unsigned char)*text;
    unsigned long character;
    if (first < 0x80)
        return first >= 0x20 && first != 0x7f;
    const size_t length = sequence((const unsigned char *)text, &character);
    if (!length)
        return first >= 0xa0; /* a letter of an older set of characters */
    const int is_control = character < 0xa0, turns = (character >= 0x202a && character <= 0x202e) ||
                                                     (character >= 0x2066 && character <= 0x2069);
    return is_control || turns ? 0 : length;
}

void text_clean(char *text, int lines)
{
    while (*text) {
        size_t bytes = text_shown_bytes(text);
        if (!bytes && lines && (*text == '\n' || *text == '\t'))
            bytes = 1;
        if (!bytes)
            *text = '?';
        text += bytes ? bytes : 1;
    }
}
