/* From events of a device to a file: which are kept with which weight, in which order, and what is said of
 * them. */
#include "events/events.h"
#include "events/unweight.h"
#include "io/formats.h"

#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event/record_layout.h"

#include "close.h"
#include "test_support.h"

enum { AT_ONCE = 1000, EVENTS = 20000, SEED = 5 };

/* A device that makes events whose numbers tell their number; `failing_from`: it fails there. */
struct maker {
    uint64_t failing_from, interrupting_from;
    uint64_t unknown_each; /* above 0: which factors of merging are not finite; others are 2 */
    double weights[AT_ONCE], rows[AT_ONCE][RECORD_ROWS_FOR(32)];
};

static double weight_of(uint64_t number)
{
    const double x = unweight_uniform(77, number);
    return x < 0.2 ? 0 : (x < 0.3 ? -1 : 1) * 100 * x * x;
}

static int partons_of(uint64_t number) { return 2 + (int)(number % 5); }

static ts_status make(ts_context *context, void *data, uint64_t first, uint32_t count,
                      struct event_batch *batch)
{
    struct maker *maker = data;
    *batch = (struct event_batch){maker->weights, maker->rows, 1, RECORD_ROWS_FOR(32)};
    if (first + count > maker->failing_from)
        return ts_fail(context, TS_ERROR_DEVICE, "The device failed.");
    if (first + count > maker->interrupting_from)
        ts_context_interrupt(context);
    for (uint32_t slot = 0; slot < count; ++slot) {
        const uint64_t number = first + slot;
        double *rows = maker->rows[slot];
        maker->weights[slot] = weight_of(number);
        rows[RECORD_PARTICLES] = partons_of(number);
        rows[RECORD_LIMITED] = number % 1000 == 0;
        if (maker->unknown_each)
            rows[RECORD_WEIGHT] = number % maker->unknown_each == 0 ? NAN : 2;
        for (int i = 0; i < partons_of(number); ++i) {
            double *row = rows + RECORD_PARTICLE + PARTICLE_ROWS * i;
            for (int k = 0; k <= PARTICLE_Z; ++k)
                row[k] = (double)number + 0.25 * k + 1000 * i;
            row[PARTICLE_PDG] = i == 0 ? 1 : i == 1 ? -1 : 21;
            row[PARTICLE_STATUS] = STATUS_FINAL;
            row[PARTICLE_MOTHER1] = 1;
            row[PARTICLE_MOTHER2] = 2;
            row[PARTICLE_COLOUR] = i;
            row[PARTICLE_ANTICOLOUR] = i + 1;
        }
    }
    return TS_OK;
}

struct fixture {
    ts_context *context;
    struct maker maker;
    struct event_source source;
    ts_events tally;
    char folder[900], path[1000];
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (!fixture || ts_context_create(&fixture->context))
        return -1;
    fixture->maker.failing_from = fixture->maker.interrupting_from = UINT64_MAX;
    fixture->source = (struct event_source){
        .make = make,
        .data = &fixture->maker,
        .at_once = AT_ONCE,
        .first = 1 << 20,
        .count = EVENTS,
        .seed = SEED,
        .largest = 100,
        .absolute = 30,
        .run = {.description = "a test",
                .cross_section = 30,
                .error = 0.5,
                .mean_weight = 1,
                .beams = {{.e = 45.6, .z = 45.6, .pdg = 11, .status = EVENT_BEAM},
                          {.e = 45.6, .z = -45.6, .pdg = -11, .status = EVENT_BEAM}}},
    };
    snprintf(fixture->folder, sizeof fixture->folder, "%s/test_events-XXXXXX", TEST_BINARY);
    if (!mkdtemp(fixture->folder))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/events.hepmc3", fixture->folder);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    unlink(fixture->path);
    rmdir(fixture->folder);
    ts_context_destroy(&fixture->context);
    free(fixture);
    return 0;
}

static ts_status write_file(struct fixture *fixture, uint64_t count, int weighted)
{
    const struct event_request request = {.count = count, .weighted = weighted, .formats = "hepmc3"};
    return events_write(fixture->context, &fixture->source, &request, fixture->folder, &fixture->tally);
}

/* The file as text; free() it. */
static char *text_of(const struct fixture *fixture)
{
    FILE *file = fopen(fixture->path, "r");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(bytes + 1, 1);
    assert_int_equal(fread(text, 1, bytes, file), bytes);
    fclose(file);
    return text;
}

