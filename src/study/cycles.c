/* Three orders in which events shower, side by side
 * (kernels/study/shower_steps.h). In `persistent` a lane takes the next event
 * as soon as its own is done. `lock step` has a launch for each cycle, in
 * which every event has one trial or nothing to do, as in the published
 * program. `packed` is lock step with the events that go on packed together in
 * between. Shown is the number of events that are done by then for each tenth
 * cycle. */
#include "study/bench.h"

#include "core/clock.h"
#include "integrate/grid.h"
#include "shower/event_layout.h"
#include "study/shower_steps_layout.h"

#include <stdlib.h>
#include <string.h>

enum {
    USUAL = 1 << 16,
    MOST = 1 << 20,
    EVERY = 10,
    PERSISTENT_ITEMS = 1 << 17,
    CPU_ITEMS = 1 << 9,
    BENCH_BINS = 128
};
enum order { PERSISTENT, LOCK_STEP, PACKED, ORDERS };
static const char *const order_names[ORDERS] = {"persistent", "lock step", "packed"};

/* A list of events on the device. */
struct cycles {
    const struct bench *bench;
    struct bench_events card;
    struct device_program *program;
    struct device_buffer *numbers, *grid, *request, *rows, *queue;
    uint32_t slots, *words; /* of the request */
};

static ts_status map(struct cycles *work, const char *kernel, struct device_buffer *second, uint32_t events)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {work->numbers, second, work->request, work->rows};
    const size_t lanes = work->program->lanes;
    return bench_map(work->bench, work->program, kernel, buffers, (events + lanes - 1) / lanes);
}

static ts_status put_queue(struct cycles *work, uint32_t length, uint32_t side)
{
    const uint32_t words[QUEUE_WORDS] = {[QUEUE_LENGTH] = length, [QUEUE_SIDE] = side};
    return device_buffer_write(work->bench->context, work->queue, words);
}

/* Enough items to fill a GPU; those that find nothing left cost a CPU more than they are worth. The one word
 * that the lanes share counts from zero. */
static ts_status shower_persistent(struct cycles *work)
{
    const size_t lanes = work->program->lanes, items = lanes == 1 ? PERSISTENT_ITEMS : CPU_ITEMS;
    ts_status status = put_queue(work, 0, 0);
    return status ? status : map(work, "steps_all", work->queue, (uint32_t)(items * lanes));
}

static ts_status tell(struct cycles *work, int cycle, uint32_t going)
{
    if (cycle % EVERY && going)
        return TS_OK;
    const struct study_value row[] = {
        BENCH_TEXT("order", "lock step"),
        BENCH_NUMBER("cycle", cycle),
        BENCH_NUMBER("done", 1 - going / (double)work->slots),
        BENCH_NUMBER("ns", NAN),
    };
    return bench_row(work->bench, row, sizeof row / sizeof row[0]);
}

/* Cycle by cycle; the host learns how many go on from each. `telling`: also says it. */
static ts_status shower_cycles(struct cycles *work, int packed, int telling, int *cycles)
{
    uint32_t going = work->slots, length = work->slots, side = 0;
    ts_status status = TS_OK;
    for (*cycles = 0; going && !status; ++*cycles) {
        uint32_t words[QUEUE_WORDS] = {0};
        status = put_queue(work, length, side);
        if (!status)
            status = map(work, "steps_cycle", work->queue, length);
        if (!status)
            status = device_buffer_read(work->bench->context, work->queue, words);
        going = words[QUEUE_NEXT];
        if (packed) {
            length = going;
            side = 1 - side;
        }
        if (!status && telling)
            status = tell(work, *cycles + 1, going);
    }
    return status;
}

/* Events that have not begun to shower, all in the first list: packing has written over it. */
static ts_status begin(struct cycles *work)
{
    ts_status status = device_buffer_write(work->bench->context, work->request, work->words);
    return status ? status : map(work, "steps_begin", work->grid, work->slots);
}

