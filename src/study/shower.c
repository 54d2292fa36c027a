/* What the stages of a showered event cost, by the number of events, from the first random number to the
 * filled histogram. Of quark pairs (examples/lep-shower.yaml), and of Z bosons between protons
 * (examples/z-shower.yaml). On a GPU each stage is kernels of its own; on the CPU the stages are told apart
 * by runs without the later ones. */
#include "study/bench.h"

#include "core/clock.h"
#include "core/context.h"
#include "device/gpu/gpu.h"
#include "study/energy.h"

#include <stdlib.h>

enum { SHORTEST = 100, MOST = 1000000, STAGES = 4, BINS = 128, SEED = 1, VALUES_MOST = 16 };
static const char *const stage_names[STAGES] = {"matrix element", "shower", "observables", "histograms"};

/* What is showered: its card, and the histograms of all that is observed. */
struct showered {
    const char *name;
    const char *card[VALUES_MOST];
    const char *histograms;
    int refinements;  /* iterations that teach its grids */
    int wide;         /* in double precision alone */
    double most_slow; /* events on a CPU where nothing else is asked for */
};

static const struct showered showers[] = {
    {"e+ e- > q q~", {BENCH_LEP_CARD}, "histograms=[durham, event_shapes]", 0, 0, MOST},
    {"p p > z",
     {"process=p p > z", "beams.particles=[p, p]", "beams.energy=13000", "phase_space=auto",
      "scales.factorization=91.188", "scales.renormalization=91.188", "shower.enabled=true",
      "shower.max_partons=64"},
     "histograms=[{name: pt_z, bins: 50, range: [0, 100]}, {name: y_z, bins: 25, range: [-5, 5]}, emissions, "
     "njets, pt1]",
     4,
     1,
     1e5},
};

/* A card's process on the device, each of its channels with an engine of its own. */
struct shower_work {
    ts_card *card;
    struct process process;
    struct engine *engines;
    size_t count;
};

static void destroy_work(struct shower_work *work)
{
    for (size_t i = 0; i < work->count; ++i)
        engine_destroy(&work->engines[work->count - 1 - i]);
    free(work->engines);
    process_destroy(&work->process);
    ts_card_destroy(&work->card);
}

/* So many events, in equal parts of all channels, one sub-cube an axis. */
static ts_status iterate(struct shower_work *work, int refine, double events)
{
    const uint64_t pairs = (uint64_t)(events / 2 / (double)work->count);
    struct iteration_sums sums;
    ts_status status = TS_OK;
    for (size_t i = 0; i < work->count && !status; ++i) {
        status = engine_iterate(&work->engines[i], (struct stratification){1, 2, pairs}, refine, &sums);
        if (!status && refine)
            status = engine_refine(&work->engines[i], 0.5);
    }
    return status;
}

static ts_status create_engines(const struct bench *bench, struct shower_work *work)
{
    size_t channels;
    double seconds = 0;
    const struct integrand *integrands = process_channels(&work->process, &channels);
    work->engines = calloc(channels, sizeof *work->engines);
    ts_status status = work->engines ? TS_OK : ts_fail_memory(bench->context, "the channels of a study");
    for (; work->count < channels && !status; work->count += !status)
        status = engine_create_beside(bench->context, bench->device, &integrands[work->count], BINS, SEED,
                                      work->count ? work->engines : NULL, &work->engines[work->count],
                                      &seconds);
    return status;
}

/* The card of a shower with one value more, ready to be iterated. */
static ts_status create_work(const struct bench *bench, const struct showered *shower, int wide,
                             const char *value, struct shower_work *work)
{
    const char *values[VALUES_MOST + 2] = {NULL};
    int count = 0;
    *work = (struct shower_work){0};
    for (; count < VALUES_MOST && shower->card[count]; ++count)
        values[count] = shower->card[count];
    values[count] = value;
    ts_status status = bench_card(bench, 4, wide, values, &work->card);
    if (!status)
        status = process_create(bench->context, work->card, BINS, &work->process);
    if (!status)
        status = create_engines(bench, work);
    for (int i = 0; i < shower->refinements && !status; ++i)
        status = iterate(work, 1, 20000);
    if (status)
        destroy_work(work);
    return status;
}

/* Seconds of an iteration of so many events: the median. The first ones find the scale of the weights and
 * make memory. */
static ts_status time_events(const struct bench *bench, struct shower_work *work, double events,
                             double *seconds)
{
    double times[MOST_RUNS];
    ts_status status = TS_OK;
    for (int run = -2; run < bench->settings.runs && !status; ++run) {
        const double start = clock_seconds();
        status = iterate(work, 0, events);
        if (run >= 0)
            times[run] = clock_seconds() - start;
    }
    *seconds = status ? 0 : median(times, bench->settings.runs);
    return status;
}

