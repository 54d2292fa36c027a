/* The momentum fractions of two partons, integrated. */
#include "kernel_support.h"

#include <float.h>
#include <math.h>

static const char head[] = "#include \"map.h\"\n#include \"phase_space/partons.h\"\n";
static const char kernels[] = KERNEL_TEXT(MAP(fractions, GLOBAL const scalar *, u, GLOBAL const scalar *,
                                              log_tau_min, GLOBAL scalar *, result, GLOBAL scalar *, none) {
    parton_pair pair = partons(r_fetch(u + AT(0)), r_fetch(u + AT(1)), r_set(log_tau_min[0]));
    (void)none;
    r_store(result + AT(0), pair.log_x1);
    r_store(result + AT(1), pair.log_x2);
    r_store(result + AT(2), pair.tau);
    r_store(result + AT(3), pair.rapidity);
    r_store(result + AT(4), pair.jacobian);
});

static double epsilon(void) { return test_double ? DBL_EPSILON : FLT_EPSILON; }

/* The integrals of 1, x1 and x2^2 over x1 x2 > tau_min, by the midpoint rule in the unit square. */
static void parton_fractions(void **unused)
{
    (void)unused;
    enum { STEPS = 512, POINTS = STEPS * STEPS };
    static double square[2][POINTS], result[5][POINTS];
    const double t = 0.01;
    double log_t = log(t), sums[3] = {0, 0, 0};
    for (int i = 0; i < POINTS; ++i) {
        square[0][i] = (i / STEPS + 0.5) / STEPS;
        square[1][i] = (i % STEPS + 0.5) / STEPS;
    }
    struct kernel kernel = kernel_open_parts(head, kernels, POINTS);
    kernel_run(&kernel, "fractions",
               (struct kernel_array[]){{square, 2 * POINTS, KERNEL_IN},
                                       {&log_t, 1, KERNEL_IN},
                                       {result, 5 * POINTS, KERNEL_OUT}},
               3);
    kernel_close(&kernel);
    for (int i = 0; i < POINTS; ++i) {
        double x1 = exp(result[0][i]), x2 = exp(result[1][i]), jacobian = result[4][i];
        assert_true(x1 <= 1 && x2 <= 1 && x1 * x2 >= t * (1 - 1e-5));
        assert_true(fabs(result[2][i] / (x1 * x2) - 1) < 16 * epsilon());
        assert_true(fabs(result[3][i] - log(x1 / x2) / 2) < 16 * epsilon());
        sums[0] += jacobian / POINTS;
        sums[1] += jacobian * x1 / POINTS;
        sums[2] += jacobian * x2 * x2 / POINTS;
    }
    assert_true(fabs(sums[0] / (1 - t + t * log(t)) - 1) < 1e-4);
    assert_true(fabs(sums[1] / ((1 - t * t) / 2 - t * (1 - t)) - 1) < 1e-4);
    assert_true(fabs(sums[2] / ((1 - t * t * t) / 3 - t * (1 - t * t) / 2) - 1) < 1e-4);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parton_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
