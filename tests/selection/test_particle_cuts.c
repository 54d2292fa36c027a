/* Cuts, scales and beams of processes derived from the model. Each stands against another cut that leaves the
 * same events, a fixed scale where a narrow cut leaves one value, or quadrature. */
#include "run_support.h"

#include "tessera/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Errors of two to five thousandths, by a sixth of the events that a relative error takes of so many
 * channels. */
#define ACCURACY "integration.events=400000"
/* Runs of one process have one program: the same histograms, or none. */
#define TOPS                                              \
    "process=p p > t t~", "beams.energy=13000", ACCURACY, \
        "histograms=[{name: pt_t, bins: 10, range: [0, 500]}, {name: y_t, bins: 8, range: [-2, 2]}]"
#define JETS "process=p p > j j", "beams.energy=13000", ACCURACY, "histograms=[]"
#define LEPTON "process=p p > e+ ve", "beams.energy=13000", ACCURACY, "histograms=[]"

struct measured {
    double value, error;
};

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
    assert_true(fabs(pull) < 4);
}

/* Massless particles have y = eta; two of them have HT = 2 pT, and what is missed is the lepton's pT. */
static void cuts_of_two_massless_particles(void **state)
{
    (void)state;
    judge("jets within |y| = 2 and |eta| = 2",
          MEASURE(JETS, "cuts.jet.pt_min=50", "cuts.jet.eta_max=10", "cuts.jet.y_max=2"),
          MEASURE(JETS, "cuts.jet.pt_min=50", "cuts.jet.eta_max=2", "integration.seed=2"));
    judge("jets of HT = 200 and pT = 100", MEASURE(JETS, "cuts.jet.pt_min=30", "cuts.jet.ht_min=200"),
          MEASURE(JETS, "cuts.jet.pt_min=100", "integration.seed=2"));
    judge("missed and seen pT of 30", MEASURE(LEPTON, "cuts.lepton.pt_min=5", "cuts.missing.pt_min=30"),
          MEASURE(LEPTON, "cuts.lepton.pt_min=30", "integration.seed=2"));
}

/* Each jet alone has the distance from the other that all jets have, and every event is the same. */
static void distances_of_pairs_of_jets(void **state)
{
#define DISTANT "cuts.jet.pt_min=50", "process=p p > j j", "integration.events=200000"
    (void)state;
    const struct measured pair = MEASURE(DISTANT, "cuts.jet.dr_min=1", "cuts.pair={j j: {dr_min: 3.5}}"),
                          kind = MEASURE(DISTANT, "cuts.jet.dr_min=3.5", "cuts.pair={j j: {dr_min: 1}}"),
                          none = MEASURE(DISTANT, "cuts.jet.dr_min=1");
    assert_true(pair.value == kind.value && pair.error == kind.error);
    assert_true(pair.value < none.value - 20 * none.error);
}

/* An expression of Delta R leaves the same events, between hadrons, in a decay and between leptons. The mass
 * beside both keeps phase space as it is. */
static void distances_of_photons_from_leptons(void **state)
{
#define MASS "mass: [19, null]"
    static const char *const rows[][3] = {
        {"process=p p > e+ ve a", "beams={particles: [p, p], energy: 13000}",
         "cuts.expression=dr(a, ep) > 2"},
        {"process=p p > w+, w+ > e+ ve a", "beams.energy=13000", "cuts.expression=dr(a, l) > 2"},
        {"process=e+ e- > mu+ mu- a", "beams={particles: [e+, e-], energy: 240}",
         "cuts.expression=dr(a, mup) > 2"}};
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
#define PHOTON rows[i][0], rows[i][1], "integration.events=2e5"
        const struct measured pair = MEASURE(PHOTON, "cuts.pair={a l+: {dr_min: 2, " MASS "}, a l-: {" MASS
                                                     "}, l+ l-: {" MASS "}}"),
                              expression = MEASURE(PHOTON,
                                                   "cuts.pair={a l+: {" MASS "}, a l-: {" MASS
                                                   "}, l+ l-: {" MASS "}}",
                                                   rows[i][2]),
                              none = MEASURE(PHOTON, "cuts.pair={a l+: {" MASS "}, a l-: {" MASS
                                                     "}, l+ l-: {" MASS "}}");
        assert_true(pair.value == expression.value && pair.error == expression.error);
        assert_true(pair.value < none.value);
    }
}

