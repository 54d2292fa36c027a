#include "model/helas_rows.h"

#include "core/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A structure as one of HELAS's: factors of a coupling's value, left and right where there are fermions. */
struct match {
    ts_lorentz lorentz;
    double left[2], right[2];
};

static void add(double sum[2], const struct structure_term *term, double factor)
{
    sum[0] += factor * term->re;
    sum[1] += factor * term->im;
}

/* gamma^mu P or P of a column and a row, the first leg and the second. */
static int match_fermions(const struct structure *structure, struct match *match)
{
    const int vector = structure->spins[2] == 3;
    match->lorentz = vector ? TS_LORENTZ_IOV : TS_LORENTZ_IOS;
    for (int i = 0; i < structure->term_count; ++i) {
        const struct structure_term *term = &structure->terms[i];
        int gammas = 0, others = 0, gamma_at = 0, other_at = 0;
        for (int k = 0; k < term->count; ++k) {
            const enum structure_token token = term->factor[k].token;
            if (token < STRUCTURE_GAMMA)
                return 0;
            *(token == STRUCTURE_GAMMA ? &gamma_at : &other_at) = k;
            ++*(token == STRUCTURE_GAMMA ? &gammas : &others);
        }
        const struct structure_factor *gamma = &term->factor[gamma_at],
                                      *other = others ? &term->factor[other_at] : NULL;
        if (gammas != vector || others > 1 || (!vector && !other))
            return 0;
        /* The row is the second leg: behind it comes the gamma matrix, or what chooses a half. */
        const int other_first = vector && other && other->index[0] == 2;
        if (!other_first && (vector || !other ? gamma->index[1] : other->index[0]) != 2)
            return 0;
        double left = 1, right = 1;
        if (other && other->token == STRUCTURE_GAMMA5)
            left = -1;
        else if (other && other->token != STRUCTURE_IDENTITY)
            *(other->token == STRUCTURE_PROJM ? &right : &left) = 0;
        if (other_first && other->token != STRUCTURE_IDENTITY) { /* P gamma = gamma P of the other half */
            const double turned = left;
            left = right, right = turned;
        }
        add(match->left, term, left);
        add(match->right, term, right);
    }
    return 1;
}

static int is_metric(const struct structure_term *term, int a, int b)
{
    const struct structure_factor *factor = &term->factor[0];
    return term->count == 1 && factor->token == STRUCTURE_METRIC &&
           ((factor->index[0] == a && factor->index[1] == b) ||
            (factor->index[0] == b && factor->index[1] == a));
}

/* A number, or the metric tensor of the first two legs. */
static int match_simple(const struct structure *structure, int vectors, ts_lorentz lorentz,
                        struct match *match)
{
    match->lorentz = lorentz;
    for (int i = 0; i < structure->term_count; ++i) {
        const struct structure_term *term = &structure->terms[i];
        if (vectors ? !is_metric(term, 1, 2) : term->count != 0)
            return 0;
        add(match->left, term, 1);
        add(match->right, term, 1);
    }
    return structure->term_count > 0;
}

/* (P1 - P2)^3 g^12 and its cyclic ones: the sign of leg `of` beside that of the other two; 0: it is none. */
static int sign_of_three(const struct structure_term *term)
{
    const int first = term->count == 2 && term->factor[0].token == STRUCTURE_P ? 0 : 1;
    if (term->count != 2 || term->factor[first].token != STRUCTURE_P ||
        term->factor[1 - first].token != STRUCTURE_METRIC)
        return 0;
    const int index = term->factor[first].index[0], leg = term->factor[first].index[1];
    const int a = term->factor[1 - first].index[0], b = term->factor[1 - first].index[1];
    if (index < 1 || index > 3 || leg == index || a + b + index != 6 || a == b || a < 1 || b < 1)
        return 0;
    return leg == (index % 3) + 1 ? 1 : -1;
}

static int match_three(const struct structure *structure, struct match *match)
{
    int seen[4][4] = {{0}};
    if (structure->term_count != 6)
        return 0;
    match->lorentz = TS_LORENTZ_VVV;
    for (int i = 0; i < 6; ++i) {
        const struct structure_term *term = &structure->terms[i], *one = &structure->terms[0];
        const int sign = sign_of_three(term), ratio = sign * sign_of_three(one);
        const struct structure_factor *p = &term->factor[term->factor[0].token == STRUCTURE_P ? 0 : 1];
        if (!sign || term->im != ratio * one->im || term->re != ratio * one->re ||
            seen[p->index[0]][p->index[1]]++)
            return 0;
    }
    /* HELAS's momenta go the other way. */
    add(match->left, &structure->terms[0], -sign_of_three(&structure->terms[0]));
    memcpy(match->right, match->left, sizeof match->right);
    return 1;
}

