/* Derivatives of squared matrix elements: closed forms, and differences along ways on the mass shells. */
#include "ufo_models.h"

#include "tessera/amplitude.h"
#include "tessera/card.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGS_MOST = 8, STEPS = 4 };

static ts_context *context;

static ts_card *card_with(const char *const *assignments)
{
    ts_card *card;
    assert_status(context, ts_card_create(context, &card));
    for (; assignments && *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    return card;
}

/* A way through phase space: two massless particles that collide, in their centre of mass, and final ones. */
struct way {
    int legs;
    double rate; /* how fast momenta change, where the masses' changes are given */
    double mass[LEGS_MOST], mass_slope[LEGS_MOST];
};

/* Momenta at a place of the way, and how they change there. Velocities and the axis turn with it. */
static void walk(const struct way *way, double t, double momenta[LEGS_MOST][4], double slopes[LEGS_MOST][4])
{
    double sum[3] = {0}, slope_sum[3] = {0}, energy = 0, energy_slope = 0;
    const double rate = way->rate, angle = 0.4 + rate * t;
    const double axis[3] = {sin(angle), 0, cos(angle)}, turn[3] = {rate * cos(angle), 0, -rate * sin(angle)};
    for (int i = 2; i < way->legs; ++i) {
        double *p = momenta[i], *d = slopes[i];
        const int last = i == way->legs - 1;
        for (int k = 0; k < 3; ++k) {
            p[k + 1] = last ? -sum[k] : 150 * cos(1.7 * i + 2.1 * k) + 90 * rate * t * sin(0.6 * i + k);
            d[k + 1] = last ? -slope_sum[k] : 90 * rate * sin(0.6 * i + k);
            sum[k] += p[k + 1], slope_sum[k] += d[k + 1];
        }
        const double mass = way->mass[i] + t * way->mass_slope[i];
        p[0] = sqrt(mass * mass + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        d[0] = (mass * way->mass_slope[i] + p[1] * d[1] + p[2] * d[2] + p[3] * d[3]) / p[0];
        energy += p[0] / 2, energy_slope += d[0] / 2;
    }
    for (int i = 0; i < 2; ++i) {
        momenta[i][0] = energy, slopes[i][0] = energy_slope;
        for (int k = 0; k < 3; ++k) {
            momenta[i][k + 1] = (i ? -1 : 1) * energy * axis[k];
            slopes[i][k + 1] = (i ? -1 : 1) * (energy_slope * axis[k] + energy * turn[k]);
        }
    }
}

struct example {
    const char *process, *by; /* by: an input of the model; NULL: momenta alone */
    double value, step;       /* of the input */
    const char *helicities, *card[3];
    const char *model; /* of examples/models; NULL: the Standard Model */
    const char *legs;  /* whose momenta stay where the input changes; NULL: of the process, and they move */
};

#define COMPLEX_MASSES "model.scheme=gmu", "model.complex_masses=true"

static const struct example examples[] = {
    {"e+ e- > mu+ mu-", "m_z", .value = 91.2, .step = 0.05},
    {"e+ e- > mu+ mu-", "gamma_z", .value = 2.4, .step = 0.01, .helicities = "-+-+"},
    {"g g > t t~ g", "m_t", .value = 173, .step = 0.05},
    {"g g > g g g", "alpha_s", .value = 0.118, .step = 1e-4},
    {"u d~ > w+ z g", "alpha_s", .value = 0.118, .step = 1e-4, .helicities = "-+0+-"},
    {"e+ e- > w+ w- z", "m_w", .value = 80.4, .step = 0.02, .card = {COMPLEX_MASSES}},
    {"e+ e- > t t~ h", "m_t", .value = 173, .step = 0.05, .helicities = "+-+-0",
     .card = {"model.gamma_t=1.5"}},
    {"u u~ > h g g", "m_h", .value = 125, .step = 0.05, .card = {"model.heavy_top=true"}},
};

/* Polarised particles that decay, off their mass shells. */
static const struct example of_polarised[] = {
    {"e+ e- > t{L} t~, t > w+ b, t~ > w- b~", "m_t", .value = 173, .step = 0.05,
     .legs = "e+ e- > w+ b w- b~"},
    {"g g > t t~{R}, t > w+ b, t~ > w- b~", "m_t", .value = 173, .step = 0.05, .legs = "g g > w+ b w- b~"},
    {"e+ e- > z{0} h, z > mu+ mu-", "m_z", .value = 91.2, .step = 0.05, .legs = "e+ e- > mu+ mu- h"},
    {"e+ e- > z{T} h, z > mu+ mu-", "gamma_z", .value = 2.4, .step = 0.01, .legs = "e+ e- > mu+ mu- h"},
    {"u d~ > w+{-} g, w+ > e+ ve", "m_w", .value = 80.4, .step = 0.02, .card = {COMPLEX_MASSES},
     .legs = "u d~ > e+ ve g"},
};

/* At 0 a vertex of the operator is there for its derivative alone. */
static const struct example of_models[] = {
    {"u u~ > t t~ g NP=1 HIG=0", "ctG", .value = 0, .step = 1e-2, .model = "top_eft"},
    {"u u~ > t t~ g NP=1 HIG=0", "MT", .value = 173, .step = 0.05, .helicities = "+--+-",
     .card = {"model.ctG=0.7", "model.ctq8=0.4"}, .model = "top_eft"},
    {"e+ e- > chi chi a QED=1", "Mchi", .value = 100, .step = 0.05, .model = "toys"},
    {"e+ e- > ta+ ta- QUA=2 COR=2 QED=0 OLD=0 NEW=0 GAU=0 PHO=0 RUN=0 RXI=0", "MV", .value = 500, .step = 0.2,
     .model = "propagators"},
    {"mu+ mu- > ta- ta+ a DIP=2 QED=1", "MV", .value = 900, .step = 0.5, .helicities = "-+-++",
     .model = "forms"},
    {"e+ e- > mu+ mu- a PRO=2 QED=1", "fc", .value = 0.7, .step = 1e-3, .model = "forms"},
    {"e+ e- > a a NEW=2 QED=0 OLD=0", "MF", .value = 300, .step = 0.1, .model = "propagators"},
};

static char table[UFO_PATH_BYTES];

static double slope_of(const double values[STEPS], double step)
{
    return (8 * (values[2] - values[1]) - (values[3] - values[0])) / (12 * step);
}

static const double steps[STEPS] = {-2, -1, 1, 2};

/* The legs of a process, with the masses of a model; `by` changes those that are that input. */
static void way_of(const struct example *example, const ts_card *card, struct way *way)
{
    char text[100], *rest;
    ts_model *model;
    *way = (struct way){.rate = example->legs ? 0 : 1e-3 / example->step};
    snprintf(text, sizeof text, "%s", example->legs ? example->legs : example->process);
    assert_status(context, ts_model_create(context, card, &model));
    for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        const int pdg = ts_model_pdg(model, name);
        if (!pdg)
            continue;
        const ts_particle *particle = ts_model_particle(model, pdg);
        way->mass[way->legs] = particle->mass;
        way->mass_slope[way->legs++] = example->by && !example->legs && particle->mass_name &&
                                       !strcmp(particle->mass_name, example->by);
    }
    ts_model_destroy(&model);
}

static ts_card *card_at(const struct example *example, double value)
{
    char assignment[80];
    ts_card *card = card_with(example->card);
    if (example->model) {
        char name[UFO_PATH_BYTES + 20];
        snprintf(name, sizeof name, "model.name=%s", table);
        assert_status(context, ts_card_set(context, card, name));
    }
    if (example->by) {
        const char *section = strcmp(example->by, "alpha_s") ? "model" : "couplings";
        snprintf(assignment, sizeof assignment, "%s.%s=%.17g", section, example->by, value);
        assert_status(context, ts_card_set(context, card, assignment));
    }
    return card;
}

static ts_amplitude_settings settings_of(const struct example *example, const ts_card *card)
{
    return (ts_amplitude_settings){.size = sizeof(ts_amplitude_settings),
                                   .helicities = example->helicities,
                                   .device = "cpu",
                                   .card = card};
}

/* Along a way on the mass shells the derivative is that by the input and those by all components of momenta
 * that change. Where the input is the mass of a leg neither has a meaning alone. */
static double along_way(const struct example *example, double *value)
{
    double momenta[LEGS_MOST][4], slopes[LEGS_MOST][4], gradients[1 + 4 * LEGS_MOST], sum = 0;
    char by[80];
    struct way way;
    ts_card *card = card_at(example, example->value);
    const ts_amplitude_settings settings = settings_of(example, card);
    const int inputs = example->by != NULL;
    way_of(example, card, &way);
    walk(&way, 0, momenta, slopes);
    snprintf(by, sizeof by, "%s%s%s", example->legs ? "" : "p", inputs && !example->legs ? "," : "",
             inputs ? example->by : "");
    assert_status(context, ts_amplitude_gradients(context, example->process, &settings, by, (size_t)way.legs,
                                                  momenta[0], 1, value, gradients, NULL));
    const int components = example->legs ? 0 : 4 * way.legs;
    for (int i = 0; i < components; ++i)
        sum += gradients[i] * slopes[i / 4][i % 4];
    ts_card_destroy(&card);
    return inputs ? sum + gradients[components] : sum;
}

static double by_differences(const struct example *example)
{
    double momenta[LEGS_MOST][4], slopes[LEGS_MOST][4], values[STEPS];
    for (int i = 0; i < STEPS; ++i) {
        struct way way;
        const double t = steps[i] * example->step;
        ts_card *middle = card_at(example, example->value), *card = card_at(example, example->value + t);
        const ts_amplitude_settings settings = settings_of(example, card);
        way_of(example, middle, &way);
        walk(&way, t, momenta, slopes);
        assert_status(context, ts_amplitude_evaluate(context, example->process, &settings, (size_t)way.legs,
                                                     momenta[0], 1, &values[i], NULL));
        ts_card_destroy(&card);
        ts_card_destroy(&middle);
    }
    return slope_of(values, example->step);
}

static void compare(const struct example *example)
{
    double value;
    const double exact = along_way(example, &value), near = by_differences(example);
    if (!(fabs(exact / near - 1) < 1e-8))
        fail_msg("%s by %s: %.15g is not %.15g", example->process, example->by ? example->by : "p", exact,
                 near);
}

static void differences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; ++i)
        compare(&examples[i]);
    for (size_t i = 0; i < sizeof of_polarised / sizeof *of_polarised; ++i)
        compare(&of_polarised[i]);
}