/* Both tops have one pT: limits of it leave what lies between in the histogram of all. */
static void limits_of_top_quarks(void **state)
{
    (void)state;
    struct run run = run_card(0, (const char *const[]){TOPS, NULL});
    assert_status(run.context, run.status);
    struct measured all = {0, 0};
    for (int bin = 2; bin < 6; ++bin) {
        all.value += run.result->histograms[0].bins[bin].sum_w / 2;
        all.error += run.result->histograms[0].bins[bin].sum_w2 / 4;
    }
    all.error = run.result->error; /* error of the whole is more */
    end_run(&run);
    judge("tops of pT from 100 to 300 GeV", MEASURE(TOPS, "cuts.heavy.pt_min=100", "cuts.heavy.pt_max=300"),
          all);
    run = run_card(0, (const char *const[]){TOPS, "cuts.heavy.y_max=1", NULL});
    assert_status(run.context, run.status);
    const ts_histogram *y = &run.result->histograms[1];
    assert_true(y->underflow.entries == 0 && y->overflow.entries == 0 && run.result->value > 0);
    for (int bin = 0; bin < 8; ++bin)
        assert_int_equal(y->bins[bin].entries > 0, bin >= 2 && bin < 6);
    end_run(&run);
}

/* Where cuts leave one value of what a scale follows it is as good as fixed there. With a grid that does not
 * adapt both runs have the same events, whose weights then differ by some 10^-3, half of them upwards. */
static void judge_scales(const char *what, struct measured follows, struct measured fixed)
{
    print_message("%s: %.6g and %.6g pb\n", what, follows.value, fixed.value);
    assert_true(follows.value > 0 && follows.error < 0.1 * follows.value);
    assert_true(fabs(follows.value / fixed.value - 1) < 1e-3);
}

static void scales_of_an_event(void **state)
{
    (void)state;
#define OF_FEW "integration.events=3e5", "integration.alpha=0", "integration.warmup=0"
#define NARROW TOPS, OF_FEW, "cuts.heavy.pt_min=100", "cuts.heavy.pt_max=104"
    char renormalization[64], factorization[64];
    const double mt = 2 * hypot(173, 102);
    snprintf(renormalization, sizeof renormalization, "scales.renormalization=%.6f", mt / 2);
    snprintf(factorization, sizeof factorization, "scales.factorization=%.6f", mt);
    judge_scales("MT of top pairs", MEASURE(NARROW, "scales.renormalization=MT/2", "scales.factorization=MT"),
                 MEASURE(NARROW, renormalization, factorization));
#define WINDOW TOPS, OF_FEW, "cuts.pair={t t~: {mass: [500, 520]}}"
    judge_scales("M of top pairs", MEASURE(WINDOW, "scales.renormalization=2*M", "scales.factorization=M/4"),
                 MEASURE(WINDOW, "scales.renormalization=1020", "scales.factorization=127.5"));
}

/* sigma(u u~ > t t~) = 4 pi alpha_s^2 beta (2 + rho) / (27 s) with rho = 4 m^2 / s (Combridge, Nucl. Phys.
 * B151 (1979) 429), by Simpson's rule in log(tau) and y. `up` and `anti_up` are the partons of a proton.
 * Their densities are those of the up quark in the first beam and of its antiquark in the second. */
