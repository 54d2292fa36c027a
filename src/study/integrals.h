/* What the studies of integrals share: which integrals there are, and runs of one with many seeds. */
#ifndef TESSERA_STUDY_BENCH_INTEGRALS_H
#define TESSERA_STUDY_BENCH_INTEGRALS_H

#include "study/bench.h"
#include "tessera/integrate.h"

/* The first error of a series, and what each is of the one before it (arXiv:2202.01753, section 5). */
static const double first_tolerance = 1e-3, next_tolerance = 0.2;

enum { BENCH_WORD = 64 /* bytes of a word in a list */ };

/* A built-in integrand, a method and a device. */
struct bench_integral {
    const ts_integrand *integrand;
    char name[16], method[BENCH_WORD];
    const char *device;
    int dimensions;
    double truth;
    double seconds_compile; /* seconds to make the program, 0 where the cache had it */
};

typedef ts_status bench_measure(const struct bench *bench, const struct bench_integral *what);

/* Measures each integrand with each method of the settings, on each device: NULL is that of the settings.
 * Before that all have been tried with few evaluations, so that what is wrong is said at once and compiled is
 * all. */
ts_status bench_integrals(const struct bench *bench, const char *const *devices, size_t device_count,
                          bench_measure *measure);

/* One integral; that it does not converge is no failure here.
 * @param most evaluations, at most; 0: those of the settings */
ts_status bench_integrate(const struct bench *bench, const struct bench_integral *what, double tolerance,
                          uint64_t most, uint64_t seed, ts_integral **integral);

/* Runs that converged, seeds 1, 2, ...; the first that does not ends them. */
struct bench_runs {
    int count;                                                /* of runs that there were */
    int converged;                                            /* runs that converged, whose numbers follow */
    double true_errors[MOST_RUNS], claimed_errors[MOST_RUNS]; /* relative, not negative */
    double pulls[MOST_RUNS];                                  /* (value - truth) / error */
    double evaluations[MOST_RUNS], ms[MOST_RUNS];             /* without opening the device and compiling */
};

ts_status bench_repeat(const struct bench *bench, const struct bench_integral *what, double tolerance,
                       struct bench_runs *runs);

/* Of the runs that converged; NAN where there are none. */
double bench_root_mean_square(const double *values, int count);
double bench_largest(const double *values, int count);

#endif
