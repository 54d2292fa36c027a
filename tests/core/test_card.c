/* Cards: values, defaults, and what is refused, with its place. */
#include "core/card.h"
#include "core/card_write.h"
#include "core/context.h"
#include "tessera/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "close.h"

struct fixture {
    ts_context *context;
    ts_card *card;
};

static int setup(void **state)
{
    static struct fixture fixture;
    *state = &fixture;
    return ts_context_create(&fixture.context) != TS_OK ||
           ts_card_create(fixture.context, &fixture.card) != TS_OK;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    ts_card_destroy(&fixture->card);
    ts_context_destroy(&fixture->context);
    return 0;
}

static ts_status read_text(struct fixture *fixture, const char *text)
{
    return card_read_memory(fixture->context, fixture->card, "c.yaml", text, strlen(text));
}

/* The text is refused with exactly this sentence. */
static void refused(struct fixture *fixture, const char *text, const char *sentence)
{
    assert_int_equal(read_text(fixture, text), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(fixture->context), sentence);
    ts_card_destroy(&fixture->card);
    assert_int_equal(ts_card_create(fixture->context, &fixture->card), TS_OK);
}

static void set_refused(struct fixture *fixture, const char *assignment, const char *sentence)
{
    assert_int_equal(ts_card_set(fixture->context, fixture->card, assignment), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(fixture->context), sentence);
}

static void every_option_has_a_whole_row(void **state)
{
    (void)state;
    size_t count;
    const ts_option *table = ts_option_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_true(strlen(table[i].key) < OPTION_KEY_BYTES);
        assert_non_null(table[i].unit);
        assert_true(strlen(table[i].help) > 10 && table[i].help[strlen(table[i].help) - 1] == '.');
        const ts_option_type type = table[i].type;
        const int of_words = type == TS_OPTION_CHOICE || type == TS_OPTION_CHOICES ||
                             type == TS_OPTION_PARTICLES;
        assert_true(of_words ? table[i].choices != NULL
                             : !table[i].choices || type == TS_OPTION_COUNT || type == TS_OPTION_MAP);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(table[i].key, table[j].key);
    }
}

static const ts_card_entry *entry(const struct fixture *fixture, const char *key, size_t index, size_t count)
{
    size_t found;
    const ts_card_entry *entries = ts_card_entries(fixture->card, key, &found);
    assert_int_equal(found, count);
    return &entries[index];
}

static void mappings_hold_entries(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(read_text(fixture,
                               "define: {l: [e-, mu-], v: ve}\nmodel: {m_t: 172.5}\nmodel.scheme: gmu\n"
                               "orders:\n  QED: 2\n"),
                     TS_OK);
    assert_string_equal(entry(fixture, "define", 0, 2)->value, "e- mu-");
    assert_string_equal(entry(fixture, "define", 1, 2)->value, "ve");
    assert_string_equal(entry(fixture, "model", 0, 2)->origin, "c.yaml:2:14");
    assert_string_equal(entry(fixture, "model", 1, 2)->name, "scheme");
    assert_true(ts_card_has(fixture->card, "orders"));
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "model.m_t=173"), TS_OK);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "define={v: [vm, vt], q: [u]}"), TS_OK);
    assert_string_equal(entry(fixture, "model", 0, 2)->value, "173");
    assert_string_equal(entry(fixture, "model", 0, 2)->origin, "--set");
    assert_string_equal(entry(fixture, "define", 1, 3)->value, "vm vt");
    assert_int_equal(ts_card_refuse_entry(fixture->context, fixture->card, "define", "l", "is it so?"),
                     TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(fixture->context), "c.yaml:1:13: define.l: is it so?");
    size_t count;
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "define={}"), TS_OK);
    ts_card_entries(fixture->card, "define", &count);
    assert_int_equal(count, 0);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "define={w: [u]}"), TS_OK);
    assert_string_equal(entry(fixture, "define", 0, 1)->name, "w");
}

