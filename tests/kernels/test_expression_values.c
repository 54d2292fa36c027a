/* The values of expressions: those of a table against the same written in C, and random ones against a small
 * evaluator. All of them are one program, so that it is compiled once. */
#include "kernel_support.h"
#include "kernels/expression_trees.h"

#include "integrand/expression.h"

enum { COUNT = 512, RANDOM = 48 };

/* name, dimensions, text, and the value in C; x counts from 0 there. */
#define CASES(CASE)                                                                                          \
    CASE(numbers, 1, "1 + .5 + 1e-3 + 2.E0 + 3", 6.501)                                                      \
    CASE(constants, 2, "pi * e / dim", 3.14159265358979323846 * 2.71828182845904523536 / 2)                  \
    CASE(alone, 1, "x", x[0])                                                                                \
    CASE(components, 12, "x1 + 2*x12 + 3 * x[7]", x[0] + 2 * x[11] + 3 * x[6])                               \
    CASE(left, 3, "x1 - x2 - x3", x[0] - x[1] - x[2])                                                        \
    CASE(quotients, 3, "x1 / x2 / x3 * 2", x[0] / x[1] / x[2] * 2)                                           \
    CASE(minus_square, 1, "-x^2", -(x[0] * x[0]))                                                            \
    CASE(right, 2, "x1^2^3 + 2^3^2", pow(x[0], 8) + 512)                                                     \
    CASE(of_minus, 2, "x1^-x2 - -x2", pow(x[0], -x[1]) + x[1])                                               \
    CASE(cube_of_negative, 1, "(x - 1)^3", pow(x[0] - 1, 3))                                                 \
    CASE(minus_five, 1, "(x - 3)^-5", pow(x[0] - 3, -5))                                                     \
    CASE(halves, 1, "x^0.5 + x^-0.5 + x^2.5 - x^-1.5",                                                       \
         pow(x[0], .5) + pow(x[0], -.5) + pow(x[0], 2.5) - pow(x[0], -1.5))                                  \
    CASE(large_power, 1, "(x/2)^63 + x^64/2^64 + (x/2)^65",                                                  \
         pow(x[0] / 2, 63) + pow(x[0] / 2, 64) + pow(x[0] / 2, 65))                                          \
    CASE(zeroth, 1, "(x - x)^0 + pow(x, 0)", 2)                                                              \
    CASE(third, 1, "x^(1/3)", cbrt(x[0]))                                                                    \
    CASE(general, 2, "pow(x1, x2) + 2^x1 + e^x2", pow(x[0], x[1]) + exp2(x[0]) + exp(x[1]))                  \
    CASE(comparisons, 2, "(x1<x2) + 2*(x1<=x2) + 4*(x1>x2) + 8*(x1>=x2) + 16*(x1==x2) + 32*(x1!=x2)",        \
         (x[0] < x[1]) + 2 * (x[0] <= x[1]) + 4 * (x[0] > x[1]) + 8 * (x[0] >= x[1]) + 16 * (x[0] == x[1]) + \
             32 * (x[0] != x[1]))                                                                            \
    CASE(equal, 1, "(x==x) + 2*(x!=x) + (x<=x) + (x<x)", 2)                                                  \
    CASE(logic, 3, "x1 < 1 || x2 < 1 && x3 < 1", x[0] < 1 || (x[1] < 1 && x[2] < 1))                         \
    CASE(not, 2, "!x1 + !(x1 > 1 && !(x2 > 1)) + !0", !(x[0] > 1 && !(x[1] > 1)) + 1)                        \
    CASE(truths, 2, "(x1 && 1) + (0 || x2 - x2) + (x1 > 1 && 1)", 1 + (x[0] > 1))                            \
    CASE(mixed_levels, 2, "x1 < 1 == x2 < 1", (x[0] < 1) == (x[1] < 1))                                      \
    CASE(choice, 2, "if(x1 > x2, exp(x1), -x2)", x[0] > x[1] ? exp(x[0]) : -x[1])                            \
    CASE(choice_of_number, 1, "if(x - x, 5, x > 1) + if(1, x, 2) + if(0, x, 2)", (x[0] > 1) + x[0] + 2)      \
    CASE(guarded, 1, "if(x > 1, log(x - 1), 0)", x[0] > 1 ? log(x[0] - 1) : 0)                               \
    CASE(roots, 2, "sqrt(x1) + exp(x2) - log(x1) * log10(x2)",                                               \
         sqrt(x[0]) + exp(x[1]) - log(x[0]) * log10(x[1]))                                                   \
    CASE(circle, 2, "sin(x1) - cos(x2) * tan(x1 / 2)", sin(x[0]) - cos(x[1]) * tan(x[0] / 2))                \
    CASE(arcs, 2, "asin(x1/2) + acos(x2/2 - .5) + atan(5*x1)",                                               \
         asin(x[0] / 2) + acos(x[1] / 2 - .5) + atan(5 * x[0]))                                              \
    CASE(angle, 2, "atan2(x1 - 1, x2 - 1)", atan2(x[0] - 1, x[1] - 1))                                       \
    CASE(hyperbolic, 2, "sinh(x1 - 1) - cosh(x2) + tanh(x1)", sinh(x[0] - 1) - cosh(x[1]) + tanh(x[0]))      \
    CASE(error_function, 1, "erf(2*x - 2)", erf(2 * x[0] - 2))                                               \
    CASE(sizes, 3, "abs(x1 - x2) + min(x1, x2, x3) * max(x1, x2, x3, 1)",                                    \
         fabs(x[0] - x[1]) + fmin(fmin(x[0], x[1]), x[2]) * fmax(fmax(fmax(x[0], x[1]), x[2]), 1))           \
    CASE(whole, 2, "floor(4*x1 - 4) + ceil(4*x2 - 4) / 16", floor(4 * x[0] - 4) + ceil(4 * x[1] - 4) / 16)   \
    CASE(signs, 2, "sign(x1 - 1) + 3 * step(x2 - 1) + 9 * sign(x1 - x1) + 27 * step(0*x1)",                  \
         (x[0] > 1) - (x[0] < 1) + 3 * (x[1] >= 1) + 27)                                                     \
    CASE(parameters, 2, "alpha * x1 ^ beta", 1.25 * pow(x[0], -0.75))                                        \
    CASE(elements, 2, "w[1] * x1 + w[30] + w[2*3]", weight(1) * x[0] + weight(30) + weight(6))               \
    CASE(tables, 3, "mass(x1, x2 > 1) - line(x3 + alpha)", x[0] - 2 * (x[1] > 1) - 3 * (x[2] + 1.25))        \
    CASE(squares, 12, "sum(x^2) / dim", squares(x, 12) / 12)                                                 \
    CASE(product, 3, "prod(2 - x/2)", (2 - x[0] / 2) * (2 - x[1] / 2) * (2 - x[2] / 2))                      \
    CASE(counter, 3, "sum(i * x) + sum(w[i] * x[dim+1-i])",                                                  \
         x[0] + 2 * x[1] + 3 * x[2] + weight(1) * x[2] + weight(2) * x[1] + weight(3) * x[0])                \
    CASE(valley, 3, "sum(100*(x[i+1] - x[i]^2)^2 + (1 - x[i])^2, 1, dim-1)",                                 \
         valley(x[0], x[1]) + valley(x[1], x[2]))                                                            \
    CASE(no_valley, 1, "1 + sum((x[i+1] - x)^2, 1, dim - 1) + prod(x[i+5], 9, 2)", 2)                        \
    CASE(long_range, 1, "sum(w[i], 1, 30) + sum(1/i^2, 1, 40) + x - sum(w[2*i-1], 3, 4)",                    \
         weights(1, 30) + inverse_squares(40) + x[0] - weight(5) - weight(7))                                \
    CASE(negative_range, 1, "sum(i + x1 * (i < 0), -2, 3)", 3 + 2 * x[0])                                    \
    CASE(of_truths, 3, "sum(x > 1) + (sum(x > 1) == 3)", over_one(x) + (over_one(x) == 3))                   \
    CASE(inner, 3, "sum(if(i == 2, -x, sin(x * alpha)) * x1)",                                               \
         x[0] * (sin(1.25 * x[0]) - x[1] + sin(1.25 * x[2])))                                                \
    CASE(blanks, 2, " \t x1\n+\r\n x2 \n", x[0] + x[1])                                                      \
    CASE(large, 1, "if(x > 3, 1e300, x) + if(x > 3, 1e-300, x)", 2 * x[0])                                   \
    CASE(not_a_number, 1, "log(-x)", NAN)                                                                    \
    CASE(no_root, 1, "sqrt(-x)", NAN)                                                                        \
    CASE(no_power, 1, "(-x)^0.3", NAN)                                                                       \
    CASE(no_quotient, 1, "(x - x) / (x - x)", NAN)                                                           \
    CASE(no_minimum, 1, "min(log(-x), 1)", NAN)                                                              \
    CASE(no_minimum_second, 1, "min(1, log(-x))", NAN)                                                       \
    CASE(no_maximum_first, 1, "max(log(-x), 1)", NAN)                                                        \
    CASE(no_maximum, 1, "max(0, 0/0)", NAN)                                                                  \
    CASE(no_arc, 1, "asin(2 + x)", NAN)                                                                      \
    CASE(pole, 1, "1 / (x - x)", INFINITY)                                                                   \
    CASE(no_logarithm, 1, "log(x - x)", -INFINITY)                                                           \
    CASE(folded_pole, 1, "-1 / 0 + x", -INFINITY)                                                            \
    CASE(overflow, 1, "exp(x + 1000)", INFINITY)