static int match_structure(const struct structure *structure, struct match *match)
{
    const int *spins = structure->spins;
    *match = (struct match){.lorentz = TS_LORENTZ_TABLE};
    if (structure->legs == 3 && spins[0] == 2 && spins[1] == 2 && spins[2] < 5)
        return match_fermions(structure, match);
    if (structure->legs == 3 && spins[0] == 3 && spins[1] == 3)
        return spins[2] == 3 ? match_three(structure, match)
                             : spins[2] == 1 && match_simple(structure, 1, TS_LORENTZ_VVS, match);
    if (structure->legs == 3 && spins[0] == 1 && spins[1] == 1 && spins[2] == 1)
        return match_simple(structure, 0, TS_LORENTZ_SSS, match);
    if (structure->legs == 4 && spins[2] == 1 && spins[3] == 1) {
        if (spins[0] == 1 && spins[1] == 1)
            return match_simple(structure, 0, TS_LORENTZ_SSSS, match);
        if (spins[0] == 3 && spins[1] == 3)
            return match_simple(structure, 1, TS_LORENTZ_VVSS, match);
    }
    return 0;
}

/* HELAS's fermions are a particle that comes in and an antiparticle, neither its own. */
static int has_usual_fermions(const ts_model *model, const ts_vertex *vertex, ts_lorentz lorentz)
{
    if (lorentz != TS_LORENTZ_IOV && lorentz != TS_LORENTZ_IOS)
        return 1;
    return vertex->legs[0] > 0 && vertex->legs[1] < 0 &&
           model_antiparticle(model, vertex->legs[0]) != vertex->legs[0] &&
           model_antiparticle(model, vertex->legs[1]) != vertex->legs[1];
}

/* sum += (-i)^turns value factor */
static void add_coupling(double sum[2], const ts_parameter *value, int turns, const double factor[2])
{
    double re = value->re * factor[0] - value->im * factor[1],
           im = value->re * factor[1] + value->im * factor[0];
    for (int i = 0; i < turns; ++i) {
        const double turned = im;
        im = -re, re = turned;
    }
    sum[0] += re;
    sum[1] += im;
}

/* A new parameter, "vertex12_left". */
static int new_parameter(ts_model *model, size_t vertex, const char *half, const double value[2])
{
    const size_t number = model->parameter_count;
    char *name = model->more_names[model->more_name_count++];
    snprintf(name, MODEL_NAME_BYTES, "vertex%u%s", (unsigned)vertex + 1, half);
    model->parameters[number] = (ts_parameter){.name = name,
                                               .unit = "",
                                               .formula = "",
                                               .meaning = "what HELAS's function takes",
                                               .role = TS_PARAMETER_COUPLING,
                                               .re = value[0],
                                               .im = value[1]};
    ++model->parameter_count;
    return (int)number;
}

/* Four gluons become one row; HELAS's function has the square of the coupling of three. */
static int join_gluons(ts_model *model, size_t first, size_t end, signed char *gone)
{
    static const double one[2] = {1, 0};
    ts_vertex *row = &model->vertices[first];
    double square[2];
    if (!contact_is_of_gluons(model, first, end, square))
        return 0;
    row->lorentz = TS_LORENTZ_GGGG;
    row->colour = TS_COLOUR_FF;
    row->structure = row->colour_structure = -1;
    row->turns = 0;
    row->coupling[0] = new_parameter(model, first, "", square);
    row->coupling[1] = new_parameter(model, first, "_one", one);
    for (size_t i = first + 1; i < end; ++i)
        gone[i] = 1;
    return 1;
}

