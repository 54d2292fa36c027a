#include "model/structure.h"

#include "model/forms.h"
#include "model/formula.h"
#include "model/structure_spinors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int indices;
} tokens[STRUCTURE_TOKENS] = {
    [STRUCTURE_P] = {"P", 2},
    [STRUCTURE_METRIC] = {"Metric", 2},
    [STRUCTURE_EPSILON] = {"Epsilon", 4},
    [STRUCTURE_TENSOR] = {NULL, 2},
    [STRUCTURE_FORM] = {NULL, 0},
    [STRUCTURE_GAMMA] = {"Gamma", 3},
    [STRUCTURE_GAMMA5] = {"Gamma5", 2},
    [STRUCTURE_PROJM] = {"ProjM", 2},
    [STRUCTURE_PROJP] = {"ProjP", 2},
    [STRUCTURE_IDENTITY] = {"Identity", 2},
    [STRUCTURE_C] = {"C", 2},
    [STRUCTURE_SIGMA] = {"Sigma", 4},
};

enum { NESTED_MOST = 60, DUMMIES = 1000, LEG_INDEX_MOST = 3 * STRUCTURE_SECOND };
enum { FRESH_DUMMIES = 4 * DUMMIES }; /* between inner indices that no text has */

struct sum {
    struct structure_term *terms;
    int count;
};

struct reader {
    const struct structure *structure;
    const char *at;
    int depth, out_of_memory, is_beyond, fresh;
    const char *why; /* what is wrong, in words; NULL: nothing */
};

/* Whether an index of a factor's place is one of a spinor. */
static int is_spinor_index(enum structure_token token, int place)
{
    return token == STRUCTURE_GAMMA ? place > 0 : token > STRUCTURE_GAMMA;
}

static int momenta_of(const struct structure_term *term)
{
    int count = 0;
    for (int i = 0; i < term->count; ++i)
        count += term->factor[i].token == STRUCTURE_P;
    return count;
}

int structure_momenta(const struct structure *structure)
{
    return structure->term_count ? momenta_of(&structure->terms[0]) : 0;
}

int structure_dimension(const struct structure *structure)
{
    int twice = 8;
    for (int i = 0; i < structure->legs; ++i)
        twice -= structure->spins[i] == 2 ? 3 : 2;
    return twice / 2 - structure_momenta(structure);
}

int structure_indices(enum structure_token token) { return tokens[token].indices; }

int structure_has_word(const char *word)
{
    int is_known = !strcmp(word, "i");
    for (int token = 0; token < STRUCTURE_TOKENS; ++token)
        is_known |= tokens[token].name && !strcmp(word, tokens[token].name);
    return is_known;
}

static int failed(const struct reader *reader) { return reader->why || reader->out_of_memory; }

static struct sum fail(struct reader *reader, const char *why)
{
    if (!failed(reader))
        reader->why = why;
    return (struct sum){NULL, 0};
}

/* Room for the terms of a sum. */
static struct sum sum_of(struct reader *reader, int count)
{
    if (count > STRUCTURE_TERMS_MOST)
        return fail(reader, "has too many terms");
    struct sum sum = {calloc((size_t)count + 1, sizeof *sum.terms), count};
    reader->out_of_memory |= !sum.terms;
    return sum;
}

static struct sum number(struct reader *reader, double re, double im)
{
    struct sum sum = sum_of(reader, 1);
    if (sum.terms)
        sum.terms[0] = (struct structure_term){.re = re, .im = im};
    return sum;
}

/* Takes both. */
static struct sum add(struct reader *reader, struct sum a, struct sum b, double sign)
{
    struct sum sum = failed(reader) ? (struct sum){NULL, 0} : sum_of(reader, a.count + b.count);
    for (int i = 0; sum.terms && i < sum.count; ++i) {
        sum.terms[i] = i < a.count ? a.terms[i] : b.terms[i - a.count];
        sum.terms[i].re *= i < a.count ? 1 : sign;
        sum.terms[i].im *= i < a.count ? 1 : sign;
    }
    free(a.terms);
    free(b.terms);
    return sum;
}

static void multiply_terms(struct reader *reader, const struct structure_term *a,
                           const struct structure_term *b, struct structure_term *to)
{
    *to = *a;
    to->re = a->re * b->re - a->im * b->im;
    to->im = a->re * b->im + a->im * b->re;
    if (a->count + b->count > STRUCTURE_FACTORS_MOST) {
        fail(reader, "has a term of too many factors");
        return;
    }
    for (int i = 0; i < b->count; ++i)
        to->factor[to->count++] = b->factor[i];
}

