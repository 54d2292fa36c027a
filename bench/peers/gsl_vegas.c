/* gsl_vegas NAME DIMENSIONS CALLS SEED...: GSL's VEGAS as its manual uses it. A tenth of the calls teach the
 * grid (stage 0). The others, on that grid, are the result (stage 1), five iterations each. A line for each
 * seed: see peer_print(). */
#include "integrands.h"

#include <gsl/gsl_monte_vegas.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITERATIONS = 5, MOST_DIMENSIONS = 20, LEAST = 4 /* evaluations of an iteration */ };

static const struct peer_integrand *integrand;
static size_t evaluations;

static double call(double *x, size_t dimensions, void *parameters)
{
    (void)parameters;
    ++evaluations;
    return integrand->function(x, dimensions);
}

static size_t calls_of(double calls) { return calls < LEAST ? LEAST : (size_t)calls; }

static void run(size_t dimensions, double calls, unsigned long seed)
{
    double lower[MOST_DIMENSIONS], upper[MOST_DIMENSIONS], value, error;
    gsl_monte_function function = {call, dimensions, NULL};
    for (size_t i = 0; i < dimensions; ++i) {
        lower[i] = integrand->lower;
        upper[i] = integrand->upper;
    }
    evaluations = 0;
    const double wall = peer_seconds_wall(), cpu = peer_seconds_cpu();
    gsl_rng *random = gsl_rng_alloc(gsl_rng_default);
    gsl_rng_set(random, seed);
    gsl_monte_vegas_state *state = gsl_monte_vegas_alloc(dimensions);
    gsl_monte_vegas_params parameters;
    gsl_monte_vegas_integrate(&function, lower, upper, dimensions, calls_of(0.1 * calls / ITERATIONS), random,
                              state, &value, &error);
    gsl_monte_vegas_params_get(state, &parameters);
    parameters.stage = 1;
    gsl_monte_vegas_params_set(state, &parameters);
    gsl_monte_vegas_integrate(&function, lower, upper, dimensions, calls_of(0.9 * calls / ITERATIONS), random,
                              state, &value, &error);
    gsl_monte_vegas_free(state);
    gsl_rng_free(random);
    peer_print(value, error, peer_seconds_wall() - wall, peer_seconds_cpu() - cpu, (double)evaluations);
}

int main(int argc, char **argv)
{
    const size_t dimensions = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    integrand = argc > 4 ? peer_integrand_find(argv[1]) : NULL;
    if (!integrand || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
        fputs("usage: gsl_vegas NAME DIMENSIONS CALLS SEED...\n", stderr);
        return 2;
    }
    for (int i = 4; i < argc; ++i)
        run(dimensions, strtod(argv[3], NULL), strtoul(argv[i], NULL, 10));
    return 0;
}
