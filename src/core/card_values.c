/* From YAML to the values of options: scalars, particles, lists of choices, mappings. */
#include "core/card_reader.h"

#include "core/context.h"
#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One scalar of a row into `value`. */
static ts_status read_scalar(struct card_reader *reader, const ts_option *option, struct card_value *value)
{
    char problem[OPTION_TEXT_BYTES], expected[320];
    ts_option_expectation(option, expected, sizeof expected);
    const yaml_mark_t mark = reader->event.start_mark;
    if (!card_reader_at(reader, YAML_SCALAR_EVENT))
        return card_reader_refuse(reader, mark, option->key, "expected %s, found %s.", expected,
                                  card_reader_what_stands(reader));
    const char *text = card_reader_scalar_text(reader);
    if (!text)
        return card_reader_refuse(reader, mark, option->key,
                                  "expected %s, found text of more than one line, or too long.", expected);
    if (!scalar_accept(option, card_reader_is_nothing(reader) ? "" : text, card_reader_is_quoted(reader),
                       value, problem, sizeof problem))
        return card_reader_refuse(reader, mark, option->key, "%s", problem);
    free(value->text);
    value->text = strdup(text);
    return value->text ? TS_OK : ts_fail_memory(reader->context, "a card");
}

static ts_status read_particles(struct card_reader *reader, const ts_option *option, struct card_value *value)
{
    const yaml_mark_t mark = reader->event.start_mark;
    if (!card_reader_at(reader, YAML_SEQUENCE_START_EVENT))
        return card_reader_refuse(reader, mark, option->key,
                                  "expected a list of two particles such as [p, p], found %s.",
                                  card_reader_what_stands(reader));
    size_t count = 0;
    ts_status status;
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT)) {
        if (count == 2)
            return card_reader_refuse(reader, reader->event.start_mark, option->key,
                                      "expected two particles such as [p, p], found more.");
        status = read_scalar(reader, option, value);
        if (status != TS_OK)
            return status;
        snprintf(value->particle[count++], sizeof value->particle[0], "%.15s", value->text);
    }
    if (status == TS_OK && count != 2)
        return card_reader_refuse(reader, mark, option->key,
                                  "expected two particles such as [p, p], found %zu.", count);
    return status;
}

/* Adds a word to a list of them; 0: it stands there already. */
static int add_word(char *words, size_t bytes, const char *word)
{
    char all[OPTION_TEXT_BYTES], one[OPTION_TEXT_BYTES];
    snprintf(all, sizeof all, " %s ", words);
    snprintf(one, sizeof one, " %s ", word);
    if (strstr(all, one))
        return 0;
    const size_t used = strlen(words);
    snprintf(words + used, bytes - used, "%s%s", used ? " " : "", word);
    return 1;
}

/* A list of choices, or one of them. */
static ts_status read_choices(struct card_reader *reader, const ts_option *option, struct card_value *value)
{
    const yaml_mark_t mark = reader->event.start_mark;
    char words[OPTION_TEXT_BYTES] = "", expected[320];
    ts_status status;
    if (!card_reader_at(reader, YAML_SEQUENCE_START_EVENT))
        return read_scalar(reader, option, value);
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT)) {
        status = read_scalar(reader, option, value);
        if (status != TS_OK)
            return status;
        if (!add_word(words, sizeof words, value->text))
            return card_reader_refuse(reader, reader->event.start_mark, option->key, "%s is given twice.",
                                      value->text);
    }
    if (status != TS_OK)
        return status;
    ts_option_expectation(option, expected, sizeof expected);
    if (!*words)
        return card_reader_refuse(reader, mark, option->key, "expected %s, found none.", expected);
    free(value->text);
    value->text = strdup(words);
    return value->text ? TS_OK : ts_fail_memory(reader->context, "a card");
}

/* Adds a text behind others and a mark, or as the first; NULL: no memory, and *texts stays. */
static char *join_text(char **texts, const char *mark, const char *text)
{
    const size_t used = *texts ? strlen(*texts) : 0, bytes = used + strlen(mark) + strlen(text) + 1;
    char *longer = realloc(*texts, bytes);
    if (longer) {
        snprintf(longer + used, bytes - used, "%s%s", used ? mark : "", text);
        *texts = longer;
    }
    return longer;
}