static double weight(int k) { return 0.25 * k; }

static double weights(int from, int to)
{
    double sum = 0;
    for (int k = from; k <= to; ++k)
        sum += weight(k);
    return sum;
}

static double inverse_squares(int to)
{
    double sum = 0;
    for (int k = 1; k <= to; ++k)
        sum += 1.0 / (k * k);
    return sum;
}

static double squares(const double *x, int count)
{
    double sum = 0;
    for (int k = 0; k < count; ++k)
        sum += x[k] * x[k];
    return sum;
}

static double valley(double a, double b) { return 100 * pow(b - a * a, 2) + pow(1 - a, 2); }
static double over_one(const double *x) { return (x[0] > 1) + (x[1] > 1) + (x[2] > 1); }

#define AS_FUNCTION(name, dimensions, text, value) \
    static double value_##name(const double *x)    \
    {                                              \
        (void)x;                                   \
        return value;                              \
    }
CASES(AS_FUNCTION)

#define AS_ROW(name, dimensions, text, value) {dimensions, text, value_##name},
static const struct row {
    int dimensions;
    const char *text;
    double (*value)(const double *x);
} rows[] = {CASES(AS_ROW)};
enum { ROWS = sizeof rows / sizeof rows[0], RESULTS = ROWS + RANDOM };

