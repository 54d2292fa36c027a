/* The functions of kernels/functions.h against the C library in long double: at most 2 units in the last
 * place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "functions.h"

#define LIMIT 2.0
#define PI 3.14159265358979323846264338327950288L

static const int digits = PRECISION_DOUBLE ? DBL_MANT_DIG : FLT_MANT_DIG;
static const int lowest = PRECISION_DOUBLE ? DBL_MIN_EXP - DBL_MANT_DIG : FLT_MIN_EXP - FLT_MANT_DIG;

/* |got - want| in units of the last place that a scalar has at want. */
static double units(scalar got, long double want)
{
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (isinf(got) || isinf((scalar)want))
        return got == (scalar)want ? 0 : INFINITY;
    int exponent;
    frexpl(want, &exponent);
    exponent = exponent - digits > lowest ? exponent - digits : lowest;
    return (double)fabsl(ldexpl(got - want, -exponent));
}

typedef struct histogram {
    long long counts[5]; /* up to 1/2, 1, 3/2, 2 units, and more */
    double worst;
    scalar worst_a, worst_b;
} histogram;

static void record(histogram *h, scalar got, long double want, scalar a, scalar b)
{
    double error = units(got, want);
    int slot = error <= 0.5 ? 0 : error <= 1 ? 1 : error <= 1.5 ? 2 : error <= LIMIT ? 3 : 4;
    ++h->counts[slot];
    if (error > h->worst) {
        h->worst = error;
        h->worst_a = a;
        h->worst_b = b;
    }
}

static void judge(const char *name, const histogram *h)
{
    print_message("%-9s <=0.5: %lld, 1: %lld, 1.5: %lld, 2: %lld, more: %lld; worst %.3f at (%.17g, %.17g)\n",
                  name, h->counts[0], h->counts[1], h->counts[2], h->counts[3], h->counts[4], h->worst,
                  (double)h->worst_a, (double)h->worst_b);
    assert_true(h->worst <= LIMIT);
}

/* Every scalar there is, at a stride, LANES at a time. */
static int next_of_all(real *a)
{
    const uint64 stride = PRECISION_DOUBLE ? 0x0000400000000f35 : 0x3f5;
    static uint64 bits = 0;
    int more = 1;
    FOR_LANES(l) {
        scalar_bits pattern = (scalar_bits)bits;
        __builtin_memcpy((char *)a + (size_t)l * sizeof(scalar), &pattern, sizeof pattern);
        uint64 before = bits;
        bits += stride;
        if (PRECISION_DOUBLE ? bits < before : bits >> 32 != 0) {
            bits = 0;
            more = 0;
        }
    }
    return more;
}

/* Uniform in (low, high), reproducible (G. Marsaglia's xorshift). */
static real uniform_between(double low, double high)
{
    static uint64 state = 88172645463325252u;
    real a = R(0.0);
    FOR_LANES(l) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        a[l] = (scalar)(low + (high - low) * (double)(state >> 11) * 0x1p-53);
    }
    return a;
}

static void all_scalars(void **unused)
{
    (void)unused;
    histogram logarithm = {0}, exponential = {0}, angle = {0};
    real a, last = R(1.0);
    int more = 1;
    while (more) {
        more = next_of_all(&a);
        real got_log = r_log(a), got_exp = r_exp(a), got_angle = r_atan2(a, last);
        FOR_LANES(l) {
            record(&logarithm, got_log[l], logl(a[l]), a[l], 0);
            record(&exponential, got_exp[l], expl(a[l]), a[l], 0);
            record(&angle, got_angle[l], atan2l(a[l], last[l]), a[l], last[l]);
        }
        last = a;
    }
    judge("log", &logarithm);
    judge("exp", &exponential);
    judge("atan2", &angle);
}

static void logarithm_near_one(void **unused)
{
    (void)unused;
    histogram h = {0};
    for (int i = 0; i < 20000; ++i) {
        real a = uniform_between(i % 2 ? 0.5 : 0.999, i % 2 ? 2 : 1.001);
        real got = r_log(a);
        FOR_LANES(l)
            record(&h, got[l], logl(a[l]), a[l], 0);
    }
    judge("log(1+)", &h);
}

static void exponential_of_results_in_range(void **unused)
{
    (void)unused;
    histogram h = {0};
    for (int i = 0; i < 40000; ++i) {
        real a = i % 2 ? uniform_between(-1, 1)
                       : uniform_between(PRECISION_DOUBLE ? -750 : -110, PRECISION_DOUBLE ? 715 : 92);
        real got = r_exp(a);
        FOR_LANES(l)
            record(&h, got[l], expl(a[l]), a[l], 0);
    }
    judge("exp", &h);
}

