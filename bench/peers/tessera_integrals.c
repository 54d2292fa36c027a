/* tessera_integrals NAME DIMENSIONS [METHOD TOLERANCE EVALUATIONS SEED...]: this library as a C program uses
 * it, on one core. A built-in integrand is taken to a relative error, with so many evaluations at most. A
 * line for each seed: see peer_print(). Without a method: the true value, and the integrand is compiled. */
#include "integrands.h"

#include <stdio.h>
#include <stdlib.h>
#include <tessera/integrate.h>

/* An error that is larger than was asked for is no failure: the truth judges. */
static int run(ts_context *context, const ts_integrand *integrand, const ts_integrate_settings *settings)
{
    ts_integral *integral;
    const double wall = peer_seconds_wall(), cpu = peer_seconds_cpu();
    const ts_status status = ts_integrate(context, integrand, settings, &integral);
    if (integral)
        peer_print(integral->components[0].value, integral->components[0].error, peer_seconds_wall() - wall,
                   peer_seconds_cpu() - cpu, (double)integral->evaluations);
    ts_integral_destroy(&integral);
    return status == TS_OK || status == TS_NOT_CONVERGED;
}

static int compile(ts_context *context, const ts_integrand *integrand)
{
    const ts_integrate_settings settings = {.device = "cpu", .relative_error = 0.9, .max_evaluations = 20000};
    ts_integral *integral;
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    ts_integral_destroy(&integral);
    printf("%.17g\n", ts_integrand_true_value(integrand));
    return status == TS_OK || status == TS_NOT_CONVERGED;
}

static int run_all(ts_context *context, const ts_integrand *integrand, int count, char **words)
{
    if (count < 7)
        return compile(context, integrand);
    ts_integrate_settings settings = {.method = words[3],
                                      .device = "cpu",
                                      .threads = 1,
                                      .relative_error = strtod(words[4], NULL),
                                      .max_evaluations = (uint64_t)strtod(words[5], NULL)};
    int done = 1;
    for (int i = 6; i < count && done; ++i) {
        settings.seed = strtoull(words[i], NULL, 10);
        done = run(context, integrand, &settings);
    }
    return done;
}

int main(int argc, char **argv)
{
    ts_context *context;
    ts_integrand *integrand;
    if (argc != 3 && argc < 7) {
        fputs("usage: tessera_integrals NAME DIMENSIONS [METHOD TOLERANCE EVALUATIONS SEED...]\n", stderr);
        return 2;
    }
    if (ts_context_create(&context) != TS_OK)
        return 1;
    const int done = ts_integrand_create_builtin(context, argv[1], (int)strtol(argv[2], NULL, 10),
                                                 &integrand) == TS_OK &&
                     run_all(context, integrand, argc, argv);
    if (!done)
        fprintf(stderr, "tessera_integrals: %s\n", ts_context_error(context));
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
    return !done;
}
