/* q q~ -> n photons, n = 2 to 8. Helicities with one photon unlike the others stand against their closed
 * form, those with all alike vanish, and gauge invariance holds. */
#include "photons_program.h"

enum { POINTS = EVENTS_MOST, FEW = 64 };

static const char unlike_kernel[] = KERNEL_TEXT(
    /* |m|^2 with photon i of helicity -1 among others of +1, then of +1 among others of -1; then all +1 and
     * all -1. */
    MAP(one_unlike, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        const uint32 all = ((uint32)1 << PHOTONS) - 1;
        photon_line line;
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        for (int row = 0; row < 2 * PHOTONS + 2; ++row) {
            uint32 flipped = (row / PHOTONS + row / (2 * PHOTONS)) % 2 ? 0 : all;
            uint32 unlike = row < 2 * PHOTONS ? (uint32)1 << row % PHOTONS : 0;
            r_store(square + AT(row), c_norm(photons_by_subsets(&line, flipped ^ unlike)));
        }
    });

static const char gauge_kernel[] = KERNEL_TEXT(
    FN slashed slash_momentum(vector4 p) {
        real unit = R(1.0) / p.e;
        complex_vector v = {c_set(R(1.0), R(0.0)), c_set(p.x * unit, R(0.0)), c_set(p.y * unit, R(0.0)),
                            c_set(p.z * unit, R(0.0))};
        return slash(v);
    }

    /* The sum over all helicities, and the same with k / E in place of the polarisation of each photon. */
    MAP(gauge, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        photon_line line;
        (void)none0;
        (void)none1;
        for (int row = 0; row <= PHOTONS; ++row) {
            photons_event(momentum, item, &line);
            if (row > 0) {
                slashed along = slash_momentum(line.photon[row - 1]);
                line.polarization[row - 1][0] = along;
                line.polarization[row - 1][1] = along;
            }
            r_store(square + AT(row), photons_squared(&line));
        }
    });

static double square[2 * PHOTONS_MOST + 2][POINTS], formula[2 * PHOTONS_MOST][POINTS];

/* The closed form, over (e Q)^(2n) and for the left-handed quark: with s_ij = 2 p_i.p_j, photon I unlike the
 * others,
 *
 *   |m|^2 = 2^n prod_k s / (s_qk s_q~k) / s^2 times s_qI s_q~I^3 where I has helicity -1, s_qI^3 s_q~I for +1
 *
 * (R. Kleiss, W. J. Stirling, Phys. Lett. B 179 (1986) 159, for n photons). */
static double one_unlike(const point *event, int n, int unlike, int minus)
{
    long double s = point_invariant(event, 0, 1), product = ldexpl(1, n) / (s * s);
    for (int k = 2; k < n + 2; ++k)
        product *= s / (point_invariant(event, 0, k) * point_invariant(event, 1, k));
    long double quark = -point_invariant(event, 0, unlike + 2),
                antiquark = -point_invariant(event, 1, unlike + 2);
    return (double)(product * quark * antiquark * (minus ? antiquark * antiquark : quark * quark));
}

/* Of all configurations. */
static double formula_sum(int n, size_t k)
{
    double sum = 0;
    for (int i = 0; i < 2 * n; ++i)
        sum += formula[i][k];
    return sum;
}

static void note_formula(const point *event, int n, size_t k)
{
    for (int i = 0; i < n; ++i) {
        formula[i][k] = one_unlike(event, n, i, 1);
        formula[n + i][k] = one_unlike(event, n, i, 0);
    }
}

/* The deviation of all 2n + 2 configurations relative to their sum. */
static void closed_form(void **state)
{
    (void)state;
    for (int n = PHOTONS_FEWEST; n <= PHOTONS_MOST; ++n) {
        error_quantiles errors = {0};
        if (!photons_tested(n))
            continue;
        photons_draw(n, POINTS, 1, note_formula);
        photons_run(n, POINTS, unlike_kernel, "one_unlike", square[0], (size_t)(2 * n + 2));
        for (size_t k = 0; k < POINTS; ++k) {
            double deviation = square[2 * n][k] + square[2 * n + 1][k];
            for (int i = 0; i < 2 * n; ++i)
                deviation += fabs(square[i][k] - formula[i][k]);
            error_add(&errors, deviation / formula_sum(n, k), invariant[k]);
        }
        photons_check(&errors, "closed form", n);
    }
}

/* For n = 2 and 3 the configurations with one photon unlike the others are all there are: twice these, for
 * the quark's helicities, is the sum. With two photons either is unlike the other, and each is counted twice.
 */
static void sum_over_helicities(void **state)
{
    (void)state;
    for (int n = 2; n <= 3; ++n) {
        error_quantiles errors = {0};
        if (!photons_tested(n))
            continue;
        photons_draw(n, POINTS, 2, note_formula);
        photons_run(n, POINTS, gauge_kernel, "gauge", square[0], (size_t)n + 1);
        for (size_t k = 0; k < POINTS; ++k)
            error_add(&errors, fabs(square[0][k] / (formula_sum(n, k) * (n == 2 ? 1 : 2)) - 1), invariant[k]);
        photons_check(&errors, "sum over helicities", n);
    }
}

static void gauge_invariance(void **state)
{
    (void)state;
    for (int n = PHOTONS_FEWEST; n <= PHOTONS_MOST; n += n < 4 ? 1 : 4) {
        error_quantiles errors = {0};
        const size_t points = n < 4 ? POINTS : FEW;     /* below four the program is that of the sum */
        const double *results = (const double *)square; /* [n + 1][points] */
        if (!photons_tested(n))
            continue;
        photons_draw(n, points, 3, NULL);
        photons_run(n, points, gauge_kernel, "gauge", square[0], (size_t)n + 1);
        for (size_t k = 0; k < points; ++k)
            for (int i = 1; i <= n; ++i)
                error_add(&errors, sqrt(results[(size_t)i * points + k] / results[k]), invariant[k]);
        photons_check(&errors, "gauge", n);
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_form), cmocka_unit_test(sum_over_helicities),
                                       cmocka_unit_test(gauge_invariance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
