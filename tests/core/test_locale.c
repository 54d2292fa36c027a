/* A program whose language writes a decimal comma gets the same numbers, files and sentences. Makes the
 * locale where the machine has none, and is skipped where that fails. */
#include "environment_support.h"

static int set_comma(void)
{
    return setlocale(LC_ALL, "de_DE.UTF-8") && !strcmp(localeconv()->decimal_point, ",");
}

/* Where the machine has none, the build has made one, if it could. */
static int have_comma(void)
{
    if (set_comma())
        return 1;
    setenv("LOCPATH", TEST_BINARY "/locales", 1);
    return set_comma();
}

static void a_decimal_comma_changes_nothing(void **state)
{
    (void)state;
    setlocale(LC_ALL, "C");
    struct results *plain = all_results();
    assert_true(set_comma());
    struct results *others = all_results();
    char number[16];
    snprintf(number, sizeof number, "%.1f", 0.5);
    setlocale(LC_ALL, "C");
    assert_string_equal(number, "0,5");
    assert_true(plain->used > 1000);
    assert_string_equal(others->text, plain->text);
    free(plain);
    free(others);
}

int main(void)
{
    if (!have_comma()) {
        puts("skipped: there is no locale with a decimal comma, and none can be made");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_decimal_comma_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
