/* A checkpoint that is whole and of another run is refused: of another version, and of the same card with
 * other numbers behind it. (tests/program/test_resume.sh has cards that differ, damage, and runs that go on.)
 */
#include "test_support.h"

#include "checkpoint/checkpoint.h"
#include "core/file.h"
#include "tessera/run.h"
#include "tessera/version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct state_format format = {"tessera checkpoint 3", "checkpoint of a run", 1};

/* The one of a run that is stopped at its beginning, which is to go on in the same folder. One before it has
 * compiled the program: a run that is stopped while it compiles has nothing to keep. */
static void write_stopped(const ts_card *card, const char *folder)
{
    ts_context *context;
    ts_result *result = NULL;
    ts_run_settings settings = {.size = sizeof settings, .device = "cpu", .threads = 1};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_run(context, card, &settings, &result));
    ts_result_destroy(&result);
    settings.folder = folder;
    settings.checkpoint_seconds = 1e-9;
    ts_context_interrupt(context);
    assert_int_equal(ts_run(context, card, &settings, &result), TS_INTERRUPTED);
    assert_null(result);
    ts_context_destroy(&context);
}

/* Puts another text in the place of one of its facts. */
static void change(ts_context *context, const char *path, const char *name, const char *text)
{
    ts_integral_state *state;
    char *old;
    size_t bytes;
    assert_status(context, file_read(context, path, 1 << 28, &old, &bytes));
    assert_status(context, state_parse(context, "It", old, bytes, &format, 1, &state));
    assert_status(context, facts_put_text(context, state, name, text, strlen(text)));
    char *changed = state_text(state, &format);
    assert_non_null(changed);
    assert_status(context, file_write_atomically(context, path, changed, strlen(changed)));
    free(changed);
    free(old);
    ts_integral_state_destroy(&state);
}

static void another_run_is_refused(void **state)
{
    (void)state;
    char folder[] = TEST_BINARY "/test_checkpoint-XXXXXX", path[1200];
    ts_context *context;
    ts_card *card;
    ts_result *result = NULL;
    assert_non_null(mkdtemp(folder));
    checkpoint_path(folder, path, sizeof path);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "process=g g > g g"));
    assert_status(context, ts_card_set(context, card, "integration.max_events=100000"));
    assert_status(context, ts_card_set(context, card, "integration.relative_error=0.1"));
    const ts_run_settings settings = {.size = sizeof settings,
                                      .device = "cpu",
                                      .threads = 1,
                                      .folder = folder,
                                      .no_report = 1,
                                      .resume = 1};

    write_stopped(card, folder);
    assert_int_equal(access(path, R_OK), 0);
    change(context, path, "version", "0.0.1");
    assert_int_equal(ts_run(context, card, &settings, &result), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "by version 0.0.1, this is " TESSERA_VERSION));
    change(context, path, "version", TESSERA_VERSION);
    change(context, path, "process", "h0123456789abcdef");
    assert_int_equal(ts_run(context, card, &settings, &result), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "stands for other numbers by now"));
    assert_null(result);

    write_stopped(card, folder);
    assert_status(context, ts_run(context, card, &settings, &result));
    assert_true(result->converged);
    assert_status(context, ts_result_write(context, result, folder));
    assert_int_not_equal(access(path, F_OK), 0);
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    static const char *const files[] = {"result.json", "card.yaml"};
    for (int i = 0; i < 2; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0); /* nothing else is left */
    ts_context_destroy(&context);
}

static void interrupt_late(const ts_progress *progress, void *context)
{
    if (progress->events > 30000)
        ts_context_interrupt(context);
}

/* Puts a number in the place of one of a list, sealed anew: as somebody who knows how would. */
static void forge(ts_context *context, const char *path, const char *name, size_t place, double value)
{
    ts_integral_state *state;
    char *old;
    size_t bytes;
    assert_status(context, file_read(context, path, 1 << 28, &old, &bytes));
    assert_status(context, state_parse(context, "It", old, bytes, &format, 1, &state));
    const struct state_entry *entry = state_find(state, name);
    assert_non_null(entry);
    assert_in_range(place, 0, entry->rows * entry->columns - 1);
    if (entry->kind == STATE_NUMBERS)
        ((double *)entry->data)[place] = value;
    else
        ((uint64_t *)entry->data)[place] = (uint64_t)value;
    char *changed = state_text(state, &format);
    assert_non_null(changed);
    assert_status(context, file_write_atomically(context, path, changed, strlen(changed)));
    free(changed);
    free(old);
    ts_integral_state_destroy(&state);
}

