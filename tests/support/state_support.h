/* What tests of the states of integrals share: integrands, settings, stops, and the file that a state lies
 * in. */
#ifndef TESSERA_STATE_SUPPORT_H
#define TESSERA_STATE_SUPPORT_H

#include "test_support.h"

#include "tessera/integrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const methods[] = {"qmc", "vegas", "vegasplus", "mcubes", "mcubes1d"};
enum { METHODS = sizeof methods / sizeof methods[0] };
static char path[] = "/tmp/tessera-state-XXXXXX";

/* Under the sanitizers, which look at the code and not at the numbers, smaller integrals do. */
static inline int is_quick(void) { return getenv("TESSERA_TEST_QUICK") != NULL; }

static inline ts_context *new_context(void)
{
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    return context;
}

/* A peak that a parameter moves, and a second component; a little of the box is not finite. */
static inline ts_integrand *new_integrand(ts_context *context, double centre)
{
    static const char *const texts[] = {"exp(-40 * sum((x - centre)^2))",
                                        "sqrt(x1 - 0.0003) * exp(-30 * sum((x - 0.5)^2))"};
    ts_integrand *integrand;
    assert_status(context, ts_integrand_create(context, 4, texts, 2, &integrand));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", centre));
    return integrand;
}

typedef ts_integrand *integrand_maker(ts_context *context, double centre);

static inline ts_integrate_settings settings_of(const char *method, double error)
{
    return (ts_integrate_settings){.relative_error = error,
                                   .method = method,
                                   .device = "cpu",
                                   .calls = 20000,
                                   .threads = 1,
                                   .max_evaluations = 20000000};
}

/* Interrupts at a number of evaluations; each call may see a later one. */
struct stop {
    ts_context *context;
    uint64_t at;
};

static inline void stop_there(const ts_progress *progress, void *data)
{
    const struct stop *stop = data;
    if (progress->events >= stop->at)
        ts_context_interrupt(stop->context);
}

static inline ts_integral *integrate_made(ts_context *context, integrand_maker *make, double centre,
                                          ts_integrate_settings settings)
{
    ts_integrand *integrand = make(context, centre);
    ts_integral *integral;
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    if (status != TS_NOT_CONVERGED && status != TS_INTERRUPTED)
        assert_status(context, status);
    ts_integrand_destroy(&integrand);
    return integral;
}

static inline ts_integral *integrate(ts_context *context, double centre, ts_integrate_settings settings)
{
    return integrate_made(context, new_integrand, centre, settings);
}

static inline int make_state_file(void **state)
{
    (void)state;
    const int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor) ? 1 : 0;
}

static inline int remove_state_file(void **state)
{
    (void)state;
    return unlink(path);
}

#endif
