/* Table 2 of arXiv:2202.01753: the same integrals on each device of the machine, the portable backend
 * (OpenCL) beside CUDA. */
#include "study/integrals.h"

#include "tessera/device.h"

#include <stdlib.h>

static ts_status measure(const struct bench *bench, const struct bench_integral *what)
{
    double total[MOST_RUNS], opening[MOST_RUNS], integrating[MOST_RUNS], evaluations[MOST_RUNS];
    int converged = 0;
    for (int run = 0; run < bench->settings.runs; ++run) {
        ts_integral *integral = NULL;
        const ts_status status = bench_integrate(bench, what, bench->settings.relative_error, 0,
                                                 (uint64_t)run + 1, &integral);
        if (status)
            return status;
        total[run] = 1e3 * integral->seconds_total;
        opening[run] = 1e3 * integral->seconds_device;
        integrating[run] = 1e3 * integral->seconds_integrate;
        evaluations[run] = (double)integral->evaluations;
        converged += integral->converged;
        ts_integral_destroy(&integral);
    }
    const double ms = bench_quantile(integrating, bench->settings.runs, 0.5);
    const double count = bench_quantile(evaluations, bench->settings.runs, 0.5);
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),
        BENCH_NUMBER("d", what->dimensions),
        BENCH_TEXT("method", what->method),
        BENCH_TEXT("device", what->device),
        BENCH_NUMBER("ms_total", bench_quantile(total, bench->settings.runs, 0.5)),
        BENCH_NUMBER("ms_open", bench_quantile(opening, bench->settings.runs, 0.5)),
        BENCH_NUMBER("ms_integrate", ms),
        BENCH_NUMBER("ms_compile_first", 1e3 * what->seconds_compile),
        BENCH_NUMBER("evaluations", count),
        BENCH_NUMBER("ns_per_evaluation", 1e6 * ms / count),
        BENCH_NUMBER("runs", bench->settings.runs),
        BENCH_NUMBER("converged", converged),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

/* Every device that can be used, where the settings name none. */
ts_status bench_backends(const struct bench *bench)
{
    ts_device_info *list = NULL;
    size_t count = 0, used = 0;
    ts_status status = ts_device_list(bench->context, &list, &count);
    const char **devices = calloc(count + 1, sizeof *devices);
    if (!status && !devices)
        status = ts_fail_memory(bench->context, "the devices");
    if (devices && bench->settings.device)
        devices[used++] = bench->settings.device;
    for (size_t i = 0; i < count && devices && !bench->settings.device; ++i)
        if (list[i].available)
            devices[used++] = list[i].selector;
    if (!status)
        status = bench_integrals(bench, devices, used, measure);
    free(devices);
    ts_device_list_destroy(&list);
    return status;
}
