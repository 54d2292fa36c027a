#include "core/card_reader.h"

#include "core/context.h"
#include "tessera/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* "card.yaml:12:8", or the name alone where there are no lines to count. */
void card_reader_place(const struct card_reader *reader, yaml_mark_t mark, char place[PLACE_BYTES])
{
    if (reader->is_file)
        snprintf(place, PLACE_BYTES, "%.480s:%zu:%zu", reader->name, mark.line + 1, mark.column + 1);
    else
        snprintf(place, PLACE_BYTES, "%s", reader->name);
}

ts_status card_reader_refuse(struct card_reader *reader, yaml_mark_t mark, const char *key,
                             const char *format, ...)
{
    char place[PLACE_BYTES], sentence[OPTION_TEXT_BYTES];
    card_reader_place(reader, mark, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s%s %s%s%s", place, reader->is_file || !key ? ":" : "",
                   key ? key : "", key ? ": " : "", sentence);
}

/* Moves on to the next event. */
ts_status card_reader_next(struct card_reader *reader)
{
    yaml_event_delete(&reader->event);
    memset(&reader->event, 0, sizeof reader->event);
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
        if (reader->parser.error == YAML_MEMORY_ERROR)
            return ts_fail_memory(reader->context, "a card");
        const char *problem = reader->parser.problem ? reader->parser.problem : "it cannot be parsed";
        yaml_mark_t mark = reader->parser.problem_mark;
        if (reader->parser.error == YAML_READER_ERROR) /* a reader's error has no mark of its own */
            mark = reader->parser.mark;
        return card_reader_refuse(reader, mark, NULL, "this is not YAML: %s.", problem);
    }
    const yaml_event_t *event = &reader->event;
    const int is_scalar = event->type == YAML_SCALAR_EVENT;
    const int is_list = event->type == YAML_SEQUENCE_START_EVENT;
    const int is_mapping = event->type == YAML_MAPPING_START_EVENT;
    if (event->type == YAML_ALIAS_EVENT || (is_scalar && event->data.scalar.anchor) ||
        (is_list && event->data.sequence_start.anchor) || (is_mapping && event->data.mapping_start.anchor))
        return card_reader_refuse(
            reader, event->start_mark, NULL,
            "YAML anchors and aliases (& and *) have no meaning in a card; write the value out.");
    if ((is_scalar && event->data.scalar.tag) || (is_list && event->data.sequence_start.tag) ||
        (is_mapping && event->data.mapping_start.tag))
        return card_reader_refuse(reader, event->start_mark, NULL,
                                  "YAML tags (!) have no meaning in a card; write the value alone.");
    return TS_OK;
}

int card_reader_at(const struct card_reader *reader, yaml_event_type_t type)
{
    return reader->event.type == type;
}

int card_reader_is_quoted(const struct card_reader *reader)
{
    return reader->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

/* Whether a key has nothing, ~ or null for its value. */
int card_reader_is_nothing(const struct card_reader *reader)
{
    if (!card_reader_at(reader, YAML_SCALAR_EVENT) || card_reader_is_quoted(reader))
        return 0;
    const char *text = (const char *)reader->event.data.scalar.value;
    return !*text || strcmp(text, "~") == 0 || strcmp(text, "null") == 0;
}

/* What stands there, for messages. */
const char *card_reader_what_stands(const struct card_reader *reader)
{
    switch (reader->event.type) {
    case YAML_SEQUENCE_START_EVENT:
        return "a list";
    case YAML_MAPPING_START_EVENT:
        return "a mapping";
    case YAML_SCALAR_EVENT:
        return card_reader_is_nothing(reader) ? "nothing" : "a single value";
    default:
        return "the end";
    }
}

/* The scalar at hand as a C string, or NULL where it holds what no value holds:
 * control characters, or more than any value needs. */
const char *card_reader_scalar_text(const struct card_reader *reader)
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
void card_reader_found_text(const struct card_reader *reader, char text[64])
{
    char quoted[48];
    const char *words = card_reader_at(reader, YAML_SCALAR_EVENT) && !card_reader_is_nothing(reader)
                            ? card_reader_scalar_text(reader)
                            : NULL;
    ts_text_show(words ? words : "", quoted, sizeof quoted);
    if (words)
        snprintf(text, 64, card_reader_is_quoted(reader) ? "the text \"%s\"" : "'%s'", quoted);
    else
        snprintf(text, 64, "%s", card_reader_what_stands(reader));
}

/* Starts a reader on a text. The encoding is set, so that libyaml takes nothing but UTF-8. */
ts_status card_reader_open(struct card_reader *reader, const char *text, size_t bytes)
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

void card_reader_close(struct card_reader *reader)
{
    yaml_event_delete(&reader->event);
    yaml_parser_delete(&reader->parser);
}
