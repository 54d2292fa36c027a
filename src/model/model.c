#include "model/model.h"

#include "core/card.h"
#include "core/context.h"
#include "model/formula.h"
#include "model/helas_rows.h"
#include "model/madgraph.h"
#include "model/slha.h"
#include "model/table_file.h"
#include "model/widths.h"
#include "tessera/text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LIST_BYTES = 600 };

void model_hash(const char *text, size_t bytes, char hash[MODEL_HASH_BYTES])
{
    snprintf(hash, MODEL_HASH_BYTES, "h%016llx", (unsigned long long)XXH3_64bits(text, bytes));
}

static int stands(const struct parameter_row *row, const char *scheme)
{
    return !row->scheme || !strcmp(row->scheme, scheme);
}

static int look_up(const void *names, const char *name, size_t length, struct formula_value *value)
{
    const ts_parameter *parameter = model_find(names, name, length);
    if (parameter)
        *value = (struct formula_value){.re = parameter->re, .im = parameter->im};
    return parameter != NULL;
}

/* "alpha_mz, gmu" */
static void list_schemes(const struct model_table *table, char *list, size_t bytes)
{
    size_t used = 0;
    for (size_t i = 0; table->schemes[i] && used < bytes; ++i)
        used += (size_t)snprintf(list + used, bytes - used, "%s%s", i ? ", " : "", table->schemes[i]);
}

/* Whether a setting may give the value of row `i`. */
static int may_be_given(const struct model_table *table, size_t i)
{
    return table->parameters[i].role == TS_PARAMETER_INPUT || (table->widths && table->widths[i]);
}

/* The words that a setting may name: the inputs of the scheme. */
static size_t input_names(const struct model_table *table, const char *scheme, const char **names)
{
    size_t count = 0;
    names[count++] = "scheme";
    for (size_t i = 0; i < table->parameter_count; ++i)
        if (stands(&table->parameters[i], scheme) && may_be_given(table, i))
            names[count++] = table->parameters[i].name;
    return count;
}

static ts_status choose_scheme(ts_context *context, const struct model_setting *settings, size_t count,
                               ts_model *model)
{
    const struct model_table *table = model->table;
    model->scheme = table->schemes[0];
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(settings[i].name, "scheme") != 0)
            continue;
        size_t which = 0, known = 0;
        while (table->schemes[known])
            ++known;
        while (which < known && strcmp(table->schemes[which], settings[i].value) != 0)
            ++which;
        if (which == known) {
            char list[LIST_BYTES];
            list_schemes(table, list, sizeof list);
            return ts_fail(context, TS_ERROR_INPUT, "%s: expected one of %s, found '%.40s'.",
                           settings[i].where, list, settings[i].value);
        }
        model->scheme = table->schemes[which];
    }
    return TS_OK;
}

/* The scheme in which a parameter is an input; NULL: there is none. */
static const char *scheme_with(const struct model_table *table, const char *name)
{
    for (size_t i = 0; i < table->parameter_count; ++i)
        if (table->parameters[i].scheme && may_be_given(table, i) && !strcmp(table->parameters[i].name, name))
            return table->parameters[i].scheme;
    return NULL;
}

/* A name that is no input: one that follows from inputs, or another word for one. */
static ts_status refuse_name(ts_context *context, const struct model_setting *setting, const ts_model *model,
                             const char *const *names, size_t count)
{
    const char *bare = madgraph_bare(setting->name);
    const char *meant = madgraph_parameter(setting->name, names, count);
    for (size_t i = 0; i < model->table->parameter_count && !meant; ++i) {
        const struct parameter_row *row = &model->table->parameters[i];
        if (strcasecmp(row->name, bare) != 0 || !stands(row, model->scheme))
            continue;
        const char *scheme = scheme_with(model->table, row->name);
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: %s is no input of the scheme %s, where it follows as %s%s%s.", setting->where,
                       row->name, model->scheme, row->formula,
                       scheme ? ": it is one with model.scheme: " : "", scheme ? scheme : "");
    }
    if (!meant)
        meant = ts_text_nearest(bare, names, count);
    return ts_fail(context, TS_ERROR_INPUT,
                   meant ? "%s: the model has no input '%.40s'; did you mean %s?"
                         : "%s: the model has no input '%.40s'; `tessera model` lists them.",
                   setting->where, setting->name, meant);
}

/* Every setting names an input of the scheme, and none twice. */
static ts_status check_names_among(ts_context *context, const struct model_setting *settings, size_t count,
                                   const ts_model *model, const char *const *names, size_t name_count)
{
    for (size_t i = 0; i < count; ++i) {
        size_t which = 0;
        while (which < name_count && strcmp(names[which], settings[i].name) != 0)
            ++which;
        for (size_t j = 0; j < i; ++j)
            if (!strcmp(settings[i].name, settings[j].name))
                return ts_fail(context, TS_ERROR_INPUT, "%s: %s is given twice, the other time at %s.",
                               settings[i].where, settings[i].name, settings[j].where);
        if (which == name_count)
            return refuse_name(context, &settings[i], model, names, name_count);
    }
    return TS_OK;
}

