/* The integer sums of the weights against sums in double-double arithmetic, over as many events as one likes.
 */
#include "study/bench.h"

#include <stdlib.h>

static const double usual_events = 1e8;
enum { CHUNK = 1 << 26 /* events between two looks at the weights */, STRIPES = 1 << 17 };

/* What adds up the weights of a chunk on the device. */
struct adder {
    struct device_program *program;
    struct device_buffer *buffers[MAP_BUFFERS]; /* weights, pairs, their number */
};

static ts_status adder_create(const struct bench *bench, int wide, uint64_t events, struct adder *adder)
{
    ts_context *context = bench->context;
    const size_t bytes = (size_t)events * (wide ? sizeof(double) : sizeof(float));
    struct source text = {0};
    void *zeros = calloc(1, bytes > 2 * STRIPES * sizeof(double) ? bytes : 2 * STRIPES * sizeof(double));
    source_append(&text, "#define WEIGHT %s\n#define STRIPES %d\n", wide ? "double" : "float", STRIPES);
    ts_status status = bench_compile(bench, &text, "weights_sum.h",
                                     (struct program_text){.double_precision = 1}, &adder->program);
    if (!status && !zeros)
        status = ts_fail_memory(context, "the weights");
    if (!status)
        status = device_buffer_create(context, bench->device, bytes, zeros, &adder->buffers[0]);
    if (!status)
        status = device_buffer_create(context, bench->device, 2 * STRIPES * sizeof(double), zeros,
                                      &adder->buffers[1]);
    if (!status)
        status = device_buffer_create(context, bench->device, sizeof events, &events, &adder->buffers[2]);
    free(zeros);
    return status;
}

static void adder_destroy(struct adder *adder)
{
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&adder->buffers[i]);
    device_release(&adder->program);
}

static ts_status adder_read(const struct bench *bench, const struct adder *adder, long double *sum)
{
    double *pairs = malloc(2 * STRIPES * sizeof *pairs);
    ts_status status = pairs ? device_buffer_read(bench->context, adder->buffers[1], pairs)
                             : ts_fail_memory(bench->context, "the sums");
    *sum = 0;
    for (size_t i = 0; i < 2 * STRIPES && !status; ++i)
        *sum += pairs[i];
    free(pairs);
    return status;
}

/* Both sums over chunks of so many events; all weights that the engine keeps go to the adder. */
static ts_status add_chunks(const struct bench *bench, struct engine *engine, struct adder *adder,
                            uint64_t chunk, uint64_t chunks, long double *by_integers)
{
    const struct stratification layout = {.per_axis = 1, .samples = 2, .cubes = chunk / 2};
    struct iteration_sums sums;
    ts_status status = TS_OK;
    *by_integers = 0;
    engine->buffers.every_weight = adder->buffers[0];
    for (uint64_t i = 0; i < chunks && !status; ++i) {
        status = engine_iterate(engine, layout, 0, &sums);
        if (!status)
            status = bench_map(bench, adder->program, "weights_sum", adder->buffers, STRIPES);
        if (!status)
            *by_integers += (long double)sums.value * sums.events;
    }
    engine->buffers.every_weight = NULL; /* the adder's */
    return status;
}

static ts_status measure(const struct bench *bench, int n, int wide)
{
    const double wanted = bench->settings.events ? (double)bench->settings.events : usual_events;
    const uint64_t chunk = wanted < CHUNK ? (uint64_t)wanted / 2 * 2 : CHUNK;
    const uint64_t chunks = (uint64_t)(wanted / (double)chunk);
    struct bench_events work = {0};
    struct adder adder = {0};
    long double by_integers = 0, by_pairs = 0;
    ts_status status = bench_events_create(bench, n, wide, NULL, &work);
    if (!status)
        status = adder_create(bench, wide, chunk, &adder);
    if (!status)
        status = add_chunks(bench, &work.engine, &adder, chunk, chunks, &by_integers);
    if (!status)
        status = adder_read(bench, &adder, &by_pairs);
    by_pairs *= work.process.integrand.unit;
    adder_destroy(&adder);
    bench_events_destroy(&work);
    if (status)
        return status;
    const double events = (double)(chunk * chunks);
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_NUMBER("events", events),
        BENCH_NUMBER("integers_pb", (double)(by_integers / events)),
        BENCH_NUMBER("double_double_pb", (double)(by_pairs / events)),
        BENCH_NUMBER("relative_difference", (double)(by_integers / by_pairs - 1)),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

ts_status bench_sums(const struct bench *bench) { return bench_each(bench, measure); }