static double top_pairs_of_up_quarks(const ts_pdf *pdf, int up, int anti_up)
{
    enum { STEPS = 200 };
    const double s = 1960.0 * 1960.0, m2 = 173.0 * 173.0, q = 91.188, alpha_s = 0.13,
                 picobarn = 0.3893793721e9;
    const double least = log(4 * m2 / s);
    double sum = 0;
    for (int i = 0; i <= STEPS; ++i) {
        const double root = (double)i / STEPS; /* log(tau) goes as its square, so that beta is smooth */
        const double tau = exp(least * (1 - root * root)), rho = 4 * m2 / (tau * s);
        const double sigma = 4 * M_PI * alpha_s * alpha_s / (27 * tau * s) * sqrt(fmax(1 - rho, 0)) *
                             (2 + rho);
        double inner = 0;
        for (int k = 0; k <= STEPS; ++k) {
            const double y = -log(tau) * ((double)k / STEPS - 0.5);
            const double x1 = fmin(sqrt(tau) * exp(y), 1), x2 = fmin(sqrt(tau) * exp(-y), 1);
            const double weight = k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2;
            inner += weight * ts_pdf_xfx(pdf, up, x1, q) * ts_pdf_xfx(pdf, anti_up, x2, q);
        }
        inner *= -log(tau) / STEPS / 3;
        sum += (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * 2 * root * inner * sigma;
    }
    return sum * -least / STEPS / 3 * picobarn;
}

/* The antiproton has the up quark's density for its antiquark. */
static void antiprotons(void **state)
{
    (void)state;
    static const struct {
        const char *beams;
        int up, anti_up;
    } rows[] = {{"beams.particles=[p, p]", 2, -2},
                {"beams.particles=[p, p~]", 2, 2},
                {"beams.particles=[p~, p]", -2, -2}};
    ts_context *context;
    ts_pdf *pdf;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    for (int i = 0; i < 3; ++i) {
        const double right = top_pairs_of_up_quarks(pdf, rows[i].up, rows[i].anti_up);
        judge(rows[i].beams,
              MEASURE("process=u u~ > t t~", rows[i].beams, "beams.energy=1960", "couplings.alpha_s=0.13",
                      "histograms=[]", ACCURACY),
              (struct measured){right, 2e-4 * right});
    }
    ts_pdf_destroy(&pdf);
    ts_context_destroy(&context);
}

#define REFUSED(words, ...) assert_card_refused((const char *const[]){__VA_ARGS__, NULL}, words)

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    REFUSED("cuts.heavy.pt_max: no event passes", "process=p p > t t~", "cuts.heavy.pt_min=200",
            "cuts.heavy.pt_max=100");
    REFUSED("the process has other beams: write [p, p~]", "process=p p~ > t t~");
    REFUSED("below 0.5 GeV alpha_s has no meaning", "process=p p > j j", "scales.renormalization=MT/1000");
    REFUSED(
        "cuts.pair: the cross section is infinite where e+ and a are collinear: give a least distance or a "
        "lowest mass, as in cuts.pair: {a l+: {dr_min: 0.4}}.",
        "process=p p > e+ ve a");
    REFUSED("e- and a are collinear", "process=p p > e+ e- a",
            "cuts.pair={l+ l-: {mass: [66, 116]}, a l+: {dr_min: 0.4}}");
    REFUSED("as in cuts.pair: {l+ a: {mass: [5, null]}}", "process=e+ e- > mu+ mu- a",
            "beams={particles: [e+, e-], energy: 240}", "cuts.lepton.pt_min=0",
            "cuts.pair={l+ l-: {mass: [5, null]}}");
    REFUSED("cuts.photon.dr_jet: the cross section is infinite where d and a", "process=e+ e- > q q~ a",
            "beams={particles: [e+, e-], energy: 240}", "cuts.photon.dr_jet=0");
    REFUSED("M, clustering and expressions serve processes that are derived", "process=g g > g g",
            "scales.factorization=M");
}

/* A limit far below the mass leaves the map of phase space alone. Chili's has none. */
static void a_low_limit_of_heavy_particles(void **state)
{
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
#define LOW \
    "process=p p > t t~ j", "beams.energy=13000", "cuts.heavy.pt_min=10", "integration.relative_error=5e-3"
    const char *const assignments[] = {LOW, NULL};
    struct run run = run_card(0, assignments);
    assert_status(run.context, run.status); /* the iterations agree */
    const struct measured in_channels = {run.result->value, run.result->error};
    end_run(&run);
    judge("tops of pT above 10 GeV", in_channels, MEASURE(LOW, "phase_space=chili"));
}

