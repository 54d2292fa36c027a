/* Jets at any transverse momentum behind the exchange of a W or Z boson, between hadrons. They stand against
 * a closed form and quadrature, and against the named decay of a resonance that two jets come from. */
#include "test_support.h"

#include "process/units.h"
#include "tessera/model.h"
#include "tessera/pdf.h"
#include "tessera/run.h"

#include <math.h>
#include <stdio.h>

#define OPEN "cuts.jet.pt_min=0", "cuts.jet.eta_max=100", "cuts.jet.dr_min=0"

static const double collider = 13000, scale = 91.188; /* GeV */
enum { UP = 2, BOTTOM = 5, W_BOSON = 24, TOP = 6 };

struct value {
    double value, error;
};

static struct value run(const char *const *options, ts_model **model)
{
    ts_context *context;
    ts_card *card;
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu", .threads = 2};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "beams.energy=13000"));
    for (; *options; ++options)
        assert_status(context, ts_card_set(context, card, *options));
    assert_status(context, ts_run(context, card, &settings, &result));
    assert_true(result->converged);
    const struct value value = {result->value, result->error};
    if (model)
        assert_status(context, ts_model_create(context, card, model));
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return value;
}

static void assert_agree(const char *what, struct value a, struct value b)
{
    const double error = hypot(a.error, b.error), pull = (a.value - b.value) / error;
    print_message("%s: %.6g and %.6g pb, %.2f standard errors apart\n", what, a.value, b.value, pull);
    if (!(fabs(pull) < 3.5))
        fail_msg("%s: %.6g +- %.2g pb, expected %.6g +- %.2g", what, a.value, a.error, b.value, b.error);
}

/* u b > d t, squared and summed over the exchange: g^4 / (64 pi) (s - m^2) / s (1/M^2 - 1/(M^2 + s - m^2)).
 */
static double single_top(const ts_model *model, double s)
{
    const double weak = 4 * M_PI * ts_model_parameter(model, "alpha")->re /
                        ts_model_parameter(model, "sin2_theta_w")->re;
    const double m2 = pow(ts_model_particle(model, TOP)->mass, 2),
                 w2 = pow(ts_model_particle(model, W_BOSON)->mass, 2);
    return weak * weak / (64 * M_PI) * (s - m2) / s * (1 / w2 - 1 / (w2 + s - m2));
}

/* A single top quark without any cut, by quadrature in log(tau) and the rapidity. */
static void single_top_without_cuts(void **state)
{
    enum { STEPS = 400 };
    ts_model *model;
    ts_context *context;
    ts_pdf *pdf;
    (void)state;
    const struct value top = run((const char *const[]){"process=u b > d t", OPEN,
                                                       "integration.relative_error=2e-3", NULL},
                                 &model);
    const double range = 2 * log(collider / ts_model_particle(model, TOP)->mass);
    double sum = 0;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    for (int i = 0; i < STEPS; ++i) {
        const double tau = exp(-(i + 0.5) / STEPS * range), most = -log(tau) / 2;
        double luminosity = 0;
        for (int k = 0; k < STEPS; ++k) {
            const double y = ((2 * k + 1.0) / STEPS - 1) * most;
            luminosity += ts_pdf_xfx(pdf, UP, sqrt(tau) * exp(y), scale) *
                          ts_pdf_xfx(pdf, BOTTOM, sqrt(tau) * exp(-y), scale) * 2 * most / STEPS;
        }
        sum += luminosity * single_top(model, tau * collider * collider) * range / STEPS;
    }
    ts_pdf_destroy(&pdf);
    ts_context_destroy(&context);
    ts_model_destroy(&model);
    assert_agree("u b > d t", top, (struct value){gev2_pb * sum, 1e-3 * gev2_pb * sum});
}

/* Two W bosons make a Higgs boson: what a cut far below their mass removes is nothing. */
static void a_low_cut_removes_nothing(void **state)
{
    static const char *const cuts[] = {"cuts.jet.pt_min=0", "cuts.jet.pt_min=0.01"};
    static const char *const seeds[] = {"integration.seed=3", "integration.seed=4"};
    struct value values[2];
    (void)state;
    for (int i = 0; i < 2; ++i)
        values[i] = run((const char *const[]){"process=u s > h d c QCD=0", OPEN, cuts[i],
                                              "integration.relative_error=5e-3", seeds[i], NULL},
                        NULL);
    assert_agree("u s > h d c", values[0], values[1]);
}

/* s c~ come from a W boson, in the one diagram that there is: as without a name for it, so with one. */
static void jets_of_a_w_boson(void **state)
{
    ts_model *model;
    char window[80];
    (void)state;
    const struct value named = run((const char *const[]){"process=d u~ > h w-, w- > s c~", OPEN,
                                                         "integration.relative_error=2e-3", NULL},
                                   &model);
    const ts_particle *w = ts_model_particle(model, W_BOSON);
    snprintf(window, sizeof window, "cuts.pair={s c~: {mass: [%.12g, %.12g]}}", w->mass - 15 * w->width,
             w->mass + 15 * w->width);
    ts_model_destroy(&model);
    const struct value whole = run((const char *const[]){"process=d u~ > h s c~ QCD=0", OPEN,
                                                         "integration.relative_error=5e-3", NULL},
                                   NULL);
    const struct value inside = run((const char *const[]){"process=d u~ > h s c~ QCD=0", OPEN, window,
                                                          "integration.relative_error=2e-3", NULL},
                                    NULL);
    assert_agree("d u~ > h s c~ near the W boson", inside, named);
    assert_true(whole.value > inside.value && whole.value < 1.1 * inside.value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_top_without_cuts),
        cmocka_unit_test(a_low_cut_removes_nothing),
        cmocka_unit_test(jets_of_a_w_boson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
