/* The random numbers: Philox4x32-10 against Random123, and the uniform numbers made of its words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#undef philox4x32 /* a macro there, our function here */
#define HAVE_RANDOM123 1
#else
#define HAVE_RANDOM123 0
#endif

#include "random.h"

/* Random123's file kat_vectors, the three lines "philox4x32 10": counter, key, words. */
static const uint32 known_answers[3][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d, 0x41c83b0e,
     0xa20bc7c6, 0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb,
     0x5001e420, 0x24126ea1},
};

static void published_answers(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; ++i) {
        const uint32 *answer = known_answers[i];
        word counter[4], words[4];
        for (int j = 0; j < 4; ++j)
            counter[j] = w_set(answer[j]);
        philox4x32(counter, answer[4], answer[5], words);
        for (int j = 0; j < 4; ++j)
            FOR_LANES(l)
                assert_int_equal(words[j][l], answer[6 + j]);
    }
}

/* Event numbers on both sides of 2^32, several draws, streams and seeds; every lane has its own number. */
static void words_of_random123(void **unused)
{
    (void)unused;
#if HAVE_RANDOM123
    for (uint32 i = 0; i < 5000; ++i) {
        event_number event = {w_lane() + i * 0x9E3779B9u, w_lane() * 3u + i % 7, 12345u * i, i % 3};
        word words[4];
        random_words(event, i % 5, i % 61, words);
        FOR_LANES(l) {
            philox4x32_ctr_t counter = {{event.low[l], event.high[l], i % 61, i % 5}};
            philox4x32_key_t key = {{event.seed_low, event.seed_high}};
            philox4x32_ctr_t want = philox4x32_R(10, counter, key);
            for (int j = 0; j < 4; ++j)
                assert_int_equal(words[j][l], want.v[j]);
        }
    }
#else
    skip(); /* Debian's librandom123-dev is not installed */
#endif
}

/* The single-precision number is the double-precision one cut to 23 bits: both are (k + 1/2) / 2^bits with k
 * the leading bits of the same 64. */
static void uniform_numbers_of_both_precisions_agree(void **unused)
{
    (void)unused;
    for (uint32 i = 0; i < 20000; ++i) {
        event_number event = {w_lane() + i * LANES, w_set(0), 1, 0};
        word words[4];
        real pair[2];
        random_words(event, STREAM_SAMPLING, 0, words);
        uniform_pair(event, STREAM_SAMPLING, 0, pair);
        for (int j = 0; j < 2; ++j)
            FOR_LANES(l) {
                uint64 bits = (uint64)words[2 * j][l] << 32 | words[2 * j + 1][l];
                double in_single = ((double)(bits >> 41) + 0.5) * 0x1p-23;
                double in_double = ((double)(bits >> 12) + 0.5) * 0x1p-52;
                assert_true((double)pair[j][l] == (PRECISION_DOUBLE ? in_double : in_single));
                assert_true(pair[j][l] > 0 && pair[j][l] < 1);
            }
    }
}

static void uniform_numbers_lie_inside(void **unused)
{
    (void)unused;
    real smallest = uniform(w_set(0), w_set(0));
    real largest = uniform(w_set(0xffffffff), w_set(0xffffffff));
    assert_true(smallest[0] > 0 && 1 - smallest[0] < 1);
    assert_true(largest[0] < 1 && 1 - largest[0] == smallest[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_answers),
        cmocka_unit_test(words_of_random123),
        cmocka_unit_test(uniform_numbers_of_both_precisions_agree),
        cmocka_unit_test(uniform_numbers_lie_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
