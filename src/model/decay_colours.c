#include "model/decay_colours.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define I __builtin_complex(0.0, 1.0)

enum { COLOURS = 3, GLUONS = 8, FACTORS_MOST = 16, LABELS_MOST = 3 * FACTORS_MOST, UNKNOWN = -1 };

/* A factor: its values are those of `value` at three places, of which Identity has two. */
struct factor {
    int count, label[3]; /* numbers among the reader's labels */
    number (*value)(const int *at);
    int size[3];
};

struct reading {
    int factor_count, label_count, too_many;
    struct factor factors[FACTORS_MOST];
    int name[LABELS_MOST], at[LABELS_MOST];
    const int *place;
    struct colour_tensor *to;
};

/* Gell-Mann's matrices, halved. */
static number generator(int a, int i, int j)
{
    static const int pairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
    if (a == 7 || a == 2) {
        if (i != j)
            return 0;
        if (a == 2)
            return i == 2 ? 0 : i ? -0.5 : 0.5;
        return (i == 2 ? -2 : 1) / (2 * sqrt(3));
    }
    const int *pair = pairs[a < 2 ? 0 : a < 5 ? 1 : 2], is_imaginary = a == 1 || a == 4 || a == 6;
    if (i == pair[0] && j == pair[1])
        return is_imaginary ? -0.5 * I : 0.5;
    return i == pair[1] && j == pair[0] ? is_imaginary ? 0.5 * I : 0.5 : 0;
}

static number value_t(const int *at) { return generator(at[0], at[1], at[2]); }

/* tr(T^a T^b T^c) */
static number trace(int a, int b, int c)
{
    number sum = 0;
    for (int i = 0; i < COLOURS; ++i)
        for (int j = 0; j < COLOURS; ++j)
            for (int k = 0; k < COLOURS; ++k)
                sum += generator(a, i, j) * generator(b, j, k) * generator(c, k, i);
    return sum;
}

/* The real part of a number that is real but for rounding; what rounding leaves of zero is none. */
static number rounded(number value) { return fabs(creal(value)) < 1e-14 ? 0 : creal(value); }

static number value_f(const int *at)
{
    return rounded(-2 * I * (trace(at[0], at[1], at[2]) - trace(at[1], at[0], at[2])));
}

static number value_d(const int *at)
{
    return rounded(2 * (trace(at[0], at[1], at[2]) + trace(at[1], at[0], at[2])));
}

static number value_identity(const int *at) { return at[0] == at[1]; }

static number value_epsilon(const int *at)
{
    return (at[1] - at[0]) * (at[2] - at[0]) * (at[2] - at[1]) / 2.0;
}

/* Symmetric pairs: 0, 1, 2 of a colour with itself, then those of two. */
static double pair_of(int s, int i, int j)
{
    static const int pairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
    if (s < COLOURS)
        return i == s && j == s;
    const int *pair = pairs[s - COLOURS];
    return (i == pair[0] && j == pair[1]) || (i == pair[1] && j == pair[0]) ? sqrt(0.5) : 0;
}

static number value_k6(const int *at) { return pair_of(at[0], at[1], at[2]); }

static number value_t6(const int *at)
{
    number sum = 0;
    for (int i = 0; i < COLOURS; ++i)
        for (int j = 0; j < COLOURS; ++j)
            for (int k = 0; k < COLOURS; ++k)
                sum += 2 * pair_of(at[1], i, j) * generator(at[0], i, k) * pair_of(at[2], k, j);
    return sum;
}

