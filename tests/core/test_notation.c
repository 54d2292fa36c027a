/* How processes and labels are written: their normal form, and what is said of those that are none. */
#include "process_support.h"

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
        {"e+ e- > z h{T}", "h is a scalar, which has no polarisation"},
        {"p p > z g{0}", "g has no mass, and so no helicity 0: it has {+}, {-} and, for both, {T}"},
        {"p p > z j{0}", "g has no mass, and so no helicity 0: it has {+}, {-} and, for both, {T}"},
        {"e+{T} e- > a z", "e+ is a fermion, which has {L} and {R}: {T} is of vectors"},
        {"e+ e- > a{0} z", "a has no mass, and so no helicity 0: it has {+}, {-} and, for both, {T}"},
        {"e+{0} e- > a z", "e+ is a fermion, which has {L} and {R}: {0} is of vectors that have a mass"},
        {"e+ e- > w+{2} w-", "w+ has no helicity of 2, which particles of spin 2 have"},
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
        {"p > t t~",
         "one particle alone stands before \">\" for `tessera amplitude`, and `tessera model --widths` "
         "has widths; other processes have two there, like \"p p > e+ e- j\""},
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(notations), cmocka_unit_test(refusals),
                                       cmocka_unit_test(label_refusals)};
    return cmocka_run_group_tests(tests, open_model, close_model);
}
