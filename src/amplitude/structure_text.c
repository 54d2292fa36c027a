#include "amplitude/structure_text.h"

#include "amplitude/form_text.h"

#include <stdlib.h>
#include <string.h>

/* A term's tensors are a network: each index joins two of them. Fields, momenta and unit vectors are vectors
 * at once. A fermion's line or an epsilon tensor becomes one as soon as all its other indices are. So a
 * term becomes scalars and, where the leg that is made is no scalar, one vector or spinor, or of spin 2 two
 * vectors. Where two tensors wait for each other, a sum over unit vectors stands for the index between them.
 * What is computed once has a name, under which it is found again. */

enum {
    PARTS_EACH = 256, /* of a term, at most */
    FERMIONS_MOST = 3,
    LINKS_MOST = STRUCTURE_FACTORS_MOST,
    BASIS = 100000,          /* indices from here on: unit vectors along time, x, y, z */
    TENSOR_DUMMIES = 1000000 /* inner indices beyond all others */
};

/* Spinor matrices between a row and a column: legs, counted from 0, or the place of what is made. */
struct fermion_line {
    int row, column, count;
    struct structure_factor link[LINKS_MOST];
};

struct writer {
    const struct structure *structure;
    int out, failed;
    struct line_list list;
    const ts_model *model;
    /* the term at hand */
    struct structure_term term;
    struct fermion_line fermions[FERMIONS_MOST];
    int fermion_count;
    int busy_epsilon[STRUCTURE_FACTORS_MOST], busy_fermion[FERMIONS_MOST];
    int done_factor[STRUCTURE_FACTORS_MOST], done_fermion[FERMIONS_MOST];
    int waits;  /* an index that two tensors wait for; 0: none */
    int second; /* of a leg of spin 2 that is made, the unit vector in place of its second index; NONE: none
                 */
};

static struct value field(struct writer *writer, int leg)
{
    return line_add(&writer->list, VECTOR, "tree_vector(*b.in[%d])", structure_child(writer->out, leg));
}

static struct value spinor(struct writer *writer, int leg)
{
    return line_add(&writer->list, SPINOR, "*b.in[%d]", structure_child(writer->out, leg));
}

/* The momentum that a UFO gives a leg: that which goes out of its own legs, as its particles go out. */
static struct value momentum(struct writer *writer, int leg)
{
    if (leg == writer->out)
        return line_add(&writer->list, MOMENTUM, "structure_momentum_made(b)");
    return line_add(&writer->list, MOMENTUM, "*b.momentum[%d]", structure_child(writer->out, leg));
}

static struct value vector_behind(struct writer *writer, int index, int from_factor, int from_fermion);

/* Numbers of an index: a leg's or an inner one's. */
static int is_leg_index(int index) { return index > 0 && index < BASIS; }

/* A vector for a gamma matrix or an epsilon tensor. */
static struct value as_vector(struct writer *writer, struct value value)
{
    if (value.kind != MOMENTUM || value.id == NONE)
        return value;
    return line_add(&writer->list, VECTOR, "structure_vector(p%d)", value.id);
}

static struct value times_matrix(struct writer *writer, const struct structure_factor *link, int fermion,
                                 struct value state, int is_row)
{
    const char *side = is_row ? "row" : "column";
    if (link->token == STRUCTURE_GAMMA) {
        const struct value v = vector_behind(writer, link->index[0], NONE, fermion);
        if (v.id == NONE)
            return v;
        if (v.kind == MOMENTUM)
            return line_add(&writer->list, SPINOR, "structure_slash_%s_momentum(p%d, s%d)", side, v.id,
                            state.id);
        return line_add(&writer->list, SPINOR, "structure_slash_%s(v%d, s%d)", side, v.id, state.id);
    }
    if (link->token == STRUCTURE_IDENTITY)
        return state;
    const char *name = link->token == STRUCTURE_PROJM   ? "left"
                       : link->token == STRUCTURE_PROJP ? "right"
                                                        : "gamma5";
    return line_add(&writer->list, SPINOR, "structure_%s(s%d)", name, state.id);
}