/* Long rows come back from their bits, whatever these are. What is not sixteen digits a number is damage. */
static void rows_come_back_from_bits(void **state)
{
    enum { NUMBERS = 100 };
    static const char *const damage[] = {"", "0", "000000000000000g", "3ff00000000000003ff"};
    ts_integral_state *read, *written = calloc(1, sizeof *written);
    ts_context *context;
    char text[128];
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct state_entry *entry = written ? state_put(written, "row", STATE_NUMBERS, 1, NUMBERS) : NULL;
    assert_non_null(entry);
    double *row = entry->data;
    for (int i = 0; i < NUMBERS; ++i)
        row[i] = ldexp(i % 2 ? 1 / 3.0 : -7, 20 * (i - NUMBERS / 2));
    row[7] = NAN;
    row[8] = -INFINITY;
    row[9] = -0.0;
    char *whole = state_text(written, &format);
    assert_non_null(whole);
    assert_non_null(strstr(whole, "\"row\": \"bits:"));
    assert_status(context, state_parse(context, "The text", whole, strlen(whole), &format, 1, &read));
    assert_memory_equal(state_find(read, "row")->data, row, NUMBERS * sizeof *row);
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; ++i) {
        ts_integral_state_destroy(&read);
        snprintf(text, sizeof text, "{\"format\": \"%s\", \"row\": \"bits:%s\"}", format.mark, damage[i]);
        assert_int_equal(state_parse(context, "The text", text, strlen(text), &format, 0, &read),
                         TS_ERROR_INPUT);
        assert_non_null(
            strstr(ts_context_error(context), "The text is damaged: 'row' should be numbers of sixteen"));
    }
    free(whole);
    ts_integral_state_destroy(&written);
    ts_integral_state_destroy(&read);
    ts_context_destroy(&context);
}

/* What no run can have written is refused, though its checksum is right: no grid, no sums, no iteration. */
static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t place;
        double value;
    } forgeries[] = {
        {"grid_0", 2, 7},
        {"grid_0", 1, -1},
        {"grid_0", 5, INFINITY},
        {"iteration_numbers", 0, NAN},
        {"iteration_numbers", 1, -1},
        {"iteration_numbers", 3, 0},
        {"iteration_counts", 5, 1e12}, /* accepted */
        {"iteration_counts", 4, 7},    /* events: no two a sub-cube */
        {"targets", 0, NAN},           /* which no error is below: the run would not end */
        {"targets_from", 0, 100},
        {"seconds", 0, -1},
        {"begun_scale", 0, NAN},
        {"bins_0", 3, -1},
        {"bins_0", 8, INFINITY},
    };
    char folder[] = TEST_BINARY "/test_checkpoint-XXXXXX", path[1200];
    ts_context *context;
    ts_card *card;
    ts_result *result = NULL;
    char *whole;
    size_t bytes;
    assert_non_null(mkdtemp(folder));
    checkpoint_path(folder, path, sizeof path);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    static const char yaml[] = "{process: g g > g g, histograms: [ht], "
                               "integration: {max_events: 100000, relative_error: 1e-9}}";
    assert_status(context, ts_card_read_text(context, card, "card", yaml, strlen(yaml)));
    ts_run_settings settings = {.size = sizeof settings,
                                .device = "cpu",
                                .threads = 1,
                                .folder = folder,
                                .progress = interrupt_late,
                                .progress_data = context,
                                .checkpoint_seconds = 1e-9};
    assert_int_equal(ts_run(context, card, &settings, &result), TS_INTERRUPTED);
    ts_result_destroy(&result);
    ts_context_destroy(&context);
    assert_int_equal(ts_context_create(&context), TS_OK);
    settings.progress = NULL;
    settings.resume = 1;
    assert_status(context, file_read(context, path, 1 << 28, &whole, &bytes));
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; ++i) {
        forge(context, path, forgeries[i].name, forgeries[i].place, forgeries[i].value);
        if (ts_run(context, card, &settings, &result) != TS_ERROR_INPUT)
            fail_msg("%s[%zu] = %g is taken", forgeries[i].name, forgeries[i].place, forgeries[i].value);
        assert_null(result);
        assert_status(context, file_write_atomically(context, path, whole, bytes));
    }
    assert_int_equal(ts_run(context, card, &settings, &result), TS_NOT_CONVERGED);
    ts_result_destroy(&result);
    free(whole);
    ts_card_destroy(&card);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    ts_context_destroy(&context);
}

