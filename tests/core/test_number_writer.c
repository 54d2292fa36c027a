/* Numbers written fast have the text that C's library gives them. */
#include "core/number_writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_support.h"

static struct number_writer writer;

static void written_as_printed(double number)
{
    char expected[64], text[NUMBER_TEXT_BYTES + 1];
    snprintf(expected, sizeof expected, "%.16e", number);
    text[number_write(&writer, number, text)] = '\0';
    assert_string_equal(text, expected);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static void any_double(void **state)
{
    (void)state;
    uint64_t bits = 1;
    for (int i = 0; i < 100000; ++i) {
        double number;
        const uint64_t random = next(&bits);
        memcpy(&number, &random, sizeof number);
        if (isfinite(number))
            written_as_printed(number);
    }
}

/* Momenta and weights: sizes from 1e-40 to 1e40. */
static void usual_sizes(void **state)
{
    (void)state;
    uint64_t bits = 2;
    for (int i = 0; i < 300000; ++i) {
        const double mantissa = ldexp((double)(next(&bits) >> 11), -53);
        written_as_printed((i & 1 ? -1 : 1) * (1 + mantissa) *
                           pow(10, (int)(next(&bits) >> 40) % 41 * (i & 2 ? -1 : 1)));
        written_as_printed(200 * mantissa - 100);
    }
}

/* Powers of ten and of two with their neighbours, numbers with few digits, halves of the last digit. */
static void edges(void **state)
{
    (void)state;
    const double numbers[] = {
        0, -0.0, 1, -1, 45.6, 91.2, 0.5, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        written_as_printed(numbers[i]);
    for (int p = -320; p <= 308; ++p) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", p);
        const double power = strtod(text, NULL);
        written_as_printed(power);
        written_as_printed(nextafter(power, 0));
        written_as_printed(nextafter(power, INFINITY));
    }
    for (int p = -1074; p < 1024; ++p) {
        written_as_printed(ldexp(1, p));
        written_as_printed(nextafter(ldexp(1, p), 0));
    }
    for (int i = 0; i < 10000;
         ++i) { /* odd multiples of 1/2^k below 2^57: an eighteenth digit 5 and no more */
        written_as_printed(1e16 + 2 * i + 1);
        written_as_printed(ldexp((double)((INT64_C(1) << 52) + 2 * i + 1), -1 - i % 12));
    }
}

static void whole_numbers(void **state)
{
    (void)state;
    const int64_t numbers[] = {0, 1, 9, 10, 99, 100, -1, -211, INT64_MAX, INT64_MIN};
    char expected[64], text[NUMBER_TEXT_BYTES + 1];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        snprintf(expected, sizeof expected, "%lld", (long long)numbers[i]);
        text[number_write_whole(numbers[i], text)] = '\0';
        assert_string_equal(text, expected);
    }
    text[number_write_count(UINT64_MAX, text)] = '\0';
    assert_string_equal(text, "18446744073709551615");
}

int main(void)
{
    number_writer_create(&writer);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_double),
        cmocka_unit_test(usual_sizes),
        cmocka_unit_test(edges),
        cmocka_unit_test(whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