/* A copy of its own, its text as YAML and that text read again hold the same entries. */
static void mappings_are_written(void **state)
{
    struct fixture *fixture = *state;
    ts_card *copy = NULL;
    assert_int_equal(read_text(fixture,
                               "define: {l: [e-, mu-], \"~x\": [u~]}\nmodel: {m_t: 172.5, scheme: gmu}\n"),
                     TS_OK);
    assert_int_equal(card_copy(fixture->context, fixture->card, &copy), TS_OK);
    assert_int_equal(ts_card_set(fixture->context, copy, "model.m_t=1"), TS_OK);
    assert_string_equal(entry(fixture, "model", 0, 2)->value, "172.5");
    ts_card_destroy(&copy);
    char *yaml = ts_card_yaml(fixture->card);
    assert_string_equal(yaml, "define: {l: [e-, mu-], \"~x\": u~}\nmodel: {m_t: 172.5, scheme: gmu}\n");
    ts_card_destroy(&fixture->card);
    assert_int_equal(ts_card_create(fixture->context, &fixture->card), TS_OK);
    assert_int_equal(read_text(fixture, yaml), TS_OK);
    free(yaml);
    assert_string_equal(entry(fixture, "define", 0, 2)->value, "e- mu-");
    assert_string_equal(entry(fixture, "define", 1, 2)->name, "~x");
    json_t *json = card_json(fixture->card);
    assert_close(json_number_value(json_object_get(json_object_get(json, "model"), "m_t")), 172.5, 0);
    assert_int_equal(json_array_size(json_object_get(json_object_get(json, "define"), "l")), 2);
    json_decref(json);
}

/* Limits of pairs come back from a copy's text as they were written, in the words of each. */
static void pairs_are_written(void **state)
{
    static const char text[] =
        "cuts:\n  pair: {l+ l-: {mass: [66, null], dr_min: 0.2}, a l+: {dr_min: 0.4}, j j: {mass: [20, 1e3]}}\n";
    struct fixture *fixture = *state;
    assert_int_equal(read_text(fixture, text), TS_OK);
    assert_string_equal(entry(fixture, "cuts.pair", 0, 3)->value, "mass 66 null dr_min 0.2");
    assert_string_equal(entry(fixture, "cuts.pair", 1, 3)->value, "dr_min 0.4");
    char *yaml = ts_card_yaml(fixture->card);
    assert_string_equal(yaml, text);
    free(yaml);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "cuts.pair.a l+={mass: [5, null]}"), TS_OK);
    assert_string_equal(entry(fixture, "cuts.pair", 1, 3)->value, "mass 5 null");
    refused(fixture, "cuts.pair: {a l+: {dr_min: .4, dr_min: .3}}\n",
            "c.yaml:1:32: cuts.pair.a l+: dr_min is given twice.");
    refused(fixture, "cuts.pair: {a l+: {4: 3}}\n",
            "c.yaml:1:20: cuts.pair.a l+: expected names, as in {mass: [66, 116], dr_min: 0.4}.");
    refused(fixture, "cuts.pair: {a l+: {dr_min: }}\n",
            "c.yaml:1:28: cuts.pair.a l+: expected a value or a list of values, found nothing.");
}

static void mappings_are_refused(void **state)
{
    struct fixture *fixture = *state;
    refused(fixture, "orders: 2\n",
            "c.yaml:1:9: orders: expected a mapping such as {QED: 2, QCD: 2}, found a single value.");
    refused(fixture, "orders: {QED: 2, QED: 3}\n", "c.yaml:1:23: orders.QED: is given twice.");
    refused(fixture, "orders: {QED: 2}\norders.QED: 3\n", "c.yaml:2:13: orders.QED: is given twice.");
    refused(fixture, "model: {m_t: }\n",
            "c.yaml:1:14: model.m_t: expected a value or a list of values, found nothing.");
    refused(fixture, "define: {l: []}\n",
            "c.yaml:1:13: define.l: expected a value or a list of values, found an empty list.");
    refused(fixture, "define: {l: [[e-]]}\n",
            "c.yaml:1:14: define.l: expected a value or a list of values, found a list.");
    refused(fixture, "define: {l: {m: 1}}\n",
            "c.yaml:1:13: define.l: expected a value or a list of values, found a mapping.");
    refused(
        fixture, "define: {a-label-of-more-than-thirty-letters: [u]}\n",
        "c.yaml:1:47: define: expected a name of 1 to 31 letters, found 'a-label-of-more-than-thirty-letters'.");
    set_refused(fixture, "model.m_t=", "--set model.m_t: has no value.");
    set_refused(fixture, "model.=1", "--set model: expected a name of 1 to 31 letters, found ''.");
    set_refused(fixture, "modle=1", "--set: unknown option 'modle'; did you mean model?");
}

