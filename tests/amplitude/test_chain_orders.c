/* Orders of the steps of a chain of decays, in models of their own. The production has its bounds and each
 * decay its own. Tested are equal points of whole processes that require the resonance, couplings that are
 * scaled, parts of the square, and production times branching. */
#include "tree_identities.h"

#include "core/card.h"
#include "tessera/amplitude.h"
#include "tessera/run.h"
#include "ufo_models.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

static struct tested tested;
static char path[UFO_PATH_BYTES];

static int open_model(void **state)
{
    (void)state;
    if (ts_context_create(&tested.context))
        return -1;
    ufo_import(tested.context, "zprime", path);
    return model_create_of_file(tested.context, path, NULL, NULL, 0, &tested.model) ||
           device_open(tested.context, "cpu", 0, &tested.device);
}

static int close_model(void **state)
{
    (void)state;
    test_close(&tested);
    return remove(path);
}

/* A card with the model, and with these assignments. */
static ts_card *card_of(const char *const *assignments)
{
    ts_card *card;
    char name[UFO_PATH_BYTES + 20];
    snprintf(name, sizeof name, "model.name=%s", path);
    assert_status(tested.context, ts_card_create(tested.context, &card));
    assert_status(tested.context, ts_card_set(tested.context, card, name));
    for (; assignments && *assignments; ++assignments)
        assert_status(tested.context, ts_card_set(tested.context, card, *assignments));
    return card;
}

/* |M|^2 at the momenta of `tested`. */
static double squared(const char *process, const char *const *assignments)
{
    double value = 0;
    ts_card *card = card_of(assignments);
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    assert_status(tested.context, ts_amplitude_evaluate(tested.context, process, &settings,
                                                        (size_t)tested.legs, tested.p[0], 1, &value, NULL));
    ts_card_destroy(&card);
    return value;
}

/* All diagrams with a Z' boson in this place are those of the chain. */
static void equal_required(void **state)
{
    static const char *const cases[][2] = {
        {"u u~ > zp NP=1, zp > e+ e-", "u u~ > zp > e+ e- QED=0 NP=2"},
        {"u u~ > zp, zp > e+ e-", "u u~ > zp > e+ e- QED=0 NP=2"},
        {"u u~ > zp WEIGHTED=2, zp > e+ e- WEIGHTED=2", "u u~ > zp > e+ e- QED=0 NP=2"},
        {"u u~ > zp g NP=1 QED=0, zp > e+ e- NP=1 QED=0", "u u~ > zp > e+ e- g QED=0 NP=2"},
        {"u u~ > zp NP=1, zp > e+ e- a QED<=1 NP=1", "u u~ > zp > e+ e- a / u QED=1 NP=2"}};
    uint64_t random = 11;
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        test_process(&tested, cases[i][1]);
        test_point(&tested, 2100, &random);
        const double all = squared(cases[i][1], NULL);
        assert_true(all > 0);
        assert_near(&tested, cases[i][0], squared(cases[i][0], NULL), all, 1e-12);
    }
}

/* With all couplings of the Z' boson doubled, at one width, |M|^2 has that power of two. A bound of a sum
 * over all steps would let one step take what another leaves. */
static void powers(void **state)
{
    static const struct {
        const char *process;
        double power;
    } cases[] = {{"u u~ > zp NP=1, zp > e+ e- mu+ mu- NP=1", 4},
                 {"u u~ > zp e+ e- NP=1, zp > mu+ mu-", 4},
                 {"u u~ > zp e+ e- NP=3 NP^2==4, zp > mu+ mu- NP=1", 6},
                 {"u u~ > zp e+ e- NP^2==6, zp > mu+ mu-", 8}};
    static const char *const doubled[] = {"model.zpuL=0.4",  "model.zpuR=-0.2",
                                          "model.zpdL=0.4",  "model.zpdR=0.1",
                                          "model.zplL=-0.3", "model.zplR=0.2",
                                          "model.zpvL=-0.3", NULL};
    uint64_t random = 12;
    (void)state;
    test_process(&tested, "u u~ > e+ e- mu+ mu-");
    test_point(&tested, 5000, &random);
    for (size_t i = 0; i < ROWS(cases); ++i)
        assert_near(&tested, cases[i].process, squared(cases[i].process, doubled),
                    squared(cases[i].process, NULL) * pow(2, cases[i].power), 1e-10);
}

