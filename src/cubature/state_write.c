/* A state as a text: JSON with one fact a line, and a checksum of all that stands before it. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "cubature/state.h"
#include "cubature/state_checksum.h"
#include "program/program.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* JSON knows no infinities; sums are too long for its whole numbers. Both are texts. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value)
                           : json_string(isnan(value) ? "nan"
                                         : value > 0  ? "inf"
                                                      : "-inf");
}

static json_t *sum(state_sum value)
{
    enum { DIGITS = 40 };
    char text[DIGITS + 2], *next = text + sizeof text - 1;
    state_unsigned rest = value < 0 ? -(state_unsigned)value : (state_unsigned)value;
    *next = 0;
    do {
        *--next = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--next = '-';
    return json_string(next);
}

static json_t *value_of(const struct state_entry *entry, size_t place)
{
    if (entry->kind == STATE_NUMBERS)
        return number(((const double *)entry->data)[place]);
    if (entry->kind == STATE_COUNTS) /* beyond 2^63 - 1 the bits count: they come back as they were */
        return json_integer((json_int_t)((const uint64_t *)entry->data)[place]);
    state_sum value;
    memcpy(&value, (const char *)entry->data + place * sizeof value, sizeof value);
    return sum(value);
}

static void append_json(struct source *text, json_t *value)
{
    char *written = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
    if (written)
        source_append(text, "%s", written);
    else
        text->failed = 1;
    free(written);
    json_decref(value);
}

static void append_row(struct source *text, const struct state_entry *entry, size_t row)
{
    json_t *list = json_array();
    for (size_t i = 0; i < entry->columns && list; ++i)
        json_array_append_new(list, value_of(entry, row * entry->columns + i));
    append_json(text, list);
}

/* A long row as its bits. */
static void append_bits(struct source *text, const struct state_entry *entry)
{
    static const char digits[] = "0123456789abcdef";
    char *row = malloc(STATE_DIGITS * entry->columns + 1);
    for (size_t i = 0; i < entry->columns && row; ++i) {
        uint64_t bits;
        memcpy(&bits, (const double *)entry->data + i, sizeof bits);
        for (int k = STATE_DIGITS - 1; k >= 0; --k, bits >>= 4)
            row[STATE_DIGITS * i + (size_t)k] = digits[bits & 15];
    }
    if (row)
        row[STATE_DIGITS * entry->columns] = 0;
    else
        text->failed = 1;
    source_append(text, "\"" STATE_BITS "%s\"", row ? row : "");
    free(row);
}

static void append_entry(struct source *text, const struct state_entry *entry, int packs)
{
    source_append(text, "\"%s\": ", entry->name);
    if (packs && entry->kind == STATE_NUMBERS && entry->rows == 1 && entry->columns >= STATE_PACKED_LEAST) {
        append_bits(text, entry);
        source_append(text, ",\n");
        return;
    }
    if (entry->kind == STATE_WORDS)
        append_json(text, json_string(entry->data));
    else if (entry->rows == 1 && entry->columns == 1)
        append_json(text, value_of(entry, 0));
    else if (entry->rows == 1)
        append_row(text, entry, 0);
    for (size_t row = 0; row < entry->rows && entry->rows > 1; ++row) {
        source_append(text, row ? ",\n " : "[\n ");
        append_row(text, entry, row);
    }
    source_append(text, entry->rows > 1 ? "],\n" : ",\n");
}

const struct state_format integral_format = {"tessera integral state 9", "state of an integral", 0};

char *state_text(const ts_integral_state *state, const struct state_format *format)
{
    struct source text = {0};
    source_append(&text, "{\n\"format\": \"%s\",\n", format->mark);
    for (size_t i = 0; i < state->count && !text.failed; ++i)
        append_entry(&text, &state->entries[i], format->packs);
    if (!text.failed)
        source_append(&text, "\"checksum\": \"%016llx\"\n}\n", state_checksum(text.text, text.length));
    if (text.failed)
        source_free(&text);
    return text.text;
}

ts_status ts_integral_state_write(ts_context *context, const ts_integral_state *state, const char *path)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && state && path);
    char *text = state_text(state, &integral_format);
    ts_status status = text ? file_write_atomically(context, path, text, strlen(text))
                            : ts_fail_memory(context, "the text of a state");
    free(text);
    return status;
}