/* Four vectors without colour: legs change places so that partners stand two places apart. */
static int join_contact(ts_model *model, size_t number, signed char *gone)
{
    static const double one[2] = {1, 0};
    ts_vertex *row = &model->vertices[number];
    double pairs[3][2], half[2], value[2] = {0, 0};
    const struct colour_words *words = &model->table->colours[row->colour_structure];
    for (int leg = 0; leg < row->leg_count; ++leg)
        if (words->list[0].next[leg] != COLOUR_WORD_END)
            return 0;
    if (!contact_pairs(&model->table->structures[row->structure], pairs))
        return 0;
    const int partner = contact_partner(pairs, half);
    if (partner < 0)
        return 0;
    const int other = row->legs[partner + 1];
    row->legs[partner + 1] = row->legs[2];
    row->legs[2] = other;
    const double factor[2] = {-half[0], -half[1]}; /* HELAS has minus two of the partner */
    add_coupling(value, &model->parameters[row->coupling[0]], row->turns, factor);
    row->lorentz = TS_LORENTZ_W3W3;
    row->structure = -1;
    row->turns = 0;
    row->coupling[0] = new_parameter(model, number, "", value);
    row->coupling[1] = new_parameter(model, number, "_one", one);
    gone[number] = 0;
    return 1;
}

/* One row of a vertex with all others of its that have the same structure of HELAS and of colour. */
static void join_rows(ts_model *model, size_t first, size_t end, const struct match *matches,
                      signed char *gone)
{
    ts_vertex *row = &model->vertices[first];
    double left[2] = {0, 0}, right[2] = {0, 0};
    for (size_t i = first; i < end; ++i) {
        const ts_vertex *other = &model->vertices[i];
        if (gone[i] || other->structure < 0 || other->colour_structure != row->colour_structure ||
            matches[other->structure].lorentz != matches[row->structure].lorentz)
            continue;
        const ts_parameter *value = &model->parameters[other->coupling[0]];
        add_coupling(left, value, other->turns, matches[other->structure].left);
        add_coupling(right, value, other->turns, matches[other->structure].right);
        gone[i] = i != first;
    }
    const ts_lorentz lorentz = matches[row->structure].lorentz;
    const int halves = lorentz == TS_LORENTZ_IOV || lorentz == TS_LORENTZ_IOS;
    row->lorentz = lorentz;
    row->structure = -1;
    row->turns = 0;
    row->coupling[0] = new_parameter(model, first, halves ? "_left" : "", left);
    row->coupling[1] = halves ? new_parameter(model, first, "_right", right) : row->coupling[0];
    gone[first] = left[0] == 0 && left[1] == 0 && right[0] == 0 && right[1] == 0;
}

/* Leaves out rows that are part of others; what was behind a first row that goes is the first then. */
static void drop_rows(ts_model *model, const signed char *gone)
{
    size_t kept = 0;
    int whole = 0;
    for (size_t i = 0; i < model->vertex_count; ++i) {
        whole &= model->vertices[i].continues;
        if (gone[i])
            continue;
        model->vertices[kept] = model->vertices[i];
        model->vertices[kept++].continues &= whole;
        whole = 1;
    }
    model->vertex_count = kept;
}

static void map_vertices(ts_model *model, const struct match *matches, signed char *gone)
{
    for (size_t first = 0, end; first < model->vertex_count; first = end) {
        for (end = first + 1; end < model->vertex_count && model->vertices[end].continues; ++end)
            ;
        if (join_gluons(model, first, end, gone))
            continue;
        for (size_t i = first; i < end; ++i) {
            const ts_vertex *row = &model->vertices[i];
            if (row->structure >= 0 && row->leg_count == 4 && join_contact(model, i, gone))
                continue;
            if (!gone[i] && row->structure >= 0 && matches[row->structure].lorentz != TS_LORENTZ_TABLE &&
                has_usual_fermions(model, row, matches[row->structure].lorentz))
                join_rows(model, i, end, matches, gone);
        }
    }
    drop_rows(model, gone);
}

ts_status helas_rows_find(ts_context *context, ts_model *model)
{
    const struct model_table *table = model->table;
    const size_t room = model->parameter_count + 2 * model->vertex_count;
    struct match *matches = calloc(table->structure_count + 1, sizeof *matches);
    signed char *gone = calloc(model->vertex_count + 1, 1);
    ts_parameter *parameters = realloc(model->parameters, (room + 1) * sizeof *parameters);
    model->parameters = parameters ? parameters : model->parameters;
    model->more_names = calloc(2 * model->vertex_count + 1, sizeof *model->more_names);
    const int whole = matches && gone && parameters && model->more_names;
    for (size_t i = 0; i < table->structure_count && whole; ++i)
        if (!match_structure(&table->structures[i], &matches[i]))
            matches[i] = (struct match){.lorentz = TS_LORENTZ_TABLE};
    if (whole)
        map_vertices(model, matches, gone);
    free(matches);
    free(gone);
    return whole ? TS_OK : ts_fail_memory(context, "a model");
}
