/* Histograms of expressions: against those with names, bin by bin, and against identities of momenta that
 * hold for every event. */
#include "run_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EVENTS "integration.events=20000"
#define LEPTONS \
    "process=p p > e+ ve j j", "beams.energy=13000", "cuts.jet.pt_min=30", "cuts.lepton.pt_min=20", EVENTS
#define GLUONS "process=g g > g g g", "beams.energy=14000", EVENTS

static const ts_histogram *find(const ts_result *result, const char *name)
{
    for (size_t i = 0; i < result->histogram_count; ++i)
        if (strcmp(strrchr(result->histograms[i].path, '/') + 1, name) == 0)
            return &result->histograms[i];
    fail_msg("there is no histogram %s", name);
    return NULL;
}

/* Weights and entries of each bin are the same numbers; moments, whose values may differ in their last bit,
 * are not looked at. */
static void same(const ts_result *result, const char *one, const char *other)
{
    const ts_histogram *a = find(result, one), *b = find(result, other);
    assert_int_equal(a->bin_count, b->bin_count);
    assert_true(a->total.entries > 1000);
    for (size_t i = 0; i < a->bin_count; ++i)
        if (a->bins[i].sum_w != b->bins[i].sum_w || a->bins[i].entries != b->bins[i].entries)
            fail_msg("bin %zu: %s has %.17g and %s %.17g", i, one, a->bins[i].sum_w, other, b->bins[i].sum_w);
}

/* All events lie in the one bin around zero. */
static void zero(const ts_result *result, const char *name)
{
    const ts_histogram *a = find(result, name);
    if (a->bin_count != 1 || a->bins[0].entries != a->total.entries || !a->total.entries)
        fail_msg("%s: %llu of %llu entries are not zero", name,
                 (unsigned long long)(a->total.entries - a->bins[0].entries),
                 (unsigned long long)a->total.entries);
}

#define ZERO(name, expression, size) \
    "{name: " name ", expression: \"" expression "\", bins: 1, range: [-" size ", " size "]},"

static void particles_of_any_kind(void **state)
{
    (void)state;
    struct run run = run_card(
        0, (const char *const[]){
               LEPTONS,
               "histograms=[ht, pt1, pt2, eta2, m_jj, pt_l, y_l,"
               "{name: of_ht, expression: ht, range: [0, 1000]},"
               "{name: of_pt1, expression: pt(j1), range: [0, 500]},"
               "{name: of_pt2, expression: \"min(pt(j1), pt(j2))\", range: [0, 500]},"
               "{name: of_eta2, expression: eta(j2), range: [-2.5, 2.5]},"
               "{name: of_m_jj, expression: \"m(j1, j2)\", range: [0, 1000]},"
               "{name: of_pt_l, expression: pt(ep), range: [0, 500]},"
               "{name: of_y_l, expression: y(l), range: [-5, 5]},"
               /* Energy and momentum: what is missed is the neutrino, and nothing is left over. */
               ZERO("missed", "met - pt(ve)", "1e-6") ZERO("px", "px(j1, j2, ep, ve)", "1e-6")
                   ZERO("py", "py(j1) + py(j2) + py(ep, ve)", "1e-6")
               /* Masses of massless ones from their directions. */
               ZERO("mass",
                    "m(j1, j2)^2 / (2 * pt(j1) * pt(j2) * (cosh(eta(j1) - eta(j2)) - cos(dphi(j1, j2)))) - 1",
                    "1e-6") ZERO("distance", "dr(j1, ep)^2 - (eta(j1) - eta(ep))^2 - dphi(j1, ep)^2",
                                 "1e-9") ZERO("turn", "cos(phi(j1) - phi(ep)) - cos(dphi(j1, ep))", "1e-9")
                   ZERO("transverse", "mt(ep, ve)^2 - m(ep, ve)^2 - pt(ep, ve)^2",
                        "1e-3") ZERO("shell", "energy(j1)^2 - px(j1)^2 - py(j1)^2 - pz(j1)^2",
                                     "1e-2") ZERO("direction", "y(j2) - eta(j2)", "1e-6")
                       ZERO("angle", "costheta(j1) - tanh(eta(j1))", "1e-9") ZERO(
                           "phistar",
                           "phistar(ep, j1) / (tan((pi - dphi(ep, j1))/2) / cosh((eta(ep) - eta(j1))/2)) - 1",
                           "1e-6")
                           ZERO("mtw", "mtw(ep)^2 - 2 * pt(ep) * met * (1 - cos(dphi(ep, ve)))",
                                "1e-3") "{name: of_met, expression: met, range: [0, 500]}, met,"
                                        "energy_j, costheta_l,"
                                        "{name: of_costheta_l, expression: costheta(ep), range: [-1, 1]}]",
               NULL});
    assert_status(run.context, run.status);
    static const char *const names[] = {"ht",   "pt1", "pt2", "eta2",      "m_jj",
                                        "pt_l", "y_l", "met", "costheta_l"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char other[32];
        snprintf(other, sizeof other, "of_%s", names[i]);
        same(run.result, names[i], other);
    }
    static const char *const zeros[] = {"missed", "px",         "py",        "mass",  "distance", "turn",
                                        "shell",  "transverse", "direction", "angle", "mtw",      "phistar"};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; ++i)
        zero(run.result, zeros[i]);
    end_run(&run);
}

