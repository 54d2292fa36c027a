/* Chains of decays. Diagrams are those of production times decays. Squared matrix elements are those of all
 * diagrams: exactly where the others are excluded, and near resonances that are narrow. Cross sections are
 * those of production times branching ratios, which closed forms give. Events have the named resonances with
 * their products and colours. */
#include "tree_identities.h"

#include "core/card.h"
#include "events/resonances.h"
#include "tessera/amplitude.h"
#include "tessera/run.h"

#include <stdlib.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

static ts_context *context;
static ts_model *model;
static struct label_list labels;

static int open_model(void **state)
{
    static const struct model_setting settings[] = {{"gamma_t", "1.5", ""}, {"m_h", "250", ""}};
    (void)state;
    if (ts_context_create(&context) || model_create_standard(context, settings, ROWS(settings), &model))
        return -1;
    labels_of_model(model, &labels);
    return 0;
}

static int close_model(void **state)
{
    (void)state;
    ts_model_destroy(&model);
    ts_context_destroy(&context);
    return 0;
}

static struct subprocess_list expand(const char *process)
{
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    struct subprocess_list list = {0};
    char sentence[SENTENCE_BYTES] = "";
    if (!notation_read(model, &labels, process, &notation, sentence) ||
        subprocess_list_create(context, model, &notation, &list, sentence))
        fail_msg("%s: %s %s", process, sentence, ts_context_error(context));
    return list;
}

/* Final states, matrix elements, and of the first of these its diagrams and equal particles. That of w+ w- z
 * has a vertex of four bosons, which leaves h > w+ w- no line. */
static void expansions(void **state)
{
    static const struct {
        const char *process;
        int members, groups;
        double diagrams, identical;
    } cases[] = {
        {"g g > t t~ g, t > w+ b, t~ > w- b~", 1, 1, 16, 1},
        {"g g > t t~, (t > w+ b, w+ > e+ ve a), t~ > w- b~", 1, 1, 3 * 2, 1},
        {"e+ e- > w+ w- z", 1, 1, 16, 1},
        {"e+ e- > h z, h > w+ w-", 1, 1, 1, 1},
        {"u u~ > z z, z > e+ e-", 1, 1, 2, 2},
        {"u u~ > z z, z > e+ e-, z > mu+ mu-", 1, 1, 2, 1},
        {"u u~ > z z, z > l+ l-", 3, 2, 2, 2},
        {"u u~ > z z z, z > l+ l-", 4, 2, 9, 6},
        {"u u~ > z g g, z > u u~ g", 1, 1, 8 * 2, 2},
        {"e+ e- > h z, (h > z z, z > e+ e-), z > mu+ mu-", 1, 1, 1, 2},
        {"u d~ > w+ g, w+ > l+ vl", 2, 1, 2, 1},
        {"p p > t t~, t > w+ b, t~ > w- b~", 11, 2, 3, 1},
        {"e+ e- > mu+ mu- z / z, z > e+ e-", 1, 1, 4, 1},
    };
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        struct subprocess_list list = expand(cases[i].process);
        const struct subprocess_group *group = &list.groups[0];
        if (list.member_count != cases[i].members || list.group_count != cases[i].groups ||
            group->trees.orders[0].diagrams != cases[i].diagrams || group->identical != cases[i].identical)
            fail_msg("%s: %d subprocesses in %d groups, %g diagrams, 1/%g", cases[i].process,
                     list.member_count, list.group_count, group->trees.orders[0].diagrams, group->identical);
        subprocess_list_free(&list);
    }
}

/* |M|^2 of a process at momenta [legs][4]. */
static double squared(const char *process, const ts_card *card, const four_momentum *p, int legs)
{
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    double value = 0;
    assert_status(context,
                  ts_amplitude_evaluate(context, process, &settings, (size_t)legs, p[0], 1, &value, NULL));
    return value;
}

static double value_of(const char *name) { return ts_model_parameter(model, name)->re; }

/* A momentum of this mass into two. */
static void split(const double *whole, double mass, double m1, double m2, double *p1, double *p2,
                  uint64_t *random)
{
    const double lambda = (mass * mass - (m1 + m2) * (m1 + m2)) * (mass * mass - (m1 - m2) * (m1 - m2));
    const double length = sqrt(lambda) / (2 * mass);
    test_direction(random, length, p1);
    p1[0] = hypot(length, m1);
    const four_momentum other = {hypot(length, m2), -p1[1], -p1[2], -p1[3]};
    memcpy(p2, other, sizeof other);
    test_boost(whole, mass, p1);
    test_boost(whole, mass, p2);
}

