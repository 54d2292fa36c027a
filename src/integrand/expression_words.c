/* The words of expressions: what each means, and which one was meant. */
#include "core/card.h"
#include "integrand/expression_reader.h"
#include "tessera/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 64, SENTENCE_BYTES = 800 };

static const struct callee functions[] = {
    {"sqrt", OPERATION_SQRT, 1, 1, 0},
    {"exp", OPERATION_EXP, 1, 1, 0},
    {"log", OPERATION_LOG, 1, 1, 0},
    {"log10", OPERATION_LOG10, 1, 1, 0},
    {"sin", OPERATION_SIN, 1, 1, 0},
    {"cos", OPERATION_COS, 1, 1, 0},
    {"tan", OPERATION_TAN, 1, 1, 0},
    {"asin", OPERATION_ASIN, 1, 1, 0},
    {"acos", OPERATION_ACOS, 1, 1, 0},
    {"atan", OPERATION_ATAN, 1, 1, 0},
    {"atan2", OPERATION_ATAN2, 2, 2, 0},
    {"sinh", OPERATION_SINH, 1, 1, 0},
    {"cosh", OPERATION_COSH, 1, 1, 0},
    {"tanh", OPERATION_TANH, 1, 1, 0},
    {"erf", OPERATION_ERF, 1, 1, 0},
    {"abs", OPERATION_ABS, 1, 1, 0},
    {"min", OPERATION_MINIMUM, 2, EXPRESSION_ARGUMENTS_MOST, 0},
    {"max", OPERATION_MAXIMUM, 2, EXPRESSION_ARGUMENTS_MOST, 0},
    {"pow", OPERATION_POWER, 2, 2, 0},
    {"floor", OPERATION_FLOOR, 1, 1, 0},
    {"ceil", OPERATION_CEIL, 1, 1, 0},
    {"sign", OPERATION_SIGN, 1, 1, 0},
    {"step", OPERATION_STEP, 1, 1, 0},
    {"if", OPERATION_CHOOSE, 3, 3, 0},
    {"sum", OPERATION_SUM, 1, 3, 0},
    {"prod", OPERATION_PRODUCT, 1, 3, 0},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static const struct constant {
    const char *name;
    double value;
} constants[] = {{"pi", M_PI}, {"e", M_E}};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

ts_status reader_refuse(const struct reader *reader, size_t place, const char *format, ...)
{
    char where[64], found[WORD_BYTES], sentence[SENTENCE_BYTES];
    size_t line = 1, column = 1;
    for (size_t i = 0; i < place; ++i) {
        const unsigned char c = (unsigned char)reader->text[i];
        line += c == '\n';
        column = c == '\n' ? 1 : column + ((c & 0xc0) != 0x80); /* UTF-8 continues so */
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (!reader->text[place])
        return ts_fail(reader->context, TS_ERROR_INPUT, "expression, at its end: %s", sentence);
    if (line > 1)
        snprintf(where, sizeof where, "line %zu, column %zu", line, column);
    else
        snprintf(where, sizeof where, "column %zu", column);
    ts_text_show(reader->text + place, found, sizeof found);
    return ts_fail(reader->context, TS_ERROR_INPUT, "expression, %s, at '%s': %s", where, found, sentence);
}

static int is_word(const struct reader *reader, struct word word, const char *name)
{
    return strlen(name) == word.length && memcmp(name, reader->text + word.place, word.length) == 0;
}

static const struct callee *find_function(const struct reader *reader, struct word word)
{
    for (size_t k = 0; k < FUNCTIONS; ++k)
        if (is_word(reader, word, functions[k].name))
            return &functions[k];
    return NULL;
}

static size_t find_parameter(const struct reader *reader, struct word word)
{
    size_t k = 0;
    while (k < reader->names->parameter_count && !is_word(reader, word, reader->names->parameters[k]))
        ++k;
    return k;
}

static size_t find_array(const struct reader *reader, struct word word)
{
    size_t k = 0;
    while (k < reader->names->array_count && !is_word(reader, word, reader->names->arrays[k].name))
        ++k;
    return k;
}

static size_t find_table(const struct reader *reader, struct word word)
{
    size_t k = 0;
    while (k < reader->names->table_count && !is_word(reader, word, reader->names->tables[k].name))
        ++k;
    return k;
}

static void consider(const char *word, const char *name, const char **nearest)
{
    if (ts_text_nearest(word, &name, 1) &&
        (!*nearest || ts_text_distance(word, name) < ts_text_distance(word, *nearest)))
        *nearest = name;
}

/* Refuses an unknown word, as `kind`, naming the nearest of all words there are. */
static ts_status refuse_word(const struct reader *reader, struct word word, const char *kind)
{
    static const char *const others[] = {"dim", "pi"};
    const struct expression_names *names = reader->names;
    const char *nearest = NULL;
    char text[WORD_BYTES];
    snprintf(text, sizeof text, "%.*s", (int)(word.length < sizeof text ? word.length : sizeof text - 1),
             reader->text + word.place);
    for (size_t k = 0; k < names->parameter_count; ++k)
        consider(text, names->parameters[k], &nearest);
    for (size_t k = 0; k < names->array_count; ++k)
        consider(text, names->arrays[k].name, &nearest);
    for (size_t k = 0; k < names->table_count; ++k)
        consider(text, names->tables[k].name, &nearest);
    for (size_t k = 0; names->quantities && k < names->quantities->function_count; ++k)
        consider(text, names->quantities->functions[k], &nearest);
    for (size_t k = 0; k < FUNCTIONS; ++k)
        consider(text, functions[k].name, &nearest);
    for (size_t k = 0; k < sizeof others / sizeof others[0]; ++k)
        consider(text, others[k], &nearest);
    if (nearest)
        return reader_refuse(reader, word.place, "there is no %s '%s'; did you mean %s?", kind, text,
                             nearest);
    if (names->quantities)
        return reader_refuse(reader, word.place, "there is no %s '%s'; %s.", kind, text,
                             names->quantities->things);
    return reader_refuse(reader, word.place,
                         "there is no %s '%s'; the point is x1 to x%d, and parameters, arrays and tables are "
                         "known by the names that they were given.",
                         kind, text, names->dimensions);
}

ts_status reader_callee(const struct reader *reader, struct word word, struct callee *callee)
{
    const struct callee *function = find_function(reader, word);
    if (function) {
        *callee = *function;
        return TS_OK;
    }
    size_t table = find_table(reader, word);
    if (table < reader->names->table_count) {
        const struct expression_table *found = &reader->names->tables[table];
        *callee = (struct callee){found->name, OPERATION_TABLE, found->dimensions, found->dimensions, table};
        return TS_OK;
    }
    if (find_parameter(reader, word) < reader->names->parameter_count)
        return reader_refuse(reader, word.place, "a parameter is not called; write * to multiply.");
    if (find_array(reader, word) < reader->names->array_count)
        return reader_refuse(reader, word.place, "an array has its index in brackets, as in w[1].");
    return refuse_word(reader, word, "function or table");
}

ts_status reader_indexed(const struct reader *reader, struct word word, struct step *step)
{
    *step = (struct step){.operation = OPERATION_COMPONENT, .place = word.place};
    if (is_word(reader, word, "x"))
        return TS_OK;
    step->operation = OPERATION_ELEMENT;
    step->name = find_array(reader, word);
    if (step->name < reader->names->array_count)
        return TS_OK;
    if (find_table(reader, word) < reader->names->table_count)
        return reader_refuse(reader, word.place, "a table has its arguments in parentheses.");
    return refuse_word(reader, word, "array");
}

ts_status reader_check_index(const struct reader *reader, const struct step *step, int from, int to)
{
    const int of_point = step->operation == OPERATION_COMPONENT;
    const char *name = of_point ? "x" : reader->names->arrays[step->name].name;
    double length = of_point ? reader->names->dimensions : (double)reader->names->arrays[step->name].length;
    double first = (double)step->slope * from + step->base, last = (double)step->slope * to + step->base;
    if (first >= 1 && first <= length && last >= 1 && last <= length)
        return TS_OK;
    if (first == last)
        return reader_refuse(reader, step->place, "there is no number %.0f of %s, which has 1 to %.0f.",
                             first, name, length);
    return reader_refuse(reader, step->place,
                         "while i runs from %d to %d, %s is asked for %.0f to %.0f, and it has 1 to %.0f.",
                         from, to, name, first, last, length);
}

/* x and x1, x2, ...; `x` alone is the component at hand, or the only one. */
static ts_status read_component(const struct reader *reader, struct word word, int *result)
{
    struct step step = {.operation = OPERATION_COMPONENT, .base = 1, .place = word.place};
    const char *digits = reader->text + word.place + 1;
    const int dimensions = reader->names->dimensions;
    if (word.length > 1) {
        step.base = word.length < 10 && digits[0] != '0' ? (int)strtol(digits, NULL, 10) : 0;
        if (step.base < 1 || step.base > dimensions)
            return reader_refuse(reader, word.place,
                                 "there is no such component: the point has %d, from x1 to x%d.", dimensions,
                                 dimensions);
    } else if (reader->loop >= 0) {
        step.slope = 1;
        step.base = 0;
    } else if (dimensions > 1) {
        return reader_refuse(
            reader, word.place,
            "x has %d components: write one as x1, or all of them as in sum(x^2) or prod(x).", dimensions);
    }
    *result = tape_add(reader->tape, step);
    return TS_OK;
}

static int is_component(const char *text, size_t length)
{
    return length && text[0] == 'x' && strspn(text + 1, "0123456789") >= length - 1;
}

ts_status reader_value(const struct reader *reader, struct word word, int *result)
{
    const struct expression_names *names = reader->names;
    if (names->dimensions && is_component(reader->text + word.place, word.length))
        return read_component(reader, word, result);
    for (size_t k = 0; k < CONSTANTS; ++k)
        if (is_word(reader, word, constants[k].name)) {
            *result = tape_constant(reader->tape, constants[k].value);
            return TS_OK;
        }
    if (names->dimensions && is_word(reader, word, "dim")) {
        *result = tape_constant(reader->tape, names->dimensions);
        return TS_OK;
    }
    if (is_word(reader, word, "i")) {
        if (reader->loop < 0)
            return reader_refuse(reader, word.place,
                                 "i counts within the first argument of sum and prod only.");
        *result = tape_add(reader->tape,
                           (struct step){.operation = OPERATION_COUNTER, .whole = 1, .slope = 1});
        return TS_OK;
    }
    size_t parameter = find_parameter(reader, word);
    if (parameter < names->parameter_count) {
        *result = tape_add(reader->tape, (struct step){.operation = OPERATION_PARAMETER, .name = parameter});
        return TS_OK;
    }
    if (find_array(reader, word) < names->array_count)
        return reader_refuse(reader, word.place,
                             "an array needs the index of an element, as in w[1] or, in sums, w[i].");
    if (find_function(reader, word) || find_table(reader, word) < names->table_count)
        return reader_refuse(reader, word.place, "a function or table needs its arguments, in parentheses.");
    return refuse_word(reader, word, "name");
}

const char *expression_name_meaning(const char *name)
{
    const struct reader reader = {.text = name};
    const struct word word = {0, strlen(name)};
    if (is_component(name, word.length))
        return "a component of the point";
    if (find_function(&reader, word))
        return "a function";
    for (size_t k = 0; k < CONSTANTS; ++k)
        if (strcmp(name, constants[k].name) == 0)
            return "a constant";
    if (strcmp(name, "dim") == 0)
        return "the number of dimensions";
    return strcmp(name, "i") == 0 ? "the counter of sums" : NULL;
}
