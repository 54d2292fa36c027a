/* Interpolation in tables (kernels/interpolate.h, written by
 * src/integrand/table.c) against one in long double that goes from axis to
 * axis. That has slopes from Lagrange's parabola and the cubic in Newton's
 * divided differences. */
#include "kernel_support.h"

#include "integrand/table.h"

#include <float.h>
#include <math.h>

/* `LIMIT`: how many units of rounding the sum of up to 64 products may be off. */
enum { COUNT = 1024, TABLES = 12, VALUES = 400, LIMIT = 16 };

/* Of dimensions 1 to 3, linear and cubic, with even nodes, uneven ones and both; the fewest nodes there may
 * be. The name says it: "e" and "u" for each axis. */
static const struct layout {
    const char *name;
    int cubic;
} layouts[TABLES] = {{"e", 0},  {"u", 0},  {"ue", 0},   {"eu", 0},  {"eue", 0}, {"uuu", 0},
                     {"ec", 1}, {"uc", 1}, {"ueuc", 1}, {"eec", 1}, {"uec", 1}, {"tsc", 1}};

/* Nodes that single precision has too. Kinds: even, uneven, two nodes, three. */
static const double even[] = {-1, -0.5, 0, 0.5, 1, 1.5}, uneven[] = {-0.25, 0.25, 1, 1.125, 2, 3.5, 3.75},
                    two[] = {0.5, 2}, three[] = {-1, 0.25, 3};

static struct table tables[TABLES];
static struct kernel kernel;
static ts_context *context;
static double *data, at[3][COUNT], got[TABLES][COUNT];
static size_t length;

static const char kernels[] = KERNEL_TEXT(MAP(tables, GLOBAL const scalar *, data, GLOBAL const scalar *, at,
                                              GLOBAL scalar *, value, GLOBAL scalar *, none) {
    CONSTANT parameters *inputs = 0;
    real x = r_fetch(at + AT(0));
    real y = r_fetch(at + AT(1));
    real z = r_fetch(at + AT(2));
    (void)none;
    r_store(value + AT(0), table_e(inputs, data, x));
    r_store(value + AT(1), table_u(inputs, data, x));
    r_store(value + AT(2), table_ue(inputs, data, x, y));
    r_store(value + AT(3), table_eu(inputs, data, x, y));
    r_store(value + AT(4), table_eue(inputs, data, x, y, z));
    r_store(value + AT(5), table_uuu(inputs, data, x, y, z));
    r_store(value + AT(6), table_ec(inputs, data, x));
    r_store(value + AT(7), table_uc(inputs, data, x));
    r_store(value + AT(8), table_ueuc(inputs, data, x, y, z));
    r_store(value + AT(9), table_eec(inputs, data, x, y));
    r_store(value + AT(10), table_uec(inputs, data, x, y));
    r_store(value + AT(11), table_tsc(inputs, data, x, y));
});

typedef double function(const double *x);

static double rough(const double *x)
{
    return kernel_scalar(sin(37 * x[0] + 1) + cos(29 * x[1]) * sin(31 * x[2] + 2));
}

/* Of first degree in each coordinate, and of second. */
static double multilinear(const double *x)
{
    return (1 + 0.5 * x[0]) * (2 - 0.25 * x[1]) * (1 + 0.125 * x[2]);
}
static double quadratic(const double *x)
{
    return (1 + 0.5 * x[0] - 0.25 * x[0] * x[0]) * (1 - 0.25 * x[1] + 0.5 * x[1] * x[1]) *
           (2 + 0.125 * x[2] * x[2]);
}

static const double *nodes_of(char kind, size_t *count)
{
    *count = kind == 'e' ? 6 : kind == 'u' ? 7 : kind == 't' ? 2 : 3;
    return kind == 'e' ? even : kind == 'u' ? uneven : kind == 't' ? two : three;
}

/* The coordinates of a value; those the table does not have are 0. */
static void place_of(const struct table *table, size_t value, double *x)
{
    x[0] = x[1] = x[2] = 0;
    for (int axis = table->dimensions - 1; axis >= 0; --axis) {
        x[axis] = table->axes[axis][value % table->sizes[axis]];
        value /= table->sizes[axis];
    }
}

