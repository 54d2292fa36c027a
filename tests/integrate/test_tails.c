/* Tails and slices: cuts on sums, on groups and from above, whose limits phase space takes by what recoils.
 * Most of what is generated passes them, and slices add up to the whole. A cut that is written so that no
 * limit can be read off it leaves the same cross section. */
#include "run_support.h"

#include <math.h>
#include <stdlib.h>

#define BEAMS "beams.energy=13000", "histograms=[]", "integration.seed=3"
#define SHORT BEAMS, "integration.relative_error=5e-2", "integration.max_events=4e5"
#define EXACT BEAMS, events()

/* Each slice and each whole has errors below a per cent, of masses two. */
static const char *events(void)
{
    return getenv("TESSERA_TEST_LONG") ? "integration.events=2e7" : "integration.events=1.2e6";
}

struct measured {
    double value, error;
};

/* The share of generated events that pass the cuts. */
static double kept(const char *const *assignments)
{
    struct run run = run_card(0, assignments);
    assert_status(run.context, run.status);
    assert_int_equal(run.result->not_finite, 0);
    const double share = (double)run.result->accepted / (double)run.result->generated;
    assert_true(run.result->error < 0.2 * run.result->value);
    end_run(&run);
    return share;
}
#define KEPT(least, ...)                                                     \
    do {                                                                     \
        const double share = kept((const char *const[]){__VA_ARGS__, NULL}); \
        print_message("kept %.3g: %s\n", share, #__VA_ARGS__);               \
        assert_true(share > (least));                                        \
    } while (0)

static struct measured measure(const char *const *assignments)
{
    struct run run = run_card(0, assignments);
    assert_status(run.context, run.status);
    assert_int_equal(run.result->not_finite, 0);
    const struct measured measured = {run.result->value, run.result->error};
    end_run(&run);
    return measured;
}
#define MEASURE(...) measure((const char *const[]){__VA_ARGS__, NULL})

static void judge(const char *what, struct measured a, struct measured b)
{
    const double pull = (a.value - b.value) / hypot(a.error, b.error);
    print_message("%s: %.6g +- %.2g and %.6g +- %.2g pb, %.2f standard errors apart\n", what, a.value,
                  a.error, b.value, b.error, pull);
    assert_true(a.value > 0 && b.value > 0 && fabs(pull) < 4);
}

static struct measured sum(const struct measured *parts, int count)
{
    struct measured all = {0, 0};
    for (int i = 0; i < count; ++i) {
        all.value += parts[i].value;
        all.error = hypot(all.error, parts[i].error);
    }
    return all;
}

/* A boson and a jet have one transverse momentum. */
static void tails_of_a_boson_and_a_jet(void **state)
{
    (void)state;
    KEPT(.5, "process=p p > z j", SHORT, "cuts.heavy.pt_min=1000");
    KEPT(.5, "process=p p > z j", SHORT, "cuts.jet.ht_min=1000");
    KEPT(.5, "process=p p > z j", SHORT, "cuts.heavy={pt_min: 250, pt_max: 1000}");
    KEPT(.5, "process=u u~ > ve ve~ g", SHORT, "cuts.missing.pt_min=500");
    if (!test_has_time())
        return;
    KEPT(.5, "process=p p > z j", SHORT, "cuts.jet={ht_min: 500, ht_max: 700}");
    KEPT(.2, "process=u u~ > e+ e- g", SHORT, "cuts.pair={l+ l-: {mass: [66, 116], pt: [500, null]}}");
    KEPT(.2, "process=u u~ > e+ e- g", SHORT, "cuts.pair={l+ l-: {mass: [66, 116]}}",
         "cuts.expression=500 < pt(ep, em) && pt(ep, em) < 700");
    KEPT(.05, "process=u d~ > e+ ve g", SHORT, "integration.max_events=2e6", "cuts.missing.pt_min=500");
}

/* Of two jets one or both balance. */
static void tails_of_two_jets(void **state)
{
    (void)state;
    KEPT(.2, "process=g u > z g u", SHORT, "cuts.jet={ht_min: 1000, ht_max: 1500}");
    KEPT(.2, "process=g u > z g u", SHORT, "cuts.expression=pt(j1, j2) > 500 && ht > 1000");
    if (!test_has_time())
        return;
    KEPT(.2, "process=g u > z g u", SHORT, "cuts.heavy.pt_min=1000");
    KEPT(.2, "process=g u > z g u", SHORT, "cuts.jet.ht_min=1000");
    KEPT(.5, "process=g u > g u", SHORT, "cuts.pair={j j: {mass: [2000, null]}}");
    KEPT(.5, "process=g u > g u", SHORT, "cuts.expression=m(j1, j2) > 2000");
}

/* Slices in what is missing and in the pT of a Z are for who has time: both recoil as the pair does. */
static void slices_add_up(void **state)
{
#define Z_AND_JETS "process=g u > z g u", EXACT
#define LEPTONS "process=u u~ > e+ e- g", EXACT, "cuts.lepton.pt_min=20"
#define MISSING "process=u d~ > e+ ve g", EXACT
    (void)state;
    const struct measured ht[] = {MEASURE(Z_AND_JETS, "cuts.jet.ht_max=70"),
                                  MEASURE(Z_AND_JETS, "cuts.jet={ht_min: 70, ht_max: 150}"),
                                  MEASURE(Z_AND_JETS, "cuts.jet.ht_min=150")},
                          whole = MEASURE(Z_AND_JETS, "integration.seed=4");
    judge("slices in HT and the whole", sum(ht, 3), whole);
    const struct measured pair[] = {MEASURE(LEPTONS, "cuts.pair={l+ l-: {mass: [30, 116], pt: [null, 40]}}"),
                                    MEASURE(LEPTONS, "cuts.pair={l+ l-: {mass: [30, 116], pt: [40, 80]}}"),
                                    MEASURE(LEPTONS, "cuts.pair={l+ l-: {mass: [30, 116], pt: [80, null]}}")};
    judge("slices in the pT of a pair and the whole", sum(pair, 3),
          MEASURE(LEPTONS, "cuts.pair={l+ l-: {mass: [30, 116]}}", "integration.seed=4"));
    if (!test_has_time())
        return;
    const struct measured heavy[] = {MEASURE(Z_AND_JETS, "cuts.heavy.pt_max=30"),
                                     MEASURE(Z_AND_JETS, "cuts.heavy={pt_min: 30, pt_max: 100}"),
                                     MEASURE(Z_AND_JETS, "cuts.heavy.pt_min=100")};
    judge("slices in the pT of the Z and the whole", sum(heavy, 3), whole);
    const struct measured missing[] = {MEASURE(MISSING, "cuts.missing.pt_max=60"),
                                       MEASURE(MISSING, "cuts.missing={pt_min: 60, pt_max: 120}"),
                                       MEASURE(MISSING, "cuts.missing.pt_min=120")};
    judge("slices in what is missing and the whole", sum(missing, 3), MEASURE(MISSING, "integration.seed=4"));
}

/* A product with 1 hides the limit from phase space, so that all of it is generated and cut. */
static void limits_cut_nothing_else(void **state)
{
#define JETS "process=g g > g u u~", EXACT, "cuts.jet.pt_min=30"
#define TOPS "process=g g > t t~ g", EXACT, "cuts.jet.pt_min=30"
    (void)state;
    skip_beside_others(); /* the shares above have limits of expressions too */
    judge("HT and a mass of three jets",
          MEASURE(JETS, "cuts.expression=ht > 150 && pt(j1) < 130 && pt(j3) > 35 && m(j1, j2) > 140"),
          MEASURE(
              JETS,
              "cuts.expression=1 * ht > 150 && 1 * pt(j1) < 130 && 1 * pt(j3) > 35 && 1 * m(j1, j2) > 140"));
#define DISTANT(a, b) "1 * m(j" #a ", j" #b ") > 120"
    judge("mass of each pair of jets", MEASURE(JETS, "cuts.pair={j j: {mass: [120, null]}}"),
          MEASURE(JETS, "cuts.expression=" DISTANT(1, 2) " && " DISTANT(1, 3) " && " DISTANT(2, 3)));
    judge("pT of both top quarks and of one",
          MEASURE(TOPS, "cuts.expression=(pt(t, tx) >= 50) && (100 < pt(tx)) && pt(t) <= 2.5e2"),
          MEASURE(TOPS, "cuts.expression=1 * pt(t, tx) >= 50 && 100 < 1 * pt(tx) && 1 * pt(t) <= 2.5e2"));
}

/* A Z boson of 1000 GeV has no jet of 500 GeV to balance it, and two of them would do. */
static void no_balance_is_refused(void **state)
{
    (void)state;
    assert_card_refused((const char *const[]){"process=p p > z j", BEAMS, "cuts.heavy.pt_min=1000",
                                              "cuts.jet.pt_max=500", NULL},
                        "no event passes: cuts ask for more transverse momentum than they leave");
    assert_card_refused((const char *const[]){"process=p p > z j", BEAMS,
                                              "cuts.jet={ht_min: 100, ht_max: 90}", NULL},
                        "cuts.jet.ht_max: no event passes: it is not above ht_min");
    assert_card_refused((const char *const[]){"process=p p > e+ ve", BEAMS,
                                              "cuts.missing={pt_min: 100, pt_max: 90}", NULL},
                        "cuts.missing.pt_max: no event passes: it is not above pt_min");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(tails_of_a_boson_and_a_jet),
                                       cmocka_unit_test(tails_of_two_jets), cmocka_unit_test(slices_add_up),
                                       cmocka_unit_test(limits_cut_nothing_else),
                                       cmocka_unit_test(no_balance_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