static struct sum multiply(struct reader *reader, struct sum a, struct sum b)
{
    const int too_many = a.count && b.count > STRUCTURE_TERMS_MOST / a.count;
    if (too_many)
        fail(reader, "has too many terms");
    struct sum sum = failed(reader) ? (struct sum){NULL, 0} : sum_of(reader, a.count * b.count);
    for (int i = 0; sum.terms && i < sum.count; ++i)
        multiply_terms(reader, &a.terms[i / b.count], &b.terms[i % b.count], &sum.terms[i]);
    free(a.terms);
    free(b.terms);
    return sum;
}

static int take(struct reader *reader, char c) { return formula_take(&reader->at, c); }

static struct sum read_sum(struct reader *reader);

static struct sum read_group(struct reader *reader)
{
    if (++reader->depth > NESTED_MOST)
        return fail(reader, "has too many brackets");
    struct sum sum = read_sum(reader);
    --reader->depth;
    if (!take(reader, ')'))
        fail(reader, "has brackets that do not close");
    return sum;
}

static void read_indices(struct reader *reader, struct structure_factor *factor)
{
    const int count = tokens[factor->token].indices;
    for (int i = 0; i < count && !failed(reader); ++i) {
        char *end;
        factor->index[i] = (int)strtol(reader->at, &end, 10);
        const int is_index = end != reader->at && factor->index[i] && factor->index[i] > -DUMMIES &&
                             factor->index[i] < LEG_INDEX_MOST;
        reader->at = end;
        if (!is_index || !take(reader, i + 1 < count ? ',' : ')'))
            fail(reader, "has a tensor with other indices than it should have");
    }
}

/* Sigma(mu,nu,i,j) as i/2 (gamma^mu gamma^nu - gamma^nu gamma^mu). */
static struct sum sigma(struct reader *reader, struct sum one)
{
    struct sum sum = failed(reader) ? (struct sum){NULL, 0} : sum_of(reader, 2);
    const int *index = one.terms[0].factor[0].index, inner = -FRESH_DUMMIES * ++reader->fresh;
    for (int i = 0; sum.terms && i < 2; ++i)
        sum.terms[i] = (struct structure_term){.im = i ? -0.5 : 0.5,
                                               .count = 2,
                                               .factor = {{STRUCTURE_GAMMA, {index[i], index[2], inner}},
                                                          {STRUCTURE_GAMMA,
                                                           {index[1 - i], inner, index[3]}}}};
    free(one.terms);
    return sum;
}

/* The place of a form factor; -1: the word is none. */
static int form_named(const struct reader *reader, const char *name, size_t length)
{
    const struct structure *structure = reader->structure;
    for (int i = 0; i < structure->form_count; ++i)
        if (strlen(structure->forms[i].name) == length && !strncmp(structure->forms[i].name, name, length))
            return i;
    return -1;
}

static struct sum read_form(struct reader *reader, int form)
{
    struct sum sum = number(reader, 1, 0);
    if (sum.terms)
        sum.terms[0].factor[sum.terms[0].count++] = (struct structure_factor){STRUCTURE_FORM, {form}};
    if (form_legs(&reader->structure->forms[form]) > reader->structure->legs)
        fail(reader, "has a form factor of momenta that are not there");
    return sum;
}

static struct sum read_token(struct reader *reader)
{
    const char *name = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
        ++reader->at;
    const size_t length = (size_t)(reader->at - name);
    if (length == 1 && *name == 'i')
        return number(reader, 0, 1);
    const int form = form_named(reader, name, length);
    if (form >= 0)
        return read_form(reader, form);
    int token = 0;
    while (token < STRUCTURE_TOKENS && (!tokens[token].name || strlen(tokens[token].name) != length ||
                                        strncmp(tokens[token].name, name, length) != 0))
        ++token;
    reader->is_beyond |= token == STRUCTURE_TOKENS && length > 0;
    if (token == STRUCTURE_TOKENS || !take(reader, '('))
        return fail(reader,
                    "has a word that is none of P, Metric, Epsilon, Gamma, Gamma5, ProjM, ProjP, Identity, "
                    "C, Sigma");
    struct sum sum = number(reader, 1, 0);
    if (!sum.terms)
        return sum;
    struct structure_factor *factor = &sum.terms[0].factor[sum.terms[0].count++];
    factor->token = (enum structure_token)token;
    read_indices(reader, factor);
    return token == STRUCTURE_SIGMA ? sigma(reader, sum) : sum;
}

