/* For four and five gluons the squared amplitude summed over helicities and colour orders is the
 * Parke-Taylor formula's, at random points of flat phase space without cuts. */
#include "error_quantiles.h"
#include "gluon_table.h"
#include "parke_taylor.h"

enum { POINTS = 10000 };

/* The next permutation of the first `count` entries in lexicographic order; 0 after the last. */
static int next_permutation(int *order, int count)
{
    int i = count - 2, j = count - 1;
    while (i >= 0 && order[i] > order[i + 1])
        --i;
    if (i < 0)
        return 0;
    while (order[j] < order[i])
        --j;
    int swap = order[i];
    order[i] = order[j];
    order[j] = swap;
    for (int a = i + 1, b = count - 1; a < b; ++a, --b) {
        swap = order[a];
        order[a] = order[b];
        order[b] = swap;
    }
    return 1;
}

/* The sum over two orthogonal linear polarisations of each gluon is the sum over its helicities. */
static void add_polarizations(const batch *events, int recursion, int n, const int *order, double sum[LANES])
{
    vector4 momentum[GLUONS_MAX], linear[2][GLUONS_MAX], polarization[GLUONS_MAX];
    for (int i = 0; i < n; ++i) {
        momentum[i] = events->momentum[order[i]];
        linear[0][i] = polarization_linear(momentum[i], R(1.0), R(0.0));
        linear[1][i] = polarization_linear(momentum[i], R(0.0), R(1.0));
    }
    for (int choice = 0; choice < 1 << n; ++choice) {
        for (int i = 0; i < n; ++i)
            polarization[i] = linear[choice >> i & 1][i];
        real m = gluon_table[recursion][n](momentum, polarization);
        FOR_LANES(l)
            sum[l] += (double)m[l] * m[l];
    }
}

static void check(int recursion, int n, const char *label)
{
    error_quantiles errors = {0};
    uint64_t state = 1;
    for (int first = 0; first < POINTS; first += LANES) {
        batch events;
        batch_random(&events, n, &state);
        double kernel[LANES] = {0}, formula[LANES] = {0};
        int order[GLUONS_MAX];
        for (int i = 0; i < n; ++i)
            order[i] = i;
        do {
            add_polarizations(&events, recursion, n, order, kernel);
            FOR_LANES(l)
                formula[l] += parke_taylor_helicity_sum(&events.points[l], n, order);
        } while (next_permutation(order, n - 1));
        FOR_LANES(l)
            error_add(&errors, fabs(kernel[l] / formula[l] - 1),
                      point_smallest_invariant(&events.points[l], n));
    }
    error_print(&errors, label, n);
    error_check(&errors);
}

static void four_gluons(void **state)
{
    (void)state;
    check(4, 4, "vertices");
    check(3, 4, "tensor");
}

static void five_gluons(void **state)
{
    (void)state;
    check(4, 5, "vertices");
    check(3, 5, "tensor");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_gluons), cmocka_unit_test(five_gluons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
