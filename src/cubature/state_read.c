/* A state from its text. Damage is found by the checksum, what was edited wrongly by its kind and shape. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/json_read.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "cubature/state.h"
#include "cubature/state_checksum.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 28 };

/* A text as a number that JSON has no word for. */
static int read_special(const char *text, double *value)
{
    *value = !strcmp(text, "inf") ? INFINITY : !strcmp(text, "-inf") ? -INFINITY : NAN;
    return isinf(*value) || !strcmp(text, "nan");
}

/* A whole number of at most 126 bits, in decimal digits. */
static int read_sum(const char *text, state_sum *value)
{
    static const state_sum most = (state_sum)1 << 122; /* times ten has room */
    const int negative = *text == '-';
    text += negative;
    *value = 0;
    if (!*text)
        return 0;
    for (; *text >= '0' && *text <= '9' && *value < most; ++text)
        *value = 10 * *value + (*text - '0');
    if (negative)
        *value = -*value;
    return !*text;
}

/* The kind that all values of a row have; -1: none. */
static int kind_of_row(const json_t *row)
{
    int numbers = 0, sums = 0;
    const size_t count = json_array_size(row);
    for (size_t i = 0; i < count; ++i) {
        const json_t *value = json_array_get(row, i);
        const char *text = json_string_value(value);
        double special;
        state_sum sum;
        if (json_is_real(value) || (text && read_special(text, &special)))
            numbers = 1;
        else if (text && read_sum(text, &sum))
            sums = 1;
        else if (!json_is_integer(value))
            return -1;
    }
    if (!count || (numbers && sums))
        return -1;
    return numbers ? STATE_NUMBERS : sums ? STATE_SUMS : STATE_COUNTS;
}

/* 0 where a value is not of the kind. */
static int read_value(const json_t *value, enum state_kind kind, void *place)
{
    const char *text = json_string_value(value);
    const uint64_t count = (uint64_t)json_integer_value(value);
    double number = json_number_value(value);
    state_sum sum = 0;
    if (kind == STATE_NUMBERS && text)
        read_special(text, &number);
    if (kind == STATE_SUMS && (!text || !read_sum(text, &sum)))
        return 0;
    if (kind == STATE_NUMBERS)
        memcpy(place, &number, sizeof number);
    else if (kind == STATE_COUNTS)
        memcpy(place, &count, sizeof count);
    else
        memcpy(place, &sum, sizeof sum);
    return 1;
}

static ts_status fail(ts_context *context, const ts_integral_state *state, const char *name, const char *what)
{
    return ts_fail(context, TS_ERROR_INPUT, "%s is damaged: '%.60s' should be %s.", state_label(state), name,
                   what);
}

/* A long row from its bits (state.h). */
static ts_status read_bits(ts_context *context, const char *name, const char *digits,
                           ts_integral_state *state)
{
    const size_t length = strlen(digits), count = length / STATE_DIGITS;
    if (!count || length % STATE_DIGITS || digits[strspn(digits, "0123456789abcdef")])
        return fail(context, state, name, "numbers of sixteen digits from 0 to f each");
    struct state_entry *entry = state_put(state, name, STATE_NUMBERS, 1, count);
    if (!entry)
        return ts_fail_memory(context, "a state");
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits = 0;
        for (int k = 0; k < STATE_DIGITS; ++k, ++digits)
            bits = bits << 4 | (uint64_t)(*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
        memcpy((double *)entry->data + i, &bits, sizeof bits);
    }
    return TS_OK;
}

