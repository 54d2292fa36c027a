/* Expressions: what is refused, with which words at which place; what becomes of a text. */
#include "integrand/expression.h"
#include "test_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const parameters[] = {"alpha", "cutoff"};
static const struct expression_array arrays[] = {{"weights", 3}};
static const struct expression_table tables[] = {{"mass", 2}};
static const struct expression_names names = {3, parameters, 2, arrays, 1, tables, 1, NULL};
static const struct expression_names one_dimension = {.dimensions = 1};

static ts_status translate(ts_context *context, const char *text, struct source *source)
{
    *source = (struct source){0};
    return expression_translate(context, text, &names, 0, source);
}

/* The text is refused, where `place` says, and the sentence says what `words` does. */
static void assert_refused(const char *text, const char *place, const char *words)
{
    ts_context *context;
    struct source source;
    assert_int_equal(ts_context_create(&context), TS_OK);
    const ts_status status = translate(context, text, &source);
    const char *sentence = ts_context_error(context);
    if (status != TS_ERROR_INPUT || source.length || !strstr(sentence, place) || !strstr(sentence, words))
        fail_msg("%.60s: expected '%s' and '%s', found status %d: %s", text, place, words, (int)status,
                 sentence);
    ts_context_destroy(&context);
}

static void assert_translated(const char *text, const char *piece)
{
    ts_context *context;
    struct source source;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, translate(context, text, &source));
    if (!strstr(source.text, piece))
        fail_msg("%s: expected '%s' in\n%s", text, piece, source.text);
    source_free(&source);
    ts_context_destroy(&context);
}

static void bad_texts_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *place, *words;
    } bad[] = {
        {"", "expression", "is empty"},
        {" \n\t ", "expression", "is empty"},
        {"1 +", "at its end", "expected a value"},
        {"* 2", "column 1, at '* 2'", "expected a value"},
        {"()", "column 2, at ')'", "expected a value"},
        {"sin()", "column 5, at ')'", "expected a value"},
        {"max(x1,,x2)", "column 8", "expected a value"},
        {"(x1", "at its end", "'(' is not closed"},
        {"sin(x1", "at its end", "'(' is not closed"},
        {"weights[1", "at its end", "'[' is not closed"},
        {"x1)", "column 3, at ')'", "closes nothing"},
        {"(x1]", "column 4, at ']'", "closes nothing"},
        {"x1, x2", "column 3", "comma"},
        {"(x1, x2)", "column 4", "comma"},
        {"2 x1", "column 3, at 'x1'", "write *"},
        {"x1 $ x2", "column 4, at '$ x2'", "expected an operator"},
        {"x1 ** 2", "column 5", "write ^ for a power"},
        {"x1 = 2", "column 4", "write == to compare"},
        {"x1 & x2", "column 4", "write &&"},
        {"x1 | x2", "column 4", "write ||"},
        {"0 < x1 < 1", "column 8", "do not chain"},
        {"x1 == x2 != x3", "column 10", "do not chain"},
        {"sinn(x1)", "column 1, at 'sinn(x1)'", "did you mean sin?"},
        {"1 + mas(x1, x2)", "column 5", "did you mean mass?"},
        {"alhpa + 1", "column 1", "did you mean alpha?"},
        {"weigths[1]", "column 1", "did you mean weights?"},
        {"quux_and_more", "column 1", "the point is x1 to x3"},
        {"x1 +\n  foobar", "line 2, column 3, at 'foobar'", "there is no name 'foobar'"},
        {"x1 \xc3\x97 x2", "column 4, at '\xc3\x97 x2'", "expected an operator"},
        {"sum(\xc3\xa9)", "column 5", "expected a value"},
        {"alpha(x1)", "column 1", "a parameter is not called"},
        {"weights(1)", "column 1", "brackets"},
        {"weights * 2", "column 1", "index"},
        {"mass[1]", "column 1", "parentheses"},
        {"mass + 1", "column 1", "needs its arguments"},
        {"sin + 1", "column 1", "needs its arguments"},
        {"x", "column 1, at 'x'", "sum(x^2)"},
        {"x0", "column 1", "from x1 to x3"},
        {"x4", "column 1", "from x1 to x3"},
        {"x01", "column 1", "from x1 to x3"},
        {"x99999999999999999999", "column 1", "from x1 to x3"},
        {"x[4]", "column 1", "there is no number 4 of x, which has 1 to 3"},
        {"weights[0]", "column 1", "there is no number 0 of weights"},
        {"weights[1.5]", "column 9, at '1.5]'", "whole number"},
        {"weights[x1]", "column 9", "whole number"},
        {"weights[4/2*2]", "column 1", "there is no number 4 of weights"},
        {"weights[1/2]", "column 9", "whole number"},
        {"sum(weights[i*i])", "column 13", "whole number"},
        {"sum(weights[1e9*i])", "column 13", "whole number"},
        {"sum(x[i+1])", "column 5, at 'x[i+1])'", "asked for 2 to 4, and it has 1 to 3"},
        {"sum(x, 0, 3)", "column 5", "asked for 0 to 3"},
        {"sum(weights[4-i], 0, 2)", "column 5", "asked for 4 to 2"},
        {"i", "column 1", "i counts within"},
        {"sum(x, 1, i)", "column 11", "i counts within"},
        {"sum(sum(x))", "column 5", "within another"},
        {"sum(prod(x) * x)", "column 5", "within another"},
        {"sum(x, 2)", "column 9", "what, from, to"},
        {"sum(x, 1, 2, 3)", "column 12", "comma"},
        {"sum(x, 1, alpha)", "column 11", "constant whole numbers"},
        {"sum(x, 0.5, 2)", "column 8", "constant whole numbers"},
        {"sum(1, 1, 1e7)", "column 11", "constant whole numbers"},
        {"sin(1, 2)", "column 1", "sin takes 1 argument, not 2"},
        {"atan2(x1)", "column 1", "atan2 takes 2 arguments, not 1"},
        {"if(x1, x2)", "column 1", "if takes 3 arguments, not 2"},
        {"min(x1)", "column 1", "min takes 2 to 8 arguments, not 1"},
        {"min(1,2,3,4,5,6,7,8,9)", "column 1", "not 9"},
        {"mass(x1)", "column 1", "mass takes 2 arguments, not 1"},
        {"1e309", "column 1", "out of range"},
        {"1e-400", "column 1", "out of range"},
        {".", "column 1", "no number"},
        {".e5", "column 1", "no number"},
        {"0x10", "column 2", "expected an operator"},
        {"1e", "column 2", "expected an operator"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k)
        assert_refused(bad[k].text, bad[k].place, bad[k].words);
}

