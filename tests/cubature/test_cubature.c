/* Integrals of users' functions, from the public header. Values stand against closed forms by other means,
 * and bits are the same on every device and number of threads. */
#include "cubature_support.h"
#include "device_support.h"

struct plan {
    ts_context *context;
    double evaluations;
};

/* What the report of the first iteration that counts says of all that are to come; it ends the integral. */
static void take_plan(const ts_progress *progress, void *data)
{
    struct plan *plan = data;
    if (strcmp(progress->stage, "integrating") != 0 || !(progress->fraction > 0))
        return;
    plan->evaluations = (double)progress->events / progress->fraction;
    assert_true(progress->seconds_left > 0);
    ts_context_interrupt(plan->context);
}

/* Without a limit of one's own a minute of a GPU is not refused: 10^9 evaluations are nothing to one. */
static void the_usual_limit_is_beyond_a_minute(void **state)
{
    (void)state;
    static const char *const text[] = {"x1"};
    struct plan plan = {0};
    ts_integrand *integrand;
    ts_integral *integral = NULL;
    assert_status(context, ts_context_create(&plan.context));
    assert_status(plan.context, ts_integrand_create(plan.context, 1, text, 1, &integrand));
    const ts_integrate_settings settings = {.relative_error = 1e-12,
                                            .method = "mcubes",
                                            .calls = 1000,
                                            .adapting = 1,
                                            .progress = take_plan,
                                            .progress_data = &plan};
    assert_int_equal(ts_integrate(plan.context, integrand, &settings, &integral), TS_INTERRUPTED);
    assert_true(plan.evaluations > 1e11);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&plan.context);
}

static void true_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; ++i) {
        ts_integrand *integrand = builtin(truths[i].name, truths[i].dimensions);
        assert_true(fabs(ts_integrand_true_value(integrand) / truths[i].value - 1) < 1e-12);
        ts_integrand_destroy(&integrand);
    }
}

static void values_are_right(void **state)
{
    (void)state;
    skip_statistics();
    static const char *const methods[] = {"qmc", "vegasplus", "vegas"};
    for (size_t i = 1; i < 7; ++i)
        for (int m = 0; m < 3; ++m) {
            if (!strcmp(truths[i].name, "f3") && m == 2 && truths[i].dimensions == 8)
                continue; /* plain samples see too little of its corner (docs/integrate.md) */
            ts_integrand *integrand = builtin(truths[i].name, truths[i].dimensions);
            ts_integral *integral = integrate(integrand,
                                              (ts_integrate_settings){.relative_error = 2e-3,
                                                                      .method = methods[m],
                                                                      .max_evaluations = 50000000});
            assert_right(integral, truths[i].value);
            assert_true(integral->components[0].error <= 2e-3 * fabs(integral->components[0].value));
            ts_integral_destroy(&integral);
            ts_integrand_destroy(&integrand);
        }
}

/* fA oscillates; an absolute error may be asked for. */
static void absolute_error(void **state)
{
    (void)state;
    ts_integrand *integrand = builtin("fA", 6);
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.absolute_error = 2000,
                                                                         .max_evaluations = 20000000});
    assert_right(integral, truths[7].value);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static void assert_same(const ts_integral *a, const ts_integral *b)
{
    assert_true(a->components[0].value == b->components[0].value);
    assert_true(a->components[0].error == b->components[0].error);
    assert_true(a->iteration_count == b->iteration_count);
}

/* One thread, two, and this device in place of the CPU. A sample has a method of Sobol' points and, where
 * there is time for the program, one of random ones. */
static void the_same_bits_everywhere(void **state)
{
    (void)state;
    static const char *const methods[] = {"qmc", "vegasplus", "vegas", "mcubes1d"};
    /* OpenCL's drivers of a CPU take a hundred times as long an evaluation. */
    const double relative_error = strcmp(test_device, "opencl") ? 1e-3 : 1e-2;
    const int count = !test_is_sample() ? 4 : test_has_time() ? 2 : 1;
    for (int m = 0; m < count; ++m) {
        ts_integrand *integrand = builtin("f5", 4);
        ts_integrate_settings settings = {.relative_error = relative_error,
                                          .method = methods[m],
                                          .device = "cpu",
                                          .threads = 1,
                                          .calls = 20000};
        ts_integral *one = integrate(integrand, settings);
        settings.threads = 2;
        ts_integral *two = integrate(integrand, settings);
        settings.device = test_device;
        ts_integral *here = integrate(integrand, settings);
        assert_right(one, pow(-expm1(-5) / 5, 4));
        assert_same(one, two);
        assert_same(one, here);
        ts_integral_destroy(&one);
        ts_integral_destroy(&two);
        ts_integral_destroy(&here);
        ts_integrand_destroy(&integrand);
    }
}

