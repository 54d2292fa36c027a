/* What tests of users' integrals share: integrands with their true values, and the integral on the device of
 * the test. */
#ifndef TESSERA_CUBATURE_SUPPORT_H
#define TESSERA_CUBATURE_SUPPORT_H

#include "device_support.h"

#include "tessera/integrate.h"

#include <math.h>
#include <stdlib.h>

/* By mpmath: one-dimensional quadratures multiplied, f3 by its sum over corners. */
static const struct truth {
    const char *name;
    int dimensions;
    double value;
} truths[] = {
    {"f1", 8, 3.4395579521832516e-5},  {"f2", 6, 12868879901109.878},     {"f3", 3, 0.010846560846560847},
    {"f3", 8, 2.2751965817917756e-10}, {"f4", 8, 6.3838021900043837e-10}, {"f5", 8, 2.4252176256418856e-6},
    {"f6", 6, 154773678.85091207},     {"fA", 6, -49.165073816419457},    {"fB", 9, 1},
};

static ts_context *context; /* of a group of tests */

static inline int begin(void **state)
{
    (void)state;
    return ts_context_create(&context);
}

static inline int end(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

static inline ts_integrand *builtin(const char *name, int dimensions)
{
    ts_integrand *integrand;
    assert_status(context, ts_integrand_create_builtin(context, name, dimensions, &integrand));
    return integrand;
}

static inline ts_integrand *expression(int dimensions, const char *text)
{
    ts_integrand *integrand;
    assert_status(context, ts_integrand_create(context, dimensions, &text, 1, &integrand));
    return integrand;
}

/* The integral on the device of the test; whatever comes out is returned. */
static inline ts_integral *integrate(ts_integrand *integrand, ts_integrate_settings settings)
{
    ts_integral *integral;
    if (!settings.device)
        settings.device = test_device;
    if (!test_has_double)
        settings.precision = "single";
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    if (status != TS_NOT_CONVERGED)
        assert_status(context, status);
    return integral;
}

/* Within so many errors of the truth, and converged. */
static inline void assert_right(const ts_integral *integral, double truth)
{
    const ts_component *got = &integral->components[0];
    if (!integral->converged || fabs(got->value - truth) > 4.5 * got->error)
        fail_msg("%.8g +- %.2g by %s, not %.8g (%s)", got->value, got->error, integral->method, truth,
                 integral->objection);
}

/* Under the sanitizers, which look at the code and not at the numbers. */
static inline void skip_statistics(void)
{
    if (getenv("TESSERA_TEST_QUICK"))
        skip();
}

#endif
