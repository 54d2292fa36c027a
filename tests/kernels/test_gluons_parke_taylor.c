/* For four and five gluons the squared amplitude summed over helicities and colour orders is the Parke-Taylor
 * formula's. Points are random ones of flat phase space without cuts. */
#include "error_quantiles.h"
#include "gluon_program.h"
#include "kernel_support.h"
#include "parke_taylor.h"
#include "permutations.h"

enum { POINTS = 10048, GLUONS_MOST = 5, CHOICES = 1 << GLUONS_MOST };

static const char kernels[] = KERNEL_TEXT(
    /* m for each choice of two orthogonal linear polarisations of each gluon */
    MAP(amplitudes, GLOBAL const scalar *, momentum, GLOBAL scalar *, m, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        vector4 p[GLUONS];
        current e[GLUONS];
        (void)none0;
        (void)none1;
        for (int i = 0; i < GLUONS; ++i)
            p[i] = fetch_four_vector(momentum, i, item);
        for (int choice = 0; choice < 1 << GLUONS; ++choice) {
            for (int i = 0; i < GLUONS; ++i)
                e[i] = choice >> i & 1 ? polarization_linear(p[i], R(0.0), R(1.0))
                                       : polarization_linear(p[i], R(1.0), R(0.0));
            r_store(m + AT(choice), gluon_amplitude(p, e));
        }
    });

static point events[POINTS];
static double momentum[4 * GLUONS_MOST * POINTS], m[CHOICES][POINTS];
static double sum[2][POINTS], formula[POINTS]; /* of each form of the recursion, and Parke and Taylor's */

/* The sum over two orthogonal linear polarisations of each gluon is the sum over its helicities. */
static void add_polarizations(const struct kernel *kernel, int n, double *to)
{
    kernel_run(kernel, "amplitudes",
               (struct kernel_array[]){{momentum, 4 * (size_t)n * POINTS, KERNEL_IN},
                                       {m, ((size_t)1 << n) * POINTS, KERNEL_OUT}},
               2);
    for (int choice = 0; choice < 1 << n; ++choice)
        for (int k = 0; k < POINTS; ++k)
            to[k] += m[choice][k] * m[choice][k];
}

static void add_orders(const struct kernel *forms, int n)
{
    int order[GLUONS_MOST] = {0, 1, 2, 3, 4};
    do {
        for (size_t k = 0; k < POINTS; ++k) {
            gluon_put(momentum, POINTS, k, &events[k], n, order);
            formula[k] += parke_taylor_helicity_sum(&events[k], n, order);
        }
        add_polarizations(&forms[0], n, sum[0]);
        add_polarizations(&forms[1], n, sum[1]);
    } while (permutation_next(order, n - 1));
}

static void check_errors(int n, const double *kernel, const char *label)
{
    error_quantiles errors = {0};
    for (int k = 0; k < POINTS; ++k)
        error_add(&errors, fabs(kernel[k] / formula[k] - 1), point_smallest_invariant(&events[k], n));
    error_print(&errors, label, n);
    error_check(&errors);
}

static void check(int n)
{
    struct kernel forms[2] = {gluon_open(n, 3, 0, kernels, POINTS), gluon_open(n, 4, 0, kernels, POINTS)};
    uint64_t state = 1;
    for (int k = 0; k < POINTS; ++k) {
        events[k] = point_random(n, &state);
        sum[0][k] = sum[1][k] = formula[k] = 0;
    }
    add_orders(forms, n);
    kernel_close(&forms[0]);
    kernel_close(&forms[1]);
    check_errors(n, sum[0], "tensor");
    check_errors(n, sum[1], "vertices");
}

static void four_gluons(void **state)
{
    (void)state;
    check(4);
}

static void five_gluons(void **state)
{
    (void)state;
    check(5);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_gluons), cmocka_unit_test(five_gluons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
