#include "model/formula.h"

#include "model/formula_functions.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 200 };

struct reader {
    const char *at;
    formula_lookup *lookup;
    const void *names;
    int failed, depth;
};

typedef struct formula_value value;

static value number(double re) { return (value){.re = re}; }

static value complex_of(double re, double im) { return (value){.re = re, .im = im}; }

/* A result whose derivative grows by `factor` times that of `a`; where that is none, the factor may be
 * infinite. */
static value with_slope(value result, value factor, value a)
{
    if (a.slope_re == 0 && a.slope_im == 0)
        return result;
    result.slope_re += factor.re * a.slope_re - factor.im * a.slope_im;
    result.slope_im += factor.re * a.slope_im + factor.im * a.slope_re;
    return result;
}

static value add(value a, value b)
{
    return (value){a.re + b.re, a.im + b.im, a.slope_re + b.slope_re, a.slope_im + b.slope_im};
}

static value subtract(value a, value b)
{
    return (value){a.re - b.re, a.im - b.im, a.slope_re - b.slope_re, a.slope_im - b.slope_im};
}

/* Without imaginary parts a product is one rounding, and so is a quotient. */
static value multiply(value a, value b)
{
    const value product = a.im == 0 && b.im == 0
                              ? number(a.re * b.re)
                              : complex_of(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    return with_slope(with_slope(product, b, a), a, b);
}

static value quotient(value a, value b)
{
    if (b.im == 0)
        return complex_of(a.re / b.re, a.im == 0 ? 0 : a.im / b.re);
    const double square = b.re * b.re + b.im * b.im;
    const value product = multiply(complex_of(a.re, a.im), complex_of(b.re, -b.im));
    return complex_of(product.re / square, product.im / square);
}

static value divide(value a, value b)
{
    const value result = quotient(a, b), by_a = quotient(number(1), b);
    const value by_b = quotient(complex_of(-result.re, -result.im), b);
    return with_slope(with_slope(result, by_a, a), by_b, b);
}

/* The principal root. */
static value root_of(value a)
{
    if (a.im == 0)
        return a.re < 0 ? complex_of(0, sqrt(-a.re)) : number(sqrt(a.re));
    const double length = hypot(a.re, a.im);
    const double re = sqrt((length + fabs(a.re)) / 2), im = fabs(a.im) / (2 * re);
    const value upper = a.re < 0 ? complex_of(im, re) : complex_of(re, im);
    return complex_of(upper.re, copysign(upper.im, a.im));
}

static value root(value a)
{
    const value result = root_of(a);
    return with_slope(result, quotient(number(0.5), result), a);
}

static value power(value a, unsigned exponent)
{
    value product = number(1);
    for (unsigned i = 0; i < exponent; ++i)
        product = multiply(product, a);
    return product;
}

int formula_take(const char **at, char c)
{
    while (**at == ' ')
        ++*at;
    if (**at != c)
        return 0;
    ++*at;
    return 1;
}

static int take(struct reader *reader, char c) { return formula_take(&reader->at, c); }

static value fail(struct reader *reader)
{
    reader->failed = 1;
    return number(NAN);
}

static value read_sum(struct reader *reader);

static value read_group(struct reader *reader)
{
    if (++reader->depth > DEPTH_MOST)
        return fail(reader);
    const value inner = read_sum(reader);
    --reader->depth;
    return take(reader, ')') ? inner : fail(reader);
}

/* The values between brackets, `count` of them. */
static int read_arguments(struct reader *reader, int count, value *arguments)
{
    if (!take(reader, '(') || ++reader->depth > DEPTH_MOST)
        return 0;
    for (int i = 0; i < count; ++i) {
        arguments[i] = read_sum(reader);
        if (!take(reader, i + 1 < count ? ',' : ')'))
            return 0;
    }
    --reader->depth;
    return !reader->failed;
}

static value read_name(struct reader *reader)
{
    const char *name = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
        ++reader->at;
    const size_t length = (size_t)(reader->at - name);
    if (length == 4 && !strncmp(name, "sqrt", 4))
        return take(reader, '(') ? root(read_group(reader)) : fail(reader);
    value arguments[FORMULA_ARGUMENTS], result;
    const struct formula_function *function = *reader->at == '(' ? formula_function_find(name, length) : NULL;
    if (function) {
        if (!read_arguments(reader, function->arguments, arguments))
            return fail(reader);
        function->compute(arguments, &result);
        return result;
    }
    if (length == 2 && !strncmp(name, "pi", 2))
        return number(M_PI);
    if (length == 1 && *name == 'i')
        return complex_of(0, 1);
    value found = {.re = 0};
    return length && reader->lookup(reader->names, name, length, &found) ? found : fail(reader);
}

static value read_primary(struct reader *reader)
{
    if (take(reader, '('))
        return read_group(reader);
    if (!isdigit((unsigned char)*reader->at))
        return read_name(reader);
    char *end;
    const double found = strtod(reader->at, &end);
    reader->at = end;
    return number(found);
}

static value read_signed(struct reader *reader);

static value read_power(struct reader *reader)
{
    const value base = read_primary(reader);
    if (!take(reader, '^'))
        return base;
    while (*reader->at == ' ')
        ++reader->at;
    const int is_digit = isdigit((unsigned char)reader->at[0]) && !isdigit((unsigned char)reader->at[1]) &&
                         reader->at[1] != '.' && reader->at[1] != 'e' && reader->at[1] != '^';
    if (is_digit)
        return power(base, (unsigned)(*reader->at++ - '0'));
    const value exponent = read_signed(reader);
    if (exponent.im == 0 && exponent.re == floor(exponent.re) && fabs(exponent.re) < 100) {
        const value whole = power(base, (unsigned)fabs(exponent.re));
        return exponent.re < 0 ? divide(number(1), whole) : whole;
    }
    return formula_power(base, exponent);
}

static value read_signed(struct reader *reader)
{
    return take(reader, '-') ? subtract(number(0), read_power(reader)) : read_power(reader);
}

static value read_product(struct reader *reader)
{
    value product = read_signed(reader);
    while (!reader->failed) {
        if (take(reader, '*'))
            product = multiply(product, read_signed(reader));
        else if (take(reader, '/'))
            product = divide(product, read_signed(reader));
        else
            break;
    }
    return product;
}

static value read_sum(struct reader *reader)
{
    value sum = read_product(reader);
    while (!reader->failed) {
        if (take(reader, '+'))
            sum = add(sum, read_product(reader));
        else if (take(reader, '-'))
            sum = subtract(sum, read_product(reader));
        else
            break;
    }
    return sum;
}

int formula_compute(const char *text, formula_lookup *lookup, const void *names, struct formula_value *result)
{
    struct reader reader = {text, lookup, names, 0, 0};
    *result = read_sum(&reader);
    take(&reader, ' ');
    return !reader.failed && !*reader.at;
}
