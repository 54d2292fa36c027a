/* The grammar of expressions, read by recursive descent:
 *
 *   expression = unary { operator unary }     each level from the left; the levels, loosest first:
 *                "||"   "&&"   "==" "!="   "<" "<=" ">" ">="   "+" "-"   "*" "/"
 *                and comparisons do not chain
 *   unary      = ( "-" | "+" | "!" ) unary | power
 *   power      = primary [ "^" unary ]        so that -x^2 = -(x^2), 2^3^2 = 2^(3^2), and 2^-1 is allowed
 *   primary    = number | "(" expression ")" | name | name "[" expression "]" | name "(" arguments ")"
 *   arguments  = expression { "," expression }
 *   number     = digits [ "." [ digits ] ] | "." digits, then [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 *   name       = a letter or _, then letters, digits and _
 *
 * Blanks and ends of lines separate and mean nothing. docs/expressions.md says what names mean. */
#include "integrand/expression_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char letters_and_digits[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* Operators; of those that begin alike the longer first. */
static const struct operator_text {
    const char *text;
    int level;
    enum operation operation;
} operators[] = {
    {"||", 1, OPERATION_OR},        {"&&", 2, OPERATION_AND},        {"==", 3, OPERATION_EQUAL},
    {"!=", 3, OPERATION_DIFFERENT}, {"<=", 4, OPERATION_LESS_EQUAL}, {">=", 4, OPERATION_GREATER_EQUAL},
    {"<", 4, OPERATION_LESS},       {">", 4, OPERATION_GREATER},     {"+", 5, OPERATION_ADD},
    {"-", 5, OPERATION_SUBTRACT},   {"*", 6, OPERATION_MULTIPLY},    {"/", 6, OPERATION_DIVIDE},
};
enum { OPERATORS = sizeof operators / sizeof operators[0], LEVEL_EQUALITY = 3, LEVEL_ORDER = 4 };

const char *reader_here(struct reader *reader)
{
    reader->at += strspn(reader->text + reader->at, " \t\r\n\f\v");
    return reader->text + reader->at;
}

int reader_take(struct reader *reader, char c)
{
    if (*reader_here(reader) != c)
        return 0;
    ++reader->at;
    return 1;
}

ts_status reader_refuse_rest(struct reader *reader, const char *opened)
{
    const char c = *reader_here(reader);
    if (c == '=')
        return reader_refuse(reader, reader->at, "write == to compare.");
    if (c == '&' || c == '|')
        return reader_refuse(reader, reader->at, "write %c%c.", c, c);
    if (!c)
        return reader_refuse(reader, reader->at, "a '%s' is not closed.", opened);
    if (c == ')' || c == ']')
        return reader_refuse(reader, reader->at, "this '%c' closes nothing that is open here.", c);
    if (c == ',')
        return reader_refuse(reader, reader->at, "a comma stands between the arguments of a function only.");
    return reader_refuse(reader, reader->at, "expected an operator or the end; to multiply, write *.");
}

static ts_status read_number(struct reader *reader, int *result)
{
    char copy[400];
    const size_t start = reader->at;
    const char *text = reader->text + start, *end = text;
    end += strspn(end, digits);
    end += *end == '.';
    end += strspn(end, digits);
    if (*end == 'e' || *end == 'E') {
        const char *power = end + 1 + (end[1] == '+' || end[1] == '-');
        if (strspn(power, digits))
            end = power + strspn(power, digits);
    }
    size_t length = (size_t)(end - text);
    if (length >= sizeof copy)
        return reader_refuse(reader, start, "a number has at most %zu digits.", sizeof copy - 1);
    if (!strspn(text + (*text == '.'), digits))
        return reader_refuse(reader, start, "a point alone is no number.");
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    double value = strtod(copy, NULL);
    copy[strcspn(copy, "eE")] = '\0';
    if (isinf(value) || (value == 0 && strpbrk(copy, "123456789")))
        return reader_refuse(reader, start,
                             "this number is out of range, which is 5e-324 to 1.79e308 in size.");
    reader->at += length;
    *result = tape_constant(reader->tape, value);
    return TS_OK;
}

