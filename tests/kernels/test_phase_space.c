/* Phase space: RAMBO, RAMBO on diet, the momentum fractions, and the volume. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "phase_space/partons.h"
#include "process/phase_space_volume.h"
#include "random.h"

#define FINAL 2
#include "phase_space_entry.h"
#define FINAL 3
#include "phase_space_entry.h"
#define FINAL 4
#include "phase_space_entry.h"
#define FINAL 6
#include "phase_space_entry.h"
#define FINAL 14
#include "phase_space_entry.h"

enum { FINAL_MAX = 14, NUMBERS_MAX = 4 * FINAL_MAX };

typedef void map(const real *u, real energy, vector4 *p);
typedef struct phase_space {
    int final;
    map *maps[2]; /* as published, on diet */
    void (*inverse)(const vector4 *p, real *u);
    void (*fractions)(const real *u, real *v, real *w);
} phase_space;

#define ROW(n)                                                   \
    {                                                            \
        n, {published_##n, diet_##n}, inverse_##n, fractions_##n \
    }
static const phase_space table[] = {ROW(2), ROW(3), ROW(4), ROW(6), ROW(14)};
enum { ROWS = sizeof table / sizeof *table };

static const double epsilon = PRECISION_DOUBLE ? DBL_EPSILON : FLT_EPSILON;

static void some_numbers(uint32 number, uint32 stream, int count, real *u)
{
    event_number event = {w_lane() + number * LANES, w_set(0), 11, 0};
    for (int i = 0; 2 * i < count; ++i) {
        real pair[2];
        uniform_pair(event, stream, (uint32)i, pair);
        u[2 * i] = pair[0];
        if (2 * i + 1 < count)
            u[2 * i + 1] = pair[1];
    }
}

/* In units of the total energy: the sum of the momenta and each energy against its momentum. */
static void judge_momenta(int final, const vector4 *p, double energy, int lane)
{
    long double sum[4] = {-energy, 0, 0, 0};
    for (int i = 0; i < final; ++i) {
        long double e = p[i].e[lane], x = p[i].x[lane], y = p[i].y[lane], z = p[i].z[lane];
        assert_true(e >= 0);
        assert_true(fabsl(e - sqrtl(x * x + y * y + z * z)) <= 2 * epsilon * (double)e + DBL_MIN);
        sum[0] += e;
        sum[1] += x;
        sum[2] += y;
        sum[3] += z;
    }
    for (int c = 0; c < 4; ++c)
        assert_true(fabsl(sum[c]) <= 8 * epsilon * energy);
}

static void momenta_are_massless_and_conserved(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row)
        for (uint32 number = 0; number < 4000; ++number)
            for (int m = 0; m < 2; ++m) {
                real u[NUMBERS_MAX];
                vector4 p[FINAL_MAX];
                some_numbers(number, STREAM_SAMPLING, 4 * table[row].final, u);
                table[row].maps[m](u, R(1.5), p);
                FOR_LANES(l)
                    judge_momenta(table[row].final, p, 1.5, l);
            }
}

/* The smallest and the largest uniform numbers. RAMBO: one number at a time (where all are extreme all
 * momenta are parallel, and no frame is theirs); on diet: any combination. */
static void extreme_numbers(void **unused)
{
    (void)unused;
    const real extremes[2] = {uniform(w_set(0), w_set(0)), uniform(w_set(0xffffffff), w_set(0xffffffff))};
    for (int row = 0; row < ROWS; ++row) {
        int final = table[row].final;
        real u[NUMBERS_MAX];
        vector4 p[FINAL_MAX];
        for (int i = 0; i < 8 * final; ++i) {
            some_numbers((uint32)i, STREAM_SAMPLING, 4 * final, u);
            u[i / 2] = extremes[i % 2];
            table[row].maps[0](u, R(1.0), p);
            FOR_LANES(l)
                judge_momenta(final, p, 1, l);
        }
        for (uint32 i = 0; i < 20000; ++i) {
            real coin[NUMBERS_MAX];
            some_numbers(i, STREAM_SAMPLING, 3 * final - 4, u);
            some_numbers(i, STREAM_HELICITY, 3 * final - 4, coin);
            for (int j = 0; j < 3 * final - 4; ++j) {
                real ordinary = i % 2 ? u[j] : extremes[j % 2];
                u[j] = r_select(coin[j] < R(0.4), extremes[0],
                                r_select(coin[j] < R(0.8), extremes[1], ordinary));
            }
            table[row].maps[1](u, R(1.0), p);
            FOR_LANES(l)
                judge_momenta(final, p, 1, l);
        }
    }
}

