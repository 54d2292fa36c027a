/* One choice of helicities an event in place of the sum over all of them. Cross sections are those of
 * quadrature, of a closed form and of another program. labels: long */
#include "run_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The setting of the known values. */
#define SETTING                                                                                       \
    "beams.energy=13000", "couplings.alpha_s=0.129808", "cuts.jet.pt_min=30", "cuts.jet.eta_max=4.5", \
        "cuts.jet.dr_min=0.4", "cuts.lepton.pt_min=20", "cuts.lepton.eta_max=2.5"
#define SAMPLED "amplitude.helicities=sampled"

static void judge(const struct run *run, double right, double of_right)
{
    const ts_result *result = run->result;
    assert_status(run->context, run->status);
    const double pull = (result->value - right) / hypot(result->error, of_right);
    print_message("%s: %.6g +- %.2g pb, %.2f standard errors off\n", result->process, result->value,
                  result->error, pull);
    assert_true(fabs(pull) < 4);
    assert_true(result->error < 3.5e-3 * result->value);
    assert_int_equal(result->not_finite, 0);
}

/* Quadrature: massive quarks, helicities of equal squares listed once. */
static void top_pairs(void **state)
{
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=p p > t t~", SETTING, SAMPLED,
                                                       "integration.relative_error=1e-3", NULL});
    judge(&run, known_tops, 0);
    end_run(&run);
}

/* Another program's Monte Carlo: a vertex that tells left from right, so that no two choices are equal. */
static void a_lepton_pair_and_a_jet(void **state)
{
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=p p > e+ e- j", SETTING, SAMPLED,
                                                       "cuts.pair={l+ l-: {mass: [66, 116]}}",
                                                       "integration.relative_error=2e-3", NULL});
    judge(&run, known_leptons_jet, known_leptons_jet_error);
    end_run(&run);
}

/* The closed form of five gluons, which all colours agree with. */
static void three_gluons(void **state)
{
    (void)state;
    struct run run = run_card(0,
                              (const char *const[]){"process=g g > g g g", "colour=full", "colour_stages=1",
                                                    SAMPLED, "integration.relative_error=3e-3", NULL});
    judge(&run, closed_form_5, closed_form_5_error);
    end_run(&run);
}

static struct run run_on(const char *device, int threads, const char *process, const char *helicities)
{
    const char *const assignments[] = {process, helicities, "integration.events=4000"};
    struct run run = {0};
    const ts_run_settings settings = {.device = device, .threads = threads};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (size_t i = 0; i < sizeof assignments / sizeof *assignments; ++i)
        assert_status(run.context, ts_card_set(run.context, run.card, assignments[i]));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    return run;
}

/* Against one thread of the CPU. Both processes have operations enough for a team of a GPU's threads
 * (src/amplitude/teams.c), of one choice of helicities and of all. */
static void neither_threads_nor_devices_change_a_bit(void **state)
{
    static const char *const rows[][2] = {{"process=g g > t t~ g g", SAMPLED},
                                          {"process=g g > t t~ g", "amplitude.helicities=summed"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct run runs[2] = {run_on("cpu", 1, rows[i][0], rows[i][1]),
                              run_on(test_device, 2, rows[i][0], rows[i][1])};
        assert_memory_equal(&runs[0].result->value, &runs[1].result->value, sizeof(double));
        assert_memory_equal(&runs[0].result->error, &runs[1].result->error, sizeof(double));
        for (int k = 0; k < 2; ++k)
            end_run(&runs[k]);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_pairs),
        cmocka_unit_test(a_lepton_pair_and_a_jet),
        cmocka_unit_test(three_gluons),
        cmocka_unit_test(neither_threads_nor_devices_change_a_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
