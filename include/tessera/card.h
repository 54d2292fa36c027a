/** @file
 * Cards: the YAML files that say what to compute, and the table of their options. */
#ifndef TESSERA_CARD_H
#define TESSERA_CARD_H

#include "context.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What kind of value an option takes. */
typedef enum ts_option_type {
    TS_OPTION_TEXT,    /**< any text */
    TS_OPTION_CHOICE,  /**< one word of `choices` */
    TS_OPTION_NUMBER,  /**< a number within [minimum, maximum] */
    TS_OPTION_COUNT,   /**< a whole number, 1e9 allowed, within [minimum, maximum], or a word of `choices` */
    TS_OPTION_BOOLEAN, /**< true or false */
    TS_OPTION_SCALE,   /**< a number in GeV, or HT, HT/2, 2*HT, HT*2 */
    TS_OPTION_PARTICLES,  /**< a list of two particle names */
    TS_OPTION_HISTOGRAMS, /**< a list of names or {name, bins, range, log, expression, title} */
    TS_OPTION_CHOICES,    /**< a list of words of `choices`, or one of them */
    TS_OPTION_MAP,     /**< a mapping of names to words, numbers or lists of words; `choices` is an example */
    TS_OPTION_TEXTS,   /**< a text, or a list of texts, which stand with "; " between them */
    TS_OPTION_NUMBERS, /**< a list of numbers, which stand with one space between them */
} ts_option_type;

/** One row of the table of options: the reader, --help, the docs and the errors come from it. */
typedef struct ts_option {
    const char *key; /**< dotted: "cuts.jet.pt_min" */
    ts_option_type type;
    const char *unit; /**< "GeV", or "" */
    double minimum, maximum;
    const char *choices;       /**< words separated by one space, or NULL */
    const char *default_value; /**< as it would stand in a card; NULL: depends on the process; "" : none */
    const char *help;          /**< one sentence */
} ts_option;

/** The table, in the order of the documentation. @param count receives its length */
TS_API const ts_option *ts_option_table(size_t *count);

/** The row of a key, or NULL. @param key dotted */
TS_API const ts_option *ts_option_find(const char *key);

/** Writes the key or the group of keys that is nearest to a wrong one. A wrong key may be
 * misspelt or stand at a wrong level: "cuts" for "cut", "cuts.jet" for "jets".
 * @param nearest receives at most `bytes` bytes, the zero included
 * @return 0 where none is near */
TS_API int ts_option_nearest(const char *key, char *nearest, size_t bytes);

/** What an option takes, as a phrase for messages and documentation: "a number
 * from 0 to 1e+06", "one of single, double, mixed".
 * @param text receives at most `bytes` bytes, the zero included */
TS_API void ts_option_expectation(const ts_option *option, char *text, size_t bytes);

/** The type's name for people: "number", "whole number", "choice". Never NULL. */
TS_API const char *ts_option_type_text(ts_option_type type);

/** A histogram as a card asks for it. Fields the card leaves out are NAN, 0 or -1. */
typedef struct ts_histogram_request {
    char name[32];
    int bins;             /**< 0: the observable's default */
    double low, high;     /**< NAN: the observable's default */
    int log;              /**< bins even in the logarithm: 0, 1, or -1 for the default */
    char expression[256]; /**< of final particles, as "m(j1, j2)" (docs/expressions.md); "": an observable by
                             its name */
    char title[96];       /**< "": the observable's own, or the expression */
} ts_histogram_request;

/** Every base of a scale: its name, and its word on a card. Their numbers are their places here. HT is the
 * sum of the jets' pT, MT that of the transverse masses of all that is final, and M its invariant mass. An
 * expression of final particles, in GeV, has no word: it is the value's text. Clustering is what the event's
 * history of emissions says (docs/scales.md). */
#define TS_SCALE_LIST(X)         \
    X(TS_SCALE_HT, "HT")         \
    X(TS_SCALE_MT, "MT")         \
    X(TS_SCALE_M, "M")           \
    X(TS_SCALE_EXPRESSION, NULL) \
    X(TS_SCALE_CLUSTERING, "clustering")

/** What a scale that changes from event to event is a multiple of. */
typedef enum ts_scale_base {
#define TS_SCALE_NAME(name, word) name,
    TS_SCALE_LIST(TS_SCALE_NAME)
#undef TS_SCALE_NAME
} ts_scale_base;