/* No diagram of W b b~ has a top quark: it is neither missed nor in the way. */
static void what_diagrams_lack_is_no_infinity(void **state)
{
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
#define BOTTOMS "beams.energy=13000", "integration.relative_error=1e-2", "model.m_b=4.7"
    const struct measured all = MEASURE("process=p p > w+ b b~", BOTTOMS),
                          excluding = MEASURE("process=p p > w+ b b~ / t", BOTTOMS);
    assert_true(all.value == excluding.value);
}

/* Two W or two Z bosons: each pair of leptons may be one of either. Chili's map has the Z bosons alone. With
 * 9 10^7 events it came to .38456 +- .00094 pb, and its iterations disagreed. */
static void pairs_of_leptons_in_two_ways(void **state)
{
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
    const char *const assignments[] = {"process=p p > e+ ve e- ve~",
                                       "beams.energy=13000",
                                       "cuts.lepton={pt_min: 20, eta_max: 2.5}",
                                       "cuts.pair={l+ l-: {mass: [12, null]}}",
                                       "scales.factorization=91.188",
                                       "integration.relative_error=5e-3",
                                       NULL};
    struct run run = run_card(0, assignments);
    assert_status(run.context, run.status);
    assert_true(run.result->generated < 10000000);
    judge("two bosons as leptons", (struct measured){run.result->value, run.result->error},
          (struct measured){0.38456, 0.003});
    end_run(&run);
}

/* Frixione's isolation written out for two jets leaves the same events: what is within the distance of each
 * of them counts there. A jet is not nearer than its pT allows, so that no distance is needed. */
static void isolated_photons(void **state)
{
#define PHOTON_AND_JETS                                                                                 \
    "process=u g > a u g", "integration.events=1e5", "cuts.photon.pt_min=30", "cuts.photon.dr_jet=0.3", \
        "cuts.jet={pt_min: 10, dr_min: 0.1, eta_max: 4}"
#define LIMIT(jet) "3 * pt(a) * ((1 - cos(dr(a, " jet "))) / (1 - cos(1)))^2"
#define AROUND(jet, other)                                                                 \
    "(dr(a, " jet ") > 1 || pt(" jet ") + (dr(a, " other ") < dr(a, " jet ")) * pt(" other \
    ") <= " LIMIT(jet) ")"
    (void)state;
    const struct measured cut = MEASURE(PHOTON_AND_JETS, "cuts.photon.isolation={r: 1, epsilon: 3, n: 2}"),
                          written = MEASURE(PHOTON_AND_JETS,
                                            "cuts.expression=" AROUND("j1", "j2") " && " AROUND("j2", "j1")),
                          none = MEASURE(PHOTON_AND_JETS),
                          far = MEASURE(PHOTON_AND_JETS, "cuts.pair={a j: {dr_min: 1}}");
    print_message("isolated %.8g and %.8g, none %.8g, apart %.8g pb\n", cut.value, written.value, none.value,
                  far.value);
    judge("isolated photons", cut, written);
    assert_true(fabs(cut.value / written.value - 1) < 1e-9);
    assert_true(cut.value < 0.95 * none.value && cut.value > 1.02 * far.value);
    const struct measured alone = MEASURE("process=u g > a u g", "integration.events=1e5",
                                          "cuts.photon.pt_min=30",
                                          "cuts.jet={pt_min: 10, dr_min: 0.1, eta_max: 4}",
                                          "cuts.photon.isolation={r: 0.4, epsilon: 0.1}");
    assert_true(alone.value > 0);
    assert_card_refused((const char *const[]){"process=u g > a u g", "cuts.photon.dr_jet=0", NULL},
                        "collinear");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_of_two_massless_particles),
        cmocka_unit_test(distances_of_pairs_of_jets),
        cmocka_unit_test(distances_of_photons_from_leptons),
        cmocka_unit_test(limits_of_top_quarks),
        cmocka_unit_test(scales_of_an_event),
        cmocka_unit_test(antiprotons),
        cmocka_unit_test(a_low_limit_of_heavy_particles),
        cmocka_unit_test(what_diagrams_lack_is_no_infinity),
        cmocka_unit_test(pairs_of_leptons_in_two_ways),
        cmocka_unit_test(isolated_photons),
        cmocka_unit_test(what_has_no_meaning_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
