/* What tables of models are written in: formulae, colour structures against explicit matrices, and Lorentz
 * structures. */
#include "test_support.h"

#include "model/colour_words.h"
#include "model/formula.h"
#include "model/structure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double _Complex number;
enum { N = 3, G = 8 };
static const number imaginary = __builtin_complex(0.0, 1.0);
static number T[G][N][N];

/* Formulae -------------------------------------------------------------------------------------------------
 */

static int no_names(const void *names, const char *name, size_t length, struct formula_value *value)
{
    (void)names;
    *value = (struct formula_value){.re = 0.3, .im = -0.4};
    return length == 1 && *name == 'z';
}

static void formulae(void **state)
{
    static const struct {
        const char *text;
        double re, im;
    } rows[] = {{"2^10 - 24", 1000, 0},
                {"-2^2", -4, 0},
                {"2^-2", 0.25, 0},
                {"4^0.5", 2, 0},
                {"sqrt(-4)", 0, 2},
                {"(-1)^0.5", 0, 1},
                {"exp(i*pi)", -1, 0},
                {"log(-1)", 0, 3.14159265358979323846},
                {"abs(z)", 0.5, 0},
                {"conj(z)*z", 0.25, 0},
                {"re(z) + im(z)", -0.1, 0},
                {"arg(i)", 1.57079632679489661923, 0},
                {"acos(cos(0.7)) + asin(sin(0.2)) + atan(tan(0.1))", 1, 0},
                {"acosh(cosh(0.7)) + asinh(sinh(0.2)) + atanh(tanh(0.1))", 1, 0},
                {"sec(0.4)*cos(0.4) + csc(0.4)*sin(0.4) + cot(0.4)*tan(0.4)", 3, 0},
                {"asec(2) - acos(0.5) + acsc(2) - asin(0.5) + acot(2) - atan(0.5)", 0, 0},
                {"where(less(1,2), 5, 7) + where(equal(1,2), 5, 7)", 12, 0},
                {"both(1,0) + either(1,0) + no(0)", 2, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct formula_value found = {.re = NAN, .im = NAN};
        if (!formula_compute(rows[i].text, no_names, NULL, &found) ||
            !(fabs(found.re - rows[i].re) < 1e-13) || !(fabs(found.im - rows[i].im) < 1e-13))
            fail_msg("%s is not %g + %g i", rows[i].text, found.re, found.im);
    }
    static const char *const wrong[] = {"",         "1+",  "y",    "sqrt", "sqrt(1",   "less(1)",
                                        "abs(1,2)", "1 2", "((1)", "2**3", "system(1)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        struct formula_value found;
        if (formula_compute(wrong[i], no_names, NULL, &found))
            fail_msg("\"%s\" is taken as %g", wrong[i], found.re);
    }
    char deep[5000];
    struct formula_value found;
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    assert_int_equal(formula_compute(deep, no_names, NULL, &found), 0);
}

static int one_name(const void *names, const char *name, size_t length, struct formula_value *value)
{
    *value = *(const struct formula_value *)names;
    return length == 1 && *name == 'z';
}

/* A text at z, and so far along the derivative of z. */
static struct formula_value formula_at(const char *text, struct formula_value z, double t)
{
    struct formula_value found;
    z.re += t * z.slope_re;
    z.im += t * z.slope_im;
    if (!formula_compute(text, one_name, &z, &found))
        fail_msg("%s is no formula", text);
    return found;
}

/* Derivatives against differences, at numbers that are complex, real, and beyond where real functions end. */
static void derivatives(void **state)
{
    static const char *const texts[] = {"z*(z - 3)/(2 + z^2)",
                                        "-z^5 + 1/z^3",
                                        "sqrt(z)",
                                        "z^2.5",
                                        "2^z",
                                        "z^z",
                                        "exp(z)",
                                        "log(z)",
                                        "sin(z)",
                                        "cos(z)",
                                        "tan(z)",
                                        "asin(z)",
                                        "acos(z)",
                                        "atan(z)",
                                        "sinh(z)",
                                        "cosh(z)",
                                        "tanh(z)",
                                        "asinh(z)",
                                        "acosh(z)",
                                        "atanh(z)",
                                        "sec(z)",
                                        "csc(z)",
                                        "cot(z)",
                                        "asec(z)",
                                        "acsc(z)",
                                        "acot(z)",
                                        "abs(z)",
                                        "re(z)*im(z)",
                                        "conj(z)",
                                        "arg(z)",
                                        "where(less(re(z), 0), z^2, z^3)"};
    static const struct formula_value points[] = {
        {0.3, -0.4, 1, 0.5}, {-1.2, 0.7, 0.6, -1}, {0.6, 0, 1, 0}, {1.7, 0, 1, 0}, {-1.4, 0, 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        for (size_t k = 0; k < sizeof points / sizeof *points; ++k) {
            const double h = 2e-4; /* a pole is not far */
            const struct formula_value exact = formula_at(texts[i], points[k], 0);
            const struct formula_value a = formula_at(texts[i], points[k], -2 * h),
                                       b = formula_at(texts[i], points[k], -h),
                                       c = formula_at(texts[i], points[k], h),
                                       d = formula_at(texts[i], points[k], 2 * h);
            const double re = (8 * (c.re - b.re) - (d.re - a.re)) / (12 * h);
            const double im = (8 * (c.im - b.im) - (d.im - a.im)) / (12 * h);
            if (!(hypot(exact.slope_re - re, exact.slope_im - im) <= 1e-9 * (1 + hypot(re, im))))
                fail_msg("%s at %g, %g: %.12g, %.12g is not %.12g, %.12g", texts[i], points[k].re,
                         points[k].im, exact.slope_re, exact.slope_im, re, im);
        }
}

/* Colours --------------------------------------------------------------------------------------------------
 */

static void make_generators(void)
{
    int at = 0;
    memset(T, 0, sizeof T);
    for (int i = 0; i < N; ++i)
        for (int k = i + 1; k < N; ++k) {
            T[at][i][k] = T[at][k][i] = 0.5;
            ++at;
            T[at][i][k] = -0.5 * imaginary;
            T[at][k][i] = 0.5 * imaginary;
            ++at;
        }
    T[at][0][0] = 0.5, T[at][1][1] = -0.5;
    ++at;
    T[at][0][0] = T[at][1][1] = 0.5 / sqrt(3), T[at][2][2] = -1 / sqrt(3);
}

/* tr(a [b, c]) (-2 i) */
static number f_of(int a, int b, int c)
{
    number sum = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
                sum += T[a][i][j] * (T[b][j][k] * T[c][k][i] - T[c][j][k] * T[b][k][i]);
    return -2 * imaginary * sum;
}

/* The words of a structure for one colour of each leg: strings from antitriplets on, and traces. */
static number value_of_words(const struct colour_words *words, int legs, const int *representations,
                             const int *colour)
{
    number sum = 0;
    for (int w = 0; w < words->count; ++w) {
        const struct colour_word *word = &words->list[w];
        number value = (double)word->numerator / word->denominator;
        unsigned done = 0;
        for (int pass = 0; pass < 2; ++pass)
            for (int leg = 0; leg < legs; ++leg) {
                number product[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, next[N][N];
                if (done >> leg & 1 || representations[leg] != (pass ? 8 : -3))
                    continue;
                int at = pass ? leg : word->next[leg];
                for (; representations[at] == 8 && !(done >> at & 1); at = word->next[at]) {
                    done |= 1U << at;
                    for (int i = 0; i < N; ++i)
                        for (int k = 0; k < N; ++k) {
                            next[i][k] = 0;
                            for (int j = 0; j < N; ++j)
                                next[i][k] += product[i][j] * T[colour[at]][j][k];
                        }
                    memcpy(product, next, sizeof product);
                }
                value *= pass ? product[0][0] + product[1][1] + product[2][2]
                              : product[colour[leg]][colour[at]];
                done |= 1U << leg;
            }
        sum += value;
    }
    for (int i = 0; i < words->turns; ++i)
        sum *= imaginary;
    return sum;
}

static number t_of(int a, int row, int column) { return T[a][row][column]; }

/* What a structure says, index by index; `c`: colours of legs 1, 2, ... at 1, 2, ... */
static number f_of_f(const int *c)
{
    number sum = 0;
    for (int e = 0; e < G; ++e)
        sum += f_of(e, c[1], c[2]) * f_of(c[3], c[4], e);
    return sum;
}
static number f_string(const int *c)
{
    number sum = 0;
    for (int e = 0; e < G; ++e)
        sum += f_of(e, c[3], c[4]) * t_of(e, c[2], c[1]);
    return sum;
}
static number exchange(const int *c)
{
    number sum = 0;
    for (int e = 0; e < G; ++e)
        sum += t_of(e, c[2], c[1]) * t_of(e, c[4], c[3]);
    return sum;
}
static number product(const int *c)
{
    number sum = 0;
    for (int j = 0; j < N; ++j)
        sum += t_of(c[1], j, c[3]) * t_of(c[2], c[4], j);
    return sum;
}
static number pair(const int *c) { return c[1] == c[2]; }

static void colours(void **state)
{
    static const struct {
        const char *text;
        int legs, representations[COLOUR_LEGS];
        number (*value)(const int *colours);
    } rows[] = {{"f(-1,1,2)*f(3,4,-1)", 4, {8, 8, 8, 8}, f_of_f},
                {"f(-1,3,4)*T(-1,2,1)", 4, {3, -3, 8, 8}, f_string},
                {"T(-1,2,1)*T(-1,4,3)", 4, {3, -3, 3, -3}, exchange},
                {"T(1,-1,3)*T(2,4,-1)", 4, {8, 8, 3, -3}, product},
                {"Identity(1,2)", 2, {8, 8}, pair},
                {"Identity(1,2)", 2, {3, -3}, pair}};
    (void)state;
    make_generators();
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        struct colour_words words;
        char sentence[300] = "";
        if (colour_words_read(rows[r].text, rows[r].legs, rows[r].representations, &words, sentence,
                              sizeof sentence) != 1)
            fail_msg("%s: %s", rows[r].text, sentence);
        int choices = 1;
        for (int i = 0; i < rows[r].legs; ++i)
            choices *= rows[r].representations[i] == 8 ? G : N;
        for (int choice = 0; choice < choices; ++choice) {
            int colour[COLOUR_LEGS + 1] = {0}, left = choice;
            for (int i = 0; i < rows[r].legs; ++i) {
                const int states = rows[r].representations[i] == 8 ? G : N;
                colour[i + 1] = left % states;
                left /= states;
            }
            const number expected = rows[r].value(colour);
            const number found = value_of_words(&words, rows[r].legs, rows[r].representations, colour + 1);
            if (!(hypot(__builtin_creal(found - expected), __builtin_cimag(found - expected)) < 1e-13))
                fail_msg("%s, colours %d: %g + %g i is not %g + %g i", rows[r].text, choice,
                         __builtin_creal(found), __builtin_cimag(found), __builtin_creal(expected),
                         __builtin_cimag(expected));
        }
    }
    static const char *const wrong[] = {"T(1,2",    "T(1,2,3)",      "f(1,2,9)",  "g(1,2)",
                                        "f(1,2,0)", "Identity(1,1)", "f(1,2,3)*", "f(-1,-2,-3)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        struct colour_words words;
        char sentence[300];
        if (colour_words_read(wrong[i], 2, (const int[]){8, 8}, &words, sentence, sizeof sentence) == 1)
            fail_msg("\"%s\" is taken", wrong[i]);
    }
}

/* Lorentz structures
 * ----------------------------------------------------------------------------------------- */

static void structures(void **state)
{
    static const struct {
        const char *text;
        int legs, spins[STRUCTURE_LEGS], read, terms, dimension;
    } rows[] = {{"Gamma(3,2,1)", 3, {2, 2, 3}, 1, 1, 0},
                {"P(3,1)*(Metric(1,2) - 2*Metric(2,1))", 3, {3, 3, 3}, 1, 2, 0},
                {"P(1,2)*P(2,1) - P(-1,1)*P(-1,2)*Metric(1,2)", 3, {3, 3, 1}, 1, 2, -1},
                {"(P(-1,1)*P(-1,2))^2", 4, {1, 1, 1, 1}, 1, 1, -4},
                {"1", 4, {1, 1, 1, 1}, 1, 1, 0},
                {"P(1003,1)*P(2003,2) + P(2003,1)*P(1003,2)", 3, {1, 1, 5}, 1, 2, -1},
                {"Metric(1003,1003)", 3, {1, 1, 5}, 0, 0, 0},
                {"P(3,1)*P(3,2)", 3, {1, 1, 5}, 0, 0, 0},
                {"P(1003,1)", 3, {1, 1, 3}, 0, 0, 0},
                {"Metric(1003,3003)", 3, {1, 1, 5}, 0, 0, 0},
                {"Nonsense(1,2)", 3, {2, 2, 1}, 2, 0, 0},
                {"Gamma(3,2,2)", 3, {2, 2, 3}, 0, 0, 0},
                {"Gamma(3,2,1)*P(-1,1)", 3, {2, 2, 3}, 0, 0, 0},
                {"Gamma(3,2,1) + P(3,1)*ProjM(2,1)", 3, {2, 2, 3}, 1, 2, 0},
                {"P(3,4)*ProjM(2,1)", 3, {2, 2, 3}, 0, 0, 0},
                {"Metric(1,2)/0", 2, {3, 3}, 0, 0, 0},
                {"Metric(1,99999999999)", 2, {3, 3}, 0, 0, 0},
                {"(P(-1,1)*P(-1,2)+P(-1,1)*P(-1,3))^4*(P(-9,1)*P(-9,2)+P(-9,1)*P(-9,3))^4*P(-8,1)*P(-8,2)",
                 3,
                 {1, 1, 1},
                 0,
                 0,
                 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct structure structure = {.name = "X", .legs = rows[i].legs};
        char sentence[300] = "";
        memcpy(structure.spins, rows[i].spins, sizeof structure.spins);
        const int read = structure_read(rows[i].text, &structure, sentence, sizeof sentence);
        if (read != rows[i].read || (read == 1 && (structure.term_count != rows[i].terms ||
                                                   structure_dimension(&structure) != rows[i].dimension)))
            fail_msg("%s: read %d, %d terms, dimension %d %s", rows[i].text, read, structure.term_count,
                     read == 1 ? structure_dimension(&structure) : 0, sentence);
        structure_free(&structure);
    }
}

/* Terms of one structure that have other numbers of momenta are taken one kind after the other. */
static void parts_of_structures(void **state)
{
    struct structure rest = {.name = "X", .legs = 3, .spins = {2, 2, 3}}, part;
    char sentence[300];
    static const int dimensions[] = {0, -1, -2}, counts[] = {2, 1, 1};
    (void)state;
    assert_int_equal(structure_read("Gamma(3,2,1) + P(3,1)*ProjM(2,1) + P(-1,1)*P(-1,2)*Gamma(3,2,1) + "
                                    "Gamma(3,2,-1)*ProjP(-1,1)",
                                    &rest, sentence, sizeof sentence),
                     1);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(structure_take_part(&rest, &part), 1);
        assert_int_equal(part.term_count, counts[i]);
        assert_int_equal(structure_dimension(&part), dimensions[i]);
        structure_free(&part);
    }
    assert_int_equal(rest.term_count, 0);
    structure_free(&rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulae), cmocka_unit_test(derivatives),
                                       cmocka_unit_test(colours), cmocka_unit_test(structures),
                                       cmocka_unit_test(parts_of_structures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
