/* Integrands that are functions of many points at once. They have the bits of one function of a point, in
 * every method and for any number of threads. And what becomes of the integral when the function fails. */
#include "test_support.h"

#include "tessera/integrate.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 3, COMPONENTS = 2 };

static ts_context *context;

static int begin(void **state)
{
    (void)state;
    return ts_context_create(&context);
}

static int end(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

/* A peak, and something that is not finite near one face. */
static void evaluate(const double *x, double *f)
{
    double square = 0;
    for (int axis = 0; axis < DIMENSIONS; ++axis)
        square += (x[axis] - 0.3) * (x[axis] - 0.3);
    f[0] = exp(-50 * square);
    f[1] = x[1] < 1e-4 ? NAN : x[0] * sqrt(x[1] - 1e-4);
}

static int of_one_point(const int *dimensions, const double x[], const int *components, double f[],
                        void *data)
{
    (void)dimensions, (void)components, (void)data;
    evaluate(x, f);
    return 0;
}

/* What a function of many points knows, and when it is to end. */
struct calls {
    ts_context *context;
    pthread_t thread;
    int count, ends_at, interrupts_at;
    size_t points, most;
};

static int of_many_points(size_t points, const double *x, double *f, void *data)
{
    for (size_t i = 0; i < points; ++i)
        evaluate(x + DIMENSIONS * i, f + COMPONENTS * i);
    struct calls *calls = data;
    if (!calls)
        return 0;
    assert_true(pthread_equal(calls->thread, pthread_self()));
    ++calls->count;
    calls->points += points;
    calls->most = points > calls->most ? points : calls->most;
    if (calls->count == calls->interrupts_at)
        ts_context_interrupt(calls->context);
    return calls->count == calls->ends_at ? 7 : 0;
}

static void assert_same(const ts_integral *a, const ts_integral *b)
{
    assert_memory_equal(a->components, b->components, COMPONENTS * sizeof *a->components);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->not_finite, b->not_finite);
    assert_memory_equal(a->not_finite_point, b->not_finite_point, DIMENSIONS * sizeof(double));
    assert_memory_equal(a->not_finite_value, b->not_finite_value, sizeof(double));
    assert_int_equal(a->converged, b->converged);
}

static void the_bits_of_one_point_at_a_time(void **state)
{
    (void)state;
    static const char *const methods[] = {"qmc", "vegas", "vegasplus", "mcubes"};
    ts_integrand *one, *many;
    assert_status(context,
                  ts_integrand_create_cuba(context, DIMENSIONS, COMPONENTS, of_one_point, NULL, &one));
    assert_status(context,
                  ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS, of_many_points, NULL, &many));
    for (int i = 0; i < 2 * 4; ++i) {
        ts_integral *a, *b;
        ts_integrate_settings settings = {.relative_error = 2e-3,
                                          .calls = 20000,
                                          .method = methods[i / 2],
                                          .device = "cpu",
                                          .threads = 1 + i % 2};
        assert_status(context, ts_integrate(context, one, &settings, &a));
        settings.threads = i % 2 ? 1 : 3;
        assert_status(context, ts_integrate(context, many, &settings, &b));
        assert_true(a->not_finite > 0);
        assert_same(a, b);
        ts_integral_destroy(&a);
        ts_integral_destroy(&b);
    }
    ts_integrand_destroy(&one);
    ts_integrand_destroy(&many);
}

/* With one thread; a few points more than count are for vectors that are not full, and for what is shown. */
static void points_come_in_large_batches(void **state)
{
    (void)state;
    struct calls calls = {.thread = pthread_self()};
    ts_integrand *integrand;
    ts_integral *integral;
    assert_status(context, ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS, of_many_points, &calls,
                                                     &integrand));
    ts_integrate_settings settings = {.relative_error = 2e-4, .device = "cpu", .threads = 1};
    assert_status(context, ts_integrate(context, integrand, &settings, &integral));
    assert_in_range(calls.points, integral->evaluations, integral->evaluations + 1000);
    assert_int_equal(calls.most, 1 << 14);
    assert_true(calls.points / (size_t)calls.count > 4096);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static void a_function_may_end_the_integral(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; ++threads) {
        struct calls calls = {.thread = pthread_self(), .ends_at = 3};
        ts_integrand *integrand;
        ts_integral *integral;
        assert_status(context, ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS, of_many_points,
                                                         &calls, &integrand));
        const ts_integrate_settings settings = {.relative_error = 1e-4, .device = "cpu", .threads = threads};
        assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
        assert_null(integral);
        assert_non_null(strstr(ts_context_error(context), "it returned 7"));
        assert_int_equal(calls.count, 3);
        ts_integrand_destroy(&integrand);
    }
}

