/* The functions of kernels/expression_functions.h against the C library in long double, over the whole range,
 * and where it gets difficult. */
#include "kernels/function_errors.h"

enum { COUNT = 1 << 18, ONES = 9, SHARP = 14 };

#define LENGTH ((size_t)SHARP * COUNT)

static const char head[] = "#include \"expression_functions.h\"\n#include \"map.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    MAP(of_one, GLOBAL const scalar *, a, GLOBAL scalar *, out, GLOBAL scalar *, unused, GLOBAL scalar *,
        none) {
        real x = r_fetch(a + AT(0));
        r_store(out + AT(0), r_sinh(x));
        r_store(out + AT(1), r_cosh(x));
        r_store(out + AT(2), r_tanh(x));
        r_store(out + AT(3), r_erf(x));
        r_store(out + AT(4), r_asin(x));
        r_store(out + AT(5), r_acos(x));
        r_store(out + AT(6), r_atan(x));
        r_store(out + AT(7), r_log10(x));
        r_store(out + AT(8), r_tan(x));
        r_store(out + AT(9), r_floor(x));
        r_store(out + AT(10), r_ceil(x));
        r_store(out + AT(11), r_sign(x));
        r_store(out + AT(12), r_step(x));
        r_store(out + AT(13), r_sin(x));
    }

    MAP(of_two, GLOBAL const scalar *, a, GLOBAL const scalar *, b, GLOBAL scalar *, out, GLOBAL scalar *,
        none) {
        real x = r_fetch(a + AT(0));
        real y = r_fetch(b + AT(0));
        r_store(out + AT(0), r_power(x, y));
        r_store(out + AT(1), r_least(x, y));
        r_store(out + AT(2), r_greatest(x, y));
    });

static struct kernel kernel;
static double a[COUNT], b[COUNT], out[LENGTH];

static void run_one(void)
{
    kernel_run(&kernel, "of_one", (struct kernel_array[]){{a, COUNT, KERNEL_IN}, {out, LENGTH, KERNEL_OUT}},
               2);
}

static void run_two(void)
{
    kernel_run(&kernel, "of_two",
               (struct kernel_array[]){{a, COUNT, KERNEL_IN},
                                       {b, COUNT, KERNEL_IN},
                                       {out, (size_t)3 * COUNT, KERNEL_OUT}},
               3);
}

/* Beyond the reduction of r_sincos() there is no value. */
static long double tangent(long double x)
{
    return fabsl(x) < (test_double ? 0x1p47L : 0x1p19L) ? tanl(x) : (long double)NAN;
}

/* The number of units that the head comment of the header gives each. */
static const struct function {
    const char *name;
    long double (*value)(long double);
    double most;
} functions[ONES] = {{"sinh", sinhl, 2.5}, {"cosh", coshl, 2},   {"tanh", tanhl, 2.5},
                     {"erf", erfl, 2},     {"asin", asinl, 2.5}, {"acos", acosl, 2},
                     {"atan", atanl, 2},   {"log10", log10l, 2}, {"tan", tangent, 2.5}};

static struct errors errors[ONES];

static void record_ones(size_t count)
{
    run_one();
    for (size_t k = 0; k < ONES; ++k)
        for (size_t i = 0; i < count; ++i)
            errors_record(&errors[k], out[k * COUNT + i], functions[k].value(a[i]), a[i], 0);
}

static void judge_ones(void)
{
    struct errors found[ONES];
    memcpy(found, errors, sizeof found);
    memset(errors, 0, sizeof errors);
    for (size_t k = 0; k < ONES; ++k)
        errors_judge(&found[k], functions[k].name, functions[k].most);
}

/* floor, ceil, sign and step are exact. */
static void check_exact(size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const double x = a[i];
        const double want[] = {floor(x), ceil(x), isnan(x) ? x : (x > 0) - (x < 0), isnan(x) ? x : x >= 0};
        for (size_t k = 0; k < 4; ++k) {
            const double got = out[(9 + k) * COUNT + i];
            if (got != want[k] && !(isnan(got) && isnan(want[k])))
                fail_msg("function %zu of %.17g is %.17g, not %.17g", k, x, got, want[k]);
        }
    }
}

static void all_scalars(void **unused)
{
    (void)unused;
    for (int more = 1; more;) {
        size_t count = 0;
        for (; count < COUNT && more; ++count)
            more = next_of_all(&a[count]);
        record_ones(count);
        check_exact(count);
    }
    judge_ones();
}

