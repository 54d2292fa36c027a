/* From YAML to the histograms that a card asks for. */
#include "core/card_reader.h"

#include "core/context.h"
#include "tessera/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The pair of a histogram's range. */
static ts_status read_range(struct card_reader *reader, ts_histogram_request *request)
{
    const yaml_mark_t mark = reader->event.start_mark;
    static const char expected[] = "range: expected two ascending numbers such as [0, 500]";
    double edge[2] = {0, 0};
    size_t count = 0;
    char found[64];
    ts_status status;
    card_reader_found_text(reader, found);
    if (!card_reader_at(reader, YAML_SEQUENCE_START_EVENT))
        return card_reader_refuse(reader, mark, "histograms", "%s, found %s.", expected, found);
    for (; (status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT);
         count++) {
        const char *text = card_reader_at(reader, YAML_SCALAR_EVENT) && !card_reader_is_quoted(reader)
                               ? card_reader_scalar_text(reader)
                               : NULL;
        double number;
        card_reader_found_text(reader, found);
        if (!text || !scalar_number(text, &number))
            return card_reader_refuse(reader, reader->event.start_mark, "histograms", "%s, found %s.",
                                      expected, found);
        if (count < 2)
            edge[count] = number;
    }
    if (status != TS_OK)
        return status;
    if (count != 2)
        return card_reader_refuse(reader, mark, "histograms", "%s, found %zu.", expected, count);
    if (!(edge[0] < edge[1]))
        return card_reader_refuse(reader, mark, "histograms", "%s, found [%g, %g].", expected, edge[0],
                                  edge[1]);
    request->low = edge[0];
    request->high = edge[1];
    return TS_OK;
}

/* The value of one key of {name, bins, range, log}; the event at hand is the value. */
static ts_status read_histogram_key(struct card_reader *reader, const char *key,
                                    ts_histogram_request *request)
{
    if (strcmp(key, "range") == 0)
        return read_range(reader, request);
    const yaml_mark_t mark = reader->event.start_mark;
    const char *text = card_reader_at(reader, YAML_SCALAR_EVENT) ? card_reader_scalar_text(reader) : NULL;
    uint64_t number;
    char found[64];
    card_reader_found_text(reader, found);
    if (strcmp(key, "name") == 0) {
        if (!text || !*text || strlen(text) >= sizeof request->name)
            return card_reader_refuse(reader, mark, "histograms",
                                      "name: expected the name of an observable, found %s.", found);
        snprintf(request->name, sizeof request->name, "%s", text);
        return TS_OK;
    }
    const int is_title = strcmp(key, "title") == 0;
    if (is_title || strcmp(key, "expression") == 0) {
        char *const into = is_title ? request->title : request->expression;
        const size_t room = is_title ? sizeof request->title : sizeof request->expression;
        if (!text || !*text || strlen(text) >= room || strpbrk(text, "\r\n"))
            return card_reader_refuse(reader, mark, "histograms",
                                      "%s: expected a line of at most %zu bytes, found %s.", key, room - 1,
                                      found);
        snprintf(into, room, "%s", text);
        return TS_OK;
    }
    if (strcmp(key, "bins") == 0) {
        if (!text || card_reader_is_quoted(reader) || !scalar_count(text, &number) || number < 1 ||
            number > HISTOGRAM_BINS_MOST)
            return card_reader_refuse(reader, mark, "histograms",
                                      "bins: expected a whole number from 1 to %d, found %s.",
                                      HISTOGRAM_BINS_MOST, found);
        request->bins = (int)number;
        return TS_OK;
    }
    if (!text || card_reader_is_quoted(reader) || !scalar_boolean(text, &number))
        return card_reader_refuse(reader, mark, "histograms", "log: expected true or false, found %s.",
                                  found);
    request->log = (int)number;
    return TS_OK;
}

