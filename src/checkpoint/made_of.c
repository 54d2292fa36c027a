#include "checkpoint/made_of.h"

#include "core/card_write.h"
#include "core/file.h"
#include "core/json_read.h"
#include "process/couplings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESULT_BYTES = 1 << 28 };

/* Options without part where the number of events is given. */
static int is_idle(const ts_card *card, const char *key)
{
    return card_request(card)->integration.events &&
           (!strcmp(key, "integration.relative_error") || !strcmp(key, "integration.max_events"));
}

/* Whether the card holds a value for this row: not where the default is none. */
static int has_value(const ts_card *card, const ts_option *option, size_t index)
{
    if (option->type == TS_OPTION_MAP)
        return card->values[index].entry_count > 0;
    return option->type == TS_OPTION_HISTOGRAMS || (card->values[index].text && *card->values[index].text);
}

/* Takes away the entries of cuts.pair without a part, of which the run of this card would warn again. */
static void drop_idle_pairs(const struct process *process, ts_card *whole)
{
    const int index = option_index("cuts.pair");
    struct card_value *value = &whole->values[index];
    size_t kept = 0;
    for (size_t i = 0; i < value->entry_count; ++i)
        if (!(process->idle_pairs >> i & 1))
            value->entries[kept++] = value->entries[i];
    value->entry_count = kept;
    value->given &= kept > 0;
}

/* What the process takes where neither the card nor the table of options says anything. */
static ts_status give_usual(ts_context *context, const struct process *process, ts_card *whole)
{
    static const char front[] = "couplings.";
    size_t count;
    const ts_option *options = ts_option_table(&count);
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i) {
        const char *key = options[i].key;
        if (options[i].default_value || strncmp(key, front, sizeof front - 1) || whole->values[i].given ||
            !process_uses(process, key))
            continue;
        char text[OPTION_KEY_BYTES + 40];
        const double value = coupling_value(process, key + sizeof front - 1);
        if (!isfinite(value)) /* the model has it from its own inputs */
            continue;
        snprintf(text, sizeof text, "%s=%.17g", key, value);
        status = ts_card_set(context, whole, text);
    }
    return status;
}

/* Says which files a model was, so that a run of this card takes no others. */
static ts_status give_model(ts_context *context, const struct process *process, ts_card *whole)
{
    const struct model_identity *model = &process->model;
    char text[64];
    ts_status status = TS_OK;
    snprintf(text, sizeof text, "model.table_hash=%s", model->table);
    if (*model->table)
        status = ts_card_set(context, whole, text);
    snprintf(text, sizeof text, "model.card_hash=%s", model->card);
    return status || !*model->card ? status : ts_card_set(context, whole, text);
}

/* Writes out the histograms: groups by their members, each with its axis. */
static ts_status give_histograms(ts_context *context, const ts_card *card, const struct process *process,
                                 ts_card *whole)
{
    const size_t count = process->integrand.histogram_count;
    if (count > HISTOGRAMS_MOST) /* a group for each of them asks for as many */
        return TS_OK;
    card_clear_histograms(whole);
    for (size_t i = 0; i < count; ++i) {
        const struct integrand_histogram *axis = &process->program.axes[i];
        ts_histogram_request *request = &whole->histograms[i];
        *request = card->histograms[process->histograms[i].request];
        request->bins = axis->bins;
        request->low = axis->low;
        request->high = axis->high;
        request->log = axis->log;
        snprintf(request->name, sizeof request->name, "%s", strrchr(process->histograms[i].path, '/') + 1);
        if (!(whole->histogram_origins[i] = strdup("the card")))
            return ts_fail_memory(context, "a card");
        whole->histogram_count = i + 1;
    }
    return TS_OK;
}

