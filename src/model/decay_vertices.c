#include "model/decay_vertices.h"

#include "core/context.h"
#include "model/forms.h"
#include "model/formula.h"

#include <stdlib.h>
#include <string.h>

#define I __builtin_complex(0.0, 1.0)

enum { NAMES_MOST = 40, UNKNOWN = -1 };

const double decay_metric[COMPONENTS] = {1, -1, -1, -1};

int decay_components(int spin) { return spin == 1 ? 1 : spin == 5 ? WAVE_MOST : COMPONENTS; }

number decay_gamma(int mu, int row, int column)
{
    static const number pauli[3][2][2] = {{{0, 1}, {1, 0}}, {{0, -I}, {I, 0}}, {{1, 0}, {0, -1}}};
    if (row / 2 == column / 2)
        return 0;
    if (!mu)
        return row % 2 == column % 2;
    return (row < 2 ? 1 : -1) * pauli[mu - 1][row % 2][column % 2];
}

/* i gamma^2 gamma^0 */
number decay_conjugation(int row, int column)
{
    number sum = 0;
    for (int k = 0; k < COMPONENTS; ++k)
        sum += I * decay_gamma(2, row, k) * decay_gamma(0, k, column);
    return sum;
}

static double levi_civita(const int *index)
{
    double sign = -1; /* epsilon^0123 */
    for (int i = 0; i < COMPONENTS; ++i)
        for (int k = 0; k < i; ++k)
            sign *= index[i] == index[k] ? 0 : index[i] < index[k] ? -1 : 1;
    return sign;
}

/* A structure of a row on its way into a vertex. */
struct reading {
    const struct structure *structure;
    const struct structure_term *term;
    struct decay_vertex *vertex;
    number coupling;
    int place[DECAY_LEGS_MOST]; /* of the row's legs in the vertex */
    int name_count, name[NAMES_MOST], at[NAMES_MOST], is_vector[NAMES_MOST];
    unsigned char form[DECAY_FORMS_EACH]; /* of the term */
    int failed;
};

/* A factor at values of its indices; that of a momentum is the sign of the component. */
static number factor_value(const struct structure_factor *factor, const int *at)
{
    const double same = at[0] == at[1];
    switch (factor->token) {
    case STRUCTURE_P:
        return 1;
    case STRUCTURE_METRIC:
        return same * decay_metric[at[0]];
    case STRUCTURE_EPSILON:
        return levi_civita(at);
    case STRUCTURE_GAMMA:
        return decay_gamma(at[0], at[1], at[2]);
    case STRUCTURE_GAMMA5:
        return at[0] < 2 ? -same : same;
    case STRUCTURE_PROJM:
        return same * (at[0] < 2);
    case STRUCTURE_PROJP:
        return same * (at[0] >= 2);
    default:
        return same;
    }
}

static int place_count(const struct structure_factor *factor)
{
    return factor->token == STRUCTURE_P ? 1 : structure_indices(factor->token);
}

/* Whether a place of a factor has an index of Lorentz vectors; else it is one of spinors. */
static int is_vector(const struct structure_factor *factor, int place)
{
    return factor->token <= STRUCTURE_EPSILON || (factor->token == STRUCTURE_GAMMA && !place);
}

static int name_of(struct reading *reading, const struct structure_factor *factor, int place)
{
    const int name = factor->index[place];
    for (int i = 0; i < reading->name_count; ++i)
        if (reading->name[i] == name)
            return i;
    if (reading->name_count == NAMES_MOST) {
        reading->failed = 1;
        return 0;
    }
    reading->name[reading->name_count] = name;
    reading->at[reading->name_count] = UNKNOWN;
    reading->is_vector[reading->name_count] = is_vector(factor, place);
    return reading->name_count++;
}

static struct decay_product *new_product(struct reading *reading)
{
    struct decay_vertex *vertex = reading->vertex;
    if ((size_t)vertex->count == vertex->room) {
        const size_t room = vertex->room ? 2 * vertex->room : 64;
        struct decay_product *grown = realloc(vertex->products, room * sizeof *grown);
        reading->failed |= !grown;
        if (!grown)
            return NULL;
        vertex->products = grown;
        vertex->room = room;
    }
    return &vertex->products[vertex->count++];
}

/* Whether a leg of the structure is a row in this term. */
static int is_row(const struct structure_term *term, int leg)
{
    for (int i = 0; i < term->count; ++i) {
        const struct structure_factor *factor = &term->factor[i];
        if (factor->token >= STRUCTURE_GAMMA && factor->index[factor->token == STRUCTURE_GAMMA] == leg + 1)
            return 1;
    }
    return 0;
}