ts_status model_check_names(ts_context *context, const struct model_setting *settings, size_t count,
                            const ts_model *model)
{
    const char **names = calloc(model->table->parameter_count + 1, sizeof *names);
    if (!names)
        return ts_fail_memory(context, "a model");
    const size_t name_count = input_names(model->table, model->scheme, names);
    const ts_status status = check_names_among(context, settings, count, model, names, name_count);
    free(names);
    return status;
}

/* The number of a setting; true and false are 1 and 0. */
static int read_number(const char *text, double *number)
{
    uint64_t truth;
    if (scalar_boolean(text, &truth)) {
        *number = (double)truth;
        return 1;
    }
    return scalar_number(text, number);
}

static int in_bounds(const struct parameter_row *row, const ts_parameter *parameter)
{
    if (!isfinite(parameter->re) || !isfinite(parameter->im))
        return 0;
    const int bounded = row->least < row->most;
    return !bounded || (parameter->im == 0 && parameter->re >= row->least && parameter->re <= row->most);
}

/* Why an input is refused. */
static ts_status refuse_input(ts_context *context, const struct parameter_row *row,
                              const struct model_setting *setting)
{
    const char *unit = *row->unit ? " " : "";
    if (row->least < row->most)
        return ts_fail(context, TS_ERROR_INPUT, "%s: expected a number from %g to %g%s%s, found '%.40s'.",
                       setting->where, row->least, row->most, unit, row->unit, setting->value);
    return ts_fail(context, TS_ERROR_INPUT, "%s: expected a number%s%s%s, found '%.40s'.", setting->where,
                   *unit ? " in" : "", unit, row->unit, setting->value);
}

/* Why what follows from the inputs cannot be. */
static ts_status refuse_derived(ts_context *context, const struct parameter_row *row,
                                const ts_parameter *parameter)
{
    char found[64];
    if (!(row->least < row->most))
        return ts_fail(context, TS_ERROR_INPUT,
                       "model: with these inputs %.80s = %.200s is no finite number.", row->name,
                       row->formula);
    if (parameter->im != 0)
        snprintf(found, sizeof found, "no real number");
    else
        snprintf(found, sizeof found, "%g", parameter->re);
    return ts_fail(context, TS_ERROR_INPUT,
                   "model: %s, the %s, is to lie between %g and %g, but with these inputs %s = %s is %s.",
                   row->name, row->meaning, row->least, row->most, row->name, row->formula, found);
}

/* Puts a parameter into the hash table by its name; the first of a name stays. */
static void place_add(ts_model *model, size_t number)
{
    const char *name = model->parameters[number].name;
    size_t place = model_name_hash(name, strlen(name)) & (model->place_room - 1);
    while (model->places[place] && strcmp(model->parameters[model->places[place] - 1].name, name) != 0)
        place = (place + 1) & (model->place_room - 1);
    if (!model->places[place])
        model->places[place] = (int)number + 1;
}

static ts_status make_parameter(ts_context *context, const struct model_setting *settings, size_t count,
                                const struct parameter_row *row, ts_model *model)
{
    ts_parameter *parameter = &model->parameters[model->parameter_count];
    *parameter = (ts_parameter){.name = row->name,
                                .unit = row->unit,
                                .formula = row->formula,
                                .meaning = row->meaning,
                                .role = row->role};
    const struct model_setting *setting = NULL;
    for (size_t i = 0; i < count; ++i)
        if (may_be_given(model->table, (size_t)(row - model->table->parameters)) &&
            !strcmp(settings[i].name, row->name))
            setting = &settings[i];
    if (setting) {
        parameter->given = 1;
        if (!read_number(setting->value, &parameter->re) || !in_bounds(row, parameter))
            return refuse_input(context, row, setting);
    } else {
        struct formula_value value;
        const int is_formula = formula_compute(row->formula, look_up, model, &value);
        if (!is_formula)
            return ts_fail(
                context, TS_ERROR_INPUT,
                "The model %.80s defines %.80s as \"%.200s\", which is no formula of numbers and of what stands "
                "before it.",
                model->table->name, row->name, row->formula);
        parameter->re = value.re;
        parameter->im = value.im;
        if (!in_bounds(row, parameter))
            return refuse_derived(context, row, parameter);
    }
    place_add(model, model->parameter_count++);
    return TS_OK;
}

static double value_of(const ts_model *model, const char *name)
{
    const ts_parameter *parameter = name ? ts_model_parameter(model, name) : NULL;
    return parameter ? parameter->re : 0;
}

