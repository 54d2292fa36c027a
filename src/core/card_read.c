/* The reader of cards: libyaml's events against the table of options. It never
 * goes deeper than the table does, and the first thing that does not fit ends it. */
#include "core/card.h"
#include "core/context.h"
#include "core/environment.h"
#include "tessera/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct reader {
    ts_context *context;
    ts_card *card;
    const char *name;
    int is_file; /* marks mean something; else it is --set or a default */
    int given;
    yaml_parser_t parser;
    yaml_event_t event;                  /* the one to look at */
    unsigned char seen[OPTIONS_MOST];    /* rows given by this text */
    uint64_t entries_seen[OPTIONS_MOST]; /* and entries of MAPs, as bits */
};

/* "card.yaml:12:8", or the name alone where there are no lines to count. */
static void place_of(const struct reader *reader, yaml_mark_t mark, char place[PLACE_BYTES])
{
    if (reader->is_file)
        snprintf(place, PLACE_BYTES, "%.480s:%zu:%zu", reader->name, mark.line + 1, mark.column + 1);
    else
        snprintf(place, PLACE_BYTES, "%s", reader->name);
}

/* Refuses the input; key NULL: the card as a whole. */
static ts_status refuse(struct reader *reader, yaml_mark_t mark, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static ts_status refuse(struct reader *reader, yaml_mark_t mark, const char *key, const char *format, ...)
{
    char place[PLACE_BYTES], sentence[OPTION_TEXT_BYTES];
    place_of(reader, mark, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s%s %s%s%s", place, reader->is_file || !key ? ":" : "",
                   key ? key : "", key ? ": " : "", sentence);
}

/* Moves on to the next event. */
static ts_status next(struct reader *reader)
{
    yaml_event_delete(&reader->event);
    memset(&reader->event, 0, sizeof reader->event);
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
        if (reader->parser.error == YAML_MEMORY_ERROR)
            return ts_fail_memory(reader->context, "a card");
        const char *problem = reader->parser.problem ? reader->parser.problem : "it cannot be parsed";
        yaml_mark_t mark = reader->parser.problem_mark;
        if (reader->parser.error == YAML_READER_ERROR) /* that has no mark of its own */
            mark = reader->parser.mark;
        return refuse(reader, mark, NULL, "this is not YAML: %s.", problem);
    }
    const yaml_event_t *event = &reader->event;
    const int is_scalar = event->type == YAML_SCALAR_EVENT;
    const int is_list = event->type == YAML_SEQUENCE_START_EVENT;
    const int is_mapping = event->type == YAML_MAPPING_START_EVENT;
    if (event->type == YAML_ALIAS_EVENT || (is_scalar && event->data.scalar.anchor) ||
        (is_list && event->data.sequence_start.anchor) || (is_mapping && event->data.mapping_start.anchor))
        return refuse(reader, event->start_mark, NULL,
                      "YAML anchors and aliases (& and *) have no meaning in a card; write the value out.");
    if ((is_scalar && event->data.scalar.tag) || (is_list && event->data.sequence_start.tag) ||
        (is_mapping && event->data.mapping_start.tag))
        return refuse(reader, event->start_mark, NULL,
                      "YAML tags (!) have no meaning in a card; write the value alone.");
    return TS_OK;
}

static int at(const struct reader *reader, yaml_event_type_t type) { return reader->event.type == type; }