/* How far events are, with one value changed: taken as it was, refused where no run can have come to it. */
static void events_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        enum state_kind kind;
        size_t place;
        double value;
    } forgeries[] = {{"events", STATE_COUNTS, 1, 11},         {"events", STATE_COUNTS, 5, 9},
                     {"events_worst", STATE_NUMBERS, 0, NAN}, {"events_weights", STATE_NUMBERS, 1, -1},
                     {"events_next", STATE_COUNTS, 2, 0},     {"files", STATE_NUMBERS, 0, 7},
                     {"file_0", STATE_COUNTS, 3, 1}};
    ts_context *context;
    uint64_t numbers[2] = {5, 6}, next[2];
    struct event_progress read = {.next = next, .next_count = 2};
    const struct event_progress progress = {.tally = {.tried = 10, .written = 8},
                                            .weights = {8, 8},
                                            .negative = 1,
                                            .next = numbers,
                                            .next_count = 2,
                                            .files = {{.bytes = 7, .rest = "rest", .rest_bytes = 4}},
                                            .file_count = 1};
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (size_t i = 0; i <= sizeof forgeries / sizeof forgeries[0]; ++i) {
        const int is_forged = i < sizeof forgeries / sizeof forgeries[0];
        ts_integral_state *state = calloc(1, sizeof *state);
        assert_non_null(state);
        assert_status(context, facts_of_events(context, &progress, state));
        if (is_forged) {
            struct state_entry *entry = (struct state_entry *)state_find(state, forgeries[i].name);
            if (entry->kind != forgeries[i].kind || forgeries[i].place >= entry->columns)
                entry = state_put(state, forgeries[i].name, forgeries[i].kind, 1, forgeries[i].place + 1);
            assert_non_null(entry);
            if (entry->kind == STATE_NUMBERS)
                ((double *)entry->data)[forgeries[i].place] = forgeries[i].value;
            else
                ((uint64_t *)entry->data)[forgeries[i].place] = (uint64_t)forgeries[i].value;
        }
        if (facts_to_events(state, &read) == is_forged)
            fail_msg("%s is %s", is_forged ? forgeries[i].name : "a whole one",
                     is_forged ? "taken" : "refused");
        ts_integral_state_destroy(&state);
    }
    ts_context_destroy(&context);
}

static void interrupt_reading(ts_log_level level, const char *message, void *context)
{
    (void)level;
    if (strstr(message, "Still reading"))
        ts_context_interrupt(context);
}

/* One of megabytes, within the parsing of its JSON. */
static void reading_can_be_interrupted(void **state)
{
    (void)state;
    enum { BYTES = 8 << 20 };
    ts_context *context;
    ts_integral_state *read;
    char *text = malloc(BYTES + 1);
    assert_non_null(text);
    memset(text, ' ', BYTES);
    text[0] = '{', text[BYTES - 1] = '}', text[BYTES] = '\0';
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_int_equal(state_parse(context, "It", text, BYTES, &format, 1, &read), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "It is no checkpoint of a run"));
    ts_context_set_log(context, interrupt_reading, context);
    assert_int_equal(state_parse(context, "It", text, BYTES, &format, 1, &read), TS_INTERRUPTED);
    assert_string_equal(ts_context_error(context), "Interrupted: It was not read to its end.");
    assert_null(read);
    ts_context_destroy(&context);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(another_run_is_refused),
                                       cmocka_unit_test(what_cannot_be_is_refused),
                                       cmocka_unit_test(rows_come_back_from_bits),
                                       cmocka_unit_test(events_that_cannot_be_are_refused),
                                       cmocka_unit_test(reading_can_be_interrupted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
