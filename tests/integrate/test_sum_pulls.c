/* Errors of sums of subprocesses: over 200 seeds values scatter as they claim, and lie about the values of
 * another program. labels: long */
#include "run_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 200 };

#define SETTING                                                                                       \
    "beams.energy=13000", "couplings.alpha_s=0.129808", "cuts.jet.pt_min=30", "cuts.jet.eta_max=4.5", \
        "cuts.jet.dr_min=0.4", "cuts.lepton.pt_min=20", "cuts.lepton.eta_max=2.5"

/* `right`: a known value and its error. */
static void judge(const char *process, const char *window, const char *accuracy, double right,
                  double of_right)
{
    double value[SEEDS], error[SEEDS], mean = 0, of_mean = 0, squares = 0, chi2 = 0;
    if (!strncmp(test_device, "opencl", 6)) /* bits are the same, in hours */
        skip();
    for (int seed = 0; seed < SEEDS; ++seed) {
        char text[64];
        snprintf(text, sizeof text, "integration.seed=%d", seed + 1);
        struct run run = run_card(0, (const char *const[]){process, SETTING, accuracy, text, window, NULL});
        assert_status(run.context, run.status);
        value[seed] = run.result->value;
        error[seed] = run.result->error;
        chi2 += run.result->chi2_per_dof / SEEDS;
        end_run(&run);
        mean += value[seed] / SEEDS;
        of_mean = hypot(of_mean, error[seed] / SEEDS);
    }
    for (int seed = 0; seed < SEEDS; ++seed)
        squares += pow((value[seed] - mean) / error[seed], 2);
    const double width = sqrt(squares / (SEEDS - 1));
    print_message("%s: mean %.6g, pulls of width %.3f, mean chi2 per degree of freedom %.3f\n", process, mean,
                  width, chi2);
    assert_true(width > 0.8 && width < 1.2);
    assert_true(chi2 > 0.7 && chi2 < 1.4);
    assert_true(fabs(mean - right) < 4 * hypot(of_mean, of_right));
}

static void a_boson_with_a_jet(void **state)
{
    (void)state;
    judge("process=p p > e+ e- j", "cuts.pair={l+ l-: {mass: [66, 116]}}", "integration.relative_error=1e-2",
          known_leptons_jet, known_leptons_jet_error);
}

static void a_top_pair_with_a_jet(void **state)
{
    (void)state;
    judge("process=p p > t t~ j", NULL, "integration.relative_error=1e-2", known_tops_jet,
          known_tops_jet_error);
}

/* Chili's errors are honest too: its mean is that of channels. */
static void three_gluons_by_chili(void **state)
{
    (void)state;
    struct run channels = run_card(0, (const char *const[]){"process=g g > g g g QCD=3", SETTING,
                                                            "integration.relative_error=2e-3", NULL});
    assert_status(channels.context, channels.status);
    judge("process=g g > g g g QCD=3", "phase_space=chili", "integration.relative_error=2e-2",
          channels.result->value, channels.result->error);
    end_run(&channels);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_boson_with_a_jet),
                                       cmocka_unit_test(a_top_pair_with_a_jet),
                                       cmocka_unit_test(three_gluons_by_chili)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