static void defaults_are_what_the_table_says(void **state)
{
    struct fixture *fixture = *state;
    assert_close(ts_card_number(fixture->card, "beams.energy"), 14000, 0);
    assert_close(ts_card_number(fixture->card, "cuts.jet.dr_min"), 0.4, 0);
    assert_true(ts_card_count(fixture->card, "integration.max_events") == 1000000000);
    assert_string_equal(ts_card_text(fixture->card, "pdf"), "CTEQ6L1");
    assert_string_equal(ts_card_text(fixture->card, "process"), "");
    assert_string_equal(ts_card_particle(fixture->card, "beams.particles", 1), "p");
    assert_true(isnan(ts_card_number(fixture->card, "couplings.alpha_s")));
    assert_close(ts_card_scale(fixture->card, "scales.factorization").fixed, 91.188, 0);
    assert_false(ts_card_has(fixture->card, "pdf"));
    assert_string_equal(ts_card_origin(fixture->card, "pdf"), "the default");
}

/* Each option is a field of the request, as the number or choice that it is, or as a text where it is a list.
 */
static void every_option_is_asked_for(void **state)
{
    (void)state;
    size_t count;
    const ts_option *table = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i) {
        const ts_option_type type = table[i].type, field = request_type(table[i].key);
        const int is_list = type == TS_OPTION_TEXTS || type == TS_OPTION_CHOICES || type == TS_OPTION_NUMBERS;
        /* A coupling is found by its name in the row of a family; there is one integrator. */
        if (field == TS_OPTION_HISTOGRAMS)
            assert_true(type == field || option_is_within(table[i].key, "couplings") ||
                        !strcmp(table[i].key, "integration.method"));
        else
            assert_true(field == (is_list ? TS_OPTION_TEXT : type) ||
                        (field == TS_OPTION_BOOLEAN && type == TS_OPTION_COUNT));
    }
}

/* The words of choices are the enumerators of their names. */
static void choices_are_enumerations(void **state)
{
#define WORD(option, word, value)                                          \
    {                                                                      \
#option, #option "=" word, offsetof(struct request, option), value \
    }
    static const struct {
        const char *key, *setting;
        size_t offset;
        unsigned value;
    } words[] = {
        WORD(variations.scales, "7", 1),
        WORD(variations.pdf, "all", 1),
        WORD(merging.scheme, "ckkwl", MERGED_CKKWL),
        WORD(merging.scheme, "mlm", MERGED_MLM),
        WORD(merging.scheme, "none", MERGED_NOT),
        WORD(merging.cut, "kt_durham", MERGING_CUT_KT_DURHAM),
        WORD(merging.cut, "pt_lund", MERGING_CUT_PT_LUND),
        WORD(merging.cut, "xqcut", MERGING_CUT_XQCUT),
        WORD(merging.cut, "xqcut_partons", MERGING_CUT_XQCUT_PARTONS),
        WORD(merging.by, "shower", MERGING_BY_SHOWER),
        WORD(merging.by, "reader", MERGING_BY_READER),
        WORD(colour, "leading", COLOUR_LEADING),
        WORD(colour, "full", COLOUR_FULL),
        WORD(colour_stages, "1", COLOUR_STAGES_1),
        WORD(colour_stages, "2", COLOUR_STAGES_2),
        WORD(phase_space, "rambo", SPACE_RAMBO),
        WORD(phase_space, "rambo_diet", SPACE_RAMBO_DIET),
        WORD(phase_space, "chili", SPACE_CHILI),
        WORD(phase_space, "chain", SPACE_CHAIN),
        WORD(phase_space, "channels", SPACE_CHANNELS),
        WORD(phase_space, "auto", SPACE_AUTO),
        WORD(precision, "single", SINGLE_PRECISION),
        WORD(precision, "double", DOUBLE_PRECISION),
        WORD(precision, "mixed", MIXED_PRECISION),
        WORD(amplitude.polarization, "helicity", POLARIZATION_HELICITY),
        WORD(amplitude.helicities, "sampled", HELICITY_SAMPLE),
        WORD(amplitude.recursion, "n3", RECURSION_N3),
        WORD(amplitude.recursion, "n4", RECURSION_N4),
        WORD(amplitude.threads, "16", 5),
        WORD(shower.jet_algorithm, "kt", JETS_KT),
        WORD(shower.jet_algorithm, "cambridge", JETS_CAMBRIDGE),
        WORD(shower.jet_algorithm, "antikt", JETS_ANTIKT),
        WORD(integration.combination, "inverse_variance", COMBINATION_INVERSE_VARIANCE),
        WORD(events.processes, "subprocesses", PROCESSES_SUBPROCESSES),
        WORD(events.processes, "multiplicities", PROCESSES_MULTIPLICITIES),
        WORD(events.resonances, "on_shell", RESONANCES_ON_SHELL),
        WORD(events.resonances, "chain", RESONANCES_CHAIN),
        WORD(events.resonances, "none", RESONANCES_NONE),
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        assert_int_equal(ts_card_set(fixture->context, fixture->card, words[i].setting), TS_OK);
        const char *request = (const char *)card_request(fixture->card);
        assert_int_equal(request_type(words[i].key), TS_OPTION_CHOICE);
        assert_int_equal(*(const unsigned *)(const void *)(request + words[i].offset), words[i].value);
    }
#undef WORD
}