ts_status made_of(ts_context *context, const ts_card *card, const struct process *process, ts_card **whole)
{
    ts_status status = card_copy(context, card, whole);
    if (status)
        return status;
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        (*whole)->values[i].given = has_value(card, &options[i], i) && !is_idle(card, options[i].key) &&
                                    process_uses(process, options[i].key);
    drop_idle_pairs(process, *whole);
    status = give_usual(context, process, *whole);
    if (!status)
        status = give_model(context, process, *whole);
    if (!status)
        status = give_histograms(context, card, process, *whole);
    if (status)
        ts_card_destroy(whole);
    return status;
}

/* The value of a dotted key; NULL: none. */
static const json_t *value_of(const json_t *card, const char *key)
{
    char words[OPTION_KEY_BYTES], *rest = NULL;
    snprintf(words, sizeof words, "%s", key);
    for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest))
        card = json_object_get(card, word);
    return card;
}

/* The first option in which two cards differ; NULL: they are equal. */
static const char *first_difference(const json_t *a, const json_t *b, const char *but)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i) {
        const json_t *left = value_of(a, options[i].key), *right = value_of(b, options[i].key);
        if ((left || right) && !json_equal(left, right) && !(but && !strcmp(options[i].key, but)))
            return options[i].key;
    }
    return NULL;
}

/* A value as a card has it, shortened. */
static void value_text(const json_t *value, char *text, size_t bytes)
{
    char *dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) : NULL;
    snprintf(text, bytes, "%s", dump ? dump : "not given");
    free(dump);
}

/* The first entry in which two maps differ. */
static const char *first_entry(const json_t *a, const json_t *b)
{
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)(uintptr_t)a, key, value)
    {
        if (!json_equal(value, json_object_get(b, key)))
            return key;
    }
    json_object_foreach((json_t *)(uintptr_t)b, key, value)
    {
        if (!json_object_get(a, key))
            return key;
    }
    return "";
}

int card_difference(const json_t *before, const json_t *now, const char *but, char *text, size_t bytes)
{
    char was[120], is[120];
    const char *key = json_is_object(before) ? first_difference(before, now, but) : "";
    if (!key)
        return 0;
    const json_t *old = value_of(before, key), *new = value_of(now, key);
    const char *entry = json_is_object(old) && json_is_object(new) ? first_entry(old, new) : "";
    value_text(*entry ? json_object_get(old, entry) : old, was, sizeof was);
    value_text(*entry ? json_object_get(new, entry) : new, is, sizeof is);
    if (*key)
        snprintf(text, bytes, "%s%s%.60s was %s and is %s", key, *entry ? "." : "", entry, was, is);
    else
        snprintf(text, bytes, "it does not say of which");
    return 1;
}

ts_status made_of_same(ts_context *context, const ts_card *whole, const char *folder, const char *but)
{
    const size_t length = strlen(folder) + sizeof "/result.json";
    char *path = malloc(length), *text = NULL;
    const char *key;
    size_t bytes;
    if (!path)
        return ts_fail_memory(context, folder);
    snprintf(path, length, "%s/result.json", folder);
    if (access(path, F_OK)) {
        free(path);
        return TS_OK;
    }
    json_t *old = NULL, *ours = card_json(whole);
    ts_status status = TS_OK;
    if (!file_read(context, path, RESULT_BYTES, &text, &bytes))
        status = json_read(context, path, text, bytes, 0, &old, NULL);
    const json_t *theirs = json_object_get(old, "card");
    if (!status && !json_is_object(theirs))
        status =
            ts_fail(context, TS_ERROR_INPUT,
                    "%s is there already and does not say of which card: give another folder (--out), or "
                    "--force to replace what is in this one.",
                    path);
    else if (!status && (key = first_difference(ours, theirs, but)))
        status =
            ts_fail(context, TS_ERROR_INPUT,
                    "%s is the result of another card (%s differs): give another folder (--out), or --force "
                    "to replace what is in this one.",
                    path, key);
    json_decref(ours);
    json_decref(old);
    free(text);
    free(path);
    return status;
}
