/* cuba_vegas NAME DIMENSIONS CALLS SEED...: Cuba's Vegas with Sobol' points, its default and its best. These are the same
 * in each run, so that a seed stands for a few more calls: k for CALLS (1 + k/32). Iterations grow as in its demo, from
 * a hundredth of the calls. A line for each seed: see peer_print(). */
#include "integrands.h"

#include <cuba.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct peer_integrand *integrand;

static int call(const int *dimensions, const double x[], const int *components, double f[], void *data)
{
    double scaled[32];
    (void)components, (void)data;
    for (int i = 0; i < *dimensions; ++i)
        scaled[i] = integrand->lower + (integrand->upper - integrand->lower) * x[i];
    f[0] = integrand->function(scaled, (size_t)*dimensions);
    return 0;
}

static void run(int dimensions, double calls)
{
    const int start = calls < 1e5 ? 1000 : (int)(calls / 100);
    double value, error, probability;
    int evaluations, fail;
    const double wall = peer_seconds_wall(), cpu = peer_seconds_cpu();
    Vegas(dimensions, 1, call, NULL, 1, 1e-12, 0, 0, 0, 0, (int)calls, start, start / 2, 1000, 0, NULL, NULL,
          &evaluations, &fail, &value, &error, &probability);
    const double volume = pow(integrand->upper - integrand->lower, dimensions);
    peer_print(volume * value, volume * error, peer_seconds_wall() - wall, peer_seconds_cpu() - cpu,
               evaluations);
}

int main(int argc, char **argv)
{
    const int dimensions = argc > 2 ? atoi(argv[2]) : 0;
    integrand = argc > 4 ? peer_integrand_find(argv[1]) : NULL;
    if (!integrand || dimensions < 1 || dimensions > 32) {
        fputs("usage: cuba_vegas NAME DIMENSIONS CALLS SEED...\n", stderr);
        return 2;
    }
    cubacores(0, 0); /* one process */
    for (int i = 4; i < argc; ++i)
        run(dimensions, strtod(argv[3], NULL) * (1 + atof(argv[i]) / 32));
    return 0;
}
