/* How many fused multiply-adds the device does, all operands in registers: what every other time is to be
 * seen against. */
#include "study/bench.h"

#include "core/clock.h"
#include "device/gpu/gpu.h"

enum { SUMS = 12, STEPS = 4096, CPU_ITEMS = 4096, THREADS_PER_UNIT = 16384 };

static ts_status compile(const struct bench *bench, int wide, struct device_program **program)
{
    struct source text = {0};
    source_append(&text, "#define PEAK_SUMS %d\n#define PEAK_STEPS %d\n", SUMS, STEPS);
    return bench_compile(bench, &text, "peak.h", (struct program_text){.double_precision = wide}, program);
}

/* Operations in a nanosecond over passes that fill the shortest time: the median of the runs. */
static ts_status time_passes(const struct bench *bench, struct device_program *program,
                             struct device_buffer *const *buffers, uint64_t items, double *rate)
{
    const double each = (double)SUMS * STEPS * (double)(items * program->lanes);
    double rates[MOST_RUNS];
    /* The first pass wakes the device up and does not count. */
    ts_status status = bench_map(bench, program, "peak_run", buffers, items);
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        double start = clock_seconds(), passes = 0;
        for (; clock_seconds() - start < shortest_measurement && !status; ++passes)
            status = bench_map(bench, program, "peak_run", buffers, items);
        rates[run] = passes * each / (1e9 * (clock_seconds() - start));
    }
    if (!status)
        *rate = median(rates, bench->settings.runs);
    return status;
}

static ts_status measure(const struct bench *bench, int wide, double *rate)
{
    const struct gpu_device *gpu = gpu_device_from(bench->device);
    /* Enough for every thread that a GPU holds, several times. */
    const uint64_t items = gpu && !gpu->is_cpu ? (uint64_t)gpu->units * THREADS_PER_UNIT : CPU_ITEMS;
    const double factors[] = {0.999, 0.001};
    const float narrow[] = {0.999F, 0.001F};
    const size_t scalar = wide ? sizeof(double) : sizeof(float);
    struct device_program *program = NULL;
    struct device_buffer *buffers[MAP_BUFFERS] = {0};
    ts_status status = compile(bench, wide, &program);
    if (!status)
        status = device_buffer_create(bench->context, bench->device, 2 * scalar,
                                      wide ? (const void *)factors : (const void *)narrow, &buffers[0]);
    if (!status && program)
        status = device_buffer_create(bench->context, bench->device, (size_t)items * program->lanes * scalar,
                                      NULL, &buffers[1]);
    if (!status && program)
        status = time_passes(bench, program, buffers, items, rate);
    device_buffer_destroy(&buffers[0]);
    device_buffer_destroy(&buffers[1]);
    device_release(&program);
    return status;
}

ts_status bench_peak(const struct bench *bench)
{
    for (int wide = 0; wide < 2; ++wide) {
        double rate = 0;
        if (!bench_covers(bench, wide))
            continue;
        ts_status status = measure(bench, wide, &rate);
        const struct study_value row[] = {BENCH_TEXT("precision", bench_precision(wide)),
                                          BENCH_NUMBER("fma_per_ns", rate)};
        if (!status)
            status = bench_row(bench, row, sizeof row / sizeof row[0]);
        if (status)
            return status;
    }
    return TS_OK;
}
