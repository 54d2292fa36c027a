/* Chili's phase space against closed forms. Its volume is that of massless phase space whatever the particles
 * are taken to come from. Momenta add up on their mass shells. */
#include "device_support.h"
#include "integrate/integrate.h"
#include "process/phase_space_plan.h"
#include "process/phase_space_volume.h"
#include "tessera/card.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double root_s = 1000, unit = 128; /* GeV */

/* The weight of phase space; not a number where an event breaks a law. */
static const char integrand[] =
    "#include \"phase_space/chili_event.h\"\n"
    "#define DIMENSIONS AXES\n"
    "#define STATE 1\n"
    "#include \"integrand.h\"\n"
    "typedef struct parameters { scalar root_s; scalar node[NODES * CHILI_NUMBERS]; } parameters;\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{\n"
    "    const real none = R(0.0), root = r_set(p->root_s);\n"
    "    chili_sum sum = {none, none, none, none};\n"
    "    vector4 q[NODES], all = {none, none, none, none};\n"
    "    real weight = R(1.0);\n"
    "    const mask pass = chili_event(p->node, x, root, q, &sum, &weight);\n"
    "    mask broken = m_none();\n"
    "    for (int i = 0; i < FINAL; ++i) {\n"
    "        const real m = r_set(p->node[CHILI_NUMBERS * i + CHILI_MASS]);\n"
    "        all = v_add(all, q[i]);\n"
    "        broken = m_or(broken, r_abs(v_dot(q[i], q[i]) - m * m) > R(TOLERANCE) * root * root);\n"
    "    }\n"
    "    broken = m_or(broken, r_abs(all.x) + r_abs(all.y) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, r_abs(all.e + all.z - sum.plus) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, r_abs(all.e - all.z - sum.minus) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, m_or(sum.plus > root * R(1.00001), sum.minus > root * R(1.00001)));\n"
    "    state[0] = r_select(broken, r_nan(), weight);\n"
    "    return pass;\n"
    "}\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)p; (void)tables; (void)event; (void)team; (void)fill;\n"
    "    *doubtful = m_none();\n"
    "    return state_fetch(state, 0);\n"
    "}\n";

/* Broad resonances: phase space alone has no peak. */
static const char *const settings[] = {"model={m_t: 173, gamma_t: 150, gamma_z: 120, gamma_w: 110}",
                                       "cuts.lepton.pt_min=0",
                                       "cuts.lepton.eta_max=100",
                                       "cuts.jet.pt_min=0",
                                       "cuts.jet.eta_max=100",
                                       "cuts.jet.dr_min=0",
                                       "cuts.pair={l+ l-: {mass: [1e-3, null]}}"};

static const struct row {
    int final, pdg[6], decays;
    double massive; /* GeV: two final particles with this mass; 0: none has one */
} rows[] = {
    {2, {21, 21}, 0, 0},           {2, {11, -11}, 1, 0},
    {3, {21, 21, 21}, 0, 0},       {3, {11, -11, 21}, 1, 0},
    {4, {-11, 12, 13, -14}, 2, 0}, {4, {5, -11, 12, 21}, 2, 0}, /* t > b W+ with W+ > e+ ve */
    {2, {6, -6}, 0, 173},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The integral over x1 and x2 of the volume, which grows as (x1 x2 s)^(n-2). */
static double massless_volume(int final)
{
    return exp(phase_space_log_volume(final, root_s / unit)) / pow(final - 1, 2);
}

/* Two equal masses: beta / (8 pi) over tau, by Simpson's rule in the square root of what is above threshold.
 */
static double massive_volume(double mass)
{
    enum { STEPS = 20000 };
    const double threshold = 4 * mass * mass / (root_s * root_s);
    double sum = 0;
    for (int i = 1; i <= STEPS; ++i) {
        const double t = (double)i / STEPS, tau = threshold + (1 - threshold) * t * t;
        const double value = -log(tau) * sqrt(1 - threshold / tau) / (8 * M_PI) * (1 - threshold) * 2 * t;
        sum += value * (i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return sum / 3 / STEPS;
}

static struct integral integrate_volume(ts_context *context, const struct row *row, int wide)
{
    ts_card *card;
    ts_model *model;
    struct label_list labels;
    struct particle_cuts cuts;
    struct phase_space_plan plan;
    struct source text = {0};
    char sentence[SENTENCE_BYTES] = "";
    uint64_t used = 0;
    assert_status(context, ts_card_create(context, &card));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i)
        assert_status(context, ts_card_set(context, card, settings[i]));
    assert_status(context, ts_model_create(context, card, &model));
    labels_of_model(model, &labels);
    assert_status(context,
                  particle_cuts_read(context, card, model, &labels, row->final, row->pdg, &cuts, &used));
    if (!phase_space_plan(model, row->final, row->pdg, &cuts, root_s, unit, &plan, sentence))
        fail_msg("%s", sentence);
    assert_int_equal(plan.nodes - plan.final, row->decays);
    double parameters[1 + PLAN_NODES * CHILI_NUMBERS] = {root_s / unit};
    for (int i = 0; i < plan.nodes; ++i)
        for (int k = 0; k < CHILI_NUMBERS; ++k)
            parameters[1 + CHILI_NUMBERS * i + k] = plan.rows[i][k];
    source_append(&text, "#define GRID_BINS 64\n#define TOLERANCE %s\n", wide ? "1e-12" : "1e-4");
    phase_space_write(&plan, &text);
    source_append(&text, "%s", integrand);
    const struct integrand what = {.text = text.text,
                                   .double_precision = wide,
                                   .dimensions = plan.axes,
                                   .parameters = parameters,
                                   .parameter_count = 1 + (size_t)plan.nodes * CHILI_NUMBERS,
                                   .unit = exp(plan.log_constant)};
    const struct integration_settings how = {
        .relative_error = 2e-3, .max_events = 20000000, .seed = 5, .warmup = 10, .bins = 64, .damping = 1};
    struct device *device;
    struct integral part, total;
    assert_status(context, device_open(context, test_device, 0, &device));
    assert_status(context, integrate(context, device, &what, 1, &how, &part, &total));
    integral_destroy(&part);
    device_close(&device);
    source_free(&text);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    return total;
}

static void the_volume_is_known(void **state)
{
    (void)state;
    /* OpenCL's CPU drivers take long to compile: there rows of each kind in double precision, unless time is
     * given. */
    const int samples = !strncmp(test_device, "opencl", 6) && test_has_double && !getenv("TESSERA_TEST_LONG");
    for (int i = samples; i < ROWS; i += samples ? 3 : 1)
        for (int wide = samples; wide < 1 + test_has_double; ++wide) {
            ts_context *context;
            assert_int_equal(ts_context_create(&context), TS_OK);
            struct integral volume = integrate_volume(context, &rows[i], wide);
            const double right = rows[i].massive > 0 ? massive_volume(rows[i].massive)
                                                     : massless_volume(rows[i].final);
            assert_int_equal(volume.not_finite, 0);
            if (!(fabs(volume.value - right) < 4 * volume.error))
                fail_msg("row %d: %.6g +- %.2g, not %.6g", i, volume.value, volume.error, right);
            integral_destroy(&volume);
            ts_context_destroy(&context);
        }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_volume_is_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
