/* Several devices as one give the bits of one: sums, histograms and the refined
 * grid, and single events. So does an iteration that is stopped on some and goes on with others. Some
 * of the CPU's stand for them, and OpenCL's beside them; `./test --gpu` has real ones (test_run_cuda and
 * others on cuda:all where there are several). */
#include "close.h"
#include "test_support.h"

#include "device/many/many.h"
#include "events/event_sum.h"
#include "integrate/iteration.h"
#include "integrate/journal.h"
#include "process/process.h"

#include <stdlib.h>
#include <string.h>

enum { BINS = 64 };

struct outcome {
    int64_t *totals;
    unsigned char *grid;
    size_t length, grid_bytes;
};

/* `other`: what the last of them is, where there are several; NULL: one of the CPU. */
static struct device *open_with(ts_context *context, size_t count, const char *other)
{
    struct device *parts[3], *many;
    for (size_t i = 0; i < count; ++i)
        assert_status(context,
                      device_open(context, other && i && i + 1 == count ? other : "cpu", 1, &parts[i]));
    if (count == 1)
        return parts[0];
    assert_status(context, many_create(context, parts, count, "several", &many));
    return many;
}

static struct device *open_many(ts_context *context, size_t count) { return open_with(context, count, NULL); }

static void interrupt(uint64_t events, void *context)
{
    (void)events;
    ts_context_interrupt(context);
}

/* The third iteration is stopped after a launch, and goes on with so many other parts: `engine` and `device`
 * are exchanged. */
static void stop_and_go_on(ts_context *context, const struct process *process, struct stratification layout,
                           size_t others, struct engine *engine, struct device **device)
{
    struct journal journal = {.count = 0};
    struct iteration_sums sums;
    double seconds = 0;
    ts_bin none = {0};
    ts_context *stopped;
    assert_int_equal(ts_context_create(&stopped), TS_OK);
    engine->context = stopped;
    engine->launch_events = 20000;
    engine->step = interrupt;
    engine->step_data = stopped;
    assert_int_equal(engine_iterate(engine, layout, 1, &sums), TS_INTERRUPTED);
    assert_true(engine->begun > 0 && engine->begun < layout.cubes);
    assert_status(context, journal_make_channels(context, &journal, 1));
    assert_status(context, journal_take_channel(&journal, 0, engine, &none, 0));
    assert_status(context, journal_take_begun(&journal, 0, engine));
    const uint64_t next_event = engine->next_event;
    engine_destroy(engine);
    device_close(device);
    ts_context_destroy(&stopped);

    *device = open_many(context, others);
    assert_status(context, engine_create(context, *device, &process->integrand, BINS, 7, engine, &seconds));
    assert_status(context, journal_restore_channel(&journal, 0, engine, &none, 0));
    engine->next_event = next_event;
    assert_status(context, engine_iterate(engine, layout, 1, &sums));
    assert_status(context, engine_refine(engine, 0.5));
    journal_destroy(&journal);
}

/* `others`: parts with which it goes on after a stop; 0: there is none. */
static struct outcome run(size_t count, size_t others)
{
    ts_context *context;
    ts_card *card;
    struct process process;
    struct engine engine;
    struct iteration_sums sums;
    double seconds = 0;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "process=g g > g g"));
    assert_status(context, ts_card_set(context, card, "histograms=[ht, pt]"));
    assert_status(context, process_create(context, card, BINS, &process));
    process.integrand.follows_accepted = 1; /* accepted events are counted in sums, too */
    struct device *device = open_many(context, count);
    assert_status(context, engine_create(context, device, &process.integrand, BINS, 7, &engine, &seconds));
    struct stratification layout = stratify(100000, process.integrand.dimensions);
    for (int i = 0; i < (others ? 2 : 3); ++i) {
        assert_status(context, engine_iterate(&engine, layout, 1, &sums));
        assert_status(context, engine_refine(&engine, 0.5));
    }
    if (others)
        stop_and_go_on(context, &process, layout, others, &engine, &device);
    struct outcome outcome = {.length = engine.length, .grid_bytes = engine.buffers.grid->bytes};
    outcome.totals = malloc(outcome.length * sizeof *outcome.totals);
    outcome.grid = malloc(outcome.grid_bytes);
    assert_true(outcome.totals && outcome.grid);
    memcpy(outcome.totals, engine.totals, outcome.length * sizeof *outcome.totals);
    assert_status(context, device_buffer_read(context, engine.buffers.grid, outcome.grid));
    engine_destroy(&engine);
    device_close(&device);
    process_destroy(&process);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return outcome;
}

static void as_one(void **state)
{
    (void)state;
    static const size_t parts[][2] = {{2, 0}, {3, 0}, {1, 3}, {3, 2}, {2, 1}};
    struct outcome one = run(1, 0);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        struct outcome many = run(parts[i][0], parts[i][1]);
        assert_int_equal(many.length, one.length);
        assert_memory_equal(many.totals, one.totals, one.length * sizeof *one.totals);
        assert_memory_equal(many.grid, one.grid, one.grid_bytes);
        free(many.totals);
        free(many.grid);
    }
    free(one.totals);
    free(one.grid);
}

