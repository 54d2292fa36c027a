/* Cards: the values, their defaults, and how they are asked for. */
#include "core/card.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/ranks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARD_BYTES_MOST = 1 << 20 };

static const char by_default[] = "the default"; /* the origin of what nobody wrote */

ts_status ts_card_create(ts_context *context, ts_card **card)
{
    OWN_ENVIRONMENT;
    NEEDS(context, card);
    *card = NULL;
    NEEDS(context, context);
    *card = calloc(1, sizeof **card);
    if (!*card)
        return ts_fail_memory(context, "a card");
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; i++) {
        (*card)->values[i].number = NAN;
        if (!options[i].default_value || !*options[i].default_value)
            continue;
        const ts_status status = card_read_default(context, *card, &options[i]);
        if (status != TS_OK) {
            ts_card_destroy(card);
            return status;
        }
    }
    request_read(*card, &(*card)->request);
    return TS_OK;
}

const struct request *card_request(const ts_card *card) { return &card->request; }

/* Defaults that other options of the card change. What detectors of hadron colliders see is none where no
 * beam is a hadron. Least transverse momenta and distances of jets and photons stay: without them most cross
 * sections are infinite. */
static const struct usual {
    const char *key, *value;
} without_hadrons[] = {{"cuts.jet.eta_max", "100"},
                       {"cuts.photon.eta_max", "100"},
                       {"cuts.lepton.eta_max", "100"},
                       {"cuts.lepton.pt_min", "0"}};

/* Events that are merged have all jets above the cut of merging (src/selection/merging.c), and no others. */
static const struct usual merged[] = {{"cuts.jet.pt_min", "0"},
                                      {"cuts.jet.eta_max", "100"},
                                      {"cuts.jet.dr_min", "0"}};

/* Who matches jets to partons wants alpha_s at the scale of each jet. */
static const struct usual matched[] = {{"scales.renormalization", "clustering"},
                                       {"scales.factorization", "clustering"}};

/* Sets a default; `usual`: NULL: what the table has. */
static ts_status settle(ts_context *context, ts_card *card, const char *key, const char *usual)
{
    size_t count;
    const int row = option_index(key);
    ts_option option = ts_option_table(&count)[row];
    if (usual)
        option.default_value = usual;
    if (card->values[row].given || !strcmp(card->values[row].text, option.default_value))
        return TS_OK;
    return card_read_default(context, card, &option);
}

ts_status card_settle(ts_context *context, ts_card *card, ts_status changed)
{
    const int has_hadron = *ts_card_particle(card, "beams.particles", 0) == 'p' ||
                           *ts_card_particle(card, "beams.particles", 1) == 'p';
    const char *scheme = ts_card_text(card, "merging.scheme");
    const int is_merged = strcmp(scheme, "none") != 0, is_matched = !strcmp(scheme, "mlm");
    ts_status status = changed;
    for (size_t i = 0; i < sizeof merged / sizeof *merged && !status; ++i)
        status = settle(context, card, merged[i].key, is_merged ? merged[i].value : NULL);
    for (size_t i = 0; i < sizeof matched / sizeof *matched && !status; ++i)
        status = settle(context, card, matched[i].key, is_matched ? matched[i].value : NULL);
    for (size_t i = 0; i < sizeof without_hadrons / sizeof *without_hadrons && !status; ++i)
        if (!is_merged || !option_is_within(without_hadrons[i].key, "cuts.jet"))
            status = settle(context, card, without_hadrons[i].key,
                            has_hadron ? NULL : without_hadrons[i].value);
    request_read(card, &card->request);
    return status;
}

void card_clear_histograms(ts_card *card)
{
    for (size_t i = 0; i < card->histogram_count; i++) {
        free(card->histogram_origins[i]);
        card->histogram_origins[i] = NULL;
    }
    card->histogram_count = 0;
}

void ts_card_destroy(ts_card **card)
{
    if (!card || !*card)
        return;
    card_clear_histograms(*card);
    for (size_t i = 0; i < OPTIONS_MOST; i++) {
        free((*card)->values[i].origin);
        free((*card)->values[i].text);
        free((*card)->values[i].entries);
    }
    free(*card);
    *card = NULL;
}