/* The sign of the structure's fermions in the order of the vertex. Two stand as row and column, four in the
 * order of the structure's legs. */
static int order_sign(const struct reading *reading)
{
    const struct structure *structure = reading->structure;
    int fermions[DECAY_LEGS_MOST], count = 0, swaps = 0;
    for (int leg = 0; leg < structure->legs; ++leg)
        if (structure->spins[leg] == 2)
            fermions[count++] = leg;
    if (count == 2 && !is_row(reading->term, fermions[0]))
        ++swaps;
    for (int i = 0; i < count; ++i)
        for (int k = i + 1; k < count; ++k)
            swaps += reading->place[fermions[i]] > reading->place[fermions[k]];
    return swaps % 2 ? -1 : 1;
}

/* A row's component as that of a column, psi-bar = (C^-1 psi^c)^T, with the sign that it takes. */
static int turned(int component, number *value)
{
    for (int b = 0; b < COMPONENTS; ++b)
        if (decay_conjugation(component, b) != 0) {
            *value *= -decay_conjugation(component, b); /* C^-1 = -C */
            return b;
        }
    return 0;
}

/* The product where all indices have values. Indices of legs are upper ones of what is there, so that those
 * of vectors are lowered. */
static void add_product(struct reading *reading, number value)
{
    struct decay_product product = {.momenta = 0};
    for (int i = 0; i < reading->name_count; ++i) {
        const int name = reading->name[i], at = reading->at[i];
        if (reading->is_vector[i])
            value *= decay_metric[at];
        if (name < 0)
            continue;
        const int leg = structure_leg_of(name), place = reading->place[leg];
        if (reading->structure->spins[leg] == 5)
            product.at[place] += (unsigned char)(structure_is_second(name) ? at : COMPONENTS * at);
        else if (reading->structure->spins[leg] == 2 && is_row(reading->term, leg))
            product.at[place] = (unsigned char)turned(at, &value);
        else
            product.at[place] = (unsigned char)at;
    }
    for (int i = 0; i < reading->term->count; ++i) {
        struct structure_factor factor = reading->term->factor[i];
        if (factor.token != STRUCTURE_P)
            continue;
        if (product.momenta == DECAY_MOMENTA_MOST) {
            reading->failed = 1;
            return;
        }
        product.momentum[product.momenta++] = (unsigned char)(COMPONENTS *
                                                                  reading->place[factor.index[1] - 1] +
                                                              reading->at[name_of(reading, &factor, 0)]);
    }
    struct decay_product *to = new_product(reading);
    if (!to)
        return;
    *to = product;
    to->value = value;
    memcpy(to->form, reading->form, sizeof to->form);
}

/* Adds the products of factor number `which` and of those behind it, for all values of indices that have none
 * yet. */
static void add_factors(struct reading *reading, int which, number value)
{
    if (which == reading->term->count) {
        add_product(reading, value);
        return;
    }
    const struct structure_factor *factor = &reading->term->factor[which];
    const int count = place_count(factor);
    int names[COMPONENTS] = {0}, before[COMPONENTS] = {0};
    for (int k = 0; k < count; ++k) {
        names[k] = name_of(reading, factor, k);
        before[k] = reading->at[names[k]];
    }
    for (int i = 0; i < 1 << (2 * count) && !reading->failed; ++i) {
        int at[COMPONENTS] = {0}, fits = 1;
        for (int k = 0; k < count; ++k) {
            at[k] = i >> (2 * k) & 3;
            fits &= before[k] == UNKNOWN || before[k] == at[k];
            for (int n = 0; n < k; ++n)
                fits &= names[n] != names[k] || at[n] == at[k];
        }
        const number part = fits ? factor_value(factor, at) : 0;
        if (part == 0)
            continue;
        for (int k = 0; k < count; ++k)
            reading->at[names[k]] = at[k];
        add_factors(reading, which + 1, value * part);
    }
    for (int k = 0; k < count; ++k)
        reading->at[names[k]] = before[k];
}

/* The number of a form factor in the vertex, plus one; 0: there is no room. */
static unsigned char form_number(struct reading *reading, int row)
{
    struct decay_vertex *vertex = reading->vertex;
    struct decay_form form = {.row = row};
    for (int leg = 0; leg < reading->structure->legs; ++leg)
        form.place[leg] = reading->place[leg];
    for (int i = 0; i < vertex->form_count; ++i)
        if (vertex->forms[i].row == row && !memcmp(vertex->forms[i].place, form.place, sizeof form.place))
            return (unsigned char)(i + 1);
    if (vertex->form_count == DECAY_FORMS_MOST)
        return 0;
    vertex->forms[vertex->form_count] = form;
    return (unsigned char)++vertex->form_count;
}

