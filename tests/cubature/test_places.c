/* Where the heaviest evaluation of a sweep was, and whether the grid still goes there. */
#include "device_support.h"

#include "cubature/places.h"
#include "cubature/random_sweeps.h"
#include "cubature/sweeps.h"
#include "cubature/work.h"
#include "integrand/integrand.h"

#include <math.h>

enum { AXES = 3, COMPONENTS = 1, EVALUATIONS = 8192 };

/* A peak on the diagonal, a parameter says where; the last axis is infinite. */
static const char *const text = "exp(-60*((x1-centre)^2 + (x2-centre)^2)) * exp(-x3^2)";

static double value_at(const double *x, double centre)
{
    return exp(-60 * (pow(x[0] - centre, 2) + pow(x[1] - centre, 2)) - x[2] * x[2]);
}

/* An integral whose warm-up the test goes through itself. */
struct bench {
    ts_context *context;
    struct device *device;
    ts_integrand *integrand;
    struct integrand_program program;
    struct cubature cubature;
    ts_integrate_settings settings;
    double numbers[4];
    struct cubature_work work;
};

static void bench_begin(struct bench *bench, double centre, int double_precision)
{
    ts_context *context;
    double seconds = 0;
    *bench = (struct bench){.settings = {.relative_error = 1e-3}};
    assert_int_equal(ts_context_create(&bench->context), TS_OK);
    context = bench->context;
    assert_status(context, device_open(context, test_device, 0, &bench->device));
    assert_status(context, ts_integrand_create(context, AXES, &text, COMPONENTS, &bench->integrand));
    assert_status(context, ts_integrand_set_parameter(bench->integrand, "centre", centre));
    assert_status(context, ts_integrand_set_limits(bench->integrand, 2, -INFINITY, INFINITY));
    assert_status(context, integrand_build(context, bench->integrand, double_precision, &bench->program));
    bench->cubature = (struct cubature){.text = bench->program.text.text,
                                        .double_precision = double_precision,
                                        .dimensions = AXES,
                                        .components = COMPONENTS,
                                        .parameters = bench->program.parameters,
                                        .parameter_count = bench->program.parameter_count,
                                        .data = bench->program.data,
                                        .data_length = bench->program.data_length};
    bench->work = (struct cubature_work){.context = context,
                                         .settings = &bench->settings,
                                         .values = bench->numbers,
                                         .errors = bench->numbers + 1,
                                         .guess = bench->numbers + 2,
                                         .guess_error = bench->numbers + 3};
    assert_status(context, sweeps_create(context, bench->device, &bench->cubature, 64, 1, 7,
                                         &bench->work.sweeps, &seconds));
    bench->work.sweeps.smooth = 1;
    sweeps_randomise(&bench->work.sweeps, 0, 1);
}

static void bench_end(struct bench *bench)
{
    sweeps_destroy(&bench->work.sweeps);
    integrand_program_free(&bench->program);
    ts_integrand_destroy(&bench->integrand);
    device_close(&bench->device);
    ts_context_destroy(&bench->context);
}

static const struct sweep_teaching by_squares = {.rung = 1, .climb = CUBATURE_RUNGS, .exponent = -1};

static void sweep(struct bench *bench)
{
    struct sweeps *sweeps = &bench->work.sweeps;
    assert_status(bench->context, sweep_points(sweeps, EVALUATIONS, by_squares));
    sweep_estimate(sweeps, 0, &bench->work.guess[0], &bench->work.guess_error[0]);
}

static void refine(struct bench *bench)
{
    const struct cubature_refinement how = {.damping = 1, .width = 1};
    assert_status(bench->context, sweeps_refine(&bench->work.sweeps, how));
}

/* The largest |weight| of the last sweep, which the sums keep on their own. */
static double peak_of(const struct bench *bench)
{
    return bench->work.sweeps.peaks[0] / bench->work.sweeps.sums_scale[0];
}

/* The heaviest is within the step of an eighth of the largest weight; value and place are those of its
 * point. */
static void assert_heaviest(struct bench *bench, double centre)
{
    struct sweeps *sweeps = &bench->work.sweeps;
    const double rounding = sweeps->cubature->double_precision ? 1e-5 : 1e-4, peak = peak_of(bench);
    double shown[SHOWN_LENGTH(AXES, COMPONENTS)];
    int found;
    assert_status(bench->context, sweep_heaviest(sweeps, shown, &found));
    assert_true(found);
    const double *x = shown, f = shown[SHOWN_VALUES(AXES)], *t = shown + SHOWN_PLACE(AXES, COMPONENTS);
    const double weight = f * shown[SHOWN_JACOBIAN(AXES, COMPONENTS)];
    assert_true(fabs(f / value_at(x, centre) - 1) < rounding);
    assert_true(weight < peak * (1 + rounding) && weight > peak / 1.125 * (1 - rounding));
    for (int axis = 0; axis < AXES; ++axis)
        assert_true(t[axis] > 0 && t[axis] < 1);
    for (int axis = 0; axis < 2; ++axis)
        assert_true(fabs(x[axis] - t[axis]) < rounding);
    assert_true((x[2] > 0) == (t[2] > 0.5));
}

/* Both, but on OpenCL, whose compiler for a CPU takes seconds for a kernel. */
static int first_precision(void) { return test_has_double && !strcmp(test_device, "opencl"); }