static void differences_of_models(void **state)
{
    (void)state;
    if (!ufo_is_python())
        skip();
    for (size_t i = 0; i < sizeof of_models / sizeof *of_models; ++i) {
        ufo_import(context, of_models[i].model, table);
        compare(&of_models[i]);
        assert_int_equal(remove(table), 0);
    }
}

/* Lines of spin 2 have no derivatives, and no value stands for one. */
static void spin_two(void **state)
{
    static const double momenta[4][4] = {{200, 0, 0, 200},
                                         {200, 0, 0, -200},
                                         {200, 120, 0, 160},
                                         {200, -120, 0, -160}};
    static const struct example example = {"u u~ > e+ e-", .step = 1, .model = "graviton"};
    double value, gradients[16];
    (void)state;
    if (!ufo_is_python())
        skip();
    ufo_import(context, "graviton", table);
    ts_card *card = card_at(&example, 0);
    const ts_amplitude_settings settings = settings_of(&example, card);
    assert_int_equal(ts_amplitude_gradients(context, example.process, &settings, "p", 4, momenta[0], 1,
                                            &value, gradients, NULL),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "particles of spin 2"));
    ts_card_destroy(&card);
    assert_int_equal(remove(table), 0);
}

typedef double _Complex number;

/* e+ e- > mu+ mu-, summed over pairs of chiralities: (1 +- z)^2 / 4 times the square of
 * A = e^2 + w s / (s - M^2 + i M Gamma). The first term is a photon. */
