/* q q~ > photons in proton collisions, from a card to a cross section. It stands against numbers known
 * otherwise, and the sum over flavours and beams against its parts. */
#include "run_support.h"

#include <math.h>

/* With the setting of the known values. */
static const struct {
    const char *process;
    double value, error, precision;
} known[] = {{"process=u u~ > a a", known_two_photons, 0, 1e-3},
             {"process=u u~ > a a a", known_three_photons, known_three_photons_error, 3e-3},
             {"process=u u~ > a a a a", known_four_photons, known_four_photons_error, 5e-3}};

static struct run run_photons(const char *process, const char *precision, double relative_error,
                              const char *more)
{
    char error[64];
    snprintf(error, sizeof error, "integration.relative_error=%g", relative_error);
    return run_card(0, (const char *const[]){process, precision, error, "scales.factorization=20",
                                             "couplings.alpha=0.0075467712", more, NULL});
}

/* OpenCL but in long runs. */
static int on_slow_compiler(void) { return !strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"); }

static void cross_sections(void **state)
{
    static const char *const precisions[] = {"precision=single", "precision=double"};
    (void)state;
    /* Each is a program to compile: OpenCL, whose compilers are slow, takes the first. */
    const size_t count = on_slow_compiler() ? 1 : sizeof known / sizeof *known;
    for (size_t i = 0; i < count; ++i)
        for (int p = 0; p < (i == 1 && test_has_double ? 2 : 1); ++p) {
            struct run run = run_photons(known[i].process, precisions[p], known[i].precision, NULL);
            assert_status(run.context, run.status);
            double error = hypot(run.result->error, known[i].error);
            print_message("%s: %.6g +- %.2g pb, %.2f standard errors off\n", known[i].process,
                          run.result->value, run.result->error, (run.result->value - known[i].value) / error);
            assert_true(fabs(run.result->value - known[i].value) < 3 * error);
            assert_true(run.result->error < known[i].precision * run.result->value);
            assert_int_equal(run.result->not_finite, 0);
            assert_true(ts_parameter_value(run.result->couplings, run.result->coupling_count, "alpha") > 0);
            end_run(&run);
        }
}

/* The quark from the second beam is as likely as from the first, and p p is all flavours from both. */
static void sum_over_flavours(void **state)
{
    static const char *const flavours[] = {"d d~", "d~ d", "u u~", "u~ u", "s s~",
                                           "s~ s", "c c~", "c~ c", "b b~", "b~ b"};
    double sum = 0, variance = 0, up[2] = {0};
    (void)state;
    if (on_slow_compiler())
        skip();
    for (int i = 0; i < 10; ++i) {
        char process[64];
        snprintf(process, sizeof process, "process=%s > a a", flavours[i]);
        struct run run = run_photons(process, "precision=single", 3e-3, NULL);
        assert_status(run.context, run.status);
        sum += run.result->value;
        variance += run.result->error * run.result->error;
        if (i == 2 || i == 3)
            up[i - 2] = run.result->value;
        end_run(&run);
    }
    struct run run = run_photons("process=p p > a a", "precision=single", 2e-3, NULL);
    assert_status(run.context, run.status);
    print_message("p p: %.6g +- %.2g pb, its parts %.6g +- %.2g pb\n", run.result->value, run.result->error,
                  sum, sqrt(variance));
    assert_true(fabs(run.result->value - sum) < 3 * hypot(run.result->error, sqrt(variance)));
    assert_true(fabs(up[0] / up[1] - 1) < 3 * 1.5 * 3e-3);
    end_run(&run);
}

/* Events with other numbers. Twice the coupling is four times two photons, and a scale that follows the event
 * is near one that does not. */
static void couplings_and_scales(void **state)
{
    (void)state;
    if (on_slow_compiler())
        skip();
    struct run one = run_photons("process=u u~ > a a", "precision=single", 5e-3, NULL);
    struct run two = run_photons("process=u u~ > a a", "precision=single", 5e-3,
                                 "couplings.alpha=0.0150935424");
    struct run dynamic = run_photons("process=u u~ > a a", "precision=single", 5e-3,
                                     "scales.factorization=HT/2");
    assert_status(one.context, one.status);
    assert_status(two.context, two.status);
    assert_status(dynamic.context, dynamic.status);
    assert_true(fabs(two.result->value / one.result->value - 4) < 1e-9);
    print_message("Q = HT/2: %.4g pb, Q = 20 GeV: %.4g pb\n", dynamic.result->value, one.result->value);
    assert_true(dynamic.result->value > one.result->value && dynamic.result->value < 1.5 * one.result->value);
    end_run(&one);
    end_run(&two);
    end_run(&dynamic);
}

/* One random choice of helicities per event in place of the sum. */
static void sampled_helicities(void **state)
{
    (void)state;
    if (on_slow_compiler())
        skip();
    struct run run = run_photons(known[1].process, "precision=single", known[1].precision,
                                 "amplitude.helicities=sampled");
    assert_status(run.context, run.status);
    const double error = hypot(run.result->error, known[1].error);
    print_message("%s, sampled: %.6g +- %.2g pb, %.2f standard errors off\n", known[1].process,
                  run.result->value, run.result->error, (run.result->value - known[1].value) / error);
    assert_true(fabs(run.result->value - known[1].value) < 3 * error);
    end_run(&run);
}

/* Each event has one largest pT, and all are above the cut. */
static void distributions(void **state)
{
    (void)state;
    if (on_slow_compiler())
        skip();
    struct run run = run_card(
        0, (const char *const[]){"process=u u~ > a a a", "integration.relative_error=1e-2",
                                 "histograms=[{name: pt1, bins: 20, range: [20, 520]}, rmin]", NULL});
    assert_status(run.context, run.status);
    const ts_histogram *pt = &run.result->histograms[0], *rmin = &run.result->histograms[1];
    double sum = pt->overflow.sum_w;
    for (size_t i = 0; i < pt->bin_count; ++i)
        sum += pt->bins[i].sum_w;
    assert_true(fabs(sum / run.result->value - 1) < 1e-6);
    assert_true(pt->underflow.sum_w == 0);
    assert_string_equal(pt->title, "pT of photon 1 [GeV]");
    assert_string_equal(rmin->title, "smallest Delta R of two photons");
    for (size_t i = 0; i < rmin->bin_count; ++i)
        assert_true(rmin->bins[i].high > 0.4 || rmin->bins[i].sum_w == 0);
    end_run(&run);
}

static void assert_refused(const char *process, const char *option, const char *words)
{
    struct run run = run_card(0, (const char *const[]){process, option, NULL});
    assert_int_equal(run.status, TS_ERROR_INPUT);
    if (!strstr(ts_context_error(run.context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(run.context), words);
    end_run(&run);
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    assert_refused("process=u u~ > a", NULL, "2 to 8 photons");
    assert_refused("process=u u~ > a a a a a a a a a", NULL, "2 to 8 photons");
    assert_refused("process=u d~ > a a", NULL, "its antiquark");
    assert_refused("process=u u > a g", NULL, "is not conserved");
    assert_refused("process=u u~ > a a", "cuts.photon.pt_min=0", "infinite");
    assert_refused("process=u u~ > a a", "beams.energy=30", "2 photons above 20 GeV");
    assert_refused("process=u u~ > a a", "precision=mixed", "no event need be repeated");
    assert_refused("process=u u~ > a a", "histograms=[pt3]", "of 2 photons");
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(cross_sections),
                                       cmocka_unit_test(sum_over_flavours),
                                       cmocka_unit_test(couplings_and_scales),
                                       cmocka_unit_test(sampled_helicities),
                                       cmocka_unit_test(distributions),
                                       cmocka_unit_test(what_has_no_meaning_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
