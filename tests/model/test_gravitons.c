/* A massive graviton of the model examples/models/graviton: closed forms, identities, points of an
 * independent program, and the amplitudes of dense tensors. Lambda is that of L = -G T / Lambda; in
 * arXiv:hep-ph/9811350 kappa = sqrt(2) / Lambda. */
#include "dense_tensors.h"
#include "heavy_top_forms.h"
#include "ufo_models.h"

#include "model/decay_widths.h"

static void open_model(struct tested *tested, const struct model_setting *settings, size_t count)
{
    char path[UFO_PATH_BYTES];
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    ufo_import(tested->context, "graviton", path);
    assert_status(tested->context,
                  model_create_of_file(tested->context, path, NULL, settings, count, &tested->model));
    assert_int_equal(remove(path), 0);
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static double number_of(const struct tested *tested, const char *name)
{
    return ts_model_parameter(tested->model, name)->re;
}

/* Formulae of section 4 there, with sqrt(2) / Lambda for kappa. */
static void widths(void **state)
{
    struct tested tested;
    ts_decay *decays;
    size_t count;
    (void)state;
    open_model(&tested, NULL, 0);
    const double m = number_of(&tested, "MG"), unit = pow(m, 3) / pow(number_of(&tested, "Lambda"), 2) / M_PI;
    const double t = pow(number_of(&tested, "MT") / m, 2), z = pow(number_of(&tested, "MZ") / m, 2),
                 h = pow(number_of(&tested, "MH") / m, 2);
    const struct {
        int product;
        double width;
    } rows[] = {{22, unit / 80},
                {21, unit / 10},
                {11, unit / 160},
                {2, 3 * unit / 160},
                {6, 3 * unit / 160 * pow(1 - 4 * t, 1.5) * (1 + 8 * t / 3)},
                {23, unit / 80 * sqrt(1 - 4 * z) * (13.0 / 12 + 14 * z / 3 + 4 * z * z)},
                {25, unit / 960 * pow(1 - 4 * h, 2.5)}};
    assert_status(tested.context, ts_model_decays(tested.context, tested.model, 39, &decays, &count));
    assert_int_equal(count, 8);
    tested.name = "width";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double width = NAN;
        for (size_t k = 0; k < count; ++k)
            width = decays[k].products[0] == rows[i].product ? decays[k].width : width;
        assert_near(&tested, ts_model_particle_name(tested.model, rows[i].product), width, rows[i].width,
                    1e-11);
    }
    free(decays);
    test_close(&tested);
}

/* Two quarks or gluons to two leptons by the graviton: 1 - 3 c^2 + 4 c^4 and 1 - c^4. Their size is that of a
 * Breit-Wigner peak of spin 2 with the widths above. */
static void angles(void **state)
{
    struct tested tested;
    uint64_t random = 71;
    (void)state;
    open_model(&tested, NULL, 0);
    const double m = number_of(&tested, "MG"), w = number_of(&tested, "WG");
    for (int i = 0; i < 6; ++i) {
        test_process(&tested, i % 2 ? "g g > mu+ mu- NP=2 QED=0 QCD=0" : "u u~ > mu+ mu- NP=2 QED=0 QCD=0");
        test_point(&tested, 800 + 100 * i, &random);
        const double s = heavy_top_invariant(&tested, 0, 1), t = heavy_top_invariant(&tested, 0, 2);
        const double c = 1 + 2 * t / s, pole = pow(s - m * m, 2) + m * m * w * w;
        const double form = i % 2 ? (1 - pow(c, 4)) / 128 : (1 - 3 * c * c + 4 * pow(c, 4)) / 192;
        assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL),
                    form * pow(s / number_of(&tested, "Lambda"), 4) / pole, 1e-11);
    }
    test_close(&tested);
}

