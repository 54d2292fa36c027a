/* Identities of all models of the tests, in processes of each of their vertices. They are Lorentz invariance,
 * Ward identities, exchanges, antiparticles, crossing of all legs and of one, and single helicities. Without
 * their own powers of couplings the models are the Standard Model. */
#include "crossed_leg.h"
#include "model_processes.h"

enum { WIDTHS_MOST = 4 };

/* A process; `lines` names what is exchanged, for crossing of one leg; NULL: that is left out. */
struct row {
    const char *process, *orders;
    double energy;
    const char *lines;
};

/* Powers that a process of this model has not unless it says so, and widths that are zero. */
struct suite {
    const char *model;
    const char *orders[16];
    const char *widths[WIDTHS_MOST];
    double ward; /* of the square of a vector's momentum, in parts of the usual one; 0: 1e-18 */
    const struct row *rows;
    size_t count;
};

static void open_suite(struct tested *tested, const struct suite *suite)
{
    struct model_setting settings[WIDTHS_MOST];
    size_t count = 0;
    for (; count < WIDTHS_MOST && suite->widths[count]; ++count)
        settings[count] = (struct model_setting){suite->widths[count], "0", ""};
    if (!suite->model)
        test_open(tested);
    else
        open_model(tested, suite->model, settings, count);
    tested->ward = suite->ward;
}

static void check_suite(const struct suite *suite)
{
    struct tested tested;
    uint64_t random = 61;
    open_suite(&tested, suite);
    for (size_t i = 0; i < suite->count; i += test_has_time() ? 1 : 2) {
        const struct row *row = &suite->rows[i];
        char process[PROCESS_BYTES];
        test_process(&tested, ufo_only(process, row->process, row->orders, suite->orders));
        test_point(&tested, row->energy, &random);
        const double value = test_value(&tested, NULL, 0, NULL);
        if (value == 0 || !isfinite(value))
            fail_msg("%s: %g", process, value);
        check_identities_here(&tested, value);
        if (row->lines)
            check_crossed_leg(&tested, row->lines, row->energy);
    }
    test_close(&tested);
}

#define SUITE(of, ...)                                                \
    {                                                                 \
        __VA_ARGS__, .rows = (of), .count = sizeof(of) / sizeof *(of) \
    }

static void standard_model(void **state)
{
    static const struct row rows[] = {
        {"u u~ > e+ e-", "QED=2", 500, "a z"},    {"e+ e- > e+ e-", "QED=2", 500, "a z"},
        {"e- ve~ > mu- vm~", "QED=2", 500, "w+"}, {"g g > t t~", "QCD=2", 900, "g t"},
        {"u g > u g", "QCD=2", 500, "g"},         {"u d~ > w+ z", "QED=2", 900, "u w+"},
        {"e+ e- > w+ w-", "QED=2", 900, "a z"},   {"b w+ > t a", "QED=2", 900, "b t w+"},
        {"w+ w- > w+ w-", "QED=2", 900, "a z h"}, {"z z > h h", "QED=2", 900, "z h"},
        {"t t~ > h z", "QED=2", 1200, "t z"}};
    static const struct suite suite = SUITE(rows, .model = NULL);
    (void)state;
    check_suite(&suite);
}

static void z_prime(void **state)
{
    static const struct row rows[] = {{"e+ e- > mu+ mu-", "QED=2 NP=2", 1900, "a z zp"},
                                      {"u u~ > e+ e-", "QED=2 NP=2", 900, "a z zp"},
                                      {"u u > u u", "QCD=2 QED=2 NP=2", 3000, "a z zp"},
                                      {"g g > t t~", "QCD=2", 900, "g t"},
                                      {"t t~ > zp g", "NP=1 QCD=1", 4000, "t"},
                                      {"u u~ > g g g", "QCD=3", 600, NULL},
                                      {"e+ e- > u u~ a", "QED=3 NP=2", 600, NULL},
                                      {"d g > mu+ mu- d", "QCD=1 QED=2 NP=2", 600, NULL}};
    static const struct suite suite = SUITE(rows, .model = "zprime", .orders = {"QCD", "QED", "NP"},
                                            .widths = {"WZ", "WZp", "WT"});
    (void)state;
    check_suite(&suite);
}

