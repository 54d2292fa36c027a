/* The functions of kernels/functions.h against the C library in long double: at most 2 units in the last
 * place. */
#include "kernels/function_errors.h"

#define LIMIT 2.0
#define PI 3.14159265358979323846264338327950288L

enum { COUNT = 1 << 18 };

static const char head[] = "#include \"functions.h\"\n#include \"map.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    MAP(of_one, GLOBAL const scalar *, a, GLOBAL scalar *, logarithm, GLOBAL scalar *, exponential,
        GLOBAL scalar *, none) {
        r_store(logarithm + AT(0), r_log(r_fetch(a + AT(0))));
        r_store(exponential + AT(0), r_exp(r_fetch(a + AT(0))));
    }

    MAP(of_two, GLOBAL const scalar *, a, GLOBAL const scalar *, b, GLOBAL scalar *, power, GLOBAL scalar *,
        angle) {
        r_store(power + AT(0), r_pow(r_fetch(a + AT(0)), r_fetch(b + AT(0))));
        r_store(angle + AT(0), r_atan2(r_fetch(a + AT(0)), r_fetch(b + AT(0))));
    }

    /* sine and cosine of a, and of 2 pi a */
    MAP(circle, GLOBAL const scalar *, a, GLOBAL scalar *, of_angle, GLOBAL scalar *, of_turns,
        GLOBAL scalar *, none) {
        real s;
        real c;
        r_sincos(r_fetch(a + AT(0)), &s, &c);
        r_store(of_angle + AT(0), s);
        r_store(of_angle + AT(1), c);
        r_sincos_2pi(r_fetch(a + AT(0)), &s, &c);
        r_store(of_turns + AT(0), s);
        r_store(of_turns + AT(1), c);
    });

static struct kernel kernel;
static double a[COUNT], b[COUNT], first[2 * COUNT], second[2 * COUNT];

static void judge(const char *name, const struct errors *h) { errors_judge(h, name, LIMIT); }

static void run(const char *name)
{
    const int inputs = strcmp(name, "of_two") ? 1 : 2, length = strcmp(name, "circle") ? COUNT : 2 * COUNT;
    struct kernel_array arrays[4] = {{a, COUNT, KERNEL_IN}, {b, COUNT, KERNEL_IN}};
    arrays[inputs] = (struct kernel_array){first, (size_t)length, KERNEL_OUT};
    arrays[inputs + 1] = (struct kernel_array){second, (size_t)length, KERNEL_OUT};
    kernel_run(&kernel, name, arrays, inputs + 2);
}

static void all_scalars(void **unused)
{
    (void)unused;
    struct errors logarithm = {0}, exponential = {0}, angle = {0};
    double last = 1;
    for (int more = 1; more;) {
        size_t count = 0;
        for (; count < COUNT && more; ++count) {
            more = next_of_all(&a[count]);
            b[count] = last;
            last = a[count];
        }
        run("of_one");
        for (size_t i = 0; i < count; ++i) {
            errors_record(&logarithm, first[i], logl(a[i]), a[i], 0);
            errors_record(&exponential, second[i], expl(a[i]), a[i], 0);
        }
        run("of_two");
        for (size_t i = 0; i < count; ++i)
            errors_record(&angle, second[i], atan2l(a[i], b[i]), a[i], b[i]);
    }
    judge("log", &logarithm);
    judge("exp", &exponential);
    judge("atan2", &angle);
}

static void logarithm_near_one(void **unused)
{
    (void)unused;
    struct errors h = {0};
    for (size_t i = 0; i < COUNT; ++i)
        a[i] = uniform_between(i % 2 ? 0.5 : 0.999, i % 2 ? 2 : 1.001);
    run("of_one");
    for (size_t i = 0; i < COUNT; ++i)
        errors_record(&h, first[i], logl(a[i]), a[i], 0);
    judge("log(1+)", &h);
}

static void exponential_of_results_in_range(void **unused)
{
    (void)unused;
    struct errors h = {0};
    for (size_t i = 0; i < COUNT; ++i)
        a[i] = i % 2 ? uniform_between(-1, 1)
                     : uniform_between(test_double ? -750 : -110, test_double ? 715 : 92);
    run("of_one");
    for (size_t i = 0; i < COUNT; ++i)
        errors_record(&h, second[i], expl(a[i]), a[i], 0);
    judge("exp", &h);
}

static void sine_and_cosine(void **unused)
{
    (void)unused;
    struct errors sine = {0}, cosine = {0};
    const double reach[] = {1e-30, 1, 10, 1e4, test_double ? 0x1p47 : 0x1p19};
    for (size_t i = 0; i < COUNT; ++i)
        a[i] = uniform_between(-reach[i % 5], reach[i % 5]);
    run("circle");
    for (size_t i = 0; i < COUNT; ++i) {
        errors_record(&sine, first[i], sinl(a[i]), a[i], 0);
        errors_record(&cosine, first[COUNT + i], cosl(a[i]), a[i], 0);
    }
    judge("sin", &sine);
    judge("cos", &cosine);
}