static int is_quoted(const struct reader *reader)
{
    return reader->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

/* Whether a key has nothing, ~ or null for its value. */
static int is_nothing(const struct reader *reader)
{
    if (!at(reader, YAML_SCALAR_EVENT) || is_quoted(reader))
        return 0;
    const char *text = (const char *)reader->event.data.scalar.value;
    return !*text || strcmp(text, "~") == 0 || strcmp(text, "null") == 0;
}

/* What stands there, for messages. */
static const char *what_stands(const struct reader *reader)
{
    switch (reader->event.type) {
    case YAML_SEQUENCE_START_EVENT:
        return "a list";
    case YAML_MAPPING_START_EVENT:
        return "a mapping";
    case YAML_SCALAR_EVENT:
        return is_nothing(reader) ? "nothing" : "a single value";
    default:
        return "the end";
    }
}

/* The scalar at hand as a C string, or NULL where it holds what no value holds:
 * control characters, or more than any value needs. */
static const char *scalar_text(const struct reader *reader)
{
    const char *text = (const char *)reader->event.data.scalar.value;
    const size_t length = reader->event.data.scalar.length;
    if (length >= OPTION_TEXT_BYTES)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return NULL;
    return text;
}

/* What stands there, the words of a single value too. */
static void found_text(const struct reader *reader, char text[64])
{
    char quoted[48];
    const char *words = at(reader, YAML_SCALAR_EVENT) && !is_nothing(reader) ? scalar_text(reader) : NULL;
    quoted_text(words ? words : "", quoted, sizeof quoted);
    if (words)
        snprintf(text, 64, is_quoted(reader) ? "the text \"%s\"" : "'%s'", quoted);
    else
        snprintf(text, 64, "%s", what_stands(reader));
}

/* One scalar of a row into `value`. */
static ts_status read_scalar(struct reader *reader, const ts_option *option, struct card_value *value)
{
    char problem[OPTION_TEXT_BYTES], expected[320];
    ts_option_expectation(option, expected, sizeof expected);
    const yaml_mark_t mark = reader->event.start_mark;
    if (!at(reader, YAML_SCALAR_EVENT))
        return refuse(reader, mark, option->key, "expected %s, found %s.", expected, what_stands(reader));
    const char *text = scalar_text(reader);
    if (!text)
        return refuse(reader, mark, option->key,
                      "expected %s, found text of more than one line, or too long.", expected);
    if (!scalar_accept(option, is_nothing(reader) ? "" : text, is_quoted(reader), value, problem,
                       sizeof problem))
        return refuse(reader, mark, option->key, "%s", problem);
    free(value->text);
    value->text = strdup(text);
    return value->text ? TS_OK : ts_fail_memory(reader->context, "a card");
}

static ts_status read_particles(struct reader *reader, const ts_option *option, struct card_value *value)
{
    const yaml_mark_t mark = reader->event.start_mark;
    if (!at(reader, YAML_SEQUENCE_START_EVENT))
        return refuse(reader, mark, option->key, "expected a list of two particles such as [p, p], found %s.",
                      what_stands(reader));
    size_t count = 0;
    ts_status status;
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_SEQUENCE_END_EVENT)) {
        if (count == 2)
            return refuse(reader, reader->event.start_mark, option->key,
                          "expected two particles such as [p, p], found more.");
        status = read_scalar(reader, option, value);
        if (status != TS_OK)
            return status;
        snprintf(value->particle[count++], sizeof value->particle[0], "%.15s", value->text);
    }
    if (status == TS_OK && count != 2)
        return refuse(reader, mark, option->key, "expected two particles such as [p, p], found %zu.", count);
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
static ts_status read_choices(struct reader *reader, const ts_option *option, struct card_value *value)
{
    const yaml_mark_t mark = reader->event.start_mark;
    char words[OPTION_TEXT_BYTES] = "", expected[320];
    ts_status status;
    if (!at(reader, YAML_SEQUENCE_START_EVENT))
        return read_scalar(reader, option, value);
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_SEQUENCE_END_EVENT)) {
        status = read_scalar(reader, option, value);
        if (status != TS_OK)
            return status;
        if (!add_word(words, sizeof words, value->text))
            return refuse(reader, reader->event.start_mark, option->key, "%s is given twice.", value->text);
    }
    if (status != TS_OK)
        return status;
    ts_option_expectation(option, expected, sizeof expected);
    if (!*words)
        return refuse(reader, mark, option->key, "expected %s, found none.", expected);
    free(value->text);
    value->text = strdup(words);
    return value->text ? TS_OK : ts_fail_memory(reader->context, "a card");
}

/* The value of an entry: a single value, or a list of them as words. */
static ts_status read_entry_value(struct reader *reader, const char *key, char value[512])
{
    const yaml_mark_t mark = reader->event.start_mark;
    const int is_list = at(reader, YAML_SEQUENCE_START_EVENT);
    ts_status status = is_list ? next(reader) : TS_OK;
    size_t used = 0;
    while (status == TS_OK && !at(reader, YAML_SEQUENCE_END_EVENT)) {
        const char *text = at(reader, YAML_SCALAR_EVENT) && !is_nothing(reader) ? scalar_text(reader) : NULL;
        if (!text || !*text)
            return refuse(reader, reader->event.start_mark, key,
                          "expected a value or a list of values, found %s.", what_stands(reader));
        used += (size_t)snprintf(value + used, 512 - used, "%s%s", used ? " " : "", text);
        if (used >= 512)
            return refuse(reader, mark, key, "is too long.");
        if (!is_list)
            return TS_OK;
        status = next(reader);
    }
    if (status == TS_OK && !used)
        return refuse(reader, mark, key, "expected a value or a list of values, found an empty list.");
    return status;
}