/* The form factors of the term at hand. */
static void find_forms(struct reading *reading)
{
    int count = 0;
    memset(reading->form, 0, sizeof reading->form);
    for (int i = 0; i < reading->term->count; ++i) {
        if (reading->term->factor[i].token != STRUCTURE_FORM)
            continue;
        const unsigned char number = form_number(reading, reading->term->factor[i].index[0]);
        reading->failed |= !number || count == DECAY_FORMS_EACH;
        if (!reading->failed)
            reading->form[count++] = number;
    }
}

static void add_structure(struct reading *reading)
{
    for (int t = 0; t < reading->structure->term_count && !reading->failed; ++t) {
        reading->term = &reading->structure->terms[t];
        reading->name_count = 0;
        find_forms(reading);
        const number factor = reading->term->re + I * reading->term->im;
        add_factors(reading, 0, order_sign(reading) * factor * reading->coupling);
    }
}

static int leg_count(const struct vertex_row *row)
{
    int legs = 0;
    while (legs < TS_VERTEX_LEGS && row->legs[legs])
        ++legs;
    return legs;
}

/* The places of a row's legs in the order of their codes. */
static void order_legs(const struct vertex_row *row, int legs, int *place)
{
    for (int i = 0; i < legs; ++i) {
        place[i] = 0;
        for (int k = 0; k < legs; ++k)
            place[i] += row->legs[k] < row->legs[i] || (k < i && row->legs[k] == row->legs[i]);
    }
}

ts_status decay_rows_create(ts_context *context, const ts_model *model, struct decay_rows *rows)
{
    const struct model_table *table = model->table;
    *rows = (struct decay_rows){.model = model,
                                .count = table->vertex_count,
                                .list = calloc(table->vertex_count + 1, sizeof *rows->list)};
    if (!rows->list)
        return ts_fail_memory(context, "the vertices of decays");
    for (size_t i = 0; i < rows->count; ++i) {
        const struct vertex_row *of = &table->vertices[i];
        const ts_parameter *coupling = ts_model_parameter(model, of->left);
        const int legs = leg_count(of);
        int place[DECAY_LEGS_MOST];
        if (legs > DECAY_LEGS_MOST || !coupling || (coupling->re == 0 && coupling->im == 0))
            continue;
        order_legs(of, legs, place);
        rows->list[i].legs = legs;
        for (int k = 0; k < legs; ++k)
            rows->list[i].pdg[place[k]] = of->legs[k];
    }
    return TS_OK;
}

void decay_rows_free(struct decay_rows *rows)
{
    free(rows->list);
    rows->list = NULL;
}

static void set_sizes(const ts_model *model, const struct decay_vertex *vertex, struct colour_tensor *tensor)
{
    tensor->legs = vertex->legs;
    for (int i = 0; i < vertex->legs; ++i)
        tensor->size[i] = abs(ts_model_particle(model, vertex->pdg[i])->colour);
}

/* The part of a vertex that has a colour tensor, which it takes; new where there was none. */
static struct decay_vertex *part_of(struct decay_vertices *vertices, const struct decay_vertex *legs,
                                    struct colour_tensor *colour)
{
    for (int i = 0; i < vertices->count; ++i)
        if (!memcmp(vertices->list[i].colour.values, colour->values,
                    (size_t)colour->count * sizeof *colour->values)) {
            colour_tensor_free(colour);
            return &vertices->list[i];
        }
    struct decay_vertex *grown = realloc(vertices->list, (size_t)(vertices->count + 1) * sizeof *grown);
    if (!grown) {
        colour_tensor_free(colour);
        return NULL;
    }
    vertices->list = grown;
    grown[vertices->count] = *legs;
    grown[vertices->count].colour = *colour;
    return &grown[vertices->count++];
}

static ts_status refuse(ts_context *context, const ts_model *model, size_t row)
{
    const int *legs = model->table->vertices[row].legs;
    const char *beyond = model->table->more[row].beyond;
    return ts_fail(
        context, TS_ERROR_INPUT,
        "The vertex of %s, %s, %s%s%s is beyond what decays can be computed of (%s): give the width "
        "as a number.",
        ts_model_particle_name(model, legs[0]), ts_model_particle_name(model, legs[1]),
        ts_model_particle_name(model, legs[2]), legs[3] ? ", " : "",
        legs[3] ? ts_model_particle_name(model, legs[3]) : "", beyond ? beyond : "too many factors");
}

