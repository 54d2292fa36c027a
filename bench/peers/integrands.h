/* The built-in integrands of the comparison as C functions, for libraries that call one. */
#ifndef BENCH_PEERS_INTEGRANDS_H
#define BENCH_PEERS_INTEGRANDS_H

#include <stddef.h>

struct peer_integrand {
    const char *name;
    double (*function)(const double *x, size_t dimensions);
    double lower, upper; /* of every axis */
    int centred;         /* the peak is in the middle of the box */
};

/* NULL where there is none of that name. */
const struct peer_integrand *peer_integrand_find(const char *name);

/* Seconds of the processor, and on the clock. */
double peer_seconds_cpu(void);
double peer_seconds_wall(void);

/* A run's line: value, claimed error, seconds on the clock, seconds of the processor, evaluations. */
void peer_print(double value, double error, double wall, double cpu, double evaluations);

#endif
