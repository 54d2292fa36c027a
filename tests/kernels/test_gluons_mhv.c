/* Each helicity amplitude with two negative helicities is Parke and Taylor's, for four to ten gluons in a
 * random colour order. Rounding knows only the size of the larger amplitudes of a point, so its error is the
 * sum of the deviations over all pairs of negative helicities, relative to the sum of the squares. */
#define GLUON_POLARIZATION 1
#include "error_quantiles.h"
#include "gluon_table.h"
#include "parke_taylor.h"

enum { POINTS = 10000 };

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

/* |m|^2 with negative helicities a and b, places in the colour order */
static real pair_squared(int recursion, int n, const vector4 *momentum, int a, int b)
{
    current polarization[GLUONS_MAX];
    for (int i = 0; i < n; ++i)
        polarization[i] = polarization_helicity(momentum[i], i == a || i == b ? R(-1.0) : R(1.0));
    return n_norm(gluon_table[recursion][n](momentum, polarization));
}

/* Adds each point's error, and every amplitude's own relative error to `own`. */
static void compare(int recursion, int n, const batch *events, const int *order, error_quantiles *errors,
                    error_quantiles *own)
{
    vector4 momentum[GLUONS_MAX];
    double deviation[LANES] = {0}, sum[LANES] = {0};
    for (int i = 0; i < n; ++i)
        momentum[i] = events->momentum[order[i]];
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b) {
            real square = pair_squared(recursion, n, momentum, a, b);
            FOR_LANES(l) {
                double formula = parke_taylor(&events->points[l], n, order, order[a], order[b]);
                deviation[l] += fabs(square[l] - formula);
                sum[l] += formula;
                error_add(own, fabs(square[l] / formula - 1),
                          point_smallest_invariant(&events->points[l], n));
            }
        }
    FOR_LANES(l)
        error_add(errors, deviation[l] / sum[l], point_smallest_invariant(&events->points[l], n));
}

static void check(int recursion, int n, const char *label)
{
    error_quantiles errors = {0}, own = {0};
    uint64_t state = 1;
    for (int first = 0; first < POINTS; first += LANES) {
        batch events;
        int order[GLUONS_MAX];
        batch_random(&events, n, &state);
        shuffle(order, n, &state);
        compare(recursion, n, &events, order, &errors, &own);
    }
    error_print(&errors, label, n);
    error_print(&own, "  each amplitude", n);
    error_check(&errors);
    free(own.errors);
}

static void two_negative_helicities(void **state)
{
    (void)state;
    for (int n = 4; n <= 10; ++n) {
        check(4, n, "vertices");
        check(3, n, "tensor");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_negative_helicities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