/* {name: pt1, bins: 50, range: [0, 500], log: false} */
static ts_status read_histogram_mapping(struct card_reader *reader, ts_histogram_request *request)
{
    static const char *const keys[] = {"name", "bins", "range", "log", "expression", "title"};
    enum { KEYS = sizeof keys / sizeof keys[0] };
    const yaml_mark_t start = reader->event.start_mark;
    int seen[KEYS] = {0};
    ts_status status;
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_MAPPING_END_EVENT)) {
        const yaml_mark_t mark = reader->event.start_mark;
        const char *text = card_reader_at(reader, YAML_SCALAR_EVENT) ? card_reader_scalar_text(reader) : NULL;
        size_t which = 0;
        while (text && which < KEYS && strcmp(keys[which], text) != 0)
            which++;
        if (!text || which == KEYS) {
            const char *nearest = text ? ts_text_nearest(text, keys, KEYS) : NULL;
            char found[64];
            ts_text_show(text ? text : "", found, sizeof found);
            return card_reader_refuse(
                reader, mark, "histograms",
                nearest ? "expected name, bins, range, log, expression or title, found '%s'; did you mean %s?"
                        : "expected name, bins, range, log, expression or title, found '%s'.",
                found, nearest);
        }
        if (seen[which]++)
            return card_reader_refuse(reader, mark, "histograms", "%s is given twice.", keys[which]);
        if ((status = card_reader_next(reader)) != TS_OK ||
            (status = read_histogram_key(reader, keys[which], request)) != TS_OK)
            return status;
    }
    if (status == TS_OK && !*request->name)
        return card_reader_refuse(reader, start, "histograms",
                                  "name is missing, as in {name: pt1, bins: 50}.");
    if (status == TS_OK && *request->expression && isnan(request->low))
        return card_reader_refuse(
            reader, start, "histograms",
            "an expression needs a range, as in {name: m_jj, expression: \"m(j1, j2)\", range: [0, 1000]}.");
    if (status == TS_OK &&
        strspn(request->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.") !=
            strlen(request->name))
        return card_reader_refuse(
            reader, start, "histograms",
            "name: expected letters, digits and _ - + . alone; write a formula as expression.");
    if (status == TS_OK && request->log == 1 && request->low <= 0)
        return card_reader_refuse(reader, start, "histograms", "logarithmic bins need a range above 0.");
    return status;
}

static ts_status read_histogram(struct card_reader *reader)
{
    ts_card *card = reader->card;
    const yaml_mark_t mark = reader->event.start_mark;
    if (card->histogram_count == HISTOGRAMS_MOST)
        return card_reader_refuse(reader, mark, "histograms", "expected at most %d histograms.",
                                  HISTOGRAMS_MOST);
    ts_histogram_request request = {.name = "", .low = NAN, .high = NAN, .log = -1};
    ts_status status = TS_OK;
    if (card_reader_at(reader, YAML_SCALAR_EVENT))
        status = read_histogram_key(reader, "name", &request);
    else if (card_reader_at(reader, YAML_MAPPING_START_EVENT))
        status = read_histogram_mapping(reader, &request);
    else
        return card_reader_refuse(reader, mark, "histograms",
                                  "expected a name or {name, bins, range, log}, found %s.",
                                  card_reader_what_stands(reader));
    if (status != TS_OK)
        return status;
    for (size_t i = 0; i < card->histogram_count; i++)
        if (strcmp(card->histograms[i].name, request.name) == 0)
            return card_reader_refuse(reader, mark, "histograms", "%s is asked for twice.", request.name);
    char place[PLACE_BYTES];
    card_reader_place(reader, mark, place);
    char *origin = strdup(place);
    if (!origin)
        return ts_fail_memory(reader->context, "a card");
    card->histograms[card->histogram_count] = request;
    card->histogram_origins[card->histogram_count++] = origin;
    return TS_OK;
}

ts_status card_reader_histograms(struct card_reader *reader)
{
    if (!card_reader_at(reader, YAML_SEQUENCE_START_EVENT))
        return card_reader_refuse(reader, reader->event.start_mark, "histograms",
                                  "expected a list such as [ht, {name: pt1, bins: 50}], found %s.",
                                  card_reader_what_stands(reader));
    card_clear_histograms(reader->card);
    ts_status status;
    while ((status = card_reader_next(reader)) == TS_OK && !card_reader_at(reader, YAML_SEQUENCE_END_EVENT))
        if ((status = read_histogram(reader)) != TS_OK)
            return status;
    return status;
}