static double lepton_pair(double s, double z, double *by_s, double *by_z)
{
    const double m_w = 80.4, m_z = 91.188, width = 2.441404, sin2 = 1 - m_w * m_w / (m_z * m_z);
    const double e2 = 4 * sqrt(2) * 1.16639e-5 * m_w * m_w * sin2, g2 = e2 / (sin2 * (1 - sin2));
    const double couplings[2] = {sin2 - 0.5, sin2};
    double value = 0;
    *by_s = *by_z = 0;
    for (int in = 0; in < 2; ++in)
        for (int out = 0; out < 2; ++out) {
            const double side = in == out ? 1 : -1, angle = 1 + side * z;
            const double weak = g2 * couplings[in] * couplings[out];
            const number pole = s - m_z * m_z + 1.0i * m_z * width, a = e2 + weak * s / pole;
            const number slope = weak * (pole - s) / (pole * pole);
            const double square = __builtin_creal(a) * __builtin_creal(a) +
                                  __builtin_cimag(a) * __builtin_cimag(a);
            value += angle * angle / 4 * square;
            *by_z += side * angle / 2 * square;
            *by_s += angle * angle / 2 *
                     (__builtin_creal(a) * __builtin_creal(slope) +
                      __builtin_cimag(a) * __builtin_cimag(slope));
        }
    return value;
}