/* A column with the matrices from `from` on, the last one first, or a row with those before. */
static struct value times_matrices(struct writer *writer, int number, int from, int end, int is_row)
{
    const struct fermion_line *fermion = &writer->fermions[number];
    struct value state = spinor(writer, is_row ? fermion->row : fermion->column);
    for (int i = 0; i < end - from && state.id != NONE; ++i)
        state = times_matrix(writer, &fermion->link[is_row ? from + i : end - 1 - i], number, state, is_row);
    return state;
}

/* A fermion's line whose gamma matrix of one index is not multiplied: row gamma^mu column. */
static struct value vector_of_fermion(struct writer *writer, int number, int index)
{
    const struct fermion_line *fermion = &writer->fermions[number];
    int open = 0;
    while (fermion->link[open].token != STRUCTURE_GAMMA || fermion->link[open].index[0] != index)
        ++open;
    if (writer->busy_fermion[number]) {
        writer->waits = index;
        return (struct value){VECTOR, NONE};
    }
    writer->busy_fermion[number] = writer->done_fermion[number] = 1;
    const struct value row = times_matrices(writer, number, 0, open, 1);
    const struct value column = row.id == NONE ? row
                                               : times_matrices(writer, number, open + 1, fermion->count, 0);
    writer->busy_fermion[number] = 0;
    if (column.id == NONE)
        return (struct value){VECTOR, NONE};
    return line_add(&writer->list, VECTOR, "structure_current(s%d, s%d)", row.id, column.id);
}

/* An epsilon tensor with one index open, brought to the front. */
static struct value vector_of_epsilon(struct writer *writer, int number, int index)
{
    const struct structure_factor *factor = &writer->term.factor[number];
    int open = 0, ids[3], count = 0;
    while (factor->index[open] != index)
        ++open;
    if (writer->busy_epsilon[number]) {
        writer->waits = index;
        return (struct value){VECTOR, NONE};
    }
    writer->busy_epsilon[number] = writer->done_factor[number] = 1;
    for (int i = 0; i < 4; ++i) {
        if (i == open)
            continue;
        const struct value v = as_vector(writer, vector_behind(writer, factor->index[i], number, NONE));
        if (v.id == NONE) {
            writer->busy_epsilon[number] = 0;
            return v;
        }
        ids[count++] = v.id;
    }
    writer->busy_epsilon[number] = 0;
    if (open % 2) /* three places past an odd number of others: one exchange gives the sign */
        return line_add(&writer->list, VECTOR, "structure_epsilon(v%d, v%d, v%d)", ids[1], ids[0], ids[2]);
    return line_add(&writer->list, VECTOR, "structure_epsilon(v%d, v%d, v%d)", ids[0], ids[1], ids[2]);
}

/* The field of a leg of spin 2 times what stands at its other index. It is symmetric. */
static struct value vector_of_tensor(struct writer *writer, int number, int index)
{
    const struct structure_factor *factor = &writer->term.factor[number];
    const int other = factor->index[factor->index[0] == index];
    if (writer->busy_epsilon[number]) {
        writer->waits = index;
        return (struct value){VECTOR, NONE};
    }
    writer->busy_epsilon[number] = writer->done_factor[number] = 1;
    const struct value v = as_vector(writer, vector_behind(writer, other, number, NONE));
    writer->busy_epsilon[number] = 0;
    if (v.id == NONE)
        return v;
    return line_add(&writer->list, VECTOR, "tree_tensor_times(*b.in[%d], v%d)",
                    structure_child(writer->out, factor->index[2]), v.id);
}