static void put_beams(double energy, four_momentum *p)
{
    for (int i = 0; i < 2; ++i) {
        const four_momentum beam = {energy / 2, 0, 0, i ? -energy / 2 : energy / 2};
        memcpy(p[i], beam, sizeof beam);
    }
}

/* Chains that have all diagrams of the final state, but for those with what is excluded. */
static void equal_all_others_excluded(void **state)
{
    static const char *const cases[][2] = {{"u u~ > z, z > e+ e-", "u u~ > e+ e- / a"},
                                           {"e+ e- > z h, z > mu+ mu-", "e+ e- > mu+ mu- h / a"},
                                           {"u d~ > w+ g, w+ > e+ ve", "u d~ > e+ ve g"},
                                           {"d d~ > z g g, z > e+ e-", "d d~ > e+ e- g g / a"}};
    struct tested tested;
    uint64_t random = 1;
    (void)state;
    test_open_with(&tested, NULL, 0);
    for (size_t i = 0; i < ROWS(cases); ++i) {
        test_process(&tested, cases[i][1]);
        put_beams(500, tested.p);
        test_final_state(&tested, 500, &random);
        const double chain = squared(cases[i][0], NULL, tested.p, tested.legs);
        const double all = squared(cases[i][1], NULL, tested.p, tested.legs);
        if (!(all > 0) || fabs(chain / all - 1) > 1e-12)
            fail_msg("%s: %.17g, and %.17g with %s", cases[i][0], chain, all, cases[i][1]);
    }
    test_close(&tested);
}

/* Two resonances on their mass shells, of which each decays into two: production 0 1 > a b. */
struct double_resonance {
    const char *chain, *all, *width;
    double energy;
    const char *mass[2], *products[2][2]; /* names of masses; "": none, of what does not decay */
};

static void make_point(const struct double_resonance *of, four_momentum *p, uint64_t *random)
{
    const four_momentum whole = {of->energy, 0, 0, 0};
    four_momentum middle[2];
    int leg = 2;
    put_beams(of->energy, p);
    split(whole, of->energy, value_of(of->mass[0]), value_of(of->mass[1]), middle[0], middle[1], random);
    for (int i = 0; i < 2; ++i) {
        if (!of->products[i][0]) {
            memcpy(p[leg++], middle[i], sizeof middle[i]);
            continue;
        }
        double masses[2];
        for (int k = 0; k < 2; ++k)
            masses[k] = *of->products[i][k] ? value_of(of->products[i][k]) : 0;
        split(middle[i], value_of(of->mass[i]), masses[0], masses[1], p[leg], p[leg + 1], random);
        leg += 2;
    }
}

/* With narrow resonances the chain is all there is, and what is missing falls with the width. */
static void equal_all_near_resonance(void **state)
{
    static const struct double_resonance cases[] = {
        {"g g > t t~, t > w+ b, t~ > w- b~",
         "g g > w+ b w- b~",
         "gamma_t",
         600,
         {"m_t", "m_t"},
         {{"m_w", ""}, {"m_w", ""}}},
        {"e+ e- > h z, h > w+ w-",
         "e+ e- > w+ w- z",
         "gamma_h",
         500,
         {"m_h", "m_z"},
         {{"m_w", "m_w"}, {NULL, NULL}}},
        {"u u~ > w+ w-, w+ > e+ ve, w- > mu- vm~",
         "u u~ > e+ ve mu- vm~",
         "gamma_w",
         300,
         {"m_w", "m_w"},
         {{"", ""}, {"", ""}}},
    };
    uint64_t random = 7;
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        four_momentum p[6];
        double missing[2];
        const int legs = cases[i].products[1][0] ? 6 : 5;
        make_point(&cases[i], p, &random);
        for (int k = 0; k < 2; ++k) {
            ts_card *card;
            char text[64];
            assert_status(context, ts_card_create(context, &card));
            snprintf(text, sizeof text, "model.%s=%g", cases[i].width, k ? 1e-6 : 1e-3);
            assert_status(context, ts_card_set(context, card, text));
            assert_status(context, ts_card_set(context, card, "model.m_h=250"));
            missing[k] = squared(cases[i].all, card, p, legs) / squared(cases[i].chain, card, p, legs) - 1;
            ts_card_destroy(&card);
        }
        if (fabs(missing[0]) > 1e-2 || fabs(missing[1]) > 1e-6)
            fail_msg("%s: %g and %g are missing", cases[i].chain, missing[0], missing[1]);
    }
}

