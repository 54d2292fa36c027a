/* Decays by a table's vertices: closed forms of widths, and squared amplitudes beside those of currents, with
 * which they share no formula. */
#include "dense_tensors.h"
#include "ufo_models.h"

#include "model/decay_widths.h"

static void open_table(struct tested *tested, const char *path, const struct model_setting *settings,
                       size_t count)
{
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context,
                  model_create_of_file(tested->context, path, NULL, settings, count, &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

/* The table of a UFO of examples/models, or one of tests/data. */
static void open_model(struct tested *tested, const char *name)
{
    char path[UFO_PATH_BYTES];
    const int is_table = strstr(name, ".tsm") != NULL;
    if (is_table) {
        snprintf(path, sizeof path, TEST_SOURCE "/tests/data/%s", name);
    } else {
        ts_context *context;
        assert_int_equal(ts_context_create(&context), TS_OK);
        ufo_import(context, name, path);
        ufo_lift_limits(path); /* tensors have none */
        ts_context_destroy(&context);
    }
    open_table(tested, path, NULL, 0);
    assert_true(is_table || !remove(path));
}

/* Amplitudes ---------------------------------------------------------------------------------------------
 */

static void amplitudes(void **state)
{
    static const struct {
        const char *model, *process;
    } rows[] = {{"zprime", "e+ e- > e+ e- NP=2 QED=2 QCD=2"},
                {"zprime", "g g > t t~ QCD=2"},
                {"zprime", "g g > g g QCD=2"},
                {"top_eft", "g g > t t~ NP=2 QCD=2"},
                {"top_eft", "u u~ > t t~ NP=2 QCD=2 QED=2"},
                {"top_eft", "g g > g h NP=2 QCD=3"},
                {"toys", "e- e- > se- se- NP=2 QED=2"},
                {"toys", "chi chi > e- e+ NP=2"},
                {"toys", "g lq > e- u NP=1 QCD=1"},
                {"toys", "chi e- > se- a NP=1 QED=1"},
                {"coloured.tsm", "u u > u u NP=2 QCD=2"},
                {"coloured.tsm", "d s > sq~ g NP=1 QCD=1"},
                {"coloured.tsm", "u u > six g NP=1 QCD=1"},
                {"coloured.tsm", "g g > oct g NP=1 QCD=1"},
                {"decays.tsm", "mu- ve > e- vm NP=2 QED=2"},
                {"decays.tsm", "t b~ > u d~ NP=2 QED=2"}};
    struct tested tested = {.legs = 0};
    struct decay_rows list = {.list = NULL};
    uint64_t random = 91;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (!i || strcmp(rows[i].model, rows[i - 1].model) != 0) {
            open_model(&tested, rows[i].model);
            assert_status(tested.context, decay_rows_create(tested.context, tested.model, &list));
        }
        test_process(&tested, rows[i].process);
        test_point(&tested, 3500, &random);
        assert_near(&tested, "by tensors", square_by_tensors(&tested, &list),
                    test_value(&tested, NULL, 0, NULL), 1e-9);
        if (i + 1 == sizeof rows / sizeof *rows || strcmp(rows[i].model, rows[i + 1].model) != 0) {
            decay_rows_free(&list);
            test_close(&tested);
        }
    }
}

/* Widths --------------------------------------------------------------------------------------------------
 */

static const struct model_setting fermi[] = {{"gw", "0", ""}, {"fermi", "1.1663787e-5", ""}};

static double width_into(const struct tested *tested, int pdg, const int products[3])
{
    ts_decay *decays;
    size_t count;
    double width = NAN;
    assert_status(tested->context, ts_model_decays(tested->context, tested->model, pdg, &decays, &count));
    for (size_t i = 0; i < count; ++i) {
        int found = 1;
        for (int k = 0; k < 3; ++k)
            found &= decays[i].products[0] == products[k] || decays[i].products[1] == products[k] ||
                     decays[i].products[2] == products[k];
        width = found ? decays[i].width : width;
    }
    free(decays);
    return width;
}

/* A muon by Fermi's vertex: G^2 m^5 / (192 pi^3) f(m_e^2 / m^2). */
static double fermi_width(const struct tested *tested)
{
    const double m = ts_model_particle(tested->model, 13)->mass,
                 x = pow(ts_model_particle(tested->model, 11)->mass / m, 2);
    const double form = 1 - 8 * x + 8 * x * x * x - x * x * x * x - 12 * x * x * log(x);
    return pow(1.1663787e-5, 2) * pow(m, 5) / (192 * pow(M_PI, 3)) * form;
}

/* A muon's decay into an electron and a massless scalar, which one chirality has with the coupling g. The sum
 * over spins is g^2 2 p.k = g^2 (m^2 + m_e^2). */
static double mixed_width(const struct tested *tested, double g)
{
    const double m = ts_model_particle(tested->model, 13)->mass,
                 e = ts_model_particle(tested->model, 11)->mass;
    return g * g * (pow(m, 4) - pow(e, 4)) / (32 * M_PI * pow(m, 3));
}

static void muon(void **state)
{
    struct tested tested = {.name = "mu- > vm e- ve~"};
    (void)state;
    open_table(&tested, TEST_SOURCE "/tests/data/decays.tsm", fermi, 2);
    assert_near(&tested, "width", width_into(&tested, 13, (const int[]){14, 11, -12}), fermi_width(&tested),
                1e-8);
    test_close(&tested);
}

/* The sine of pi is no zero. Its decay into two has no part in the width then, if there is one into three,
 * and another has. */
static void rounded(void **state)
{
    static const struct {
        const char *mix, *fermi;
        int count;
    } rows[] = {{"3.14159265358979323846", "1.1663787e-5", 2},
                {"3.14159265358979323846", "0", 1},
                {"1e-10", "1.1663787e-5", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const struct model_setting settings[] = {{"gw", "0", ""},
                                                 {"mix", rows[i].mix, ""},
                                                 {"fermi", rows[i].fermi, ""},
                                                 {"WM", "auto", "card"}};
        struct tested tested = {.name = "mu-"};
        ts_decay *decays;
        size_t count;
        open_table(&tested, TEST_SOURCE "/tests/data/decays.tsm", settings, 4);
        const double mixed = mixed_width(&tested, sin(strtod(rows[i].mix, NULL)));
        assert_status(tested.context, ts_model_decays(tested.context, tested.model, 13, &decays, &count));
        assert_int_equal(count, rows[i].count);
        assert_near(&tested, "width", model_width(decays, count),
                    rows[i].count == 2 ? fermi_width(&tested) : mixed, 1e-8);
        assert_near(&tested, "auto", ts_model_particle(tested.model, 13)->width, model_width(decays, count),
                    1e-15);
        free(decays);
        test_close(&tested);
    }
}

/* A top quark into b and two massless fermions by a W boson that is off its shell. Simpson's rule takes the
 * integral over its mass, of the widths of t > b W and of W at that mass. */
static double top_integral(double mt, double mb, double mw, double ww, double g)
{
    const int steps = 20000;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
        const double angle = M_PI * i / steps, most = pow(mt - mb, 2), q2 = most * (1 - cos(angle)) / 2;
        const double b = mb * mb / (mt * mt), w = q2 / (mt * mt);
        const double root = sqrt(fmax((1 - b - w) * (1 - b - w) - 4 * b * w, 0));
        const double to_b = g * g * pow(mt, 3) / (64 * M_PI) * root *
                            ((1 - b) * (1 - b) + w * (1 + b) - 2 * w * w); /* times q^2 */
        const double value = to_b * g * g / (48 * M_PI) / (pow(q2 - mw * mw, 2) + mw * mw * ww * ww) / M_PI;
        sum += value * most * sin(angle) / 2 * (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2);
    }
    return sum * M_PI / steps / 3;
}

static void light_top(void **state)
{
    static const char *const masses[] = {"60", "84.9"};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct tested tested = {.name = "t > b ve e+"};
        const struct model_setting mass = {"MT", masses[i], ""};
        open_table(&tested, TEST_SOURCE "/tests/data/decays.tsm", &mass, 1);
        const double found = width_into(&tested, 6, (const int[]){5, 2, -1}),
                     expected = 3 * top_integral(ts_model_particle(tested.model, 6)->mass, 5, 80, 2, 0.65);
        tested.name = "t > b u d~";
        assert_near(&tested, "width", found, expected, 1e-6);
        test_close(&tested);
    }
}

