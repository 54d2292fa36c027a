/* The mean of the squared amplitude over random linear polarisations is 2^-n of its sum over helicities. */
#include "gluon_program.h"
#include "kernel_support.h"
#include "parke_taylor.h"

enum { POINTS = 1 << 16, BATCHES = 16, GLUONS_MOST = 5 };

static const char kernels[] = KERNEL_TEXT(
    /* m with the polarisations at the azimuths */
    MAP(amplitude, GLOBAL const scalar *, momentum, GLOBAL const scalar *, azimuth, GLOBAL scalar *, m,
        GLOBAL scalar *, none) {
        vector4 p[GLUONS];
        current e[GLUONS];
        (void)none;
        for (int i = 0; i < GLUONS; ++i) {
            p[i] = fetch_four_vector(momentum, i, item);
            e[i] = polarization_real(p[i], r_fetch(azimuth + AT(i)));
        }
        r_store(m + AT(0), gluon_amplitude(p, e));
    });

static double momentum[4 * GLUONS_MOST * POINTS], azimuth[GLUONS_MOST * POINTS], m[POINTS];

static void check(int n)
{
    const int order[GLUONS_MOST] = {0, 1, 2, 3, 4};
    uint64_t state = (uint64_t)n;
    point event = point_random(n, &state);
    double sum = 0, squares = 0;
    struct kernel kernel = gluon_open(n, 4, 0, kernels, POINTS);
    for (size_t i = 0; i < POINTS; ++i)
        gluon_put(momentum, POINTS, i, &event, n, order);
    for (int batch = 0; batch < BATCHES; ++batch) {
        for (int i = 0; i < n * POINTS; ++i)
            azimuth[i] = random_uniform(&state);
        kernel_run(&kernel, "amplitude",
                   (struct kernel_array[]){{momentum, 4 * (size_t)n * POINTS, KERNEL_IN},
                                           {azimuth, (size_t)n * POINTS, KERNEL_IN},
                                           {m, POINTS, KERNEL_OUT}},
                   3);
        for (int i = 0; i < POINTS; ++i) {
            double square = m[i] * m[i];
            sum += square;
            squares += square * square;
        }
    }
    kernel_close(&kernel);
    double expected = ldexp(parke_taylor_helicity_sum(&event, n, order), -n), count = POINTS * BATCHES;
    double mean = sum / count, error = sqrt((squares / count - mean * mean) / count);
    assert_true(error < 3e-3 * expected);
    assert_true(fabs(mean - expected) < 4 * error);
}

static void mean_is_helicity_sum(void **state)
{
    (void)state;
    check(4);
    check(5);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(mean_is_helicity_sum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
