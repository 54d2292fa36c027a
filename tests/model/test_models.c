/* Models that are read from UFOs, those of examples/models. Tested are identities and closed forms, and the
 * Standard Model itself where the rest decouples. */
#include "heavy_top_forms.h"
#include "model_processes.h"

#include "tessera/amplitude.h"

typedef double _Complex number;
extern double cabs(number);

/* The operators of top_eft without the highest powers that the model is for, so that two of them may stand in
 * an amplitude. */
static void open_without_limits(struct tested *tested)
{
    char path[UFO_PATH_BYTES];
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    ufo_import(tested->context, "top_eft", path);
    ufo_lift_limits(path);
    assert_status(tested->context,
                  model_create_of_file(tested->context, path, NULL, NULL, 0, &tested->model));
    assert_int_equal(remove(path), 0);
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

/* Z' ---------------------------------------------------------------------------------------------------- */

/* e+ e- > mu+ mu-: each pair of chiralities is a photon, a Z and a Z' boson. */
static void z_prime_exchange(void **state)
{
    struct tested tested;
    uint64_t random = 31;
    (void)state;
    open_model(&tested, "zprime", NULL, 0);
    test_process(&tested, "e+ e- > mu+ mu- QED=2 NP=2");
    test_point(&tested, 1900, &random);
    const double e = number_of(&tested, "ee"), g = number_of(&tested, "gz"), sw2 = number_of(&tested, "sw2");
    const double couplings[3][2] = {{-e, -e},
                                    {g * (sw2 - 0.5), g * sw2},
                                    {number_of(&tested, "zplL"), number_of(&tested, "zplR")}};
    const double mass[3] = {0, number_of(&tested, "MZ"), number_of(&tested, "MZp")};
    const double width[3] = {0, number_of(&tested, "WZ"), number_of(&tested, "WZp")};
    const double s = 2 * test_product(tested.p[0], tested.p[1]);
    double sum = 0;
    for (int in = 0; in < 2; ++in)
        for (int out = 0; out < 2; ++out) {
            number amplitude = 0;
            for (int i = 0; i < 3; ++i)
                amplitude += couplings[i][in] * couplings[i][out] /
                             (s - mass[i] * mass[i] + 1.0i * mass[i] * width[i]);
            sum += pow(2 * test_product(tested.p[0], tested.p[in == out ? 3 : 2]) * cabs(amplitude), 2);
        }
    assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL), sum, 1e-12);
    test_close(&tested);
}

static void z_prime_decouples(void **state)
{
    static const char *const inputs[][2] = {{"alpha", "alpha"}, {"alpha_s", "alpha_s"}, {"m_z", "MZ"},
                                            {"g_fermi", "Gf"},  {"gamma_z", "WZ"},      {"m_t", "MT"},
                                            {"gamma_t", "WT"}};
    static const struct {
        const char *process, *bounds;
    } cases[] = {{"e+ e- > mu+ mu-", "QED=2"},
                 {"u u~ > e+ e-", "QED=2"},
                 {"d g > mu+ mu- d", "QED=2"},
                 {"g g > t t~", "QED=0"},
                 {"u u~ > g g g", "QED=0"},
                 {"e+ e- > u u~ a", "QED=3"},
                 {"u d~ > u d~ e+ e-", "QED=2 QCD=2"},
                 {"e+ e- > e+ e-", "QED=2"}};
    /* Heavier than anything: a Z' is gone as 1 / M^2. */
    const struct model_setting heavy[] = {{"MZp", "1e12", ""}, {"WZp", "0", ""}};
    struct tested tested;
    uint64_t random = 32;
    char process[100];
    (void)state;
    for (int is_heavy = 0; is_heavy < 2; ++is_heavy) {
        open_model(&tested, "zprime", heavy, is_heavy ? 2 : 0);
        ts_model *standard = standard_with(&tested, inputs, sizeof inputs / sizeof *inputs);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
            snprintf(process, sizeof process, "%s %s NP=%d", cases[i].process, cases[i].bounds,
                     is_heavy ? 4 : 0);
            test_process(&tested, process);
            test_point(&tested, 600, &random);
            snprintf(process, sizeof process, "%s %s", cases[i].process, cases[i].bounds);
            assert_near(&tested, "as in the Standard Model", test_value(&tested, NULL, 0, NULL),
                        value_with(&tested, standard, process), 1e-12);
        }
        ts_model_destroy(&standard);
        test_close(&tested);
    }
}

