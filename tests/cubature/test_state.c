/* Integrals that stop and go on have the same bits as without a stop. Those that are given more evaluations
 * go on from where they were, and grids serve again. */
#include "state_support.h"

#include <math.h>
#include <string.h>

static void assert_same(const ts_integral *a, const ts_integral *b)
{
    assert_memory_equal(a->components, b->components, a->component_count * sizeof *a->components);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->not_finite, b->not_finite);
    assert_memory_equal(a->not_finite_point, b->not_finite_point, (size_t)a->dimensions * sizeof(double));
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i < a->iteration_count; ++i) {
        assert_true(a->iterations[i].value == b->iterations[i].value);
        assert_int_equal(a->iterations[i].counted, b->iterations[i].counted);
    }
    assert_int_equal(a->converged, b->converged);
    assert_string_equal(a->objection, b->objection);
}

/* Runs until interrupted, again and again, by way of the file, until the end; counts the stops that left
 * something to continue. */
static ts_integral *in_pieces(integrand_maker *make, ts_integrate_settings settings, uint64_t piece,
                              int *stops)
{
    ts_integral_state *state = NULL;
    for (uint64_t at = piece; at < piece * 200; at += piece) {
        ts_context *context = new_context();
        struct stop stop = {context, at};
        settings.continue_from = state;
        settings.threads = 1 + (int)(at / piece % 2);
        settings.progress = stop_there;
        settings.progress_data = &stop;
        ts_integral *integral = integrate_made(context, make, 0.5, settings);
        if (integral && !integral->interrupted) {
            ts_integral_state_destroy(&state);
            ts_context_destroy(&context);
            return integral;
        }
        if (integral) {
            *stops += 1;
            ts_integral_state_destroy(&state);
            assert_status(context, ts_integral_state_write(context, integral->state, path));
            assert_status(context, ts_integral_state_read(context, path, &state));
            ts_integral_destroy(&integral);
        }
        ts_context_destroy(&context);
    }
    fail_msg("%s does not come to an end", settings.method);
    return NULL;
}

static void stops_leave_no_trace(void **unused)
{
    (void)unused;
    const double error = is_quick() ? 4e-3 : 1e-3;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *whole = integrate(context, 0.5, settings_of(methods[m], error));
        assert_true(whole->converged);
        int stops = 0;
        ts_integral *pieces = in_pieces(new_integrand, settings_of(methods[m], error),
                                        whole->evaluations / 12, &stops);
        assert_true(stops >= 4);
        assert_same(whole, pieces);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&pieces);
        ts_context_destroy(&context);
    }
}

/* Two peaks, of which the first climb of some seeds loses the lower one; the second parameter says nothing.
 */
static ts_integrand *new_peaks(ts_context *context, double centre)
{
    static const char *const text = "exp(-400*sum((x-0.3)^2)) + 0.2*exp(-400*sum((x-0.7)^2))";
    ts_integrand *integrand;
    (void)centre;
    assert_status(context, ts_integrand_create(context, 5, &text, 1, &integrand));
    return integrand;
}

/* In a warm-up that begins again, because it had seen more before, too. */
static void stops_leave_no_trace_of_a_second_climb(void **unused)
{
    (void)unused;
    for (uint64_t seed = 108; seed <= 135; seed += 27) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of("qmc", 1e-2);
        int stops = 0;
        settings.seed = seed;
        ts_integral *whole = integrate_made(context, new_peaks, 0, settings);
        ts_integral *pieces = in_pieces(new_peaks, settings, whole->evaluations / 60, &stops);
        assert_true(stops >= 4);
        assert_same(whole, pieces);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&pieces);
        ts_context_destroy(&context);
    }
}

/* The warm-up came to an end by itself. Then an integral that ran out of evaluations and is given more has
 * the bits of one that had them from the first. */
