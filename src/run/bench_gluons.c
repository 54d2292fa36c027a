/* How fast the n-gluon process is: the recursion alone, and whole events. */
#include "tessera/bench.h"

#include "core/clock.h"
#include "device/device.h"
#include "integrate/iteration.h"
#include "process/process.h"
#include "tessera/card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_EVENTS = 1 << 19, MOST_RUNS = 99, RECURSION_REPEATS = 256 };

static const double shortest_measurement = 0.05; /* seconds */
static const double most_events = 0x1p34;        /* of a measurement */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

/* Times the passes of one run over all items. */
static ts_status time_passes(ts_context *context, struct device_program *program,
                             struct device_buffer *const *buffers, uint64_t items, double *ns)
{
    double start = clock_seconds(), passes = 0;
    ts_status status = TS_OK;
    for (; clock_seconds() - start < shortest_measurement && !status; ++passes)
        status = device_map(context, program, "gluon_recursion", buffers, items);
    *ns = 1e9 * (clock_seconds() - start) / (passes * RECURSION_REPEATS * (double)(items * program->lanes));
    return status;
}

/* Nanoseconds of one event's recursion, over the events of `items`. */
static ts_status time_items(ts_context *context, struct device_program *program, size_t scalar,
                            uint64_t items, int runs, double *ns)
{
    double times[MOST_RUNS];
    struct device_buffer *buffers[MAP_BUFFERS] = {0};
    ts_status status = device_buffer_create(context, program->device, (size_t)items * program->lanes * scalar,
                                            NULL, &buffers[0]);
    if (!status) /* the first run of a program takes longer */
        status = device_map(context, program, "gluon_recursion", buffers, items);
    for (int run = 0; run < runs && !status; ++run)
        status = time_passes(context, program, buffers, items, &times[run]);
    device_buffer_destroy(&buffers[0]);
    if (!status)
        *ns = median(times, runs);
    return status;
}

static ts_status time_recursion(ts_context *context, struct device *device, int n, int double_precision,
                                int runs, double *ns)
{
    /* Enough to fill a GPU several times over. */
    const uint64_t items = device->backend == &cpu_backend ? 16 : 1 << 19;
    struct source text = {0};
    struct device_program *program = NULL;
    double seconds = 0;
    source_append(&text,
                  "#define GLUONS %d\n#define RECURSION_REPEATS %d\n#include \"process/gluon_recursion.h\"\n",
                  n, RECURSION_REPEATS);
    ts_status status = text.failed
                           ? ts_fail_memory(context, "a program")
                           : device_compile(context, device,
                                            &(struct program_text){.text = text.text,
                                                                   .double_precision = double_precision},
                                            &program, &seconds);
    source_free(&text);
    if (!status && program)
        status = time_items(context, program, double_precision ? sizeof(double) : sizeof(float), items, runs,
                            ns);
    device_release(&program);
    return status;
}

static ts_status make_card(ts_context *context, int n, int double_precision, ts_card **card)
{
    char process[80];
    int used = snprintf(process, sizeof process, "process=g g >");
    for (int i = 2; i < n; ++i)
        used += snprintf(process + used, sizeof process - (size_t)used, " g");
    ts_status status = ts_card_create(context, card);
    if (!status)
        status = ts_card_set(context, *card, process);
    if (!status)
        status = ts_card_set(context, *card, double_precision ? "precision=double" : "precision=single");
    return status;
}

/* Nanoseconds of whole events, the grid not adapting. */
static ts_status time_events(ts_context *context, struct device *device, int n, int double_precision,
                             int runs, ts_bench_row *row)
{
    enum { BINS = 128 };
    ts_card *card = NULL;
    struct process process = {0};
    struct engine engine = {0};
    double seconds = 0, times[MOST_RUNS];
    struct iteration_sums sums = {0};
    ts_status status = make_card(context, n, double_precision, &card);
    if (!status)
        status = process_create(context, card, BINS, &process);
    if (!status)
        status = engine_create(context, device, &process.integrand, BINS, 1, &engine, &seconds);
    int dimensions = process.integrand.dimensions;
    /* Iterations find the scale of the weights, and how many events fill the time. */
    double events = FEWEST_EVENTS, start, spent = 0;
    for (int i = 0; !status && (i == 0 || (spent < shortest_measurement && events < most_events)); ++i) {
        events *= i ? 4 : 1;
        start = clock_seconds();
        status = engine_iterate(&engine, stratify((uint64_t)events, dimensions), 0, &sums);
        spent = clock_seconds() - start;
    }
    for (int run = 0; run < runs && !status; ++run) {
        start = clock_seconds();
        status = engine_iterate(&engine, stratify((uint64_t)events, dimensions), 0, &sums);
        times[run] = 1e9 * (clock_seconds() - start) / (double)sums.events;
    }
    if (!status) {
        row->accepted = (double)sums.accepted / (double)sums.events;
        row->ns_event_generated = median(times, runs);
        row->ns_event_accepted = row->ns_event_generated / row->accepted;
        row->ns_beside_amplitude = row->ns_event_generated - row->accepted * row->ns_matrix_element;
    }
    engine_destroy(&engine);
    process_destroy(&process);
    ts_card_destroy(&card);
    return status;
}

static ts_status measure_row(ts_context *context, struct device *device, int n, int double_precision,
                             int runs, ts_bench_row *row)
{
    *row = (ts_bench_row){.n = n};
    snprintf(row->precision, sizeof row->precision, "%s", double_precision ? "double" : "single");
    ts_status status = time_recursion(context, device, n, double_precision, runs, &row->ns_matrix_element);
    return status ? status : time_events(context, device, n, double_precision, runs, row);
}

ts_status ts_bench_gluons(ts_context *context, const ts_bench_settings *settings, ts_bench_function *function,
                          void *data, char *machine, unsigned long machine_bytes)
{
    static const ts_bench_settings defaults = {0};
    if (!settings)
        settings = &defaults;
    int first = settings->n_min ? settings->n_min : 4, last = settings->n_max ? settings->n_max : 12;
    int runs = settings->runs > 0 ? settings->runs : 5;
    if (first < 4 || last > 16 || first > last || runs > MOST_RUNS)
        return ts_fail(context, TS_ERROR_INPUT, "The benchmark takes 4 to 16 gluons and at most %d runs.",
                       MOST_RUNS);
    struct device *device;
    ts_status status = device_open(context, settings->device, settings->threads > 0 ? settings->threads : 1,
                                   &device);
    if (status)
        return status;
    snprintf(machine, machine_bytes, "%s", device->description);
    for (int wide = 0; wide < 2 && !status; ++wide) {
        if (settings->precision && strcmp(settings->precision, wide ? "double" : "single") != 0)
            continue;
        for (int n = first; n <= last && !status; ++n) {
            ts_bench_row row;
            status = measure_row(context, device, n, wide, runs, &row);
            if (!status && ts_context_interrupted(context))
                status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
            if (!status)
                function(&row, data);
        }
    }
    device_close(&device);
    return status;
}
