/* No integral of a user's function is claimed that does not hold: peaks are not left behind, and errors are
 * honest. These are statistics over seeds. */
#include "cubature_support.h"
#include "device_support.h"

/* Two peaks on a diagonal have images that the grid cannot tell from them; sub-cubes can. Of the evaluations
 * that the tolerance takes a quarter is enough. */
static void sub_cubes_follow_the_variance(void **state)
{
    (void)state;
    skip_statistics();
    static const char *const methods[] = {"vegas", "vegasplus"};
    const double half = sqrt(M_PI / 100) / 2;
    const double wanted = pow(half * (erf(2.3) + erf(7.7)), 5) + pow(half * (erf(7.4) + erf(2.6)), 5);
    double evaluations[2];
    for (int m = 0; m < 2; ++m) {
        ts_integrand *integrand = expression(5, "exp(-100*sum((x-0.23)^2)) + exp(-100*sum((x-0.74)^2))");
        ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-3,
                                                                             .method = methods[m]});
        assert_right(integral, wanted);
        evaluations[m] = (double)integral->evaluations;
        ts_integral_destroy(&integral);
        ts_integrand_destroy(&integrand);
    }
    if (!(evaluations[1] < evaluations[0] / 4))
        fail_msg("%.3g evaluations by vegasplus, %.3g by vegas", evaluations[1], evaluations[0]);
}

/* Peaks on a diagonal, of which a grid that follows chance keeps one, and one that follows heights the
 * highest. In eight dimensions few points of any grid fall on either. Half the seeds are for all
 * but the long runs, the second case of a kind is for who has time. */
static void no_peak_is_left_behind(void **state)
{
    (void)state;
    skip_statistics();
    static const struct {
        int dimensions, first, seeds, claims; /* at least; of low peaks seeds that once lost them */
        const char *text;
        double peaks; /* of height one */
        double steepness;
        int is_second; /* of its kind */
    } cases[] = {
        {5, 1, 20, 10, "exp(-400*sum((x-0.3)^2)) + exp(-400*sum((x-0.7)^2))", 2, 400, 0},
        {4, 1, 20, 10, "exp(-400*sum((x-0.2)^2)) + exp(-400*sum((x-0.5)^2)) + exp(-400*sum((x-0.8)^2))", 3,
         400, 0},
        {5, 108, 16, 8, "exp(-400*sum((x-0.3)^2)) + 0.2*exp(-400*sum((x-0.7)^2))", 1.2, 400, 1},
        {5, 1, 30, 15, "exp(-100*sum((x-0.3)^2)) + 0.2*exp(-100*sum((x-0.7)^2))", 1.2, 100, 0},
        {6, 1, 10, 5, "exp(-100*sum((x-0.3)^2)) + 0.2*exp(-100*sum((x-0.7)^2))", 1.2, 100, 1},
        {8, 1, 3, 1, "exp(-200*sum((x-0.3)^2)) + exp(-200*sum((x-0.7)^2))", 2, 200, 0},
        {8, 1, 4, 2, "exp(-50*sum((x-0.3)^2)) + 0.2*exp(-50*sum((x-0.7)^2))", 1.2, 50, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        if (cases[i].is_second && !test_has_time())
            continue;
        const double wanted = cases[i].peaks * pow(M_PI / cases[i].steepness, cases[i].dimensions / 2.0);
        int claimed = 0, wrong = 0;
        const int part = getenv("TESSERA_TEST_LONG") ? 1 : 2;
        const uint64_t first = (uint64_t)cases[i].first, seeds = (uint64_t)((cases[i].seeds + 1) / part);
        for (uint64_t seed = first; seed < first + seeds; ++seed) {
            ts_integrand *integrand = expression(cases[i].dimensions, cases[i].text);
            ts_integral *integral = integrate(integrand,
                                              (ts_integrate_settings){.relative_error = 1e-2,
                                                                      .seed = seed,
                                                                      .max_evaluations = 20000000});
            claimed += integral->converged;
            wrong += integral->converged && fabs(integral->components[0].value / wanted - 1) > 0.06;
            ts_integral_destroy(&integral);
            ts_integrand_destroy(&integrand);
        }
        if (wrong || claimed < cases[i].claims / part)
            fail_msg("%s: %d of %d claims are wrong, of %d seeds", cases[i].text, wrong, claimed, (int)seeds);
    }
}

/* Small budgets, where peaks of 10^-9 of the volume cannot have been seen: they are kept, and whatever is
 * claimed holds. */
static void no_false_claims(void **state)
{
    (void)state;
    static const char *const methods[] = {"qmc", "vegas", "mcubes", "vegasplus"};
    static const uint64_t budgets[] = {1000, 10000, 100000};
    static const size_t which[] = {1, 4, 6, 8};
    const int seeds = getenv("TESSERA_TEST_QUICK") ? 1 : getenv("TESSERA_TEST_LONG") ? 8 : 4;
    for (int seed = 1; seed <= seeds; ++seed)
        for (int m = 0; m < 4; ++m)
            for (int b = 0; b < 3; ++b)
                for (int i = 0; i < 4; ++i) {
                    const struct truth *truth = &truths[which[i]];
                    ts_integrand *integrand = builtin(truth->name, truth->dimensions);
                    ts_integral *integral = integrate(integrand,
                                                      (ts_integrate_settings){.relative_error = 1e-2,
                                                                              .method = methods[m],
                                                                              .max_evaluations = budgets[b],
                                                                              .calls = budgets[b] / 10 + 1000,
                                                                              .seed = (uint64_t)seed});
                    assert_true(integral->evaluations <= budgets[b]);
                    if (integral->converged)
                        assert_true(fabs(integral->components[0].value / truth->value - 1) < 0.05);
                    ts_integral_destroy(&integral);
                    ts_integrand_destroy(&integrand);
                }
}

/* A constant is claimed after so many points that a peak in 10^-5 of the volume has been met. No claim is
 * without an error. */
static void a_constant_hides_no_peak(void **state)
{
    (void)state;
    static const char *const methods[] = {"qmc", "vegasplus"};
    ts_integrand *constant = expression(2, "1");
    ts_integrand *peak =
        expression(2, "1 + 2500 * if(abs(x1 - 0.31) < 0.01, 1, 0) * if(abs(x2 - 0.57) < 0.01, 1, 0)");
    for (int m = 0; m < 2; ++m) {
        ts_integral *integral = integrate(constant, (ts_integrate_settings){.relative_error = 1e-2,
                                                                            .method = methods[m]});
        assert_true(integral->converged && integral->evaluations >= 1 << 20);
        assert_true(integral->components[0].value == 1 && integral->components[0].error > 0);
        ts_integral_destroy(&integral);
        for (uint64_t seed = 1; seed <= 8; ++seed) {
            integral = integrate(peak, (ts_integrate_settings){.relative_error = 1e-2,
                                                               .method = methods[m],
                                                               .max_evaluations = 5000000,
                                                               .seed = seed});
            const ts_component *found = &integral->components[0];
            if (integral->converged || found->error < 0.1)
                assert_true(fabs(found->value - 2) < 5 * found->error);
            ts_integral_destroy(&integral);
        }
    }
    ts_integrand_destroy(&peak);
    ts_integrand_destroy(&constant);
}

/* A warm-up that is cut off leaves a peak in a corner to a few heavy evaluations, most of them not met. The
 * value is low, and its error far too small. */
static void what_was_cut_off_claims_nothing(void **state)
{
    (void)state;
    skip_statistics();
    ts_integrand *integrand = builtin("f3", 8);
    int false_claims = 0;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 0.1,
                                                                             .method = "qmc",
                                                                             .max_evaluations = 100000,
                                                                             .seed = seed});
        const ts_component *found = &integral->components[0];
        const double pull = (found->value - ts_integrand_true_value(integrand)) / found->error;
        false_claims += integral->converged && fabs(pull) > 5;
        ts_integral_destroy(&integral);
    }
    ts_integrand_destroy(&integrand);
    assert_int_equal(false_claims, 0);
}