static void the_heaviest_is_shown(void **state)
{
    (void)state;
    for (int double_precision = first_precision(); double_precision <= test_has_double; ++double_precision) {
        struct bench bench;
        struct sweeps *sweeps = &bench.work.sweeps;
        bench_begin(&bench, 0.3, double_precision);
        for (int i = 0; i < 4; ++i) {
            sweep(&bench);
            assert_heaviest(&bench, 0.3);
            refine(&bench);
        }
        struct sweep_teaching learning = {.rung = 1, .climb = 1};
        assert_status(bench.context, sweep_random(sweeps, stratify(EVALUATIONS, AXES), learning));
        assert_heaviest(&bench, 0.3);
        learning.learn = 1;
        for (int i = 0; i < 3; ++i) { /* at last where sub-cubes differ */
            assert_status(bench.context, sweep_strata(sweeps, EVALUATIONS, learning));
            assert_heaviest(&bench, 0.3);
            assert_status(bench.context, strata_learn(bench.context, &sweeps->strata));
        }
        bench_end(&bench);
    }
}

/* The heaviest does not depend on how the clock splits a sweep into launches. */
static void launches_do_not_matter(void **state)
{
    (void)state;
    double shown[2][SHOWN_LENGTH(AXES, COMPONENTS)];
    for (int split = 0; split < 2; ++split) {
        struct bench bench;
        int found;
        bench_begin(&bench, 0.3, first_precision());
        bench.work.sweeps.launch_evaluations = split ? 1 : 65536;
        sweep(&bench);
        assert_status(bench.context, sweep_heaviest(&bench.work.sweeps, shown[split], &found));
        assert_true(found);
        bench_end(&bench);
    }
    assert_memory_equal(shown[0], shown[1], sizeof shown[0]);
}

static void nothing_is_heavy(void **state)
{
    (void)state;
    struct bench bench;
    double shown[SHOWN_LENGTH(AXES, COMPONENTS)];
    int found;
    bench_begin(&bench, 1000, first_precision());
    sweep(&bench);
    assert_status(bench.context, sweep_heaviest(&bench.work.sweeps, shown, &found));
    assert_false(found);
    struct places places;
    assert_status(bench.context, places_create(bench.context, AXES, COMPONENTS, &places));
    assert_status(bench.context, places_note(&places, &bench.work));
    assert_int_equal(places.count, 0);
    places_free(&places);
    bench_end(&bench);
}

static void look_back(struct bench *bench, const struct places *places)
{
    assert_status(bench->context,
                  places_look_back(places, &bench->work, (double)bench->work.sweeps.sums.evaluations));
}

/* What the grid does not leave asks for more evaluations at most, in the measure of how densely it goes
 * there. As long as it is even, three times those that met it. */
static void a_grid_that_stays(void **state)
{
    (void)state;
    for (int double_precision = first_precision(); double_precision <= test_has_double; ++double_precision) {
        struct bench bench;
        struct places places;
        bench_begin(&bench, 0.3, double_precision);
        assert_status(bench.context, places_create(bench.context, AXES, COMPONENTS, &places));
        sweep(&bench);
        assert_status(bench.context, places_note(&places, &bench.work));
        assert_int_equal(places.count, 1);
        look_back(&bench, &places);
        assert_true(bench.work.left_behind == 0 && fabs(bench.work.fewest / (3 * EVALUATIONS) - 1) < 1e-3);
        for (int i = 0; i < 4; ++i) { /* by its own grid, which bins know by their widths alone */
            refine(&bench);
            sweep(&bench);
        }
        places.count = 0;
        assert_status(bench.context, places_note(&places, &bench.work));
        look_back(&bench, &places);
        assert_true(bench.work.left_behind == 0);
        assert_true(bench.work.fewest >= FEWEST_CLAIMED && bench.work.fewest < 6 * EVALUATIONS);
        places_free(&places);
        bench_end(&bench);
    }
}

/* A grid that has learned of another peak has left it; unless what it stood for is below the tolerance. */
static void a_grid_that_leaves(void **state)
{
    (void)state;
    for (int double_precision = first_precision(); double_precision <= test_has_double; ++double_precision) {
        struct bench there, here;
        struct places places;
        bench_begin(&there, 0.75, double_precision);
        bench_begin(&here, 0.25, double_precision);
        assert_status(here.context, places_create(here.context, AXES, COMPONENTS, &places));
        sweep(&there);
        assert_status(there.context, places_note(&places, &there.work));
        const double mass = peak_of(&there) / EVALUATIONS;
        for (int i = 0; i < 6; ++i) {
            sweep(&here);
            refine(&here);
        }
        look_back(&here, &places);
        assert_true(here.work.left_behind < mass * (1 + 1e-4) &&
                    here.work.left_behind > mass / 1.125 * (1 - 1e-4));
        assert_true(here.work.fewest == FEWEST_CLAIMED);
        here.settings.relative_error = 1.01 * mass / here.work.guess[0];
        look_back(&here, &places);
        assert_true(here.work.left_behind == 0 && here.work.fewest == FEWEST_CLAIMED);
        places_free(&places);
        bench_end(&there);
        bench_end(&here);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_heaviest_is_shown), cmocka_unit_test(launches_do_not_matter),
        cmocka_unit_test(nothing_is_heavy),      cmocka_unit_test(a_grid_that_stays),
        cmocka_unit_test(a_grid_that_leaves),
    };
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
