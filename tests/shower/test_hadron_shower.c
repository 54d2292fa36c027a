/* The shower of p p > z, from a card to histograms. The cross section is against its closed form, histograms
 * against an independent program; and cards without sense are refused. */
#include "run_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double root_s = 13000, mass = 91.1876;

/* One program for all but the last test; OpenCL's compilers, and its emulation on a CPU, are slow. */
static void need_time(void)
{
    if (!test_has_double || (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG")))
        skip();
}

enum { GIVEN = 9, MORE_MOST = 4 };

static struct run run_z(int threads, const char *events, const char *const *more)
{
    const char *assignments[GIVEN + MORE_MOST + 1] = {
        "process=p p > z",
        "beams.energy=13000",
        "model.m_b=0",
        "model.m_z=91.1876",
        "scales.factorization=91.1876",
        "shower.max_partons=64",
        "shower.jet_eta_max=100",
        "histograms=[{name: pt_z, bins: 50, range: [0, 100]}, emissions, njets, gluons_in, exceeded]",
        events};
    for (int i = 0; i < MORE_MOST && more && more[i]; ++i)
        assignments[GIVEN + i] = more[i];
    struct run run = run_card(threads, assignments);
    assert_status(run.context, run.status);
    return run;
}

static const ts_histogram *find(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->result->histogram_count; ++i)
        if (!strcmp(strrchr(run->result->histograms[i].path, '/') + 1, name))
            return &run->result->histograms[i];
    fail_msg("there is no histogram %s", name);
    return NULL;
}

/* sigma = pi g^2 / (12 cos^2 M^2) sum_q (v^2 + a^2) integral dy (f_q f_q~ + f_q~ f_q), densities x f at M. */
static double closed_form(double alpha, double sin2)
{
    enum { STEPS = 4000 };
    const double pb = 3.8937937217e8, reach = log(root_s / mass);
    double sum = 0;
    ts_context *context;
    ts_pdf *pdf;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    for (int i = 0; i < STEPS; ++i) {
        const double y = reach * (2 * (i + 0.5) / STEPS - 1);
        const double x[2] = {mass / root_s * exp(y), mass / root_s * exp(-y)};
        for (int quark = 1; quark <= 5; ++quark) {
            const double charge = quark % 2 ? -1.0 / 3 : 2.0 / 3, a = quark % 2 ? -0.5 : 0.5;
            const double v = a - 2 * charge * sin2;
            sum += (v * v + a * a) * 2 * reach / STEPS *
                   (ts_pdf_xfx(pdf, quark, x[0], mass) * ts_pdf_xfx(pdf, -quark, x[1], mass) +
                    ts_pdf_xfx(pdf, -quark, x[0], mass) * ts_pdf_xfx(pdf, quark, x[1], mass));
        }
    }
    ts_pdf_destroy(&pdf);
    ts_context_destroy(&context);
    return pb * M_PI / 3 * 4 * M_PI * alpha / sin2 / (4 * (1 - sin2)) / (mass * mass) * sum;
}

static void the_cross_section_is_the_closed_form(void **unused)
{
    (void)unused;
    need_time();
    struct run run = run_card(0, (const char *const[]){"process=p p > z", "beams.energy=13000", "model.m_b=0",
                                                       "model.m_z=91.1876", "scales.factorization=91.1876",
                                                       "integration.relative_error=2e-4",
                                                       "model.alpha=0.00754677111397888", NULL});
    assert_status(run.context, run.status);
    const double alpha = 0.00754677111397888, sin2_cos2 = M_PI * alpha / (sqrt(2) * 1.16639e-5 * mass * mass);
    const double expected = closed_form(alpha, (1 - sqrt(1 - 4 * sin2_cos2)) / 2);
    assert_true(fabs(run.result->value - expected) < 4 * run.result->error + 1e-5 * expected);
    end_run(&run);
}

/* The mean of a histogram's bins, and its error. */
static double mean_of(const ts_histogram *histogram, double *error)
{
    const ts_bin *all = &histogram->total;
    const double mean = all->sum_wx / all->sum_w, spread = all->sum_wx2 / all->sum_w - mean * mean;
    *error = sqrt(spread * all->sum_w2) / all->sum_w;
    return mean;
}

static void assert_near(const struct run *run, const char *name, double expected, double error)
{
    double own;
    const double mean = mean_of(find(run, name), &own);
    print_message("%s: %.4f +- %.4f, and %.4f +- %.4f\n", name, mean, own, expected, error);
    assert_true(fabs(mean - expected) < 4 * hypot(own, error));
}

/* Shares of pT from 0 to 2, 10, 20, 50 and 100 GeV, of so many events; 0: without an error. */
static void assert_shares(const ts_histogram *pt, const double *shares, double events)
{
    static const double edges[] = {0, 2, 10, 20, 50, 100};
    for (size_t k = 0; k + 1 < sizeof edges / sizeof *edges; ++k) {
        double sum = 0, square = 0;
        for (size_t i = 0; i < pt->bin_count; ++i)
            if (pt->bins[i].low >= edges[k] && pt->bins[i].low < edges[k + 1]) {
                sum += pt->bins[i].sum_w;
                square += pt->bins[i].sum_w2;
            }
        const double share = sum / pt->total.sum_w, error = sqrt(square) / pt->total.sum_w;
        assert_true(fabs(share - shares[k]) < 4 * hypot(error, events > 0 ? sqrt(shares[k] / events) : 0));
    }
}

/* The share of events with a ratio above its bound is that of their bins, and their number that of entries.
 * Their weights are some 10^-8 of the mean, of which the share has units of 10^-16. */
static void assert_exceeded(const struct run *run)
{
    const ts_histogram *exceeded = find(run, "exceeded");
    double weight = 0;
    uint64_t entries = 0;
    for (size_t i = 0; i < exceeded->bin_count; ++i)
        if (exceeded->bins[i].low > 0) {
            weight += exceeded->bins[i].sum_w;
            entries += exceeded->bins[i].entries;
        }
    assert_true(entries > 0);
    assert_int_equal(run->result->exceeded, entries);
    assert_true(fabs(run->result->exceeded_share * run->result->value / weight - 1) < 1e-6);
    char *json = ts_result_json(run->result);
    assert_non_null(json);
    assert_non_null(strstr(json, "\"exceeded_share\""));
    free(json);
}

/* The numbers of an independent program with the same splittings, 10^5 events: CTEQ6L1, alpha_s at two loops
 * .118. It goes from the mass of the Z down to 1 GeV, and 1.3 GeV for what touches a beam. */
static void histograms_are_those_of_an_independent_program(void **unused)
{
    static const double shares[] = {0.0661, 0.4412, 0.2489, 0.1972, 0.0459};
    (void)unused;
    need_time();
    struct run run = run_z(0, "integration.events=20000", NULL);
    assert_near(&run, "pt_z", 15.24, 0.06);
    assert_near(&run, "emissions", 6.916, 0.017);
    assert_near(&run, "njets", 0.1227, 0.0015);
    assert_near(&run, "gluons_in", 0.818, 0.003);
    assert_shares(find(&run, "pt_z"), shares, 1e5);
    assert_int_equal(run.result->limited, 0);
    assert_true(run.result->exceeded < run.result->accepted / 100);
    assert_exceeded(&run);
    end_run(&run);
}

/* With room for one particle more an event ends with its first emission. No emission, mean pT and shares of
 * pT are those of quadrature over both momentum fractions by an independent program. It has CTEQ6L1, from the
 * Z's mass down to 1.3 GeV: once splitting functions, once matrix elements. */
static void first_emissions_are_those_of_quadrature(void **unused)
{
    static const struct {
        const char *option;
        double none, mean, shares[5];
    } expected[] = {
        {"shower.matrix_element=false",
         0.022905,
         15.0383,
         {0.059718, 0.451920, 0.248032, 0.194702, 0.045598}},
        {"shower.matrix_element=true", 0.020755, 16.3349, {0.054086, 0.419646, 0.251326, 0.220895, 0.054021}},
    };
    (void)unused;
    need_time();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        struct run run = run_z(0, "integration.events=20000",
                               (const char *const[MORE_MOST]){"shower.max_partons=4", "shower.cutoff=1.3",
                                                              expected[i].option});
        assert_near(&run, "pt_z", expected[i].mean, 0);
        assert_near(&run, "emissions", 1 - expected[i].none, 0);
        assert_shares(find(&run, "pt_z"), expected[i].shares, 0);
        end_run(&run);
    }
}