/* Three integrals of very different sizes over the same points. */
static void components_share_points(void **state)
{
    (void)state;
    skip_in_sample();
    static const char *const texts[] = {"x1 * x2", "1e-200 * x1^2", "1e90 * exp(x2)"};
    const double wanted[] = {0.25, 1e-200 / 3, 1e90 * (M_E - 1)};
    ts_integrand *integrand;
    assert_status(context, ts_integrand_create(context, 2, texts, 3, &integrand));
    if (test_has_double) {
        ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-5});
        assert_true(integral->converged);
        for (int i = 0; i < 3; ++i)
            assert_true(fabs(integral->components[i].value / wanted[i] - 1) < 5e-5);
        ts_integral_destroy(&integral);
    }
    ts_integrand_destroy(&integrand);
}

/* Peaks in different places, and a first component that is zero: the grid learns from all that there is. */
static void every_component_teaches(void **state)
{
    (void)state;
    skip_in_sample();
    skip_statistics();
    static const char *const texts[] = {"exp(-1000*sum((x-0.8)^2))", "exp(-1000*sum((x-0.2)^2))"};
    static const char *const with_zero[] = {"0 * x1", "exp(-1000*sum((x-0.2)^2))"};
    const double wanted = pow(M_PI / 1000, 1.5);
    ts_integrand *both, *second;
    assert_status(context, ts_integrand_create(context, 3, texts, 2, &both));
    assert_status(context, ts_integrand_create(context, 3, with_zero, 2, &second));
    const ts_integrate_settings settings = {.relative_error = 3e-3, .max_evaluations = 2000000};
    ts_integral *integral = integrate(both, settings);
    assert_right(integral, wanted);
    assert_true(fabs(integral->components[1].value - wanted) < 4.5 * integral->components[1].error);
    ts_integral_destroy(&integral);
    integral = integrate(second, settings);
    assert_false(integral->converged); /* what is zero everywhere may be a peak that was not hit */
    assert_true(fabs(integral->components[1].value / wanted - 1) < 3e-3);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&both);
    ts_integrand_destroy(&second);
}

/* By 1/variance, as may be done with the iterations that are listed. */
static void inverse_variances(void **state)
{
    (void)state;
    if (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"))
        skip(); /* a program that takes its compiler long, and the host's own doing */
    ts_integrand *integrand = builtin("f5", 4);
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 3e-3,
                                                                         .method = "mcubes",
                                                                         .calls = 10000,
                                                                         .combination = "inverse_variance"});
    double weights = 0, sum = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i) {
        const ts_iteration *iteration = &integral->iterations[i];
        if (!iteration->counted)
            continue;
        weights += pow(iteration->error, -2);
        sum += pow(iteration->error, -2) * iteration->value;
    }
    assert_true(fabs(integral->components[0].value / (sum / weights) - 1) < 1e-12);
    assert_true(fabs(integral->components[0].error * sqrt(weights) - 1) < 1e-12);
    assert_right(integral, pow(-expm1(-5) / 5, 4));
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

/* A peak in 10^-18 of the box is searched for in one sweep. What is made again, once the size of its weights
 * is known, is a part of it, and counted. */
static void search_is_made_once(void **state)
{
    (void)state;
    skip_statistics();
    if (!test_has_double) /* in single precision most of the peak's slopes are zero */
        skip();
    if (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"))
        skip(); /* many evaluations, slow there, and the host's own doing */
    ts_integrand *integrand = builtin("fB", 9);
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-2});
    double listed = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i)
        listed += integral->iterations[i].counted ? 0 : (double)integral->iterations[i].events;
    listed += (double)integral->iterations[integral->iteration_count - 1].events; /* of all levels */
    assert_right(integral, 1);
    if (!((double)integral->evaluations < 1.5 * listed))
        fail_msg("%.3g evaluations for %.3g that count", (double)integral->evaluations, listed);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static void infinite_ranges(void **state)
{
    (void)state;
    if (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"))
        skip(); /* two programs that take its compiler long, and nothing that is the device's */
    ts_integrand *plane = expression(2, "exp(-sum(x^2))"), *half = expression(2, "exp(-x1) / x2^3");
    for (int axis = 0; axis < 2; ++axis)
        assert_status(context, ts_integrand_set_limits(plane, axis, -INFINITY, INFINITY));
    assert_status(context, ts_integrand_set_limits(half, 0, 0, INFINITY));
    assert_status(context, ts_integrand_set_limits(half, 1, -INFINITY, -2));
    ts_integral *first = integrate(plane, (ts_integrate_settings){.relative_error = 1e-3});
    ts_integral *second = integrate(half, (ts_integrate_settings){.relative_error = 1e-3});
    assert_right(first, M_PI);
    assert_right(second, -0.125);
    ts_integral_destroy(&first);
    ts_integral_destroy(&second);
    ts_integrand_destroy(&plane);
    ts_integrand_destroy(&half);
}

static void what_is_not_finite_is_named(void **state)
{
    (void)state;
    skip_in_sample();
    ts_integrand *integrand = expression(3, "sqrt(x2 - 0.25)");
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-3});
    const double share = (double)integral->not_finite / (double)integral->evaluations;
    assert_true(share > 0.001 && share < 0.3);
    assert_true(integral->not_finite_point[1] < 0.25 && integral->not_finite_point[0] > 0);
    assert_true(isnan(integral->not_finite_value[0]));
    const ts_component *found = &integral->components[0];
    assert_true(fabs(found->value - pow(0.75, 1.5) / 1.5) < 4 * found->error);
    assert_true(!integral->converged && strstr(integral->objection, "were not finite"));
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