/* `count` times a piece, then an end. */
static char *repeated(const char *piece, size_t count, const char *end)
{
    const size_t length = strlen(piece);
    char *text = malloc(length * count + strlen(end) + 1);
    assert_non_null(text);
    for (size_t k = 0; k < count; ++k)
        memcpy(text + k * length, piece, length);
    strcpy(text + length * count, end);
    return text;
}

static void what_nests_too_deep_is_refused(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"(",      "sin(", "-",        "!",   "2^",
                                         "min(1,", "sum(", "weights[", "1-(", "if("};
    for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; ++k) {
        char *text = repeated(pieces[k], 5000, "1");
        assert_refused(text, "expression", strcmp(pieces[k], "sum(") ? "200 deep" : "within another");
        free(text);
    }
}

static void what_is_too_long_is_refused(void **unused)
{
    (void)unused;
    char *text = repeated("1+", EXPRESSION_LONGEST / 2, "1");
    assert_refused(text, "expression", "at most 65536 bytes");
    free(text);
    text = repeated("1", 500, "");
    assert_refused(text, "column 1", "digits");
    free(text);
}

/* What has many terms is no deeper than one that has few. */
static void long_texts_are_translated(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"x1+", "x1-x2*", "(x1)/", "x1&&", "x2^63*"};
    for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; ++k) {
        char *text = repeated(pieces[k], 10000, "x3");
        assert_translated(text, "f[0] = t");
        free(text);
    }
}