/* What is asked for follows its card: what is set, defaults that follow, a group whose second value is
 * refused. That of a copy outlives the card. */
static void a_request_follows_its_card(void **state)
{
    struct fixture *fixture = *state;
    ts_card *copy;
    const struct request *request = card_request(fixture->card);
    assert_true(request->cuts.jet.pt_min == 20 && isnan(request->cuts.missing.eta_max));
    assert_true(isnan(request->couplings.alpha_s) && !request->beams.energy_given);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "beams={particles: [e+, e-], energy: 240}"),
                     TS_OK);
    assert_string_equal(request->beams.particles[1], "e-");
    assert_true(request->beams.energy == 240 && request->beams.energy_given);
    assert_true(request->cuts.jet.eta_max == 100);
    assert_int_equal(ts_card_set(fixture->context, fixture->card,
                                 "sampling={enhance: pt(z), enhance_from: x}"),
                     TS_ERROR_INPUT);
    assert_string_equal(request->sampling.enhance, "pt(z)");
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "model.m_t=170"), TS_OK);
    assert_int_equal(card_copy(fixture->context, fixture->card, &copy), TS_OK);
    ts_card_destroy(&fixture->card);
    assert_string_equal(card_request(copy)->sampling.enhance, "pt(z)");
    assert_int_equal(card_request(copy)->model.count, 1);
    assert_string_equal(card_request(copy)->model.entries->value, "170");
    ts_card_destroy(&copy);
}

static void a_card_is_read(void **state)
{
    struct fixture *fixture = *state;
    const char *text = "process: g g > g g g   # a comment\n"
                       "beams: {particles: [p, p], energy: 7e3}\n"
                       "scales: {renormalization: HT/2, factorization: 2*HT}\n"
                       "cuts:\n"
                       "  jet:\n"
                       "    pt_min: 60\n"
                       "cuts.jet.eta_max: 2\n"
                       "integration: {max_events: 1e6, seed: 9223372036854775807}\n"
                       "histograms: [ht, {name: pt1, bins: 50, range: [0, 500], log: false}]\n";
    assert_int_equal(read_text(fixture, text), TS_OK);
    const ts_card *card = fixture->card;
    assert_string_equal(ts_card_text(card, "process"), "g g > g g g");
    assert_close(ts_card_number(card, "beams.energy"), 7000, 0);
    assert_close(ts_card_scale(card, "scales.renormalization").factor, 0.5, 0);
    assert_close(ts_card_scale(card, "scales.factorization").factor, 2, 0);
    assert_close(ts_card_number(card, "cuts.jet.eta_max"), 2, 0);
    assert_true(ts_card_count(card, "integration.max_events") == 1000000);
    assert_true(ts_card_count(card, "integration.seed") == 9223372036854775807u);
    assert_true(ts_card_has(card, "cuts.jet.pt_min"));
    assert_string_equal(ts_card_origin(card, "cuts.jet.pt_min"), "c.yaml:6:13");
    size_t count;
    const ts_histogram_request *histograms = ts_card_histograms(card, &count);
    assert_int_equal(count, 2);
    assert_string_equal(histograms[0].name, "ht");
    assert_true(histograms[0].bins == 0 && isnan(histograms[0].low) && histograms[0].log == -1);
    assert_true(histograms[1].bins == 50 && histograms[1].high == 500 && histograms[1].log == 0);
}