static void top_operators(void **state)
{
    static const struct row rows[] = {{"u u~ > t t~", "QCD=2 NP=1", 900, "g"},
                                      {"u t > u t", "QCD=2 NP=1", 900, "g"},
                                      {"t~ u~ > t~ u~", "NP=1", 900, "g"},
                                      {"t t~ > d d~", "QCD=2 NP=1", 900, "g"},
                                      {"g g > t t~", "QCD=2 NP=1", 1500, "g t"},
                                      {"u u~ > t t~", "QCD=2 NP=1 NP^2==1", 1200, "g"},
                                      {"g g > t t~", "QCD=2 NP=1 NP^2==1", 1200, "g t"},
                                      {"u u~ > t t~ g", "QCD=3 NP=1 NP^2==1", 1200, NULL},
                                      {"u u~ > t t~ g", "QCD=3 NP=1 NP^2==2", 1200, NULL},
                                      {"g g > g h", "QCD=1 HIG=1", 900, "g"},
                                      {"u u~ > g h", "QCD=1 HIG=1", 900, "g"},
                                      {"t t~ > g h", "QCD=1 QED=1 HIG=1", 900, "g t"}};
    static const struct suite suite = SUITE(rows, .model = "top_eft", .orders = {"QCD", "QED", "NP", "HIG"},
                                            .widths = {"WH", "WT"});
    (void)state;
    check_suite(&suite);
}

static void toys(void **state)
{
    static const struct row rows[] = {
        {"e- e+ > chi chi", "NP=2", 3000, "se-"},      {"chi chi > e- e+", "NP=2", 1000, "se-"},
        {"e- e- > se- se-", "NP=2", 3000, "chi"},      {"chi e- > se- a", "NP=1 QED=1", 1000, "e- se-"},
        {"u u~ > lq lq~", "QCD=2 NP=2", 3000, "g e-"}, {"a a > se- se+", "QED=2", 3000, "se-"},
        {"g g > lq lq~", "QCD=2", 3000, "g lq"},       {"a g > lq lq~", "QCD=1 QED=1", 3000, "lq"},
        {"g lq > e- u", "QCD=1 NP=1", 3000, "u lq"},   {"e- u > e- u", "QED=2 NP=2", 3000, "a lq"}};
    static const struct suite suite = SUITE(rows, .model = "toys", .orders = {"QCD", "QED", "NP"},
                                            .widths = {"Wse", "WS"});
    (void)state;
    check_suite(&suite);
}

static void gravitons(void **state)
{
    static const struct row rows[] = {
        {"u u~ > mu+ mu-", "NP=2", 800, "y"},      {"u u~ > t t~", "QCD=2 QED=2 NP=2", 1500, "a y"},
        {"g g > mu+ mu-", "NP=2", 900, "y"},       {"u u~ > a a", "QED=2 NP=2", 800, "a y"},
        {"z z > h h", "NP=2", 1500, "y"},          {"u u~ > y g", "NP=1 QCD=1", 3000, "u"},
        {"y g > t t~", "NP=1 QCD=1", 3000, "t g"}, {"y y > t t~", "NP=2", 3500, "t"},
        {"y y > z z", "NP=2", 3500, "z"}};
    static const struct suite suite = SUITE(rows, .model = "graviton", .orders = {"QCD", "QED", "NP"},
                                            .widths = {"WG", "WT"});
    (void)state;
    check_suite(&suite);
}

/* Of a junction the flows depend on each other, so that squares that vanish are differences: 1e-16 of what
 * each flow has. */