static ts_status read_primary(struct reader *reader, int *result)
{
    const char *text = reader_here(reader);
    const struct word word = {reader->at, strspn(text, letters_and_digits)};
    if (*text && strchr("0123456789.", *text))
        return read_number(reader, result);
    if (*text && strchr(letters, *text)) {
        reader->at += word.length;
        if (reader_take(reader, '('))
            return reader_call(reader, word, result);
        if (reader_take(reader, '['))
            return reader_index(reader, word, result);
        *result = -1;
        const ts_status status = reader_quantity(reader, word, 0, result);
        return status != TS_OK || *result >= 0 ? status : reader_value(reader, word, result);
    }
    if (reader_take(reader, '(')) {
        ts_status status = reader_expression(reader, 0, result);
        if (status == TS_OK && !reader_take(reader, ')'))
            return reader_refuse_rest(reader, "(");
        return status;
    }
    if (*text == '*' && reader->at && text[-1] == '*')
        return reader_refuse(reader, reader->at, "write ^ for a power.");
    return reader_refuse(reader, reader->at, "expected a value: a number, a name or a parenthesis.");
}

static ts_status read_unary(struct reader *reader, int *result);

static ts_status read_power(struct reader *reader, int *result)
{
    int base = 0, exponent = 0;
    ts_status status = read_primary(reader, &base);
    *result = base;
    if (status != TS_OK || !reader_take(reader, '^'))
        return status;
    status = read_unary(reader, &exponent);
    if (status == TS_OK)
        *result = tape_power(reader->tape, base, exponent);
    return status;
}

/* Everything that nests passes here, so that the depth is counted here. */
static ts_status read_unary(struct reader *reader, int *result)
{
    const char sign = *reader_here(reader);
    ts_status status;
    if (reader->depth == EXPRESSION_DEEPEST)
        return reader_refuse(reader, reader->at, "what stands here is nested more than %d deep.",
                             EXPRESSION_DEEPEST);
    ++reader->depth;
    if (sign && strchr("-+!", sign)) {
        ++reader->at;
        status = read_unary(reader, result);
        if (status == TS_OK && sign != '+')
            *result = tape_apply(reader->tape, sign == '-' ? OPERATION_NEGATE : OPERATION_NOT, *result,
                                 *result);
    } else
        status = read_power(reader, result);
    --reader->depth;
    return status;
}

static const struct operator_text *next_operator(struct reader *reader)
{
    const char *text = reader_here(reader);
    for (size_t k = 0; k < OPERATORS; ++k)
        if (strncmp(text, operators[k].text, strlen(operators[k].text)) == 0)
            return &operators[k];
    return NULL;
}

ts_status reader_expression(struct reader *reader, int level, int *result)
{
    int right = 0, last = 0;
    const struct operator_text *found;
    ts_status status = read_unary(reader, result);
    while (status == TS_OK && (found = next_operator(reader)) && found->level >= level) {
        if (found->level == last && (last == LEVEL_EQUALITY || last == LEVEL_ORDER))
            return reader_refuse(reader, reader->at,
                                 "comparisons do not chain: write a < b && b < c, or parentheses.");
        reader->at += strlen(found->text);
        last = found->level;
        status = reader_expression(reader, found->level + 1, &right);
        if (status == TS_OK)
            *result = tape_apply(reader->tape, found->operation, *result, right);
    }
    return status;
}

ts_status expression_read(ts_context *context, const char *text, const struct expression_names *names,
                          struct tape *tape, int *result)
{
    struct reader reader = {.context = context, .names = names, .tape = tape, .text = text, .loop = -1};
    if (strnlen(text, EXPRESSION_LONGEST + 1) > EXPRESSION_LONGEST)
        return ts_fail(context, TS_ERROR_INPUT, "An expression has at most %d bytes.", EXPRESSION_LONGEST);
    if (!*reader_here(&reader))
        return ts_fail(context, TS_ERROR_INPUT, "The expression is empty; write a function of %s.",
                       names->quantities ? "particles, such as m(j1, j2)" : "x1, x2 and so on");
    ts_status status = reader_expression(&reader, 0, result);
    if (status == TS_OK && *reader_here(&reader))
        return reader_refuse_rest(&reader, "");
    if (status == TS_OK)
        *result = tape_number(tape, *result);
    if (tape->failed)
        return ts_fail_memory(context, "an expression");
    return status;
}
