/* The reader of cards: libyaml's events against the table of options. It never
 * goes deeper than the table does, and the first thing that does not fit ends it. */
#include "core/card_reader.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "tessera/text.h"

#include <stdio.h>
#include <string.h>

static ts_status refuse_unknown(struct card_reader *reader, yaml_mark_t mark, const char *key)
{
    char found[64], nearest[OPTION_KEY_BYTES];
    ts_text_show(key, found, sizeof found);
    if (ts_option_nearest(key, nearest, sizeof nearest))
        return card_reader_refuse(reader, mark, NULL, "unknown option '%s'; did you mean %s?", found,
                                  nearest);
    return card_reader_refuse(reader, mark, NULL, "unknown option '%s'; `tessera options` lists them.",
                              found);
}

/* The pairs of a mapping whose keys continue `group` ("" at the top, "cuts.jet").
 * Recursion ends with the table: only its groups are entered. */
static ts_status read_group(struct card_reader *reader, const char *group)
{
    char groups[OPTIONS_MOST][OPTION_KEY_BYTES];
    size_t group_count = 0;
    ts_status status;
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_MAPPING_END_EVENT)) {
        const yaml_mark_t mark = reader->event.start_mark;
        const char *word = card_reader_at(reader, YAML_SCALAR_EVENT) ? card_reader_scalar_text(reader) : NULL;
        if (!word)
            return card_reader_refuse(reader, mark, *group ? group : NULL, "expected the name of an option.");
        char key[OPTION_KEY_BYTES + OPTION_TEXT_BYTES];
        snprintf(key, sizeof key, "%s%s%s", group, *group ? "." : "", word);

        const char *entry = NULL;
        const int row = option_index(key), index = row >= 0 ? row : card_reader_map_of(key, &entry);
        if (index >= 0) {
            if (!entry && reader->seen[index]++)
                return card_reader_refuse(reader, mark, key, "is given twice.");
            if ((status = card_reader_next(reader)) != TS_OK ||
                (status = card_reader_value(reader, index, entry)) != TS_OK)
                return status;
            continue;
        }
        if (!option_is_group(key))
            return refuse_unknown(reader, mark, key);
        for (size_t i = 0; i < group_count; i++)
            if (strcmp(groups[i], key) == 0)
                return card_reader_refuse(reader, mark, key, "is given twice.");
        snprintf(groups[group_count++], OPTION_KEY_BYTES, "%.*s", OPTION_KEY_BYTES - 1, key);
        if ((status = card_reader_next(reader)) != TS_OK)
            return status;
        if (card_reader_is_nothing(reader))
            return card_reader_refuse(reader, mark, key,
                                      "this group of options is empty; fill it or leave it out.");
        if (!card_reader_at(reader, YAML_MAPPING_START_EVENT)) {
            char found[64];
            card_reader_found_text(reader, found);
            return card_reader_refuse(reader, reader->event.start_mark, key,
                                      "expected a group of options, found %s.", found);
        }
        if ((status = read_group(reader, groups[group_count - 1])) != TS_OK)
            return status;
    }
    return status;
}

/* Stream start, one document that is a mapping, stream end. */
static ts_status read_card(struct card_reader *reader)
{
    ts_status status = card_reader_next(reader);
    if (status == TS_OK)
        status = card_reader_next(reader);
    if (status != TS_OK)
        return status;
    if (card_reader_at(reader, YAML_STREAM_END_EVENT))
        return card_reader_refuse(
            reader, reader->event.start_mark, NULL,
            "the card is empty; it needs at least a process, such as 'process: g g > g g'.");
    if ((status = card_reader_next(reader)) != TS_OK)
        return status;
    if (!card_reader_at(reader, YAML_MAPPING_START_EVENT))
        return card_reader_refuse(reader, reader->event.start_mark, NULL,
                                  "expected options such as 'process: g g > g g', found %s.",
                                  card_reader_what_stands(reader));
    if ((status = read_group(reader, "")) != TS_OK || (status = card_reader_next(reader)) != TS_OK ||
        (status = card_reader_next(reader)) != TS_OK)
        return status;
    if (!card_reader_at(reader, YAML_STREAM_END_EVENT))
        return card_reader_refuse(reader, reader->event.start_mark, NULL,
                                  "a card is one YAML document, but a second one begins here.");
    return TS_OK;
}

ts_status card_read_memory(ts_context *context, ts_card *card, const char *name, const char *text,
                           size_t bytes)
{
    struct card_reader reader = {.context = context, .card = card, .name = name, .is_file = 1, .given = 1};
    ts_status status = card_reader_open(&reader, text, bytes);
    if (status != TS_OK)
        return status;
    status = read_card(&reader);
    card_reader_close(&reader);
    return status;
}

/* The value of `key`, a row, an entry of a MAP or, where `index` is negative, a group; the event at hand is
 * its first. */
static ts_status read_value(struct card_reader *reader, const char *key, int index, const char *entry)
{
    if (index >= 0)
        return card_reader_value(reader, index, entry);
    if (card_reader_at(reader, YAML_MAPPING_START_EVENT))
        return read_group(reader, key);
    return card_reader_refuse(reader, reader->event.start_mark, key,
                              "is a group of options; set one of them, such as %s.", option_of_group(key));
}

/* One value without a mapping around it. */
static ts_status read_alone(struct card_reader *reader, const char *key, int index, const char *entry,
                            const char *text)
{
    ts_status status = card_reader_open(reader, text, strlen(text));
    if (status != TS_OK)
        return status;
    status = card_reader_next(reader);
    if (status == TS_OK)
        status = card_reader_next(reader);
    if (status == TS_OK) {
        if (card_reader_at(reader, YAML_STREAM_END_EVENT))
            status = card_reader_refuse(reader, reader->event.start_mark, key, "has no value.");
        else if ((status = card_reader_next(reader)) == TS_OK)
            status = read_value(reader, key, index, entry);
    }
    if (status == TS_OK && (status = card_reader_next(reader)) == TS_OK &&
        (status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_STREAM_END_EVENT))
        status = card_reader_refuse(reader, reader->event.start_mark, key, "expected one value.");
    card_reader_close(reader);
    return status;
}

ts_status card_read_default(ts_context *context, ts_card *card, const ts_option *option)
{
    struct card_reader reader = {.context = context, .card = card, .name = "the default"};
    return read_alone(&reader, option->key, option_index(option->key), NULL, option->default_value);
}

ts_status ts_card_set(ts_context *context, ts_card *card, const char *assignment)
{
    return ts_card_set_as(context, card, "--set", assignment);
}

ts_status ts_card_set_as(ts_context *context, ts_card *card, const char *option, const char *assignment)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && option && assignment);
    struct card_reader reader = {.context = context, .card = card, .name = option, .given = 1};
    const yaml_mark_t nowhere = {0, 0, 0};
    const char *equals = strchr(assignment, '=');
    char found[64], key[OPTION_KEY_BYTES];
    ts_text_show(assignment, found, sizeof found);
    if (!equals || equals == assignment)
        return card_reader_refuse(&reader, nowhere, NULL,
                                  "expected key=value, such as cuts.jet.pt_min=40, found '%s'.", found);
    snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
    const char *entry = NULL;
    const int row = option_index(key), index = row >= 0 ? row : card_reader_map_of(key, &entry);
    if (index < 0 && !option_is_group(key))
        return refuse_unknown(&reader, nowhere, key);
    return card_settle(context, card, read_alone(&reader, key, index, entry, equals + 1));
}