static void make_particles(ts_model *model)
{
    for (size_t i = 0; i < model->table->particle_count; ++i) {
        ts_particle *particle = &model->particles[i];
        *particle = model->table->particles[i];
        particle->mass = value_of(model, particle->mass_name);
        particle->width = value_of(model, particle->width_name);
        const char *name = particle->complex_mass_name;
        const ts_parameter *internal = name ? ts_model_parameter(model, name) : NULL;
        particle->complex_mass[0] = internal ? internal->re : particle->mass;
        particle->complex_mass[1] = internal ? internal->im : 0;
    }
}

static void set_orders(const struct model_table *table, size_t number, short orders[TS_MODEL_ORDERS_MOST])
{
    const struct vertex_row *row = &table->vertices[number];
    orders[ORDER_QCD] = (short)row->qcd;
    orders[ORDER_QED] = (short)row->qed;
    for (size_t i = 0; table->more && i < table->order_count; ++i)
        orders[i] = table->more[number].orders[i];
    orders[ORDER_STRONG] = orders[ORDER_QCD];
}

/* A UFO's coupling is i times that of the Lagrangian, as are its colours where they have an i each. */
static void set_structures(const struct model_table *table, size_t number, ts_vertex *vertex)
{
    vertex->beyond = table->more[number].beyond;
    if (vertex->beyond)
        return;
    vertex->structure = table->more[number].structure;
    vertex->colour_structure = table->more[number].colour_structure;
    vertex->turns = (1 + 3 * table->colours[vertex->colour_structure].turns) % 4;
}

static ts_status make_vertex(ts_context *context, size_t number, ts_model *model)
{
    const struct vertex_row *row = &model->table->vertices[number];
    const int continues = model->table->more && model->table->more[number].continues;
    ts_vertex vertex = {.lorentz = row->lorentz,
                        .colour = row->colour,
                        .structure = -1,
                        .colour_structure = -1};
    model->whole_vertex &= continues;
    const ts_parameter *left = ts_model_parameter(model, row->left);
    const ts_parameter *right = row->right ? ts_model_parameter(model, row->right) : left;
    memcpy(vertex.legs, row->legs, sizeof vertex.legs);
    while (vertex.leg_count < TS_VERTEX_LEGS && vertex.legs[vertex.leg_count]) {
        if (!ts_model_particle(model, vertex.legs[vertex.leg_count]))
            return ts_fail(context, TS_ERROR_INPUT, "The model %s has a vertex of the unknown particle %d.",
                           model->table->name, vertex.legs[vertex.leg_count]);
        ++vertex.leg_count;
    }
    if (!left || !right)
        return ts_fail(context, TS_ERROR_INPUT, "The model %s has a vertex with the unknown coupling %s.",
                       model->table->name, left ? row->right : row->left);
    vertex.coupling[0] = (int)(left - model->parameters);
    vertex.coupling[1] = (int)(right - model->parameters);
    if (model_is_zero(model, vertex.coupling[0]) && model_is_zero(model, vertex.coupling[1]))
        return TS_OK;
    set_orders(model->table, number, vertex.orders);
    if (model->table->more)
        set_structures(model->table, number, &vertex);
    vertex.continues = continues && model->whole_vertex;
    model->whole_vertex = 1;
    model->vertices[model->vertex_count++] = vertex;
    return TS_OK;
}

ts_status model_make_vertices(ts_context *context, ts_model *model)
{
    ts_status status = TS_OK;
    model->vertex_count = 0;
    for (size_t i = 0; !status && i < model->table->vertex_count; ++i)
        status = make_vertex(context, i, model);
    return status;
}

static ts_status fill(ts_context *context, const struct model_setting *settings, size_t count,
                      ts_model *model)
{
    const struct model_table *table = model->table;
    ts_status status = choose_scheme(context, settings, count, model);
    if (!status)
        status = model_check_names(context, settings, count, model);
    for (size_t i = 0; !status && i < table->parameter_count; ++i)
        if (stands(&table->parameters[i], model->scheme))
            status = make_parameter(context, settings, count, &table->parameters[i], model);
    if (status)
        return status;
    make_particles(model);
    status = model_make_vertices(context, model);
    return status || !table->more ? status : helas_rows_find(context, model);
}

/* The power of g_s that leads from one value to the other, where alpha_s grows by `ratio`. */
static int power_of(const ts_parameter *a, const ts_parameter *b, double ratio)
{
    const double power = 2 * log(hypot(b->re, b->im) / hypot(a->re, a->im)) / log(ratio);
    return isfinite(power) && fabs(power) < 20 ? (int)lround(power) : 0;
}