/* The number behind the next `key` at the start of a line; *at moves on, to NULL behind the last. Not
 * strstr(), of which the sanitizers' own measures the whole rest of the text each time. */
static double next_number(const char **at, const char *key)
{
    const size_t length = strlen(key);
    const char *place = *at;
    while (*place && strncmp(place, key, length) != 0)
        ++place;
    *at = *place ? place + length : NULL;
    return *at ? strtod(*at, NULL) : NAN;
}

static void weighted_events_are_all_that_are_not_cut(void **state)
{
    struct fixture *fixture = *state;
    assert_status(fixture->context, write_file(fixture, UINT64_MAX, 1));
    char *text = text_of(fixture);
    const char *at = text;
    double sum = 0;
    uint64_t written = 0;
    for (uint64_t i = 0; i < EVENTS; ++i) {
        const uint64_t number = fixture->source.first + i;
        const double weight = weight_of(number);
        if (weight == 0)
            continue;
        assert_close(next_number(&at, "MM\nW "), weight, 0);
        assert_close(next_number(&at, "\nA 0 generator_event "), (double)number, 0);
        sum += weight;
        ++written;
    }
    next_number(&at, "MM\nW ");
    assert_null(at);
    free(text);
    assert_true(fixture->tally.written == written && fixture->tally.tried == EVENTS);
    assert_true(fixture->tally.above == 0 && fixture->tally.limited > 10 && fixture->tally.limited < 20);
    assert_true(sum / EVENTS > 25 && sum / EVENTS < 40);
}

static void partons_are_those_of_the_rows(void **state)
{
    struct fixture *fixture = *state;
    while (weight_of(fixture->source.first) == 0 || partons_of(fixture->source.first) != 3)
        ++fixture->source.first;
    assert_status(fixture->context, write_file(fixture, 1, 1));
    char *text = text_of(fixture), expected[400];
    const double n = (double)fixture->source.first;
    assert_non_null(strstr(text, "A 3 flow2 1\nA 4 flow1 1\nA 4 flow2 2\nA 5 flow1 2\nA 5 flow2 3\n"));
    assert_non_null(strstr(text,
                           "\nP 2 0 -11 0.0000000000000000e+00 0.0000000000000000e+00 "
                           "-4.5600000000000001e+01 4.5600000000000001e+01 0.0000000000000000e+00 4\n"));
    snprintf(expected, sizeof expected, "\nP 5 -1 21 %.16e %.16e %.16e %.16e 0.0000000000000000e+00 1\nHepMC",
             n + 2000.25, n + 2000.5, n + 2000.75, n + 2000);
    assert_non_null(strstr(text, expected));
    free(text);
}

/* The mean of kept weights is that of all, also where the largest weight was underestimated. */
static void hit_or_miss_keeps_the_cross_section(void **state)
{
    struct fixture *fixture = *state;
    double sum = 0, squares = 0, written[2];
    fixture->source.weights = written;
    for (uint64_t i = 0; i < EVENTS; ++i)
        sum += weight_of(fixture->source.first + i);
    for (int low = 0; low < 2; ++low) {
        fixture->source.largest = low ? 60 : 100;
        written[0] = written[1] = 0;
        assert_status(fixture->context, write_file(fixture, UINT64_MAX, 0));
        char *text = text_of(fixture);
        const char *at = text;
        double kept = 0;
        uint64_t above = 0;
        for (uint64_t i = 0; i < fixture->tally.written; ++i) {
            const double weight = next_number(&at, "MM\nW "), number = next_number(&at, "generator_event ");
            const double ratio = fabs(weight_of((uint64_t)number)) / fixture->source.largest;
            assert_close(fabs(weight), ratio > 1 ? ratio : 1, 0);
            assert_true(weight * weight_of((uint64_t)number) > 0);
            above += ratio > 1;
            kept += weight;
            squares += weight * weight;
        }
        free(text);
        assert_true(above == fixture->tally.above && (above > 0) == low);
        assert_close(fixture->tally.worst, low ? 100. / 60 : 0, 0.01);
        assert_close(kept * fixture->source.largest, sum, 4 * sqrt(squares) * fixture->source.largest);
        assert_close(events_effective(written), kept * kept / squares, 1e-9 * kept * kept / squares);
        squares = 0;
    }
    written[0] = written[1] = 0;
    assert_true(events_effective(written) == 0);
}