/* The solution of u = (k+1) v^k - k v^(k+1) by bisection in long double: for v in the lower half, for w = 1 -
 * v in the upper, where the sum from which d(1-u)/dw = k (k+1) w (1-w)^(k-1) comes has no cancellation. */
static void fraction_by_bisection(long double u, int k, long double *v, long double *w)
{
    long double low = 0, high = 1, rest = 1 - u;
    for (int i = 0; i < 200; ++i) {
        long double middle = (low + high) / 2, value = 0;
        for (int j = k; j > 0; --j)
            value = value * (1 - middle) + j;
        value *= middle * middle;
        if (u < rest)
            value = powl(middle, k) * (1 + k * (1 - middle));
        if (value < (u < rest ? u : rest))
            low = middle;
        else
            high = middle;
    }
    *v = u < rest ? high : 1 - high;
    *w = u < rest ? 1 - high : high;
}

static void mass_fractions_are_accurate(void **unused)
{
    (void)unused;
    for (int row = 1; row < ROWS; ++row) {
        int k = table[row].final - 2;
        for (int i = 0; i < 4000; i += LANES) {
            real u[FINAL_MAX], v[FINAL_MAX], w[FINAL_MAX];
            /* from the smallest number to the largest, crowded at both ends */
            for (int j = 0; j < FINAL_MAX; ++j)
                u[j] = R(0.5);
            FOR_LANES(l) {
                double small = ldexp(1, -1 - (PRECISION_DOUBLE ? 52 : 23) * abs(i + l - 2000) / 2000);
                small *= 1 + 0.9 * ((i + l) % 10) / 10;
                u[0][l] = (scalar)(i + l < 2000 ? small : 1 - small);
            }
            table[row].fractions(u, v, w);
            FOR_LANES(l) {
                if (u[0][l] <= 0 || u[0][l] >= 1)
                    continue;
                long double want_v, want_w;
                fraction_by_bisection(u[0][l], k, &want_v, &want_w);
                assert_true(fabsl(v[0][l] - want_v) <= 4 * epsilon * want_v);
                assert_true(fabsl(w[0][l] - want_w) <= 4 * epsilon * want_w);
            }
        }
    }
}

/* The numbers come back. The map is badly conditioned where a cluster is light or a particle lies along the
 * motion of its cluster: rounding is amplified, without bound in rare events. So: the share of events within.
 */
static void diet_is_invertible(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row) {
        int final = table[row].final, count = 3 * final - 4;
        long close = 0, all = 0;
        double worst = 0;
        for (uint32 number = 0; number < 2000; ++number) {
            real u[NUMBERS_MAX], back[NUMBERS_MAX];
            vector4 p[FINAL_MAX];
            some_numbers(number, STREAM_SAMPLING, count, u);
            table[row].maps[1](u, R(3.0), p);
            table[row].inverse(p, back);
            FOR_LANES(l) {
                double largest = 0;
                for (int i = 0; i < count; ++i) {
                    double difference = fabs((double)u[i][l] - (double)back[i][l]);
                    /* an azimuth of 0 is one of 2 pi */
                    int azimuth = i >= final - 2 && (i - final + 2) % 2 == 1;
                    largest = fmax(largest, azimuth ? fmin(difference, 1 - difference) : difference);
                }
                close += largest < 1000 * epsilon;
                worst = fmax(worst, largest);
                ++all;
            }
        }
        print_message("final %2d: %.3f %% within 1000 roundings, worst %.1e\n", final, 100.0 * close / all,
                      worst);
        assert_true(close > 0.999 * all);
    }
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { SAMPLE = 40000 };

/* sqrt(N) times the Kolmogorov-Smirnov distance is above 2.2 in one case of 8000. */
static const double kolmogorov_limit = 2.2;

