/* The integrator on integrands with known integrals: values, honest errors, the
 * same bits for any number of threads. */
#include "device_support.h"
#include "integrate/integrate.h"
#include "integrate/stratify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `height` times a product of Gaussians around `centre`, width `sigma`, of four dimensions;
 * not a number where the first axis is above `nan_from`. */
static const char gaussian[] =
    "#define DIMENSIONS 4\n"
    "#define STATE 4\n"
    "#include \"integrand.h\"\n"
    "#include \"functions.h\"\n"
    "#ifndef PASS\n"
    "#define PASS m_all()\n"
    "#endif\n"
    "typedef struct parameters { scalar centre, inverse_variance, height, nan_from; } parameters;\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{ (void)p; for (int i = 0; i < 4; ++i) state[i] = x[i]; return PASS; }\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)tables; (void)event; (void)team; (void)fill;\n"
    "    *doubtful = m_none();\n"
    "    real sum = R(0.0);\n"
    "    for (int i = 0; i < 4; ++i) {\n"
    "        real d = state_fetch(state, i) - r_set(p->centre);\n"
    "        sum = sum + d * d;\n"
    "    }\n"
    "    real value = r_set(p->height) * r_exp(R(-0.5) * r_set(p->inverse_variance) * sum);\n"
    "    return r_select(state_fetch(state, 0) > r_set(p->nan_from), r_nan(), value);\n"
    "}\n";

static const double sigma = 0.05;

struct outcome {
    ts_status status;
    struct integral integral;
};

struct options {
    int wide, threads;
    double relative_error, height, nan_from, damping;
    uint64_t seed;
    enum integration_combination combination;
};

static const struct options defaults = {.relative_error = 1e-3,
                                        .height = 1,
                                        .nan_from = 2,
                                        .damping = 1,
                                        .seed = 3,
                                        .combination = COMBINE_SAMPLES};

static struct outcome run_gaussian(struct options options)
{
    ts_context *context;
    struct device *device;
    double parameters[4] = {0.4, 1 / (sigma * sigma), options.height, options.nan_from};
    char text[4096];
    snprintf(text, sizeof text, "#define GRID_BINS 64\n%s", gaussian);
    struct integrand integrand = {.text = text,
                                  .double_precision = options.wide,
                                  .dimensions = 4,
                                  .parameters = parameters,
                                  .parameter_count = 4,
                                  .unit = 1};
    struct integration_settings settings = {.relative_error = options.relative_error,
                                            .max_events = 20000000,
                                            .seed = options.seed,
                                            .warmup = 8,
                                            .bins = 64,
                                            .damping = options.damping,
                                            .combination = options.combination};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, options.threads, &device));
    struct outcome outcome;
    struct integral part;
    outcome.status = integrate(context, device, &integrand, 1, &settings, &part, &outcome.integral);
    assert_status(context, outcome.status);
    integral_destroy(&part);
    device_close(&device);
    ts_context_destroy(&context);
    return outcome;
}

/* Exact but for the tails outside the cube, below e^-32. */
static double exact(void) { return pow(2 * M_PI * sigma * sigma, 2); }

static void value_is_right(void **state)
{
    (void)state;
    for (int wide = 0; wide < 1 + test_has_double; ++wide)
        for (int combination = COMBINE_SAMPLES; combination <= COMBINE_INVERSE_VARIANCE; ++combination) {
            struct options options = defaults;
            options.wide = wide;
            options.relative_error = 3e-4;
            options.combination = (enum integration_combination)combination;
            struct outcome outcome = run_gaussian(options);
            assert_true(fabs(outcome.integral.value - exact()) < 4 * outcome.integral.error);
            assert_true(outcome.integral.error <= 3e-4 * exact());
            assert_true(outcome.integral.chi2_per_dof < 4);
            integral_destroy(&outcome.integral);
        }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    skip_in_sample();
    struct options options = defaults;
    options.threads = 1;
    struct outcome one = run_gaussian(options);
    options.threads = 2;
    struct outcome two = run_gaussian(options);
    assert_memory_equal(&one.integral.value, &two.integral.value, sizeof(double));
    assert_memory_equal(&one.integral.error, &two.integral.error, sizeof(double));
    integral_destroy(&one.integral);
    integral_destroy(&two.integral);
}

/* A power of two in front of the integrand changes no digit: sums keep to the
 * scale of the weights. */
static void height_changes_nothing(void **state)
{
    (void)state;
    struct outcome one = run_gaussian(defaults);
    const double heights[] = {0x1p-80, 0x1p-19, 0x1p60};
    for (int i = 0; i < 3; ++i) {
        struct options options = defaults;
        options.height = heights[i];
        struct outcome other = run_gaussian(options);
        assert_true(other.integral.value == heights[i] * one.integral.value);
        assert_true(other.integral.error == heights[i] * one.integral.error);
        integral_destroy(&other.integral);
    }
    integral_destroy(&one.integral);
}