/* The vector at the other end of an index. */
static struct value vector_behind(struct writer *writer, int index, int from_factor, int from_fermion)
{
    if (index >= BASIS)
        return line_add(&writer->list, VECTOR, "structure_unit(%d)", index - BASIS);
    if (is_leg_index(index) && structure_leg_of(index) != writer->out)
        return field(writer, index - 1);
    for (int i = 0; i < writer->term.count; ++i) {
        const struct structure_factor *factor = &writer->term.factor[i];
        if (i == from_factor)
            continue;
        if (factor->token == STRUCTURE_P && factor->index[0] == index) {
            writer->done_factor[i] = 1;
            return momentum(writer, factor->index[1] - 1);
        }
        for (int k = 0; factor->token == STRUCTURE_EPSILON && k < 4; ++k)
            if (factor->index[k] == index)
                return vector_of_epsilon(writer, i, index);
        if (factor->token == STRUCTURE_TENSOR && (factor->index[0] == index || factor->index[1] == index))
            return vector_of_tensor(writer, i, index);
        if (factor->token == STRUCTURE_METRIC && factor->index[0] == index) {
            writer->done_factor[i] = 1;
            return vector_behind(writer, factor->index[1], i, NONE);
        }
        if (factor->token == STRUCTURE_METRIC && factor->index[1] == index) {
            writer->done_factor[i] = 1;
            return vector_behind(writer, factor->index[0], i, NONE);
        }
    }
    for (int c = 0; c < writer->fermion_count; ++c)
        for (int i = 0; i < writer->fermions[c].count; ++i)
            if (writer->fermions[c].link[i].token == STRUCTURE_GAMMA &&
                writer->fermions[c].link[i].index[0] == index && c != from_fermion)
                return vector_of_fermion(writer, c, index);
    /* Both ends are in one fermion's line, or in one tensor. */
    writer->waits = index;
    return (struct value){VECTOR, NONE};
}

static struct value dot(struct writer *writer, struct value a, struct value b)
{
    if (a.id == NONE || b.id == NONE)
        return (struct value){NUMBER, NONE};
    if (a.kind == MOMENTUM && b.kind == MOMENTUM)
        return line_add(&writer->list, NUMBER, "structure_square(p%d, p%d)", a.id < b.id ? a.id : b.id,
                        a.id < b.id ? b.id : a.id);
    if (a.kind == MOMENTUM)
        return line_add(&writer->list, NUMBER, "cv_dot_momentum(p%d, v%d)", a.id, b.id);
    if (b.kind == MOMENTUM)
        return line_add(&writer->list, NUMBER, "cv_dot_momentum(p%d, v%d)", b.id, a.id);
    return line_add(&writer->list, NUMBER, "cv_dot(v%d, v%d)", a.id < b.id ? a.id : b.id,
                    a.id < b.id ? b.id : a.id);
}

/* Links of spinors in their order, from each row's leg on. */
static void make_fermion_lines(struct writer *writer)
{
    struct structure_term *term = &writer->term;
    writer->fermion_count = 0;
    for (int i = 0; i < term->count; ++i) {
        const struct structure_factor *first = &term->factor[i];
        const int row_place = first->token == STRUCTURE_GAMMA ? 1 : 0;
        if (first->token < STRUCTURE_GAMMA || first->index[row_place] < 0)
            continue;
        if (writer->fermion_count == FERMIONS_MOST) {
            writer->failed = 1;
            return;
        }
        struct fermion_line *fermion = &writer->fermions[writer->fermion_count++];
        *fermion = (struct fermion_line){.row = first->index[row_place] - 1};
        const struct structure_factor *link = first;
        while (link && fermion->count < LINKS_MOST) {
            const int place = link->token == STRUCTURE_GAMMA ? 2 : 1, column = link->index[place];
            fermion->link[fermion->count++] = *link;
            fermion->column = column - 1;
            const struct structure_factor *next = NULL;
            for (int k = 0; k < term->count && column < 0; ++k) {
                const struct structure_factor *other = &term->factor[k];
                if (other->token >= STRUCTURE_GAMMA &&
                    other->index[other->token == STRUCTURE_GAMMA ? 1 : 0] == column)
                    next = other;
            }
            link = next;
        }
    }
}