/** A scale: a fixed number, or a multiple of a base. */
typedef struct ts_scale {
    double fixed;       /**< GeV; 0 where the scale is dynamic */
    double factor;      /**< the scale is this times the base; 0 where it is fixed */
    ts_scale_base base; /**< where it is dynamic */
} ts_scale;

/** An entry of a MAP. */
typedef struct ts_card_entry {
    char name[32];
    char value[512];  /**< as written; the words of a list with a space between them */
    char origin[512]; /**< where it was given: "card.yaml:12:8" or "--set" */
} ts_card_entry;

/** Opaque: the values of all options. */
typedef struct ts_card ts_card;

/** Makes a card that holds the defaults. @return TS_OK or TS_ERROR_MEMORY */
TS_API ts_status ts_card_create(ts_context *context, ts_card **card);

/** Frees a card and sets the handle to NULL. */
TS_API void ts_card_destroy(ts_card **card);

/** Reads a YAML file over what the card holds. After a failure the card may hold
 * some of the file's values: destroy it.
 * @return TS_OK; TS_ERROR_FILE; TS_ERROR_INPUT with file, line, column, what was
 *         expected and the nearest valid name */
TS_API ts_status ts_card_read(ts_context *context, ts_card *card, const char *path);

/** Reads YAML from memory, as ts_card_read() does from a file.
 * @param name stands for the file in messages
 * @param text [bytes], need not end with a zero byte
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY */
TS_API ts_status ts_card_read_text(ts_context *context, ts_card *card, const char *name, const char *text,
                                   size_t bytes);

/** What the card gives (defaults left out) as YAML that reads back to the same values; free() it.
 * NULL: not enough memory. */
TS_API char *ts_card_yaml(const ts_card *card);

/** Sets one value from "key=value", as --set does; the value is YAML.
 * @return TS_OK, TS_ERROR_MEMORY, or TS_ERROR_INPUT with what was expected */
TS_API ts_status ts_card_set(ts_context *context, ts_card *card, const char *assignment);

/** As ts_card_set(), for an option of another name, which messages about the value have in place of its key.
 * @param option such as "--decay" */
TS_API ts_status ts_card_set_as(ts_context *context, ts_card *card, const char *option,
                                const char *assignment);

/** Whether the card, a file or --set gave this key (not its default). */
TS_API int ts_card_has(const ts_card *card, const char *key);

/** The value of a NUMBER (NAN where there is none). The key must be in the table. */
TS_API double ts_card_number(const ts_card *card, const char *key);

/** The value of a COUNT or BOOLEAN; UINT64_MAX where a COUNT is a word. */
TS_API uint64_t ts_card_count(const ts_card *card, const char *key);

/** The value of a TEXT, CHOICE or SCALE as written, the words of CHOICES with a space between them ("" where
 * there is none). */
TS_API const char *ts_card_text(const ts_card *card, const char *key);

/** The value of a SCALE, read. */
TS_API ts_scale ts_card_scale(const ts_card *card, const char *key);

/** Element 0 or 1 of a PARTICLES value. */
TS_API const char *ts_card_particle(const ts_card *card, const char *key, int which);

/** The histograms asked for. @param count receives their number */
TS_API const ts_histogram_request *ts_card_histograms(const ts_card *card, size_t *count);

/** The entries of a MAP, in the order in which they were given. @param count receives their number */
TS_API const ts_card_entry *ts_card_entries(const ts_card *card, const char *key, size_t *count);

/** Where a key was given, for messages: "card.yaml:12:8", "--set", or "the default". */
TS_API const char *ts_card_origin(const ts_card *card, const char *key);

/** Fails for a value that makes no sense: "card.yaml:12:8: cuts.jet.pt_min: <sentence>".
 * @return TS_ERROR_INPUT */
TS_API ts_status ts_card_refuse(ts_context *context, const ts_card *card, const char *key,
                                const char *sentence);

/** Refuses one entry of a MAP as ts_card_refuse() does a key: "card.yaml:12:8: model.m_t: <sentence>".
 * @param name of the entry
 * @return TS_ERROR_INPUT */
TS_API ts_status ts_card_refuse_entry(ts_context *context, const ts_card *card, const char *key,
                                      const char *name, const char *sentence);

/** Refuses one of the histograms asked for as ts_card_refuse() does a key, at its own place.
 * @param index its place in ts_card_histograms()
 * @return TS_ERROR_INPUT */
TS_API ts_status ts_card_refuse_histogram(ts_context *context, const ts_card *card, size_t index,
                                          const char *sentence);

#ifdef __cplusplus
}
#endif
#endif
