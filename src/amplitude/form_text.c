#include "amplitude/form_text.h"

#include "model/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 200, ARGUMENTS_MOST = 3, WHOLE_POWER_MOST = 100 };

/* A formula on its way into lines. The table's reader has computed it once, so that it is one. */
struct reader {
    const ts_model *model;
    form_product *product;
    void *of;
    struct line_list *list;
    const char *at;
    int depth;
    int places[FORM_CONSTANTS_MOST], place_count;
};

/* Functions by their names in formulae, as kernels have them; with `inverse` of the inverse, or the inverse
 * of the function. */
static const struct {
    const char *name, *kernel;
    int arguments, inverse_argument, inverse_result;
} functions[] = {
    {"sqrt", "form_sqrt", 1, 0, 0},    {"exp", "form_exp", 1, 0, 0},     {"log", "form_log", 1, 0, 0},
    {"sin", "form_sin", 1, 0, 0},      {"cos", "form_cos", 1, 0, 0},     {"asin", "form_asin", 1, 0, 0},
    {"acos", "form_acos", 1, 0, 0},    {"atan", "form_atan", 1, 0, 0},   {"sinh", "form_sinh", 1, 0, 0},
    {"cosh", "form_cosh", 1, 0, 0},    {"asinh", "form_asinh", 1, 0, 0}, {"acosh", "form_acosh", 1, 0, 0},
    {"atanh", "form_atanh", 1, 0, 0},  {"sec", "form_cos", 1, 0, 1},     {"csc", "form_sin", 1, 0, 1},
    {"asec", "form_acos", 1, 1, 0},    {"acsc", "form_asin", 1, 1, 0},   {"acot", "form_atan", 1, 1, 0},
    {"abs", "form_abs", 1, 0, 0},      {"arg", "form_arg", 1, 0, 0},     {"re", "c_real", 1, 0, 0},
    {"im", "c_imaginary", 1, 0, 0},    {"conj", "c_conjugate", 1, 0, 0}, {"less", "truth_less", 2, 0, 0},
    {"equal", "truth_equal", 2, 0, 0}, {"both", "truth_both", 2, 0, 0},  {"either", "truth_either", 2, 0, 0},
    {"no", "truth_no", 1, 0, 0},       {"where", "form_where", 3, 0, 0},
};

static struct value fail(struct reader *reader)
{
    reader->list->failed = 1;
    return (struct value){NUMBER, 0};
}

static struct value number(struct reader *reader, double re, double im)
{
    return line_add(reader->list, NUMBER, "c_set(R(%.17e), R(%.17e))", re, im);
}

static struct value of_one(struct reader *reader, const char *function, struct value a)
{
    return line_add(reader->list, NUMBER, "%s(n%d)", function, a.id);
}

static struct value of_two(struct reader *reader, const char *function, struct value a, struct value b)
{
    return line_add(reader->list, NUMBER, "%s(n%d, n%d)", function, a.id, b.id);
}

static struct value divide(struct reader *reader, struct value a, struct value b)
{
    return of_two(reader, "c_multiply", a, of_one(reader, "form_inverse", b));
}

static int take(struct reader *reader, char c) { return formula_take(&reader->at, c); }

static struct value read_sum(struct reader *reader);

static struct value read_group(struct reader *reader)
{
    if (++reader->depth > DEPTH_MOST)
        return fail(reader);
    const struct value inner = read_sum(reader);
    --reader->depth;
    return take(reader, ')') ? inner : fail(reader);
}

static struct value constant(struct reader *reader, int number)
{
    return line_add(reader->list, NUMBER, "structure_constant(b.forms, %d)", number);
}

/* A product of momenta in GeV^2, a parameter, i or pi. */
static struct value read_word(struct reader *reader, const char *name, size_t length)
{
    int legs[2];
    if (length == 2 && !strncmp(name, "pi", 2))
        return number(reader, M_PI, 0);
    if (length == 1 && *name == 'i')
        return number(reader, 0, 1);
    if (form_momenta(name, length, legs))
        return of_two(reader, "c_multiply", constant(reader, FORM_CONSTANT_UNIT),
                      reader->product(reader->of, legs));
    const ts_parameter *parameter = model_find(reader->model, name, length);
    for (int i = 0; i < reader->place_count && parameter; ++i)
        if (reader->places[i] == (int)(parameter - reader->model->parameters))
            return constant(reader, FORM_CONSTANT_FIRST + i);
    return fail(reader);
}