/* A list of words or one of them; a word in place of a number. */
static void events_are_read(void **state)
{
    struct fixture *fixture = *state;
    assert_true(ts_card_count(fixture->card, "events.count") == 0);
    assert_string_equal(ts_card_text(fixture->card, "events.format"), "hepmc3");
    assert_int_equal(read_text(fixture, "events: {count: 1e4, format: hepmc3, weighted: true}\n"), TS_OK);
    assert_true(ts_card_count(fixture->card, "events.count") == 10000);
    assert_true(ts_card_count(fixture->card, "events.weighted") == 1);
    assert_int_equal(read_text(fixture, "events: {count: all, format: [hepmc3]}\n"), TS_OK);
    assert_true(ts_card_count(fixture->card, "events.count") == UINT64_MAX);
    assert_string_equal(ts_card_text(fixture->card, "events.format"), "hepmc3");
    set_refused(fixture, "events.count=some",
                "--set events.count: expected a whole number from 0 to 2e+09, or all, found 'some'.");
    set_refused(fixture, "events.format=[]",
                "--set events.format: expected a list of: hepmc3, lhe, lhe.gz, lheh5, found none.");
    set_refused(fixture, "events.format=[hepmc3, hepmc3]", "--set events.format: hepmc3 is given twice.");
    set_refused(
        fixture, "events.format=[hepmc]",
        "--set events.format: expected a list of: hepmc3, lhe, lhe.gz, lheh5, found 'hepmc'; did you mean hepmc3?");
}

static void set_overrides_a_card(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(read_text(fixture, "cuts: {jet: {pt_min: 60}}\nhistograms: [ht]\n"), TS_OK);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "cuts.jet.pt_min=40"), TS_OK);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "process=g g > g g"), TS_OK);
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "histograms=[rmin]"), TS_OK);
    assert_close(ts_card_number(fixture->card, "cuts.jet.pt_min"), 40, 0);
    assert_string_equal(ts_card_origin(fixture->card, "cuts.jet.pt_min"), "--set");
    size_t count;
    assert_string_equal(ts_card_histograms(fixture->card, &count)->name, "rmin");
    assert_int_equal(count, 1);
}