static const char head[] = "#include \"expression_functions.h\"\n"
                           "#include \"map.h\"\n"
                           "#define user_alpha S(1.25)\n"
                           "#define user_beta S(-0.75)\n"
                           "#define parameter(name) r_set(user_##name)\n"
                           "#define ARRAY_w 0\n"
                           "#define element(name, k) r_set(data[ARRAY_##name + (k)])\n"
                           "FN real table_mass(int inputs, GLOBAL const scalar *data, real a, real b)\n"
                           "{ (void)inputs; (void)data; return a - R(2.0) * b; }\n"
                           "FN real table_line(int inputs, GLOBAL const scalar *data, real a)\n"
                           "{ (void)inputs; (void)data; return R(3.0) * a; }\n";
static const char begin[] = "MAP(results, GLOBAL const scalar *, points, GLOBAL const scalar *, data,\n"
                            "    GLOBAL scalar *, out, GLOBAL scalar *, none)\n"
                            "{\n"
                            "    const int inputs = 0;\n"
                            "    real x[DIMENSIONS];\n"
                            "    real f[RESULTS];\n"
                            "    for (int k = 0; k < DIMENSIONS; ++k)\n"
                            "        x[k] = r_fetch(points + AT(k));\n";
static const char end[] = "    for (int k = 0; k < RESULTS; ++k)\n"
                          "        r_store(out + AT(k), f[k]);\n"
                          "    (void)inputs;\n"
                          "}\n";