/* Without damping's step the grid stays even: more events for the same error. */
static void no_damping_is_no_adaptation(void **state)
{
    (void)state;
    struct options options = defaults;
    options.relative_error = 1e-2;
    struct outcome adapted = run_gaussian(options);
    options.damping = 0;
    struct outcome even = run_gaussian(options);
    assert_true(even.integral.generated > 2 * adapted.integral.generated);
    assert_true(fabs(even.integral.value - exact()) < 4 * even.integral.error);
    integral_destroy(&adapted.integral);
    integral_destroy(&even.integral);
}

/* A tenth of the first axis gives no number: counted, named, and in no sum. */
static void not_finite_is_counted(void **state)
{
    (void)state;
    struct options options = defaults;
    options.nan_from = 0.9;
    options.damping = 0;
    options.relative_error = 1e-2;
    struct outcome outcome = run_gaussian(options);
    const struct integral *integral = &outcome.integral;
    assert_true(fabs((double)integral->not_finite / (double)integral->generated - 0.1) < 1e-3);
    assert_true(integral->first_not_finite < 1000);
    assert_true(fabs(integral->value - exact()) < 4 * integral->error);
    integral_destroy(&outcome.integral);
}

/* 64 seeds: the pulls have mean 0 within 4 / sqrt(64) and a width near 1 (the
 * width of 64 pulls scatters by 1 / sqrt(128) = 0.09). */
static void errors_are_honest(void **state)
{
    (void)state;
    skip_in_sample();
    if (getenv("TESSERA_TEST_QUICK"))
        skip(); /* the sanitizers look at the code, not at the numbers */
    double sum = 0, square = 0;
    enum { SEEDS = 64 };
    for (int seed = 0; seed < SEEDS; ++seed) {
        struct options options = defaults;
        options.seed = (uint64_t)seed + 100;
        struct outcome outcome = run_gaussian(options);
        double pull = (outcome.integral.value - exact()) / outcome.integral.error;
        sum += pull;
        square += pull * pull;
        integral_destroy(&outcome.integral);
    }
    double mean = sum / SEEDS, width = sqrt(square / SEEDS - mean * mean);
    assert_true(fabs(mean) < 0.5);
    assert_true(width > 0.7 && width < 1.35);
}

/* Gaussians of some heights as channels of a sum. */
static void make_channels(int count, const double *heights, double (*parameters)[4],
                          struct integrand *integrands)
{
    static char text[4096];
    snprintf(text, sizeof text, "#define GRID_BINS 64\n%s", gaussian);
    for (int i = 0; i < count; ++i) {
        const double own[4] = {0.4, 1 / (sigma * sigma), heights[i], 2};
        memcpy(parameters[i], own, sizeof own);
        integrands[i] = (struct integrand){.text = text,
                                           .dimensions = 4,
                                           .parameters = parameters[i],
                                           .parameter_count = 4,
                                           .unit = 1,
                                           .name = "a channel"};
    }
}

/* A sum of integrands with known integrals, one of them nothing. Value and error are the sums', the error is
 * shared out, and threads change no bit. */
static void channels_add_up(void **state)
{
    (void)state;
    enum { CHANNELS = 3 };
    const double heights[CHANNELS] = {1, 0.04, 0};
    double parameters[CHANNELS][4], values[2];
    struct integrand integrands[CHANNELS];
    struct integral parts[CHANNELS], totals[2];
    make_channels(CHANNELS, heights, parameters, integrands);
    const struct integration_settings settings = {
        .relative_error = 1e-3, .max_events = 20000000, .seed = 9, .warmup = 8, .bins = 64, .damping = 1};
    for (int threads = 1; threads <= 2; ++threads) {
        ts_context *context;
        struct device *device;
        struct integral *total = &totals[threads - 1];
        assert_int_equal(ts_context_create(&context), TS_OK);
        assert_status(context, device_open(context, test_device, threads, &device));
        assert_status(context, integrate(context, device, integrands, CHANNELS, &settings, parts, total));
        assert_true(fabs(total->value - 1.04 * exact()) < 4 * total->error);
        assert_true(total->error <= 1e-3 * total->value);
        assert_true(fabs(parts[1].value - 0.04 * exact()) < 4 * parts[1].error);
        assert_true(parts[1].generated < parts[0].generated);
        assert_true(parts[2].value == 0 && parts[2].error == 0);
        assert_true(total->generated == parts[0].generated + parts[1].generated + parts[2].generated);
        for (int i = 0; i < CHANNELS; ++i)
            integral_destroy(&parts[i]);
        values[threads - 1] = total->value;
        integral_destroy(total);
        device_close(&device);
        ts_context_destroy(&context);
    }
    assert_memory_equal(&values[0], &values[1], sizeof values[0]);
}

/* A part of a sum is known to ten times the relative error of the whole, however small it is. The same
 * channel without a part of its own is not. */