/* An octet, a triplet and a sextet: epsilon_ijl T^a_kl in the symmetric pair j, k is 6 in the square. */
static void octet(void **state)
{
    struct tested tested = {.name = "oct > six~ d~"};
    (void)state;
    open_table(&tested, TEST_SOURCE "/tests/data/decays.tsm", NULL, 0);
    const double m = 700, difference = m * m - 400.0 * 400, square = 6 * 0.65 * 0.65 / 2 * difference / 16;
    assert_near(&tested, "width", width_into(&tested, 9000021, (const int[]){-9000006, -1, 0}),
                difference / (2 * m) * square / (8 * M_PI * m * m), 1e-11);
    test_close(&tested);
}

/* Widths that are auto: of a muon, whose decays have lines of the W boson, whose width is auto as well. */
static void automatic(void **state)
{
    static const struct model_setting autos[] = {{"WM", "auto", "card"}, {"WW", "auto", "card"}};
    struct tested tested, given;
    char width[32];
    (void)state;
    open_table(&tested, TEST_SOURCE "/tests/data/decays.tsm", autos, 2);
    const double found = ts_model_particle(tested.model, 13)->width;
    snprintf(width, sizeof width, "%.17g", ts_model_particle(tested.model, 24)->width);
    const struct model_setting one = {"WW", width, ""};
    open_table(&given, TEST_SOURCE "/tests/data/decays.tsm", &one, 1);
    ts_decay *decays;
    size_t count;
    assert_status(given.context, ts_model_decays(given.context, given.model, 13, &decays, &count));
    assert_int_equal(count, 2);
    assert_near(&given, "width", found, model_width(decays, count), 1e-15);
    free(decays);
    test_close(&tested);
    test_close(&given);
}

/* A pole at the end of phase space, and a particle that is stable. */
static void refused(void **state)
{
    static const struct {
        struct model_setting settings[3];
        const char *sentence;
    } rows[] = {{{{"WT", "auto", "card"}, {"WW", "0", ""}, {"MT", "85", ""}}, "does not converge"},
                {{{"WM", "auto", "card"}, {"gw", "0", ""}, {"MM", "1", ""}},
                 "no decay into two or three particles"}};
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ts_model *model;
        assert_int_equal(model_create_of_file(context, TEST_SOURCE "/tests/data/decays.tsm", NULL,
                                              rows[i].settings, 3, &model),
                         TS_ERROR_INPUT);
        if (!strstr(ts_context_error(context), rows[i].sentence))
            fail_msg("%s", ts_context_error(context));
    }
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(amplitudes), cmocka_unit_test(muon),
                                       cmocka_unit_test(rounded),    cmocka_unit_test(light_top),
                                       cmocka_unit_test(octet),      cmocka_unit_test(automatic),
                                       cmocka_unit_test(refused)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