/* Metric tensors rename one of their indices; the trace of one is 4. One that joins two legs stays. */
static void drop_metrics(struct structure_term *term)
{
    for (int i = 0; i < term->count; ++i) {
        struct structure_factor *metric = &term->factor[i];
        if (metric->token != STRUCTURE_METRIC || (metric->index[0] > 0 && metric->index[1] > 0))
            continue;
        const int gone = metric->index[0] < 0 ? metric->index[0] : metric->index[1];
        const int stays = gone == metric->index[0] ? metric->index[1] : metric->index[0];
        *metric = term->factor[--term->count];
        if (gone == stays) {
            term->re *= 4;
            term->im *= 4;
        }
        for (int k = 0; k < term->count; ++k)
            for (int n = 0; n < structure_indices(term->factor[k].token); ++n)
                if (term->factor[k].index[n] == gone && !(term->factor[k].token == STRUCTURE_P && n == 1))
                    term->factor[k].index[n] = stays;
        i = -1;
    }
}

static struct value multiply(struct writer *writer, struct value a, struct value b)
{
    if (a.id == NONE)
        return b;
    if (b.id == NONE)
        return a;
    return line_add(&writer->list, NUMBER, "c_multiply(n%d, n%d)", a.id, b.id);
}

/* The scalar of a fermion's line between two legs that are there. */
static struct value scalar_of_fermion(struct writer *writer, int number)
{
    const struct fermion_line *fermion = &writer->fermions[number];
    writer->busy_fermion[number] = writer->done_fermion[number] = 1;
    const struct value column = times_matrices(writer, number, 0, fermion->count, 0);
    writer->busy_fermion[number] = 0;
    if (column.id == NONE)
        return (struct value){NUMBER, NONE};
    return line_add(&writer->list, NUMBER, "tree_close_fermion(s%d, s%d)", spinor(writer, fermion->row).id,
                    column.id);
}

static struct value product_of_legs(void *writer, const int legs[2])
{
    return dot(writer, momentum(writer, legs[0]), momentum(writer, legs[1]));
}

/* A scalar of the term that is not in the product yet. Form factors and fermions' lines are taken first, then
 * epsilon tensors, then momenta and fields. Returns 0 where none is left. */
static int next_scalar(struct writer *writer, struct value *scalar)
{
    for (int i = 0; i < writer->term.count; ++i)
        if (writer->term.factor[i].token == STRUCTURE_FORM && !writer->done_factor[i]) {
            const struct form_row *form = &writer->model->table->forms[writer->term.factor[i].index[0]];
            writer->done_factor[i] = 1;
            *scalar = form_write(writer->model, form, product_of_legs, writer, &writer->list);
            return 1;
        }
    for (int c = 0; c < writer->fermion_count; ++c)
        if (!writer->done_fermion[c]) {
            *scalar = scalar_of_fermion(writer, c);
            return 1;
        }
    for (int pass = 0; pass < 4; ++pass)
        for (int i = 0; i < writer->term.count; ++i) {
            const struct structure_factor *factor = &writer->term.factor[i];
            const enum structure_token wanted[] = {STRUCTURE_EPSILON, STRUCTURE_TENSOR, STRUCTURE_P,
                                                   STRUCTURE_METRIC};
            if (factor->token != wanted[pass] || writer->done_factor[i])
                continue;
            writer->done_factor[i] = 1;
            if (factor->token == STRUCTURE_TENSOR && factor->index[0] == factor->index[1]) {
                *scalar = line_add(&writer->list, NUMBER, "tree_tensor_trace(*b.in[%d])",
                                   structure_child(writer->out, factor->index[2]));
            } else if (factor->token == STRUCTURE_EPSILON || factor->token == STRUCTURE_TENSOR) {
                const struct value v = factor->token == STRUCTURE_EPSILON
                                           ? vector_of_epsilon(writer, i, factor->index[0])
                                           : vector_of_tensor(writer, i, factor->index[0]);
                *scalar = v.id == NONE ? v : dot(writer, vector_behind(writer, factor->index[0], i, NONE), v);
            } else if (factor->token == STRUCTURE_P) {
                *scalar = dot(writer, momentum(writer, factor->index[1] - 1),
                              vector_behind(writer, factor->index[0], i, NONE));
            } else {
                *scalar = dot(writer, vector_behind(writer, factor->index[0], i, NONE),
                              vector_behind(writer, factor->index[1], i, NONE));
            }
            return 1;
        }
    return 0;
}