/* A heavy quark that has to become a gluon may do so in the first, exact emission. Its matrix element is up
 * to 2.6 times the splitting function, and bounds hold there too. Without, 4 10^-5 of the cross section was
 * above.
 */
static void exact_emissions_keep_their_bounds(void **unused)
{
    (void)unused;
    need_time();
    struct run run = run_z(0, "integration.events=50000",
                           (const char *const[MORE_MOST]){"shower.matrix_element=true", "shower.start=4.7"});
    assert_true(run.result->exceeded_share < 1e-7);
    end_run(&run);
}

/* Global recoil raises the mean pT of the Z by 5 %, as that program finds. The Z then has a part in the
 * recoil of all emissions, not of the first ones alone. */
static void global_recoil_moves_the_boson(void **unused)
{
    double error;
    (void)unused;
    need_time();
    struct run run = run_z(0, "integration.events=40000",
                           (const char *const[MORE_MOST]){"shower.recoil=global"});
    assert_near(&run, "pt_z", 1.05 * 15.24, 0.1);
    assert_true(fabs(mean_of(find(&run, "emissions"), &error) / 6.916 - 1) < 0.03);
    assert_int_equal(run.result->limited, 0);
    end_run(&run);
}

static void threads_change_no_bit(void **unused)
{
    (void)unused;
    need_time();
    struct run runs[2];
    for (int i = 0; i < 2; ++i)
        runs[i] = run_z(i + 1, "integration.events=3001", NULL);
    for (size_t h = 0; h < runs[1].result->histogram_count; ++h)
        assert_memory_equal(runs[1].result->histograms[h].bins, runs[0].result->histograms[h].bins,
                            runs[0].result->histograms[h].bin_count * sizeof(ts_bin));
    for (int i = 0; i < 2; ++i)
        end_run(&runs[i]);
}

