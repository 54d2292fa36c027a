/* Figure 3 of arXiv:2202.01753: what is gained where one grid serves all axes of an integrand that treats
 * them alike. */
#include "study/integrals.h"

#include <stdlib.h>
#include <string.h>

static ts_status row_of(const struct bench *bench, const struct bench_integral *what, double tolerance,
                        struct bench_runs *each, struct bench_runs *one)
{
    const double ms_each = bench_quantile(each->ms, each->converged, 0.5);
    const double ms_one = bench_quantile(one->ms, one->converged, 0.5);
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),
        BENCH_NUMBER("d", what->dimensions),
        BENCH_NUMBER("tolerance", tolerance),
        BENCH_NUMBER("runs", each->count > one->count ? each->count : one->count),
        BENCH_NUMBER("converged_mcubes", each->converged),
        BENCH_NUMBER("converged_mcubes1d", one->converged),
        BENCH_NUMBER("ms_mcubes", ms_each),
        BENCH_NUMBER("ms_mcubes1d", ms_one),
        BENCH_NUMBER("gain", ms_each / ms_one),
        BENCH_NUMBER("evaluations_mcubes", bench_quantile(each->evaluations, each->converged, 0.5)),
        BENCH_NUMBER("evaluations_mcubes1d", bench_quantile(one->evaluations, one->converged, 0.5)),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

/* A row for each error, until one of the two does not reach it. */
static ts_status compare(const struct bench *bench, const struct bench_integral *what)
{
    static const double rounding = 1 - 1e-9;
    struct bench_integral other = *what;
    strcpy(other.method, "mcubes1d");
    struct bench_runs *runs = calloc(2, sizeof *runs);
    ts_status status = runs ? TS_OK : ts_fail_memory(bench->context, "the runs");
    int reached = 1;
    for (double tolerance = first_tolerance;
         tolerance >= rounding * bench->settings.relative_error && !status && reached;
         tolerance *= next_tolerance) {
        status = bench_repeat(bench, what, tolerance, &runs[0]);
        if (!status)
            status = bench_repeat(bench, &other, tolerance, &runs[1]);
        if (!status)
            status = row_of(bench, what, tolerance, &runs[0], &runs[1]);
        reached = runs[0].converged == runs[0].count && runs[1].converged == runs[1].count;
    }
    free(runs);
    return status;
}

ts_status bench_onegrid(const struct bench *bench)
{
    struct bench with_method = *bench;
    with_method.settings.methods = "mcubes";
    return bench_integrals(&with_method, NULL, 0, compare);
}