static void z_prime_identities(void **state)
{
    static const char *const names[] = {"u u~ > mu+ mu- g QED=2 NP=2", "d d~ > zp a g NP=1 QED=1",
                                        "zp zp > u u~ NP=2", "e+ e- > e+ e- QED=2 NP=2",
                                        "u u > u u QCD=2 NP=2 QED=2"};
    const struct model_setting widths[] = {{"WZ", "0", ""}, {"WZp", "0", ""}, {"WT", "0", ""}};
    struct tested tested;
    uint64_t random = 33;
    (void)state;
    open_model(&tested, "zprime", widths, 3);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        check_identities(&tested, names[i], 5000, &random);
    test_close(&tested);
}

/* Operators of the top quark -------------------------------------------------------------------------------
 */

static const struct model_setting four_fermions[] = {{"ctG", "0", ""},
                                                     {"ctq8", "-3.5", ""},
                                                     {"ctq1", "2", ""}};

/* The vertex of four quarks is a gluon of no range: 1 / s becomes 1 / s + c / (g Lambda)^2. Its part without
 * colour adds up apart, with 9 / 2 of the colour factor. */
static void four_quarks(void **state)
{
    static const char *const names[] = {"u u~ > t t~", "u t > u t", "t~ u~ > t~ u~", "t t~ > d d~"};
    struct tested tested;
    uint64_t random = 34;
    (void)state;
    open_model(&tested, "top_eft", four_fermions, 3);
    const double unit = pow(number_of(&tested, "G") * number_of(&tested, "Lambda"), 2);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char process[80];
        test_process(&tested, names[i]);
        test_point(&tested, 900, &random);
        const double mandelstam = heavy_top_invariant(&tested, 0, tested.pdg[1] == -tested.pdg[0] ? 1 : 2);
        const double octet = mandelstam * -3.5 / unit, singlet = mandelstam * 2 / unit;
        const double gluon = test_value(&tested, NULL, 0, NULL);
        snprintf(process, sizeof process, "%s NP=1", names[i]);
        assert_near(&tested, "closed form", value_with(&tested, tested.model, process),
                    gluon * (pow(1 + octet, 2) + 4.5 * pow(singlet, 2)), 1e-11);
        snprintf(process, sizeof process, "%s NP=1 QCD=0", names[i]);
        assert_near(&tested, "operators alone", value_with(&tested, tested.model, process),
                    gluon * (pow(octet, 2) + 4.5 * pow(singlet, 2)), 1e-11);
    }
    test_close(&tested);
}

/* Two gluons into two by a Higgs boson in each channel, with S = s^2 / (s - M^2) and so on. All gluons
 * counted as outgoing, the vertex takes two of one helicity, with gh s / 2. Of four equal helicities three
 * channels interfere; six others have one channel each. */
static void gluons_in_groups(void **state)
{
    struct tested tested;
    uint64_t random = 40;
    (void)state;
    open_without_limits(&tested);
    const double m2 = pow(number_of(&tested, "MH"), 2), strength = pow(number_of(&tested, "gh"), 4);
    for (int i = 0; i < 3; ++i) {
        double sum = 0, squares = 0;
        test_process(&tested, "g g > g g");
        test_point(&tested, 900, &random);
        for (int k = 1; k < 4; ++k) {
            const double s = heavy_top_invariant(&tested, 0, k), channel = s * s / (s - m2);
            sum += channel;
            squares += channel * channel;
        }
        assert_near(&tested, "closed form", value_with(&tested, tested.model, "g g > g g HIG=2 QCD=0"),
                    strength * (16 * squares + (sum * sum - squares)) / 256, 1e-8);
    }
    test_close(&tested);
}

static void operator_identities(void **state)
{
    static const char *const names[] = {"g g > t t~ NP=1",   "u u~ > t t~ g NP=1",      "t g > t g NP=1",
                                        "g g > t t~ g NP=1", "u u > u u NP=1",          "t t > t t NP=1",
                                        "g g > g h",         "g g > t t~ h NP=1 HIG=0", "g g > g g HIG=2",
                                        "g g > g g h HIG=2"};
    struct tested tested;
    uint64_t random = 35;
    (void)state;
    open_without_limits(&tested);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        check_identities(&tested, names[i], 1500, &random);
    test_close(&tested);
}

static void heavy_top_quark(void **state)
{
    struct tested tested;
    uint64_t random = 36;
    (void)state;
    open_model(&tested, "top_eft", NULL, 0);
    const struct heavy_top top = {number_of(&tested, "G"), number_of(&tested, "gh"),
                                  number_of(&tested, "MH")};
    struct orders most = orders_all(ORDER_ANY);
    most.power[ORDER_QED] = 0;
    check_heavy_top_forms(&tested, &top, most, &random);
    test_close(&tested);
}