static size_t value_count(const struct table *table)
{
    size_t count = 1;
    for (int axis = 0; axis < table->dimensions; ++axis)
        count *= table->sizes[axis];
    return count;
}

static void make_table(const struct layout *layout, struct table *table)
{
    static const double zeros[VALUES];
    const double *axes[TABLE_DIMENSIONS];
    size_t sizes[TABLE_DIMENSIONS];
    const int dimensions = (int)strlen(layout->name) - layout->cubic;
    for (int axis = 0; axis < dimensions; ++axis)
        axes[axis] = nodes_of(layout->name[axis], &sizes[axis]);
    assert_status(context,
                  table_create(context, layout->name, dimensions, sizes, axes, zeros, layout->cubic, table));
    assert_true(value_count(table) <= VALUES);
    for (int axis = 0; axis < dimensions; ++axis)
        assert_int_equal(table->regular[axis], layout->name[axis] == 'e' || layout->name[axis] == 't');
}

/* Puts a function into all tables, and those into the data. */
static void fill(function *of)
{
    size_t offset = 1;
    for (int t = 0; t < TABLES; ++t) {
        for (size_t i = 0; i < value_count(&tables[t]); ++i) {
            double x[3];
            place_of(&tables[t], i, x);
            tables[t].values[i] = of(x);
        }
        table_store(&tables[t], data + offset);
        offset += table_length(&tables[t]);
    }
}

static int start(void **state)
{
    (void)state;
    struct source head = {0};
    if (ts_context_create(&context))
        return 1;
    source_append(&head, "#include \"interpolate.h\"\n#include \"map.h\"\n"
                         "typedef struct parameters {\n    scalar none;\n} parameters;\n"
                         "#define INPUTS CONSTANT parameters *inputs, GLOBAL const scalar *data\n");
    length = 1; /* something stands before the first table */
    for (int t = 0; t < TABLES; ++t) {
        make_table(&layouts[t], &tables[t]);
        table_declare(&tables[t], length, &head);
        length += table_length(&tables[t]);
    }
    data = calloc(length, sizeof *data);
    kernel = kernel_open_parts(head.text, kernels, COUNT);
    source_free(&head);
    return data == NULL;
}

static int end(void **state)
{
    (void)state;
    kernel_close(&kernel);
    for (int t = 0; t < TABLES; ++t)
        table_free(&tables[t]);
    free(data);
    ts_context_destroy(&context);
    return 0;
}

static void run(void)
{
    kernel_run(&kernel, "tables",
               (struct kernel_array[]){{data, length, KERNEL_IN},
                                       {at, 3 * COUNT, KERNEL_IN},
                                       {got, TABLES * COUNT, KERNEL_OUT}},
               3);
}

/* Uniform in (low, high), a scalar, reproducible (G. Marsaglia's xorshift). */
static double uniform_between(double low, double high)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return kernel_scalar(low + (high - low) * (double)(state >> 11) * 0x1p-53);
}

static void scatter(double low, double high)
{
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < COUNT; ++i)
            at[axis][i] = uniform_between(low, high);
}

/* The slope at node i of Lagrange's parabola through it and its neighbours, at an end through the first
 * three. */
static long double slope(const double *x, const long double *f, size_t count, size_t i)
{
    if (count == 2)
        return (f[1] - f[0]) / (x[1] - x[0]);
    const size_t a = i == 0 ? 0 : i + 1 == count ? i - 2 : i - 1;
    long double sum = 0;
    for (size_t j = a; j < a + 3; ++j) {
        const size_t k = j == a ? a + 1 : a, l = j == a + 2 ? a + 1 : a + 2;
        sum += f[j] * (2.0L * x[i] - x[k] - x[l]) / (((long double)x[j] - x[k]) * ((long double)x[j] - x[l]));
    }
    return sum;
}

static long double interpolate_line(const double *x, const long double *f, size_t count, int cubic, double to)
{
    const double inside = fmin(fmax(to, x[0]), x[count - 1]);
    size_t i = 0;
    while (i + 2 < count && x[i + 1] < inside)
        ++i;
    const long double h = (long double)x[i + 1] - x[i], u = inside - (long double)x[i];
    const long double once = (f[i + 1] - f[i]) / h;
    if (!cubic)
        return f[i] + once * u;
    /* Divided differences of x[i], x[i], x[i + 1], x[i + 1]. */
    const long double low = slope(x, f, count, i), high = slope(x, f, count, i + 1);
    const long double twice = (once - low) / h, thrice = (high - 2 * once + low) / (h * h);
    return f[i] + u * (low + u * (twice + (u - h) * thrice));
}

