/* The shower's coupling: its published values, its thresholds, and the bound of the veto algorithm. */
#include "pdf/table.h"
#include "shower/coupling_of_card.h"
#include "tessera/context.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "close.h"

static const double m_z = 91.1876;

static struct alpha_s coupling_of(double alpha_s, int order, int thresholds)
{
    return shower_coupling_create(alpha_s, m_z, order, thresholds, 0);
}

static double alpha_at(const struct alpha_s *coupling, double scale)
{
    return alpha_s_value(coupling, scale * scale);
}

/* The values that the published shower has (arXiv:2403.08692), as t in GeV^2. */
static void known_values(void **state)
{
    (void)state;
    const struct alpha_s coupling = coupling_of(0.118, 2, 0);
    static const double known[][2] = {{1, 0.384734}, {4, 0.284243}, {25, 0.211700}, {100, 0.177690}};
    for (int i = 0; i < 4; ++i)
        assert_true(fabs(alpha_s_value(&coupling, known[i][0]) - known[i][1]) < 1e-6);
    assert_close(alpha_at(&coupling, m_z), 0.118, 1e-15);
}

/* K is 3.45 with five flavours (Nucl. Phys. B 349 (1991) 635): alpha_s grows by the part K alpha_s / (2 pi)
 * of itself. */
static void soft_gluons(void **state)
{
    (void)state;
    const struct alpha_s hard = coupling_of(0.118, 2, 0), soft = shower_coupling_create(0.118, m_z, 2, 0, 1);
    for (double scale = 2; scale < 1000; scale *= 2) {
        const double alpha = alpha_at(&hard, scale);
        assert_true(fabs((alpha_at(&soft, scale) / alpha - 1) * 2 * acos(-1) / alpha - 3.4541) < 1e-4);
    }
}

/* One loop is the exact solution of its equation, two loops solve theirs up to alpha^4: by differences. The
 * coefficients are those of five flavours, as that shower has them. */
static void the_running_solves_its_equation(void **state)
{
    (void)state;
    for (int order = 1; order <= 2; ++order)
        for (double scale = 2; scale < 1000; scale *= 1.5) {
            const struct alpha_s coupling = coupling_of(0.118, order, 0);
            const double step = 1e-4, a = alpha_at(&coupling, scale);
            const double slope = (alpha_at(&coupling, scale * exp(step / 2)) -
                                  alpha_at(&coupling, scale * exp(-step / 2))) /
                                 (2 * step);
            const double expected = -a * a * (0.610094 + (order > 1 ? 0.244860 : 0) * a);
            assert_true(fabs(slope / expected - 1) < (order == 1 ? 1e-6 : 0.7 * a * a));
        }
}

/* What the slope of 1 / alpha_s at one loop says of the flavours there: b0 = (33 - 2 n) / (12 pi). */
static double flavours_at(const struct alpha_s *coupling, double scale)
{
    const double step = 1e-3;
    const double slope = (1 / alpha_at(coupling, scale * exp(step / 2)) - 1 / alpha_at(coupling, scale)) /
                         step;
    return (33 - 12 * acos(-1) * slope) / 2;
}

/* alpha_s is continuous at the masses and its slope is that of another number of flavours beyond. */
static void thresholds(void **state)
{
    (void)state;
    static const double masses[] = {1.3, 4.75, 173};
    const struct alpha_s free = coupling_of(0.118, 2, 0), coupling = coupling_of(0.118, 2, 1);
    const struct alpha_s one_loop = coupling_of(0.118, 1, 1);
    for (int i = 0; i < 3; ++i) {
        const double below = alpha_at(&coupling, masses[i] * (1 - 1e-9)),
                     above = alpha_at(&coupling, masses[i]);
        assert_true(fabs(below / above - 1) < 1e-8);
        assert_true(fabs(flavours_at(&one_loop, masses[i] * 0.99) - 3 - i) < 1e-8);
        assert_true(fabs(flavours_at(&one_loop, masses[i] * 1.01) - 4 - i) < 1e-8);
    }
    assert_true(alpha_at(&coupling, 20) == alpha_at(&free, 20));
    assert_true(alpha_at(&coupling, 173.1) > alpha_at(&free, 173.1)); /* alpha falls more slowly */
    assert_true(alpha_at(&coupling, 2) < alpha_at(&free, 2) * 1.1 &&
                alpha_at(&coupling, 2) > alpha_at(&free, 2));
}

static void beyond_its_meaning_it_is_infinite(void **state)
{
    (void)state;
    for (int with_thresholds = 0; with_thresholds < 2; ++with_thresholds) {
        const struct alpha_s coupling = coupling_of(0.3, 2, with_thresholds);
        assert_true(isinf(alpha_at(&coupling, 1)));
        assert_true(alpha_at(&coupling, 100) < 0.3);
    }
}

static double bound_at(const struct shower_bound *bound, double log_cutoff, double log_t)
{
    return bound->factor / (bound->inverse + bound->slope * (log_t - log_cutoff));
}

/* The bound of a coupling's table from 0 to this ln t. */
static struct shower_bound bound_of(const struct alpha_s *coupling, double log_highest)
{
    const struct coupling_span span = {0, log_highest, (size_t)ceil(log_highest / SHOWER_COUPLING_STEP)};
    double *table;
    size_t length;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_int_equal(coupling_table_create_in(context, coupling, &span, &table, &length), TS_OK);
    const struct shower_bound bound = shower_bound_create(table, 0, 0, log_highest);
    free(table);
    ts_context_destroy(&context);
    return bound;
}

/* The bound is above alpha_s everywhere, and so close that few trials are wasted. What the table errs by,
 * which is what kernels have, is below 1e-8. */
static void bound(void **state)
{
    (void)state;
    static const double couplings[] = {0.05, 0.118, 0.13}, energies[] = {2.0001, 10, 91.2, 1e3, 1e6};
    for (int i = 0; i < 3 * 5 * 2 * 2; ++i) {
        const double alpha_s = couplings[i % 3], energy = energies[i / 3 % 5];
        const struct alpha_s coupling = coupling_of(alpha_s, 1 + i / 15 % 2, i / 30);
        const double log_highest = 2 * log(energy);
        const struct shower_bound bound = bound_of(&coupling, log_highest);
        double worst = 1;
        srand(7);
        for (int k = 0; k <= 20000; ++k) {
            const double share = k == 0 ? 0 : k == 1 ? 1 : rand() / (double)RAND_MAX;
            const double ratio = alpha_s_value(&coupling, exp(share * log_highest)) /
                                 bound_at(&bound, 0, share * log_highest);
            assert_true(ratio <= 1 + 1e-8 && ratio > 0);
            worst = fmin(worst, ratio);
        }
        assert_true(bound.factor >= 1 && bound.slope > 0);
        assert_true(worst > 0.8); /* at LEP, with the defaults, 0.994 */
    }
}

/* A coupling that hardly runs still has a bound that falls: its integral can be inverted. */
static void a_flat_coupling_has_a_slope(void **state)
{
    (void)state;
    const struct alpha_s coupling = coupling_of(1e-3, 2, 0);
    const struct shower_bound bound = bound_of(&coupling, 1);
    assert_true(bound.slope >= 1e-3 * bound.inverse * (1 - 1e-12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(soft_gluons),
        cmocka_unit_test(the_running_solves_its_equation),
        cmocka_unit_test(thresholds),
        cmocka_unit_test(beyond_its_meaning_it_is_infinite),
        cmocka_unit_test(bound),
        cmocka_unit_test(a_flat_coupling_has_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
