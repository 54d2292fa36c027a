/* What the stages of a showered event cost, by the number of events: of examples/lep-shower.yaml, from the
 * first random number to the filled histogram. On a GPU each stage is kernels of its own; on the CPU the
 * stages are told apart by runs without the later ones. */
#include "study/bench.h"

#include "core/clock.h"
#include "device/gpu/gpu.h"
#include "study/energy.h"

#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 100, MOST = 1000000, STAGES = 4 };
static const char *const stage_names[STAGES] = {"matrix element", "shower", "observables", "histograms"};

#define LEP_HISTOGRAMS "histograms=[durham, event_shapes]"

/* So many events, one sub-cube an axis. */
static ts_status iterate(struct bench_events *work, double events)
{
    struct iteration_sums sums;
    return engine_iterate(&work->engine, (struct stratification){1, 2, (uint64_t)(events / 2)}, 0, &sums);
}

/* Seconds of an iteration of so many events: the median. The first ones find the scale of the weights and
 * make memory. */
static ts_status time_events(const struct bench *bench, struct bench_events *work, double events,
                             double *seconds)
{
    double times[MOST_RUNS];
    ts_status status = TS_OK;
    for (int run = -2; run < bench->settings.runs && !status; ++run) {
        const double start = clock_seconds();
        status = iterate(work, events);
        if (run >= 0)
            times[run] = clock_seconds() - start;
    }
    *seconds = status ? 0 : median(times, bench->settings.runs);
    return status;
}

/* Seconds of a card with these values more. */
static ts_status time_card(const struct bench *bench, int wide, double events, const char *const *values,
                           double *seconds)
{
    struct bench_events work;
    ts_status status = bench_events_create(bench, 4, wide, values, &work);
    if (status)
        return status;
    status = time_events(bench, &work, events, seconds);
    bench_events_destroy(&work);
    return status;
}

/* On the CPU, where observables and histograms are one. */
static ts_status stages_by_runs(const struct bench *bench, int wide, double events, double seconds[STAGES])
{
    static const char *const alone[] = {BENCH_LEP_CARD, "shower.enabled=false", NULL};
    static const char *const showered[] = {BENCH_LEP_CARD, "histograms=[emissions]", NULL};
    static const char *const observed[] = {BENCH_LEP_CARD, LEP_HISTOGRAMS, NULL};
    double times[3];
    ts_status status = time_card(bench, wide, events, alone, &times[0]);
    if (!status)
        status = time_card(bench, wide, events, showered, &times[1]);
    if (!status)
        status = time_card(bench, wide, events, observed, &times[2]);
    if (status)
        return status;
    seconds[0] = times[0];
    seconds[1] = times[1] - times[0];
    seconds[2] = times[2] - times[1];
    seconds[3] = NAN;
    return TS_OK;
}

static ts_status stages_by_kernels(const struct bench *bench, struct gpu_device *gpu, int wide, double events,
                                   double seconds[STAGES])
{
    static const char *const observed[] = {BENCH_LEP_CARD, LEP_HISTOGRAMS, NULL};
    double kernels[GPU_CHAIN_KERNELS] = {0};
    struct bench_events work;
    ts_status status = bench_events_create(bench, 4, wide, observed, &work);
    if (status)
        return status;
    for (int warm = 0; warm < 2 && !status; ++warm)
        status = iterate(&work, events);
    gpu->kernel_seconds = kernels;
    for (int run = 0; run < bench->settings.runs && !status; ++run)
        status = iterate(&work, events);
    gpu->kernel_seconds = NULL;
    bench_events_destroy(&work);
    const double each = 1.0 / bench->settings.runs;
    seconds[0] = each * (kernels[GPU_KERNEL_sample] + kernels[GPU_KERNEL_weigh] + kernels[GPU_KERNEL_begin] +
                         kernels[GPU_KERNEL_sum] + kernels[GPU_KERNEL_totals]);
    seconds[1] = each * kernels[GPU_KERNEL_shower];
    seconds[2] = each * (kernels[GPU_KERNEL_observe] + kernels[GPU_KERNEL_reweight]);
    seconds[3] = each * kernels[GPU_KERNEL_fill];
    return status;
}

static ts_status put_row(const struct bench *bench, int wide, double events, const char *stage,
                         double seconds, double joules)
{
    const struct study_value row[] = {
        BENCH_NUMBER("events", events),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_TEXT("stage", stage),
        BENCH_NUMBER("ms", 1e3 * seconds),
        BENCH_NUMBER("ns", 1e9 * seconds / events),
        BENCH_NUMBER("joules", joules),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

/* Joules of an iteration of so many events: of iterations over more than a second, since drivers count in
 * steps. */
static ts_status measure_energy(const struct bench *bench, struct bench_events *work, double events,
                                double *joules)
{
    static const double long_enough = 2;
    struct energy_meter meter;
    ts_status status = TS_OK;
    double runs = 0;
    energy_open(bench->device, &meter);
    const double before = energy_joules(&meter), start = clock_seconds();
    *joules = NAN;
    for (; !status && !isnan(before) && clock_seconds() - start < long_enough; ++runs)
        status = iterate(work, events);
    const double used = (energy_joules(&meter) - before) / runs;
    energy_close(&meter);
    if (used >= 0)
        *joules = used;
    return status;
}

/* The whole. */
static ts_status measure_all(const struct bench *bench, int wide, double events)
{
    static const char *const observed[] = {BENCH_LEP_CARD, LEP_HISTOGRAMS, NULL};
    double seconds, joules = NAN;
    struct bench_events work;
    ts_status status = bench_events_create(bench, 4, wide, observed, &work);
    if (status)
        return status;
    status = time_events(bench, &work, events, &seconds);
    if (!status)
        status = measure_energy(bench, &work, events, &joules);
    bench_events_destroy(&work);
    return status ? status : put_row(bench, wide, events, "all", seconds, joules);
}

static ts_status measure(const struct bench *bench, struct gpu_device *gpu, int wide, double events)
{
    double seconds[STAGES];
    ts_status status = gpu ? stages_by_kernels(bench, gpu, wide, events, seconds)
                           : stages_by_runs(bench, wide, events, seconds);
    for (int i = 0; i < STAGES && !status; ++i)
        if (!isnan(seconds[i]))
            status = put_row(bench, wide, events, stage_names[i], seconds[i], NAN);
    return status ? status : measure_all(bench, wide, events);
}

ts_status bench_shower(const struct bench *bench)
{
    const double most = bench->settings.events ? (double)bench->settings.events : MOST;
    struct gpu_device *gpu = gpu_device_from(bench->device);
    ts_status status = TS_OK;
    for (int wide = 0; wide < 2; ++wide)
        for (double events = SHORTEST; events <= most && bench_covers(bench, wide) && !status; events *= 10)
            status = measure(bench, gpu, wide, events);
    return status;
}