/* The share of energy x = 2 E / sqrt(s) of any one particle has the density (n-1)(n-2) x (1-x)^(n-3). */
static void energies_have_their_distribution(void **unused)
{
    (void)unused;
    static double sample[SAMPLE];
    for (int row = 1; row < ROWS; ++row)
        for (int m = 0; m < 2; ++m) {
            int final = table[row].final;
            for (int particle = 0; particle < final; particle += 1 + final / 4) {
                for (int i = 0; i < SAMPLE; i += LANES) {
                    real u[NUMBERS_MAX];
                    vector4 p[FINAL_MAX];
                    some_numbers((uint32)(i / LANES), STREAM_SAMPLING, 4 * final, u);
                    table[row].maps[m](u, R(2.0), p);
                    FOR_LANES(l)
                        sample[i + l] = p[particle].e[l];
                }
                qsort(sample, SAMPLE, sizeof *sample, rising);
                double distance = 0;
                for (int i = 0; i < SAMPLE; ++i) {
                    double v = 1 - sample[i];
                    double cumulative = 1 - pow(v, final - 2) * (1 + (final - 2) * (1 - v));
                    distance = fmax(distance, fabs(cumulative - (i + 0.5) / SAMPLE) + 0.5 / SAMPLE);
                }
                assert_true(distance * sqrt(SAMPLE) < kolmogorov_limit);
            }
        }
}

/* What is sampled of an event to compare two generators. */
static double pair_mass(const vector4 *p, int i, int j, int l)
{
    return (double)p[i].e[l] * (double)p[j].e[l] - (double)p[i].x[l] * (double)p[j].x[l] -
           (double)p[i].y[l] * (double)p[j].y[l] - (double)p[i].z[l] * (double)p[j].z[l];
}
static double transverse(const vector4 *p, int i, int j, int l)
{
    (void)j;
    return hypot((double)p[i].x[l], (double)p[i].y[l]);
}
static double azimuth(const vector4 *p, int i, int j, int l)
{
    return atan2((double)p[i].y[l] + (double)p[j].y[l] / 2, (double)p[i].x[l]);
}

static void both_maps_have_the_same_distributions(void **unused)
{
    (void)unused;
    static double samples[2][SAMPLE];
    double (*const quantities[3])(const vector4 *, int, int, int) = {pair_mass, transverse, azimuth};
    for (int row = 1; row < ROWS; ++row)
        for (int q = 0; q < 3; ++q)
            for (int pair = 0; pair < 2; ++pair) {
                int final = table[row].final, first = pair ? final - 2 : 0, second = final - 1;
                for (int m = 0; m < 2; ++m) {
                    for (int i = 0; i < SAMPLE; i += LANES) {
                        real u[NUMBERS_MAX];
                        vector4 p[FINAL_MAX];
                        some_numbers((uint32)(i / LANES), m ? STREAM_SAMPLING : STREAM_HELICITY, 4 * final,
                                     u);
                        table[row].maps[m](u, R(1.0), p);
                        FOR_LANES(l)
                            samples[m][i + l] = quantities[q](p, first, second, l);
                    }
                    qsort(samples[m], SAMPLE, sizeof **samples, rising);
                }
                double distance = 0;
                for (int i = 0, j = 0; i < SAMPLE && j < SAMPLE;) {
                    samples[0][i] <= samples[1][j] ? ++i : ++j;
                    distance = fmax(distance, fabs((double)(i - j)) / SAMPLE);
                }
                assert_true(distance * sqrt(SAMPLE / 2.0) < kolmogorov_limit);
            }
}

