/* Processes as their subprocesses: numbers of diagrams against published ones,
 * what exists against a search that joins any particles in any order. Also
 * counts of subprocesses and of distinct matrix elements, and the notation. */
#include "test_support.h"

#include "subprocess/subprocess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ts_context *context;
static ts_model *model;
static struct label_list labels;

static int open_model(void **state)
{
    (void)state;
    if (ts_context_create(&context) || model_create_standard(context, NULL, 0, &model))
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

static struct notation read_process(const char *text)
{
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    char sentence[SENTENCE_BYTES];
    if (!notation_read(model, &labels, text, &notation, sentence))
        fail_msg("%s: %s", text, sentence);
    return notation;
}

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

static void notations(void **state)
{
    static const struct {
        const char *text, *normal;
    } cases[] = {
        {"p p > e+ e- j j QED=2", "p p > e+ e- j j QED=2"},
        {"  p\tp >  j j QCD<=2 QED = 0", "p p > j j QCD=2 QED=0"},
        {"p p > j j QCD <= 2", "p p > j j QCD=2"},
        {"p p > j j QCD= 2 QED =99", "p p > j j QCD=2 QED=99"},
        {"g g > t t~", "g g > t t~"},
        {"p p > e+ e- j /  a h  QED=2", "p p > e+ e- j / a h QED=2"},
        {"p p > t t~ QED = 0 ,( t > w+ b,w+ > l+ vl ) , t~ > w- b~",
         "p p > t t~ QED=0, (t > w+ b, w+ > l+ vl), t~ > w- b~"},
        {"p p > t t~, (t > w+ b QED <= 1, w+ > l+ vl QCD=0 QED=1)",
         "p p > t t~, (t > w+ b QED=1, w+ > l+ vl QCD=0 QED=1)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[128];
        const struct notation notation = read_process(cases[i].text);
        notation_print(model, &notation, text, sizeof text);
        assert_string_equal(text, cases[i].normal);
    }
    struct label_list more = labels;
    char sentence[SENTENCE_BYTES];
    assert_true(label_define(model, &more, "lep", "e- mu- l+", sentence));
    assert_true(label_define(model, &more, "lep", "lep ta-", sentence));
    struct notation notation;
    assert_true(notation_read(model, &more, "e+ e- > lep lep", &notation, sentence));
    assert_int_equal(notation.slots[2].count, 5);
}

static const char *reason(const char *text)
{
    static char sentence[SENTENCE_BYTES];
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    struct subprocess_list list;
    if (!notation_read(model, &labels, text, &notation, sentence))
        return sentence;
    assert_int_equal(subprocess_list_create(context, model, &notation, &list, sentence), TS_ERROR_INPUT);
    return sentence;
}

#define LOOPS \
    ": h couples to gluons and photons through loops, which are not available; model.heavy_top: true has those of gluons where the top quark is heavy"
#define BLANKS "\">\" stands between blanks, as names do: \"p p > e+ e- j\", and not \"pp>e+e-j\""

static void refusals(void **state)
{
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"u d > e+ ve", "electric charge is not conserved: 1/3 before \">\" and 1 behind it"},
        {"p p > e+ e+", "electric charge is not conserved by any particles that its labels stand for"},
        {"u d~ > w+ g u", "electric charge is not conserved: 1 before \">\" and 5/3 behind it"},
        {"g g > u c", "electric charge is not conserved: 0 before \">\" and 4/3 behind it"},
        {"d u > e- ve g", "electric charge is not conserved: 1/3 before \">\" and -1 behind it"},
        {"u d > e+ u~", "baryon number is not conserved: 2/3 before \">\" and -1/3 behind it"},
        {"e+ e- > e- mu+", "electron number is not conserved: 0 before \">\" and 1 behind it"},
        {"e+ e- > ta- mu+", "muon number is not conserved: 0 before \">\" and -1 behind it"},
        {"a a > a a", "it has no tree diagram in the model sm"},
        {"g g > a a", "it has no tree diagram in the model sm"},
        {"g g > h", "it has no tree diagram in the model sm" LOOPS},
        {"p p > h j", "it has no tree diagram in the model sm" LOOPS},
        {"p p > h h", "it has no tree diagram in the model sm" LOOPS},
        {"p p > z h, h > a a", "the decay of h has no tree diagram in the model sm" LOOPS},
        {"p p > z h, h > g g", "the decay of h has no tree diagram in the model sm" LOOPS},
        {"d s~ > g g", "it has no tree diagram in the model sm"},
        {"e+ e- > mu+ mu- QED=1",
         "it has no diagram within these orders; those that it has are of QCD=0 QED=2"},
        {"p p > e+ e- j QCD=0 QED=2",
         "it has no diagram within these orders; those that it has are of QCD=1 QED=2"},
        {"p p > e+ ej", "'ej' is neither a particle of the model sm nor a label; did you mean e-?"},
        {"p p > squark j",
         "'squark' is neither a particle of the model sm nor a label; `tessera model` lists its "
         "particles, and names have a space between them, as in \"p p > e+ e- j\""},
        {"p p > z > w+ > e+ e-",
         "a process has two \">\" at most, with particles between them that a diagram must pass through, as in "
         "\"p p > z > e+ e- j\"; what decays stands behind a comma, as in \"p p > z j, z > e+ e-\""},
        {"p p > > e+ e-", "no particle stands between both \">\""},
        {"p p > z | > e+ e-", "a particle stands on both sides of \"|\", as in \"p p > z | a > e+ e- j\""},
        {"p p > h > e+ e-",
         "it has no tree diagram in the model sm that passes through what stands between both \">\": h"},
        {"u d~ > w- > e+ ve",
         "it has no tree diagram in the model sm that passes through what stands between both \">\": w-"},
        {"u u~ > z a > e+ e-",
         "it has no tree diagram in the model sm that passes through what stands between both \">\": z a"},
        {"p p > z | a e+ e-",
         "alternatives (|) stand between two \">\", as in \"p p > z | a > e+ e- j\": give others a label with "
         "define"},
        {"u d > u d QED^2==1",
         "no product of two of its amplitudes is within these orders; those that it has are of QCD=2 QED=0, QCD=0 "
         "QED=2"},
        {"e+ e- > z h{0}", "h is a scalar, which has no polarisation"},
        {"e+ e- > a{0} z", "a has no mass, and so no helicity 0: it has {+}, {-} and, for both, {T}"},
        {"e+{0} e- > a z", "e+ is a fermion, which has {L} and {R}: {0} is of vectors that have a mass"},
        {"e+ e- > w+{2} w-",
         "'w+{2}': helicities of a particle are written behind it as {0}, {T}, {+}, {-}, {L} or {R}"},
        {"e+ e- > w+{0} w-, w+ > e+ ve",
         "w+ is polarised ({0}) and decays, which is not available: leave out its decay, or its polarisation"},
        {"e+ e- > w+ w-, w+ > e+{R} ve",
         "helicities stand behind particles of the production alone, as in \"p p > w+{0} w-{T}\""},
        {"p p > t t~, w+ > e+ ve",
         "w+ decays, and is none of the particles that the production makes; what another decay makes decays "
         "in parentheses with that, as in \"(t > w+ b, w+ > e+ ve)\""},
        {"p p > t t~, (t > w+ b, z > e+ e-)",
         "z decays, and the decay of t, with which it stands in parentheses, does not make it"},
        {"p p > t t~, t > w+ b~",
         "in the decay of t electric charge is not conserved: 2/3 before \">\" and 4/3 behind it"},
        {"p p > w+ w-, w+ > l+ l-",
         "in the decay of w+ electric charge is not conserved by any particles that its labels stand for"},
        {"p p > t t~, t > w+ d", "the decay of t has no tree diagram in the model sm"},
        {"p p > a j, a > e+ e-", "a has no mass, and decays into nothing"},
        {"p p > h j QED=1, h > w+ w-",
         "h is too light for its decay: its mass and 15 of its widths are 125.096 GeV, and what it decays "
         "into has 160.838 GeV or more; name what that decays into instead, as in \"h > e+ ve mu- vm~\": a "
         "decay of its own would keep each mass within that many widths"},
        {"p p > t t~, (t > w+ b", "a parenthesis that opens before a decay is not closed"},
        {"p p > t t~, t > w+ b)", "a parenthesis closes that was not opened"},
        {"p p > t t~, ((t > w+ b))",
         "a parenthesis opens before a decay, one for each: \"(t > w+ b, w+ > e+ ve)\""},
        {"p p > t t~ (t > w+ b)",
         "a comma is missing before a parenthesis that opens: a decay stands behind a comma, as in "
         "\"p p > t t~, (t > w+ b, w+ > e+ ve)\""},
        {"p p > t t~,", "a decay stands behind each comma, as in \"p p > z j, z > e+ e-\""},
        {"p p > t t~, t", "\">\" stands behind t, which decays, as in \"z > e+ e-\""},
        {"p p > t t~, t > b", "the decay of t has two particles or more behind \">\""},
        {"p p > t t~, l+ > w+ b",
         "l+ stands for several particles: each has a decay of its own behind a comma"},
        {"p p > t t~, t > w+ b QED^2==2",
         "bounds of the square (NP^2==1) stand behind the production, before the first comma, and count for its "
         "powers alone: a decay has orders such as NP=1"},
        {"p p > t t~, t > w+ b QED=0",
         "the decay of t has no tree diagram in the model sm within its orders"},
        {"p p > t t~, t > w+ QED=1 b", "orders such as QED=2 stand behind all products of a decay"},
        {"p p > t t~, t > w+ b / a",
         "\"/\" stands behind the production, before the first comma, and counts for its decays too"},
        {"p p > t t~, t > w+ > e+ ve",
         "a decay has one \">\": what a product decays into is a decay of its own, in parentheses with this one, "
         "as in \"(t > w+ b, w+ > e+ ve)\""},
        {"p p > z z z, z > j j j j", "with its decays it has more than 10 particles behind \">\""},
        {"p p > z z, z > e+ e-, z > mu+ mu- a, z > e+ e- a",
         "its decays leave 4 particles and 5: those of one process are to have the same number"},
        {"u u~ > h, (h > z z, (z > z h, (z > z h, (z > z h, (z > z h, (z > z h, (z > z h, (z > z h, (z > z h, "
         "(z > z h, z > e+ e-))))))))))",
         "a process has at most 10 decays"},
        {"p p > e+ e- / a z", "it has no tree diagram in the model sm without what is excluded"},
        {"p p > e+ e- /a", "\"/\" stands between blanks, as in \"p p > e+ e- j / a h\""},
        {"p p > e+ e- /", "no particle stands behind \"/\""},
        {"p p / a > e+ e-",
         "\"/\" stands once, behind the final particles and before orders, as in \"p p > e+ e- j / a h\""},
        {"p p > e+ e- / ah", "'ah' is neither a particle of the model sm nor a label; did you mean a?"},
        {"p p > j j / h h h h h h h h h", "at most 8 names stand behind \"/\": define a label for more"},
        {"p p > e+ e- $z",
         "\"$\" and \"$$\" stand between blanks, behind the final particles, as in \"p p > w+ w- j $ t t~\""},
        {"p p > e+ e- $$ z a", "it has no tree diagram in the model sm without what is excluded"},
        {"p p > e+ e- $", "no particle stands behind \"$\""},
        {"p p > e+ e- $ z $ a",
         "\"$\" stands once, behind the final particles and before orders, as in \"p p > e+ e- j $ a h\""},
        {"p p > z z, z > e+ e- $ z",
         "\"$\" and \"$$\" stand behind the production, before the first comma, and count for it alone"},
        {"p p > t t~ [QCD]", "loops ([QCD]) are not available: all amplitudes are at tree level"},
        {"p p > t t~ @1", "process numbers (@) are not available: a card has one process"},
        {"p p > t t~ QED==0", "'QED==0': orders are bounds from above, written as QED=2 or QED<=2"},
        {"p p > t t~ QED=x", "QED is the highest power of a coupling, a whole number from 0 to 99, not 'x'"},
        {"p p > t t~ WEIGHTED=2",
         "'WEIGHTED' is no order; those of the model are QCD and QED, powers of the strong "
         "and of the electroweak coupling in the amplitude"},
        {"p p QED=0 > t t~", "orders such as QED=2 stand behind all particles, not before \">\""},
        {"p p > QED=0 t t~", "orders such as QED=2 stand behind all particles, before 't'"},
        {"p p >t t~", BLANKS},
        {"pp>tt~", BLANKS},
        {"p p > z j, z>e+ e-", BLANKS},
        {"p p > t t~ QED>2", "'QED>2': orders are bounds from above, written as QED=2 or QED<=2"},
        {"p p > äääääääääääääääääääääääää",
         "'ääääääääääääääääääää...' is neither a particle of the model sm nor a label; `tessera model` lists its "
         "particles, and names have a space between them, as in \"p p > e+ e- j\""},
        {"p p -> t t~", "'->' is no particle; did you mean \">\"?"},
        {"p > t t~", "a process has two particles before \">\" and some behind it, like \"p p > e+ e- j\""},
        {"", "a process has two particles before \">\" and some behind it, like \"p p > e+ e- j\""},
        {"g g > g g g g g g g g g g g", "a process has at most 12 particles, 10 of them behind \">\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_string_equal(reason(cases[i].text), cases[i].sentence);
}

static void label_refusals(void **state)
{
    static const struct {
        const char *name, *words, *sentence;
    } cases[] = {
        {"e+", "mu+", "e+ is a particle already, give the label another name"},
        {"le", "e- mu", "'mu' is neither a particle of the model sm nor a label; did you mean u?"},
        {"le", "", "the label le has no particles; write a list such as [e-, mu-]"},
        {"a b", "e-", "a label is a word of 1 to 15 letters, digits, +, - and ~, not 'a b'"},
        {"x=", "e-", "a label is a word of 1 to 15 letters, digits, +, - and ~, not 'x='"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct label_list more = labels;
        char sentence[SENTENCE_BYTES];
        assert_false(label_define(model, &more, cases[i].name, cases[i].words, sentence));
        assert_string_equal(sentence, cases[i].sentence);
    }
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
        cmocka_unit_test(diagrams),       cmocka_unit_test(what_exists), cmocka_unit_test(counts),
        cmocka_unit_test(groups),         cmocka_unit_test(notations),   cmocka_unit_test(refusals),
        cmocka_unit_test(label_refusals), cmocka_unit_test(masses),      cmocka_unit_test(another_model),
    };
    return cmocka_run_group_tests(tests, open_model, close_model);
}