/* Adds a row of the table. */
static ts_status add_row(ts_context *context, const ts_model *model, size_t row,
                         const struct decay_vertex *legs, struct decay_vertices *vertices)
{
    const struct model_table *table = model->table;
    const struct vertex_more *more = &table->more[row];
    const ts_parameter *coupling = ts_model_parameter(model, table->vertices[row].left);
    if (more->beyond)
        return refuse(context, model, row);
    struct reading reading = {.structure = &table->structures[more->structure],
                              .coupling = coupling->re + I * coupling->im};
    struct colour_tensor colour = {.legs = 0};
    order_legs(&table->vertices[row], legs->legs, reading.place);
    set_sizes(model, legs, &colour);
    if (!colour_tensor_of_text(table->colours[more->colour_structure].text, reading.place, &colour))
        return ts_fail_memory(context, "the colours of a decay");
    reading.vertex = part_of(vertices, legs, &colour);
    if (!reading.vertex)
        return ts_fail_memory(context, "the vertices of a decay");
    add_structure(&reading);
    return reading.failed ? refuse(context, model, row) : TS_OK;
}

ts_status decay_vertices_create(ts_context *context, const struct decay_rows *rows, int legs, const int *pdg,
                                struct decay_vertices *vertices)
{
    struct decay_vertex of = {.legs = legs, .model = rows->model};
    ts_status status = TS_OK;
    memcpy(of.pdg, pdg, (size_t)legs * sizeof *pdg);
    *vertices = (struct decay_vertices){.count = 0};
    for (size_t i = 0; i < rows->count && !status; ++i)
        if (rows->list[i].legs == legs && !memcmp(rows->list[i].pdg, pdg, (size_t)legs * sizeof *pdg))
            status = add_row(context, rows->model, i, &of, vertices);
    if (status)
        decay_vertices_free(vertices);
    return status;
}

void decay_vertices_free(struct decay_vertices *vertices)
{
    for (int i = 0; i < vertices->count; ++i) {
        colour_tensor_free(&vertices->list[i].colour);
        free(vertices->list[i].products);
    }
    free(vertices->list);
    *vertices = (struct decay_vertices){.count = 0};
}

/* A form factor at a vertex, for its formula. */
struct form_point {
    const ts_model *model;
    const struct decay_form *form;
    const double (*momenta)[COMPONENTS];
};

static int look_up(const void *point, const char *name, size_t length, struct formula_value *value)
{
    const struct form_point *at = point;
    const ts_parameter *parameter = model_find(at->model, name, length);
    int legs[2];
    *value = (struct formula_value){.re = 0};
    if (!form_momenta(name, length, legs)) {
        if (parameter)
            value->re = parameter->re, value->im = parameter->im;
        return parameter != NULL;
    }
    for (int i = 0; i < COMPONENTS; ++i)
        value->re += decay_metric[i] * at->momenta[at->form->place[legs[0]]][i] *
                     at->momenta[at->form->place[legs[1]]][i];
    return 1;
}

/* The values of a vertex's form factors. */
static void form_values(const struct decay_vertex *vertex, const double (*momenta)[COMPONENTS],
                        number *values)
{
    for (int i = 0; i < vertex->form_count; ++i) {
        const struct form_point point = {vertex->model, &vertex->forms[i], momenta};
        struct formula_value value;
        formula_compute(vertex->model->table->forms[vertex->forms[i].row].formula, look_up, &point, &value);
        values[i] = value.re + I * value.im;
    }
}

void decay_vertex_close(const struct decay_vertex *vertex, const double (*momenta)[COMPONENTS],
                        const number *const *waves, number *made)
{
    number forms[DECAY_FORMS_MOST];
    form_values(vertex, momenta, forms);
    for (int i = 0; i < vertex->count; ++i) {
        const struct decay_product *product = &vertex->products[i];
        number value = product->value;
        int open = 0;
        for (int k = 0; k < DECAY_FORMS_EACH; ++k)
            value *= product->form[k] ? forms[product->form[k] - 1] : 1;
        for (int k = 0; k < product->momenta; ++k)
            value *= momenta[product->momentum[k] / COMPONENTS][product->momentum[k] % COMPONENTS];
        for (int leg = 0; leg < vertex->legs; ++leg) {
            if (waves[leg])
                value *= waves[leg][product->at[leg]];
            else
                open = product->at[leg];
        }
        made[open] += value;
    }
}
