/* Matrix elements that the program derives, against those of independent programs at the points of
 * tests/data/matrix-elements.yaml, and of syntax-elements.yaml. Every one on the CPU, the smallest on other
 * devices. */
#include "device_support.h"
#include "points.h"

#include "tessera/amplitude.h"

#include <math.h>

static FILE *points_open(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, TEST_SOURCE "/tests/data/%s.yaml", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static double value_of(const struct reference_point *point, const char *precision)
{
    const ts_amplitude_settings settings = {.alpha_s = 0.129808,
                                            .colour = "full",
                                            .precision = precision,
                                            .device = test_device};
    ts_context *context;
    double value = NAN;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_amplitude_evaluate(context, point->process, &settings, (size_t)point->legs,
                                                 point->momenta[0], 1, &value, NULL));
    ts_context_destroy(&context);
    return value;
}

static int is_evaluated(const struct reference_point *point)
{
    return !strcmp(test_device, "cpu") || !strcmp(point->process, "u u~ > e+ e-") ||
           !strcmp(point->process, "g g > t t~");
}

/* Relative distances of all points; returns their number. */
static int compare(const char *name, const char *precision, double tolerance, int *off)
{
    struct reference_point point;
    FILE *file = points_open(name);
    int count = 0;
    *off = 0;
    while (reference_point_read(file, &point)) {
        if (!is_evaluated(&point))
            continue;
        const double value = value_of(&point, precision), distance = fabs(value / point.value - 1);
        if (!(distance <= tolerance)) {
            print_message("%s: %.17g is not %.17g: %.2g off\n", point.process, value, point.value, distance);
            ++*off;
        }
        ++count;
    }
    fclose(file);
    return count;
}

static void double_precision(void **state)
{
    (void)state;
    int off;
    if (!test_has_double)
        skip();
    const int count = compare("matrix-elements", "double", 1e-11, &off);
    assert_true(count == (strcmp(test_device, "cpu") ? 2 : 38));
    assert_int_equal(off, 0);
}

static void single_precision(void **state)
{
    (void)state;
    int off;
    const int count = compare("matrix-elements", "single", 1e-4, &off);
    assert_true(count == (strcmp(test_device, "cpu") ? 2 : 38));
    assert_true(10 * off <= count);
}

/* Required s-channels, polarisations, bounds of the square. */
static void syntax(void **state)
{
    (void)state;
    int off;
    if (!test_has_double)
        skip();
    const int count = compare("syntax-elements", "double", 1e-11, &off);
    assert_true(count == (strcmp(test_device, "cpu") ? 2 : 20));
    assert_int_equal(off, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(double_precision), cmocka_unit_test(single_precision),
                                       cmocka_unit_test(syntax)};
    const int missing = test_begin(argc, argv);
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
