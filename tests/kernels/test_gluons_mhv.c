/* Each helicity amplitude with two negative helicities is Parke and Taylor's, for four to ten gluons in a
 * random colour order. Rounding knows only the size of the larger amplitudes of a point. So its error is
 * the sum of the deviations over all pairs of negative helicities, relative to the sum of the squares. */
#include "error_quantiles.h"
#include "gluon_program.h"
#include "kernel_support.h"
#include "parke_taylor.h"

enum { POINTS = 10048, GLUONS_MOST = 10, PAIRS = GLUONS_MOST * (GLUONS_MOST - 1) / 2 };

static const char kernels[] = KERNEL_TEXT(
    /* |m|^2 with negative helicities a < b, one pair after the other */
    MAP(pairs_squared, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        vector4 p[GLUONS];
        current e[GLUONS];
        int pair = 0;
        (void)none0;
        (void)none1;
        for (int i = 0; i < GLUONS; ++i)
            p[i] = fetch_four_vector(momentum, i, item);
        for (int a = 0; a < GLUONS; ++a)
            for (int b = a + 1; b < GLUONS; ++b) {
                for (int i = 0; i < GLUONS; ++i)
                    e[i] = polarization_helicity(p[i], i == a || i == b ? R(-1.0) : R(1.0));
                r_store(square + AT(pair), gluon_amplitude_squared(p, e));
                ++pair;
            }
    });

static double momentum[4 * GLUONS_MOST * POINTS], square[PAIRS][POINTS];
static double formula[PAIRS][POINTS], invariant[POINTS];

static void shuffle(int *order, int n, uint64_t *state)
{
    for (int i = 0; i < n; ++i)
        order[i] = i;
    for (int i = n - 1; i > 0; --i) {
        int j = (int)(random_uniform(state) * (i + 1)), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

/* The event of point k with Parke and Taylor's amplitudes. */
static void make_event(int n, size_t k, uint64_t *state)
{
    int order[GLUONS_MOST], pair = 0;
    point event = point_random(n, state);
    shuffle(order, n, state);
    gluon_put(momentum, POINTS, k, &event, n, order);
    invariant[k] = point_smallest_invariant(&event, n);
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b)
            formula[pair++][k] = parke_taylor(&event, n, order, order[a], order[b]);
}

/* Adds a point's error, and every amplitude's own relative error to `own`. */
static void compare(int pairs, int k, error_quantiles *errors, error_quantiles *own)
{
    double deviation = 0, sum = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        deviation += fabs(square[pair][k] - formula[pair][k]);
        sum += formula[pair][k];
        error_add(own, fabs(square[pair][k] / formula[pair][k] - 1), invariant[k]);
    }
    error_add(errors, deviation / sum, invariant[k]);
}

static void check(int recursion, int n, const char *label)
{
    error_quantiles errors = {0}, own = {0};
    struct kernel kernel = gluon_open(n, recursion, 1, kernels, POINTS);
    int pairs = n * (n - 1) / 2;
    kernel_run(&kernel, "pairs_squared",
               (struct kernel_array[]){{momentum, 4 * (size_t)n * POINTS, KERNEL_IN},
                                       {square, (size_t)pairs * POINTS, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
    for (int k = 0; k < POINTS; ++k)
        compare(pairs, k, &errors, &own);
    error_print(&errors, label, n);
    error_print(&own, "  each amplitude", n);
    error_check(&errors);
    free(own.errors);
}

static void two_negative_helicities(void **state)
{
    (void)state;
    int most = gluon_all_tested() ? GLUONS_MOST : 8;
    for (int n = GLUONS_MIN; n <= most; ++n) {
        if (!gluon_tested(n))
            continue;
        uint64_t seed = 1;
        for (size_t k = 0; k < POINTS; ++k)
            make_event(n, k, &seed);
        check(4, n, "vertices");
        check(3, n, "tensor");
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_negative_helicities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