/* Where much is not finite nothing is claimed, whatever the method; a few such points among many forbid
 * nothing. The last edge leaves 3 10^-5 of the points without a value, which may be claimed. */
static void little_that_is_finite_claims_nothing(void **state)
{
    (void)state;
    skip_in_sample();
    static const char *const texts[] = {"exp(1e9 * x1)", "if(x1 > 0.01, 1/0, 1)", "sqrt(x2 - 3e-5)"};
    static const char *const methods[] = {"qmc", "vegas", "vegasplus"};
    for (int t = 0; t < 3; ++t) {
        ts_integrand *integrand = expression(2, texts[t]);
        for (int m = 0; m < 3; ++m) {
            ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-3,
                                                                                 .method = methods[m],
                                                                                 .max_evaluations = 1000000});
            assert_int_equal(integral->converged, t == 2);
            assert_true(t == 2 || integral->not_finite > 0);
            assert_true(integral->infinite == (t == 2 ? 0 : integral->not_finite));
            assert_true(t == 2 || strstr(integral->objection, "were infinite"));
            ts_integral_destroy(&integral);
        }
        ts_integrand_destroy(&integrand);
    }
}

/* Some points are so rare that each method first meets them in another kind of sweep. They are the CPU's
 * here, which shows them while it samples. Other devices make that one evaluation again. */
static void the_same_point_is_shown(void **state)
{
    (void)state;
    skip_in_sample();
    static const struct {
        const char *method;
        double edge;
    } cases[] = {{"qmc", 3e-5}, {"vegas", 5e-5}, {"vegasplus", 3e-5}, {"mcubes", 2e-4}};
    ts_integrand *integrand = expression(2, "sqrt(x2 - edge)");
    for (int i = 0; i < 4; ++i) {
        ts_integrate_settings settings = {.relative_error = 1e-9,
                                          .method = cases[i].method,
                                          .max_evaluations = 500000,
                                          .calls = 20000};
        assert_status(context, ts_integrand_set_parameter(integrand, "edge", cases[i].edge));
        ts_integral *here = integrate(integrand, settings);
        settings.device = "cpu";
        ts_integral *there = integrate(integrand, settings);
        assert_true(here->not_finite > 0 && here->not_finite == there->not_finite);
        assert_memory_equal(here->not_finite_point, there->not_finite_point, 2 * sizeof(double));
        assert_true(here->not_finite_point[1] < cases[i].edge && isnan(here->not_finite_value[0]));
        ts_integral_destroy(&here);
        ts_integral_destroy(&there);
    }
    ts_integrand_destroy(&integrand);
}

static void parameters_arrays_and_tables(void **state)
{
    (void)state;
    skip_in_sample();
    const double nodes[] = {0, 0.5, 1}, values[] = {0, 1, 2}, weights[] = {3, 5};
    const double *axes[] = {nodes};
    const size_t sizes[] = {3};
    ts_integrand *integrand = expression(2, "height * w[2] * line(x1) * x2");
    assert_status(context, ts_integrand_set_parameter(integrand, "height", 7));
    assert_status(context, ts_integrand_set_parameter(integrand, "height", 4));
    assert_status(context, ts_integrand_set_array(integrand, "w", weights, 2));
    assert_status(context, ts_integrand_set_table(integrand, "line", 1, sizes, axes, values, 0));
    assert_int_equal(ts_integrand_set_array(integrand, "line", weights, 2), TS_ERROR_INPUT);
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-4});
    assert_right(integral, 10);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static void kernel_c(void **state)
{
    (void)state;
    skip_in_sample();
    ts_integrand *integrand;
    assert_status(context,
                  ts_integrand_create_source(context, 2, 2,
                                             "INTEGRAND(x, f)\n{\n    (void)inputs;\n    (void)data;\n"
                                             "    f[0] = r_exp(x[0]);\n    f[1] = f[0] * x[1];\n}\n",
                                             &integrand));
    ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-4});
    assert_right(integral, M_E - 1);
    assert_true(fabs(integral->components[1].value / (0.5 * (M_E - 1)) - 1) < 4e-4);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static double gsl_function(double *x, size_t dimensions, void *parameters)
{
    double sum = *(const double *)parameters;
    for (size_t i = 0; i < dimensions; ++i)
        sum += x[i] * x[i];
    return sum;
}