static double points[TREE_DIMENSIONS * COUNT], data[TREE_ELEMENTS], out[RESULTS * COUNT];
static struct tree trees[RANDOM];

static const struct expression_names *names_of(int dimensions)
{
    static const char *const parameters[] = {"beta", "alpha"};
    static const struct expression_array arrays[] = {{"w", TREE_ELEMENTS}};
    static const struct expression_table tables[] = {{"line", 1}, {"mass", 2}};
    static struct expression_names names = {0, parameters, 2, arrays, 1, tables, 2, .quantities = NULL};
    names.dimensions = dimensions;
    return &names;
}

static void translate(ts_context *context, const char *text, int dimensions, int component,
                      struct source *source)
{
    if (expression_translate(context, text, names_of(dimensions), component, source) != TS_OK)
        fail_msg("%s\n%s", text, ts_context_error(context));
}

static int compute_everything(void **unused)
{
    (void)unused;
    struct source source = {0};
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    source_append(&source, "#define DIMENSIONS %d\n#define RESULTS %d\n%s", TREE_DIMENSIONS, RESULTS, begin);
    for (int k = 0; k < ROWS; ++k)
        translate(context, rows[k].text, rows[k].dimensions, k, &source);
    for (int k = 0; k < RANDOM; ++k) {
        tree_grow(&trees[k], 4 + k % 3);
        translate(context, trees[k].text, TREE_DIMENSIONS, ROWS + k, &source);
    }
    source_append(&source, "%s", end);
    struct kernel kernel = kernel_open_parts(head, source.text, COUNT);
    for (size_t k = 0; k < TREE_DIMENSIONS * COUNT; ++k)
        points[k] = kernel_scalar(0.05 + 1.9 * tree_uniform());
    for (int k = 0; k < TREE_ELEMENTS; ++k)
        data[k] = weight(k + 1);
    kernel_run(&kernel, "results",
               (struct kernel_array[]){{points, TREE_DIMENSIONS * COUNT, KERNEL_IN},
                                       {data, TREE_ELEMENTS, KERNEL_IN},
                                       {out, (size_t)RESULTS * COUNT, KERNEL_OUT}},
               3);
    kernel_close(&kernel);
    source_free(&source);
    ts_context_destroy(&context);
    return 0;
}

static void point(size_t number, double *x)
{
    for (size_t k = 0; k < TREE_DIMENSIONS; ++k)
        x[k] = points[k * COUNT + number];
}

static void values_of_the_table(void **unused)
{
    (void)unused;
    const double near = test_double ? 1e-13 : 4e-5;
    double x[TREE_DIMENSIONS];
    for (size_t k = 0; k < ROWS; ++k)
        for (size_t n = 0; n < COUNT; ++n) {
            point(n, x);
            const double want = rows[k].value(x), got = out[k * COUNT + n];
            if (!(got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= near * (1 + fabs(want))))
                fail_msg("%s: %.17g, not %.17g, at x1 = %.17g", rows[k].text, got, want, x[0]);
        }
}

static void values_of_random_expressions(void **unused)
{
    (void)unused;
    const double unit = test_double ? 0x1p-53 : 0x1p-24;
    double x[TREE_DIMENSIONS];
    for (size_t k = 0; k < RANDOM; ++k)
        for (size_t n = 0; n < COUNT; ++n) {
            point(n, x);
            const struct value want = tree_value(&trees[k], x);
            const double got = out[(ROWS + k) * COUNT + n];
            if (!(fabs(got - want.value) <= unit * want.units))
                fail_msg("%s: %.17g, not %.17g (%.3g units)", trees[k].text, got, want.value, want.units);
        }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_table),
        cmocka_unit_test(values_of_random_expressions),
    };
    return cmocka_run_group_tests(tests, compute_everything, NULL);
}