/* A value, or a list of them, which are joined. */
static ts_status read_joined(struct card_reader *reader, const ts_option *option, struct card_value *value)
{
    const yaml_mark_t mark = reader->event.start_mark;
    char *texts = NULL, expected[320];
    ts_status status;
    ts_option_expectation(option, expected, sizeof expected);
    if (!card_reader_at(reader, YAML_SEQUENCE_START_EVENT))
        return read_scalar(reader, option, value);
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT) &&
           (status = read_scalar(reader, option, value)) == TS_OK)
        if (!join_text(&texts, option->type == TS_OPTION_TEXTS ? "; " : " ", value->text)) {
            status = ts_fail_memory(reader->context, "a card");
            break;
        }
    if (status == TS_OK && !texts)
        status = card_reader_refuse(reader, mark, option->key, "expected %s, found an empty list.", expected);
    if (status != TS_OK) {
        free(texts);
        return status;
    }
    free(value->text);
    value->text = texts;
    return TS_OK;
}

/* Whether an entry of this MAP is a mapping of names, {mass: [66, 116], dr_min: 0.4}. The words of its value
 * are each name before its numbers, and an end that is open, `null`, is one of them. */
static int has_named_values(const char *map) { return !strcmp(map, "cuts.pair"); }

static ts_status read_entry_value(struct card_reader *reader, const char *key, char value[512]);

/* dr_min: 0.4 */
static ts_status read_named_value(struct card_reader *reader, const char *key, char value[512])
{
    static const char expected[] = "expected names, as in {mass: [66, 116], dr_min: 0.4}.";
    char words[512] = "";
    const yaml_mark_t mark = reader->event.start_mark;
    const char *name = card_reader_at(reader, YAML_SCALAR_EVENT) ? card_reader_scalar_text(reader) : NULL;
    if (!name || !*name || strlen(name) > 30 || strchr(name, ' ') || scalar_is_limit(name, strlen(name)))
        return card_reader_refuse(reader, mark, key, "%s", expected);
    if (!add_word(value, 512, name))
        return card_reader_refuse(reader, mark, key, "%s is given twice.", name);
    ts_status status = card_reader_next(reader);
    if (!status)
        status = read_entry_value(reader, key, words);
    const size_t used = strlen(value);
    if (!status && used + strlen(words) + 2 > 512)
        status = card_reader_refuse(reader, mark, key, "is too long.");
    if (!status)
        snprintf(value + used, 512 - used, " %s", words);
    return status;
}

static ts_status read_named_values(struct card_reader *reader, const char *key, char value[512])
{
    ts_status status;
    while (!(status = card_reader_next(reader)) && !card_reader_at(reader, YAML_MAPPING_END_EVENT))
        if ((status = read_named_value(reader, key, value)))
            return status;
    return status;
}

/* The value of an entry: a single value, or a list of them as words. */
static ts_status read_entry_value(struct card_reader *reader, const char *key, char value[512])
{
    const yaml_mark_t mark = reader->event.start_mark;
    const int is_list = card_reader_at(reader, YAML_SEQUENCE_START_EVENT);
    const int may_be_open = is_list && !strncmp(key, "cuts.pair.", 10);
    ts_status status = is_list ? card_reader_next(reader) : TS_OK;
    size_t used = 0;
    while (status == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT)) {
        const int nothing = card_reader_is_nothing(reader);
        const char *text = nothing && may_be_open ? "null"
                           : card_reader_at(reader, YAML_SCALAR_EVENT) && !nothing
                               ? card_reader_scalar_text(reader)
                               : NULL;
        if (!text || !*text)
            return card_reader_refuse(reader, reader->event.start_mark, key,
                                      "expected a value or a list of values, found %s.",
                                      card_reader_what_stands(reader));
        used += (size_t)snprintf(value + used, 512 - used, "%s%s", used ? " " : "", text);
        if (used >= 512)
            return card_reader_refuse(reader, mark, key, "is too long.");
        if (!is_list)
            return TS_OK;
        status = card_reader_next(reader);
    }
    if (status == TS_OK && !used)
        return card_reader_refuse(reader, mark, key,
                                  "expected a value or a list of values, found an empty list.");
    return status;
}

/* An entry `name` of a MAP, whose value is at hand. It takes the place of one that was given before, but not
 * in the same text. */
