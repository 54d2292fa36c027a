/* The mean of the squared amplitude over random linear polarisations is 2^-n of its sum over helicities. */
#define GLUON_POLARIZATION 0
#include "error_quantiles.h"
#include "gluon_table.h"
#include "parke_taylor.h"

static void check(int n, int events_wanted)
{
    uint64_t state = (uint64_t)n;
    point event = point_random(n, &state);
    batch events;
    FOR_LANES(l)
        events.points[l] = event;
    batch_set(&events, n);
    double sum = 0, squares = 0;
    int count = 0;
    for (; count < events_wanted; count += LANES) {
        vector4 polarization[GLUONS_MAX];
        for (int i = 0; i < n; ++i) {
            real azimuth = R(0.0);
            FOR_LANES(l)
                azimuth[l] = (scalar)random_uniform(&state);
            polarization[i] = polarization_real(events.momentum[i], azimuth);
        }
        real m = gluon_table[4][n](events.momentum, polarization);
        FOR_LANES(l) {
            double square = (double)m[l] * m[l];
            sum += square;
            squares += square * square;
        }
    }
    const int order[5] = {0, 1, 2, 3, 4};
    double expected = ldexp(parke_taylor_helicity_sum(&event, n, order), -n);
    double mean = sum / count, error = sqrt((squares / count - mean * mean) / count);
    assert_true(error < 3e-3 * expected);
    assert_true(fabs(mean - expected) < 4 * error);
}

static void mean_is_helicity_sum(void **state)
{
    (void)state;
    check(4, 1 << 20);
    check(5, 1 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mean_is_helicity_sum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
