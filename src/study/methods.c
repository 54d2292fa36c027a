/* Table 1 of arXiv:2202.01753: estimates, errors and times of each method. A run that does not converge is a
 * row like the others. */
#include "study/integrals.h"

#include <stdlib.h>

/* The estimate is that of the first seed, the time the median over all. */
static ts_status measure(const struct bench *bench, const struct bench_integral *what)
{
    double ms[MOST_RUNS], value = NAN, error = NAN, evaluations = NAN;
    int converged = 0;
    for (int run = 0; run < bench->settings.runs; ++run) {
        ts_integral *integral = NULL;
        const ts_status status = bench_integrate(bench, what, bench->settings.relative_error, 0,
                                                 (uint64_t)run + 1, &integral);
        if (status)
            return status;
        ms[run] = 1e3 * integral->seconds_integrate;
        converged += integral->converged;
        if (run == 0) {
            value = integral->components[0].value;
            error = integral->components[0].error;
            evaluations = (double)integral->evaluations;
        }
        ts_integral_destroy(&integral);
    }
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),
        BENCH_NUMBER("d", what->dimensions),
        BENCH_TEXT("method", what->method),
        BENCH_NUMBER("true_value", what->truth),
        BENCH_NUMBER("estimate", value),
        BENCH_NUMBER("claimed_error", error),
        BENCH_NUMBER("true_error", fabs(value - what->truth)),
        BENCH_NUMBER("pull", (value - what->truth) / error),
        BENCH_NUMBER("evaluations", evaluations),
        BENCH_NUMBER("ms", bench_quantile(ms, bench->settings.runs, 0.5)),
        BENCH_NUMBER("runs", bench->settings.runs),
        BENCH_NUMBER("converged", converged),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

ts_status bench_methods(const struct bench *bench) { return bench_integrals(bench, NULL, 0, measure); }