/* The n (n-1) / 2 pairs share the invariant mass squared alike: <s_ij> = 2 s / (n (n-1)), within 4 errors. */
static void pair_masses_average(void **unused)
{
    (void)unused;
    for (int row = 1; row < ROWS; ++row)
        for (int m = 0; m < 2; ++m) {
            int final = table[row].final;
            double want = 2.0 / (final * (final - 1));
            for (int first = 0; first < final - 1; first += 1 + final / 4) {
                double sum = 0, squares = 0;
                for (int i = 0; i < SAMPLE; i += LANES) {
                    real u[NUMBERS_MAX];
                    vector4 p[FINAL_MAX];
                    some_numbers((uint32)(i / LANES), STREAM_UNWEIGHTING, 4 * final, u);
                    table[row].maps[m](u, R(1.0), p);
                    FOR_LANES(l) {
                        double s = 2 * pair_mass(p, first, final - 1, l);
                        sum += s;
                        squares += s * s;
                    }
                }
                double mean = sum / SAMPLE, error = sqrt((squares / SAMPLE - mean * mean) / SAMPLE);
                assert_true(fabs(mean - want) < 4 * error);
            }
        }
}

/* Two bodies: 1 / (8 pi); n by splitting off one: V_n(s) = int dM^2/(2 pi) (1 - M^2/s)/(8 pi) V_{n-1}(M^2).
 */
static void volume(void **unused)
{
    (void)unused;
    const double pi = acos(-1.0), energy = 91.188;
    assert_true(fabs(exp(phase_space_log_volume(2, energy)) * 8 * pi - 1) < 1e-14);
    for (int final = 3; final <= FINAL_MAX; ++final) {
        const int steps = 2000; /* Simpson's rule */
        double sum = 0;
        for (int i = 1; i < steps; ++i) {
            double x = (double)i / steps;
            double rest = exp(phase_space_log_volume(final - 1, energy * sqrt(x)) -
                              phase_space_log_volume(final - 1, energy));
            sum += (i % 2 ? 4 : 2) * (1 - x) * rest;
        }
        if (final == 3)
            sum += 1; /* the lower end; elsewhere the ends vanish */
        sum *= energy * energy / (16 * pi * pi) / (3 * steps);
        double want = phase_space_log_volume(final - 1, energy) + log(sum);
        assert_true(fabs(phase_space_log_volume(final, energy) - want) < 1e-9);
    }
}

/* The integrals of 1, x1 and x2^2 over x1 x2 > tau_min, by the midpoint rule in the unit square. */
static void parton_fractions(void **unused)
{
    (void)unused;
    const double tau_min = 0.01, steps = 512;
    double sums[3] = {0, 0, 0};
    for (int i = 0; i < steps; ++i)
        for (int j = 0; j < steps; j += LANES) {
            real u1 = R(0.0);
            FOR_LANES(l)
                u1[l] = (scalar)((j + l + 0.5) / steps);
            parton_pair pair = partons(r_set((scalar)((i + 0.5) / steps)), u1, r_set((scalar)log(tau_min)));
            FOR_LANES(l) {
                double x1 = exp((double)pair.log_x1[l]), x2 = exp((double)pair.log_x2[l]);
                assert_true(x1 <= 1 && x2 <= 1 && x1 * x2 >= tau_min * (1 - 1e-5));
                assert_true(fabs((double)pair.tau[l] / (x1 * x2) - 1) < 16 * epsilon);
                assert_true(fabs((double)pair.rapidity[l] - log(x1 / x2) / 2) < 16 * epsilon);
                sums[0] += (double)pair.jacobian[l] / steps / steps;
                sums[1] += (double)pair.jacobian[l] * x1 / steps / steps;
                sums[2] += (double)pair.jacobian[l] * x2 * x2 / steps / steps;
            }
        }
    double t = tau_min;
    assert_true(fabs(sums[0] / (1 - t + t * log(t)) - 1) < 1e-4);
    assert_true(fabs(sums[1] / ((1 - t * t) / 2 - t * (1 - t)) - 1) < 1e-4);
    assert_true(fabs(sums[2] / ((1 - t * t * t) / 3 - t * (1 - t * t) / 2) - 1) < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momenta_are_massless_and_conserved),
        cmocka_unit_test(extreme_numbers),
        cmocka_unit_test(mass_fractions_are_accurate),
        cmocka_unit_test(diet_is_invertible),
        cmocka_unit_test(energies_have_their_distribution),
        cmocka_unit_test(both_maps_have_the_same_distributions),
        cmocka_unit_test(pair_masses_average),
        cmocka_unit_test(volume),
        cmocka_unit_test(parton_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