static void scales_are_numbers_or_multiples_of_ht(void **state)
{
    (void)state;
    ts_scale scale;
    assert_true(scalar_scale("HT", &scale) && scale.factor == 1 && scale.fixed == 0);
    assert_true(scalar_scale("HT / 4", &scale) && scale.factor == 0.25);
    /* A number before a name is no scale in GeV. */
    assert_true(scalar_scale("0.5*HT", &scale) && scale.factor == 0.5 && scale.fixed == 0);
    assert_true(scalar_scale("HT*3", &scale) && scale.factor == 3 && scale.base == TS_SCALE_HT);
    assert_true(scalar_scale("MT/2", &scale) && scale.factor == 0.5 && scale.base == TS_SCALE_MT);
    assert_true(scalar_scale("2 * M", &scale) && scale.factor == 2 && scale.fixed == 0 &&
                scale.base == TS_SCALE_M);
    assert_true(scalar_scale("9.1188e1", &scale) && scale.fixed == 91.188);
    static const char *const wrong[] = {
        "",     "ht",  "MX",     "M2",
        "HT/0", "HT/", "*HT",    "HT/-2",
        "HT+1", "2HT", "HT/2/2", "0x10",
        "nan",  "inf", "1e999",  "HT/2222222222222222222222222222222222222222"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(scalar_scale(wrong[i], &scale));
}

static void wrong_keys_are_refused_with_the_nearest(void **state)
{
    refused(*state, "proces: g g > g g\n", "c.yaml:1:1: unknown option 'proces'; did you mean process?");
    refused(*state, "cuts: {jet: {ptmin: 20}}\n",
            "c.yaml:1:14: unknown option 'cuts.jet.ptmin'; did you mean cuts.jet.pt_min?");
    refused(*state, "cut: {jet: {pt_min: 20}}\n", "c.yaml:1:1: unknown option 'cut'; did you mean cuts?");
    refused(*state, "beam: {energy: 8000}\n", "c.yaml:1:1: unknown option 'beam'; did you mean beams?");
    refused(*state, "scale: {renormalization: HT}\n",
            "c.yaml:1:1: unknown option 'scale'; did you mean scales?");
    refused(*state, "jets: {pt_min: 20}\n", "c.yaml:1:1: unknown option 'jets'; did you mean cuts.jet?");
    refused(*state, "jet: {pt_min: 20}\n", "c.yaml:1:1: unknown option 'jet'; did you mean cuts.jet?");
    refused(*state, "cuts: {jets: {pt_min: 20}}\n",
            "c.yaml:1:8: unknown option 'cuts.jets'; did you mean cuts.jet?");
    refused(*state, "cuts: {jet: {foo: 20}}\n",
            "c.yaml:1:14: unknown option 'cuts.jet.foo'; did you mean cuts.jet.pt_min?");
    refused(*state, "pt_min: 20\n", "c.yaml:1:1: unknown option 'pt_min'; did you mean cuts.jet.pt_min?");
    refused(*state, "something_else_entirely: 1\n",
            "c.yaml:1:1: unknown option 'something_else_entirely'; `tessera options` lists them.");
    refused(*state, "pdf: a\npdf: b\n", "c.yaml:2:1: pdf: is given twice.");
    refused(*state, "cuts: {jet: {}}\ncuts: {jet: {}}\n", "c.yaml:2:1: cuts: is given twice.");
    refused(*state, "cuts: {jet: {pt_min: 1}}\ncuts.jet.pt_min: 2\n",
            "c.yaml:2:1: cuts.jet.pt_min: is given twice.");
}

static void wrong_values_are_refused_with_what_is_right(void **state)
{
    refused(*state, "cuts:\n  jet: {pt_min: -3}\n",
            "c.yaml:2:17: cuts.jet.pt_min: expected a number from 0 to 1e+07 GeV, found '-3'.");
    refused(*state, "cuts: {jet: {pt_min: abc}}\n",
            "c.yaml:1:22: cuts.jet.pt_min: expected a number from 0 to 1e+07 GeV, found 'abc'.");
    refused(
        *state, "beams: {energy: \"14000\"}\n",
        "c.yaml:1:17: beams.energy: expected a number from 1 to 1e+07 GeV, found the text \"14000\"; leave "
        "out the quotation marks.");
    refused(*state, "beams: {energy: [1, 2]}\n",
            "c.yaml:1:17: beams.energy: expected a number from 1 to 1e+07 GeV, found a list.");
    refused(*state, "integration: {max_events: 0}\n",
            "c.yaml:1:27: integration.max_events: expected a whole number from 1000 to 1e+18, found '0'.");
    refused(*state, "integration: {max_events: 1.5}\n",
            "c.yaml:1:27: integration.max_events: expected a whole number from 1000 to 1e+18, found '1.5'.");
    refused(
        *state, "phase_space: rambo_deit\n",
        "c.yaml:1:14: phase_space: expected one of auto, rambo, rambo_diet, chili, chain, channels, found 'rambo_deit'; did you mean rambo_diet?");
    refused(*state, "pdf:\n", "c.yaml:1:5: pdf: has no value; expected text.");
    refused(*state, "cuts: 3\n", "c.yaml:1:7: cuts: expected a group of options, found '3'.");
    refused(*state, "beams: {particles: [p]}\n",
            "c.yaml:1:20: beams.particles: expected two particles such as [p, p], found 1.");
    refused(*state, "pdf: \"a\\nb\"\n",
            "c.yaml:1:6: pdf: expected text, found text of more than one line, or too long.");
}

static void wrong_histograms_are_refused(void **state)
{
    refused(
        *state, "histograms: ht\n",
        "c.yaml:1:13: histograms: expected a list such as [ht, {name: pt1, bins: 50}], found a single value.");
    refused(*state, "histograms: [ht, ht]\n", "c.yaml:1:18: histograms: ht is asked for twice.");
    refused(*state, "histograms: [{bins: 50}]\n",
            "c.yaml:1:14: histograms: name is missing, as in {name: pt1, bins: 50}.");
    refused(
        *state, "histograms: [{name: ht, bin: 50}]\n",
        "c.yaml:1:25: histograms: expected name, bins, range, log, expression or title, found 'bin'; did you mean bins?");
    refused(*state, "histograms: [{name: ht, bins: 0}]\n",
            "c.yaml:1:31: histograms: bins: expected a whole number from 1 to 10000, found '0'.");
    refused(*state, "histograms: [{name: ht, range: [5, 5]}]\n",
            "c.yaml:1:32: histograms: range: expected two ascending numbers such as [0, 500], found [5, 5].");
    refused(*state, "histograms: [{name: ht, range: [5]}]\n",
            "c.yaml:1:32: histograms: range: expected two ascending numbers such as [0, 500], found 1.");
    refused(*state, "histograms: [{name: ht, range: 5}]\n",
            "c.yaml:1:32: histograms: range: expected two ascending numbers such as [0, 500], found '5'.");
    refused(*state, "histograms: [{name: ht, range: [0, x]}]\n",
            "c.yaml:1:36: histograms: range: expected two ascending numbers such as [0, 500], found 'x'.");
    refused(*state, "histograms: [{name: ht, log: 2}]\n",
            "c.yaml:1:30: histograms: log: expected true or false, found '2'.");
    refused(*state, "histograms: [{name: ht, range: [0, 5], log: true}]\n",
            "c.yaml:1:14: histograms: logarithmic bins need a range above 0.");
}

static void what_is_no_card_is_refused(void **state)
{
    refused(*state, "",
            "c.yaml:1:1: the card is empty; it needs at least a process, such as 'process: g g > g g'.");
    refused(*state, "- a\n- b\n", "c.yaml:1:1: expected options such as 'process: g g > g g', found a list.");
    refused(*state, "pdf: a\n---\npdf: b\n",
            "c.yaml:2:1: a card is one YAML document, but a second one begins here.");
    refused(*state, "pdf: &x a\n",
            "c.yaml:1:6: YAML anchors and aliases (& and *) have no meaning in a card; write the value out.");
    refused(*state, "pdf: !!str a\n",
            "c.yaml:1:6: YAML tags (!) have no meaning in a card; write the value alone.");
    struct fixture *fixture = *state;
    assert_int_equal(read_text(fixture, "pdf: [a\n"), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "c.yaml:"));
    assert_int_equal(read_text(fixture, "pdf: \xff\xfe\n"), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "this is not YAML"));
}

