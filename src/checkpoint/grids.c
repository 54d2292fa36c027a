#include "checkpoint/grids.h"

#include "checkpoint/checkpoint.h"
#include "checkpoint/made_of.h"
#include "core/card_write.h"
#include "core/context.h"
#include "core/file.h"
#include "core/ranks.h"
#include "tessera/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { TEXT_MOST = 1 << 30, PATH_BYTES = 4200 };

static const struct state_format grids_format = {"tessera grids 2", "learned grids", 1};

/* What a run may have otherwise than the one that learned. */
static const char *const free_keys[] = {"seed", "relative_error", "events", "max_events"};

/* A card without these, as JSON; NULL: not enough memory. */
static json_t *fixed_part(json_t *card)
{
    json_t *integration = json_object_get(card, "integration");
    for (size_t i = 0; i < sizeof free_keys / sizeof *free_keys; ++i)
        json_object_del(integration, free_keys[i]);
    json_object_del(card, "events");
    return card;
}

static ts_status make_facts(ts_context *context, const ts_card *whole, const struct process *process,
                            const struct journal *journal, ts_integral_state *state)
{
    char hash[20];
    checkpoint_hash_process(process, hash);
    char *text = card_json_text(fixed_part(card_json(whole)));
    ts_status status = text ? facts_put_text(context, state, "version", TESSERA_VERSION,
                                             strlen(TESSERA_VERSION))
                            : ts_fail_memory(context, "grids");
    if (!status)
        status = facts_put_text(context, state, "card", text, strlen(text));
    if (!status)
        status = facts_put_text(context, state, "process", hash, strlen(hash));
    if (!status)
        status = facts_of_journal(context, journal, state);
    free(text);
    return status;
}

static ts_status write_file(ts_context *context, const char *folder, const char *name, const char *text)
{
    char path[PATH_BYTES];
    if (!text)
        return ts_fail_memory(context, "grids");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_write_atomically(context, path, text, strlen(text));
}

ts_status grids_write(ts_context *context, const char *folder, const ts_card *whole,
                      const struct process *process, const struct journal *journal)
{
    ts_integral_state *state = calloc(1, sizeof *state);
    ts_status status = state ? make_facts(context, whole, process, journal, state)
                             : ts_fail_memory(context, "grids");
    char *text = status ? NULL : state_text(state, &grids_format), *card = NULL;
    if (!status)
        status = file_make_folder(context, folder, 0777);
    if (!status)
        status = write_file(context, folder, "grids.json", text);
    if (!status) {
        card = ts_card_yaml(whole);
        status = write_file(context, folder, "card.yaml", card);
    }
    free(text);
    free(card);
    ts_integral_state_destroy(&state);
    return status;
}

static ts_status check(ts_context *context, const char *path, const ts_integral_state *state,
                       const ts_card *whole, const struct process *process)
{
    char hash[20], difference[512];
    const char *version = facts_text(state, "version");
    if (strcmp(version, TESSERA_VERSION) != 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s was learned by version %.20s, this is " TESSERA_VERSION ": learn the grids anew.",
                       path, *version ? version : "?");
    json_t *ours = fixed_part(card_json(whole)), *theirs = json_loads(facts_text(state, "card"), 0, NULL);
    const int differs = card_difference(theirs, ours, NULL, difference, sizeof difference);
    json_decref(ours);
    json_decref(theirs);
    if (differs)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s is of another card: %s. Learn the grids of this card (tessera learn).", path,
                       difference);
    checkpoint_hash_process(process, hash);
    if (strcmp(facts_text(state, "process"), hash) != 0)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "%s is of the same card, but that stands for other numbers by now: the densities, say, or this "
            "program were changed. Learn the grids anew.",
            path);
    return TS_OK;
}

ts_status grids_read(ts_context *context, const char *folder, const ts_card *whole,
                     const struct process *process, struct journal *journal, char name[20])
{
    char path[PATH_BYTES], label[PATH_BYTES + 16], *text;
    size_t bytes;
    ts_integral_state *state = NULL;
    *journal = (struct journal){0};
    snprintf(path, sizeof path, "%s/grids.json", folder);
    ts_status status = ranks_file_read(context, path, TEXT_MOST, &text, &bytes);
    if (status)
        return file_status_of_input(status);
    snprintf(label, sizeof label, "The file %s", path);
    snprintf(name, 20, "h%016llx", (unsigned long long)XXH3_64bits(text, bytes));
    status = state_parse(context, label, text, bytes, &grids_format, 1, &state);
    free(text);
    if (!status)
        status = check(context, path, state, whole, process);
    if (!status)
        status = facts_to_journal(context, state, journal);
    ts_integral_state_destroy(&state);
    return status;
}
