/* e+ e- > q q~ without its shower, from a card to a cross section, against the closed form. Also runs of so
 * many events as the card says. */
#include "run_support.h"

#include "families/quark_pairs_family.h"
#include "process/process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct electroweak usual = {1 / 128.802, 0.22293, 91.1876, 2.4952};

/* The integral of d sigma = N_c (4 pi alpha)^2 / (16 pi s) (E (1 + c^2) + O c) dc / 2 over flavours, in pb:
 * 4/3 of E's factor. The angles themselves are tested against helicity amplitudes
 * (kernels/test_quark_angles.c). */
static double closed_form(double energy, int first, int last)
{
    double sum = 0;
    for (int pdg = first; pdg <= last; ++pdg)
        sum += quark_pair_angles(&usual, energy, pdg).even;
    return 0.3893793721e9 * 4 * acos(-1) * 3 * pow(usual.alpha / energy, 2) * sum / 3;
}

static struct run run_pairs(int threads, const char *process, double energy, const char *const more[2])
{
    char assignment[64];
    snprintf(assignment, sizeof assignment, "beams.energy=%.17g", energy);
    return run_card(threads, (const char *const[]){process, "beams.particles=[e+, e-]", assignment,
                                                   "shower.enabled=false",
                                                   test_has_double ? "precision=auto" : "precision=single",
                                                   more[0], more[0] ? more[1] : NULL, NULL});
}

