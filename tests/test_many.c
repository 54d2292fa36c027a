/* Several devices as one give the bits of one: sums, histograms and the refined
 * grid. So does an iteration that is stopped on some and goes on with others. Two
 * of the CPU's stand for them; `./test --gpu` has real ones (test_run_cuda and
 * others on cuda:all where there are several). */
#include "test_support.h"

#include "device/many/many.h"
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

static struct device *open_many(ts_context *context, size_t count)
{
    struct device *parts[3], *many;
    for (size_t i = 0; i < count; ++i)
        assert_status(context, device_open(context, "cpu", 1, &parts[i]));
    if (count == 1)
        return parts[0];
    assert_status(context, many_create(context, parts, count, "several", &many));
    return many;
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
