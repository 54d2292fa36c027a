/* The reader of cards: a text that becomes libyaml's events, one after the other, and where they stand. */
#ifndef TESSERA_CORE_CARD_READER_H
#define TESSERA_CORE_CARD_READER_H

#include "core/card.h"

#include <yaml.h>

struct card_reader {
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

/* Starts a reader on a text that stays where it is. */
ts_status card_reader_open(struct card_reader *reader, const char *text, size_t bytes);
void card_reader_close(struct card_reader *reader);

/* Moves on to the next event. */
ts_status card_reader_next(struct card_reader *reader);

/* Whether the event at hand is of this type. */
int card_reader_at(const struct card_reader *reader, yaml_event_type_t type);

/* Of a scalar: whether it stands between quotes; whether it is nothing, ~ or null. */
int card_reader_is_quoted(const struct card_reader *reader);
int card_reader_is_nothing(const struct card_reader *reader);

/* The scalar at hand as a C string, or NULL where it holds what no value holds. */
const char *card_reader_scalar_text(const struct card_reader *reader);

/* What stands there, for messages: its kind, and with the words of a single value. */
const char *card_reader_what_stands(const struct card_reader *reader);
void card_reader_found_text(const struct card_reader *reader, char text[64]);

/* "card.yaml:12:8", or the name alone where there are no lines to count. */
void card_reader_place(const struct card_reader *reader, yaml_mark_t mark, char place[PLACE_BYTES]);

/* Refuses the input; key NULL: the card as a whole. */
ts_status card_reader_refuse(struct card_reader *reader, yaml_mark_t mark, const char *key,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reads the value of a row of the table, or of the entry `name` of a MAP; the event at hand is its first. */
ts_status card_reader_value(struct card_reader *reader, int index, const char *name);

/* Reads the histograms asked for; the event at hand is the first of their list. */
ts_status card_reader_histograms(struct card_reader *reader);

/* The MAP that a dotted key has an entry of, and the entry's name: "model.m_t". -1: none. */
int card_reader_map_of(const char *key, const char **name);

#endif
