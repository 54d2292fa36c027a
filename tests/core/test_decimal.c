/* Numbers of files have the bits that C's library gives them, however they are read. */
#include "core/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_support.h"

static void read_as_by_library(const char *text)
{
    double number = NAN;
    const double expected = strtod(text, NULL);
    assert_true(decimal_read(text, strlen(text), &number));
    if (memcmp(&number, &expected, sizeof number) != 0)
        fail_msg("%s is read as %a, and is %a", text, number, expected);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

/* Digits and exponents at random, as many as programs print: the point behind the first, or before the last.
 */
static void any_number(void **state)
{
    (void)state;
    static const uint64_t powers[] = {
        10, 10000, 100000000, 100000000000, 10000000000000000, 1000000000000000000};
    uint64_t random = 1;
    for (int i = 0; i < 200000; ++i) {
        char text[64];
        const uint64_t one = powers[i % 6], digits = next(&random) % (10 * one);
        snprintf(text, sizeof text, "%s%llu.%0*llu%c%+03d", i % 5 ? "" : "-",
                 (unsigned long long)(digits / one), (int)lrint(log10((double)one)),
                 (unsigned long long)(digits % one), i % 7 ? 'e' : 'E', (int)(next(&random) % 61) - 30);
        read_as_by_library(text);
    }
}

/* Halfway between two doubles, and as near to that as 19 digits are: the second rounding must not see the
 * first. */
static void halves(void **state)
{
    (void)state;
    static const char *const texts[] = {"9007199254740993",
                                        "9007199254740992.999",
                                        "9007199254740993.001",
                                        "9007199254740995",
                                        "9007199254740993e5",
                                        "900719925474099.3e-7",
                                        "1000000000000000.0625",
                                        "1000000000000000.1875",
                                        "1152921504606846977",
                                        "1152921504606847104",
                                        "1152921504606847105",
                                        "9223372036854775807",
                                        "5e-324",
                                        "2.2250738585072011e-308",
                                        "1.7976931348623157e308",
                                        "123456789012345678901234567890",
                                        "0.30000000000000004",
                                        "1e23",
                                        "8.5e22",
                                        "00000000000000000000.5",
                                        "0",
                                        "-0.0",
                                        ".5",
                                        "5.",
                                        "+1.5",
                                        "0e99",
                                        "1E5",
                                        "1e+05"};
    uint64_t random = 2;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        read_as_by_library(texts[i]);
    for (int i = 0; i < 20000; ++i) { /* 2^53 to 2^54 has doubles two apart */
        char text[64];
        const uint64_t odd = ((uint64_t)1 << 53) + (next(&random) >> 11 | 1);
        snprintf(text, sizeof text, "%llu.%03de%d", (unsigned long long)odd, i % 3 - 1 ? 1 : 0, i % 4);
        read_as_by_library(text);
    }
}

static void what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    ".",   "-",    "e5",    "1e",   "1e+", "1.2.3", "0x10", "inf",
                                        "nan", "1,5", "1e5x", "1e400", " 1.5", "--1", "1d5",   "1 2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        double number = 7;
        assert_false(decimal_read(texts[i], strlen(texts[i]), &number));
        assert_true(number == 7);
    }
    double number = 0;
    assert_true(decimal_read("1.5 2.5", 3, &number) && number == 1.5); /* of a longer text */
    assert_true(decimal_read_fortran("4.1D+02", 7, &number) && number == 410);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number),
        cmocka_unit_test(halves),
        cmocka_unit_test(what_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
