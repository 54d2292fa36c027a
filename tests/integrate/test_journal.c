/* What a run keeps of its iterations: how many there are, and how the journal hands them out again. */
#include "test_support.h"

#include "integrate/channel.h"

static void iterations_are_few_however_many_events(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {2, 1000, 1502, 20000, 100000000, 1000000000000, 1000000000000000};
    size_t before = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        uint64_t done = 0;
        size_t count = 0;
        for (; done < numbers[i]; ++count) {
            const uint64_t next = channel_next_events(done, numbers[i]);
            assert_true(next > 0 && next % 2 == 0 && next <= numbers[i] - done);
            /* An interruption loses a sixteenth of what there is, or 1.5 times 2^24 events. */
            assert_true(next <= 3 << 23 || (double)next <= 1.5 * (double)done / 16);
            done += next;
        }
        assert_int_equal(done, numbers[i]);
        assert_true(count >= before);
        before = count;
        assert_true(count <= 300); /* ln(10^15 / 2^28) / ln(17/16) = 250, and 16 before it */
    }
}

static ts_status look_up(struct journal *journal, uint64_t channel, struct stratification layout,
                         struct engine *engine, struct iteration_sums *sums, struct varied_sums *varied)
{
    return journal_look_up(NULL, journal, channel, layout, engine, sums, varied);
}

static void what_was_noted_is_looked_up(void **state)
{
    (void)state;
    enum { ROWS = 1000, VARIATIONS = 3 };
    const struct integrand integrand = {.variations = VARIATIONS}, other = {.variations = 2};
    struct journal journal = {.count = 0};
    struct engine engine = {.scale = {1, 1}, .integrand = &integrand};
    for (uint64_t i = 0; i < ROWS; ++i) {
        struct iteration_sums sums = {.layout = {.per_axis = 2, .samples = 2, .cubes = i + 1},
                                      .value = (double)i,
                                      .events = 2 * (i + 1)};
        const struct varied_sums varied[VARIATIONS] = {{1, 2, i}, {(double)i, 4, 5}, {6, 7, 8 * i}};
        engine.scale.sums = 1 / (double)(i + 1);
        assert_false(journal_is_behind(&journal));
        assert_int_equal(journal_note(NULL, &journal, i % 3, &engine, &sums, varied), TS_OK);
    }
    journal.next = 0;
    engine = (struct engine){.next_event = 5, .integrand = &integrand};
    uint64_t events = 5;
    for (uint64_t i = 0; i < ROWS; ++i) {
        struct iteration_sums sums;
        struct varied_sums varied[VARIATIONS] = {{0}};
        struct stratification layout = {.per_axis = 2, .samples = 2, .cubes = i + 2};
        assert_true(journal_is_behind(&journal));
        /* Another iteration than that which was: nothing is handed out. */
        assert_int_equal(look_up(&journal, i % 3, layout, &engine, &sums, varied), TS_ERROR_INPUT);
        layout.cubes = i + 1;
        assert_int_equal(look_up(&journal, (i + 1) % 3, layout, &engine, &sums, varied), TS_ERROR_INPUT);
        engine.integrand = &other;
        assert_int_equal(look_up(&journal, i % 3, layout, &engine, &sums, varied), TS_ERROR_INPUT);
        engine.integrand = &integrand;
        assert_int_equal(look_up(&journal, i % 3, layout, &engine, &sums, varied), TS_OK);
        assert_true(varied[0].lost == i && varied[1].value == (double)i && varied[2].variance == 7);
        events += 2 * (i + 1);
        assert_true(sums.value == (double)i && engine.next_event == events &&
                    engine.scale.sums == 1 / (double)(i + 1));
    }
    assert_false(journal_is_behind(&journal));
    journal_destroy(&journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iterations_are_few_however_many_events),
        cmocka_unit_test(what_was_noted_is_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
