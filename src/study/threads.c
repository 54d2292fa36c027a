/* How many threads of a GPU should share an event, and with which form of the recursion. */
#include "study/bench.h"

#include "amplitude/threads.h"
#include "device/gpu/gpu.h"

#include <stdio.h>

/* The threads that `auto` takes on this device. */
static ts_status find_auto(const struct bench *bench, int n, int wide, int *threads)
{
    const struct gpu_device *gpu = gpu_device_from(bench->device);
    ts_card *card = NULL;
    struct process process = {0};
    ts_status status = bench_card(bench, n, wide, NULL, &card);
    if (!status)
        status = process_create(bench->context, card, 128, &process);
    *threads = bench->device->backend == &cpu_backend || (gpu && gpu->is_cpu) ? 1 : process.program.threads;
    process_destroy(&process);
    ts_card_destroy(&card);
    return status;
}

/* One row; none where so many threads would need more memory than a group has, which the card refuses. */
static ts_status measure(const struct bench *bench, int n, int wide, int recursion, int threads,
                         int automatic)
{
    char recursion_value[32], threads_value[32], form[8];
    double ns;
    snprintf(form, sizeof form, "n%d", recursion);
    snprintf(recursion_value, sizeof recursion_value, "amplitude.recursion=%s", form);
    snprintf(threads_value, sizeof threads_value, "amplitude.threads=%d", threads);
    const char *const values[] = {recursion_value, threads_value, NULL};
    ts_status status = bench_time(bench, n, wide, values, &ns);
    if (status == TS_ERROR_INPUT && threads > 1)
        return TS_OK;
    if (status)
        return status;
    const int taken = threads == automatic && recursion == GLUON_RECURSION_AUTO(n, 0);
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_TEXT("recursion", form),
        BENCH_NUMBER("threads", threads),
        BENCH_NUMBER("ns_generated", ns),
        BENCH_TEXT("choice", taken ? "auto" : "-"),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

static ts_status measure_all(const struct bench *bench, int n, int wide)
{
    /* A CPU takes no notice of them. */
    const int most = bench->device->backend == &cpu_backend ? 1 : 16;
    int automatic;
    ts_status status = find_auto(bench, n, wide, &automatic);
    for (int recursion = 3; recursion <= 4; ++recursion)
        for (int threads = 1; threads <= most && !status; threads *= 2)
            status = measure(bench, n, wide, recursion, threads, automatic);
    return status;
}

ts_status bench_threads(const struct bench *bench) { return bench_each(bench, measure_all); }