/* A cross section [pb] with its error. */
static double cross_section(const char *const *assignments, double *error)
{
    ts_card *card;
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    assert_status(context, ts_card_create(context, &card));
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    assert_status(context, ts_run(context, card, &settings, &result));
    const double value = result->value;
    *error = result->error;
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return value;
}

/* Of a narrow resonance that many widths around its mass have this part. */
static double part_within_limits(void) { return 2 / M_PI * atan(2 * RESONANCE_WIDTHS); }

static double sine2(void) { return 1 - pow(value_of("m_w") / value_of("m_z"), 2); }

/* Gamma(Z > mu+ mu-) [GeV]. */
static double z_to_muons(void)
{
    const double s2 = sine2(), vector = -0.5 + 2 * s2;
    return value_of("alpha") * value_of("m_z") / (12 * s2 * (1 - s2)) * (vector * vector + 0.25);
}

/* e+ e- > z h [pb] at this energy and mass of h. */
static double higgs_strahlung(double root_s, double m_h)
{
    const double pb = 0.3893793721e9, s = root_s * root_s, m = value_of("m_z"), s2 = sine2();
    const double unit = 4 * M_PI * value_of("alpha") / (s2 * (1 - s2)) * m / (s - m * m);
    const double k = sqrt((s - pow(m + m_h, 2)) * (s - pow(m - m_h, 2))) / (2 * root_s);
    const double chiral = pow(s2 - 0.5, 2) + s2 * s2;
    return pb * k / (8 * M_PI * root_s * s) * unit * unit * chiral * s * (2 + 2 * k * k / (3 * m * m)) / 4;
}

static void narrow_z_is_production_times_branching(void **state)
{
    const double width = 0.01, root_s = 240, m_h = 125;
    double error;
    (void)state;
    const double found =
        cross_section((const char *const[]){"process=e+ e- > z h, z > mu+ mu-", "beams.particles=[e+, e-]",
                                            "beams.energy=240", "model.gamma_z=0.01", "cuts.lepton.pt_min=0",
                                            "cuts.lepton.eta_max=100", "cuts.lepton.dr_min=0",
                                            "integration.relative_error=1e-3", "integration.seed=1", NULL},
                      &error);
    const double expected = higgs_strahlung(root_s, m_h) * z_to_muons() / width * part_within_limits();
    if (fabs(found - expected) > 4 * error)
        fail_msg("%g +- %g pb for %g pb", found, error, expected);
}

/* Gamma(t > b W) [GeV] with a massless b. */
static double top_width(void)
{
    const double m = value_of("m_t"), r = pow(value_of("m_w") / m, 2);
    return value_of("alpha") * m / (16 * sine2() * r) * (1 - r) * (1 - r) * (1 + 2 * r);
}

/* In collisions of protons, where both integrals are by another phase space. */
static void narrow_top_is_production_times_branching(void **state)
{
    double errors[2], found[2];
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
    for (int i = 0; i < 2; ++i)
        found[i] = cross_section((const char *const[]){i ? "process=p p > t t~, t > w+ b, t~ > w- b~"
                                                         : "process=p p > t t~",
                                                       "beams.energy=13000", "model.gamma_t=0.01",
                                                       "cuts.jet.pt_min=0", "cuts.jet.eta_max=100",
                                                       "cuts.jet.dr_min=0", "integration.relative_error=1e-3",
                                                       "integration.seed=1", NULL},
                                 &errors[i]);
    const double part = top_width() / 0.01 * part_within_limits(), expected = found[0] * part * part;
    const double error = hypot(errors[1], errors[0] * part * part);
    if (fabs(found[1] - expected) > 4 * error)
        fail_msg("%g +- %g pb for %g pb", found[1], error, expected);
}

