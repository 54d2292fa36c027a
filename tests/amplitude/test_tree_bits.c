/* Matrix elements that the program derives have the same bits on every device and at every instruction level,
 * with real and with complex masses. */
#include "device_support.h"
#include "tree_identities.h"

/* Together they hold most kinds of operations. */
static const struct {
    const char *name, *complex_masses;
} cases[] = {{"u d~ > ta+ vt z a", "true"}, {"w+ w- > z h", "true"}, {"g g > t t~ g", "false"}};
enum { CASES = sizeof cases / sizeof *cases };

static struct tested open_case(int i)
{
    const struct model_setting settings[] = {{"complex_masses", cases[i].complex_masses, ""},
                                             {"gamma_t", "1.49", ""},
                                             {"m_tau", "30", ""}};
    struct tested tested;
    uint64_t random = 21;
    test_open_with(&tested, settings, 3);
    test_process(&tested, cases[i].name);
    test_point(&tested, 700, &random);
    return tested;
}

static double bits_of(const struct tested *tested, enum tree_form form, int double_precision)
{
    return test_value_of(tested, form, double_precision, NULL, 0, NULL);
}

static void assert_bits(const char *what, const char *name, double value, double expected)
{
    if (value != expected)
        fail_msg("%s, %s: %a is not %a", name, what, value, expected);
}

/* The lowest level in every run but quick ones, the one above in long ones. */
static void levels_agree(const struct tested *tested, int double_precision, double expected)
{
    static const char *const levels[] = {"x86-64-v2", "x86-64-v3"};
    const int count = getenv("TESSERA_TEST_QUICK") ? 0 : getenv("TESSERA_TEST_LONG") ? 2 : 1;
    for (int i = 0; i < count && strcmp(cpu_level(), levels[i]) > 0; ++i) {
        setenv("TESSERA_CPU_LEVEL", levels[i], 1);
        const double value = bits_of(tested, TREE_FORM_SHARED, double_precision);
        unsetenv("TESSERA_CPU_LEVEL");
        assert_bits(levels[i], tested->name, value, expected);
    }
}

/* A team of threads, on the CPU one behind the other. */
static void teams_agree(const struct tested *tested, int double_precision, double expected)
{
    struct tree tree;
    assert_status(tested->context, tree_create(tested->context,
                                               &(struct tree_request){.model = tested->model,
                                                                      .legs = tested->legs,
                                                                      .pdg = tested->pdg,
                                                                      .most = tested->most},
                                               &tree));
    assert_status(tested->context, trees_make_teams(tested->context, &(struct team_tree){&tree, 0}, 1));
    assert_true(tree.team.count > 0);
    tree_free(&tree);
    assert_bits("a team", tested->name, bits_of(tested, TREE_FORM_TEAM, double_precision), expected);
}

static void devices_agree(struct tested *tested, int double_precision, double expected)
{
    struct device *cpu = tested->device;
    assert_status(tested->context, device_open(tested->context, test_device, 0, &tested->device));
    const double value = bits_of(tested, tree_table_form(tested->device), double_precision);
    const double of_team = bits_of(tested, tree_best_form(tested->device), double_precision);
    device_close(&tested->device);
    tested->device = cpu;
    assert_bits(test_device, tested->name, value, expected);
    assert_bits("a team of threads", tested->name, of_team, expected);
}

/* Complex masses in double, real ones in single precision; in long runs all in both. */
static void same_bits(int double_precision)
{
    for (int i = 0, compared = 0; i < CASES && !(test_is_sample() && compared); ++i) {
        const int is_complex = !strcmp(cases[i].complex_masses, "true");
        if (is_complex != double_precision && !getenv("TESSERA_TEST_LONG"))
            continue;
        ++compared;
        struct tested tested = open_case(i);
        const double expected = bits_of(&tested, TREE_FORM_SHARED, double_precision);
        assert_true(expected > 0);
        if (strcmp(test_device, "cpu") != 0)
            devices_agree(&tested, double_precision, expected);
        else
            levels_agree(&tested, double_precision, expected);
        if (!strcmp(test_device, "cpu") && !is_complex)
            teams_agree(&tested, double_precision, expected);
        test_close(&tested);
    }
}

/* Massless quarks, of which a team keeps one half. */
static void halves(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 5;
    if (!test_has_double)
        skip();
    test_open_with(&tested, NULL, 0);
    test_process(&tested, "d d~ > z g g");
    test_point(&tested, 700, &random);
    const double expected = bits_of(&tested, TREE_FORM_SHARED, 1);
    if (strcmp(test_device, "cpu") != 0)
        devices_agree(&tested, 1, expected);
    else
        teams_agree(&tested, 1, expected);
    test_close(&tested);
}

static void double_precision(void **state)
{
    (void)state;
    if (!test_has_double)
        skip();
    same_bits(1);
}

static void single_precision(void **state)
{
    (void)state;
    same_bits(0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(double_precision), cmocka_unit_test(single_precision),
                                       cmocka_unit_test(halves)};
    const int missing = test_begin(argc, argv);
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