/* Weights of trials, and the records of those that pass. */
struct events {
    double *weights;
    uint32_t *slots, kept;
    void *records;
    size_t bytes;
};

enum { TRIALS = 30001 };

/* An integral of few events may miss nearly all of a channel, so that it seems small beside others. Scouts
 * find the limits that they find where the integral knew it. */
static void check_limits_of_what_was_missed(ts_context *context, struct device *device,
                                            const struct process *process, struct integral *parts,
                                            const struct event_sum_settings *settings)
{
    static const double missed = 1e-6;
    struct process of_one_part = *process;
    struct event_sum known, sum;
    of_one_part.part_count = 0;
    assert_status(context, event_sum_create(context, device, &of_one_part, parts, settings, &known));
    const size_t last = known.count - 1;
    const struct integral all = parts[last];
    assert_true(known.count > 1);
    parts[last].value *= missed;
    parts[last].largest_size *= missed;
    parts[last].counted = 10;
    assert_status(context, event_sum_create(context, device, &of_one_part, parts, settings, &sum));
    for (size_t i = 0; i < known.count; ++i)
        assert_close(sum.largest[i] / known.largest[i], 1, 0.1);
    event_sum_destroy(&known);
    event_sum_destroy(&sum);
    parts[last] = all;
}

/* Events of channels with different texts, of a device of so many parts. */
static struct events make_events(size_t count, const char *other)
{
    static const char *const values[] = {"process=u u~ > z 0..1 g", "cuts.jet.pt_min=30", "histograms=[]",
                                         "variations.scales=7"};
    const struct integration_settings integration = {
        .relative_error = 0.05, .max_events = 100000, .seed = 3, .warmup = 3, .bins = BINS, .damping = 0.5};
    const struct event_sum_settings settings = {.seed = 3, .overweight = 1e-3, .count = 1000, .threads = 2};
    ts_context *context;
    ts_card *card;
    struct process process;
    struct integral total, *parts;
    struct event_sum sum;
    struct event_batch batch;
    size_t channel_count;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
        assert_status(context, ts_card_set(context, card, values[i]));
    assert_status(context, process_create(context, card, BINS, &process));
    const struct integrand *channels = process_channels(&process, &channel_count);
    assert_non_null(parts = calloc(channel_count, sizeof *parts));
    struct device *device = open_with(context, count, other);
    assert_status(context, integrate(context, device, channels, channel_count, &integration, parts, &total));
    assert_status(context, event_sum_create(context, device, &process, parts, &settings, &sum));
    assert_true(sum.list_count > 1 && sum.shared.part_count == count);
    assert_status(context, event_sum_make(context, &sum, sum.first, TRIALS, &batch));
    struct events events = {.weights = malloc(TRIALS * sizeof(double)),
                            .slots = malloc(TRIALS * sizeof(uint32_t))};
    assert_true(events.weights && events.slots);
    memcpy(events.weights, batch.weights, TRIALS * sizeof(double));
    for (uint32_t i = 0; i < TRIALS && events.kept < 2001; ++i)
        if (batch.weights[i] != 0)
            events.slots[events.kept++] = i;
    assert_int_equal(events.kept, 2001);
    assert_status(context, event_sum_record(context, &sum, events.slots, events.kept, &batch));
    events.bytes = sum.stride * events.kept * (batch.wide ? sizeof(double) : sizeof(float));
    assert_non_null(events.records = malloc(events.bytes));
    memcpy(events.records, batch.rows, events.bytes);
    if (count == 1)
        check_limits_of_what_was_missed(context, device, &process, parts, &settings);
    event_sum_destroy(&sum);
    for (size_t i = 0; i < channel_count; ++i)
        integral_destroy(&parts[i]);
    integral_destroy(&total);
    free(parts);
    device_close(&device);
    process_destroy(&process);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return events;
}

static void compare_events(const struct events *one, size_t count, const char *other)
{
    struct events many = make_events(count, other);
    assert_memory_equal(many.weights, one->weights, TRIALS * sizeof(double));
    assert_int_equal(many.bytes, one->bytes);
    assert_memory_equal(many.records, one->records, one->bytes);
    free(many.weights);
    free(many.slots);
    free(many.records);
}

static int has_opencl(void)
{
    ts_context *context;
    struct device *device;
    assert_int_equal(ts_context_create(&context), TS_OK);
    const int found = device_open(context, "opencl:0", 1, &device) == TS_OK;
    if (found)
        device_close(&device);
    ts_context_destroy(&context);
    return found;
}

static void events_as_of_one(void **state)
{
    (void)state;
    struct events one = make_events(1, NULL);
    compare_events(&one, 2, NULL);
    compare_events(&one, 3, NULL);
    if (has_opencl())
        compare_events(&one, 2, "opencl:0");
    free(one.weights);
    free(one.slots);
    free(one.records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_one), cmocka_unit_test(events_as_of_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