static void deep_nesting_is_refused(void **state)
{
    enum { DEPTH = 100000 };
    struct fixture *fixture = *state;
    static char text[DEPTH + 16];
    memcpy(text, "process: ", 9);
    memset(text + 9, '[', DEPTH);
    assert_int_equal(card_read_memory(fixture->context, fixture->card, "c.yaml", text, DEPTH + 9),
                     TS_ERROR_INPUT);
    memset(text, '{', DEPTH);
    assert_int_equal(card_read_memory(fixture->context, fixture->card, "c.yaml", text, DEPTH),
                     TS_ERROR_INPUT);
}

static void a_card_that_is_no_file_is_refused(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(ts_card_read(fixture->context, fixture->card, "/nonexistent/card.yaml"), TS_ERROR_FILE);
    assert_int_equal(ts_card_read(fixture->context, fixture->card, "/"), TS_ERROR_FILE);
}

static void groups_are_set_at_once(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(ts_card_set(fixture->context, fixture->card, "cuts.jet={pt_min: 44, eta_max: 3}"),
                     TS_OK);
    assert_close(ts_card_number(fixture->card, "cuts.jet.pt_min"), 44, 0);
    assert_close(ts_card_number(fixture->card, "cuts.jet.eta_max"), 3, 0);
    assert_int_equal(ts_card_set(fixture->context, fixture->card,
                                 "cuts={jet: {pt_min: 45}, photon.pt_min: 9}"),
                     TS_OK);
    assert_close(ts_card_number(fixture->card, "cuts.jet.pt_min"), 45, 0);
    assert_close(ts_card_number(fixture->card, "cuts.photon.pt_min"), 9, 0);
}