static void the_split_into_batches_changes_no_byte(void **state)
{
    struct fixture *fixture = *state;
    assert_status(fixture->context, write_file(fixture, 3000, 0));
    assert_true(fixture->tally.written == 3000);
    char *text = text_of(fixture);
    fixture->source.at_once = 7;
    assert_status(fixture->context, write_file(fixture, 3000, 0));
    char *again = text_of(fixture);
    assert_string_equal(text, again);
    free(text);
    free(again);
}

static void a_failure_leaves_nothing(void **state)
{
    struct fixture *fixture = *state;
    fixture->maker.failing_from = fixture->source.first + 2500;
    assert_int_equal(write_file(fixture, UINT64_MAX, 1), TS_ERROR_DEVICE);
    assert_string_equal(ts_context_error(fixture->context), "The device failed.");
    assert_int_not_equal(access(fixture->path, F_OK), 0);
}

static void an_interruption_leaves_what_there_is(void **state)
{
    struct fixture *fixture = *state;
    fixture->maker.interrupting_from = fixture->source.first + 2500;
    assert_int_equal(write_file(fixture, UINT64_MAX, 1), TS_INTERRUPTED);
    assert_true(fixture->tally.tried == 3000);
    char *text = text_of(fixture);
    assert_non_null(strstr(text, "\nHepMC::Asciiv3-END_EVENT_LISTING\n"));
    free(text);
}

static void hold_line(ts_log_level level, const char *message, void *data)
{
    (void)level;
    char *lines = data;
    snprintf(lines + strlen(lines), 1000 - strlen(lines), "%s\n", message);
}

/* A factor of merging that is not finite counts as nothing, and is told. */
static void what_merging_cannot_weigh_is_left_out_and_told(void **state)
{
    struct fixture *fixture = *state;
    char lines[1000] = "", first[40];
    ts_context_set_log(fixture->context, hold_line, lines);
    assert_status(fixture->context, write_file(fixture, UINT64_MAX, 1));
    const uint64_t all = fixture->tally.written;
    uint64_t unknown = 0, number = 0;
    for (uint64_t i = fixture->source.first + EVENTS; i-- > fixture->source.first;)
        if (i % 500 == 0 && weight_of(i) != 0) {
            ++unknown;
            number = i;
        }
    assert_string_equal(lines, "");
    fixture->maker.unknown_each = 500;
    fixture->source.merged = 1;
    assert_status(fixture->context, write_file(fixture, UINT64_MAX, 1));
    assert_int_equal(fixture->tally.written, all - unknown);
    assert_in_range(unknown, 20, 40);
    snprintf(first, sizeof first, "of %d events is not finite", (int)unknown);
    assert_non_null(strstr(lines, first));
    snprintf(first, sizeof first, "the first is event %llu.", (unsigned long long)number);
    assert_non_null(strstr(lines, first));
    /* Hit or miss by factors of 2 against a limit of 2 keeps what the first stage does. */
    const double limits[] = {2};
    assert_status(fixture->context, write_file(fixture, UINT64_MAX, 0));
    const uint64_t unlimited = fixture->tally.written;
    fixture->source.factors = limits;
    assert_status(fixture->context, write_file(fixture, UINT64_MAX, 0));
    assert_int_equal(fixture->tally.written, unlimited);
    char *text = text_of(fixture);
    assert_null(strstr(text, "nan"));
    free(text);
}

static void what_the_user_has_to_know_is_said(void **state)
{
    struct fixture *fixture = *state;
    char lines[1000] = "";
    ts_context_set_log(fixture->context, hold_line, lines);
    const struct event_request all = {.count = UINT64_MAX}, many = {.count = 10};
    events_warn(fixture->context, &all, &(ts_events){.tried = 9, .written = 7}, 0);
    events_warn(fixture->context, &all, &(ts_events){.tried = 9, .written = 7, .limited = 1}, 1);
    assert_string_equal(lines, "");
    events_warn(fixture->context, &many,
                &(ts_events){.file = 1, .tried = 9, .written = 7, .above = 2, .worst = 1.25, .limited = 1},
                0);
    assert_string_equal(
        lines, "Only 7 events are written, not events.count: 10 of them: no more were kept of the 9 that "
               "integration.max_events lets be generated.\n"
               "2 of 7 events have a weight above 1 (1.25 at most): weights were found that are larger than "
               "the largest seen before.\n"
               "1 of the 7 events written ended their shower for want of room: raise shower.max_partons.\n");
}

