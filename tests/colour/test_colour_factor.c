/* The leading-colour squared matrix element of four gluons is the exact one,
 * (9/2) g^4 (3 - t u / s^2 - s u / t^2 - s t / u^2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "families/colour_factor.h"
#include "parke_taylor.h"
#include <cmocka.h>

static const int orders[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                 {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};

static void four_gluons(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int trial = 0; trial < 100; ++trial) {
        point event = point_random(4, &random);
        double s = (double)point_invariant(&event, 0, 1), t = (double)point_invariant(&event, 0, 2);
        double u = (double)point_invariant(&event, 0, 3);
        double mean = 0; /* over orders and, as for random polarisations, 2^-4 of the sum over helicities */
        for (int i = 0; i < 6; ++i)
            mean += parke_taylor_helicity_sum(&event, 4, orders[i]) / (6 * 16);
        double exact = 4.5 * (3 - t * u / (s * s) - s * u / (t * t) - s * t / (u * u));
        assert_true(fabs(gluon_colour_factor(4) * mean / exact - 1) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_gluons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