ts_status ts_card_read(ts_context *context, ts_card *card, const char *path)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && path);
    char *text = NULL;
    size_t bytes = 0;
    ts_status status = ranks_file_read(context, path, CARD_BYTES_MOST, &text, &bytes);
    if (status != TS_OK)
        return status;
    status = card_read_memory(context, card, path, text, bytes);
    free(text);
    return card_settle(context, card, status);
}

ts_status ts_card_read_text(ts_context *context, ts_card *card, const char *name, const char *text,
                            size_t bytes)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && name && (text || !bytes));
    const ts_status status = card_read_memory(context, card, name, text, bytes);
    return card_settle(context, card, status);
}

/* The value of a key, or NULL where the table has no such row. */
static const struct card_value *value_of(const ts_card *card, const char *key)
{
    const int index = card && key ? option_index(key) : -1;
    return index < 0 ? NULL : &card->values[index];
}

int ts_card_has(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value && value->given;
}

double ts_card_number(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value ? value->number : NAN;
}

uint64_t ts_card_count(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value ? value->count : 0;
}

const char *ts_card_text(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value && value->text ? value->text : "";
}

ts_scale ts_card_scale(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value ? value->scale : (ts_scale){0};
}

const char *ts_card_particle(const ts_card *card, const char *key, int which)
{
    const struct card_value *value = value_of(card, key);
    return value && (which == 0 || which == 1) ? value->particle[which] : "";
}

const ts_histogram_request *ts_card_histograms(const ts_card *card, size_t *count)
{
    if (count)
        *count = card ? card->histogram_count : 0;
    return card ? card->histograms : NULL;
}

const ts_card_entry *ts_card_entries(const ts_card *card, const char *key, size_t *count)
{
    const struct card_value *value = value_of(card, key);
    if (count)
        *count = value ? value->entry_count : 0;
    return value ? value->entries : NULL;
}

const char *ts_card_origin(const ts_card *card, const char *key)
{
    const struct card_value *value = value_of(card, key);
    return value && value->origin ? value->origin : by_default;
}

/* "precision (auto by default)" */
static void name_default(const char *key, char *text, size_t bytes)
{
    size_t count;
    const int row = option_index(key);
    const char *value = row < 0 ? NULL : ts_option_table(&count)[row].default_value;
    if (value && *value)
        snprintf(text, bytes, "%s (%.40s by default)", key, value);
    else
        snprintf(text, bytes, "%s", key);
}

/* "card.yaml:12:8: key: sentence.", but "--set key: sentence.", and "--decay: sentence." of an option of its
 * own; what nobody wrote has no place. */
static ts_status refuse(ts_context *context, const char *origin, const char *key, const char *sentence)
{
    const int is_set = strcmp(origin, "--set") == 0;
    const size_t length = strlen(sentence);
    const char *stop = length && strchr(".?!", sentence[length - 1]) ? "" : ".";
    char named[4 * OPTION_KEY_BYTES];
    name_default(key, named, sizeof named);
    if (strcmp(origin, by_default) == 0)
        return ts_fail(context, TS_ERROR_INPUT, "%s: %s%s", named, sentence, stop);
    if (!is_set && strncmp(origin, "--", 2) == 0)
        return ts_fail(context, TS_ERROR_INPUT, "%s: %s%s", origin, sentence, stop);
    return ts_fail(context, TS_ERROR_INPUT, "%s%s %s: %s%s", origin, is_set ? "" : ":", key, sentence, stop);
}

ts_status ts_card_refuse(ts_context *context, const ts_card *card, const char *key, const char *sentence)
{
    NEEDS(context, key && sentence);
    return refuse(context, ts_card_origin(card, key), key, sentence);
}

ts_status ts_card_refuse_entry(ts_context *context, const ts_card *card, const char *key, const char *name,
                               const char *sentence)
{
    NEEDS(context, key && name && sentence);
    size_t count;
    char full[2 * OPTION_KEY_BYTES];
    const char *origin = ts_card_origin(card, key);
    const ts_card_entry *entries = ts_card_entries(card, key, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0)
            origin = entries[i].origin;
    snprintf(full, sizeof full, "%s.%.40s", key, name);
    return refuse(context, origin, full, sentence);
}

ts_status ts_card_refuse_histogram(ts_context *context, const ts_card *card, size_t index,
                                   const char *sentence)
{
    NEEDS(context, card && sentence);
    if (index >= card->histogram_count)
        return ts_card_refuse(context, card, "histograms", sentence);
    return refuse(context, card->histogram_origins[index], "histograms", sentence);
}