/* Eighty seeds: pulls of mean 0 within 4.5 / sqrt(80), of width one within four of its errors of 8 per cent.
 */
static void errors_are_honest(void **state)
{
    (void)state;
    skip_statistics();
    enum { SEEDS = 80 };
    static const char *const methods[] = {"qmc", "vegas"};
    for (int m = 0; m < 2; ++m) {
        double sum = 0, square = 0;
        for (int seed = 1; seed <= SEEDS; ++seed) {
            ts_integrand *integrand = builtin("f5", 4);
            ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 2e-3,
                                                                                 .method = methods[m],
                                                                                 .seed = (uint64_t)seed});
            const ts_component *got = &integral->components[0];
            const double pull = (got->value - pow(-expm1(-5) / 5, 4)) / got->error;
            assert_true(integral->converged && fabs(pull) < 5);
            sum += pull;
            square += pull * pull;
            ts_integral_destroy(&integral);
            ts_integrand_destroy(&integrand);
        }
        assert_true(fabs(sum / SEEDS) < 0.5);
        assert_true(sqrt(square / SEEDS) > 0.68 && sqrt(square / SEEDS) < 1.32);
    }
}

/* Of two peaks a grid closes in on one with its first sweeps. What few evaluations claim then is half of the
 * truth, unless broad points look everywhere. */
static void a_quick_claim_has_looked_everywhere(void **state)
{
    (void)state;
    skip_statistics();
    ts_integrand *integrand = expression(8, "exp(-50*sum((x-0.33)^2))/(0.1*sqrt(2*pi))^8 + "
                                            "exp(-200*sum((x-0.67)^2))/(0.05*sqrt(2*pi))^8");
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        ts_integral *integral = integrate(integrand, (ts_integrate_settings){.relative_error = 1e-2,
                                                                             .max_evaluations = 5000000,
                                                                             .seed = seed});
        if (integral->converged && fabs(integral->components[0].value - 2) > 0.05)
            fail_msg("seed %d claims %g, not 2", (int)seed, integral->components[0].value);
        ts_integral_destroy(&integral);
    }
    ts_integrand_destroy(&integrand);
}

