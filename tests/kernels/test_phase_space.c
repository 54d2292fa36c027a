/* Phase space, event by event: RAMBO and RAMBO on diet, with extreme numbers too, and the volume. */
#include "kernel_support.h"
#include "phase_space_program.h"

#include "phase_space/phase_space_volume.h"

#include <float.h>
#include <math.h>

static double epsilon(void) { return test_double ? DBL_EPSILON : FLT_EPSILON; }

/* In units of the total energy: the sum of the momenta and each energy against its momentum. */
static void judge_momenta(int final, double energy)
{
    for (int event = 0; event < EVENTS; ++event) {
        long double sum[4] = {-energy, 0, 0, 0};
        for (int i = 0; i < final; ++i) {
            long double k[4];
            for (int c = 0; c < 4; ++c) {
                k[c] = p[4 * i + c][event];
                sum[c] += k[c];
            }
            assert_true(k[0] >= 0);
            assert_true(fabsl(k[0] - sqrtl(k[1] * k[1] + k[2] * k[2] + k[3] * k[3])) <=
                        2 * epsilon() * (double)k[0] + DBL_MIN);
        }
        for (int c = 0; c < 4; ++c)
            assert_true(fabsl(sum[c]) <= 8 * epsilon() * energy);
    }
}

static void momenta_are_massless_and_conserved(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row)
        for (uint32_t run = 0; run < 2; ++run) {
            some_numbers(&table[row], run, SAMPLING, u);
            for (enum map map = PUBLISHED; map < MAPS; ++map) {
                make_momenta(&table[row], map, 1.5);
                judge_momenta(table[row].final, 1.5);
            }
        }
}

/* The smallest and the largest uniform number of kernels/random.h. */
static double extreme(int largest) { return largest ? 1 - epsilon() / 2 : epsilon() / 2; }

/* RAMBO: one number at a time (where all are extreme all momenta are parallel, and no frame is theirs). */
static void one_extreme_number(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row) {
        int final = table[row].final;
        some_numbers(&table[row], 0, SAMPLING, u);
        for (int event = 0; event < EVENTS; ++event)
            u[event / 2 % (4 * final)][event] = extreme(event % 2);
        make_momenta(&table[row], PUBLISHED, 1);
        judge_momenta(final, 1);
    }
}

/* On diet: any combination. */
static void any_extreme_numbers(void **unused)
{
    (void)unused;
    static values coin[NUMBERS_MAX];
    for (int row = 0; row < ROWS; ++row)
        for (uint32_t run = 0; run < 8; ++run) {
            some_numbers(&table[row], run, SAMPLING, u);
            some_numbers(&table[row], run, HELICITY, coin);
            for (int j = 0; j < 3 * table[row].final - 4; ++j)
                for (int event = 0; event < EVENTS; ++event)
                    if (coin[j][event] < 0.8)
                        u[j][event] = extreme(coin[j][event] >= 0.4);
                    else if (event % 2 == 0)
                        u[j][event] = extreme(j % 2);
            make_momenta(&table[row], DIET, 1);
            judge_momenta(table[row].final, 1);
        }
}

/* The solution of u = (k+1) v^k - k v^(k+1) by bisection in long double. It is
 * for v in the lower half, for w = 1 - v in the upper. There the sum from
 * which d(1-u)/dw = k (k+1) w (1-w)^(k-1) comes has no cancellation. */
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

enum { FRACTIONS = 4000 }; /* of the events: the reference is slow */

/* From the smallest number to the largest, crowded at both ends. */
static double crowded(int i)
{
    double small = ldexp(1, -1 - (test_double ? 52 : 23) * abs(i - FRACTIONS / 2) / (FRACTIONS / 2));
    small *= 1 + 0.9 * (i % 10) / 10;
    return kernel_scalar(i < FRACTIONS / 2 ? small : 1 - small);
}

static void mass_fractions_are_accurate(void **unused)
{
    (void)unused;
    static values v, w;
    for (int row = 1; row < ROWS; ++row) {
        for (int i = 0; i < EVENTS; ++i)
            u[0][i] = i < FRACTIONS ? crowded(i) : 0.5;
        kernel_run(&table[row].kernel, "fractions",
                   (struct kernel_array[]){{u, EVENTS, KERNEL_IN},
                                           {v, EVENTS, KERNEL_OUT},
                                           {w, EVENTS, KERNEL_OUT}},
                   3);
        for (int i = 0; i < FRACTIONS; ++i) {
            if (u[0][i] <= 0 || u[0][i] >= 1)
                continue;
            long double want_v, want_w;
            fraction_by_bisection(u[0][i], table[row].final - 2, &want_v, &want_w);
            assert_true(fabsl(v[i] - want_v) <= 4 * epsilon() * want_v);
            assert_true(fabsl(w[i] - want_w) <= 4 * epsilon() * want_w);
        }
    }
}

/* The largest difference between an event's numbers and what came back. */
static double lost(int final, values *back, int event)
{
    double largest = 0;
    for (int i = 0; i < 3 * final - 4; ++i) {
        double difference = fabs(u[i][event] - back[i][event]);
        /* an azimuth of 0 is one of 2 pi */
        int azimuth = i >= final - 2 && (i - final + 2) % 2 == 1;
        assert_false(isnan(difference));
        largest = fmax(largest, azimuth ? fmin(difference, 1 - difference) : difference);
    }
    return largest;
}

/* The numbers come back. The map is badly conditioned where a cluster is light or a particle lies along the
 * motion of its cluster. Rounding is amplified, without bound in rare events. So: the share within a bound.
 */
static void diet_is_invertible(void **unused)
{
    (void)unused;
    static values back[NUMBERS_MAX];
    for (const struct row *row = table; row < table + ROWS; ++row) {
        const size_t length = 4 * (size_t)row->final * EVENTS;
        long close = 0;
        double worst = 0;
        some_numbers(row, 0, SAMPLING, u);
        make_momenta(row, DIET, 3);
        kernel_run(&row->kernel, "inverse",
                   (struct kernel_array[]){{p, length, KERNEL_IN}, {back, length, KERNEL_OUT}}, 2);
        for (int event = 0; event < EVENTS; ++event) {
            double largest = lost(row->final, back, event);
            close += largest < 1000 * epsilon();
            worst = fmax(worst, largest);
        }
        print_message("final %2d: %.3f %% within 1000 roundings, worst %.1e\n", row->final,
                      100.0 * close / EVENTS, worst);
        assert_true(close > 0.999 * EVENTS);
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

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momenta_are_massless_and_conserved),
        cmocka_unit_test(one_extreme_number),
        cmocka_unit_test(any_extreme_numbers),
        cmocka_unit_test(mass_fractions_are_accurate),
        cmocka_unit_test(diet_is_invertible),
        cmocka_unit_test(volume),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