/* The tensor that a term makes, of the vectors at its two indices. */
static struct value tensor_of(struct writer *writer)
{
    const int index = writer->out + 1 + STRUCTURE_SECOND;
    const struct value v = as_vector(writer, vector_behind(writer, index, NONE, NONE));
    struct value w = {VECTOR, NONE};
    if (v.id != NONE && writer->second != NONE)
        w = line_add(&writer->list, VECTOR, "structure_unit(%d)", writer->second);
    else if (v.id != NONE)
        w = as_vector(writer, vector_behind(writer, index + STRUCTURE_SECOND, NONE, NONE));
    return w.id == NONE ? (struct value){TENSOR, NONE}
                        : line_add(&writer->list, TENSOR, "tree_tensor_outer(v%d, v%d)", v.id, w.id);
}

/* The vector, tensor or spinor that a term makes. */
static struct value made_of(struct writer *writer)
{
    const int out = writer->out;
    if (writer->structure->spins[out] == 5)
        return tensor_of(writer);
    if (writer->structure->spins[out] == 3)
        return as_vector(writer, vector_behind(writer, out + 1, NONE, NONE));
    for (int c = 0; c < writer->fermion_count && writer->structure->spins[out] == 2; ++c) {
        const struct fermion_line *fermion = &writer->fermions[c];
        if (fermion->row != out && fermion->column != out)
            continue;
        writer->busy_fermion[c] = writer->done_fermion[c] = 1;
        const struct value made = times_matrices(writer, c, 0, fermion->count, fermion->column == out);
        writer->busy_fermion[c] = 0;
        return made;
    }
    return (struct value){NUMBER, NONE};
}

/* Text of a number of the model's: 17 digits, with a point. */
static struct value constant_times(struct writer *writer, double re, double im, struct value factor)
{
    if (factor.id == NONE)
        return line_add(&writer->list, NUMBER, "c_set(R(%.17e), R(%.17e))", re, im);
    if (im == 0 && re == 1)
        return factor;
    if (im == 0)
        return line_add(&writer->list, NUMBER, "c_scale(n%d, R(%.17e))", factor.id, re);
    return line_add(&writer->list, NUMBER, "c_multiply(n%d, c_set(R(%.17e), R(%.17e)))", factor.id, re, im);
}

/* Adds a product to the part of its vector or spinor. */
static void add_part(struct writer *writer, struct part *parts, int *count, struct value of,
                     struct value factor)
{
    int at = 0;
    while (at < *count && (parts[at].of.kind != of.kind || parts[at].of.id != of.id))
        ++at;
    if (at == *count) {
        parts[(*count)++] = (struct part){of, factor};
        return;
    }
    parts[at].factor = line_add(&writer->list, NUMBER, "c_add(n%d, n%d)", parts[at].factor.id, factor.id);
}