/* Rows of values; one row stands without brackets of its own, one value without any. */
static ts_status read_entry(ts_context *context, const char *name, const json_t *value, int packs,
                            ts_integral_state *state)
{
    static const char wanted[] = "a text, a number, or a list of numbers of one kind in rows of equal length";
    const char *text = json_string_value(value);
    double special;
    state_sum sum;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    if (!*name || strlen(name) >= sizeof state->entries->name || name[strspn(name, letters)])
        return fail(context, state, name, "a short name of small letters");
    if (packs && text && !strncmp(text, STATE_BITS, strlen(STATE_BITS)))
        return read_bits(context, name, text + strlen(STATE_BITS), state);
    if (text && !read_special(text, &special) && !read_sum(text, &sum)) {
        struct state_entry *entry = state_put(state, name, STATE_WORDS, 1, strlen(text));
        if (!entry)
            return ts_fail_memory(context, "a state");
        memcpy(entry->data, text, strlen(text));
        return TS_OK;
    }
    json_t *one = json_is_array(value) ? NULL : json_pack("[O]", value);
    const json_t *first = one ? one : json_array_get(value, 0);
    const int nested = !one && json_is_array(first);
    const size_t rows = nested ? json_array_size(value) : 1;
    const size_t columns = json_array_size(one ? one : nested ? first : value);
    int kind = -1, right = 1;
    for (size_t row = 0; row < rows && right; ++row) {
        const json_t *list = one ? one : nested ? json_array_get(value, row) : value;
        const int here = kind_of_row(list);
        kind = row && kind == STATE_NUMBERS && here == STATE_COUNTS ? kind : here;
        right = kind >= 0 && json_array_size(list) == columns;
    }
    struct state_entry *entry = right ? state_put(state, name, (enum state_kind)kind, rows, columns) : NULL;
    for (size_t place = 0; entry && place < rows * columns && right; ++place) {
        const json_t *list = one ? one : nested ? json_array_get(value, place / columns) : value;
        right = read_value(json_array_get(list, place % columns), entry->kind,
                           (char *)entry->data + place * state_size(entry->kind));
    }
    json_decref(one);
    return !right ? fail(context, state, name, wanted) : entry ? TS_OK : ts_fail_memory(context, "a state");
}

/* What stands before the checksum is what was written. */
static ts_status check_seal(ts_context *context, const ts_integral_state *state, const char *text)
{
    static const char mark[] = "\"checksum\": \"";
    const char *seal = NULL;
    for (const char *next = text; (next = strstr(next, mark)); ++next)
        seal = next;
    if (!seal)
        return ts_fail(context, TS_ERROR_INPUT, "%s is damaged: the checksum at its end is missing.",
                       state_label(state));
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%016llx\"\n}\n", state_checksum(text, (size_t)(seal - text)));
    if (!strcmp(seal + strlen(mark), wanted))
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s is damaged: its checksum should be %.16s for what it holds, so something was changed "
                   "since it was written.",
                   state_label(state), wanted);
}

static ts_status read_entries(ts_context *context, const json_t *root, const struct state_format *format,
                              ts_integral_state *state)
{
    const char *mark = json_string_value(json_object_get(root, "format")), *name;
    json_t *value;
    if (!mark || strcmp(mark, format->mark) != 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s is no %s that this version reads: its format should be \"%s\".",
                       state_label(state), format->what, format->mark);
    json_object_foreach((json_t *)root, name, value)
    {
        if (!strcmp(name, "format") || !strcmp(name, "checksum"))
            continue;
        ts_status status = read_entry(context, name, value, format->packs, state);
        if (status)
            return status;
    }
    return TS_OK;
}

ts_status state_parse(ts_context *context, const char *label, const char *text, size_t bytes,
                      const struct state_format *format, int sealed, ts_integral_state **result)
{
    json_error_t error;
    ts_integral_state *state = calloc(1, sizeof *state);
    *result = state;
    if (!state || !(state->label = strdup(label))) {
        ts_integral_state_destroy(result);
        return ts_fail_memory(context, "a state");
    }
    json_t *root;
    ts_status status = json_read(context, label, text, bytes, JSON_REJECT_DUPLICATES, &root, &error);
    if (status)
        status = ts_fail(context, status, "Interrupted: %s was not read to its end.", label);
    else if (!root)
        status = ts_fail(context, TS_ERROR_INPUT, "%s is no %s: line %d, column %d: %s.", label, format->what,
                         error.line, error.column, error.text);
    else
        status = read_entries(context, root, format, state);
    if (!status && sealed)
        status = check_seal(context, state, text);
    json_decref(root);
    if (status)
        ts_integral_state_destroy(result);
    return status;
}

ts_status ts_integral_state_read(ts_context *context, const char *path, ts_integral_state **state)
{
    OWN_ENVIRONMENT;
    NEEDS(context, state);
    *state = NULL;
    NEEDS(context, context && path);
    char *text, *label = malloc(strlen(path) + 16);
    size_t bytes;
    if (!label)
        return ts_fail_memory(context, path);
    sprintf(label, "The file %s", path);
    ts_status status = ranks_file_read(context, path, TEXT_MOST, &text, &bytes);
    if (!status) {
        status = state_parse(context, label, text, bytes, &integral_format, 1, state);
        free(text);
    }
    free(label);
    return status;
}