static void more_evaluations(void **unused)
{
    (void)unused;
    static const char *const waves[] = {
        "2 + cos(200 * sum(x))"}; /* no grid fits them: the warm-up ends soon */
    ts_context *context = new_context();
    ts_integrand *integrand;
    ts_integral *whole, *first, *second;
    const uint64_t part = is_quick() ? 4000000 : 8000000;
    ts_integrate_settings settings = settings_of("qmc", 1e-9);
    settings.max_evaluations = 2 * part;
    assert_status(context, ts_integrand_create(context, 4, waves, 1, &integrand));
    assert_int_equal(ts_integrate(context, integrand, &settings, &whole), TS_NOT_CONVERGED);
    for (int threads = 1; threads <= 2; ++threads) {
        settings.threads = threads;
        settings.max_evaluations = part;
        settings.continue_from = NULL;
        assert_int_equal(ts_integrate(context, integrand, &settings, &first), TS_NOT_CONVERGED);
        settings.max_evaluations = 2 * part;
        settings.continue_from = first->state;
        assert_int_equal(ts_integrate(context, integrand, &settings, &second), TS_NOT_CONVERGED);
        assert_true(first->evaluations < whole->evaluations);
        assert_int_equal(second->evaluations_before, first->evaluations);
        assert_true(fabs(second->components[0].value - 2 - cos(400) * pow(sin(100) / 100, 4)) <
                    4.5 * second->components[0].error);
        assert_same(whole, second);
        ts_integral_destroy(&first);
        ts_integral_destroy(&second);
    }
    ts_integral_destroy(&whole);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
}

/* A smaller error, from where a larger one was reached; with a larger one again there is nothing to do. */
static void a_smaller_error(void **unused)
{
    (void)unused;
    const double truth = pow(sqrt(M_PI / 40) * erf(0.5 * sqrt(40)), 4);
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *coarse = integrate(context, 0.5, settings_of(methods[m], 4e-3));
        ts_integrate_settings settings = settings_of(NULL, 4e-4);
        settings.continue_from = coarse->state;
        ts_integral *fine = integrate(context, 0.5, settings);
        assert_string_equal(fine->method, methods[m]);
        assert_true(coarse->converged && fine->converged);
        assert_true(fine->evaluations > coarse->evaluations);
        assert_true(fabs(fine->components[0].value - truth) < 4.5 * fine->components[0].error);
        settings.relative_error = 5e-2;
        settings.continue_from = fine->state;
        ts_integral *same = integrate(context, 0.5, settings);
        assert_true(same->converged);
        assert_int_equal(same->evaluations, fine->evaluations);
        assert_true(same->components[0].value == fine->components[0].value);
        ts_integral_destroy(&coarse);
        ts_integral_destroy(&fine);
        ts_integral_destroy(&same);
        ts_context_destroy(&context);
    }
}

/* A wide peak and a narrow one, which broad points alone find where there are so few evaluations. */
static ts_integrand *new_hidden(ts_context *context, double centre)
{
    static const char *const text = "exp(-30*sum((x-0.3)^2)) + 20*exp(-2000*sum((x-0.8)^2))";
    ts_integrand *integrand;
    (void)centre;
    assert_status(context, ts_integrand_create(context, 3, &text, 1, &integrand));
    return integrand;
}

/* Of exp(-a (x - c)^2) over the unit interval. */
static double gaussian(double a, double c)
{
    return sqrt(M_PI / a) / 2 * (erf(sqrt(a) * (1 - c)) + erf(sqrt(a) * c));
}

/* What was found before a claim and left no evaluations to begin anew is what the next run begins with. The
 * sums that would have been claimed are none of its grid. */
static void what_was_found_is_not_forgotten(void **unused)
{
    (void)unused;
    static const struct {
        const char *method;
        uint64_t first, second;
    } runs[] = {{"qmc", 45000, 100000000}, {"vegas", 38000, 200000}};
    const double truth = pow(gaussian(30, 0.3), 3) + 20 * pow(gaussian(2000, 0.8), 3);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of(runs[i].method, 1e-2);
        settings.max_evaluations = runs[i].first;
        ts_integral *first = integrate_made(context, new_hidden, 0, settings);
        assert_false(first->converged);
        assert_non_null(strstr(first->objection, "Broad points have found"));
        settings.max_evaluations = runs[i].second;
        settings.continue_from = first->state;
        ts_integral *second = integrate_made(context, new_hidden, 0, settings);
        assert_int_equal(second->evaluations_before, first->evaluations);
        assert_true(second->evaluations > first->evaluations + 10000);
        assert_true(fabs(second->components[0].value - truth) < 5 * second->components[0].error);
        assert_true(second->converged || strcmp(runs[i].method, "qmc") != 0);
        ts_integral_destroy(&first);
        ts_integral_destroy(&second);
        ts_context_destroy(&context);
    }
}