/* A field for each leg of spin 2 that goes in, whose indices become inner ones. */
static void add_tensors(struct writer *writer, struct structure_term *term)
{
    for (int leg = 0; leg < writer->structure->legs; ++leg) {
        struct structure_factor tensor = {STRUCTURE_TENSOR, {0, 0, leg}};
        if (writer->structure->spins[leg] != 5 || leg == writer->out)
            continue;
        if (term->count == STRUCTURE_FACTORS_MOST) {
            writer->failed = 1;
            return;
        }
        for (int second = 0; second < 2; ++second) {
            const int index = leg + 1 + (1 + second) * STRUCTURE_SECOND;
            tensor.index[second] = -(TENSOR_DUMMIES + index);
            for (int i = 0; i < term->count; ++i)
                for (int k = 0; k < structure_indices(term->factor[i].token); ++k)
                    if (term->factor[i].index[k] == index)
                        term->factor[i].index[k] = tensor.index[second];
        }
        term->factor[term->count++] = tensor;
    }
}

static void begin_term(struct writer *writer, const struct structure_term *term)
{
    writer->term = *term;
    drop_metrics(&writer->term);
    memset(writer->busy_epsilon, 0, sizeof writer->busy_epsilon);
    memset(writer->busy_fermion, 0, sizeof writer->busy_fermion);
    memset(writer->done_factor, 0, sizeof writer->done_factor);
    memset(writer->done_fermion, 0, sizeof writer->done_fermion);
    writer->waits = 0;
    make_fermion_lines(writer);
    for (int i = 0; i < writer->term.count; ++i)
        writer->done_factor[i] = writer->term.factor[i].token >= STRUCTURE_GAMMA;
}

/* One end of an index, and then the other, are a unit vector. */
static struct structure_term split_index(const struct structure_term *term, int index, int axis)
{
    struct structure_term part = *term;
    for (int i = 0; i < part.count; ++i)
        for (int k = 0; k < structure_indices(part.factor[i].token); ++k)
            if (part.factor[i].index[k] == index && !(part.factor[i].token == STRUCTURE_P && k == 1))
                part.factor[i].index[k] = BASIS + axis;
    if (axis) {
        part.re = -part.re;
        part.im = -part.im;
    }
    return part;
}

static void add_term(struct writer *writer, const struct structure_term *term, struct part *parts, int *count)
{
    begin_term(writer, term);
    const struct structure_term whole = writer->term;
    struct value factor = {NUMBER, NONE}, scalar;
    const struct value of = made_of(writer);
    while (!writer->waits && !writer->failed && next_scalar(writer, &scalar))
        factor = multiply(writer, factor, scalar);
    if (!writer->waits && *count == PARTS_EACH * writer->structure->term_count)
        writer->failed = 1;
    if (!writer->waits) {
        add_part(writer, parts, count, of, constant_times(writer, whole.re, whole.im, factor));
        return;
    }
    const int index = writer->waits, second = writer->second;
    const int is_second = index == writer->out + 1 + 2 * STRUCTURE_SECOND;
    for (int axis = 0; axis < 4 && !writer->failed; ++axis) {
        const struct structure_term part = split_index(&whole, index, axis);
        writer->second = is_second ? axis : second;
        add_term(writer, &part, parts, count);
    }
    writer->second = second;
}

int structure_write(const ts_model *model, int number, int tangent, struct source *text)
{
    const struct structure *structure = &model->table->structures[number / STRUCTURE_LEGS];
    const int out = number % STRUCTURE_LEGS;
    struct writer writer = {.model = model, .structure = structure, .out = out, .second = NONE};
    struct part *parts = calloc((size_t)structure->term_count * PARTS_EACH + 1, sizeof *parts);
    int count = 0;
    writer.list.lines = calloc(LINES_MOST, sizeof *writer.list.lines);
    if (!parts || !writer.list.lines) {
        text->failed = 1;
    } else {
        for (int i = 0; i < structure->term_count && !writer.failed; ++i) {
            struct structure_term term = structure->terms[i];
            add_tensors(&writer, &term);
            add_term(&writer, &term, parts, &count);
        }
        structure_lines_write(&(struct structure_lines){structure, out, writer.list.lines, writer.list.count,
                                                        parts, count},
                              number, tangent, text);
    }
    free(parts);
    free(writer.list.lines);
    return !writer.failed && !writer.list.failed;
}
