/* Time per event against the threads that a multiprocessor of a GPU has at work. It shows how many it takes
 * to hide what each waits for (arXiv:1002.3446, Table 1 and Figure 2). */
#include "study/bench.h"

#include "device/gpu/gpu.h"

enum { FEWEST_THREADS = 32, MOST_THREADS = 2048 };

/* The device with so many threads at work on each multiprocessor, in groups that are no larger. */
static ts_status measure(const struct bench *bench, struct gpu_device *gpu, int n, int wide, int threads,
                         double *ns, int *team)
{
    const struct gpu_device before = *gpu;
    struct bench_events work;
    if ((size_t)threads < gpu->group_size)
        gpu->group_size = (size_t)threads;
    gpu->threads_per_unit = (unsigned)threads;
    gpu->samples_in_rounds = 1;
    ts_status status = bench_events_create(bench, n, wide, NULL, &work);
    if (!status) {
        status = bench_events_time(bench, &work, 0, ns, NULL);
        *team = gpu->is_cpu ? 1 : work.process.program.threads;
        bench_events_destroy(&work);
    }
    gpu->group_size = before.group_size;
    gpu->threads_per_unit = before.threads_per_unit;
    gpu->samples_in_rounds = before.samples_in_rounds;
    return status;
}

/* The rows of one n in one precision. */
static ts_status measure_all(const struct bench *bench, int n, int wide)
{
    double first = NAN;
    struct gpu_device *gpu;
    ts_status status = bench_gpu(bench, "occupancy", &gpu);
    for (int threads = FEWEST_THREADS; threads <= MOST_THREADS && !status; threads *= 2) {
        double ns;
        int team;
        status = measure(bench, gpu, n, wide, threads, &ns, &team);
        if (status)
            return status;
        if (threads == FEWEST_THREADS)
            first = ns;
        const struct study_value row[] = {
            BENCH_NUMBER("n", n),
            BENCH_TEXT("precision", bench_precision(wide)),
            BENCH_NUMBER("threads", threads),
            BENCH_NUMBER("events", (double)threads / team),
            BENCH_NUMBER("ns_generated", ns),
            BENCH_NUMBER("gain", first / ns),
        };
        status = bench_row(bench, row, sizeof row / sizeof row[0]);
    }
    return status;
}

ts_status bench_occupancy(const struct bench *bench) { return bench_each(bench, measure_all); }
