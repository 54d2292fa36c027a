/* How far functions of kernel C are from the C library in long double, in units of the last place. Also what
 * they are asked for. */
#ifndef TESSERA_FUNCTION_ERRORS_H
#define TESSERA_FUNCTION_ERRORS_H

#include "kernel_support.h"

#include <float.h>
#include <math.h>

/* |got - want| in units of the last place that a scalar has at want. */
static inline double units(double got, long double want)
{
    const int digits = test_double ? DBL_MANT_DIG : FLT_MANT_DIG;
    const int lowest = test_double ? DBL_MIN_EXP - DBL_MANT_DIG : FLT_MIN_EXP - FLT_MANT_DIG;
    const double rounded = test_double ? (double)want : (double)(float)want;
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (isinf(got) || isinf(rounded))
        return got == rounded ? 0 : INFINITY;
    int exponent;
    frexpl(want, &exponent);
    exponent = exponent - digits > lowest ? exponent - digits : lowest;
    return (double)fabsl(ldexpl(got - want, -exponent));
}

struct errors {
    long long counts[5]; /* up to 1/2, 1, 3/2, 2 units, and more */
    double worst;
    double worst_a, worst_b;
};

static inline void errors_record(struct errors *h, double got, long double want, double x, double y)
{
    double error = units(got, want);
    int slot = error <= 0.5 ? 0 : error <= 1 ? 1 : error <= 1.5 ? 2 : error <= 2 ? 3 : 4;
    ++h->counts[slot];
    if (error > h->worst) {
        h->worst = error;
        h->worst_a = x;
        h->worst_b = y;
    }
}

static inline void errors_judge(const struct errors *h, const char *name, double most)
{
    print_message("%-9s <=0.5: %lld, 1: %lld, 1.5: %lld, 2: %lld, more: %lld; worst %.3f at (%.17g, %.17g)\n",
                  name, h->counts[0], h->counts[1], h->counts[2], h->counts[3], h->counts[4], h->worst,
                  h->worst_a, h->worst_b);
    assert_true(h->worst <= most);
}

/* The next of every scalar there is, at a stride; 0 behind the last. */
static inline int next_of_all(double *x)
{
    const uint64_t stride = test_double ? 0x0000400000000f35 : 0x3f5;
    static uint64_t bits = 0;
    uint64_t before = bits;
    uint32_t narrow_bits = (uint32_t)bits;
    float narrow;
    memcpy(x, &bits, sizeof *x);
    memcpy(&narrow, &narrow_bits, sizeof narrow);
    if (!test_double)
        *x = narrow;
    bits += stride;
    if (test_double ? bits >= before : bits >> 32 == 0)
        return 1;
    bits = 0;
    return 0;
}

/* Uniform in (low, high), a scalar, reproducible (G. Marsaglia's xorshift). */
static inline double uniform_between(double low, double high)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return kernel_scalar(low + (high - low) * (double)(state >> 11) * 0x1p-53);
}

#endif
