/* A context keeps its GPU open: the same one comes back, however often and in which order it is closed,
 * unless it has failed. */
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
    const int gpu = strcmp(test_device, "cpu") != 0;
    assert_int_equal(is_kept(first), gpu);
    device_close(&again);
    assert_null(again);
    if (gpu) {
        struct device *second = opened(context, test_device), *third = opened(context, test_device);
        assert_ptr_equal(second, first);
        assert_ptr_equal(third, first);
        device_close(&second);
        device_close(&third);
    }
    ts_context_destroy(&context);
}

static void closes_after_a_failure(void **state)
{
    (void)state;
    ts_context *context;
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

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_open),
        cmocka_unit_test(closes_after_a_failure),
        cmocka_unit_test(outlives_its_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
