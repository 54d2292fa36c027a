/* The random numbers: Philox4x32-10 against Random123, and the uniform numbers made of its words. */
#include "kernel_support.h"

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#define HAVE_RANDOM123 1
#else
#define HAVE_RANDOM123 0
#endif

enum { COUNT = 20032 };

static const char head[] = "#include \"map.h\"\n#include \"random.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    /* counter [4], key [2] of each element, words [4]: one lane after the other, for keys are not lanes */
    MAP(philox, GLOBAL const uint32 *, counters, GLOBAL const uint32 *, keys, GLOBAL uint32 *, out,
        GLOBAL scalar *, none) {
        for (uint64 at = ELEMENT; at < ELEMENT + LANES; ++at) {
            word counter[4];
            word words[4];
            for (int i = 0; i < 4; ++i)
                counter[i] = w_set(counters[i * COUNT + at]);
            philox4x32(counter, keys[at], keys[COUNT + at], words);
            for (int i = 0; i < 4; ++i)
                out[i * COUNT + at] = r_first(words[i]);
        }
    }

    /* Event numbers on both sides of 2^32. Words [4], one lane after the other; uniform numbers [2], every
     * lane with an event of its own. */
    MAP(events, GLOBAL uint32 *, out, GLOBAL scalar *, numbers, GLOBAL scalar *, none, GLOBAL scalar *,
        more) {
        event_number event = {(w_lane() + (uint32)ELEMENT) * 2654435769u, (w_lane() + (uint32)ELEMENT) * 3u,
                              12345u, 2u};
        real pair[2];
        uniform_pair(event, STREAM_HELICITY, 17, pair);
        r_store(numbers + AT(0), pair[0]);
        r_store(numbers + AT(1), pair[1]);
        for (uint64 at = ELEMENT; at < ELEMENT + LANES; ++at) {
            event_number one = {w_set((uint32)at * 2654435769u), w_set((uint32)at * 3u), 12345u, 2u};
            word words[4];
            random_words(one, STREAM_HELICITY, 17, words);
            for (int i = 0; i < 4; ++i)
                out[i * COUNT + at] = r_first(words[i]);
        }
    }

    MAP(ends, GLOBAL scalar *, out, GLOBAL scalar *, none, GLOBAL scalar *, more, GLOBAL scalar *, most) {
        r_store(out + AT(0), uniform(w_set(0), w_set(0)));
        r_store(out + AT(1), uniform(w_set(4294967295u), w_set(4294967295u)));
    });

static uint32_t counters[4 * COUNT], keys[2 * COUNT], words[4 * COUNT];
static double numbers[2 * COUNT];

/* Random123's file kat_vectors, the three lines "philox4x32 10": counter, key, words. */
static const uint32_t known_answers[3][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d, 0x41c83b0e,
     0xa20bc7c6, 0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb,
     0x5001e420, 0x24126ea1},
};

static void run_philox(void)
{
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "philox",
               (struct kernel_array[]){{counters, 4 * COUNT, KERNEL_IN | KERNEL_WORDS},
                                       {keys, 2 * COUNT, KERNEL_IN | KERNEL_WORDS},
                                       {words, 4 * COUNT, KERNEL_OUT | KERNEL_WORDS}},
               3);
    kernel_close(&kernel);
}

static void published_answers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT; ++i) {
        for (size_t j = 0; j < 4; ++j)
            counters[j * COUNT + i] = known_answers[i % 3][j];
        keys[i] = known_answers[i % 3][4];
        keys[COUNT + i] = known_answers[i % 3][5];
    }
    run_philox();
    for (size_t i = 0; i < COUNT; ++i)
        for (size_t j = 0; j < 4; ++j)
            assert_int_equal(words[j * COUNT + i], known_answers[i % 3][6 + j]);
}

/* Several counters, draws, streams and seeds. */
static void words_of_random123(void **unused)
{
    (void)unused;
#if HAVE_RANDOM123
    for (uint32_t i = 0; i < COUNT; ++i) {
        const uint32_t counter[4] = {i * 0x9E3779B9u, 3 * i + i % 7, i % 61, i % 5};
        for (size_t j = 0; j < 4; ++j)
            counters[j * COUNT + i] = counter[j];
        keys[i] = 12345u * i;
        keys[COUNT + i] = i % 3;
    }
    run_philox();
    for (size_t i = 0; i < COUNT; ++i) {
        philox4x32_ctr_t counter = {
            {counters[i], counters[COUNT + i], counters[2 * COUNT + i], counters[3 * COUNT + i]}};
        philox4x32_key_t key = {{keys[i], keys[COUNT + i]}};
        philox4x32_ctr_t want = philox4x32_R(10, counter, key);
        for (size_t j = 0; j < 4; ++j)
            assert_int_equal(words[j * COUNT + i], want.v[j]);
    }
#else
    skip(); /* Debian's librandom123-dev is not installed */
#endif
}

static void run_events(void)
{
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "events",
               (struct kernel_array[]){{words, 4 * COUNT, KERNEL_OUT | KERNEL_WORDS},
                                       {numbers, 2 * COUNT, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
}

/* The counter of an event is its number, the draw and the stream, the key its seed. */
static void counter_of_an_event(void **unused)
{
    (void)unused;
    run_events();
#if HAVE_RANDOM123
    for (uint32_t i = 0; i < COUNT; ++i) {
        philox4x32_ctr_t counter = {{i * 2654435769u, i * 3, 17, 1}}; /* STREAM_HELICITY is 1 */
        philox4x32_key_t key = {{12345u, 2u}};
        philox4x32_ctr_t want = philox4x32_R(10, counter, key);
        for (size_t j = 0; j < 4; ++j)
            assert_int_equal(words[j * COUNT + i], want.v[j]);
    }
#endif
}

/* The single-precision number is the double-precision one cut to 23 bits: both are (k + 1/2) / 2^bits with k
 * the leading bits of the same 64. */
static void uniform_numbers_of_both_precisions_agree(void **unused)
{
    (void)unused;
    run_events();
    for (size_t i = 0; i < COUNT; ++i)
        for (size_t j = 0; j < 2; ++j) {
            uint64_t bits = (uint64_t)words[2 * j * COUNT + i] << 32 | words[(2 * j + 1) * COUNT + i];
            double in_single = ((double)(bits >> 41) + 0.5) * 0x1p-23;
            double in_double = ((double)(bits >> 12) + 0.5) * 0x1p-52;
            assert_true(numbers[j * COUNT + i] == (test_double ? in_double : in_single));
            assert_true(numbers[j * COUNT + i] > 0 && numbers[j * COUNT + i] < 1);
        }
}

static void uniform_numbers_lie_inside(void **unused)
{
    (void)unused;
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "ends", (struct kernel_array[]){{numbers, 2 * COUNT, KERNEL_OUT}}, 1);
    kernel_close(&kernel);
    const double smallest = numbers[0], largest = numbers[COUNT];
    assert_true(smallest > 0 && 1 - smallest < 1);
    assert_true(largest < 1 && 1 - largest == smallest);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_answers),
        cmocka_unit_test(words_of_random123),
        cmocka_unit_test(counter_of_an_event),
        cmocka_unit_test(uniform_numbers_of_both_precisions_agree),
        cmocka_unit_test(uniform_numbers_lie_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