/* Seconds of a shower's card with this value more. */
static ts_status time_card(const struct bench *bench, const struct showered *shower, int wide, double events,
                           const char *value, double *seconds)
{
    struct shower_work work;
    ts_status status = create_work(bench, shower, wide, value, &work);
    if (status)
        return status;
    status = time_events(bench, &work, events, seconds);
    destroy_work(&work);
    return status;
}

/* On the CPU, where observables and histograms are one. */
static ts_status stages_by_runs(const struct bench *bench, const struct showered *shower, int wide,
                                double events, double seconds[STAGES])
{
    double times[3];
    ts_status status = time_card(bench, shower, wide, events, "shower.enabled=false", &times[0]);
    if (!status)
        status = time_card(bench, shower, wide, events, "histograms=[emissions]", &times[1]);
    if (!status)
        status = time_card(bench, shower, wide, events, shower->histograms, &times[2]);
    if (status)
        return status;
    seconds[0] = times[0];
    seconds[1] = times[1] - times[0];
    seconds[2] = times[2] - times[1];
    seconds[3] = NAN;
    return TS_OK;
}

static ts_status stages_by_kernels(const struct bench *bench, const struct showered *shower,
                                   struct gpu_device *gpu, int wide, double events, double seconds[STAGES])
{
    double kernels[GPU_PIPELINE_KERNELS] = {0};
    struct shower_work work;
    ts_status status = create_work(bench, shower, wide, shower->histograms, &work);
    if (status)
        return status;
    for (int warm = 0; warm < 2 && !status; ++warm)
        status = iterate(&work, 0, events);
    gpu->kernel_seconds = kernels;
    for (int run = 0; run < bench->settings.runs && !status; ++run)
        status = iterate(&work, 0, events);
    gpu->kernel_seconds = NULL;
    destroy_work(&work);
    const double each = 1.0 / bench->settings.runs;
    seconds[0] = each * (kernels[GPU_KERNEL_sample] + kernels[GPU_KERNEL_weigh] + kernels[GPU_KERNEL_begin] +
                         kernels[GPU_KERNEL_sum] + kernels[GPU_KERNEL_totals]);
    seconds[1] = each * kernels[GPU_KERNEL_shower];
    seconds[2] = each * (kernels[GPU_KERNEL_observe] + kernels[GPU_KERNEL_reweight]);
    seconds[3] = each * kernels[GPU_KERNEL_fill];
    return status;
}

static ts_status put_row(const struct bench *bench, const struct showered *shower, int wide, double events,
                         const char *stage, double seconds, double joules)
{
    const struct study_value row[] = {
        BENCH_TEXT("process", shower->name),
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
static ts_status measure_energy(const struct bench *bench, struct shower_work *work, double events,
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
        status = iterate(work, 0, events);
    const double used = (energy_joules(&meter) - before) / runs;
    energy_close(&meter);
    if (used >= 0)
        *joules = used;
    return status;
}

/* The whole. */
static ts_status measure_all(const struct bench *bench, const struct showered *shower, int wide,
                             double events)
{
    double seconds, joules = NAN;
    struct shower_work work;
    ts_status status = create_work(bench, shower, wide, shower->histograms, &work);
    if (status)
        return status;
    status = time_events(bench, &work, events, &seconds);
    if (!status)
        status = measure_energy(bench, &work, events, &joules);
    destroy_work(&work);
    return status ? status : put_row(bench, shower, wide, events, "all", seconds, joules);
}

static ts_status measure(const struct bench *bench, const struct showered *shower, struct gpu_device *gpu,
                         int wide, double events)
{
    double seconds[STAGES];
    ts_status status = gpu ? stages_by_kernels(bench, shower, gpu, wide, events, seconds)
                           : stages_by_runs(bench, shower, wide, events, seconds);
    for (int i = 0; i < STAGES && !status; ++i)
        if (!isnan(seconds[i]))
            status = put_row(bench, shower, wide, events, stage_names[i], seconds[i], NAN);
    return status ? status : measure_all(bench, shower, wide, events);
}

ts_status bench_shower(const struct bench *bench)
{
    const double asked = (double)bench->settings.events;
    struct gpu_device *gpu = gpu_device_from(bench->device);
    ts_status status = TS_OK;
    for (size_t i = 0; i < sizeof showers / sizeof showers[0]; ++i)
        for (int wide = showers[i].wide; wide < 2; ++wide) {
            const double most = asked > 0 ? asked : gpu ? MOST : showers[i].most_slow;
            for (double events = SHORTEST; events <= most && bench_covers(bench, wide) && !status;
                 events *= 10)
                status = measure(bench, &showers[i], gpu, wide, events);
        }
    return status;
}
