/* Widths that are computed. Those of decays into two particles come first, then those into three, from heavy
 * particles on, as their lines have the widths of heavier ones. */
#include "model/widths.h"

#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int is_auto(const struct model_setting *setting) { return !strcasecmp(setting->value, "auto"); }

/* The particle whose width is this input; NULL: none. */
static const ts_particle *particle_of(const ts_model *model, const char *name)
{
    for (size_t i = 0; i < model->table->particle_count; ++i)
        if (model->particles[i].width_name && !strcmp(model->particles[i].width_name, name))
            return &model->particles[i];
    return NULL;
}

/* Settings with the widths that are known: "0" stands for those that are not yet. */
struct work {
    ts_context *context;
    const struct model_table *table;
    struct model_setting *known;
    const ts_particle **of; /* the particle whose width a setting is; NULL: none, or one that is known */
    size_t count;
    char (*texts)[WIDTH_BYTES];
};

/* Computes the width of a setting by decays into `most` particles at most, where there are such. */
static ts_status compute_width(struct work *work, size_t i, const ts_model *model, int most)
{
    ts_decay *decays;
    size_t count;
    const ts_status status = model_decays(work->context, model, work->of[i]->pdg, most, &decays, &count);
    if (status)
        return status;
    const double width = model_width(decays, count);
    free(decays);
    if (width > 0) {
        snprintf(work->texts[i], WIDTH_BYTES, "%.17g", width);
        work->known[i].value = work->texts[i];
        work->of[i] = NULL;
    } else if (most > 2) {
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: %s has no decay into two or three particles: give its width, which is 0 where it "
                       "is stable.",
                       work->known[i].where, work->of[i]->name);
    }
    return TS_OK;
}

/* The place of the heaviest particle whose width is not known; the number of settings: there is none. */
static size_t heaviest(const struct work *work)
{
    size_t place = work->count;
    for (size_t i = 0; i < work->count; ++i)
        if (work->of[i] && (place == work->count || fabs(work->of[i]->mass) > fabs(work->of[place]->mass)))
            place = i;
    return place;
}

static ts_status compute_widths(struct work *work, const ts_model *model)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < work->count && !status; ++i)
        if (work->of[i])
            status = compute_width(work, i, model, 2);
    for (size_t i = heaviest(work); i < work->count && !status; i = heaviest(work)) {
        ts_model *of_known = NULL;
        status = model_create(work->context, work->table, work->known, work->count, &of_known);
        if (!status)
            status = compute_width(work, i, of_known, 3);
        ts_model_destroy(&of_known);
    }
    return status;
}

ts_status model_auto_widths(ts_context *context, const struct model_table *table,
                            struct model_setting *settings, size_t count, char (**texts)[WIDTH_BYTES])
{
    struct work work = {.context = context, .table = table, .count = count};
    size_t autos = 0;
    ts_model *model = NULL;
    *texts = NULL;
    for (size_t i = 0; i < count; ++i)
        autos += (size_t)is_auto(&settings[i]);
    if (!autos)
        return TS_OK;
    work.known = malloc((count + 1) * sizeof *work.known);
    work.of = calloc(count + 1, sizeof *work.of);
    work.texts = *texts = calloc(count + 1, sizeof **texts);
    ts_status status = work.known && work.of && *texts ? TS_OK
                                                       : ts_fail_memory(context, "the widths of a model");
    for (size_t i = 0; i < count && !status; ++i) {
        work.known[i] = settings[i];
        work.known[i].value = is_auto(&settings[i]) ? "0" : settings[i].value;
    }
    if (!status)
        status = model_create(context, table, work.known, count, &model);
    for (size_t i = 0; i < count && !status; ++i) {
        if (!is_auto(&settings[i]))
            continue;
        work.of[i] = particle_of(model, settings[i].name);
        if (!work.of[i])
            status = ts_fail(context, TS_ERROR_INPUT, "%s: auto is for widths alone.", settings[i].where);
    }
    if (!status)
        status = compute_widths(&work, model);
    for (size_t i = 0; i < count && !status; ++i)
        settings[i].value = work.known[i].value;
    ts_model_destroy(&model);
    free(work.known);
    free(work.of);
    return status;
}