static struct value read_call(struct reader *reader, const char *name, size_t length)
{
    struct value arguments[ARGUMENTS_MOST] = {{NUMBER, 0}};
    size_t at = 0;
    const int is_tangent = length == 3 && (!strncmp(name, "tan", 3) || !strncmp(name, "cot", 3));
    const int is_hyperbolic = length == 4 && !strncmp(name, "tanh", 4);
    while (at < sizeof functions / sizeof *functions &&
           (strlen(functions[at].name) != length || strncmp(functions[at].name, name, length) != 0))
        ++at;
    if (at == sizeof functions / sizeof *functions && !is_tangent && !is_hyperbolic)
        return fail(reader);
    const int count = is_tangent || is_hyperbolic ? 1 : functions[at].arguments;
    for (int i = 0; i < count; ++i) {
        arguments[i] = read_sum(reader);
        if (!take(reader, i + 1 < count ? ',' : ')'))
            return fail(reader);
    }
    if (is_tangent || is_hyperbolic) {
        const struct value sine = of_one(reader, is_tangent ? "form_sin" : "form_sinh", arguments[0]),
                           cosine = of_one(reader, is_tangent ? "form_cos" : "form_cosh", arguments[0]);
        return *name == 'c' ? divide(reader, cosine, sine) : divide(reader, sine, cosine);
    }
    if (functions[at].inverse_argument)
        arguments[0] = of_one(reader, "form_inverse", arguments[0]);
    if (count == 3)
        return line_add(reader->list, NUMBER, "%s(n%d, n%d, n%d)", functions[at].kernel, arguments[0].id,
                        arguments[1].id, arguments[2].id);
    if (count == 2)
        return of_two(reader, functions[at].kernel, arguments[0], arguments[1]);
    const struct value result = of_one(reader, functions[at].kernel, arguments[0]);
    return functions[at].inverse_result ? of_one(reader, "form_inverse", result) : result;
}

static struct value read_primary(struct reader *reader)
{
    if (take(reader, '('))
        return read_group(reader);
    if (isdigit((unsigned char)*reader->at)) {
        char *end;
        const double found = strtod(reader->at, &end);
        reader->at = end;
        return number(reader, found, 0);
    }
    const char *name = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
        ++reader->at;
    const size_t length = (size_t)(reader->at - name);
    if (!take(reader, '('))
        return read_word(reader, name, length);
    return ++reader->depth > DEPTH_MOST ? fail(reader) : (--reader->depth, read_call(reader, name, length));
}

/* The value of a line that is a real number; 0: it is none. */
static int real_number(const struct reader *reader, struct value value, double *found)
{
    static const char front[] = "c_set(R(", rest[] = "), R(0.00000000000000000e+00))";
    const char *text = reader->list->lines[value.id].text;
    char *end;
    if (strncmp(text, front, sizeof front - 1) != 0)
        return 0;
    *found = strtod(text + sizeof front - 1, &end);
    return !strcmp(end, rest);
}

static struct value whole_power(struct reader *reader, struct value base, int exponent)
{
    struct value power = number(reader, 1, 0);
    for (int bits = abs(exponent), is_first = 1; bits; bits >>= 1) {
        if (bits & 1) {
            power = is_first ? base : of_two(reader, "c_multiply", power, base);
            is_first = 0;
        }
        if (bits > 1)
            base = of_two(reader, "c_multiply", base, base);
    }
    return exponent < 0 ? of_one(reader, "form_inverse", power) : power;
}

static struct value read_signed(struct reader *reader);

static struct value read_power(struct reader *reader)
{
    const struct value base = read_primary(reader);
    double whole;
    if (!take(reader, '^'))
        return base;
    while (*reader->at == ' ')
        ++reader->at;
    const struct value exponent = read_signed(reader);
    if (reader->list->failed)
        return base;
    if (real_number(reader, exponent, &whole) && whole == (int)whole && abs((int)whole) < WHOLE_POWER_MOST)
        return whole_power(reader, base, (int)whole);
    return of_two(reader, "form_power", base, exponent);
}

static struct value read_signed(struct reader *reader)
{
    double found;
    if (!take(reader, '-'))
        return read_power(reader);
    const struct value value = read_power(reader);
    if (!reader->list->failed && real_number(reader, value, &found))
        return number(reader, -found, 0);
    return of_one(reader, "c_negate", value);
}

static struct value read_product(struct reader *reader)
{
    struct value product = read_signed(reader);
    while (!reader->list->failed) {
        if (take(reader, '*'))
            product = of_two(reader, "c_multiply", product, read_signed(reader));
        else if (take(reader, '/'))
            product = divide(reader, product, read_signed(reader));
        else
            break;
    }
    return product;
}

static struct value read_sum(struct reader *reader)
{
    struct value sum = read_product(reader);
    while (!reader->list->failed) {
        if (take(reader, '+'))
            sum = of_two(reader, "c_add", sum, read_product(reader));
        else if (take(reader, '-'))
            sum = of_two(reader, "c_add", sum, of_one(reader, "c_negate", read_product(reader)));
        else
            break;
    }
    return sum;
}

struct value form_write(const ts_model *model, const struct form_row *form, form_product *product, void *of,
                        struct line_list *list)
{
    struct reader reader = {.model = model, .product = product, .of = of, .list = list, .at = form->formula};
    reader.place_count = form_constants(model, reader.places);
    const struct value value = read_sum(&reader);
    take(&reader, ' ');
    return *reader.at ? fail(&reader) : value;
}
