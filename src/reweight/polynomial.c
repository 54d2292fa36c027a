#include "reweight/polynomial.h"

#include "core/context.h"
#include "core/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char term_prefix[] = "polynomial:";

/* Points have each input at one of these, in units of its size: the first but for one or two that are moved.
 * The points of all monomials of a degree with three nodes an axis determine a polynomial of that degree.
 * None is 0, where a model may lack vertices. */
static const double nodes[] = {1, -1, 2};
static const double tested = -1.5;

static double monomial(const struct polynomial *polynomial, int term, int point)
{
    double value = 1;
    for (int k = 0; k < 2; ++k)
        if (polynomial->factor[term][k] >= 0)
            value *= polynomial_input(polynomial, point, polynomial->factor[term][k]);
    return value;
}

double polynomial_input(const struct polynomial *polynomial, int point, int input)
{
    int moved = 0;
    if (point == polynomial->terms)
        return tested * polynomial->size[input];
    for (int k = 0; k < 2; ++k)
        moved += polynomial->factor[point][k] == input;
    return nodes[moved] * polynomial->size[input];
}

/* Inverts the matrix of monomials at points, with pivots (Gauss and Jordan). */
static int invert(struct polynomial *polynomial, double (*matrix)[TERMS_MOST])
{
    const int n = polynomial->terms;
    double(*inverse)[TERMS_MOST] = polynomial->inverse;
    for (int column = 0; column < n; ++column) {
        int pivot = column;
        for (int row = column; row < n; ++row)
            pivot = fabs(matrix[row][column]) > fabs(matrix[pivot][column]) ? row : pivot;
        if (matrix[pivot][column] == 0)
            return 0;
        for (int k = 0; k < n; ++k) {
            const double a = matrix[pivot][k], b = inverse[pivot][k];
            matrix[pivot][k] = matrix[column][k], inverse[pivot][k] = inverse[column][k];
            matrix[column][k] = a, inverse[column][k] = b;
        }
        const double by = matrix[column][column];
        for (int k = 0; k < n; ++k)
            matrix[column][k] /= by, inverse[column][k] /= by;
        for (int row = 0; row < n; ++row) {
            const double factor = row == column ? 0 : matrix[row][column];
            for (int k = 0; k < n; ++k) {
                matrix[row][k] -= factor * matrix[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    return 1;
}

static ts_status solve(ts_context *context, struct polynomial *polynomial)
{
    const size_t n = (size_t)polynomial->terms;
    double(*matrix)[TERMS_MOST] = calloc(n, sizeof *matrix);
    polynomial->inverse = calloc(n, sizeof *polynomial->inverse);
    ts_status status = matrix && polynomial->inverse ? TS_OK : ts_fail_memory(context, "a polynomial");
    for (int i = 0; !status && i < polynomial->terms; ++i) {
        polynomial->inverse[i][i] = 1;
        for (int k = 0; k < polynomial->terms; ++k)
            matrix[i][k] = monomial(polynomial, k, i);
    }
    if (!status && !invert(polynomial, matrix))
        status = ts_fail(context, TS_ERROR_NUMERIC, "The sizes of the inputs leave no polynomial.");
    free(matrix);
    return status;
}

static ts_status read_input(ts_context *context, const char *word, size_t bytes,
                            struct polynomial *polynomial)
{
    const size_t name = strcspn(word, "=") < bytes ? strcspn(word, "=") : bytes;
    const int i = polynomial->inputs;
    double size = 1;
    if (i == INPUTS_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "A polynomial has up to %d inputs.", INPUTS_MOST);
    if (!name || name >= sizeof polynomial->name[i] ||
        (name < bytes && (!decimal_read(word + name + 1, bytes - name - 1, &size) || size == 0)))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "\"%.*s\" is no input of a polynomial: expected a name, or NAME=SIZE with a number that "
            "is not 0.",
            (int)(bytes < 60 ? bytes : 60), word);
    memcpy(polynomial->name[i], word, name);
    polynomial->name[i][name] = '\0';
    for (int k = 0; k < i; ++k)
        if (!strcmp(polynomial->name[k], polynomial->name[i]))
            return ts_fail(context, TS_ERROR_INPUT, "The polynomial has the input %s twice.",
                           polynomial->name[i]);
    polynomial->size[i] = size;
    ++polynomial->inputs;
    return TS_OK;
}

static void add_term(struct polynomial *polynomial, int first, int second)
{
    polynomial->factor[polynomial->terms][0] = first;
    polynomial->factor[polynomial->terms++][1] = second;
}

ts_status polynomial_create(ts_context *context, const char *text, struct polynomial *polynomial)
{
    memset(polynomial, 0, sizeof *polynomial);
    ts_status status = TS_OK;
    for (const char *at = text; !status; ++at) {
        const size_t bytes = strcspn(at, ",");
        status = read_input(context, at, bytes, polynomial);
        at += bytes;
        if (!*at)
            break;
    }
    if (status)
        return status;
    add_term(polynomial, -1, -1);
    for (int i = 0; i < polynomial->inputs; ++i)
        add_term(polynomial, i, -1);
    for (int i = 0; i < polynomial->inputs; ++i)
        for (int k = i; k < polynomial->inputs; ++k)
            add_term(polynomial, i, k);
    status = solve(context, polynomial);
    if (status)
        polynomial_destroy(polynomial);
    return status;
}

void polynomial_destroy(struct polynomial *polynomial)
{
    free(polynomial->inverse);
    polynomial->inverse = NULL;
}

ts_status polynomial_card(ts_context *context, const struct polynomial *polynomial, const ts_card *card,
                          int point, ts_card **made)
{
    char *text = ts_card_yaml(card);
    *made = NULL;
    ts_status status = text ? ts_card_create(context, made) : ts_fail_memory(context, "a card");
    if (!status)
        status = ts_card_read_text(context, *made, "the card", text, strlen(text));
    for (int i = 0; i < polynomial->inputs && !status; ++i) {
        char setting[96];
        snprintf(setting, sizeof setting, "model.%s=%.17g", polynomial->name[i],
                 polynomial_input(polynomial, point, i));
        status = ts_card_set(context, *made, setting);
    }
    free(text);
    if (status)
        ts_card_destroy(made);
    return status;
}

void polynomial_fit(const struct polynomial *polynomial, const double *values, double *coefficients)
{
    for (int i = 0; i < polynomial->terms; ++i) {
        coefficients[i] = 0;
        for (int k = 0; k < polynomial->terms; ++k)
            coefficients[i] += polynomial->inverse[i][k] * values[k];
    }
}

double polynomial_at(const struct polynomial *polynomial, const double *coefficients, int point)
{
    double sum = 0;
    for (int i = 0; i < polynomial->terms; ++i)
        sum += coefficients[i] * monomial(polynomial, i, point);
    return sum;
}

void polynomial_name(const struct polynomial *polynomial, int term, char text[TERM_BYTES])
{
    const int *factor = polynomial->factor[term];
    if (factor[0] < 0)
        snprintf(text, TERM_BYTES, "%s1", term_prefix);
    else if (factor[1] < 0)
        snprintf(text, TERM_BYTES, "%s%s", term_prefix, polynomial->name[factor[0]]);
    else
        snprintf(text, TERM_BYTES, "%s%s*%s", term_prefix, polynomial->name[factor[0]],
                 polynomial->name[factor[1]]);
}