/* The squared matrix element is a parabola in the operators' strength. Its parts are those that bounds of
 * powers in the square give. */
static void parts_of_squares(void **state)
{
    static const char *const names[] = {"g g > t t~", "u u~ > t t~", "u u~ > t t~ g"};
    static const char *const strengths[] = {"-2", "-1", "0.5", "1", "3"};
    for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
        struct tested tested;
        uint64_t random = 37;
        char process[100];
        double none = 0, linear = 0, square = 0;
        (void)state;
        for (size_t i = 0; i < sizeof strengths / sizeof *strengths; ++i) {
            const double c = atof(strengths[i]);
            const struct model_setting settings[] = {{"ctG", strengths[i], ""}, {"ctq8", strengths[i], ""}};
            double found[5];
            const char *const bounds[] = {"NP=1", "NP^2==0", "NP^2==1", "NP^2==2", "NP^2<=1"};
            open_model(&tested, "top_eft", settings, 2);
            test_process(&tested, names[n]);
            random = 37;
            test_point(&tested, 1200, &random);
            for (int k = 0; k < 5; ++k) {
                snprintf(process, sizeof process, "%s %s%s", names[n], k ? "NP=1 " : "", bounds[k]);
                found[k] = value_with(&tested, tested.model, process);
            }
            if (!i)
                none = found[1], linear = found[2] / c, square = found[3] / (c * c);
            assert_near(&tested, "without", found[1], none, 1e-12);
            assert_near(&tested, "interference", found[2], linear * c, 1e-10);
            assert_near(&tested, "square", found[3], square * c * c, 1e-10);
            assert_near(&tested, "whole", found[0], none + c * linear + c * c * square, 1e-10);
            assert_near(&tested, "to first power", found[4], none + c * linear, 1e-10);
            test_close(&tested);
        }
        if (!(fabs(linear) > 1e-3 * none))
            fail_msg("%s: the interference is %g of %g", names[n], linear, none);
    }
}

/* Majorana fermions and scalars
 * ------------------------------------------------------------------------------ */

/* Right-handed electrons and a scalar of charge, lambda chi P e S*: H. Haber, G. Kane, Phys. Rept. 117
 * (1985) 75. */
static double pair_of_majorana(const struct tested *tested, double t, double u, double s)
{
    const double m = number_of(tested, "Mchi"), M2 = pow(number_of(tested, "Mse"), 2);
    const double square = pow((t - m * m) / (t - M2), 2) + pow((u - m * m) / (u - M2), 2);
    return pow(number_of(tested, "lam"), 4) / 4 * (square - 2 * s * m * m / ((t - M2) * (u - M2)));
}

/* Two electrons into two scalars, which a Majorana mass alone allows. */
static double pair_of_charge_two(const struct tested *tested, double t, double u, double s)
{
    const double m = number_of(tested, "Mchi");
    return pow(number_of(tested, "lam"), 4) / 4 * m * m * s * pow(1 / (t - m * m) + 1 / (u - m * m), 2);
}

/* Scalars of colour from quarks. */
static double scalars_of_quarks(const struct tested *tested, double t, double u, double s)
{
    const double m2 = pow(number_of(tested, "MS"), 2), g = number_of(tested, "G");
    return pow(g, 4) * 4 / 9 * ((t - m2) * (u - m2) - m2 * s) / (s * s);
}

/* Scalars from photons: x = m^2 s / (t - m^2) (u - m^2). */
static double of_two_vectors(double m2, double t, double u, double s)
{
    const double x = m2 * s / ((t - m2) * (u - m2));
    return 8 * (1 - 2 * x + 2 * x * x);
}

static double scalars_of_photons(const struct tested *tested, double t, double u, double s)
{
    return pow(number_of(tested, "ee"), 4) / 4 * of_two_vectors(pow(number_of(tested, "Mse"), 2), t, u, s);
}

static double scalars_of_gluons(const struct tested *tested, double t, double u, double s)
{
    const double m2 = pow(number_of(tested, "MS"), 2);
    const double colour = 16.0 / 3 - 12 * (t - m2) * (u - m2) / (s * s);
    return pow(number_of(tested, "G"), 4) / 256 * colour * of_two_vectors(m2, t, u, s);
}