/* An integral that is not claimed, because no more evaluations would help; the end of its component. */
static ts_component end_of(ts_integrand *integrand, ts_integrate_settings settings, const char *sentence)
{
    ts_integral *integral = integrate(integrand, settings);
    const ts_component component = integral->components[0];
    assert_false(integral->converged);
    assert_true(integral->evaluations < 400000000);
    if (!strstr(integral->objection, sentence))
        fail_msg("says '%s', not '%s'", integral->objection, sentence);
    assert_non_null(strstr(ts_context_error(context), sentence));
    ts_integral_destroy(&integral);
    return component;
}

/* Components that are zero, of which rounding leaves some 10^-16. No part of that is an error to ask for. */
static void no_part_of_zero_is_claimed(void **state)
{
    (void)state;
    skip_statistics();
    static const char *const both[] = {"cos(pi * x)", "1"}, *const with_zero[] = {"1", "0 * x"};
    ts_integrand *pair, *beside;
    assert_status(context, ts_integrand_create(context, 1, both, 2, &pair));
    assert_status(context, ts_integrand_create(context, 1, with_zero, 2, &beside));
    end_of(pair, (ts_integrate_settings){.relative_error = 1e-3}, "Component 1 looks like zero");
    end_of(beside, (ts_integrate_settings){.relative_error = 1e-3}, "Component 2 of the integrand was zero");
    ts_integrand_destroy(&pair);
    ts_integrand_destroy(&beside);
}

/* An odd function alone, whose error is that of rounding. An absolute error can be asked for. */
static void an_odd_function_has_an_absolute_error(void **state)
{
    (void)state;
    skip_statistics();
    ts_integrand *odd = expression(1, "sin(2 * pi * x)");
    if (test_has_time()) {
        const ts_component zero = end_of(odd, (ts_integrate_settings){.relative_error = 0.1},
                                         "looks like zero");
        assert_true(fabs(zero.value) < 5 * zero.error);
        if (test_has_double)
            assert_true(zero.error > 1e-15 && zero.error < 1e-13); /* a handful of roundings of 0.7 */
    }
    ts_integral *integral = integrate(odd, (ts_integrate_settings){.absolute_error = 1e-4});
    assert_right(integral, 0);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&odd);
}

/* Iterations that do not agree at first never will: their error is far below what was asked for by then. What
 * is asked for below rounding, too, is told early. The former takes some 10^8 evaluations, and is for who has
 * time: test_agreement has its sentence. */
static void what_will_not_be_claimed_ends(void **state)
{
    (void)state;
    skip_statistics();
    ts_integrand *root = expression(1, "x^-0.6"), *line = expression(1, "x");
    if (test_has_time())
        end_of(root, (ts_integrate_settings){.relative_error = 0.05, .method = "vegas"}, "do not agree");
    static const char *const methods[] = {"qmc", "vegasplus", "vegas", "mcubes"};
    for (int m = 0; m < (getenv("TESSERA_TEST_LONG") ? 4 : test_has_time() ? 2 : 1); ++m)
        end_of(line, (ts_integrate_settings){.relative_error = 1e-16, .method = methods[m]},
               "rounding leaves");
    ts_integrand_destroy(&root);
    ts_integrand_destroy(&line);
}

/* A peak of width one on a box of 10^20: between 0 and the next number of the unit cube lies all of it. */
static void what_is_out_of_reach_ends(void **state)
{
    (void)state;
    skip_statistics();
    ts_integrand *integrand = expression(1, "1/(1+x^2)");
    assert_status(context, ts_integrand_set_limits(integrand, 0, 1, 1e20));
    end_of(integrand, (ts_integrate_settings){0}, "stands for all others");
    ts_integrand_destroy(&integrand);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    if (!strcmp(test_device, "opencl")) {
        puts("skipped: every bit is the CPU's, as test_cubature shows");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_false_claims),
        cmocka_unit_test(a_constant_hides_no_peak),
        cmocka_unit_test(what_was_cut_off_claims_nothing),
        cmocka_unit_test(errors_are_honest),
        cmocka_unit_test(no_peak_is_left_behind),
        cmocka_unit_test(sub_cubes_follow_the_variance),
        cmocka_unit_test(a_quick_claim_has_looked_everywhere),
        cmocka_unit_test(no_part_of_zero_is_claimed),
        cmocka_unit_test(an_odd_function_has_an_absolute_error),
        cmocka_unit_test(what_is_out_of_reach_ends),
        cmocka_unit_test(what_will_not_be_claimed_ends),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