/* What the options mean. */
static void options_do_what_they_say(void **unused)
{
    double error, usual, usual_pt, other;
    (void)unused;
    need_time();
    struct run run = run_z(0, "integration.events=4000", NULL);
    usual = mean_of(find(&run, "emissions"), &error);
    usual_pt = mean_of(find(&run, "pt_z"), &error);
    end_run(&run);
    run = run_z(0, "integration.events=4000", (const char *const[MORE_MOST]){"shower.cutoff=4"});
    other = mean_of(find(&run, "emissions"), &error);
    assert_true(other < 0.6 * usual);
    end_run(&run);
    run = run_z(0, "integration.events=4000", (const char *const[MORE_MOST]){"shower.start=10"});
    assert_true(mean_of(find(&run, "emissions"), &error) < 0.9 * usual);
    assert_true(mean_of(find(&run, "pt_z"), &error) < 10);
    struct run said = run_z(0, "integration.events=4000",
                            (const char *const[MORE_MOST]){"shower.start=10 + 0 * pt(z)"});
    const ts_histogram *pt = find(&run, "pt_z");
    assert_memory_equal(find(&said, "pt_z")->bins, pt->bins, pt->bin_count * sizeof *pt->bins);
    end_run(&said);
    end_run(&run);
    run = run_z(0, "integration.events=4000", (const char *const[MORE_MOST]){"shower.start=power"});
    assert_true(mean_of(find(&run, "pt_z"), &error) > 1.1 * usual_pt);
    end_run(&run);
    run = run_z(0, "integration.events=4000", (const char *const[MORE_MOST]){"shower.jet_pt_min=10"});
    assert_true(mean_of(find(&run, "njets"), &error) > 0.4);
    end_run(&run);
}

/* The sum of a histogram's bins from a value on. */
static double sum_above(const ts_histogram *histogram, double low)
{
    double sum = histogram->overflow.sum_w;
    for (size_t i = 0; i < histogram->bin_count; ++i)
        sum += histogram->bins[i].low >= low ? histogram->bins[i].sum_w : 0;
    return sum;
}

/* The events are the same with the cut and without it, so that the cross section is what histograms had. */
static void cuts_behind_the_shower(void **unused)
{
    (void)unused;
    need_time();
    const char *const histograms =
        "histograms=[njets, pt1, log10d01, transverse_thrust, {name: both, expression: \"pt1 + "
        "pt(z)\", bins: 10, range: [0, 1000]}]";
    struct run all = run_z(0, "integration.events=4000", (const char *const[MORE_MOST]){histograms});
    struct run cut = run_z(0, "integration.events=4000",
                           (const char *const[MORE_MOST]){histograms,
                                                          "cuts.after_shower=njets >= 1 && pt1 > 50"});
    const double expected = sum_above(find(&all, "pt1"), 50);
    assert_true(expected > 0.01 * all.result->value && expected < 0.1 * all.result->value);
    assert_true(fabs(cut.result->value - expected) < 1e-9 * expected);
    assert_true(cut.result->error > 0.5 * expected / sqrt(4000 * expected / all.result->value));
    assert_true(fabs(sum_above(find(&cut, "njets"), 0.5) - expected) < 1e-9 * expected);
    assert_true(sum_above(find(&cut, "njets"), -1) == sum_above(find(&cut, "njets"), 0.5));
    end_run(&cut);
    if (test_has_time()) { /* without histograms too */
        struct run none = run_z(0, "integration.events=4000",
                                (const char *const[MORE_MOST]){"histograms=[]",
                                                               "cuts.after_shower=njets >= 1 && pt1 > 50"});
        assert_true(fabs(none.result->value - expected) < 1e-9 * expected);
        end_run(&none);
    }
    end_run(&all);
}