/* Points of MadGraph 3.1.1 with the model RS of its database, whose Lambda is this one's. */
static void points(void **state)
{
    static const struct {
        const char *process;
        double p[4], energy, value;
    } rows[] = {{"u u~ > a a NP=2 QED=0 QCD=0",
                 {400.0, -120.96084493787967, 296.60459034394984, 239.57084751449187},
                 800.0,
                 0.00028985933468364544},
                {"u u~ > a a NP=2 QED=0 QCD=0",
                 {499.9999999999999, -202.13139159180685, -441.15627889831643, 120.5157173224738},
                 999.9999999999998,
                 2.2519884608491023},
                {"u u~ > y g NP=1 QCD=1 QED=0",
                 {1034.6153846153848, 98.97667157450586, -165.90590670415702, 181.95560636469682},
                 1300.0000000000007,
                 1.2442173086479833},
                {"u u~ > y g NP=1 QCD=1 QED=0",
                 {1327.2727272727275, -51.38813153335588, -684.6580073917394, -538.7537149884605},
                 2200.0000000000005,
                 0.4598775767439066}};
    const struct model_setting width = {"WG", "10.6689", ""};
    struct tested tested;
    (void)state;
    open_model(&tested, &width, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const double e = rows[i].energy / 2;
        test_process(&tested, rows[i].process);
        memcpy(tested.p[0], (const double[]){e, 0, 0, e}, sizeof tested.p[0]);
        memcpy(tested.p[1], (const double[]){e, 0, 0, -e}, sizeof tested.p[1]);
        memcpy(tested.p[2], rows[i].p, sizeof tested.p[2]);
        tested.p[3][0] = 2 * e - rows[i].p[0];
        for (int k = 1; k < 4; ++k)
            tested.p[3][k] = -rows[i].p[k];
        assert_near(&tested, "MadGraph", test_value(&tested, NULL, 0, NULL), rows[i].value, 1e-9);
    }
    test_close(&tested);
}

static void identities(void **state)
{
    static const char *const names[] = {"u u~ > y g NP=1 QCD=1", "g g > y g NP=1 QCD=2",
                                        "t t~ > y a NP=1 QED=1", "g g > t t~ NP=2 QCD=2",
                                        "g g > y g g NP=1 QCD=2"};
    const struct model_setting massive[] = {{"WG", "0", ""}};
    const struct model_setting massless[] = {{"WG", "0", ""}, {"MG", "0", ""}};
    struct tested tested;
    uint64_t random = 72;
    (void)state;
    for (int is_massless = 0; is_massless < 2; ++is_massless) {
        open_model(&tested, is_massless ? massless : massive, is_massless ? 2 : 1);
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            check_identities(&tested, names[i], 3000, &random);
        test_close(&tested);
    }
}

/* Programs written out and of single precision, also with a polarised particle that decays beside gravitons,
 * and the helicities of the graviton one by one. */