static void wrong_assignments_are_refused(void **state)
{
    set_refused(*state, "cuts.jet={pt_min: 44, eta_mix: 3}",
                "--set: unknown option 'cuts.jet.eta_mix'; did you mean cuts.jet.eta_max?");
    set_refused(*state, "cuts.jet={pt_min: 44, pt_min: 45}", "--set cuts.jet.pt_min: is given twice.");
    set_refused(*state, "nonsense",
                "--set: expected key=value, such as cuts.jet.pt_min=40, found 'nonsense'.");
    set_refused(*state, "cuts.jet.pt_mn=3",
                "--set: unknown option 'cuts.jet.pt_mn'; did you mean cuts.jet.pt_min?");
    set_refused(*state, "cuts.jet=3",
                "--set cuts.jet: is a group of options; set one of them, such as cuts.jet.pt_min.");
    set_refused(*state, "pdf=", "--set pdf: has no value.");
    set_refused(*state, "integration.max_events=0",
                "--set integration.max_events: expected a whole number from 1000 to 1e+18, found '0'.");
    set_refused(*state, "pdf=a\n--- b", "--set pdf: expected one value.");
}

static void a_layer_above_can_refuse_with_the_place(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(read_text(fixture, "pdf: nosuchset\nhistograms:\n - ht\n - foo\n"), TS_OK);
    assert_int_equal(ts_card_refuse(fixture->context, fixture->card, "pdf", "there is no such set."),
                     TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(fixture->context), "c.yaml:1:6: pdf: there is no such set.");
    ts_card_refuse_histogram(fixture->context, fixture->card, 1, "no such observable.");
    assert_string_equal(ts_context_error(fixture->context), "c.yaml:4:4: histograms: no such observable.");
    ts_card_refuse(fixture->context, fixture->card, "precision", "no.");
    assert_string_equal(ts_context_error(fixture->context), "precision (auto by default): no.");
}

static void distances_count_letters(void **state)
{
    (void)state;
    assert_int_equal(ts_text_distance("pt_min", "pt_min"), 0);
    assert_int_equal(ts_text_distance("ptmin", "pt_min"), 1);
    assert_int_equal(ts_text_distance("rnu", "run"), 1);
    assert_int_equal(ts_text_distance("kitten", "sitting"), 3);
    assert_int_equal(ts_text_distance("", "abc"), 3);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_option_has_a_whole_row),
        TEST(defaults_are_what_the_table_says),
        TEST(mappings_hold_entries),
        TEST(groups_are_set_at_once),
        TEST(mappings_are_written),
        TEST(pairs_are_written),
        TEST(mappings_are_refused),
        TEST(every_option_is_asked_for),
        TEST(choices_are_enumerations),
        TEST(a_request_follows_its_card),
        TEST(a_card_is_read),
        TEST(events_are_read),
        TEST(set_overrides_a_card),
        TEST(scales_are_numbers_or_multiples_of_ht),
        TEST(wrong_keys_are_refused_with_the_nearest),
        TEST(wrong_values_are_refused_with_what_is_right),
        TEST(wrong_histograms_are_refused),
        TEST(what_is_no_card_is_refused),
        TEST(deep_nesting_is_refused),
        TEST(a_card_that_is_no_file_is_refused),
        TEST(wrong_assignments_are_refused),
        TEST(a_layer_above_can_refuse_with_the_place),
        TEST(distances_count_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