static void sine_and_cosine_of_turns(void **unused)
{
    (void)unused;
    struct errors sine = {0}, cosine = {0};
    const double reach[] = {1e-30, 1, 100, test_double ? 0x1p40 : 0x1p18};
    for (size_t i = 0; i < COUNT; ++i)
        a[i] = uniform_between(-reach[i % 4], reach[i % 4]);
    run("circle");
    for (size_t i = 0; i < COUNT; ++i) {
        long double quarter = rintl(4 * (long double)a[i]);
        long double rest = 2 * PI * (a[i] - quarter / 4);
        int quadrant = (int)fmodl(fmodl(quarter, 4) + 4, 4);
        long double values[4] = {sinl(rest), cosl(rest), -sinl(rest), -cosl(rest)};
        errors_record(&sine, second[i], values[quadrant], a[i], 0);
        errors_record(&cosine, second[COUNT + i], values[(quadrant + 1) % 4], a[i], 0);
    }
    judge("sin(2pi)", &sine);
    judge("cos(2pi)", &cosine);
}

/* The range that the head comment of r_pow names. */
static void power(void **unused)
{
    (void)unused;
    struct errors h = {0};
    for (int round = 0; round < 4; ++round) {
        for (size_t i = 0; i < COUNT; ++i) {
            a[i] = uniform_between(0, i % 3 == 0 ? 1e-4 : i % 3 == 1 ? 2 : 1e6);
            b[i] = uniform_between(-20, 20);
        }
        run("of_two");
        for (size_t i = 0; i < COUNT; ++i)
            if (fabs(b[i] * log(a[i])) < (test_double ? 150 : 80))
                errors_record(&h, first[i], powl(a[i], b[i]), a[i], b[i]);
    }
    judge("pow", &h);
}

static void angles(void **unused)
{
    (void)unused;
    struct errors h = {0};
    for (int round = 0; round < 2; ++round) {
        for (size_t i = 0; i < COUNT; ++i) {
            a[i] = kernel_scalar(uniform_between(-1, 1) * (i % 3 == 0 ? 1e-5 : 1));
            b[i] = kernel_scalar(uniform_between(-1, 1) * (i % 3 == 1 ? 1e-5 : 1));
            if (i % 100 == 2)
                b[i] = -a[i];
        }
        run("of_two");
        for (size_t i = 0; i < COUNT; ++i)
            errors_record(&h, second[i], atan2l(a[i], b[i]), a[i], b[i]);
    }
    judge("atan2", &h);
}

/* Puts pairs at the beginning of the inputs. */
static void put_pairs(const double (*pairs)[2], size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        a[i] = pairs[i][0];
        b[i] = pairs[i][1];
    }
}

static void special_values(void **unused)
{
    (void)unused;
    put_pairs(
        (const double[][2]){
            {0, 2}, {-0.0, 0}, {-1, 2}, {-INFINITY, 0}, {NAN, 0}, {1, -7}, {INFINITY, 0}, {3, 0}},
        8);
    run("of_one");
    assert_true(isinf(first[0]) && first[0] < 0 && isinf(first[1]) && first[1] < 0);
    assert_true(isnan(first[2]) && isnan(first[3]) && isnan(first[4]));
    assert_true(first[5] == 0 && isinf(first[6]) && first[6] > 0);
    assert_true(second[0] == 1 && second[3] == 0 && isinf(second[6]) && isnan(second[4]));
    run("of_two");
    assert_true(first[0] == 0 && first[1] == 1 && isnan(first[2]) && first[5] == 1 && first[7] == 1);
    put_pairs((const double[][2]){{0, -2}, {0, 0}}, 2);
    run("of_two");
    assert_true(isinf(first[0]) && first[0] > 0 && first[1] == 1);
    put_pairs((const double[][2]){{0.25, 0}, {INFINITY, 0}}, 2);
    run("circle");
    assert_true(second[0] == 1 && second[COUNT] == 0);
    assert_true(isnan(first[1]) && isnan(first[COUNT + 1]));
}

static void angles_of_special_values(void **unused)
{
    (void)unused;
    const double values[] = {0, -0.0, 1, -1, INFINITY, -INFINITY};
    for (size_t i = 0; i < 36; ++i) {
        a[i] = values[i / 6];
        b[i] = values[i % 6];
    }
    run("of_two");
    for (size_t i = 0; i < 36; ++i) {
        long double want = atan2l(a[i], b[i]);
        assert_true(units(second[i], want) <= 1 && !signbit(second[i]) == !signbit(want));
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_scalars),
        cmocka_unit_test(logarithm_near_one),
        cmocka_unit_test(exponential_of_results_in_range),
        cmocka_unit_test(sine_and_cosine),
        cmocka_unit_test(sine_and_cosine_of_turns),
        cmocka_unit_test(power),
        cmocka_unit_test(angles),
        cmocka_unit_test(special_values),
        cmocka_unit_test(angles_of_special_values),
    };
    kernel = kernel_open_parts(head, kernels, COUNT);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    kernel_close(&kernel);
    return failures;
}