static ts_status measure(struct cycles *work, enum order order)
{
    const struct bench *bench = work->bench;
    double times[MOST_RUNS];
    int cycles = 0;
    ts_status status = TS_OK;
    for (int run = -1; run < bench->settings.runs && !status; ++run) {
        status = begin(work);
        const double start = clock_seconds();
        if (!status)
            status = order == PERSISTENT ? shower_persistent(work)
                                         : shower_cycles(work, order == PACKED, 0, &cycles);
        if (run >= 0)
            times[run] = 1e9 * (clock_seconds() - start) / work->slots;
    }
    if (status)
        return status;
    const struct study_value row[] = {
        BENCH_TEXT("order", order_names[order]),
        BENCH_NUMBER("cycle", order == PERSISTENT ? NAN : cycles),
        BENCH_NUMBER("done", 1),
        BENCH_NUMBER("ns", median(times, bench->settings.runs)),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

/* Words of the request: the list's, then two lists of slots, the first of them full. */
static ts_status make_request(struct cycles *work)
{
    const uint32_t slots = work->slots, items = slots / LIST_ITEM;
    const size_t count = LIST_TAKEN + items + 3 * (size_t)slots;
    uint32_t *words = work->words = calloc(count, sizeof *words);
    if (!words)
        return ts_fail_memory(work->bench->context, "a list of events");
    words[LIST_SEED_LOW] = 1;
    words[LIST_SLOTS] = slots;
    words[LIST_TABLES] = (uint32_t)(2 * BENCH_BINS * work->card.process.integrand.dimensions);
    for (uint32_t i = 0; i < slots; ++i)
        words[LIST_TAKEN + items + i] = words[LIST_TAKEN + items + slots + i] = i;
    return device_buffer_create(work->bench->context, work->bench->device, count * sizeof *words, NULL,
                                &work->request);
}

/* Even bins, and the tables of the shower behind them. */
static ts_status make_grid(struct cycles *work, int wide)
{
    ts_context *context = work->bench->context;
    struct device *device = work->bench->device;
    const struct integrand *integrand = &work->card.process.integrand;
    struct device_buffer *bins;
    double *values = NULL;
    size_t count = 0;
    ts_status status = grid_create(context, device, wide, integrand->dimensions, BENCH_BINS, 0, &bins);
    if (status)
        return status;
    status = scalars_read(context, bins, wide, &values, &count);
    device_buffer_destroy(&bins);
    if (status)
        return status;
    double *all = realloc(values, (count + integrand->table_length) * sizeof *values);
    if (!all) {
        free(values);
        return ts_fail_memory(context, "the tables of a shower");
    }
    memcpy(all + count, integrand->tables, integrand->table_length * sizeof *all);
    status = scalars_create(context, device, wide, all, count + integrand->table_length, &work->grid);
    free(all);
    return status;
}

static ts_status make_buffers(struct cycles *work, int wide)
{
    ts_context *context = work->bench->context;
    struct device *device = work->bench->device;
    const struct process *process = &work->card.process;
    const size_t rows = STEP_ROWS_FOR((size_t)process->shower.settings.max_partons);
    const size_t numbers = rows * work->slots + process->integrand.table_length;
    ts_status status = scalars_create(context, device, wide, process->integrand.parameters,
                                      process->integrand.parameter_count, &work->numbers);
    if (!status)
        status = make_grid(work, wide);
    if (!status)
        status = make_request(work);
    if (!status)
        status = device_buffer_create(context, device, QUEUE_WORDS * sizeof(uint32_t), NULL, &work->queue);
    return status ? status
                  : device_buffer_create(context, device, numbers * (wide ? sizeof(double) : sizeof(float)),
                                         NULL, &work->rows);
}

static ts_status compile(struct cycles *work, int wide)
{
    struct source text = {0};
    source_append(&text, "#define STEP_TABLES %zu\n%s", work->card.process.integrand.table_length,
                  work->card.process.integrand.text);
    return bench_compile(work->bench, &text, "shower_steps.h",
                         (struct program_text){.double_precision = wide}, &work->program);
}

static ts_status run(const struct bench *bench, int wide, struct cycles *work)
{
    static const char *const card[] = {BENCH_LEP_CARD, NULL};
    int cycles;
    ts_status status = bench_events_create(bench, 4, wide, card, &work->card);
    if (!status)
        status = compile(work, wide);
    if (!status)
        status = make_buffers(work, wide);
    for (int order = 0; order < ORDERS && !status; ++order)
        status = measure(work, order);
    if (!status)
        status = begin(work);
    return status ? status : shower_cycles(work, 0, 1, &cycles);
}

ts_status bench_cycles(const struct bench *bench)
{
    const double asked = bench->settings.events ? fmin((double)bench->settings.events, MOST) : USUAL;
    ts_status status = TS_OK;
    for (int wide = 0; wide < 2 && !status; ++wide) {
        struct cycles work = {.bench = bench, .slots = (uint32_t)ceil(asked / LIST_ITEM) * LIST_ITEM};
        if (!bench_covers(bench, wide))
            continue;
        status = run(bench, wide, &work);
        free(work.words);
        bench_events_destroy(&work.card);
        device_release(&work.program);
        struct device_buffer **const buffers[] = {&work.numbers, &work.grid, &work.request, &work.rows,
                                                  &work.queue};
        for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; ++i)
            device_buffer_destroy(buffers[i]);
    }
    return status;
}
