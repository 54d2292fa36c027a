/* cuba_vegas NAME DIMENSIONS CALLS SEED...: Cuba's Vegas with Sobol' points, its default and its best.
 * Iterations grow as in its demo, from a hundredth of the calls. A line for each seed: see peer_print().
 *
 * Its points are the same in each run, and the first is the middle of the box. Where that is the integrand's
 * peak, no error would be what users meet. So the seed moves the integrand around: what leaves on one side
 * comes back on the other. Where it is not, a seed k stands for a few more calls, CALLS (1 + k/32).
 */
#include "integrands.h"

#include <cuba.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_DIMENSIONS = 32 };

static const struct peer_integrand *integrand;
static double moved[MOST_DIMENSIONS];

static int call(const int *dimensions, const double x[], const int *components, double f[], void *data)
{
    double scaled[MOST_DIMENSIONS];
    (void)components, (void)data;
    for (int i = 0; i < *dimensions; ++i) {
        const double place = x[i] + moved[i];
        scaled[i] = integrand->lower +
                    (integrand->upper - integrand->lower) * (place < 1 ? place : place - 1);
    }
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
    if (!integrand || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
        fputs("usage: cuba_vegas NAME DIMENSIONS CALLS SEED...\n", stderr);
        return 2;
    }
    cubacores(0, 0); /* one process */
    for (int i = 4; i < argc; ++i) {
        const double calls = strtod(argv[3], NULL), seed = strtod(argv[i], NULL);
        srand48((long)seed);
        for (int axis = 0; axis < dimensions && integrand->centred; ++axis)
            moved[axis] = drand48();
        run(dimensions, integrand->centred ? calls : calls * (1 + seed / 32));
    }
    return 0;
}
