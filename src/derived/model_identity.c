#include "derived/model_identity.h"

#include "core/context.h"
#include "model/slha.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of all values of a model, by their names. */
static void hash_values(const ts_model *model, char text[20])
{
    size_t count;
    const ts_parameter *list = ts_model_parameters(model, &count);
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_64bits_reset(&hash);
    for (size_t i = 0; i < count; ++i) {
        const double value[] = {list[i].re, list[i].im};
        XXH3_64bits_update(&hash, list[i].name, strlen(list[i].name) + 1);
        XXH3_64bits_update(&hash, value, sizeof value);
    }
    snprintf(text, 20, "h%016llx", (unsigned long long)XXH3_64bits_digest(&hash));
}

ts_status process_take_model(ts_context *context, const ts_model *model, struct process *process)
{
    struct model_identity *identity = &process->model;
    snprintf(identity->name, sizeof identity->name, "%s", ts_model_name(model));
    hash_values(model, identity->values);
    if (!model->file)
        return TS_OK;
    memcpy(identity->table, model->table->hash, sizeof identity->table);
    memcpy(identity->card, model->card_hash, sizeof identity->card);
    identity->slha = slha_text(context, model);
    return identity->slha ? TS_OK : ts_fail_memory(context, "the values of a model");
}
