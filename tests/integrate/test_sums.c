/* Sums lose nothing: 10^8 or 10^9 equal weights, which plain single precision adds up to
 * 2^24 of them and no further (Fig. 3 of arXiv:1002.3446 shows what that does). */
#include "device_support.h"
#include "integrate/iteration.h"

#include <math.h>
#include <stdlib.h>

/* A GPU takes no time for 10^9 events. The CPU, which takes half a minute of one core, has them in long runs.
 * Else it is a tenth, still six times what single precision adds up. */
enum { ALL_EVENTS = 1000000000, FEWER_EVENTS = 100000000 };

static const char constant[] =
    "#define GRID_BINS 2\n"
    "#define DIMENSIONS 1\n"
    "#define STATE 1\n"
    "#include \"integrand.h\"\n"
    "typedef struct parameters { scalar height; } parameters;\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{ (void)p; state[0] = x[0]; return m_all(); }\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)tables; (void)event; (void)team; (void)fill; (void)state;\n"
    "    *doubtful = m_none();\n"
    "    return r_set(p->height);\n"
    "}\n";

static void single_precision_fails(void **state)
{
    (void)state;
    volatile float sum = 0;
    for (int i = 0; i < (1 << 24) + 1000; ++i)
        sum = sum + 1.0f;
    assert_true(sum == 0x1p24f);
}

static void ours_does_not(void **state)
{
    (void)state;
    ts_context *context;
    struct device *device;
    struct engine engine;
    struct iteration_sums sums;
    const int on_gpu = strcmp(test_device, "cpu") && strcmp(test_device, "opencl");
    const int events = on_gpu || getenv("TESSERA_TEST_LONG") ? ALL_EVENTS : FEWER_EVENTS;
    double seconds = 0, height = 0.1;
    struct integrand integrand = {
        .text = constant, .dimensions = 1, .parameters = &height, .parameter_count = 1, .unit = 1};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, 0, &device));
    assert_status(context, engine_create(context, device, &integrand, 2, 1, &engine, &seconds));
    assert_status(context, engine_iterate(&engine, stratify((uint64_t)events, 1), 0, &sums));
    assert_true(sums.events > (uint64_t)events / 2);
    assert_true(sums.accepted == sums.events);
    /* 0.1 in single precision, to the last bit of a double. */
    assert_true(sums.value == (double)0.1f);
    assert_true(sums.variance == 0);
    engine_destroy(&engine);
    device_close(&device);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision_fails),
        cmocka_unit_test(ours_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