static int is_power(const ts_parameter *a, const ts_parameter *b, double factor)
{
    return hypot(b->re - factor * a->re, b->im - factor * a->im) <= 1e-9 * hypot(b->re, b->im);
}

/* How couplings follow alpha_s, seen by another value of it: powers of g_s are in ORDER_STRONG then, whatever
 * the model's orders count. A coupling that is a sum of powers is noted. */
static ts_status find_strong_powers(ts_context *context, const struct model_setting *settings, size_t count,
                                    ts_model *model)
{
    static const double ratio = 1.21;
    const ts_parameter *alpha_s = ts_model_parameter(model, "alpha_s");
    if (!alpha_s || alpha_s->role != TS_PARAMETER_INPUT) { /* nothing follows it */
        for (size_t i = 0; i < model->vertex_count; ++i)
            model->vertices[i].orders[ORDER_STRONG] = 0;
        return TS_OK;
    }
    model->mixed = calloc(model->vertex_count + 1, sizeof *model->mixed);
    char value[32];
    struct model_setting *others = calloc(count + 1, sizeof *others);
    if (!others || !model->mixed) {
        free(others);
        return ts_fail_memory(context, "a model");
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (strcmp(settings[i].name, "alpha_s") != 0)
            others[kept++] = settings[i];
    snprintf(value, sizeof value, "%.17g", ratio * alpha_s->re);
    others[kept++] = (struct model_setting){"alpha_s", value, "alpha_s"};
    ts_model *other;
    const ts_status status = model_create(context, model->table, others, kept, &other);
    free(others);
    for (size_t i = 0; i < model->vertex_count && !status; ++i) {
        ts_vertex *vertex = &model->vertices[i];
        int power = 0;
        for (int half = 1; half >= 0; --half) {
            const ts_parameter *a = &model->parameters[vertex->coupling[half]];
            const ts_parameter *b = &other->parameters[vertex->coupling[half]];
            power = a->re == 0 && a->im == 0 ? power : power_of(a, b, ratio);
        }
        for (int half = 0; half < 2; ++half)
            if (!is_power(&model->parameters[vertex->coupling[half]],
                          &other->parameters[vertex->coupling[half]], pow(ratio, power / 2.0)))
                model->mixed[i] = 1;
        vertex->orders[ORDER_STRONG] = (short)power;
    }
    ts_model_destroy(&other);
    return status;
}

ts_status model_create_of_file(ts_context *context, const char *path, const char *card,
                               const struct model_setting *settings, size_t setting_count, ts_model **model)
{
    struct table_file *file;
    struct slha_settings of_card = {0};
    char(*widths)[WIDTH_BYTES] = NULL;
    *model = NULL;
    ts_status status = table_file_open(context, path, &file);
    if (!status)
        status = slha_settings_read(context, card, table_file_table(file), settings, setting_count, &of_card);
    if (!status)
        status = model_auto_widths(context, table_file_table(file), of_card.list, of_card.count, &widths);
    if (!status)
        status = model_create(context, table_file_table(file), of_card.list, of_card.count, model);
    if (!status)
        status = find_strong_powers(context, of_card.list, of_card.count, *model);
    if (!status)
        memcpy((*model)->card_hash, of_card.hash, sizeof(*model)->card_hash);
    if (!status && card)
        slha_settings_tell(context, card, &of_card, *model);
    slha_settings_free(&of_card);
    free(widths);
    if (status) {
        ts_model_destroy(model);
        table_file_close(&file);
    } else {
        (*model)->file = file;
    }
    return status;
}

ts_status model_create(ts_context *context, const struct model_table *table,
                       const struct model_setting *settings, size_t setting_count, ts_model **model)
{
    ts_model *made = *model = calloc(1, sizeof *made);
    if (made) {
        made->table = table;
        made->particles = calloc(table->particle_count, sizeof *made->particles);
        made->parameters = calloc(table->parameter_count, sizeof *made->parameters);
        made->vertices = calloc(table->vertex_count, sizeof *made->vertices);
        made->place_room = 64;
        while (made->place_room < 2 * table->parameter_count)
            made->place_room *= 2;
        made->places = calloc(made->place_room, sizeof *made->places);
    }
    ts_status status = TS_OK;
    if (!made || !made->particles || !made->parameters || !made->vertices || !made->places)
        status = ts_fail_memory(context, "a model");
    if (!status)
        status = fill(context, settings, setting_count, made);
    if (status)
        ts_model_destroy(model);
    return status;
}

void ts_model_destroy(ts_model **model)
{
    if (!model || !*model)
        return;
    free((*model)->particles);
    free((*model)->parameters);
    free((*model)->vertices);
    free((*model)->places);
    free((*model)->more_names);
    free((*model)->mixed);
    free((*model)->slopes);
    table_file_close(&(*model)->file);
    free(*model);
    *model = NULL;
}