static void colours(void **state)
{
    static const struct row rows[] = {{"u u~ > six six~", "QCD=2 NP=2", 3000, "g u"},
                                      {"d d~ > sq sq~", "QCD=2 NP=2", 3000, "g s"},
                                      {"g g > six six~", "QCD=2", 3000, "g six"},
                                      {"g g > sq sq~", "QCD=2", 3000, "g sq"},
                                      {"g g > oct oct", "QCD=2", 3000, "g oct"},
                                      {"g g > oct g", "QCD=1 NP=1", 3000, "g oct"},
                                      {"g g > g g", "NP=2", 3000, "oct"},
                                      {"u u~ > oct g", "QCD=2 NP=1", 3000, "g oct"},
                                      {"u u > u u", "QCD=2 NP=2", 3000, "g six"},
                                      {"d s > d s", "QCD=2 NP=2", 3000, "g sq"},
                                      {"d s~ > d s~", "NP=2", 3000, "sq"},
                                      {"u u > six g", "QCD=1 NP=1", 3000, "u six"},
                                      {"d s > sq~ g", "QCD=1 NP=1", 3000, "d sq"}};
    static const struct suite suite = SUITE(rows, .model = "coloured.tsm", .orders = {"QCD", "QED", "NP"},
                                            .ward = 1e-14);
    (void)state;
    check_suite(&suite);
}

/* The vector of two charges of this model has no vertex with a photon, so that what emits one beside it has
 * no Ward identity. */
static void forms(void **state)
{
    static const struct row rows[] = {
        {"e+ e- > mu+ mu-", "CON=2", 700, "a"},          {"e- mu- > e- mu- a", "CON=2 QED=1", 500, NULL},
        {"e+ e- > mu+ mu-", "QED=2 HEA=2", 700, "a v"},  {"e+ e- > mu+ mu-", "DIP=2", 700, "a v"},
        {"e- ta- > e- ta-", "DIR=2", 2000, "a v"},       {"ta- mu- > ta- mu-", "DIR=2", 2000, "a v"},
        {"e- ta+ > e- ta+ a", "DIR=2 QED=1", 700, NULL}, {"e- a > ta- a", "SIG=1 QED=1", 900, "e- ta-"},
        {"e+ ta- > a a a", "GAM=1 QED=2", 900, NULL},    {"e- e- > ta- ta-", "CHA=2", 900, "k1++"},
        {"e- mu- > ta- mu-", "FLO=2", 900, "k1++"},      {"e+ mu+ > ta+ mu+", "CHA=2", 900, "k1++"},
        {"e- e- > ta- ta-", "FOC=1", 900, "a"},          {"e- mu- > ta- mu-", "FOC=1", 900, "a"}};
    static const struct suite suite = SUITE(rows, .model = "forms",
                                            .orders = {"QED", "BAR", "CON", "DIP", "DIR", "PRO", "HEA", "SIG",
                                                       "GAM", "FLO", "CHA", "DEC", "FOF", "FOC"});
    (void)state;
    check_suite(&suite);
}

/* Where a heavy fermion becomes a light one by a photon the current is not conserved: no photon goes out
 * there. */
static void propagators(void **state)
{
    static const struct row rows[] = {{"ta+ ta- > ta+ ta-", "NEW=2", 900, "v"},
                                      {"ta- mu+ > ta- mu+", "OLD=2 NEW=2", 900, "v"},
                                      {"e+ e- > mu+ mu-", "PHO=2", 700, "a"},
                                      {"e- ta- > e- ta-", "GAU=2", 700, "a"},
                                      {"e- ta- > e- ta- a", "GAU=2 QED=1", 700, NULL},
                                      {"e+ e- > mu+ mu-", "RUN=2", 900, "v"},
                                      {"e- ta- > e- ta-", "RXI=2", 900, "v"},
                                      {"e+ e- > mu+ mu-", "QUA=2", 900, NULL},
                                      {"e- ve~ > ta- vm~", "NEW=2", 900, "v"},
                                      {"e- mu- > e- mu-", "ZER=2", 900, "a"},
                                      {"mu- a > mu- a", "NEW=2", 900, "a"}};
    static const struct suite suite = SUITE(rows, .model = "propagators",
                                            .orders = {"QED", "OLD", "NEW", "PHO", "GAU", "RUN", "QUA", "COR",
                                                       "RXI", "ZER", "WID"},
                                            .widths = {"WV", "WF"});
    (void)state;
    check_suite(&suite);
}

