/* What the stages of an event cost on a GPU, kernel by kernel. The kernel that weighs does two things in one.
 * Densities and matrix element are told apart by a program without the latter. What histograms add is told by
 * one with them. */
#include "study/bench.h"

#include "device/gpu/gpu.h"

/* Nanoseconds per generated event of each kernel of a card: medians. */
static ts_status time_kernels(const struct bench *bench, struct gpu_device *gpu, int n, int wide,
                              const char *value, double ns[GPU_PIPELINE_KERNELS])
{
    double seconds[GPU_PIPELINE_KERNELS], times[GPU_PIPELINE_KERNELS][MOST_RUNS];
    struct bench_events work;
    struct iteration_sums sums;
    ts_status status = bench_events_create(bench, n, wide, (const char *const[]){value, NULL}, &work);
    if (status)
        return status;
    status = bench_events_prepare(bench, &work, 1);
    gpu->kernel_seconds = seconds;
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        for (int k = 0; k < GPU_PIPELINE_KERNELS; ++k)
            seconds[k] = 0;
        status = bench_events_iterate(&work, 1, &sums);
        for (int k = 0; k < GPU_PIPELINE_KERNELS && !status; ++k)
            times[k][run] = 1e9 * seconds[k] / (double)sums.events;
    }
    gpu->kernel_seconds = NULL;
    for (int k = 0; k < GPU_PIPELINE_KERNELS && !status; ++k)
        ns[k] = median(times[k], bench->settings.runs);
    bench_events_destroy(&work);
    return status;
}

/* The rows of one n in one precision. */
static ts_status measure(const struct bench *bench, int n, int wide)
{
    struct gpu_device *gpu;
    double plain[GPU_PIPELINE_KERNELS], empty[GPU_PIPELINE_KERNELS], filled[GPU_PIPELINE_KERNELS], total = 0;
    struct bench without = *bench; /* the matrix element */
    without.evaluates = EVALUATES_NONE;
    ts_status status = bench_gpu(bench, "stages", &gpu);
    if (!status)
        status = time_kernels(bench, gpu, n, wide, "histograms=[]", plain);
    if (!status)
        status = time_kernels(&without, gpu, n, wide, "histograms=[]", empty);
    if (!status)
        status = time_kernels(bench, gpu, n, wide, "histograms=[ht, rmin]", filled);
    if (status)
        return status;
    const struct {
        const char *name;
        double ns;
    } stages[] = {
        {"sample", plain[GPU_KERNEL_sample]},
        {"densities", empty[GPU_KERNEL_weigh]},
        {"amplitude", plain[GPU_KERNEL_weigh] - empty[GPU_KERNEL_weigh]},
        {"histograms", filled[GPU_KERNEL_fill] + filled[GPU_KERNEL_weigh] - plain[GPU_KERNEL_weigh]},
        {"grid", plain[GPU_KERNEL_gather]},
        {"sums", plain[GPU_KERNEL_sum] + plain[GPU_KERNEL_totals]},
    };
    const size_t count = sizeof stages / sizeof stages[0];
    for (size_t i = 0; i < count; ++i)
        total += stages[i].ns;
    for (size_t i = 0; i < count && !status; ++i) {
        const struct study_value row[] = {
            BENCH_NUMBER("n", n),
            BENCH_TEXT("precision", bench_precision(wide)),
            BENCH_TEXT("stage", stages[i].name),
            BENCH_NUMBER("ns", stages[i].ns),
            BENCH_NUMBER("share", stages[i].ns / total),
        };
        status = bench_row(bench, row, sizeof row / sizeof row[0]);
    }
    return status;
}

ts_status bench_stages(const struct bench *bench) { return bench_each(bench, measure); }