/* Bounds of the square are of the production's powers. */
static void parts_of_squares(void **state)
{
    static const char *const parts[] = {"NP^2==2", "NP^2==4", "NP^2==6"};
    uint64_t random = 13;
    double sum = 0;
    (void)state;
    test_process(&tested, "u u~ > e+ e- mu+ mu-");
    test_point(&tested, 5000, &random);
    for (size_t i = 0; i < ROWS(parts); ++i) {
        char process[80];
        snprintf(process, sizeof process, "u u~ > zp e+ e- NP=3 %s, zp > mu+ mu-", parts[i]);
        sum += squared(process, NULL);
    }
    assert_near(&tested, "sum of parts", sum, squared("u u~ > zp e+ e- NP=3, zp > mu+ mu-", NULL), 1e-10);
}

/* A cross section [pb] in a model whose Z' boson is narrow. */
static double cross_section(const char *process, double *error)
{
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    ts_card *card = card_of((const char *const[]){process, "beams={particles: [e+, e-], energy: 5000}",
                                                  "model.WZp=0.2",
                                                  "integration={relative_error: 3e-3, seed: 3}", NULL});
    assert_status(tested.context, ts_run(tested.context, card, &settings, &result));
    const double value = result->value;
    *error = result->error;
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return value;
}

/* 15 widths around the mass have 2 / pi atan(30) of a narrow resonance. */
static void production_times_branching(void **state)
{
    double error, of_both;
    (void)state;
    const double left = ts_model_parameter(tested.model, "zplL")->re;
    const double right = ts_model_parameter(tested.model, "zplR")->re;
    const double width = ts_model_parameter(tested.model, "MZp")->re * (left * left + right * right) /
                         (24 * M_PI);
    const double expected = cross_section("process=e+ e- > zp z NP=1 QED=1", &error) * width / 0.2 * 2 /
                            M_PI * atan(30);
    const double found = cross_section("process=e+ e- > zp z NP=1 QED=1, zp > mu+ mu-", &of_both);
    if (!(fabs(found / expected - 1) < 4 * 3e-3 * sqrt(2)))
        fail_msg("%g pb, and production times branching is %g", found, expected);
}

static void refused(void **state)
{
    static const char *const cases[][2] = {
        {"u u~ > zp NP=1, zp > e+ e- NP=0",
         "the decay of zp has no tree diagram in the model zprime within its orders"},
        {"u u~ > zp, zp > e+ e- NP^2==2", "bounds of the square (NP^2==1) stand behind the production"},
        {"u u~ > zp, zp > NP=1 e+ e-", "orders such as QED=2 stand behind all products of a decay"},
        {"u u~ > zp, zp > e+ e- NPS=1", "'NPS' is no order of the model; did you mean NP?"},
        {"u u~ > zp NP^2==1, zp > e+ e-", "those that it has are of QCD=0 QED=0 NP=2"},
        {"u u~ > zp e+ e- NP=0, zp > mu+ mu-",
         "those that it has are of QCD=0 QED=0 NP=4, QCD=0 QED=2 NP=2"}};
    ts_card *card = card_of(NULL);
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        double value;
        assert_int_equal(ts_amplitude_evaluate(tested.context, cases[i][0], &settings, 4, tested.p[0], 1,
                                               &value, NULL),
                         TS_ERROR_INPUT);
        if (!strstr(ts_context_error(tested.context), cases[i][1]))
            fail_msg("%s: %s", cases[i][0], ts_context_error(tested.context));
    }
    ts_card_destroy(&card);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal_required), cmocka_unit_test(powers),
                                       cmocka_unit_test(parts_of_squares),
                                       cmocka_unit_test(production_times_branching),
                                       cmocka_unit_test(refused)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, open_model, close_model) : 77;
}