/* The whole way of a run: the folder is made, the result says what is in it; a later run without events
 * leaves none. */
static void a_run_writes_what_its_card_asks_for(void **state)
{
    struct fixture *fixture = *state;
    ts_card *card;
    ts_result result = {.process = "e+ e- > q q~", .converged = 1};
    char folder[] = TEST_BINARY "/test_events-XXXXXX", made[1100], path[1200], json[1200];
    assert_non_null(mkdtemp(folder));
    snprintf(made, sizeof made, "%s/made", folder);
    snprintf(path, sizeof path, "%s/events.hepmc3", made);
    snprintf(json, sizeof json, "%s/result.json", made);
    const ts_run_settings settings = {.folder = made};
    assert_status(fixture->context, ts_card_create(fixture->context, &card));
    assert_status(fixture->context, ts_card_set(fixture->context, card, "events.count=all"));
    assert_status(fixture->context, ts_card_set(fixture->context, card, "events.weighted=true"));
    assert_status(fixture->context,
                  events_of_run(fixture->context, card, &fixture->source, &settings, &result));
    assert_int_equal(access(path, R_OK), 0);
    assert_string_equal(result.events.files, "events.hepmc3");
    assert_true(result.events.file && result.events.tried == EVENTS && result.events.written > 10000);
    assert_true(result.converged && !result.interrupted);
    assert_status(fixture->context, ts_result_write(fixture->context, &result, made));
    assert_int_equal(access(path, R_OK) || access(json, R_OK), 0);
    /* Killed here, a run leaves its events without the older result. */
    assert_status(fixture->context,
                  events_of_run(fixture->context, card, &fixture->source, &settings, &result));
    assert_int_equal(access(path, R_OK), 0);
    assert_int_not_equal(access(json, F_OK), 0);
    assert_status(fixture->context, ts_result_write(fixture->context, &result, made));
    assert_int_equal(access(path, R_OK) || access(json, R_OK), 0);
    char *text = ts_result_json(&result), expected[64];
    snprintf(expected, sizeof expected, "\"written\": %llu", (unsigned long long)result.events.written);
    assert_non_null(strstr(text, expected));
    snprintf(expected, sizeof expected, "\"tried\": %d", EVENTS);
    assert_non_null(strstr(text, expected));
    snprintf(expected, sizeof expected, "\"written_limited\": %llu",
             (unsigned long long)result.events.limited);
    assert_true(result.events.limited > 0 && strstr(text, expected));
    free(text);
    result.events = (ts_events){0};
    result.no_report = 1; /* and removes an older one */
    assert_status(fixture->context, ts_result_write(fixture->context, &result, made));
    assert_int_not_equal(access(path, F_OK), 0);
    ts_card_destroy(&card);
    assert_int_equal(unlink(json) || rmdir(made) || rmdir(folder), 0);
}

static void events_need_a_folder(void **state)
{
    struct fixture *fixture = *state;
    ts_card *card;
    const ts_run_settings settings = {.folder = "out"}, nowhere = {0};
    assert_status(fixture->context, ts_card_create(fixture->context, &card));
    assert_status(fixture->context, events_check(fixture->context, card, &nowhere));
    assert_status(fixture->context, ts_card_set(fixture->context, card, "events.count=1"));
    assert_status(fixture->context, events_check(fixture->context, card, &settings));
    assert_int_equal(events_check(fixture->context, card, &nowhere), TS_ERROR_INPUT);
    ts_card_destroy(&card);
}

/* An end of generation that is near enough to be seen is told of before, and is one. */
static void generation_ends(void **state)
{
    struct fixture *fixture = *state;
    ts_card *card;
    char lines[1000] = "";
    ts_result result = {.converged = 1};
    const ts_run_settings settings = {.folder = fixture->folder};
    fixture->source.bounded = 1;
    ts_context_set_log(fixture->context, hold_line, lines);
    assert_status(fixture->context, ts_card_create(fixture->context, &card));
    assert_status(fixture->context, ts_card_set(fixture->context, card, "events.count=1e6"));
    assert_status(fixture->context,
                  events_of_run(fixture->context, card, &fixture->source, &settings, &result));
    assert_true(result.events.tried == EVENTS && result.events.written > 1000);
    assert_non_null(strstr(lines, "some 6e+03 will be kept, not events.count: 1000000."));
    assert_non_null(strstr(lines, "no more were kept of the 20000 that integration.max_events"));
    ts_card_destroy(&card);
}

