/* The table of processes. */
#include "core/options.h"
#include "process/family.h"
#include "tessera/card.h"
#include "test_support.h"

#include <string.h>

/* What a family uses exists: an option, or a group of them. */
static void families_use_options_that_exist(void **state)
{
    (void)state;
    const struct process_family *family;
    for (size_t i = 0; (family = family_at(i)); ++i)
        for (size_t k = 0; k < FAMILY_USES && family->uses[k]; ++k)
            if (!ts_option_find(family->uses[k]) && !option_is_group(family->uses[k]))
                fail_msg("%s uses %s, which is no option", family->info.pattern, family->uses[k]);
}

/* Nothing stands in the table of options without a process that it has a part in, but what `tessera model`,
 * `tessera processes` and `tessera decay` read. */
static void every_option_has_a_part_somewhere(void **state)
{
    (void)state;
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i) {
        const struct process_family *family;
        int used = option_is_within(options[i].key, "model") || option_is_within(options[i].key, "define") ||
                   option_is_within(options[i].key, "orders") || !strcmp(options[i].key, "decay");
        for (size_t k = 0; (family = family_at(k)); ++k)
            used |= family_uses(family, options[i].key);
        if (!used)
            fail_msg("no process uses %s", options[i].key);
    }
}

static const struct process_family *family_of(const char *text, int amplitude)
{
    struct particle_list list;
    char sentence[256];
    particles_parse(text, &list, sentence, sizeof sentence);
    assert_string_equal(sentence, "");
    return amplitude ? family_of_amplitude(&list) : family_of_integrand(&list);
}

static void processes_find_their_family(void **state)
{
    (void)state;
    assert_ptr_equal(family_of("g g > g g g", 0), &gluon_jets_family);
    assert_ptr_equal(family_of("p p > a a", 0), &photons_family);
    assert_null(family_of("p p > a a", 1)); /* of one pair of partons only */
    assert_ptr_equal(family_of("u~ u > a a", 1), &photons_family);
    assert_ptr_equal(family_of("e+ e- > a a", 1), &electron_photons_family);
    assert_ptr_equal(family_of("e- e+ > j j", 0), &quark_pairs_family);
    assert_null(family_of("u d > a a", 0));
}

static void names_are_those_of_the_model(void **state)
{
    (void)state;
    struct particle_list list;
    char sentence[256], text[128];
    particles_parse("g g > t t~ w+ w- z h ve ta+", &list, sentence, sizeof sentence);
    assert_string_equal(sentence, "");
    assert_true(particles_are_definite(&list));
    particles_print(&list, text, sizeof text);
    assert_string_equal(text, "g g > t t~ w+ w- z h ve ta+");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_use_options_that_exist),
        cmocka_unit_test(every_option_has_a_part_somewhere),
        cmocka_unit_test(processes_find_their_family),
        cmocka_unit_test(names_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