static struct sum read_primary(struct reader *reader)
{
    if (take(reader, '('))
        return read_group(reader);
    if (isdigit((unsigned char)*reader->at) || *reader->at == '.') {
        char *end;
        const double found = strtod(reader->at, &end);
        reader->at = end;
        return number(reader, found, 0);
    }
    return read_token(reader);
}

/* A copy whose inner indices are others. */
static struct sum copy_apart(struct reader *reader, const struct sum *sum, int number)
{
    struct sum copy = sum_of(reader, sum->count);
    for (int i = 0; copy.terms && i < sum->count; ++i) {
        copy.terms[i] = sum->terms[i];
        for (int k = 0; k < copy.terms[i].count; ++k)
            for (int n = 0; n < 4; ++n)
                if (copy.terms[i].factor[k].index[n] < 0)
                    copy.terms[i].factor[k].index[n] -= number * DUMMIES;
    }
    return copy;
}

static struct sum read_power(struct reader *reader)
{
    /* P(-1,1)^2 is the square of a vector: its index is summed over. A bracket's indices are its own. */
    const int is_bracket = *reader->at == '(';
    struct sum base = read_primary(reader);
    if (!take(reader, '^') || failed(reader))
        return base;
    const int exponent = *reader->at >= '2' && *reader->at <= '4' ? *reader->at++ - '0' : 0;
    if (!exponent) {
        fail(reader, "has a power other than 2, 3 or 4");
        return base;
    }
    struct sum product = copy_apart(reader, &base, 0);
    for (int i = 1; i < exponent && !failed(reader); ++i)
        product = multiply(reader, product, copy_apart(reader, &base, is_bracket ? i : 0));
    free(base.terms);
    return product;
}

static struct sum read_signed(struct reader *reader)
{
    if (take(reader, '-'))
        return add(reader, (struct sum){NULL, 0}, read_power(reader), -1);
    take(reader, '+');
    return read_power(reader);
}

static struct sum divide(struct reader *reader, struct sum a, struct sum b)
{
    const int is_number = b.count == 1 && b.terms && b.terms[0].count == 0 && b.terms[0].im == 0 &&
                          b.terms[0].re != 0;
    for (int i = 0; is_number && i < a.count; ++i) {
        a.terms[i].re /= b.terms[0].re;
        a.terms[i].im /= b.terms[0].re;
    }
    free(b.terms);
    if (!is_number)
        fail(reader, "divides by what is no number");
    return a;
}

static struct sum read_product(struct reader *reader)
{
    struct sum product = read_signed(reader);
    while (!failed(reader)) {
        if (take(reader, '*'))
            product = multiply(reader, product, read_signed(reader));
        else if (take(reader, '/'))
            product = divide(reader, product, read_signed(reader));
        else
            break;
    }
    return product;
}

static struct sum read_sum(struct reader *reader)
{
    struct sum sum = read_product(reader);
    while (!failed(reader)) {
        if (take(reader, '+'))
            sum = add(reader, sum, read_product(reader), 1);
        else if (take(reader, '-'))
            sum = add(reader, sum, read_product(reader), -1);
        else
            break;
    }
    return sum;
}

/* Whether a positive index is one that a leg of this structure has. */
static int is_index_of_leg(const struct structure *structure, int index)
{
    const int leg = structure_leg_of(index), kind = index / STRUCTURE_SECOND;
    return leg >= 0 && leg < structure->legs && (structure->spins[leg] == 5 ? kind > 0 : kind == 0);
}

/* Whether each index of a term stands where it may: those of legs once, others twice. */
static int check_term(const struct structure *structure, const struct structure_term *term)
{
    int seen[2][STRUCTURE_LEGS] = {{0}}; /* indices of a leg that are those of vectors, or of a spinor */
    for (int i = 0; i < term->count; ++i) {
        const struct structure_factor *factor = &term->factor[i];
        for (int k = 0; k < tokens[factor->token].indices; ++k) {
            const int index = factor->index[k], is_leg = factor->token == STRUCTURE_P && k == 1;
            if (is_leg ? index < 1 || index > structure->legs
                       : index > 0 && !is_index_of_leg(structure, index))
                return 0;
            if (is_leg)
                continue;
            int again = 0;
            for (int j = 0; j < term->count; ++j)
                for (int n = 0; n < tokens[term->factor[j].token].indices; ++n)
                    again += term->factor[j].index[n] == index &&
                             !(term->factor[j].token == STRUCTURE_P && n == 1);
            if (index < 0 ? again != 2 : again != 1)
                return 0;
            if (index > 0)
                ++seen[is_spinor_index(factor->token, k)][structure_leg_of(index)];
        }
    }
    for (int leg = 0; leg < structure->legs; ++leg)
        if (seen[1][leg] != (structure->spins[leg] == 2) ||
            seen[0][leg] != (structure->spins[leg] == 5 ? 2 : structure->spins[leg] == 3))
            return 0;
    return 1;
}