static void what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    ts_context *context;
    ts_card *card;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_int_equal(ts_card_set(context, card, "shower.jet_radius=0"), TS_ERROR_INPUT);
    assert_non_null(
        strstr(ts_context_error(context), "shower.jet_radius: expected a number from 0.01 to 10"));
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    assert_card_refused((const char *const[]){"process=p p > z", "cuts.after_shower=njets > 0", NULL},
                        "set shower.enabled to true");
    assert_card_refused((const char *const[]){"process=p p > z j", "shower.enabled=true",
                                              "cuts.after_shower=pt(j1) > 30", NULL},
                        "there is no particle j1");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.enabled=true",
                                              "cuts.after_shower=njetz > 0", NULL},
                        "njets");
    assert_card_refused((const char *const[]){"process=p p > z", "cuts.expression=njets > 0", NULL}, "njets");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.start=1", NULL},
                        "has no way to 1.3 GeV");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.start=later", NULL},
                        "(it may be auto, mass, power, a scale in GeV");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.start=-5", NULL},
                        "begins at auto, mass, power, a scale in GeV");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.start=2 * 91", NULL},
                        "an expression without particles is the same for all events");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.start=pt(j1)", NULL},
                        "there is no particle j1");
    assert_card_refused((const char *const[]){"process=p p > z 0..1 j", "shower.start=pt(z)",
                                              "scales={renormalization: 91.2, factorization: 91.2}",
                                              "merging={scheme: ckkwl, by: shower, value: 20}", NULL},
                        "states that have not all final particles");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.enabled=true", "precision=single",
                                              NULL},
                        "need the digits of double precision");
    assert_card_refused((const char *const[]){"process=p p > w+ w-", "shower.matrix_element=true", NULL},
                        "one W, Z or h");
    static const char *const by_quarks[] = {"process=p p > h", "process=p p > h, h > ta+ ta-",
                                            "process=p p > h > ta+ ta-", "process=p p > ta+ ta- / a z"};
    for (size_t i = 0; i < sizeof by_quarks / sizeof *by_quarks; ++i)
        assert_card_refused((const char *const[]){by_quarks[i], "model.ym_b=4.7", "model.ym_tau=1.777",
                                                  "model.heavy_top=1", "shower.matrix_element=true", NULL},
                            "here quarks make it");
    assert_card_refused((const char *const[]){"process=p p > ta+ ta-", "model.ym_tau=1.777",
                                              "model.heavy_top=1", "shower.matrix_element=true", NULL},
                        "here gluons make leptons");
    assert_card_refused((const char *const[]){"process=e- p > e- j", "beams.particles=[e-, p]",
                                              "beams.energy=318", "cuts.jet.pt_min=10",
                                              "shower.recoil=global", NULL},
                        "beside a lepton or a photon recoil is local");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.renormalization_factor=0.2", NULL},
                        "at 0.2 GeV alpha_s");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.renormalization_factor=0.5",
                                              "variations.scales=7", "shower.variations=true", NULL},
                        "alpha_s fall to 0.25 GeV");
    assert_card_refused((const char *const[]){"process=p p > z", "beams.energy=20", "shower.enabled=true",
                                              "shower.factorization_factor=0.1", NULL},
                        "begin at 13 GeV of transverse momentum by shower.factorization_factor");
    assert_card_refused((const char *const[]){"process=p p > t t~, t > w+ b, t~ > w- b~",
                                              "shower.enabled=true", NULL},
                        "would not keep the mass of a coloured particle");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.enabled=true", "histograms=[thrust]",
                                              NULL},
                        "njets");
    assert_card_refused((const char *const[]){"process=e+ e- > z", "beams.particles=[e+, e-]",
                                              "beams.energy=91.2", NULL},
                        "one with a mass between hadrons");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cross_section_is_the_closed_form),
        cmocka_unit_test(histograms_are_those_of_an_independent_program),
        cmocka_unit_test(first_emissions_are_those_of_quadrature),
        cmocka_unit_test(exact_emissions_keep_their_bounds),
        cmocka_unit_test(global_recoil_moves_the_boson),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(options_do_what_they_say),
        cmocka_unit_test(cuts_behind_the_shower),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