/* An entry `name` of a MAP, whose value is at hand; it takes the place of one that was given before, but not
 * in the same text. */
static ts_status read_entry(struct reader *reader, int index, const char *name)
{
    size_t count;
    const char *map = ts_option_table(&count)[index].key;
    struct card_value *value = &reader->card->values[index];
    ts_card_entry entry = {0};
    char key[OPTION_KEY_BYTES + sizeof entry.name], place[PLACE_BYTES], quoted[64];
    const yaml_mark_t mark = reader->event.start_mark;
    quoted_text(name, quoted, sizeof quoted);
    if (!*name || strlen(name) >= sizeof entry.name)
        return refuse(reader, mark, map, "expected a name of 1 to %zu letters, found '%s'.",
                      sizeof entry.name - 1, quoted);
    snprintf(key, sizeof key, "%s.%s", map, name);
    place_of(reader, mark, place);
    snprintf(entry.name, sizeof entry.name, "%s", name);
    snprintf(entry.origin, sizeof entry.origin, "%s", place);
    ts_status status = read_entry_value(reader, key, entry.value);
    if (status != TS_OK)
        return status;
    size_t which = 0;
    while (which < value->entry_count && strcmp(value->entries[which].name, name) != 0)
        which++;
    if (which < value->entry_count && reader->entries_seen[index] & (uint64_t)1 << which)
        return refuse(reader, mark, key, "is given twice.");
    if (which == CARD_ENTRIES_MOST)
        return refuse(reader, mark, map, "expected at most %d entries.", CARD_ENTRIES_MOST);
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

/* {m_t: 172.5, gamma_t: 1.5} */
static ts_status read_map(struct reader *reader, int index)
{
    size_t count;
    const ts_option *option = &ts_option_table(&count)[index];
    char name[OPTION_TEXT_BYTES], expected[320];
    ts_option_expectation(option, expected, sizeof expected);
    if (!at(reader, YAML_MAPPING_START_EVENT))
        return refuse(reader, reader->event.start_mark, option->key, "expected %s, found %s.", expected,
                      what_stands(reader));
    ts_status status;
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_MAPPING_END_EVENT)) {
        const char *text = at(reader, YAML_SCALAR_EVENT) ? scalar_text(reader) : NULL;
        if (!text)
            return refuse(reader, reader->event.start_mark, option->key, "expected %s.", expected);
        snprintf(name, sizeof name, "%s", text);
        if ((status = next(reader)) != TS_OK || (status = read_entry(reader, index, name)) != TS_OK)
            return status;
    }
    return status;
}

/* The MAP that a dotted key has an entry of, and the entry's name: "model.m_t". -1: none. */
static int map_of(const char *key, const char **name)
{
    const char *dot = strchr(key, '.');
    char front[OPTION_KEY_BYTES];
    size_t count;
    if (!dot || (size_t)(dot - key) >= sizeof front)
        return -1;
    snprintf(front, sizeof front, "%.*s", (int)(dot - key), key);
    const int index = option_index(front);
    *name = dot + 1;
    return index >= 0 && ts_option_table(&count)[index].type == TS_OPTION_MAP ? index : -1;
}

/* The pair of a histogram's range. */
static ts_status read_range(struct reader *reader, ts_histogram_request *request)
{
    const yaml_mark_t mark = reader->event.start_mark;
    static const char expected[] = "range: expected two ascending numbers such as [0, 500]";
    double edge[2] = {0, 0};
    size_t count = 0;
    char found[64];
    ts_status status;
    found_text(reader, found);
    if (!at(reader, YAML_SEQUENCE_START_EVENT))
        return refuse(reader, mark, "histograms", "%s, found %s.", expected, found);
    for (; (status = next(reader)) == TS_OK && !at(reader, YAML_SEQUENCE_END_EVENT); count++) {
        const char *text = at(reader, YAML_SCALAR_EVENT) && !is_quoted(reader) ? scalar_text(reader) : NULL;
        double number;
        found_text(reader, found);
        if (!text || !scalar_number(text, &number))
            return refuse(reader, reader->event.start_mark, "histograms", "%s, found %s.", expected, found);
        if (count < 2)
            edge[count] = number;
    }
    if (status != TS_OK)
        return status;
    if (count != 2)
        return refuse(reader, mark, "histograms", "%s, found %zu.", expected, count);
    if (!(edge[0] < edge[1]))
        return refuse(reader, mark, "histograms", "%s, found [%g, %g].", expected, edge[0], edge[1]);
    request->low = edge[0];
    request->high = edge[1];
    return TS_OK;
}