static void assert_refused(const char *const *assignments, const char *words)
{
    ts_card *card;
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    assert_status(context, ts_card_create(context, &card));
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    assert_int_equal(ts_run(context, card, &settings, &result), TS_ERROR_INPUT);
    if (!strstr(ts_context_error(context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(context), words);
    ts_card_destroy(&card);
}

static void runs_are_refused(void **state)
{
    (void)state;
    assert_refused((const char *const[]){"process=p p > t t~, t > w+ b", "model.gamma_t=0", NULL},
                   "the cross section is infinite where t decays, which has no width: set model.gamma_t");
    assert_refused((const char *const[]){"process=p p > z j, z > e+ e-", "phase_space=chili", NULL},
                   "decays that the process names have phase space in channels: take auto");
    assert_refused((const char *const[]){"process=e+ e- > t t~, t > w+ b", "beams.particles=[e+, e-]",
                                         "beams.energy=300", "model.gamma_t=1.5", NULL},
                   "what the process names has");
    assert_refused((const char *const[]){"process=e+ e- > z, z > mu+ mu-", "beams.particles=[e+, e-]",
                                         "beams.energy=240", NULL},
                   "what the process names has at most 127.809 GeV");
    assert_refused((const char *const[]){"process=p p > z j, z > e+ e-",
                                         "cuts.pair={e+ e-: {mass: [150, null]}}", NULL},
                   "what comes from it has at least 150 GeV");
    assert_refused((const char *const[]){"process=p p > z, z > e+ e-", "cuts.pair={e+ e-: {mass: [10, 50]}}",
                                         NULL},
                   "what comes from it has at most 50 GeV");
    assert_refused((const char *const[]){"process=p p > z, z > e+ e-", "model.gamma_z=1e-300", NULL},
                   "below 10^-12 of its mass");
}

/* Legs of an event with momenta of their own, and with these lines. */
static void make_legs(struct event_particle *list, const int *pdg, int count, const int (*lines)[2])
{
    for (int i = 0; i < count; ++i)
        list[i] = (struct event_particle){.pdg = pdg[i],
                                          .status = i < 2 ? EVENT_INCOMING : EVENT_FINAL,
                                          .e = 10 + i,
                                          .x = i,
                                          .y = -2 * i,
                                          .z = 3 - i,
                                          .colour = lines[i][0],
                                          .anticolour = lines[i][1],
                                          .mothers = {i < 2 ? i + 1 : 3, i < 2 ? 0 : 4}};
}

/* A top quark has the line of its b, a W none though its quarks have one. Products stand behind what they
 * come from, those of one side by side. */
static void events_have_resonances(void **state)
{
    static const int pdg[] = {21, 21, 2, -1, 5, -24, -5};
    static const int lines[][2] = {{1, 2}, {3, 1}, {4, 0}, {0, 4}, {3, 0}, {0, 0}, {0, 2}};
    static const struct {
        int pdg, status, mother, lines[2];
    } expected[] = {{21, EVENT_INCOMING, 1, {1, 2}}, {21, EVENT_INCOMING, 2, {3, 1}},
                    {6, EVENT_DECAYED, 3, {3, 0}},   {-24, EVENT_FINAL, 3, {0, 0}},
                    {-5, EVENT_FINAL, 3, {0, 2}},    {24, EVENT_DECAYED, 5, {0, 0}},
                    {5, EVENT_FINAL, 5, {3, 0}},     {2, EVENT_FINAL, 8, {4, 0}},
                    {-1, EVENT_FINAL, 8, {0, 4}}};
    const struct chain chain = {.count = 2,
                                .list = {{.legs = 0x1c, .pdg = 6, .antiparticle = -6},
                                         {.legs = 0x0c, .pdg = 24, .antiparticle = -24}}};
    struct event_particle list[16];
    char name[128];
    (void)state;
    make_legs(list, pdg, 7, lines);
    assert_int_equal(resonances_insert(&chain, list, 7, 2), 9);
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(list[i].pdg, expected[i].pdg);
        assert_int_equal(list[i].status, expected[i].status);
        assert_int_equal(list[i].mothers[0], expected[i].mother);
        assert_int_equal(list[i].colour, expected[i].lines[0]);
        assert_int_equal(list[i].anticolour, expected[i].lines[1]);
    }
    assert_true(list[2].e == 12 + 13 + 14 && list[2].x == 2 + 3 + 4 && list[5].e == 12 + 13);
    const double square = 39 * 39 - 9 * 9 - 18 * 18 - 0;
    assert_true(fabs(list[2].mass - sqrt(square)) < 1e-12 * list[2].mass);
    resonances_name(model, &chain, pdg, 7, name, sizeof name);
    assert_string_equal(name, "g g > t w- b~, (t > w+ b, w+ > u d~)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(expansions),
                                       cmocka_unit_test(equal_all_others_excluded),
                                       cmocka_unit_test(equal_all_near_resonance),
                                       cmocka_unit_test(narrow_z_is_production_times_branching),
                                       cmocka_unit_test(narrow_top_is_production_times_branching),
                                       cmocka_unit_test(runs_are_refused),
                                       cmocka_unit_test(events_have_resonances)};
    return cmocka_run_group_tests(tests, open_model, close_model);
}