static void programs(void **state)
{
    const struct model_setting width = {"WT", "1.5", ""};
    struct tested tested;
    signed char helicities[LEGS_MOST];
    uint64_t random = 74;
    (void)state;
    open_model(&tested, NULL, 0);
    test_process(&tested, "u u~ > y g NP=1 QCD=1");
    test_point(&tested, 1500, &random);
    const double value = test_value(&tested, NULL, 0, NULL);
    assert_near(&tested, "written out", test_value_of(&tested, TREE_FORM_STRAIGHT, 1, NULL, 0, NULL), value,
                1e-13);
    assert_near(&tested, "single", test_value_of(&tested, TREE_FORM_SHARED, 0, NULL, 0, NULL), value, 1e-4);
    memset(helicities, HELICITY_ANY, sizeof helicities);
    double sum = 0;
    for (int h = -2; h <= 2; ++h) {
        helicities[2] = (signed char)h;
        sum += test_value(&tested, helicities, 0, NULL);
    }
    assert_near(&tested, "sum of the graviton's helicities", sum / 4, value, 1e-12);
    /* Helicities in braces, whose frame is the caller's part, are these too. */
    static const char *const braces[] = {"{-2}", "{-}", "{0}", "{+}", "{2}"};
    double of_braces = 0;
    for (int h = -2; h <= 2; ++h) {
        char process[60];
        snprintf(process, sizeof process, "u u~ > y%s g NP=1 QCD=1", braces[h + 2]);
        memset(helicities, HELICITY_ANY, sizeof helicities);
        helicities[2] = (signed char)h;
        const double named = test_value(&tested, helicities, 0, NULL) / 4;
        struct tested other = tested;
        test_process(&other, process);
        assert_near(&tested, braces[h + 2], test_value(&other, NULL, 0, NULL), named, 1e-12);
        of_braces += test_value(&other, NULL, 0, NULL);
    }
    assert_near(&tested, "sum of helicities in braces", of_braces, value, 1e-12);
    test_close(&tested);
    open_model(&tested, &width, 1);
    test_process(&tested, "u u~ > t{L} t~ NP=2 QED=2, t > t a");
    test_point(&tested, 1500, &random);
    const double polarised = test_value(&tested, NULL, 0, NULL);
    assert_true(polarised > 0);
    assert_near(&tested, "written out", test_value_of(&tested, TREE_FORM_STRAIGHT, 1, NULL, 0, NULL),
                polarised, 1e-13);
    assert_near(&tested, "single", test_value_of(&tested, TREE_FORM_SHARED, 0, NULL, 0, NULL), polarised,
                1e-4);
    test_close(&tested);
}

static void tensors(void **state)
{
    static const char *const names[] = {"u u~ > y g NP=1 QCD=1", "g g > y g NP=1 QCD=2",
                                        "t t~ > y a NP=1 QED=1", "y g > t t~ NP=1 QCD=1",
                                        "z z > h h NP=2",        "y y > t t~ NP=2",
                                        "y y > z z NP=2"};
    struct tested tested;
    struct decay_rows rows;
    uint64_t random = 73;
    (void)state;
    open_model(&tested, NULL, 0);
    assert_status(tested.context, decay_rows_create(tested.context, tested.model, &rows));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        test_process(&tested, names[i]);
        test_point(&tested, 3500, &random);
        assert_near(&tested, "by tensors", square_by_tensors(&tested, &rows),
                    test_value(&tested, NULL, 0, NULL), 1e-9);
    }
    decay_rows_free(&rows);
    test_close(&tested);
}

/* What has the spin 3/2 is read; what needs it is refused. */
static void three_halves(void **state)
{
    static const char table[] = "tessera-model 1\nname X\norder QCD 1 99\norder QED 2 99\n"
                                "input MX block MASS 1000039 = 100\nderived G = 1\n"
                                "particle 11 e- e+ spin 2 colour 1 charge -3 mass 0 width 0\n"
                                "particle 22 a a spin 3 colour 1 charge 0 mass 0 width 0\n"
                                "particle 1000039 x x~ spin 4 colour 1 charge -3 mass MX width 0\n"
                                "coupling c orders QED 1 = i\nlorentz RFV spins 4 2 3 = Gamma(3,2,1)\n"
                                "vertex x~ e- a\nterm 1 RFV c\n";
    ts_context *context;
    ts_model *model;
    ts_decay *decays;
    size_t count;
    (void)state;
    char path[UFO_PATH_BYTES];
    snprintf(path, sizeof path, TEST_BINARY "/three-halves-%ld.tsm", (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(table, file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, model_create_of_file(context, path, NULL, NULL, 0, &model));
    assert_int_equal(ts_model_decays(context, model, 1000039, &decays, &count), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "a particle of spin 3/2"));
    ts_model_destroy(&model);
    ts_context_destroy(&context);
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(widths),      cmocka_unit_test(angles),
                                       cmocka_unit_test(points),      cmocka_unit_test(identities),
                                       cmocka_unit_test(tensors),     cmocka_unit_test(programs),
                                       cmocka_unit_test(three_halves)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
