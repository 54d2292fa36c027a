/* The inside of a card: one value a row of the table of options. */
#ifndef TESSERA_CORE_CARD_H
#define TESSERA_CORE_CARD_H

#include "core/options.h"
#include "core/request.h"

enum { PLACE_BYTES = 512 };

struct card_value {
    int given;    /* by a file or by --set; 0: the default */
    char *origin; /* "card.yaml:12:8", "--set", "the default" */
    char *text;   /* as written */
    double number;
    uint64_t count; /* of a BOOLEAN too */
    ts_scale scale;
    char particle[2][16];
    ts_card_entry *entries; /* of a MAP */
    size_t entry_count;
};

/* For which events gluon jets evaluate their matrix element: those that pass the cuts are what a result
 * needs. The rest is for measuring: with all, a result has the same bits; with none the matrix element is
 * one. */
enum card_evaluates { EVALUATES_ACCEPTED, EVALUATES_ALL, EVALUATES_NONE };

struct ts_card {
    struct card_value values[OPTIONS_MOST];
    ts_histogram_request histograms[HISTOGRAMS_MOST];
    char *histogram_origins[HISTOGRAMS_MOST];
    size_t histogram_count;
    struct request request;
    enum card_evaluates evaluates; /* no option: studies and tests set it */
};

enum { CARD_ENTRIES_MOST = 64 };

/* Reads YAML from memory, as ts_card_read() does from a file; `name` stands for it
 * in messages. The text need not end with a zero byte. */
ts_status card_read_memory(ts_context *context, ts_card *card, const char *name, const char *text,
                           size_t bytes);

/* Sets the defaults (src/core/card_read.c). */
ts_status card_read_default(ts_context *context, ts_card *card, const ts_option *option);

/* Ends a change of a card: sets defaults that follow from other options, and reads the request anew. Beams
 * change those of cuts, merging those of cuts and scales. `changed`: of the change; returned if not TS_OK. */
ts_status card_settle(ts_context *context, ts_card *card, ts_status changed);

/* Forgets the histograms asked for. */
void card_clear_histograms(ts_card *card);

/* Scalars, as YAML 1.1 and the table understand them: 1 where the text is one,
 * range not looked at. */
int scalar_number(const char *text, double *number);
int scalar_count(const char *text, uint64_t *count);
int scalar_boolean(const char *text, uint64_t *value);
int scalar_scale(const char *text, ts_scale *scale);

/* The word that a base of scales has on a card; NULL: an expression has none. */
const char *scale_word(ts_scale_base base);

/* Whether the first letters of a text are a number, or the word null for an end that is open. */
int scalar_is_limit(const char *text, size_t length);

/* Reads a plain scalar for a row into value->number, count, scale or particle.
 * @param problem receives, where it returns 0, the sentence that says why not */
int scalar_accept(const ts_option *option, const char *text, int quoted, struct card_value *value,
                  char *problem, size_t bytes);

#endif