static void sine_and_cosine(void **unused)
{
    (void)unused;
    histogram sine = {0}, cosine = {0};
    const double reach[] = {1e-30, 1, 10, 1e4, PRECISION_DOUBLE ? 0x1p47 : 0x1p19};
    for (int i = 0; i < 100000; ++i) {
        real a = uniform_between(-reach[i % 5], reach[i % 5]);
        real s, c;
        r_sincos(a, &s, &c);
        FOR_LANES(l) {
            record(&sine, s[l], sinl(a[l]), a[l], 0);
            record(&cosine, c[l], cosl(a[l]), a[l], 0);
        }
    }
    judge("sin", &sine);
    judge("cos", &cosine);
}

static void sine_and_cosine_of_turns(void **unused)
{
    (void)unused;
    histogram sine = {0}, cosine = {0};
    const double reach[] = {1e-30, 1, 100, PRECISION_DOUBLE ? 0x1p40 : 0x1p18};
    for (int i = 0; i < 80000; ++i) {
        real a = uniform_between(-reach[i % 4], reach[i % 4]);
        real s, c;
        r_sincos_2pi(a, &s, &c);
        FOR_LANES(l) {
            long double quarter = rintl(4 * (long double)a[l]);
            long double rest = 2 * PI * (a[l] - quarter / 4);
            int quadrant = (int)fmodl(fmodl(quarter, 4) + 4, 4);
            long double values[4] = {sinl(rest), cosl(rest), -sinl(rest), -cosl(rest)};
            record(&sine, s[l], values[quadrant], a[l], 0);
            record(&cosine, c[l], values[(quadrant + 1) % 4], a[l], 0);
        }
    }
    judge("sin(2pi)", &sine);
    judge("cos(2pi)", &cosine);
}

/* The range that the head comment of r_pow names. */
static void power(void **unused)
{
    (void)unused;
    histogram h = {0};
    for (int i = 0; i < 100000; ++i) {
        real a = uniform_between(0, i % 3 == 0 ? 1e-4 : i % 3 == 1 ? 2 : 1e6);
        real b = uniform_between(-20, 20);
        real got = r_pow(a, b);
        FOR_LANES(l)
            if (fabs((double)b[l] * log((double)a[l])) < (PRECISION_DOUBLE ? 150 : 80))
                record(&h, got[l], powl(a[l], b[l]), a[l], b[l]);
    }
    judge("pow", &h);
}

static void angles(void **unused)
{
    (void)unused;
    histogram h = {0};
    for (int i = 0; i < 60000; ++i) {
        real y = uniform_between(-1, 1), x = uniform_between(-1, 1);
        if (i % 3 == 0)
            y = y * R(1e-5);
        if (i % 3 == 1)
            x = x * R(1e-5);
        if (i % 100 == 2)
            x = -y;
        real got = r_atan2(y, x);
        FOR_LANES(l)
            record(&h, got[l], atan2l(y[l], x[l]), y[l], x[l]);
    }
    judge("atan2", &h);
}

static void special_values(void **unused)
{
    (void)unused;
    assert_true(isinf(r_log(R(0.0))[0]) && r_log(R(0.0))[0] < 0);
    assert_true(isinf(r_log(R(-0.0))[0]) && r_log(R(-0.0))[0] < 0);
    assert_true(isnan(r_log(R(-1.0))[0]) && isnan(r_log(-r_infinity())[0]) && isnan(r_log(r_nan())[0]));
    assert_true(r_log(R(1.0))[0] == 0 && isinf(r_log(r_infinity())[0]));
    assert_true(r_exp(R(0.0))[0] == 1 && r_exp(-r_infinity())[0] == 0 && isinf(r_exp(r_infinity())[0]));
    assert_true(isnan(r_exp(r_nan())[0]));
    assert_true(r_pow(R(0.0), R(2.0))[0] == 0 && r_pow(R(0.0), R(0.0))[0] == 1);
    assert_true(isinf(r_pow(R(0.0), R(-2.0))[0]) && isnan(r_pow(R(-1.0), R(2.0))[0]));
    assert_true(r_pow(R(3.0), R(0.0))[0] == 1 && r_pow(R(1.0), R(-7.0))[0] == 1);
    real s, c;
    r_sincos_2pi(R(0.25), &s, &c);
    assert_true(s[0] == 1 && c[0] == 0);
    r_sincos(r_infinity(), &s, &c);
    assert_true(isnan(s[0]) && isnan(c[0]));
    const scalar values[] = {0, -(scalar)0, 1, -1, INFINITY, -INFINITY};
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
            scalar got = r_atan2(r_set(values[i]), r_set(values[j]))[0];
            long double want = atan2l(values[i], values[j]);
            assert_true(units(got, want) <= 1 && !signbit(got) == !signbit(want));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_scalars),
        cmocka_unit_test(logarithm_near_one),
        cmocka_unit_test(exponential_of_results_in_range),
        cmocka_unit_test(sine_and_cosine),
        cmocka_unit_test(sine_and_cosine_of_turns),
        cmocka_unit_test(power),
        cmocka_unit_test(angles),
        cmocka_unit_test(special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