/* Memory of the caller's, of which each batch is kept. */
enum { KEPT_MOST = 4000 };
struct keeper {
    double *kept[KEPT_MOST], first[KEPT_MOST];
    size_t count, lent, ends_at;
};

static double *keep_memory(double *kept, size_t numbers, void *data)
{
    struct keeper *keeper = data;
    keeper->lent -= kept != NULL;
    if (!numbers)
        return NULL;
    assert_true(keeper->count < KEPT_MOST);
    if (keeper->count == keeper->ends_at)
        return NULL;
    ++keeper->lent;
    return keeper->kept[keeper->count++] = calloc(numbers, sizeof(double));
}

static int of_points_that_are_kept(size_t points, const double *x, double *f, void *data)
{
    struct keeper *keeper = data;
    for (size_t i = 0; i < keeper->count; ++i)
        if (keeper->kept[i] == x)
            keeper->first[i] = x[0];
    return of_many_points(points, x, f, NULL);
}

static void free_kept(struct keeper *keeper)
{
    for (size_t i = 0; i < keeper->count; ++i)
        free(keeper->kept[i]);
}

/* Each batch has memory of its own, which nobody writes into behind its call. What is lent comes back. */
static void points_may_lie_in_memory_of_the_callers(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        struct keeper keeper = {.ends_at = KEPT_MOST};
        ts_integrand *integrand, *plain;
        ts_integral *a, *b;
        assert_status(context, ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS,
                                                         of_points_that_are_kept, &keeper, &integrand));
        assert_status(context, ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS, of_many_points,
                                                         NULL, &plain));
        ts_integrand_set_batch_memory(integrand, keep_memory);
        ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu", .threads = threads};
        assert_status(context, ts_integrate(context, integrand, &settings, &a));
        assert_status(context, ts_integrate(context, plain, &settings, &b));
        assert_same(a, b);
        assert_int_equal(keeper.lent, 0);
        assert_true(keeper.count > 10);
        for (size_t i = 0; i < keeper.count; ++i)
            assert_true(keeper.kept[i][0] == keeper.first[i]);
        ts_integral_destroy(&a);
        ts_integral_destroy(&b);
        ts_integrand_destroy(&plain);
        ts_integrand_destroy(&integrand);
        free_kept(&keeper);
    }
}

static void memory_that_is_not_there_ends_the_integral(void **state)
{
    (void)state;
    for (size_t ends_at = 0; ends_at < 8; ends_at += 7)
        for (int threads = 1; threads <= 2; ++threads) {
            struct keeper keeper = {.ends_at = ends_at};
            ts_integrand *integrand;
            ts_integral *integral;
            assert_status(context, ts_integrand_create_batch(context, DIMENSIONS, COMPONENTS,
                                                             of_points_that_are_kept, &keeper, &integrand));
            ts_integrand_set_batch_memory(integrand, keep_memory);
            const ts_integrate_settings settings = {.relative_error = 1e-4,
                                                    .device = "cpu",
                                                    .threads = threads};
            assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_MEMORY);
            assert_null(integral);
            assert_int_equal(keeper.lent, 0);
            ts_integrand_destroy(&integrand);
            free_kept(&keeper);
        }
}

static void an_interruption_ends_it_soon(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; ++threads) {
        struct calls calls = {.thread = pthread_self(), .interrupts_at = 40};
        ts_integrand *integrand;
        ts_integral *integral;
        assert_status(context, ts_context_create(&calls.context));
        assert_status(context, ts_integrand_create_batch(calls.context, DIMENSIONS, COMPONENTS,
                                                         of_many_points, &calls, &integrand));
        const ts_integrate_settings settings = {.relative_error = 1e-7, .device = "cpu", .threads = threads};
        assert_int_equal(ts_integrate(calls.context, integrand, &settings, &integral), TS_INTERRUPTED);
        assert_in_range(calls.count, 40, 39 + threads);
        ts_integral_destroy(&integral);
        ts_integrand_destroy(&integrand);
        ts_context_destroy(&calls.context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bits_of_one_point_at_a_time),
        cmocka_unit_test(points_come_in_large_batches),
        cmocka_unit_test(a_function_may_end_the_integral),
        cmocka_unit_test(points_may_lie_in_memory_of_the_callers),
        cmocka_unit_test(memory_that_is_not_there_ends_the_integral),
        cmocka_unit_test(an_interruption_ends_it_soon),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