static void has_range(const ts_result *result, const char *name, double low, double high)
{
    const ts_histogram *histogram = find(result, name);
    assert_true(fabs(histogram->bins[0].low - low) < 1e-9);
    assert_true(fabs(histogram->bins[histogram->bin_count - 1].high - high) < 1e-9);
}

/* A range that the card does not give is what the cuts leave of the usual one. */
static void ranges_follow_the_cuts(const ts_result *result)
{
    has_range(result, "m_ll", 66, 116);
    has_range(result, "eta_l", -2.5, 2.5);
    has_range(result, "pt_l", 0, 500);
    has_range(result, "m_l", 0, 200);
    assert_true(find(result, "m_ll")->underflow.sum_w == 0 && find(result, "m_ll")->overflow.sum_w == 0);
}

/* Events that fail the card's expression have no part in any bin. Where the first leg always comes from one
 * beam they are not accepted; else they count as events without a value. */
static void what_fails_fills_no_bin(void **state)
{
    static const char *const processes[] = {"process=g g > t t~ QCD=2", "process=p p > e+ e-"};
    static const char *const cuts[] = {"cuts.expression=y(t) > 0.5", "cuts.expression=y(ep) > 0.5"};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct run run = run_card(
            0, (const char *const[]){
                   processes[i], cuts[i], "integration.relative_error=1e-2",
                   "cuts.pair={l+ l-: {mass: [66, 116]}}",
                   i ? "histograms=[{name: y, expression: y(ep), bins: 10, range: [-4.5, 5.5]}, m_ll, eta_l, "
                       "pt_l, {name: m_l, expression: \"m(ep, em)\", range: [0, 200]}]"
                     : "histograms=[{name: y, expression: y(t), bins: 10, range: [-4.5, 5.5]}]",
                   NULL});
        assert_status(run.context, run.status);
        const ts_histogram *y = find(run.result, "y");
        assert_true(y->bins[5].entries > 1000 && y->total.sum_w > 0);
        for (int bin = 0; bin < 5; ++bin)
            assert_int_equal(y->bins[bin].entries, 0);
        assert_true(y->underflow.sum_w == 0);
        assert_int_equal(y->underflow.entries > 0, i);
        if (i)
            ranges_follow_the_cuts(run.result);
        end_run(&run);
    }
}

/* Families written out measure in the laboratory too; single precision. */
static void jets_of_gluons(void **state)
{
    (void)state;
    struct run run = run_card(
        0,
        (const char *const[]){
            GLUONS,
            "histograms=[rmin, pt3, {name: of_rmin, expression: \"min(dr(j1, j2), dr(j1, j3), dr(j2, j3))\", bins: 10, "
            "range: [0, 5]}, {name: coarse, expression: pt(j3), bins: 10, range: [0, 100], title: \"third [GeV]\"}," ZERO(
                "across", "px(j1, j2, j3) / ht", "1e-5") ZERO("inside", "abs(eta(j1)) > 2.5001", ".5") "]",
            NULL});
    assert_status(run.context, run.status);
    zero(run.result, "across");
    zero(run.result, "inside");
    assert_string_equal(find(run.result, "coarse")->title, "third [GeV]");
    /* Few events change bins of ten between two ways to the same number. */
    const ts_histogram *fine = find(run.result, "rmin"), *coarse = find(run.result, "of_rmin");
    for (size_t i = 0; i < coarse->bin_count; ++i) {
        double sum = 0;
        for (size_t k = 0; k < 5; ++k)
            sum += fine->bins[5 * i + k].sum_w;
        assert_true(fabs(sum - coarse->bins[i].sum_w) <= 0.01 * fabs(sum) + 1e-4 * run.result->value);
    }
    end_run(&run);
}

/* Far forward E - pz is lost in single precision. A particle without mass has its pseudorapidity, and the
 * rapidity of two is between both. */
static void rapidities_far_forward(void **state)
{
    (void)state;
    struct run run = run_card(
        0,
        (const char *const[]){
            "process=g g > g g", "beams.energy=1000000", EVENTS, "cuts.jet.eta_max=9", "cuts.jet.pt_min=20",
            "histograms=[" ZERO("one", "y(j1) - eta(j1)", "1e-3") ZERO(
                "far", "y(j1) * (abs(eta(j1)) > 7) - eta(j1) * (abs(eta(j1)) > 7)",
                "1e-3") "{name: forward, expression: \"abs(eta(j1))\", bins: 2, range: [0, 14]}," ZERO("between",
                                                                                                       "max(y(j1, j2) - max(y(j1), y(j2)), min(y(j1), y(j2)) - y(j1, j2)) > 1e-3",
                                                                                                       ".5")
                ZERO("two",
                     "y(j1, j2) - log((exp(eta(j1)) + exp(eta(j2))) / (exp(-eta(j1)) + exp(-eta(j2)))) / 2",
                     "2e-3") "]",
            NULL});
    assert_status(run.context, run.status);
    assert_true(find(run.result, "forward")->bins[1].entries > 100);
    zero(run.result, "one");
    zero(run.result, "far");
    zero(run.result, "between");
    zero(run.result, "two");
    end_run(&run);
}

