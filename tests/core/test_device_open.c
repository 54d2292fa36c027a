/* A context keeps its devices open. The same one comes back, however often and in which order it is closed,
 * unless it has failed. With it comes the last program of an integrand. */
#include "device_support.h"

#include "core/context.h"

static struct device *opened(ts_context *context, const char *name)
{
    struct device *device;
    assert_status(context, device_open(context, name, 1, &device));
    assert_non_null(device);
    return device;
}

static int is_kept(const struct device *device) { return device->keep != NULL; }

static void stays_open(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct device *first = opened(context, test_device), *again = first;
    assert_true(is_kept(first));
    device_close(&again);
    assert_null(again);
    struct device *second = opened(context, test_device), *third = opened(context, test_device);
    assert_ptr_equal(second, first);
    assert_ptr_equal(third, first);
    device_close(&second);
    device_close(&third);
    ts_context_destroy(&context);
}

/* A CPU and a GPU are kept side by side; a CPU with other threads is another one. */
static void kinds_are_kept_apart(void **state)
{
    (void)state;
    ts_context *context;
    struct device *more;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct device *first = opened(context, test_device), *other = opened(context, "cpu");
    struct device *again = opened(context, test_device);
    assert_ptr_equal(again, first);
    assert_true(is_kept(other));
    assert_status(context, device_open(context, "cpu", 2, &more));
    assert_ptr_not_equal(more, other);
    assert_false(is_kept(other));
    struct device *const all[] = {first, other, again, more};
    for (int i = 0; i < 4; ++i) {
        struct device *closed = all[i];
        device_close(&closed);
    }
    ts_context_destroy(&context);
}

static void closes_after_a_failure(void **state)
{
    (void)state;
    ts_context *context;
    if (!strcmp(test_device, "cpu"))
        skip(); /* the CPU does not fail */
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct device *first = opened(context, test_device), *second = opened(context, test_device);
    ts_fail(context, TS_ERROR_DEVICE, "It has failed.");
    device_close(&second);
    assert_false(is_kept(first)); /* but it is still open */
    second = opened(context, test_device);
    assert_ptr_not_equal(second, first);
    device_close(&first);
    device_close(&second);
    ts_context_destroy(&context);
}

/* In whatever order they end. */
static void outlives_its_context(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct device *device = opened(context, test_device), *other = opened(context, "cpu");
    ts_context_destroy(&context);
    assert_false(is_kept(device) || is_kept(other));
    device_close(&device);
    device_close(&other);
}

static struct device_program *compiled(ts_context *context, struct device *device, const char *constant)
{
    char text[600];
    struct device_program *program;
    double seconds = 0;
    snprintf(text, sizeof text,
             "#define GRID_BINS 16\n#define UNIT_AXES {1}\n#define DIMENSIONS 1\n#define COMPONENTS 1\n"
             "#define AXIS_KINDS {0}\n#include \"cubature/integrand.h\"\n"
             "typedef struct parameters { AXES } parameters;\n"
             "INTEGRAND(x, f) { (void)inputs; (void)data; f[0] = x[0] + R(%s); }\n",
             constant);
    const struct program_text asked = {.text = text,
                                       .double_precision = test_double,
                                       .kind = PROGRAM_CUBATURE};
    assert_status(context, device_compile(context, device, &asked, &program, &seconds));
    return program;
}

/* The last one comes back, but not to two at a time, nor for another text. */
static void programs_come_back(void **state)
{
    (void)state;
    skip_in_sample();
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct device *device = opened(context, test_device), *again = device;
    struct device_program *first = compiled(context, device, "1.0"), *const was = first;
    struct device_program *second = compiled(context, device, "1.0");
    assert_ptr_not_equal(second, first);
    device_release(&second);
    device_release(&first);
    device_close(&device);
    device = opened(context, test_device);
    assert_ptr_equal(device, again);
    first = compiled(context, device, "1.0");
    assert_ptr_equal(first, was);
    device_release(&first);
    second = compiled(context, device, "2.0");
    assert_ptr_not_equal(second, was);
    ts_context_destroy(&context); /* in whatever order they end */
    device_release(&second);
    device_close(&device);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_open),
        cmocka_unit_test(kinds_are_kept_apart),
        cmocka_unit_test(closes_after_a_failure),
        cmocka_unit_test(outlives_its_context),
        cmocka_unit_test(programs_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