static void arguments_of_usual_size(void **unused)
{
    (void)unused;
    const double reach[] = {1e-3, 0.4, 1, 1.001, 3, 7, 25, test_double ? 711 : 90};
    for (size_t i = 0; i < COUNT; ++i)
        a[i] = uniform_between(-reach[i % 8], reach[i % 8]);
    record_ones(COUNT);
    check_exact(COUNT);
    judge_ones();
}

static void whole_numbers_and_their_neighbours(void **unused)
{
    (void)unused;
    const double next = test_double ? 0x1p-52 : 0x1p-23;
    for (size_t i = 0; i < COUNT; ++i) {
        const double whole = (double)(i / 4 % 64) * ldexp(1, (int)(i / 256 % 60));
        a[i] = kernel_scalar((i % 2 ? -1 : 1) * (whole + (i % 4 < 2 ? 0.5 : whole * next)));
    }
    run_one();
    check_exact(COUNT);
}

/* Whole exponents of negative numbers, too. */
static void powers(void **unused)
{
    (void)unused;
    struct errors h = {0};
    for (size_t i = 0; i < COUNT; ++i) {
        a[i] = uniform_between(i % 2 ? -30 : 0, 30);
        b[i] = i % 2 ? floor(uniform_between(-20, 20)) : uniform_between(-20, 20);
    }
    run_two();
    for (size_t i = 0; i < COUNT; ++i)
        if (fabs(b[i] * log(fabs(a[i]))) < (test_double ? 150 : 80))
            errors_record(&h, out[i], powl(a[i], b[i]), a[i], b[i]);
    errors_judge(&h, "pow", 2);
}

/* Every pair of these: the right infinity, zero, sign and NaN; NaN where one of both is. */
static void special_pairs(void **unused)
{
    (void)unused;
    const double values[] = {0,   1,   -1,  2,    -2,    0.5,      -0.5,     3,
                             -3,  1.5, 1e4, -1e4, 1e30,  -1e30,    INFINITY, -INFINITY,
                             NAN, 7,   -7,  0.25, 1e-30, 1 + 1e-6, 100,      -100};
    enum { VALUES = sizeof values / sizeof values[0] };
    for (size_t i = 0; i < (size_t)VALUES * VALUES; ++i) {
        a[i] = kernel_scalar(values[i / VALUES]);
        b[i] = kernel_scalar(values[i % VALUES]);
    }
    run_two();
    for (size_t i = 0; i < (size_t)VALUES * VALUES; ++i) {
        const int none = isnan(a[i]) || isnan(b[i]);
        const int open = fabs(a[i]) == 1 && isinf(b[i]);     /* C has 1 */
        const int refused = a[i] < 0 && b[i] != floor(b[i]); /* C has a value for -infinity */
        const double power = none || open || refused ? NAN : pow(a[i], b[i]);
        const double want[] = {test_double ? power : (double)(float)power, none ? NAN : fmin(a[i], b[i]),
                               none ? NAN : fmax(a[i], b[i])};
        for (size_t k = 0; k < 3; ++k) {
            const double got = out[k * COUNT + i];
            const double near = test_double ? 1e-12 : 1e-4; /* beyond the range of r_pow()'s accuracy */
            const double least = test_double ? 1e-323 : 2e-45;
            if (!(got == want[k] || (isnan(got) && isnan(want[k])) ||
                  fabs(got - want[k]) < fmax(near * fabs(want[k]), least)))
                fail_msg("%zu of (%.17g, %.17g) is %.17g, not %.17g", k, a[i], b[i], got, want[k]);
        }
    }
}

static void ends_and_nan(void **unused)
{
    (void)unused;
    const double values[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1.5, -1.5, test_double ? 1e15 : 1e6};
    memcpy(a, values, sizeof values);
    record_ones(7);
    judge_ones();
    check_exact(8);
    for (size_t k = 0; k < SHARP; ++k)
        assert_true(isnan(out[k * COUNT]));
    for (size_t k = 0; k < 3; ++k) /* odd functions keep the sign of zero */
        assert_true(k == 1 || (signbit(out[k * COUNT + 4]) && !signbit(out[k * COUNT + 3])));
    assert_true(isnan(out[(size_t)8 * COUNT + 7]) && isnan(out[(size_t)13 * COUNT + 7]));
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_scalars),
        cmocka_unit_test(arguments_of_usual_size),
        cmocka_unit_test(whole_numbers_and_their_neighbours),
        cmocka_unit_test(powers),
        cmocka_unit_test(special_pairs),
        cmocka_unit_test(ends_and_nan),
    };
    kernel = kernel_open_parts(head, kernels, COUNT);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    kernel_close(&kernel);
    return failures;
}
