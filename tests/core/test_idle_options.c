/* What a card gives without a part in its process is told of in one sentence. */
#include "test_support.h"

#include "process/family.h"
#include "process/process.h"

#include <stdio.h>
#include <string.h>

static char told[1024];

static void keep(ts_log_level level, const char *message, void *data)
{
    (void)data;
    assert_int_equal(level, TS_LOG_WARNING);
    assert_int_equal(told[0], 0);
    snprintf(told, sizeof told, "%s", message);
}

/* The sentence for a top pair with one jet, of what the model derives, whose idle cuts begin with these. */
static const char *tell(const char *const *assignments)
{
    static const char *const idle[] = {"cuts.jet.dr_min", "cuts.photon.", "cuts.lepton.", "cuts.missing.",
                                       "shower."};
    struct process process = {.family = &subprocess_family, .name = "p p > t t~ j"};
    ts_context *context;
    ts_card *card;
    size_t count;
    const ts_option *options = ts_option_table(&count);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < sizeof idle / sizeof *idle; ++k)
            if (!strncmp(options[i].key, idle[k], strlen(idle[k])))
                process_set_idle(&process, options[i].key);
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    told[0] = 0;
    ts_context_set_log(context, keep, NULL);
    idle_options_tell(context, card, &process);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return told;
}
#define TELL(...) tell((const char *const[]){__VA_ARGS__, NULL})

static void one_option_goes_by_its_name(void **state)
{
    (void)state;
    assert_string_equal(TELL("cuts.lepton.pt_min=3", "cuts.heavy.pt_min=1"),
                        "cuts.lepton.pt_min has no part in p p > t t~ j and changes nothing.");
    assert_string_equal(TELL("cuts.photon.dr_jet=0.4", "cuts.missing.pt_min=20", "amplitude.threads=2"),
                        "cuts.photon.dr_jet, cuts.missing.pt_min and amplitude.threads have no part in "
                        "p p > t t~ j and change nothing.");
}

static void several_go_by_the_name_of_their_group(void **state)
{
    (void)state;
    assert_string_equal(TELL("cuts.lepton={pt_min: 3, eta_max: 2.5}"),
                        "cuts.lepton has no part in p p > t t~ j and changes nothing.");
    assert_string_equal(TELL("cuts={jet: {pt_min: 30, eta_max: 4.5, dr_min: 0.4}, lepton: {pt_min: 20, "
                             "eta_max: 2.5}, photon: {pt_min: 20, dr_jet: 0.4}}"),
                        "cuts.photon and cuts.lepton have no part in p p > t t~ j and change nothing.");
}

static void a_distance_of_one_jet_is_no_mistake(void **state)
{
    (void)state;
    assert_string_equal(TELL("cuts.jet={pt_min: 30, eta_max: 4.5, dr_min: 0.4}"), "");
}

static void decays_are_of_the_events(void **state)
{
    (void)state;
    assert_non_null(strstr(TELL("decay=t > w+ b"), "decay is what `tessera decay` will do with the events"));
}

static void a_shower_that_is_turned_off_needs_no_word(void **state)
{
    (void)state;
    assert_string_equal(TELL("shower.cutoff=2"),
                        "shower.cutoff has no part in p p > t t~ j and changes nothing.");
    assert_string_equal(TELL("shower={enabled: false, cutoff: 2}"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_option_goes_by_its_name),
        cmocka_unit_test(several_go_by_the_name_of_their_group),
        cmocka_unit_test(a_distance_of_one_jet_is_no_mistake),
        cmocka_unit_test(decays_are_of_the_events),
        cmocka_unit_test(a_shower_that_is_turned_off_needs_no_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