/* The value of one key of {name, bins, range, log}; the event at hand is the value. */
static ts_status read_histogram_key(struct reader *reader, const char *key, ts_histogram_request *request)
{
    if (strcmp(key, "range") == 0)
        return read_range(reader, request);
    const yaml_mark_t mark = reader->event.start_mark;
    const char *text = at(reader, YAML_SCALAR_EVENT) ? scalar_text(reader) : NULL;
    uint64_t number;
    char found[64];
    found_text(reader, found);
    if (strcmp(key, "name") == 0) {
        if (!text || !*text || strlen(text) >= sizeof request->name)
            return refuse(reader, mark, "histograms", "name: expected the name of an observable, found %s.",
                          found);
        snprintf(request->name, sizeof request->name, "%s", text);
        return TS_OK;
    }
    if (strcmp(key, "bins") == 0) {
        if (!text || is_quoted(reader) || !scalar_count(text, &number) || number < 1 ||
            number > HISTOGRAM_BINS_MOST)
            return refuse(reader, mark, "histograms", "bins: expected a whole number from 1 to %d, found %s.",
                          HISTOGRAM_BINS_MOST, found);
        request->bins = (int)number;
        return TS_OK;
    }
    if (!text || is_quoted(reader) || !scalar_boolean(text, &number))
        return refuse(reader, mark, "histograms", "log: expected true or false, found %s.", found);
    request->log = (int)number;
    return TS_OK;
}

/* {name: pt1, bins: 50, range: [0, 500], log: false} */
static ts_status read_histogram_mapping(struct reader *reader, ts_histogram_request *request)
{
    static const char *const keys[] = {"name", "bins", "range", "log"};
    enum { KEYS = sizeof keys / sizeof keys[0] };
    const yaml_mark_t start = reader->event.start_mark;
    int seen[KEYS] = {0};
    ts_status status;
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_MAPPING_END_EVENT)) {
        const yaml_mark_t mark = reader->event.start_mark;
        const char *text = at(reader, YAML_SCALAR_EVENT) ? scalar_text(reader) : NULL;
        size_t which = 0;
        while (text && which < KEYS && strcmp(keys[which], text) != 0)
            which++;
        if (!text || which == KEYS) {
            const char *nearest = text ? ts_text_nearest(text, keys, KEYS) : NULL;
            char found[64];
            quoted_text(text ? text : "", found, sizeof found);
            return refuse(reader, mark, "histograms",
                          nearest ? "expected name, bins, range or log, found '%s'; did you mean %s?"
                                  : "expected name, bins, range or log, found '%s'.",
                          found, nearest);
        }
        if (seen[which]++)
            return refuse(reader, mark, "histograms", "%s is given twice.", keys[which]);
        if ((status = next(reader)) != TS_OK ||
            (status = read_histogram_key(reader, keys[which], request)) != TS_OK)
            return status;
    }
    if (status == TS_OK && !*request->name)
        return refuse(reader, start, "histograms", "name is missing, as in {name: pt1, bins: 50}.");
    if (status == TS_OK && request->log == 1 && request->low <= 0)
        return refuse(reader, start, "histograms", "logarithmic bins need a range above 0.");
    return status;
}

static ts_status read_histogram(struct reader *reader)
{
    ts_card *card = reader->card;
    const yaml_mark_t mark = reader->event.start_mark;
    if (card->histogram_count == HISTOGRAMS_MOST)
        return refuse(reader, mark, "histograms", "expected at most %d histograms.", HISTOGRAMS_MOST);
    ts_histogram_request request = {.name = "", .low = NAN, .high = NAN, .log = -1};
    ts_status status = TS_OK;
    if (at(reader, YAML_SCALAR_EVENT))
        status = read_histogram_key(reader, "name", &request);
    else if (at(reader, YAML_MAPPING_START_EVENT))
        status = read_histogram_mapping(reader, &request);
    else
        return refuse(reader, mark, "histograms", "expected a name or {name, bins, range, log}, found %s.",
                      what_stands(reader));
    if (status != TS_OK)
        return status;
    const char *planned = option_planned("histograms", request.name);
    if (planned)
        return refuse(reader, mark, "histograms", "%s", planned);
    for (size_t i = 0; i < card->histogram_count; i++)
        if (strcmp(card->histograms[i].name, request.name) == 0)
            return refuse(reader, mark, "histograms", "%s is asked for twice.", request.name);
    char place[PLACE_BYTES];
    place_of(reader, mark, place);
    char *origin = strdup(place);
    if (!origin)
        return ts_fail_memory(reader->context, "a card");
    card->histograms[card->histogram_count] = request;
    card->histogram_origins[card->histogram_count++] = origin;
    return TS_OK;
}