static void formats_are_found_by_their_names(void **state)
{
    (void)state;
    assert_ptr_equal(event_format_at(0), &hepmc_format);
    assert_true(event_format_listed("lhe hepmc3", hepmc_format.name));
    assert_false(event_format_listed("hepmc lheh5", hepmc_format.name));
    /* What a card may ask for is what there is. */
    const struct event_format *format;
    char names[100] = "";
    for (size_t i = 0; (format = event_format_at(i)); ++i)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? " " : "", format->name);
    assert_string_equal(ts_option_find("events.format")->choices, names);
}

static void unweighting_by_hand(void **state)
{
    (void)state;
    assert_close(unweight(30, 100, 0.29), 1, 0);
    assert_close(unweight(30, 100, 0.31), 0, 0);
    assert_close(unweight(-30, 100, 0.29), -1, 0);
    assert_close(unweight(150, 100, 0.999), 1.5, 0);
    assert_close(unweight(0, 100, 1e-300), 0, 0);
    assert_close(unweight(NAN, 100, 0.5), 0, 0);
    /* Even, and another for each number and seed. */
    double sum = 0, product = 0;
    for (uint64_t i = 0; i < 100000; ++i) {
        const double x = unweight_uniform(1, UINT64_MAX - i), y = unweight_uniform(2, UINT64_MAX - i);
        assert_true(x > 0 && x < 1);
        sum += x - 0.5;
        product += (x - 0.5) * (y - 0.5);
    }
    assert_close(sum, 0, 4 * sqrt(100000 / 12.));
    assert_close(product, 0, 4 * sqrt(100000) / 12);
}

/* A batch keeps what each of its events by itself would be kept as, by threads, beyond 2^32, without hit or
 * miss too. Channels of many trials are those of one after the other. */
static void a_batch_is_its_events(void **state)
{
    enum { COUNT = 20003, CHANNELS = 7 };
    static const uint64_t first = ((uint64_t)1 << 32) - 10001;
    static double weights[COUNT], kept[COUNT];
    static uint32_t slots[COUNT];
    double some[CHANNELS], one;
    struct fixture *fixture = *state;
    for (int i = 0; i < COUNT; ++i)
        weights[i] = i % 5 == 0 ? 0 : i % 101 == 0 ? NAN : i % 103 == 0 ? INFINITY : (i % 3 - 1.5) * (i % 17);
    for (int hit_or_miss = 0; hit_or_miss < 2; ++hit_or_miss) {
        const struct unweighting batch = {SEED, first, COUNT, hit_or_miss ? 20 : 0, weights};
        uint32_t found, at = 0;
        assert_int_equal(unweight_batch(fixture->context, 3, &batch, slots, kept, &found), TS_OK);
        for (uint32_t i = 0; i < COUNT; ++i) {
            const double alone = !isfinite(weights[i]) ? 0
                                 : hit_or_miss ? unweight(weights[i], 20, unweight_uniform(SEED, first + i))
                                               : weights[i];
            if (alone == 0)
                continue;
            assert_true(at < found && slots[at] == i && kept[at] == alone);
            ++at;
        }
        assert_int_equal(at, found);
    }
    channel_uniforms(SEED, first + 9999, CHANNELS, some);
    for (int i = 0; i < CHANNELS; ++i) {
        channel_uniforms(SEED, first + 9999 + (uint64_t)i, 1, &one);
        assert_true(one == some[i] && one > 0 && one < 1);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(weighted_events_are_all_that_are_not_cut),
        TEST(partons_are_those_of_the_rows),
        TEST(hit_or_miss_keeps_the_cross_section),
        TEST(the_split_into_batches_changes_no_byte),
        TEST(a_failure_leaves_nothing),
        TEST(an_interruption_leaves_what_there_is),
        TEST(what_merging_cannot_weigh_is_left_out_and_told),
        TEST(what_the_user_has_to_know_is_said),
        TEST(a_run_writes_what_its_card_asks_for),
        TEST(events_need_a_folder),
        TEST(generation_ends),
        TEST(formats_are_found_by_their_names),
        TEST(unweighting_by_hand),
        TEST(a_batch_is_its_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