/* Nothing is claimed without its broad points, for which a limit leaves room from the first on. */
static void no_claim_without_a_search(void **unused)
{
    (void)unused;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *whole = integrate(context, 0.5, settings_of(methods[m], 1e-2));
        assert_true(whole->converged);
        ts_integrate_settings settings = settings_of(NULL, 1e-2);
        settings.continue_from = whole->state;
        settings.max_evaluations = whole->evaluations - whole->evaluations / 50;
        ts_integral *small = integrate(context, 0.5, settings);
        assert_false(small->converged);
        assert_non_null(strstr(small->objection, "There was no room for the "));
        ts_context *other = new_context();
        struct stop stop = {other, whole->evaluations - whole->evaluations / 20};
        settings.max_evaluations = whole->evaluations + whole->evaluations / 20;
        settings.progress = stop_there;
        settings.progress_data = &stop;
        ts_integral *stopped = integrate(other, 0.5, settings);
        assert_true(stopped->interrupted && !stopped->converged);
        ts_integral_destroy(&stopped);
        ts_context_destroy(&other);
        settings.progress = NULL;
        settings.continue_from = small->state;
        ts_integral *again = integrate(context, 0.5, settings);
        assert_true(again->converged);
        assert_int_equal(again->evaluations, whole->evaluations);
        assert_true(again->components[0].value == whole->components[0].value);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&small);
        ts_integral_destroy(&again);
        ts_context_destroy(&context);
    }
}

/* The grid for a neighbouring parameter, in either precision: fewer evaluations, the right value. */
static void grids_serve_again(void **unused)
{
    (void)unused;
    if (is_quick())
        skip();
    ts_context *context = new_context();
    ts_integrand *integrand;
    static const char *const text[] = {"exp(-4000 * sum((x - centre)^2))"};
    const double truth = pow(M_PI / 4000, 3);
    assert_status(context, ts_integrand_create(context, 6, text, 1, &integrand));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", 0.5));
    ts_integral *first, *anew, *reused;
    ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu", .method = "vegas"};
    assert_status(context, ts_integrate(context, integrand, &settings, &first));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", 0.502));
    for (int single = 0; single < 2; ++single) {
        settings = (ts_integrate_settings){.relative_error = 2e-3, .device = "cpu", .method = "vegas"};
        settings.precision = single ? "single" : "double";
        assert_status(context, ts_integrate(context, integrand, &settings, &anew));
        settings.grid_from = first->state;
        assert_status(context, ts_integrate(context, integrand, &settings, &reused));
        print_message("%s: %llu evaluations anew, %llu with the grid\n", settings.precision,
                      (unsigned long long)anew->evaluations, (unsigned long long)reused->evaluations);
        assert_true((double)reused->evaluations < 0.8 * (double)anew->evaluations);
        assert_true(fabs(reused->components[0].value - truth) < 4.5 * reused->components[0].error);
        ts_integral_destroy(&anew);
        ts_integral_destroy(&reused);
    }
    ts_integral_destroy(&first);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
}

static double gsl_function(double *x, size_t dimensions, void *parameters)
{
    (void)dimensions;
    return *(const double *)parameters * x[0] * x[1];
}

/* A C function lies elsewhere in the next process: its address is no part of the state. */
static void a_c_function_continues(void **unused)
{
    (void)unused;
    ts_context *context = new_context();
    double three = 3, also_three = 3;
    ts_integrand *one, *other;
    ts_integral *first, *second;
    assert_status(context, ts_integrand_create_gsl(context, 2, gsl_function, &three, &one));
    assert_status(context, ts_integrand_create_gsl(context, 2, gsl_function, &also_three, &other));
    ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu"};
    assert_status(context, ts_integrate(context, one, &settings, &first));
    settings.relative_error = 1e-5;
    settings.continue_from = first->state;
    assert_status(context, ts_integrate(context, other, &settings, &second));
    assert_true(fabs(second->components[0].value - 0.75) < 5 * second->components[0].error);
    ts_integral_destroy(&first);
    ts_integral_destroy(&second);
    ts_integrand_destroy(&one);
    ts_integrand_destroy(&other);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_leave_no_trace),
        cmocka_unit_test(stops_leave_no_trace_of_a_second_climb),
        cmocka_unit_test(more_evaluations),
        cmocka_unit_test(a_smaller_error),
        cmocka_unit_test(what_was_found_is_not_forgotten),
        cmocka_unit_test(no_claim_without_a_search),
        cmocka_unit_test(grids_serve_again),
        cmocka_unit_test(a_c_function_continues),
    };
    return cmocka_run_group_tests(tests, make_state_file, remove_state_file);
}