/* OpenCL: there one program is enough. */
static int compiles_slowly(void) { return !strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"); }

static void assert_agrees(const struct run *run, double value)
{
    assert_status(run->context, run->status);
    print_message("%s: %.7g +- %.2g pb, %.2f standard errors off\n", run->result->process, run->result->value,
                  run->result->error, (run->result->value - value) / run->result->error);
    assert_true(fabs(run->result->value - value) < 3 * run->result->error);
}

/* 42.54 nb at LEP, with these couplings; single flavours, and energies below and above the Z. */
static void cross_sections(void **state)
{
    static const struct {
        const char *process;
        double energy;
        int first, last;
    } cases[] = {{"process=e+ e- > q q~", 91.2, 1, 5},
                 {"process=e+ e- > j j", 35, 1, 5},
                 {"process=e+ e- > u u~", 91.2, 2, 2},
                 {"process=e+ e- > b~ b", 200, 5, 5}};
    (void)state;
    assert_true(fabs(closed_form(91.2, 1, 5) / 42.54e3 - 1) < 2e-4);
    for (size_t i = 0; i < (compiles_slowly() ? 2 : sizeof cases / sizeof *cases); ++i) {
        struct run run = run_pairs(0, cases[i].process, cases[i].energy,
                                   (const char *const[]){"integration.relative_error=2e-4", NULL});
        assert_agrees(&run, closed_form(cases[i].energy, cases[i].first, cases[i].last));
        assert_true(run.result->error < 2e-4 * run.result->value);
        end_run(&run);
    }
}

static void what_was_used_is_told(void **state)
{
    (void)state;
    struct run run = run_pairs(0, "process=e+ e- > q q~", 91.2,
                               (const char *const[]){"couplings.m_z=91.2", NULL});
    assert_status(run.context, run.status);
    assert_string_equal(run.result->precision, test_has_double ? "double" : "single");
    const struct ts_parameter *list = run.result->couplings;
    assert_int_equal(run.result->coupling_count, 4);
    assert_true(ts_parameter_value(list, 4, "alpha") == 1 / 128.802);
    assert_true(ts_parameter_value(list, 4, "sin2_theta_w") == 0.22293);
    assert_true(ts_parameter_value(list, 4, "m_z") == 91.2 &&
                ts_parameter_value(list, 4, "gamma_z") == 2.4952);
    assert_string_equal(ts_parameter_find(list, 4, "m_z")->unit, "GeV");
    assert_false(run.result->shower.enabled);
    assert_string_equal(run.result->pdf, "none");
    end_run(&run);
}

/* Exactly so many events count, an odd number one more, whatever the error. */
static void so_many_events(void **state)
{
    static const struct {
        const char *events;
        uint64_t counted;
    } cases[] = {{"integration.events=1", 2},
                 {"integration.events=999", 1000},
                 {"integration.events=12346", 12346},
                 {"integration.events=1000001", 1000002}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct run run = run_pairs(0, "process=e+ e- > q q~", 91.2,
                                   (const char *const[]){cases[i].events, "integration.relative_error=1e-9"});
        assert_status(run.context, run.status);
        const ts_result *result = run.result;
        uint64_t counted = 0, others = 0;
        for (size_t k = 0; k < result->iteration_count; ++k)
            *(result->iterations[k].counted ? &counted : &others) += result->iterations[k].events;
        assert_int_equal(result->counted, cases[i].counted);
        assert_int_equal(counted, cases[i].counted);
        assert_int_equal(result->generated, counted + others);
        assert_true(others <= cases[i].counted / 10 + 4);
        assert_true(result->converged);
        if (counted >= 1000)
            assert_agrees(&run, closed_form(91.2, 1, 5));
        end_run(&run);
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    struct run runs[3];
    for (int i = 0; i < 3; ++i) {
        runs[i] = run_pairs(i + 1, "process=e+ e- > q q~", 91.2,
                            (const char *const[]){"integration.events=700001", NULL});
        assert_status(runs[i].context, runs[i].status);
        assert_int_equal(runs[i].result->counted, 700002);
        assert_memory_equal(&runs[i].result->value, &runs[0].result->value, sizeof(double));
        assert_memory_equal(&runs[i].result->error, &runs[0].result->error, sizeof(double));
    }
    for (int i = 0; i < 3; ++i)
        end_run(&runs[i]);
}

/* So many events of a process with cuts, whose accepted events are fewer. */
static void so_many_events_of_jets(void **state)
{
    (void)state;
    if (compiles_slowly())
        skip();
    struct run run = run_card(0, (const char *const[]){"process=g g > g g", "integration.events=400000",
                                                       "histograms=[ht]", NULL});
    assert_status(run.context, run.status);
    assert_int_equal(run.result->counted, 400000);
    assert_true(fabs(run.result->value - closed_form_4) < 3 * run.result->error);
    assert_true(fabs(run.result->histograms[0].total.sum_w / run.result->value - 1) < 1e-9);
    end_run(&run);
    run = run_card(0, (const char *const[]){"process=g g > g g g", "integration.events=10000",
                                            "cuts.jet.dr_min=4", "cuts.jet.eta_max=0.5", NULL});
    assert_int_equal(run.status, TS_NOT_CONVERGED);
    assert_int_equal(run.result->counted, 10000);
    assert_non_null(strstr(ts_context_error(run.context), "raise integration.events"));
    end_run(&run);
}

static void assert_refused(const char *process, const char *const options[3], const char *words)
{
    struct run run = run_card(0, (const char *const[]){process, "beams.particles=[e+, e-]", options[0],
                                                       options[0] ? options[1] : NULL,
                                                       options[0] && options[1] ? options[2] : NULL, NULL});
    if (run.status != TS_ERROR_INPUT)
        fail_msg("what should be refused because %s is not", words);
    if (!strstr(ts_context_error(run.context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(run.context), words);
    end_run(&run);
}

#define OPTIONS(...) ((const char *const[3]){__VA_ARGS__})

static void what_has_no_meaning_is_refused(void **state)
{
    static const char pairs[] = "process=e+ e- > q q~", lep[] = "beams.energy=91.2";
    (void)state;
    assert_refused(pairs, OPTIONS(NULL), "needs the energy of its beams");
    assert_refused(pairs, OPTIONS(lep, "beams.particles=[p, p]"), "has other beams");
    assert_refused("process=e+ e- > u d~", OPTIONS(lep), "electric charge is not conserved");
    assert_refused("process=e+ e- > u u", OPTIONS(lep), "electric charge is not conserved");
    assert_refused("process=e+ e- > q q~ g", OPTIONS(lep, "cuts.jet.dr_min=0"), "d and g are collinear");
    assert_refused(pairs, OPTIONS(lep, "shower.cutoff=0.05"),
                   "shower.cutoff: at 0.05 GeV alpha_s has no meaning");
    assert_refused(pairs, OPTIONS(lep, "shower.cutoff=0.2"), "alpha_s would be ");
    assert_refused(pairs, OPTIONS(lep, "shower.alpha_s=0.3"),
                   "shower.alpha_s: at 1 GeV alpha_s has no meaning");
    assert_refused(pairs, OPTIONS(lep, "shower.alpha_s=0.3", "shower.thresholds=true"),
                   "shower.alpha_s: at 1 GeV alpha_s has no meaning");
    assert_refused(pairs, OPTIONS("beams.energy=1.5"), "beams.energy: emissions above 1 GeV need");
    assert_refused(pairs, OPTIONS(lep, "shower.cutoff=50"), "shower.cutoff: emissions above 50 GeV need");
    assert_refused(pairs, OPTIONS(lep, "histograms=[ht]"), "no histogram \"ht\" of quark pairs");
    assert_refused(pairs, OPTIONS(lep, "histograms=[durham, log10y34]"), "log10y34 is asked for twice");
    assert_refused(pairs, OPTIONS(lep, "histograms=[thrust]", "shower.enabled=false"),
                   "the histograms of quark pairs are those of their shower");
    assert_refused(pairs, OPTIONS(lep, "precision=mixed"), "single or double");
    assert_refused("process=e+ e- > a a", OPTIONS(lep, "shower.cutoff=2"), "no parton shower yet");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(cross_sections),
                                       cmocka_unit_test(what_was_used_is_told),
                                       cmocka_unit_test(so_many_events),
                                       cmocka_unit_test(threads_change_no_bit),
                                       cmocka_unit_test(so_many_events_of_jets),
                                       cmocka_unit_test(what_has_no_meaning_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