static int cuba_function(const int *dimensions, const double x[], const int *components, double f[],
                         void *data)
{
    for (int c = 0; c < *components; ++c)
        f[c] = *(const double *)data * pow(x[*dimensions - 1], c + 1);
    return 0;
}

static void callbacks(void **state)
{
    (void)state;
    double number = 2;
    ts_integrand *gsl, *cuba;
    ts_integral *integral;
    assert_status(context, ts_integrand_create_gsl(context, 3, gsl_function, &number, &gsl));
    assert_status(context, ts_integrand_create_cuba(context, 2, 2, cuba_function, &number, &cuba));
    assert_status(context, ts_integrand_set_limits(gsl, 0, -1, 1));
    ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu"};
    assert_status(context, ts_integrate(context, gsl, &settings, &integral));
    assert_right(integral, 6);
    ts_integral_destroy(&integral);
    assert_status(context, ts_integrate(context, cuba, &settings, &integral));
    assert_right(integral, 1);
    assert_true(fabs(integral->components[1].value - 2.0 / 3) < 0.004);
    ts_integral_destroy(&integral);
    settings.precision = "single";
    assert_int_equal(ts_integrate(context, gsl, &settings, &integral), TS_ERROR_INPUT);
    assert_null(integral);
    ts_integrand_destroy(&gsl);
    ts_integrand_destroy(&cuba);
}

static void refusals(void **state)
{
    (void)state;
    ts_integrand *integrand;
    ts_integral *integral;
    assert_int_equal(ts_integrand_create_builtin(context, "f9", 0, &integrand), TS_ERROR_INPUT);
    assert_null(integrand);
    assert_int_equal(ts_integrand_create_builtin(context, "f1", 101, &integrand), TS_ERROR_INPUT);
    integrand = expression(2, "x3");
    assert_int_equal(ts_integrate(context, integrand, NULL, &integral), TS_ERROR_INPUT);
    assert_int_equal(ts_integrand_set_limits(integrand, 2, 0, 1), TS_ERROR_INPUT);
    assert_int_equal(ts_integrand_set_limits(integrand, 0, 1, 1), TS_ERROR_INPUT);
    assert_int_equal(ts_integrand_set_parameter(integrand, "sin", 1), TS_ERROR_INPUT);
    ts_integrate_settings settings = {.method = "miser"};
    assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
    settings = (ts_integrate_settings){.combination = "plain"};
    assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
    settings = (ts_integrate_settings){.method = "qmc", .combination = "inverse_variance"};
    assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
    settings = (ts_integrate_settings){.relative_error = -1};
    assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
    assert_null(integral);
    ts_integrand_destroy(&integrand);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    /* Where every bit is the CPU's, as OpenCL has it here, its statistics need no second look. */
    const struct CMUnitTest all[] = {
        cmocka_unit_test(the_same_bits_everywhere),
        cmocka_unit_test(components_share_points),
        cmocka_unit_test(every_component_teaches),
        cmocka_unit_test(inverse_variances),
        cmocka_unit_test(search_is_made_once),
        cmocka_unit_test(infinite_ranges),
        cmocka_unit_test(little_that_is_finite_claims_nothing),
        cmocka_unit_test(what_is_not_finite_is_named),
        cmocka_unit_test(the_same_point_is_shown),
        cmocka_unit_test(parameters_arrays_and_tables),
        cmocka_unit_test(kernel_c),
    };
    const struct CMUnitTest host[] = {
        cmocka_unit_test(the_usual_limit_is_beyond_a_minute),
        cmocka_unit_test(true_values),
        cmocka_unit_test(values_are_right),
        cmocka_unit_test(absolute_error),
        cmocka_unit_test(callbacks),
        cmocka_unit_test(refusals),
    };
    const int failed = cmocka_run_group_tests(all, begin, end);
    return strcmp(test_device, "opencl") != 0 ? failed + cmocka_run_group_tests(host, begin, end) : failed;
}