static void decays(void **state)
{
    static const struct row rows[] = {
        {"mu- ve > e- vm", "QED=2 NP=2", 300, "w+"},
        {"t b~ > u d~", "QED=2", 300, "w+"},
    };
    static const struct suite suite = SUITE(rows, .model = "decays.tsm", .orders = {"QCD", "QED", "NP"},
                                            .widths = {"WW"});
    (void)state;
    check_suite(&suite);
}

/* Models without their own powers of couplings, and operators whose coefficients are zero. */
static void decoupling(void **state)
{
    static const char *const qcd[][2] = {{"alpha_s", "alpha_s"}, {"m_t", "MT"}, {"gamma_t", "WT"}};
    static const char *const higgs[][2] = {{"alpha_s", "alpha_s"}, {"m_t", "MT"},     {"gamma_t", "WT"},
                                           {"m_h", "MH"},          {"gamma_h", "WH"}, {"g_fermi", "Gf"}};
    static const char *const photons[][2] = {{"alpha_s", "alpha_s"}, {"alpha", "alpha"}};
    static const char *const strong[][2] = {{"alpha_s", "alpha_s"}};
    static const struct model_setting none[] = {{"ctG", "0", ""}, {"ctq8", "0", ""}, {"ctq1", "0", ""}};
    static const struct {
        const char *model, *process, *powers, *standard;
        const char *const (*inputs)[2];
        size_t input_count, zeros;
    } rows[] = {{"top_eft", "g g > t t~ g", "QCD=3 QED=0 NP=0 HIG=0", "QED=0", qcd, 3, 0},
                {"top_eft", "u u~ > t t~", "QCD=2 QED=0 NP=0 HIG=0", "QED=0", qcd, 3, 0},
                {"top_eft", "g g > t t~ h", "QCD=2 QED=1 NP=0 HIG=0", "QED=1", higgs, 6, 0},
                {"top_eft", "g g > t t~ g", "QCD=3 QED=0 NP=1 HIG=0", "QED=0", qcd, 3, 3},
                {"top_eft", "u u~ > t t~", "QCD=2 QED=0 NP=1 HIG=0", "QED=0", qcd, 3, 3},
                {"graviton", "g g > t t~ g", "QCD=3 QED=0 NP=0", "QED=0", qcd, 3, 0},
                {"graviton", "e+ e- > a a a", "QCD=0 QED=3 NP=0", "QED=3", photons, 2, 0},
                {"toys", "u g > u g g", "QCD=3 QED=0 NP=0", "QED=0", strong, 1, 0},
                {"toys", "u u~ > a a g", "QCD=1 QED=2 NP=0", "QED=2", photons, 2, 0},
                {"coloured.tsm", "d s > d s g", "QCD=3 QED=0 NP=0", "QED=0", strong, 1, 0}};
    uint64_t random = 62;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct tested tested;
        char process[PROCESS_BYTES];
        open_model(&tested, rows[i].model, none, rows[i].zeros);
        ts_model *standard = standard_with(&tested, rows[i].inputs, rows[i].input_count);
        snprintf(process, sizeof process, "%s %s", rows[i].process, rows[i].powers);
        test_process(&tested, process);
        test_point(&tested, 1200, &random);
        const double value = test_value(&tested, NULL, 0, NULL);
        snprintf(process, sizeof process, "%s %s", rows[i].process, rows[i].standard);
        assert_near(&tested, "as in the Standard Model", value, value_with(&tested, standard, process),
                    1e-12);
        ts_model_destroy(&standard);
        test_close(&tested);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(standard_model), cmocka_unit_test(z_prime),
                                       cmocka_unit_test(top_operators),  cmocka_unit_test(toys),
                                       cmocka_unit_test(gravitons),      cmocka_unit_test(colours),
                                       cmocka_unit_test(forms),          cmocka_unit_test(propagators),
                                       cmocka_unit_test(decays),         cmocka_unit_test(decoupling)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