static void constants_are_folded(void **unused)
{
    (void)unused;
    assert_translated("2 * 3 + sqrt(16) / 2", "f[0] = R(8.0);");
    assert_translated("dim^2 - (1 < 2)", "f[0] = R(8.0);");
    assert_translated("0.1 + 0.2", "f[0] = R(0.30000000000000004);");
    assert_translated("-1/0", "f[0] = (-r_infinity());");
    assert_translated("log(-1)", "f[0] = r_nan();");
    assert_translated("if(1 < 2, x1, log(x2))", "f[0] = x[0];");
    assert_translated("1^(1/0)", "f[0] = r_nan();");
    assert_translated("(-1/0)^0.5", "f[0] = r_nan();");
    assert_translated("(0/0)^0", "f[0] = R(1.0);");
    assert_translated("min(2, 0/0)", "f[0] = r_nan();");
    assert_translated("sum(x[i + 5], 2, 1)", "f[0] = R(0.0);");
}

/* Literals have a point, for S() adds an f; what single precision cannot hold has another form there. */
static void literals_are_of_both_precisions(void **unused)
{
    (void)unused;
    assert_translated("1e22", "R(1e+22)");
    assert_translated("1e300", "IN_DOUBLE(1e+300, r_infinity())");
    assert_translated("-1e300", "IN_DOUBLE(-1e+300, -r_infinity())");
    assert_translated("1e-300", "IN_DOUBLE(1e-300, R(0.0))");
    assert_translated("1e-44", "R(9.8090892502737");
}

static void powers_are_products(void **unused)
{
    (void)unused;
    assert_translated("x1^2", "x[0] * x[0]");
    assert_translated("x1^-1", "R(1.0) / x[0]");
    assert_translated("x1^0.5", "r_sqrt(x[0])");
    assert_translated("x1^65", "r_power(x[0], R(65.0))");
    assert_translated("x1^alpha", "r_power(x[0], parameter(alpha))");
    assert_translated("e^x1", "r_exp(x[0])");
    assert_translated("x1^0", "f[0] = R(1.0);");
}

static void names_become_what_the_caller_defines(void **unused)
{
    (void)unused;
    assert_translated("mass(alpha, weights[2])",
                      "table_mass(inputs, data, parameter(alpha), element(weights, 1))");
    assert_translated("sum(weights[dim + 1 - i])", "element(weights, -1 * i + 3)");
    assert_translated("sum(x[2*i - 1], 1, 2)", "x[2 * i - 2]");
    assert_translated("sum(x)", "for (int i = 1; i <= 3; ++i)");
}

/* Steps that nothing takes, here those of an index, are not written. */
static void nothing_is_computed_in_vain(void **unused)
{
    (void)unused;
    ts_context *context;
    struct source source;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, translate(context, "sum(weights[dim + 1 - i]) + sin(x1)^0", &source));
    assert_null(strstr(source.text, "(scalar)i"));
    assert_null(strstr(source.text, "r_sin"));
    source_free(&source);
    ts_context_destroy(&context);
}

static void one_dimension_has_an_x(void **unused)
{
    (void)unused;
    ts_context *context;
    struct source source = {0};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, expression_translate(context, "x", &one_dimension, 4, &source));
    assert_non_null(strstr(source.text, "f[4] = x[0];"));
    source_free(&source);
    ts_context_destroy(&context);
}

static void names_of_the_language_are_taken(void **unused)
{
    (void)unused;
    static const char *const taken[] = {"x", "x1", "x123", "sin", "if", "sum", "pi", "e", "dim", "i"};
    static const char *const free_names[] = {"X", "x1a", "y1", "mass", "ii", "xy", "sine", "E", "t1"};
    for (size_t k = 0; k < sizeof taken / sizeof taken[0]; ++k)
        assert_non_null(expression_name_meaning(taken[k]));
    for (size_t k = 0; k < sizeof free_names / sizeof free_names[0]; ++k)
        assert_null(expression_name_meaning(free_names[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(what_nests_too_deep_is_refused),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(long_texts_are_translated),
        cmocka_unit_test(constants_are_folded),
        cmocka_unit_test(literals_are_of_both_precisions),
        cmocka_unit_test(powers_are_products),
        cmocka_unit_test(names_become_what_the_caller_defines),
        cmocka_unit_test(nothing_is_computed_in_vain),
        cmocka_unit_test(one_dimension_has_an_x),
        cmocka_unit_test(names_of_the_language_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