static const struct {
    const char *name;
    number (*value)(const int *at);
    int size[3];
} kinds[] = {{"T", value_t, {GLUONS, COLOURS, COLOURS}},
             {"f", value_f, {GLUONS, GLUONS, GLUONS}},
             {"d", value_d, {GLUONS, GLUONS, GLUONS}},
             {"Epsilon", value_epsilon, {COLOURS, COLOURS, COLOURS}},
             {"EpsilonBar", value_epsilon, {COLOURS, COLOURS, COLOURS}},
             {"K6", value_k6, {6, COLOURS, COLOURS}},
             {"K6Bar", value_k6, {6, COLOURS, COLOURS}},
             {"T6", value_t6, {GLUONS, 6, 6}},
             {"Identity", value_identity, {GLUONS, GLUONS, 1}}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int label_of(struct reading *reading, int name)
{
    for (int i = 0; i < reading->label_count; ++i)
        if (reading->name[i] == name)
            return i;
    reading->name[reading->label_count] = name;
    reading->at[reading->label_count] = UNKNOWN;
    return reading->label_count++;
}

static void read_factors(const char *text, struct reading *reading)
{
    while (*text && strcmp(text, "1") != 0 && !reading->too_many) {
        char name[16];
        int label[3] = {0}, length = 0;
        /* NOLINTNEXTLINE(cert-err34-c): colour_words_read() has checked the numbers */
        const int count = sscanf(text, "%15[A-Za-z0-9](%d,%d%n,%d%n", name, &label[0], &label[1], &length,
                                 &label[2], &length) -
                          1;
        int kind = 0;
        while (kind < KINDS && strcmp(kinds[kind].name, name) != 0)
            ++kind;
        reading->too_many |= count < 2 || kind == KINDS || reading->factor_count == FACTORS_MOST;
        if (reading->too_many)
            return;
        struct factor *factor = &reading->factors[reading->factor_count++];
        *factor = (struct factor){.count = count, .value = kinds[kind].value};
        memcpy(factor->size, kinds[kind].size, sizeof factor->size);
        for (int i = 0; i < count; ++i)
            factor->label[i] = label_of(reading, label[i]);
        text += length + 1;
        text += *text == '*';
    }
}

/* The place in the tensor where all labels have values; -1: beyond a leg's size. */
static int place_of(const struct reading *reading)
{
    const struct colour_tensor *to = reading->to;
    int at[DECAY_LEGS_MOST] = {0}, place = 0;
    for (int i = 0; i < reading->label_count; ++i)
        if (reading->name[i] > 0)
            at[reading->place[reading->name[i] - 1]] = reading->at[i];
    for (int leg = 0; leg < to->legs; ++leg) {
        if (at[leg] >= to->size[leg])
            return -1;
        place = place * to->size[leg] + at[leg];
    }
    return place;
}

/* Adds the product of factor number `which` and of those behind it, times a factor, for all values of labels
 * that have none yet. */
static void add_products(struct reading *reading, int which, number product)
{
    if (which == reading->factor_count) {
        const int place = place_of(reading);
        if (place >= 0)
            reading->to->values[place] += product;
        return;
    }
    const struct factor *factor = &reading->factors[which];
    int before[3];
    for (int k = 0; k < 3; ++k)
        before[k] = k < factor->count ? reading->at[factor->label[k]] : 0;
    for (int i = 0; i < factor->size[0] * factor->size[1] * factor->size[2]; ++i) {
        const int at[3] = {i / (factor->size[1] * factor->size[2]), i / factor->size[2] % factor->size[1],
                           i % factor->size[2]};
        int fits = 1;
        for (int k = 0; k < factor->count; ++k)
            for (int n = 0; n < factor->count; ++n)
                fits &= (before[k] == UNKNOWN || before[k] == at[k]) &&
                        (factor->label[n] != factor->label[k] || at[n] == at[k]);
        const number value = fits ? factor->value(at) : 0;
        if (value == 0)
            continue;
        for (int k = 0; k < factor->count; ++k)
            reading->at[factor->label[k]] = at[k];
        add_products(reading, which + 1, product * value);
        for (int k = 0; k < factor->count; ++k)
            reading->at[factor->label[k]] = before[k];
    }
}

int colour_tensor_create(struct colour_tensor *tensor)
{
    tensor->count = 1;
    for (int i = 0; i < tensor->legs; ++i)
        tensor->count *= tensor->size[i];
    tensor->values = calloc((size_t)tensor->count, sizeof *tensor->values);
    return tensor->values != NULL;
}

void colour_tensor_free(struct colour_tensor *tensor)
{
    free(tensor->values);
    tensor->values = NULL;
}

int colour_tensor_of_text(const char *text, const int *place, struct colour_tensor *tensor)
{
    struct reading reading = {.place = place, .to = tensor};
    read_factors(text, &reading);
    if (reading.too_many || !colour_tensor_create(tensor))
        return 0;
    add_products(&reading, 0, 1);
    return 1;
}

/* The values of a tensor's indices at a place. */
static void indices_at(const struct colour_tensor *tensor, int place, int *at)
{
    for (int leg = tensor->legs - 1; leg >= 0; --leg) {
        at[leg] = place % tensor->size[leg];
        place /= tensor->size[leg];
    }
}

/* Where a tensor's indices lead in the joined one; *inner receives the one that is summed over. */
static int lead(const struct colour_tensor *tensor, const int *places, int at_place,
                const struct colour_tensor *joined, int *inner)
{
    int at[DECAY_LEGS_MOST], place = 0;
    indices_at(tensor, at_place, at);
    for (int leg = 0; leg < joined->legs; ++leg) {
        place *= joined->size[leg];
        for (int i = 0; i < tensor->legs; ++i)
            place += places[i] == leg ? at[i] : 0;
    }
    for (int i = 0; i < tensor->legs; ++i)
        *inner = places[i] < 0 ? at[i] : *inner;
    return place;
}

int colour_tensor_join(const struct colour_tensor *a, const int *a_place, const struct colour_tensor *b,
                       const int *b_place, struct colour_tensor *joined)
{
    joined->legs = 0;
    for (int i = 0; i < a->legs; ++i)
        if (a_place[i] >= 0) {
            joined->size[a_place[i]] = a->size[i];
            ++joined->legs;
        }
    for (int i = 0; i < b->legs; ++i)
        if (b_place[i] >= 0) {
            joined->size[b_place[i]] = b->size[i];
            ++joined->legs;
        }
    if (!colour_tensor_create(joined))
        return 0;
    for (int i = 0; i < a->count; ++i)
        for (int k = 0; k < b->count && a->values[i] != 0; ++k) {
            int a_inner = 0, b_inner = 0;
            if (b->values[k] == 0)
                continue;
            const int place = lead(a, a_place, i, joined, &a_inner) + lead(b, b_place, k, joined, &b_inner);
            if (a_inner == b_inner)
                joined->values[place] += a->values[i] * b->values[k];
        }
    return 1;
}

number colour_tensor_product(const struct colour_tensor *a, const struct colour_tensor *b)
{
    number sum = 0;
    for (int i = 0; i < a->count; ++i)
        sum += a->values[i] * conj(b->values[i]);
    return sum;
}