static void closed_form(void **state)
{
    static const char *const scheme[] = {"model.scheme=gmu", "model.m_w=80.4", NULL};
    (void)state;
    ts_card *card = card_with(scheme);
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    for (int i = 0; i < 5; ++i) {
        const double energy = 30 + 20 * i, z = -0.7 + 0.35 * i, across = sqrt(1 - z * z);
        const double directions[4][3] = {{0, 0, 1}, {0, 0, -1}, {across, 0, z}, {-across, 0, -z}};
        const double turns[4][3] = {{0}, {0}, {-z / across, 0, 1}, {z / across, 0, -1}};
        double momenta[4][4], gradients[16], value, along_s = 0, along_z = 0, by_s, by_z;
        for (int leg = 0; leg < 4; ++leg)
            for (int k = 0; k < 4; ++k)
                momenta[leg][k] = energy * (k ? directions[leg][k - 1] : 1);
        assert_status(context, ts_amplitude_gradients(context, "e+ e- > mu+ mu-", &settings, "p", 4,
                                                      momenta[0], 1, &value, gradients, NULL));
        for (int n = 0; n < 16; ++n) { /* s = 4 E^2 */
            along_s += gradients[n] * momenta[n / 4][n % 4] / (8 * energy * energy);
            along_z += n % 4 ? gradients[n] * energy * turns[n / 4][n % 4 - 1] : 0;
        }
        const double form = lepton_pair(4 * energy * energy, z, &by_s, &by_z);
        assert_true(fabs(value / form - 1) < 1e-11);
        assert_true(fabs(along_s / by_s - 1) < 1e-10);
        assert_true(fabs(along_z / by_z - 1) < 1e-10);
    }
    ts_card_destroy(&card);
}

/* What is of second power in alpha_s; and columns in the order of the names. */
static void powers_in_order(void **state)
{
    static const double momenta[4][4] = {{50, 0, 0, 50}, {50, 0, 0, -50}, {50, 30, 0, 40}, {50, -30, 0, -40}};
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .alpha_s = 0.12};
    double two[2], value, gradients[18], only_p[16];
    (void)state;
    assert_status(context,
                  ts_amplitude_evaluate(context, "g g > g g", &settings, 4, momenta[0], 1, two, NULL));
    assert_status(context, ts_amplitude_gradients(context, "g g > g g", &settings, "m_t, p,alpha_s", 4,
                                                  momenta[0], 1, &value, gradients, NULL));
    assert_status(context, ts_amplitude_gradients(context, "g g > g g", &settings, "p", 4, momenta[0], 1,
                                                  &value, only_p, NULL));
    assert_true(fabs(value / two[0] - 1) < 1e-12);
    assert_true(gradients[0] == 0);
    assert_true(fabs(gradients[17] * 0.12 / (2 * value) - 1) < 1e-12);
    for (int i = 0; i < 16; ++i)
        assert_true(fabs(gradients[1 + i] - only_p[i]) <= 1e-13 * value);
}

static void refusals(void **state)
{
    static const double moving[4][4] = {{200, 0, 0, 200},
                                        {200, 0, 0, -200},
                                        {200, 120, 0, 160},
                                        {200, -120, 0, -160}};
    static const double resting[4][4] = {{173, 0, 0, 173}, {173, 0, 0, -173}, {173, 0, 0, 0}, {173, 0, 0, 0}};
    static const struct {
        const char *process, *by, *precision, *sentence;
        const double *momenta;
    } cases[] = {
        {"u u~ > d d~", "m_top", NULL, "no input 'm_top'", moving[0]},
        {"u u~ > d d~", "m_w", NULL, "m_w is no input of the scheme alpha_mz", moving[0]},
        {"u u~ > d d~", "m_b", NULL, "m_b changes the mass of b, which is 0", moving[0]},
        {"u u~ > d d~", "scheme", NULL, "scheme is no number", moving[0]},
        {"u u~ > d d~", "m_t,,p", NULL, "a name is missing", moving[0]},
        {"u u~ > d d~", "p,p", NULL, "p is given twice", moving[0]},
        {"u u~ > d d~", "m_t,m_t", NULL, "m_t is given twice", moving[0]},
        {"u u~ > t t~", "m_t", NULL, "m_t is a mass of t", resting[0]},
        {"u u~ > d d~", "p", "single", "double precision", moving[0]},
        {"u u~ > t t~", "p", NULL, "particle 3, t, is at rest", resting[0]},
        {"e+ e- > t{L} t~", "p", NULL, "some in braces", resting[0]},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const ts_amplitude_settings settings = {.size = sizeof settings, .precision = cases[i].precision};
        double value, gradients[40];
        assert_int_equal(ts_amplitude_gradients(context, cases[i].process, &settings, cases[i].by, 4,
                                                cases[i].momenta, 1, &value, gradients, NULL),
                         TS_ERROR_INPUT);
        if (!strstr(ts_context_error(context), cases[i].sentence))
            fail_msg("%s: %s", cases[i].by, ts_context_error(context));
    }
}

static int open_context(void **state)
{
    (void)state;
    return ts_context_create(&context);
}

static int close_context(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_form), cmocka_unit_test(powers_in_order),
                                       cmocka_unit_test(differences), cmocka_unit_test(differences_of_models),
                                       cmocka_unit_test(spin_two),    cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