/* From `axis` on, of the part of the table whose values begin at `values`. */
static long double reference(const struct table *table, int axis, const double *values, const double *to)
{
    if (axis == table->dimensions || axis == TABLE_DIMENSIONS)
        return *values;
    size_t part = 1;
    for (int i = axis + 1; i < table->dimensions && i < TABLE_DIMENSIONS; ++i)
        part *= table->sizes[i];
    long double f[8];
    for (size_t i = 0; i < table->sizes[axis]; ++i)
        f[i] = reference(table, axis + 1, values + i * part, to);
    return interpolate_line(table->axes[axis], f, table->sizes[axis], table->cubic, to[axis]);
}

static double epsilon(void) { return test_double ? DBL_EPSILON : FLT_EPSILON; }

static double largest(const struct table *table)
{
    double size = 0;
    for (size_t i = 0; i < value_count(table); ++i)
        size = fmax(size, fabs(table->values[i]));
    return size;
}

/* What a table's value is to be at a point. */
typedef double expectation(const struct table *table, const double *to);
static double from_reference(const struct table *table, const double *to)
{
    return (double)reference(table, 0, table->values, to);
}

/* The largest of a table's errors at all points, in units of rounding. */
static double deviation(int t, expectation *want)
{
    double worst = 0;
    for (int i = 0; i < COUNT; ++i) {
        const double to[3] = {at[0][i], at[1][i], at[2][i]};
        const double error = fabs(got[t][i] - want(&tables[t], to)) / largest(&tables[t]) / epsilon();
        assert_false(isnan(error));
        worst = fmax(worst, error);
    }
    return worst;
}

static void values_are_the_reference_s(void **state)
{
    (void)state;
    fill(rough);
    scatter(-2, 4.5);
    run();
    for (int t = 0; t < TABLES; ++t) {
        const double worst = deviation(t, from_reference);
        print_message("table %s: %.2g units of rounding\n", layouts[t].name, worst);
        assert_true(worst < LIMIT);
    }
}

static double clamped(const struct table *table, int axis, double x)
{
    return axis < table->dimensions
               ? fmin(fmax(x, table->axes[axis][0]), table->axes[axis][table->sizes[axis] - 1])
               : 0;
}

static double from_multilinear(const struct table *table, const double *to)
{
    return multilinear(
        (double[]){clamped(table, 0, to[0]), clamped(table, 1, to[1]), clamped(table, 2, to[2])});
}
static double from_quadratic(const struct table *table, const double *to)
{
    return quadratic(
        (double[]){clamped(table, 0, to[0]), clamped(table, 1, to[1]), clamped(table, 2, to[2])});
}

static void straight_lines_are_exact(void **state)
{
    (void)state;
    fill(multilinear);
    scatter(-2, 4.5);
    run();
    for (int t = 0; t < TABLES; ++t)
        assert_true(deviation(t, from_multilinear) < LIMIT);
}

static double sine(const double *x) { return sin(x[0]); }
static double from_sine(const struct table *table, const double *to)
{
    return sine((double[]){clamped(table, 0, to[0])});
}

/* The errors that docs/tables.md states: h^2/8 of the second derivative; h^3/62 of the third, away from the
 * ends. */
static void errors_are_as_documented(void **state)
{
    (void)state;
    const double h = 0.5, line = h * h / 8, cubic = h * h * h / 62 + h * h * h * h / 384;
    fill(sine);
    scatter(-0.5, 1);
    run();
    const double of_line = deviation(0, from_sine) * largest(&tables[0]) * epsilon();
    const double of_cubic = deviation(6, from_sine) * largest(&tables[6]) * epsilon();
    print_message("of a straight line %.3g (%.3g), of a cubic %.3g (%.3g)\n", of_line, line, of_cubic, cubic);
    assert_true(of_line < line && of_line > line / 2);
    assert_true(of_cubic < cubic && of_cubic > cubic / 2);
}

