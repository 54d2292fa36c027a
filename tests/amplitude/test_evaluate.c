/* For which events the matrix element is evaluated (core/card.h). */
#include "run_support.h"

#include "families/colour_factor.h"
#include "tessera/pdf.h"

#include <math.h>

/* Whole runs of a card that evaluates all, and of one that does not. */
static void all_gives_the_same_result(void **state)
{
    (void)state;
    const char *assignments[] = {"process=g g > g g g", "integration.max_events=3e5", "histograms=[ht, rmin]",
                                 "cuts.jet.pt_min=40", NULL};
    struct run all = run_card_evaluating(EVALUATES_ALL, 0, assignments);
    struct run accepted = run_card(0, assignments);
    assert_int_equal(all.status, accepted.status);
    const ts_result *one = all.result, *two = accepted.result;
    assert_non_null(one);
    assert_non_null(two);
    assert_memory_equal(&one->value, &two->value, sizeof one->value);
    assert_memory_equal(&one->error, &two->error, sizeof one->error);
    assert_memory_equal(&one->largest_share, &two->largest_share, sizeof one->largest_share);
    assert_int_equal(one->generated, two->generated);
    assert_int_equal(one->accepted, two->accepted);
    assert_true(one->accepted < one->generated);
    for (size_t h = 0; h < one->histogram_count; ++h)
        assert_memory_equal(one->histograms[h].bins, two->histograms[h].bins,
                            one->histograms[h].bin_count * sizeof(ts_bin));
    end_run(&all);
    end_run(&accepted);
}

/* The integral of x1 f(x1) x2 f(x2) / (2 s-hat) over ln(tau), rapidity and the directions that two
 * massless jets may take. Directions count as a part of all. That part is tanh of the largest
 * rapidity in their rest frame. By midpoints; the root at the threshold is taken out by ln(tau) = (1
 * - u^2) of its least. */
static double two_body_integral(const ts_pdf *pdf, double root_s, double pt_min, double eta_max, double q)
{
    enum { STEPS = 1000 };
    const double least = 2 * log(2 * pt_min / root_s);
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double u = (i + 0.5) / STEPS, log_tau = least * (1 - u * u), root_tau = exp(log_tau / 2);
        const double most = fmin(eta_max, -log_tau / 2), by_pt = acosh(root_s * root_tau / (2 * pt_min));
        for (int j = 0; j < STEPS; ++j) {
            const double y = most * (j + 0.5) / STEPS;
            sum += ts_pdf_xfx(pdf, 21, root_tau * exp(y), q) * ts_pdf_xfx(pdf, 21, root_tau * exp(-y), q) *
                   tanh(fmin(by_pt, eta_max - y)) * 2 * most * 2 * u /
                   (2 * root_s * root_s * root_tau * root_tau);
        }
    }
    return sum * -least / (STEPS * (double)STEPS);
}

/* Two jets without the matrix element, |m|^2 = 1: flux, densities, couplings, colours, the volume 1 / (8 pi)
 * of phase space and 1/2! are left. */
static void none_is_a_volume(void **state)
{
    (void)state;
    static const double gev2_pb = 0.3893793721e9, mu = 91.188, alpha_s = 0.1;
    struct run run = run_card_evaluating(EVALUATES_NONE, 0,
                                         (const char *const[]){"process=g g > g g", "couplings.alpha_s=0.1",
                                                               "integration.relative_error=2e-4", NULL});
    assert_status(run.context, run.status);
    ts_pdf *pdf;
    assert_status(run.context, ts_pdf_create(run.context, "CTEQ6L1", 0, &pdf));
    const double expected = gev2_pb * pow(4 * M_PI * alpha_s, 2) * gluon_colour_factor(4) / 2 / (8 * M_PI) *
                            two_body_integral(pdf, 14000, 20, 2.5, mu);
    print_message("%.6g +- %.2g, expected %.6g\n", run.result->value, run.result->error, expected);
    assert_true(fabs(run.result->value - expected) < 3 * run.result->error);
    assert_non_null(strstr(run.result->sampling, "without the matrix element"));
    ts_pdf_destroy(&pdf);
    end_run(&run);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_gives_the_same_result),
        cmocka_unit_test(none_is_a_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
