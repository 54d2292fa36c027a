/* A sum of channels ends at any limit of events, and generates no more. Each channel has rare weights that
 * its grid misses, so that iterations do not agree and events run out while some are in doubt. */
#include "device_support.h"
#include "integrate/integrate.h"

#include <math.h>
#include <unistd.h>

enum { CHANNELS = 48, PATIENCE = 300 };

/* The weight is about one, but for one event in `rare`, on a diagonal that no axis of a grid tells of. */
static const char spiked[] =
    "#define GRID_BINS 32\n"
    "#define DIMENSIONS 7\n"
    "#define STATE 2\n"
    "#include \"integrand.h\"\n"
    "typedef struct parameters { scalar rare, height; } parameters;\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{ (void)p; state[0] = x[0]; state[1] = x[1]; return m_all(); }\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)tables; (void)event; (void)team; (void)fill;\n"
    "    *doubtful = m_none();\n"
    "    const real x = state_fetch(state, 0), y = state_fetch(state, 1);\n"
    "    const mask rare = r_abs(x - y) * r_set(p->rare) < R(0.5);\n"
    "    return r_select(rare, r_set(p->height), R(1.0) + R(0.01) * x);\n"
    "}\n";

/* What an integral of all channels ends with. */
static void end_with_limit(struct device *device, ts_context *context, uint64_t most, double error)
{
    struct integrand what[CHANNELS];
    struct integral parts[CHANNELS], total;
    double parameters[CHANNELS][2];
    for (int c = 0; c < CHANNELS; ++c) {
        parameters[c][0] = c % 2 ? 1e3 : 5e4;
        parameters[c][1] = c % 2 ? 1e3 : 3e4;
        what[c] = (struct integrand){.text = spiked,
                                     .dimensions = 7,
                                     .parameters = parameters[c],
                                     .parameter_count = 2,
                                     .unit = c % 2 ? 1 : 0.01};
    }
    const struct integration_settings how = {
        .relative_error = error, .max_events = most, .seed = 1, .warmup = 10, .bins = 32, .damping = 0.5};
    const ts_status status = integrate(context, device, what, CHANNELS, &how, parts, &total);
    if (status != TS_NOT_CONVERGED)
        assert_status(context, status);
    assert_true(total.value > 0 && total.error > 0);
    if (total.generated > most)
        fail_msg("%g events, where %g may be", (double)total.generated, (double)most);
    for (int c = 0; c < CHANNELS; ++c)
        integral_destroy(&parts[c]);
    integral_destroy(&total);
}

static void any_limit_ends(void **state)
{
    (void)state;
    ts_context *context;
    struct device *device;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, 0, &device));
    alarm(PATIENCE); /* seconds, for a sum without end asks for no interruption */
    for (double most = 1e4; most < 4e6; most *= 1.3)
        for (double error = 1e-3; error < 0.1; error *= 3)
            end_with_limit(device, context, (uint64_t)most, error);
    alarm(0);
    device_close(&device);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    if (!strcmp(test_device, "opencl")) {
        puts("skipped: plans follow from sums, whose every bit is the CPU's");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_limit_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