/* Cubic tables have parabolas, up to the ends; linear ones, and an axis with two nodes, have not. */
static void cubic_tables_have_parabolas(void **state)
{
    (void)state;
    fill(quadratic);
    scatter(-2, 4.5);
    run();
    for (int t = 0; t < TABLES; ++t) {
        const int exact = layouts[t].cubic && layouts[t].name[0] != 't';
        assert_true((deviation(t, from_quadratic) < LIMIT) == exact);
    }
}

static void nodes_have_their_values(void **state)
{
    (void)state;
    fill(rough);
    for (int t = 0; t < TABLES; ++t) {
        const size_t count = value_count(&tables[t]);
        for (size_t i = 0; i < COUNT; ++i) {
            double x[3];
            place_of(&tables[t], i % count, x);
            for (int axis = 0; axis < 3; ++axis)
                at[axis][i] = x[axis];
        }
        run();
        for (size_t i = 0; i < count; ++i)
            assert_true(fabs(got[t][i] - tables[t].values[i]) <= 4 * epsilon());
    }
}

/* At the inner nodes of the first axis, the values and slopes on both sides from three points each. */
static void check_sides(int t, int *bends)
{
    const struct table *table = &tables[t];
    const double step = 0x1p-7;
    const size_t inner = table->sizes[0] - 2;
    for (size_t i = 0; i < COUNT; ++i) {
        at[0][i] = table->axes[0][1 + i / 8 % (inner ? inner : 1)] + ((double)(i % 8) - 3) * step;
        at[1][i] = 0.625;
        at[2][i] = 1.0625;
    }
    run();
    *bends = 0;
    for (size_t i = 0; i < 8 * inner; i += 8) {
        const double *f = got[t] + i + 3;
        const double below = (3 * f[0] - 4 * f[-1] + f[-2]) / (2 * step);
        const double above = (-3 * f[0] + 4 * f[1] - f[2]) / (2 * step);
        assert_true(fabs(f[1] - f[-1]) < 40 * step);
        *bends += fabs(above - below) > 0.1;
    }
}

static void cubic_tables_have_no_bends(void **state)
{
    (void)state;
    fill(rough);
    for (int t = 0; t < TABLES; ++t) {
        int bends;
        check_sides(t, &bends);
        assert_true(layouts[t].cubic ? bends == 0 : bends > 0);
    }
}

/* Beyond an end, however far, the value at the end, bit for bit. */
static void arguments_are_clamped(void **state)
{
    (void)state;
    static const double outside[] = {-4, -1e30, -INFINITY, 4, 1e30, INFINITY};
    fill(rough);
    for (int t = 0; t < TABLES; ++t)
        for (int axis = 0; axis < tables[t].dimensions; ++axis) {
            scatter(0, 1);
            for (int i = 0; i < COUNT; ++i)
                if (i % 8 < 6)
                    at[axis][i] = outside[i % 8];
                else
                    at[axis][i] = tables[t].axes[axis][i % 8 == 6 ? 0 : tables[t].sizes[axis] - 1];
            for (int i = 0; i < COUNT; ++i) /* the eight agree in the other coordinates */
                for (int other = 0; other < 3; ++other)
                    if (other != axis)
                        at[other][i] = at[other][i / 8 * 8];
            run();
            for (int i = 0; i < COUNT; ++i)
                assert_true(got[t][i] == got[t][i / 8 * 8 + (i % 8 < 3 || i % 8 == 6 ? 6 : 7)]);
        }
}

static void what_is_not_a_number_gives_none(void **state)
{
    (void)state;
    fill(rough);
    scatter(-2, 4);
    for (int i = 0; i < COUNT; ++i)
        if (i % 4 < 3)
            at[i % 4][i] = NAN;
    run();
    for (int t = 0; t < TABLES; ++t)
        for (int i = 0; i < COUNT; ++i)
            assert_int_equal(isnan(got[t][i]) != 0, i % 4 < tables[t].dimensions);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_reference_s), cmocka_unit_test(straight_lines_are_exact),
        cmocka_unit_test(errors_are_as_documented),   cmocka_unit_test(cubic_tables_have_parabolas),
        cmocka_unit_test(nodes_have_their_values),    cmocka_unit_test(cubic_tables_have_no_bends),
        cmocka_unit_test(arguments_are_clamped),      cmocka_unit_test(what_is_not_a_number_gives_none),
    };
    return cmocka_run_group_tests(tests, start, end);
}