static void toys(void **state)
{
    static const struct {
        const char *name;
        double (*value)(const struct tested *tested, double t, double u, double s);
    } forms[] = {{"e- e+ > chi chi QED=0", pair_of_majorana},
                 {"e- e- > se- se- QED=0", pair_of_charge_two},
                 {"u u~ > lq lq~ QED=0 NP=0", scalars_of_quarks},
                 {"a a > se- se+ NP=0", scalars_of_photons},
                 {"g g > lq lq~ NP=0 QED=0", scalars_of_gluons}};
    struct tested tested;
    uint64_t random = 38;
    (void)state;
    open_model(&tested, "toys", NULL, 0);
    for (size_t i = 0; i < 3 * sizeof forms / sizeof *forms; ++i) {
        test_process(&tested, forms[i / 3].name);
        test_point(&tested, 3000, &random);
        const double s = heavy_top_invariant(&tested, 0, 1), t = heavy_top_invariant(&tested, 0, 2);
        const double u = heavy_top_invariant(&tested, 1, 2);
        assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL),
                    forms[i / 3].value(&tested, t, u, s), 1e-11);
    }
    test_close(&tested);
}

static void toys_identities(void **state)
{
    static const char *const names[] = {"e- e- > se- se- a QED=1",
                                        "e+ e- > chi chi a QED=1",
                                        "chi chi > chi chi e+ e-",
                                        "e- u > lq g",
                                        "g u > lq e+",
                                        "g g > lq e+ u~",
                                        "e- e- > se- se-",
                                        "a g > lq lq~",
                                        "e- u > e- u NP=2 QED=2",
                                        "g u > lq e+ a"};
    struct tested tested;
    uint64_t random = 39;
    (void)state;
    open_model(&tested, "toys", NULL, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        check_identities(&tested, names[i], 3000, &random);
    test_close(&tested);
}

/* Names of MadGraph ----------------------------------------------------------------------------------------
 */

static void expect_sentence(const char *name, const char *sentence, const char *part)
{
    if (!strstr(sentence, part))
        fail_msg("%s: \"%s\" does not say \"%s\"", name, sentence, part);
}

/* Other capitals, the prefix mdl_, and names of supersymmetric particles are told what is meant. */
static void words_of_madgraph(void **state)
{
    static const char *const inputs[][2] = {{"mdl_MZp", "did you mean MZp?"},
                                            {"MDL_mzP", "did you mean MZp?"},
                                            {"mzp", "did you mean MZp?"},
                                            {"mdl_Gf", "did you mean Gf?"},
                                            {"aS", "did you mean alpha_s?"},
                                            {"mdl_gz", "gz is no input"},
                                            {"mdl_quux", "`tessera model` lists them"}};
    static const char *const standard[][2] = {{"mdl_MT", "did you mean m_t?"},
                                              {"WZ", "did you mean gamma_z?"},
                                              {"mdl_Gf", "did you mean g_fermi?"},
                                              {"aEWM1", "did you mean alpha, which is 1 / aEWM1?"}};
    static const char *const particles[][2] = {{"e- e- > er- er-", "did you mean se-?"},
                                               {"e- e+ > se- ER+", "did you mean se+?"},
                                               {"e- e+ > ul ul~", "did you mean u?"}};
    struct tested tested;
    struct label_list labels;
    char sentence[SENTENCE_BYTES];
    (void)state;
    open_model(&tested, "zprime", NULL, 0);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; ++i) {
        const struct model_setting setting = {inputs[i][0], "1", "here"};
        assert_int_equal(model_check_names(tested.context, &setting, 1, tested.model), TS_ERROR_INPUT);
        expect_sentence(inputs[i][0], ts_context_error(tested.context), inputs[i][1]);
    }
    for (size_t i = 0; i < sizeof standard / sizeof *standard; ++i) {
        const struct model_setting setting = {standard[i][0], "1", "here"};
        ts_model *model = NULL;
        assert_int_equal(model_create_standard(tested.context, &setting, 1, &model), TS_ERROR_INPUT);
        expect_sentence(standard[i][0], ts_context_error(tested.context), standard[i][1]);
    }
    test_close(&tested);
    open_model(&tested, "toys", NULL, 0);
    labels_of_model(tested.model, &labels);
    for (size_t i = 0; i < sizeof particles / sizeof *particles; ++i) {
        struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
        assert_false(notation_read(tested.model, &labels, particles[i][0], &notation, sentence));
        expect_sentence(particles[i][0], sentence, particles[i][1]);
    }
    test_close(&tested);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(z_prime_exchange),
                                       cmocka_unit_test(z_prime_decouples),
                                       cmocka_unit_test(z_prime_identities),
                                       cmocka_unit_test(four_quarks),
                                       cmocka_unit_test(gluons_in_groups),
                                       cmocka_unit_test(operator_identities),
                                       cmocka_unit_test(heavy_top_quark),
                                       cmocka_unit_test(parts_of_squares),
                                       cmocka_unit_test(toys),
                                       cmocka_unit_test(toys_identities),
                                       cmocka_unit_test(words_of_madgraph)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
