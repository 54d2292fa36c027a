/* The distribution of relative errors over many points, and what amplitudes promise of it. That
 * is in double precision a median of 1e-12 and 99.9 % within 1e-10, in single 1e-5 and 99 %
 * within 1e-3. What lies beyond are points near the soft and collinear edges, where the momenta's
 * own rounding is magnified. */
#ifndef TEST_ERROR_QUANTILES_H
#define TEST_ERROR_QUANTILES_H

#include "device_support.h"

typedef struct error_quantiles {
    double *errors;
    int count;
    double worst, worst_invariant; /* and the smallest invariant of that point */
} error_quantiles;

static inline void error_add(error_quantiles *q, double error, double invariant)
{
    if (!q->errors || (q->count >= 4096 && (q->count & (q->count - 1)) == 0))
        q->errors = realloc(q->errors, sizeof(double) * (q->count ? 2 * (size_t)q->count : 4096));
    q->errors[q->count++] = error;
    if (!(error <= q->worst)) {
        q->worst = error;
        q->worst_invariant = invariant;
    }
}

static inline int error_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The error below which `fraction` of the points lie, of sorted errors. */
static inline double error_quantile(const error_quantiles *q, double fraction)
{
    return q->errors[(int)(fraction * (q->count - 1))];
}

static inline void error_print(error_quantiles *q, const char *label, int n)
{
    qsort(q->errors, (size_t)q->count, sizeof(double), error_compare);
    printf("%s, n = %d: median %.1e, 99 %% %.1e, 99.9 %% %.1e, worst %.1e where s_min/s = %.1e\n", label, n,
           error_quantile(q, 0.5), error_quantile(q, 0.99), error_quantile(q, 0.999), q->worst,
           q->worst_invariant);
}

/* Asserts the promise and frees. */
static inline void error_check(error_quantiles *q)
{
    qsort(q->errors, (size_t)q->count, sizeof(double), error_compare);
    assert_true(error_quantile(q, 0.5) < (test_double ? 1e-12 : 1e-5));
    assert_true(error_quantile(q, test_double ? 0.999 : 0.99) < (test_double ? 1e-10 : 1e-3));
    free(q->errors);
}

#endif