/* The card is refused as it is read. */
static void without_a_range(void **state)
{
    (void)state;
    ts_context *context;
    ts_card *card;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_int_equal(ts_card_set(context, card, "histograms=[{name: q, expression: pt(j1)}]"),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "an expression needs a range"));
    ts_card_destroy(&card);
    ts_context_destroy(&context);
}

static void wrong_expressions(void **state)
{
    (void)state;
#define REFUSED(words, text)                                                                             \
    assert_card_refused((const char *const[]){LEPTONS,                                                   \
                                              "histograms=[{name: q, range: [0, 1], expression: \"" text \
                                              "\"}]",                                                    \
                                              NULL},                                                     \
                        words)
    REFUSED("there is no particle j3", "pt(j3)");
    REFUSED("there are several j: write j1", "pt(j)");
    REFUSED("there is no particle em", "pt(em)");
    REFUSED("dr takes two particles", "dr(j1)");
    REFUSED("there is no particle 1", "pt(1)");
    REFUSED("there is no particle t that", "y(t) - y(t~)");
    REFUSED("there is no particle em that", "m(e+, e-)");
    REFUSED("expected a value: a number, a name or a parenthesis", "pt(j1) +");
    REFUSED("expected the name of a particle", "pt(-j1)");
    REFUSED("did you mean pt", "ptt(j1)");
    REFUSED("there is no name 'x1'", "x1");
    REFUSED("a '(' is not closed", "pt(j1");
    REFUSED("ht takes no particles", "ht(j1)");
    REFUSED("pt takes particles in parentheses", "pt + 1");
    REFUSED("the same for all events", "2 + 2");
    assert_card_refused((const char *const[]){"process=e+ e- > q q~", "beams.particles=[e+, e-]",
                                              "beams.energy=91.2",
                                              "histograms=[{name: q, expression: pt(j1), range: [0, 1]}]",
                                              NULL},
                        "expressions are of the particles of a hard process");
    assert_card_refused((const char *const[]){"process=p p > t t~", "beams.energy=13000",
                                              "histograms=[{name: q, expression: met, range: [0, 1]}]", NULL},
                        "met needs neutrinos, and there are none that all subprocesses have");
}

/* Quarks that the process names have names, with signs or letters for them, and places by falling pT of their
 * flavour; they stay jets. A cut has them too, in the matrix element as in phase space. */
static void quarks_by_name(void **state)
{
    (void)state;
    struct run run = run_card(
        0,
        (const char *const[]){
            "process=u d~ > w+ b b~", "integration.events=2e4", "cuts.jet={pt_min: 25, dr_min: 0.4}",
            "cuts.expression=m(b, b~) > 60 && pt(b1) > 40", "scales.renormalization=m(b,bx)",
            "histograms=[pt_b1, eta_b2, pt_b, m_bb, pt2, {name: least, expression: \"min(pt(b), pt(b~))\", "
            "bins: 50, range: [0, 500]}, " ZERO("pair", "m(b, b~) - m(b1, b2)", "1e-6")
                ZERO("jets", "m(bx, b) - m(j1, j2)", "1e-6")
                    ZERO("first", "pt(b1) - max(pt(b), pt(bx))", "1e-6")
                        ZERO("cut", "(m(b, b~) < 60) + (pt(b1) < 40)", "0.5") "]",
            NULL});
    assert_status(run.context, run.status);
    zero(run.result, "pair");
    zero(run.result, "jets");
    zero(run.result, "first");
    zero(run.result, "cut");
    const ts_histogram *second = find(run.result, "pt2"), *least = find(run.result, "least");
    const ts_histogram *each = find(run.result, "pt_b"), *first = find(run.result, "pt_b1");
    for (size_t i = 0; i < 50; ++i)
        assert_true(second->bins[i].entries == least->bins[i].entries);
    assert_true(each->total.entries == 2 * first->total.entries && first->total.entries > 1000);
    assert_true(find(run.result, "m_bb")->total.entries == first->total.entries);
    end_run(&run);
    assert_card_refused((const char *const[]){"process=p p > j j", "histograms=[pt_b1]", NULL},
                        "there is no histogram \"pt_b1\"");
    assert_card_refused((const char *const[]){"process=u d~ > w+ b b~", "histograms=[pt_b3]", NULL},
                        "there is no histogram \"pt_b3\"");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particles_of_any_kind), cmocka_unit_test(what_fails_fills_no_bin),
        cmocka_unit_test(jets_of_gluons),        cmocka_unit_test(rapidities_far_forward),
        cmocka_unit_test(without_a_range),       cmocka_unit_test(wrong_expressions),
        cmocka_unit_test(quarks_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
