/* The model of a card. */
#include "model/model.h"

#include "core/card.h"
#include "core/context.h"
#include "core/needs.h"
#include "core/stack.h"

#include <stdio.h>
#include <string.h>

enum { WHERE_BYTES = 640 };

/* The front of a message about a value: "card.yaml:3:9: model.m_t", "--set model.m_t". */
static void write_where(const char *origin, const char *key, const char *name, char where[WHERE_BYTES])
{
    snprintf(where, WHERE_BYTES, "%s%s %s%s%s", origin, strcmp(origin, "--set") == 0 ? "" : ":", key,
             *name ? "." : "", name);
}

/* Couplings that have an option of their own. */
static const struct {
    const char *key, *name;
} couplings[] = {{"couplings.alpha", "alpha"}, {"couplings.alpha_s", "alpha_s"}};

enum { COUPLINGS = sizeof couplings / sizeof *couplings, SETTINGS_MOST = CARD_ENTRIES_MOST + 2 * COUPLINGS };

/* Refuses a file that is another one than that of the run whose card says which it was. */
static ts_status check_hash(ts_context *context, const ts_card_entry *entry, const char *what,
                            const char *file, const char *hash)
{
    if (!entry || !strcmp(entry->value, hash))
        return TS_OK;
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s: model.%s: the %s%s%.200s is %s, and the card is of a run with %.20s: give that file, or take %s "
        "off the card.",
        entry->origin, entry->name, what, file ? " " : "", file ? file : "", *hash ? hash : "none",
        entry->value, entry->name);
}

ts_status model_of_card(ts_context *context, const ts_card *card, const struct model_setting *more,
                        size_t more_count, ts_model **model)
{
    struct model_setting settings[SETTINGS_MOST];
    char where[SETTINGS_MOST][WHERE_BYTES];
    size_t count = 0;
    const char *name = NULL, *parameter_card = NULL;
    const ts_card_entry *table_hash = NULL, *card_hash = NULL;
    const ts_card_entry *entries = card_request(card)->model.entries;
    for (size_t i = 0; i < card_request(card)->model.count; ++i) {
        if (!strcmp(entries[i].name, "name"))
            name = entries[i].value;
        else if (!strcmp(entries[i].name, "card"))
            parameter_card = entries[i].value;
        else if (!strcmp(entries[i].name, "table_hash"))
            table_hash = &entries[i];
        else if (!strcmp(entries[i].name, "card_hash"))
            card_hash = &entries[i];
        else {
            write_where(entries[i].origin, "model", entries[i].name, where[count]);
            settings[count] = (struct model_setting){entries[i].name, entries[i].value, where[count]};
            ++count;
        }
    }
    for (size_t i = 0; i < COUPLINGS; ++i) {
        if (!ts_card_has(card, couplings[i].key))
            continue;
        write_where(ts_card_origin(card, couplings[i].key), couplings[i].key, "", where[count]);
        settings[count] = (struct model_setting){couplings[i].name, ts_card_text(card, couplings[i].key),
                                                 where[count]};
        ++count;
    }
    for (size_t i = 0; i < more_count; ++i)
        settings[count++] = more[i];
    if (name) {
        ts_status status = model_create_of_file(context, name, parameter_card, settings, count, model);
        if (!status)
            status = check_hash(context, table_hash, "table", name, (*model)->table->hash);
        if (!status)
            status = check_hash(context, card_hash, "parameter card", parameter_card, (*model)->card_hash);
        if (status)
            ts_model_destroy(model);
        return status;
    }
    if (parameter_card || table_hash || card_hash)
        return ts_fail(context, TS_ERROR_INPUT,
                       "model.%s: it goes with a model of a file: give its table as model.name.",
                       parameter_card ? "card"
                       : table_hash   ? "table_hash"
                                      : "card_hash");
    return model_create_standard(context, settings, count, model);
}

ts_status ts_model_create(ts_context *context, const ts_card *card, ts_model **model)
{
    NEEDS(context, model);
    *model = NULL;
    NEEDS(context, context && card);
    NEEDS_STACK(context);
    return model_of_card(context, card, NULL, 0, model);
}
