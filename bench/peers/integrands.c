#include "integrands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double f2(const double *x, size_t dimensions)
{
    double product = 1;
    for (size_t i = 0; i < dimensions; ++i)
        product *= 1.0 / 2500 + (x[i] - 0.5) * (x[i] - 0.5);
    return 1 / product;
}

/* The power is a whole number, so no pow() is needed. */
static double f3(const double *x, size_t dimensions)
{
    double sum = 1, power = 1;
    for (size_t i = 0; i < dimensions; ++i)
        sum += (double)(i + 1) * x[i];
    for (size_t i = 0; i <= dimensions; ++i)
        power *= sum;
    return 1 / power;
}

static double f4(const double *x, size_t dimensions)
{
    double sum = 0;
    for (size_t i = 0; i < dimensions; ++i)
        sum += (x[i] - 0.5) * (x[i] - 0.5);
    return exp(-625 * sum);
}

static double f5(const double *x, size_t dimensions)
{
    double sum = 0;
    for (size_t i = 0; i < dimensions; ++i)
        sum += fabs(x[i] - 0.5);
    return exp(-10 * sum);
}

static double f6(const double *x, size_t dimensions)
{
    double sum = 0;
    for (size_t i = 0; i < dimensions; ++i) {
        if (x[i] >= (double)(4 + i) / 10)
            return 0;
        sum += (double)(i + 5) * x[i];
    }
    return exp(sum);
}

static double fb(const double *x, size_t dimensions)
{
    static const double width = 0.01, root_of_two_pi = 2.5066282746310005;
    double sum = 0, factor = 1;
    for (size_t i = 0; i < dimensions; ++i) {
        sum += x[i] * x[i];
        factor /= width * root_of_two_pi;
    }
    return factor * exp(-sum / (2 * width * width));
}

const struct peer_integrand *peer_integrand_find(const char *name)
{
    static const struct peer_integrand all[] = {{"f2", f2, 0, 1, 1}, {"f3", f3, 0, 1, 0},
                                                {"f4", f4, 0, 1, 1}, {"f5", f5, 0, 1, 1},
                                                {"f6", f6, 0, 1, 0}, {"fB", fb, -1, 1, 1}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (!strcmp(all[i].name, name))
            return &all[i];
    return NULL;
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double peer_seconds_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

double peer_seconds_wall(void) { return seconds(CLOCK_MONOTONIC); }

void peer_print(double value, double error, double wall, double cpu, double evaluations)
{
    printf("%.17g %.6g %.9g %.9g %.0f\n", value, error, wall, cpu, evaluations);
    fflush(stdout);
}