/* The column behind a row, by spinor indices. */
static int column_behind(const struct structure_term *term, int row)
{
    for (int i = 0; i < term->count; ++i) {
        const struct structure_factor *factor = &term->factor[i];
        const int place = factor->token == STRUCTURE_GAMMA;
        if (factor->token >= STRUCTURE_GAMMA && factor->index[place] == row)
            return factor->index[place + 1] > 0 ? factor->index[place + 1]
                                                : column_behind(term, factor->index[place + 1]);
    }
    return 0;
}

/* Fermions of a vertex come in the order of its legs, those of a term pair by pair, column and row. This is
 * the sign of one order against the other, which is no part of a model's couplings. */
static int sign_of_pairs(const struct structure *structure, const struct structure_term *term)
{
    int order[STRUCTURE_LEGS], count = 0, swaps = 0;
    for (int leg = 1; leg <= structure->legs; ++leg)
        if (structure->spins[leg - 1] == 2 && column_behind(term, leg)) {
            order[count++] = column_behind(term, leg);
            order[count++] = leg;
        }
    for (int i = 0; i < count; ++i)
        for (int k = i + 1; k < count; ++k)
            swaps += order[i] > order[k];
    return count > 2 && swaps % 2 ? -1 : 1;
}

int structure_read(const char *text, struct structure *structure, char *sentence, int bytes)
{
    struct reader reader = {.structure = structure, .at = text};
    struct sum sum = read_sum(&reader);
    structure->text = text;
    take(&reader, ' ');
    if (!failed(&reader) && *reader.at)
        fail(&reader, "has signs that make no sense");
    for (int i = 0; i < sum.count && sum.terms && !failed(&reader); ++i)
        if (!check_term(structure, &sum.terms[i]))
            fail(&reader, "has indices that do not fit its legs");
    for (int i = 0; i < sum.count && sum.terms && !failed(&reader); ++i) {
        const char *why = structure_join_spinors(structure, &sum.terms[i]);
        reader.is_beyond |= why != NULL;
        if (why)
            fail(&reader, why);
    }
    for (int i = 0; i < sum.count && sum.terms && !failed(&reader); ++i)
        if (sign_of_pairs(structure, &sum.terms[i]) < 0) {
            sum.terms[i].re = -sum.terms[i].re;
            sum.terms[i].im = -sum.terms[i].im;
        }
    if (!failed(&reader)) {
        structure->terms = sum.terms;
        structure->term_count = sum.count;
        return 1;
    }
    free(sum.terms);
    if (reader.out_of_memory)
        return -1;
    if (reader.is_beyond)
        return 2;
    snprintf(sentence, (size_t)bytes, "the Lorentz structure %.40s, \"%.80s\", %s", structure->name, text,
             reader.why);
    return 0;
}

void structure_free(struct structure *structure)
{
    free(structure->terms);
    structure->terms = NULL;
}

int structure_is_row(const struct structure *structure, int leg)
{
    for (int i = 0; i < structure->term_count; ++i)
        for (int k = 0; k < structure->terms[i].count; ++k) {
            const struct structure_factor *factor = &structure->terms[i].factor[k];
            if (factor->token >= STRUCTURE_GAMMA &&
                factor->index[factor->token == STRUCTURE_GAMMA ? 1 : 0] == leg + 1)
                return 1;
        }
    return 0;
}

int structure_take_part(struct structure *rest, struct structure *part)
{
    const int momenta = momenta_of(&rest->terms[0]), all = rest->term_count;
    const unsigned rows = structure_rows(&rest->terms[0]);
    *part = *rest;
    part->terms = calloc((size_t)all + 1, sizeof *part->terms);
    part->term_count = rest->term_count = 0;
    for (int i = 0; part->terms && i < all; ++i)
        if (momenta_of(&rest->terms[i]) == momenta && structure_rows(&rest->terms[i]) == rows)
            part->terms[part->term_count++] = rest->terms[i];
        else
            rest->terms[rest->term_count++] = rest->terms[i];
    return part->terms != NULL;
}
