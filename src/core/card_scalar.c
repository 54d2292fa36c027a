/* From the text of a YAML scalar to a number, a scale, a choice. */
#include "core/card.h"
#include "core/decimal.h"
#include "tessera/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int scalar_number(const char *text, double *number) { return decimal_read(text, strlen(text), number); }

int scalar_is_limit(const char *text, size_t length)
{
    char word[64];
    double number;
    if (length >= sizeof word)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    return !strcmp(word, "null") || scalar_number(word, &number);
}

int scalar_count(const char *text, uint64_t *count)
{
    if (*text && strspn(text, "0123456789") == strlen(text)) {
        errno = 0;
        *count = strtoull(text, NULL, 10);
        return errno == 0 && *count <= INT64_MAX; /* JSON's integers end there */
    }
    /* 1e9 and 1.5e3 are whole numbers too, as far as a double holds them. */
    double number;
    if (!scalar_number(text, &number) || number < 0 || number >= 9223372036854775808.0 ||
        number != floor(number))
        return 0;
    *count = (uint64_t)number;
    return 1;
}

int scalar_boolean(const char *text, uint64_t *value)
{
    *value = strcmp(text, "true") == 0;
    return *value || strcmp(text, "false") == 0;
}

/* Without blanks; returns 0 where it is too long. */
static int compact_text(const char *text, char *compact, size_t bytes)
{
    size_t used = 0;
    for (; *text; text++) {
        if (*text == ' ')
            continue;
        if (used + 1 == bytes)
            return 0;
        compact[used++] = *text;
    }
    compact[used] = '\0';
    return 1;
}

/* NAME, NAME/2, NAME*2, 2*NAME. */
static int multiple_of(const char *text, const char *name, double *factor)
{
    const size_t length = strlen(text), of_name = strlen(name);
    char number[32];
    int divide = 0;
    *factor = 1;
    if (!strcmp(text, name))
        return 1;
    if (!strncmp(text, name, of_name) && (text[of_name] == '/' || text[of_name] == '*')) {
        divide = text[of_name] == '/';
        snprintf(number, sizeof number, "%s", text + of_name + 1);
    } else if (length > of_name + 1 && !strcmp(text + length - of_name, name) &&
               text[length - of_name - 1] == '*') {
        snprintf(number, sizeof number, "%.*s", (int)(length - of_name - 1), text);
    } else {
        return 0;
    }
    double value;
    if (!scalar_number(number, &value) || !(value >= 1e-3 && value <= 1e3))
        return 0;
    *factor = divide ? 1 / value : value;
    return 1;
}

#define WORD(name, word) word,
static const char *const scale_words[] = {TS_SCALE_LIST(WORD)};
#undef WORD
enum { SCALE_WORDS = sizeof scale_words / sizeof *scale_words };

const char *scale_word(ts_scale_base base) { return scale_words[base]; }

int scalar_scale(const char *text, ts_scale *scale)
{
    char compact[32] = "";
    *scale = (ts_scale){0};
    if (scalar_number(text, &scale->fixed))
        return 1;
    for (int i = 0; i < SCALE_WORDS && compact_text(text, compact, sizeof compact); ++i)
        if (scale_words[i] && multiple_of(compact, scale_words[i], &scale->factor)) {
            scale->base = (ts_scale_base)i;
            return 1;
        }
    /* Functions of particles have parentheses; what else they say is known with the process. */
    *scale = (ts_scale){.factor = strchr(text, '(') != NULL, .base = TS_SCALE_EXPRESSION};
    return scale->factor > 0;
}

/* A whole number, or one of the words that may stand for it. */
static int read_count(const ts_option *option, const char *text, uint64_t *count)
{
    char nearest[64];
    if (!option->choices || !option_choice_valid(option, text, nearest))
        return scalar_count(text, count);
    *count = UINT64_MAX;
    return 1;
}

/* Whether the text has the type; what is wrong otherwise is the range or the spelling. */
static int read_scalar(const ts_option *option, const char *text, struct card_value *value)
{
    switch (option->type) {
    case TS_OPTION_NUMBER:
    case TS_OPTION_NUMBERS:
        return scalar_number(text, &value->number);
    case TS_OPTION_COUNT:
        return read_count(option, text, &value->count);
    case TS_OPTION_BOOLEAN:
        return scalar_boolean(text, &value->count);
    case TS_OPTION_SCALE:
        return scalar_scale(text, &value->scale);
    default:
        return 1;
    }
}

static int in_range(const ts_option *option, const struct card_value *value)
{
    double number = option->minimum;
    if (option->type == TS_OPTION_NUMBER || option->type == TS_OPTION_NUMBERS)
        number = value->number;
    if (option->type == TS_OPTION_COUNT && value->count != UINT64_MAX)
        number = (double)value->count;
    if (option->type == TS_OPTION_SCALE && value->scale.factor == 0)
        number = value->scale.fixed;
    return number >= option->minimum && number <= option->maximum;
}

int scalar_accept(const ts_option *option, const char *text, int quoted, struct card_value *value,
                  char *problem, size_t bytes)
{
    char expected[320], found[64], nearest[64] = "";
    ts_option_expectation(option, expected, sizeof expected);
    ts_text_show(text, found, sizeof found);

    const int is_number = option->type == TS_OPTION_NUMBER || option->type == TS_OPTION_NUMBERS ||
                          option->type == TS_OPTION_COUNT || option->type == TS_OPTION_BOOLEAN;
    if (quoted && is_number) {
        snprintf(problem, bytes, "expected %s, found the text \"%s\"; leave out the quotation marks.",
                 expected, found);
        return 0;
    }
    if (!*text) {
        snprintf(problem, bytes, "has no value; expected %s.", expected);
        return 0;
    }
    if (!read_scalar(option, text, value) || !in_range(option, value)) {
        snprintf(problem, bytes, "expected %s, found '%s'.", expected, found);
        return 0;
    }
    const int has_choices = option->type == TS_OPTION_CHOICE || option->type == TS_OPTION_CHOICES ||
                            option->type == TS_OPTION_PARTICLES;
    if (has_choices && !option_choice_valid(option, text, nearest)) {
        snprintf(problem, bytes,
                 *nearest ? "expected %s, found '%s'; did you mean %s?" : "expected %s, found '%s'.",
                 expected, found, nearest);
        return 0;
    }
    return 1;
}
