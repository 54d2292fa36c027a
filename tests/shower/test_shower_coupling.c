/* The shower's coupling: its published values, its thresholds, and the bound of the veto algorithm. */
#include "shower/shower_of_card.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "close.h"

static const double m_z = 91.1876;

static struct shower_coupling coupling_of(double alpha_s, int order, int thresholds)
{
    return shower_coupling_create(&quantum_chromodynamics, alpha_s, m_z, order, thresholds);
}

static double alpha_at(const struct shower_coupling *coupling, double scale)
{
    return shower_alpha_s(coupling, 2 * log(scale));
}

/* The values that the published shower has (arXiv:2403.08692), as t in GeV^2. */
static void known_values(void **state)
{
    (void)state;
    const struct shower_coupling coupling = coupling_of(0.118, 2, 0);
    static const double known[][2] = {{1, 0.384734}, {4, 0.284243}, {25, 0.211700}, {100, 0.177690}};
    for (int i = 0; i < 4; ++i)
        assert_true(fabs(shower_alpha_s(&coupling, log(known[i][0])) - known[i][1]) < 1e-6);
    assert_close(alpha_at(&coupling, m_z), 0.118, 1e-15);
    assert_true(fabs(beta_zero(&quantum_chromodynamics, 5) - 0.610094) < 1e-6);
    assert_true(fabs(beta_one(&quantum_chromodynamics, 5) - 0.244860) < 1e-6);
}

/* K is 3.45 with five flavours (Nucl. Phys. B 349 (1991) 635): alpha_s grows by the part K alpha_s / (2 pi)
 * of itself. */
static void soft_gluons(void **state)
{
    (void)state;
    const struct shower_coupling hard = coupling_of(0.118, 2, 0);
    struct shower_coupling soft = hard;
    shower_coupling_soften(&quantum_chromodynamics, 0, &soft);
    for (double scale = 2; scale < 1000; scale *= 2) {
        const double alpha = alpha_at(&hard, scale);
        assert_true(fabs((alpha_at(&soft, scale) / alpha - 1) * 2 * acos(-1) / alpha - 3.4541) < 1e-4);
    }
}

/* Pure gauge theory and Abelian theory by their textbook coefficients. They are 11 C_A / (12 pi), and -4/3
 * per charged fermion of QED over 4 pi. At two loops they are 34/3 C_A^2 and -4 in units of 1 / (4 pi)^2. */
static void other_groups(void **state)
{
    (void)state;
    const struct colour_group abelian = {0, 1, 1}, su2 = {2, 0.75, 0.5};
    const double pi = acos(-1);
    assert_close(beta_zero(&su2, 0), 22 / (12 * pi), 1e-15);
    assert_close(beta_zero(&abelian, 1), -4.0 / 3 / (4 * pi), 1e-15);
    assert_close(beta_one(&su2, 0), 34.0 / 3 * 4 / (16 * pi * pi), 1e-15);
    assert_close(beta_one(&abelian, 1), -4 / (16 * pi * pi), 1e-15);
}

/* One loop is the exact solution of its equation, two loops solve theirs up to alpha^4: by differences. */
static void the_running_solves_its_equation(void **state)
{
    (void)state;
    for (int order = 1; order <= 2; ++order)
        for (double scale = 2; scale < 1000; scale *= 1.5) {
            const struct shower_coupling coupling = coupling_of(0.118, order, 0);
            const struct coupling_region *region = &coupling.region[0];
            const double log_t = 2 * log(scale), step = 1e-4, a = shower_alpha_s(&coupling, log_t);
            const double slope = (shower_alpha_s(&coupling, log_t + step) -
                                  shower_alpha_s(&coupling, log_t - step)) /
                                 (2 * step);
            const double expected = -a * a * (region->b0 + region->b1 * a);
            assert_true(fabs(slope / expected - 1) < (order == 1 ? 1e-7 : 0.7 * a * a));
        }
}

/* alpha_s is continuous at the masses and its slope is that of another number of flavours beyond. */
static void thresholds(void **state)
{
    (void)state;
    static const double masses[] = {1.3, 4.75, 173};
    const struct shower_coupling free = coupling_of(0.118, 2, 0), coupling = coupling_of(0.118, 2, 1);
    assert_int_equal(coupling.regions, 4);
    for (int i = 0; i < 3; ++i) {
        const double edge = 2 * log(masses[i]);
        const double below = shower_alpha_s(&coupling, edge - 1e-9), above = shower_alpha_s(&coupling, edge);
        assert_true(fabs(below / above - 1) < 1e-8);
        assert_close(coupling.region[i + 1].above, edge, 1e-15);
        assert_close(coupling.region[i].b0, beta_zero(&quantum_chromodynamics, 3 + i), 1e-15);
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
        const struct shower_coupling coupling = coupling_of(0.3, 2, with_thresholds);
        assert_true(isinf(alpha_at(&coupling, 1)));
        assert_true(alpha_at(&coupling, 100) < 0.3);
    }
}

static double bound_at(const struct shower_bound *bound, double log_cutoff, double log_t)
{
    return bound->factor / (bound->inverse + bound->slope * (log_t - log_cutoff));
}

/* The bound is above alpha_s everywhere, and so close that few trials are wasted. */
static void bound(void **state)
{
    (void)state;
    static const double couplings[] = {0.05, 0.118, 0.14}, energies[] = {2.0001, 10, 91.2, 1e3, 1e6};
    for (int i = 0; i < 3 * 5 * 2 * 2; ++i) {
        const double alpha_s = couplings[i % 3], energy = energies[i / 3 % 5];
        const struct shower_coupling coupling = coupling_of(alpha_s, 1 + i / 15 % 2, i / 30);
        const double log_cutoff = 0, log_highest = 2 * log(energy);
        const struct shower_bound bound = shower_bound_create(&coupling, log_cutoff, log_highest);
        double worst = 1;
        srand(7);
        for (int k = 0; k <= 100000; ++k) {
            const double share = k == 0 ? 0 : k == 1 ? 1 : rand() / (double)RAND_MAX;
            const double log_t = log_cutoff + share * (log_highest - log_cutoff);
            const double ratio = shower_alpha_s(&coupling, log_t) / bound_at(&bound, log_cutoff, log_t);
            assert_true(ratio <= 1 && ratio > 0);
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
    const struct shower_coupling coupling = coupling_of(1e-3, 2, 0);
    const struct shower_bound bound = shower_bound_create(&coupling, 0, 1);
    assert_true(bound.slope >= 1e-3 * bound.inverse * (1 - 1e-12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values), cmocka_unit_test(soft_gluons),
        cmocka_unit_test(other_groups), cmocka_unit_test(the_running_solves_its_equation),
        cmocka_unit_test(thresholds),   cmocka_unit_test(beyond_its_meaning_it_is_infinite),
        cmocka_unit_test(bound),        cmocka_unit_test(a_flat_coupling_has_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