static ts_status read_entry(struct card_reader *reader, int index, const char *name)
{
    size_t count;
    const char *map = ts_option_table(&count)[index].key;
    struct card_value *value = &reader->card->values[index];
    ts_card_entry entry = {0};
    char key[OPTION_KEY_BYTES + sizeof entry.name], place[PLACE_BYTES], quoted[64];
    const yaml_mark_t mark = reader->event.start_mark;
    ts_text_show(name, quoted, sizeof quoted);
    if (!*name || strlen(name) >= sizeof entry.name)
        return card_reader_refuse(reader, mark, map, "expected a name of 1 to %zu letters, found '%s'.",
                                  sizeof entry.name - 1, quoted);
    snprintf(key, sizeof key, "%s.%s", map, name);
    card_reader_place(reader, mark, place);
    snprintf(entry.name, sizeof entry.name, "%s", name);
    snprintf(entry.origin, sizeof entry.origin, "%s", place);
    const int named = has_named_values(map) && card_reader_at(reader, YAML_MAPPING_START_EVENT);
    ts_status status = named ? read_named_values(reader, key, entry.value)
                             : read_entry_value(reader, key, entry.value);
    if (status != TS_OK)
        return status;
    size_t which = 0;
    while (which < value->entry_count && strcmp(value->entries[which].name, name) != 0)
        which++;
    if (which < value->entry_count && reader->entries_seen[index] & (uint64_t)1 << which)
        return card_reader_refuse(reader, mark, key, "is given twice.");
    if (which == CARD_ENTRIES_MOST)
        return card_reader_refuse(reader, mark, map, "expected at most %d entries.", CARD_ENTRIES_MOST);
    if (which == value->entry_count) {
        ts_card_entry *entries = realloc(value->entries, (which + 1) * sizeof *entries);
        if (!entries)
            return ts_fail_memory(reader->context, "a card");
        value->entries = entries;
        value->entry_count++;
    }
    value->entries[which] = entry;
    reader->entries_seen[index] |= (uint64_t)1 << which;
    return TS_OK;
}

/* {m_t: 172.5, gamma_t: 1.5}. Entries join those that were given before; {} takes these away. */
static ts_status read_map(struct card_reader *reader, int index)
{
    size_t count;
    const ts_option *option = &ts_option_table(&count)[index];
    char name[OPTION_TEXT_BYTES], expected[320];
    ts_option_expectation(option, expected, sizeof expected);
    if (card_reader_at(reader, YAML_SCALAR_EVENT) && !strcmp(option->key, "model") &&
        !card_reader_is_nothing(reader))
        return card_reader_refuse(
            reader, reader->event.start_mark, option->key,
            "it takes inputs of the Standard Model, such as %s, or the table of another model, {name: NAME.tsm}, "
            "which `tessera model import FOLDER` makes of a UFO (docs/models.md).",
            option->choices);
    if (!card_reader_at(reader, YAML_MAPPING_START_EVENT))
        return card_reader_refuse(reader, reader->event.start_mark, option->key, "expected %s, found %s.",
                                  expected, card_reader_what_stands(reader));
    ts_status status;
    int is_empty = 1;
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_MAPPING_END_EVENT)) {
        is_empty = 0;
        const char *text = card_reader_at(reader, YAML_SCALAR_EVENT) ? card_reader_scalar_text(reader) : NULL;
        if (!text)
            return card_reader_refuse(reader, reader->event.start_mark, option->key, "expected %s.",
                                      expected);
        snprintf(name, sizeof name, "%s", text);
        if ((status = card_reader_next(reader)) != TS_OK ||
            (status = read_entry(reader, index, name)) != TS_OK)
            return status;
    }
    if (is_empty)
        reader->card->values[index].entry_count = 0;
    return status;
}

/* The MAP that a dotted key has an entry of, and the entry's name: "model.m_t". -1: none. */
int card_reader_map_of(const char *key, const char **name)
{
    size_t count;
    const ts_option *table = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strlen(table[i].key);
        if (table[i].type != TS_OPTION_MAP || strncmp(key, table[i].key, length) || key[length] != '.')
            continue;
        *name = key + length + 1;
        return (int)i;
    }
    return -1;
}

/* The value of a row, or of the entry `name` of a MAP; the event at hand is its first. */
ts_status card_reader_value(struct card_reader *reader, int index, const char *name)
{
    size_t count;
    const ts_option *option = &ts_option_table(&count)[index];
    struct card_value *value = &reader->card->values[index];
    char place[PLACE_BYTES];
    card_reader_place(reader, reader->event.start_mark, place);
    ts_status status;
    if (name)
        status = read_entry(reader, index, name);
    else if (option->type == TS_OPTION_HISTOGRAMS)
        status = card_reader_histograms(reader);
    else if (option->type == TS_OPTION_PARTICLES)
        status = read_particles(reader, option, value);
    else if (option->type == TS_OPTION_CHOICES)
        status = read_choices(reader, option, value);
    else if (option->type == TS_OPTION_TEXTS || option->type == TS_OPTION_NUMBERS)
        status = read_joined(reader, option, value);
    else if (option->type == TS_OPTION_MAP)
        status = read_map(reader, index);
    else
        status = read_scalar(reader, option, value);
    if (status != TS_OK)
        return status;
    free(value->origin);
    value->origin = strdup(place);
    value->given = reader->given;
    return value->origin ? TS_OK : ts_fail_memory(reader->context, "a card");
}