static ts_status read_histograms(struct reader *reader)
{
    if (!at(reader, YAML_SEQUENCE_START_EVENT))
        return refuse(reader, reader->event.start_mark, "histograms",
                      "expected a list such as [ht, {name: pt1, bins: 50}], found %s.", what_stands(reader));
    card_clear_histograms(reader->card);
    ts_status status;
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_SEQUENCE_END_EVENT))
        if ((status = read_histogram(reader)) != TS_OK)
            return status;
    return status;
}

/* The value of a row, or of the entry `name` of a MAP; the event at hand is its first. */
static ts_status read_value(struct reader *reader, int index, const char *name)
{
    size_t count;
    const ts_option *option = &ts_option_table(&count)[index];
    struct card_value *value = &reader->card->values[index];
    char place[PLACE_BYTES];
    place_of(reader, reader->event.start_mark, place);
    ts_status status;
    if (name)
        status = read_entry(reader, index, name);
    else if (option->type == TS_OPTION_HISTOGRAMS)
        status = read_histograms(reader);
    else if (option->type == TS_OPTION_PARTICLES)
        status = read_particles(reader, option, value);
    else if (option->type == TS_OPTION_CHOICES)
        status = read_choices(reader, option, value);
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

static ts_status refuse_unknown(struct reader *reader, yaml_mark_t mark, const char *key)
{
    char found[64], nearest[OPTION_KEY_BYTES];
    quoted_text(key, found, sizeof found);
    if (ts_option_nearest(key, nearest, sizeof nearest))
        return refuse(reader, mark, NULL, "unknown option '%s'; did you mean %s?", found, nearest);
    return refuse(reader, mark, NULL, "unknown option '%s'; `tessera options` lists them.", found);
}

/* The pairs of a mapping whose keys continue `group` ("" at the top, "cuts.jet").
 * Recursion ends with the table: only its groups are entered. */
static ts_status read_group(struct reader *reader, const char *group)
{
    char groups[OPTIONS_MOST][OPTION_KEY_BYTES];
    size_t group_count = 0;
    ts_status status;
    while ((status = next(reader)) == TS_OK && !at(reader, YAML_MAPPING_END_EVENT)) {
        const yaml_mark_t mark = reader->event.start_mark;
        const char *word = at(reader, YAML_SCALAR_EVENT) ? scalar_text(reader) : NULL;
        if (!word)
            return refuse(reader, mark, *group ? group : NULL, "expected the name of an option.");
        char key[OPTION_KEY_BYTES + OPTION_TEXT_BYTES];
        snprintf(key, sizeof key, "%s%s%s", group, *group ? "." : "", word);

        const char *entry = NULL;
        const int row = option_index(key), index = row >= 0 ? row : map_of(key, &entry);
        if (index >= 0) {
            if (!entry && reader->seen[index]++)
                return refuse(reader, mark, key, "is given twice.");
            if ((status = next(reader)) != TS_OK || (status = read_value(reader, index, entry)) != TS_OK)
                return status;
            continue;
        }
        const char *planned = option_planned(key, NULL);
        if (planned)
            return refuse(reader, mark, key, "%s", planned);
        if (!option_is_group(key))
            return refuse_unknown(reader, mark, key);
        for (size_t i = 0; i < group_count; i++)
            if (strcmp(groups[i], key) == 0)
                return refuse(reader, mark, key, "is given twice.");
        snprintf(groups[group_count++], OPTION_KEY_BYTES, "%.*s", OPTION_KEY_BYTES - 1, key);
        if ((status = next(reader)) != TS_OK)
            return status;
        if (is_nothing(reader))
            return refuse(reader, mark, key, "this group of options is empty; fill it or leave it out.");
        if (!at(reader, YAML_MAPPING_START_EVENT)) {
            char found[64];
            found_text(reader, found);
            return refuse(reader, reader->event.start_mark, key, "expected a group of options, found %s.",
                          found);
        }
        if ((status = read_group(reader, groups[group_count - 1])) != TS_OK)
            return status;
    }
    return status;
}

/* Stream start, one document that is a mapping, stream end. */
static ts_status read_card(struct reader *reader)
{
    ts_status status = next(reader);
    if (status == TS_OK)
        status = next(reader);
    if (status != TS_OK)
        return status;
    if (at(reader, YAML_STREAM_END_EVENT))
        return refuse(reader, reader->event.start_mark, NULL,
                      "the card is empty; it needs at least a process, such as 'process: g g > g g'.");
    if ((status = next(reader)) != TS_OK)
        return status;
    if (!at(reader, YAML_MAPPING_START_EVENT))
        return refuse(reader, reader->event.start_mark, NULL,
                      "expected options such as 'process: g g > g g', found %s.", what_stands(reader));
    if ((status = read_group(reader, "")) != TS_OK || (status = next(reader)) != TS_OK ||
        (status = next(reader)) != TS_OK)
        return status;
    if (!at(reader, YAML_STREAM_END_EVENT))
        return refuse(reader, reader->event.start_mark, NULL,
                      "a card is one YAML document, but a second one begins here.");
    return TS_OK;
}

/* Starts a reader on a text. The encoding is set, so that libyaml takes nothing but UTF-8. */
static ts_status reader_open(struct reader *reader, const char *text, size_t bytes)
{
    if (!yaml_parser_initialize(&reader->parser))
        return ts_fail_memory(reader->context, "a card");
    if (bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        bytes -= 3;
    }
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)text, bytes);
    return TS_OK;
}