static void parts_of_a_sum_are_known(void **state)
{
    (void)state;
    skip_in_sample();
    enum { CHANNELS = 2 };
    const double heights[CHANNELS] = {1, 3e-3};
    double parameters[CHANNELS][4], errors[2];
    uint64_t first[2];
    struct integrand integrands[CHANNELS];
    struct integral parts[CHANNELS], total;
    const struct integration_settings settings = {
        .relative_error = 1e-4, .max_events = 200000000, .seed = 9, .warmup = 8, .bins = 64, .damping = 1};
    ts_context *context;
    struct device *device;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, 0, &device));
    for (size_t own = 0; own < 2; ++own) {
        make_channels(CHANNELS, heights, parameters, integrands);
        integrands[1].part = own;
        assert_status(context, integrate(context, device, integrands, CHANNELS, &settings, parts, &total));
        assert_true(fabs(parts[1].value - 3e-3 * exact()) < 4 * parts[1].error);
        assert_true(total.error <= 1e-4 * total.value);
        errors[own] = parts[1].error / parts[1].value;
        first[own] = parts[0].counted;
        for (int i = 0; i < CHANNELS; ++i)
            integral_destroy(&parts[i]);
        integral_destroy(&total);
    }
    assert_true(errors[0] > 1.3e-3 && errors[1] <= 1e-3);
    assert_true(first[0] == first[1]);
    device_close(&device);
    ts_context_destroy(&context);
}

/* Where there are too few events for all, none goes away empty: the error is still shared out. */
static void channels_share_what_there_is(void **state)
{
    (void)state;
    skip_in_sample();
    enum { CHANNELS = 2 };
    const double heights[CHANNELS] = {1, 0.5};
    double parameters[CHANNELS][4];
    struct integrand integrands[CHANNELS];
    struct integral parts[CHANNELS], total;
    make_channels(CHANNELS, heights, parameters, integrands);
    const struct integration_settings settings = {
        .relative_error = 1e-7, .max_events = 2000000, .seed = 9, .warmup = 2, .bins = 64, .damping = 1};
    ts_context *context;
    struct device *device;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, 0, &device));
    assert_int_equal(integrate(context, device, integrands, CHANNELS, &settings, parts, &total),
                     TS_NOT_CONVERGED);
    assert_true(total.generated <= settings.max_events + CHANNELS * 1000);
    assert_true(parts[1].counted > parts[0].counted / 4 && parts[1].counted < parts[0].counted * 2);
    for (int i = 0; i < CHANNELS; ++i)
        integral_destroy(&parts[i]);
    integral_destroy(&total);
    device_close(&device);
    ts_context_destroy(&context);
}

/* Where nothing passes the cuts 10^7 that count are enough, and more are no remedy; fewer may be. */
static void nothing_that_passes_ends_soon(void **state)
{
    (void)state;
    skip_in_sample();
    static const struct {
        uint64_t most;
        const char *end;
    } rows[] = {{100000000, "passed the cuts: loosen the cuts."},
                {100000, "passed the cuts: loosen the cuts, or raise integration.max_events."}};
    const double height = 1;
    double parameters[1][4];
    char text[4200];
    struct integrand integrand;
    make_channels(1, &height, parameters, &integrand);
    snprintf(text, sizeof text, "#define PASS m_none()\n%s", integrand.text);
    integrand.text = text;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const struct integration_settings settings = {
            .relative_error = 1e-2, .max_events = rows[i].most, .seed = 9, .bins = 64, .damping = 1};
        ts_context *context;
        struct device *device;
        struct integral part, total;
        assert_int_equal(ts_context_create(&context), TS_OK);
        assert_status(context, device_open(context, test_device, 0, &device));
        assert_int_equal(integrate(context, device, &integrand, 1, &settings, &part, &total),
                         TS_NOT_CONVERGED);
        assert_non_null(strstr(ts_context_error(context), rows[i].end));
        assert_true(total.accepted == 0 && total.counted <= 10000000);
        integral_destroy(&part);
        integral_destroy(&total);
        device_close(&device);
        ts_context_destroy(&context);
    }
}

static void sub_cubes_cover_the_budget(void **state)
{
    (void)state;
    for (int dimensions = 1; dimensions < 50; ++dimensions)
        for (uint64_t events = 4; events < 1000000000; events = events * 3 + 1) {
            struct stratification layout = stratify(events, dimensions);
            uint64_t all = layout.cubes * layout.samples;
            assert_true(layout.samples >= 2 && all <= events && 3 * all >= 2 * events);
        }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_is_right),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(height_changes_nothing),
        cmocka_unit_test(no_damping_is_no_adaptation),
        cmocka_unit_test(not_finite_is_counted),
        cmocka_unit_test(errors_are_honest),
        cmocka_unit_test(channels_add_up),
        cmocka_unit_test(channels_share_what_there_is),
        cmocka_unit_test(parts_of_a_sum_are_known),
        cmocka_unit_test(nothing_that_passes_ends_soon),
        cmocka_unit_test(sub_cubes_cover_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
