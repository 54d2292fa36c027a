/* Processes as their subprocesses: numbers of diagrams against published ones,
 * what exists against a search that joins any particles in any order. Also
 * counts of subprocesses and of distinct matrix elements. */
#include "process_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct subprocess_list expand(const char *text)
{
    const struct notation notation = read_process(text);
    struct subprocess_list list;
    char sentence[SENTENCE_BYTES];
    if (subprocess_list_create(context, model, &notation, &list, sentence))
        fail_msg("%s: %s %s", text, sentence, ts_context_error(context));
    return list;
}

/* Gluons and top quarks: F. Maltoni, T. Stelzer, hep-ph/0208156, and MadGraph's output; where four gluons
 * meet there is one diagram. Four fermions from e+ e-: D. Bardin et al., hep-ph/9402326, without Higgs
 * bosons, to which massless fermions do not couple. */
static void diagrams(void **state)
{
    static const struct {
        const char *process;
        double count;
    } cases[] = {
        {"g g > g g", 4},
        {"g g > g g g", 25},
        {"g g > g g g g", 220},
        {"g g > g g g g g", 2485},
        {"g g > g g g g g g", 34300},
        {"g g > t t~", 3},
        {"g g > t t~ g", 16},
        {"g g > t t~ g g", 123},
        {"g g > t t~ g g g", 1240},
        {"u u~ > d d~", 1},
        {"u u~ > u u~", 2},
        {"u u~ > a a a", 6},
        {"e+ e- > e+ e-", 4},
        {"e+ e- > w+ w-", 3},
        {"e+ e- > mu- vm~ ta+ vt", 9},
        {"e+ e- > mu- vm~ u d~", 10},
        {"e+ e- > u d~ s c~", 11},
        {"e+ e- > e- ve~ vm mu+", 18},
        {"e+ e- > e- ve~ u d~", 20},
        {"e+ e- > e- ve~ ve e+", 56},
        {"e+ e- > mu+ mu- ta+ ta-", 24},
        {"e+ e- > mu+ mu- mu+ mu-", 48},
        {"e+ e- > e+ e- mu+ mu-", 48},
        {"e+ e- > e+ e- e+ e-", 144},
        {"e+ e- > mu+ mu- vt vt~", 10},
        {"e+ e- > u u~ d d~ QCD=0", 35},
        {"e+ e- > u u~ d d~", 8},
        {"e+ e- > u u~ c c~ QCD=0", 32 - 8},
        {"u d > u d h", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct subprocess_list list = expand(cases[i].process);
        double count = 0;
        for (int j = 0; j < list.groups[0].trees.count; ++j)
            count += list.groups[0].trees.orders[j].diagrams;
        if (count != cases[i].count || list.member_count != 1)
            fail_msg("%s: %g diagrams, %d subprocesses", cases[i].process, count, list.member_count);
        subprocess_list_free(&list);
    }
}

/* What stands for a joined pair or triple: minus the leg that is left, as it flows on. */
static int left_leg(const ts_vertex *vertex, const int *pdg, int count)
{
    int used = 0, left = 0;
    if (vertex->leg_count != count + 1)
        return 0;
    for (int i = 0; i < count; ++i) {
        int leg = 0;
        while (leg < vertex->leg_count && ((used >> leg & 1) || vertex->legs[leg] != pdg[i]))
            ++leg;
        if (leg == vertex->leg_count)
            return 0;
        used |= 1 << leg;
    }
    while (used >> left & 1)
        ++left;
    return model_antiparticle(model, vertex->legs[left]);
}

/* Whether particles that all come in have a tree of at most this power. Any two, or three, are joined until
 * two are left that annihilate. Nothing is kept, no set is told from another: slow, and unlike the program's
 * own search. */
static int exists(const int *pdg, int count, int qed)
{
    size_t vertex_count;
    const ts_vertex *vertices = ts_model_vertices(model, &vertex_count);
    if (count == 2)
        return pdg[0] == model_antiparticle(model, pdg[1]);
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j)
            for (int k = j + 1; k <= count; ++k)
                for (size_t v = 0; v < vertex_count; ++v) {
                    const int three = k < count, parts[3] = {pdg[i], pdg[j], three ? pdg[k] : 0};
                    const int joined = left_leg(&vertices[v], parts, three ? 3 : 2);
                    int rest[LEGS_MOST], n = 0;
                    if (!joined || vertices[v].orders[ORDER_QED] > qed)
                        continue;
                    for (int l = 0; l < count; ++l)
                        if (l != i && l != j && l != k)
                            rest[n++] = pdg[l];
                    rest[n++] = joined;
                    if (n > 1 && exists(rest, n, qed - vertices[v].orders[ORDER_QED]))
                        return 1;
                }
    return 0;
}