static void reader_close(struct reader *reader)
{
    yaml_event_delete(&reader->event);
    yaml_parser_delete(&reader->parser);
}

ts_status card_read_memory(ts_context *context, ts_card *card, const char *name, const char *text,
                           size_t bytes)
{
    struct reader reader = {.context = context, .card = card, .name = name, .is_file = 1, .given = 1};
    ts_status status = reader_open(&reader, text, bytes);
    if (status != TS_OK)
        return status;
    status = read_card(&reader);
    reader_close(&reader);
    return status;
}

/* One value of one row or entry, without a mapping around it. */
static ts_status read_alone(struct reader *reader, int index, const char *entry, const char *text)
{
    ts_status status = reader_open(reader, text, strlen(text));
    if (status != TS_OK)
        return status;
    size_t count;
    char key[2 * OPTION_KEY_BYTES];
    snprintf(key, sizeof key, "%s%s%.60s", ts_option_table(&count)[index].key, entry ? "." : "",
             entry ? entry : "");
    status = next(reader);
    if (status == TS_OK)
        status = next(reader);
    if (status == TS_OK) {
        if (at(reader, YAML_STREAM_END_EVENT))
            status = refuse(reader, reader->event.start_mark, key, "has no value.");
        else if ((status = next(reader)) == TS_OK)
            status = read_value(reader, index, entry);
    }
    if (status == TS_OK && (status = next(reader)) == TS_OK && (status = next(reader)) == TS_OK &&
        !at(reader, YAML_STREAM_END_EVENT))
        status = refuse(reader, reader->event.start_mark, key, "expected one value.");
    reader_close(reader);
    return status;
}

ts_status card_read_default(ts_context *context, ts_card *card, const ts_option *option)
{
    struct reader reader = {.context = context, .card = card, .name = "the default"};
    return read_alone(&reader, option_index(option->key), NULL, option->default_value);
}

ts_status ts_card_set(ts_context *context, ts_card *card, const char *assignment)
{
    OWN_ENVIRONMENT;
    struct reader reader = {.context = context, .card = card, .name = "--set", .given = 1};
    const yaml_mark_t nowhere = {0, 0, 0};
    const char *equals = strchr(assignment, '=');
    char found[64], key[OPTION_KEY_BYTES];
    quoted_text(assignment, found, sizeof found);
    if (!equals || equals == assignment)
        return refuse(&reader, nowhere, NULL, "expected key=value, such as cuts.jet.pt_min=40, found '%s'.",
                      found);
    snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
    const char *entry = NULL;
    const int row = option_index(key), index = row >= 0 ? row : map_of(key, &entry);
    if (index < 0) {
        const char *planned = option_planned(key, NULL);
        if (planned)
            return refuse(&reader, nowhere, key, "%s", planned);
        if (option_is_group(key))
            return refuse(&reader, nowhere, key, "is a group of options; set one of them, such as %s.",
                          option_of_group(key));
        return refuse_unknown(&reader, nowhere, key);
    }
    return read_alone(&reader, index, entry, equals + 1);
}