static int compare_codes(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sort_final(int *pdg, int legs)
{
    qsort(pdg + LEGS_IN, (size_t)(legs - LEGS_IN), sizeof *pdg, compare_codes);
}

/* How many members have these particles, the final ones in any order. */
static int count_members(const struct subprocess_list *list, const int *sorted)
{
    int count = 0;
    for (int i = 0; i < list->member_count; ++i) {
        const struct subprocess *member = &list->members[i];
        int pdg[LEGS_MOST];
        memcpy(pdg, member->pdg, sizeof pdg);
        if (member->mirrored) {
            pdg[0] = member->pdg[1];
            pdg[1] = member->pdg[0];
        }
        sort_final(pdg, list->legs);
        count += !memcmp(pdg, sorted, (size_t)list->legs * sizeof *pdg);
    }
    return count;
}

/* Every choice of particles, one label after the other: it is a member once where it exists, else never.
 * Returns how many members there are to be, where equal final states in another order count 1 / their number.
 */
static double check_choices(const struct notation *notation, const struct subprocess_list *list)
{
    double total = 0;
    int place[LEGS_MOST] = {0}, leg = 0;
    while (leg >= 0) {
        int pdg[LEGS_MOST], incoming[LEGS_MOST], orders = 1, same[LEGS_MOST];
        for (int i = 0; i < notation->count; ++i) {
            pdg[i] = notation->slots[i].pdg[place[i]];
            incoming[i] = i < LEGS_IN ? pdg[i] : model_antiparticle(model, pdg[i]);
        }
        const int is_there = exists(incoming, notation->count, list->most.power[ORDER_QED]);
        sort_final(pdg, notation->count);
        assert_int_equal(count_members(list, pdg), is_there);
        /* In all processes below labels are equal or share no particle: the orders are those of equal labels.
         */
        for (int i = LEGS_IN; i < notation->count; ++i) {
            int before = 0;
            same[i] = 0;
            for (int j = LEGS_IN; j < i; ++j) {
                const int label = !strcmp(notation->slots[i].name, notation->slots[j].name);
                before += label;
                same[i] += label && notation->slots[i].pdg[place[i]] == notation->slots[j].pdg[place[j]];
            }
            orders *= before + 1;
        }
        double repeated = 1;
        for (int i = LEGS_IN; i < notation->count; ++i)
            repeated *= same[i] + 1;
        total += is_there * repeated / orders;
        for (leg = notation->count - 1; leg >= 0 && ++place[leg] == notation->slots[leg].count; --leg)
            place[leg] = 0;
    }
    return total;
}

static void what_exists(void **state)
{
    static const char *const processes[] = {"p p > j j",       "p p > e+ e- j",  "p p > l+ vl a",
                                            "p p > t t~ h",    "e+ e- > j j j",  "p p > w+ w- j",
                                            "g q > j j j",     "a a > w+ w- z",  "q q~ > l+ l- h a",
                                            "p p > j j QED=2", "w+ w- > z z h h"};
    (void)state;
    for (size_t i = 0; i < sizeof processes / sizeof *processes; ++i) {
        const struct notation notation = read_process(processes[i]);
        struct subprocess_list list = expand(processes[i]);
        assert_true(fabs(check_choices(&notation, &list) - list.member_count) < 1e-6);
        subprocess_list_free(&list);
    }
}

/* With F flavours of which U are of up type. Jets from QCD by hand. They are of two gluons, a gluon and a
 * quark line in any order, two quark lines of one or of two flavours. Members with incoming particles
 * exchanged count.
 */
static void counts(void **state)
{
    enum { F = 5, U = 2, D = 3, DIFFERENT = F * (F - 1) };
    enum {
        TWO_LINES = 2 * F + 2 * DIFFERENT + 2 * DIFFERENT + 2 * F +
                    2 * DIFFERENT, /* qq, qq', qq'~, qq~, > q'q'~ */
        TWO_JETS = 1 + F + 4 * F + 2 * F + TWO_LINES,
        THREE_JETS = TWO_JETS + 4 * F * F, /* g q > q q' q'~ */
    };
    static const struct {
        const char *process;
        int qed, members, groups;
    } cases[] = {
        {"p p > j j", 0, TWO_JETS, 12},
        {"p p > j j j", 0, THREE_JETS, 16},
        {"p p > t t~", 0, 1 + 2 * F, 2},
        {"p p > t t~ j", 0, 1 + 2 * F + 4 * F, 4},
        {"p p > t t~ j j", 0, TWO_JETS, 12},
        {"p p > e+ e-", 2, 2 * F, 2},
        {"p p > e+ e- j", 2, 6 * F, 6},
        {"p p > e+ e- j j", 2, F + 4 * F + 2 * F + TWO_LINES, 28},
        {"p p > a j", 1, 6 * F, 6},
        {"p p > e+ ve", 2, 2 * U, 1},
        {"p p > e+ ve j", 2, 6 * U, 3},
        {"p p > l+ l-", 2, 2 * 2 * F, 2},
        {"p p > w+ w-", 2, 2 * F, 3}, /* the partner of b is heavy */
        {"e+ e- > j j", 2, F, 2},
        {"e+ e- > q q~", 2, F, 2},
        {"e+ e- > mu+ mu-", 2, 1, 1},
        {"g g > t t~ g", 0, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct subprocess_list list = expand(cases[i].process);
        if (list.most.power[ORDER_QED] != cases[i].qed || list.member_count != cases[i].members ||
            list.group_count != cases[i].groups)
            fail_msg("%s: QED=%d, %d subprocesses in %d groups", cases[i].process, list.most.power[ORDER_QED],
                     list.member_count, list.group_count);
        subprocess_list_free(&list);
    }
}

static const struct subprocess_group *group_of(const struct subprocess_list *list, const int *pdg)
{
    for (int i = 0; i < list->member_count; ++i)
        if (!memcmp(list->members[i].pdg, pdg, (size_t)list->legs * sizeof *pdg))
            return &list->groups[list->members[i].group];
    return NULL;
}

/* Legs of members stand beside those of the group's first: "u g > e+ e- u" mirrored is "g u > e+ e- u". */
static void groups(void **state)
{
    (void)state;
    struct subprocess_list list = expand("p p > e+ e- j");
    const struct subprocess_group *down = group_of(&list, (int[]){1, -1, -11, 11, 21});
    const struct subprocess_group *up = group_of(&list, (int[]){2, -2, -11, 11, 21});
    const struct subprocess_group *quark = group_of(&list, (int[]){21, 2, -11, 11, 2});
    assert_non_null(down);
    assert_non_null(up);
    assert_non_null(quark);
    assert_int_equal(down->member_count, 6);
    assert_int_equal(up->member_count, 4);
    assert_ptr_equal(group_of(&list, (int[]){3, -3, -11, 11, 21}), down);
    for (int i = 0; i < quark->member_count; ++i) {
        const struct subprocess *member = &quark->members[i];
        assert_int_equal(member->pdg[0], 21);
        assert_int_equal(member->pdg[1], member->pdg[4]);
        assert_int_equal(member->mirrored, i >= 2);
    }
    assert_true(up->average == 1.0 / 36 && quark->average == 1.0 / 96 && quark->identical == 1);
    assert_int_equal(quark->helicities, 32);
    subprocess_list_free(&list);

    list = expand("u u~ > g g g");
    assert_true(list.groups[0].identical == 6 && list.groups[0].helicities == 32);
    subprocess_list_free(&list);
    list = expand("u u~ > d d~ QED=99"); /* by gluon, by photon and Z and by W */
    assert_int_equal(list.groups[0].trees.count, 2);
    assert_true(list.groups[0].trees.orders[0].diagrams + list.groups[0].trees.orders[1].diagrams == 4);
    subprocess_list_free(&list);
}

/* With a massive b quark there are four flavours in protons and jets. With a Yukawa coupling of its own the b
 * quark is another thing than d and s. */
static void masses(void **state)
{
    static const struct {
        const char *setting, *process;
        int members, groups;
    } cases[] = {
        {"m_b", "p p > t t~", 1 + 2 * 4, 2},   {"m_b", "p p > b b~", 1 + 2 * 4, 2},
        {"m_b", "e+ e- > j j", 4, 2},          {"ym_b", "p p > t t~", 1 + 2 * 5, 2},
        {"ym_b", "p p > h j QED=1", 2 + 4, 3}, {"ym_b", "p p > e+ e- QED=2", 2 * 5, 2},
    };
    (void)state;
    ts_model *before = model;
    const struct label_list labels_before = labels;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        assert_status(context,
                      model_create_standard(context, &(struct model_setting){cases[i].setting, "4.7", "here"},
                                            1, &model));
        labels_of_model(model, &labels);
        struct subprocess_list list = expand(cases[i].process);
        if (list.member_count != cases[i].members || list.group_count != cases[i].groups)
            fail_msg("%s, %s: %d subprocesses in %d groups", cases[i].setting, cases[i].process,
                     list.member_count, list.group_count);
        subprocess_list_free(&list);
        ts_model_destroy(&model);
    }
    model = before;
    labels = labels_before;
}

/* Another model is another table: a scalar field phi, and two heavier ones chi, eta that differ in their
 * names alone. */
static const char *const scalar_schemes[] = {"only", NULL};
static const struct parameter_row scalar_parameters[] = {
    {"m_chi", "GeV", NULL, TS_PARAMETER_INPUT, "5", 0, 100, "mass of chi and eta"},
    {"g", "GeV", NULL, TS_PARAMETER_INPUT, "1", 0, 0, "coupling of three"},
    {"lambda", "", NULL, TS_PARAMETER_INPUT, "0", 0, 0, "coupling of four"},
    {"g3", "GeV", NULL, TS_PARAMETER_COUPLING, "-g", 0, 0, ""},
    {"g4", "", NULL, TS_PARAMETER_COUPLING, "-lambda", 0, 0, ""},
};
static const ts_particle scalar_particles[] = {
    {.pdg = 101, .name = "phi", .antiname = "phi", .spin = 1, .colour = 1},
    {.pdg = 102, .name = "chi", .antiname = "chi~", .spin = 1, .colour = 1, .mass_name = "m_chi"},
    {.pdg = 103, .name = "eta", .antiname = "eta~", .spin = 1, .colour = 1, .mass_name = "m_chi"},
};
static const struct vertex_row scalar_vertices[] = {
    {{101, 101, 101}, TS_LORENTZ_SSS, TS_COLOUR_ONE, "g3", NULL, 0, 1},
    {{102, -102, 101}, TS_LORENTZ_SSS, TS_COLOUR_ONE, "g3", NULL, 0, 1},
    {{103, -103, 101}, TS_LORENTZ_SSS, TS_COLOUR_ONE, "g3", NULL, 0, 1},
    {{101, 101, 101, 101}, TS_LORENTZ_SSSS, TS_COLOUR_ONE, "g4", NULL, 0, 2},
};
static const struct label_row scalar_labels[] = {{"s", 0, {102, -102, 103, -103, 0}}};
static const struct model_table scalars = {
    .name = "scalars",
    .schemes = scalar_schemes,
    .parameters = scalar_parameters,
    .parameter_count = 5,
    .particles = scalar_particles,
    .particle_count = 3,
    .vertices = scalar_vertices,
    .vertex_count = 4,
    .labels = scalar_labels,
    .label_count = 1,
};

/* n legs have (2n - 5)!! trees where three meet; where only four meet 6 have 10 and 8 have 280. */
static void another_model(void **state)
{
    static const struct {
        const char *settings[2], *process;
        double diagrams;
        int members, groups;
    } cases[] = {
        {{"g", "1"}, "phi phi > phi phi", 3, 1, 1},
        {{"g", "1"}, "phi phi > phi phi phi", 15, 1, 1},
        {{"g", "1"}, "phi phi > phi phi phi phi", 105, 1, 1},
        {{"g", "1"}, "phi phi > phi phi phi phi phi phi", 10395, 1, 1},
        {{"g", "0"}, "phi phi > phi phi phi phi", 10, 1, 1},
        {{"g", "0"}, "phi phi > phi phi phi phi phi phi", 280, 1, 1},
        {{"lambda", "0"}, "phi phi > s s", 3, 2, 1},
        /* chi chi and its antiparticles; chi eta, its antiparticles and chi eta~; chi chi~ to its own kind
         * and to the other */
        {{"lambda", "0"}, "s s > s s", 2, 4 + 8 + 4 + 4, 2 + 3 + 1 + 1},
    };
    (void)state;
    ts_model *before = model;
    const struct label_list labels_before = labels;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct model_setting settings[] = {{cases[i].settings[0], cases[i].settings[1], "here"},
                                                 {"lambda", "0.5", "here"}};
        const int four = !strcmp(settings[0].value, "0") && !strcmp(settings[0].name, "g");
        assert_status(context, model_create(context, &scalars, settings, four ? 2 : 1, &model));
        labels_of_model(model, &labels);
        struct subprocess_list list = expand(cases[i].process);
        if (list.groups[0].trees.orders[0].diagrams != cases[i].diagrams ||
            list.member_count != cases[i].members || list.group_count != cases[i].groups)
            fail_msg("%s: %g diagrams, %d subprocesses in %d groups", cases[i].process,
                     list.groups[0].trees.orders[0].diagrams, list.member_count, list.group_count);
        subprocess_list_free(&list);
        ts_model_destroy(&model);
    }
    model = before;
    labels = labels_before;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagrams), cmocka_unit_test(what_exists), cmocka_unit_test(counts),
        cmocka_unit_test(groups),   cmocka_unit_test(masses),      cmocka_unit_test(another_model),
    };
    return cmocka_run_group_tests(tests, open_model, close_model);
}
