/* Figures 1 and 2 of arXiv:2202.01753: what errors are, and what time they take, by the error that was asked
 * for. */
#include "study/integrals.h"

#include <stdlib.h>

typedef ts_status row_of(const struct bench *bench, const struct bench_integral *what, double tolerance,
                         struct bench_runs *runs);

/* A row for each error, until one is not reached. */
static ts_status series(const struct bench *bench, const struct bench_integral *what, row_of *row)
{
    static const double rounding = 1 - 1e-9;
    struct bench_runs *runs = calloc(1, sizeof *runs);
    ts_status status = runs ? TS_OK : ts_fail_memory(bench->context, "the runs");
    for (double tolerance = first_tolerance;
         tolerance >= rounding * bench->settings.relative_error && !status && runs->count == runs->converged;
         tolerance *= next_tolerance) {
        status = bench_repeat(bench, what, tolerance, runs);
        if (!status)
            status = row(bench, what, tolerance, runs);
    }
    free(runs);
    return status;
}

static ts_status row_of_accuracy(const struct bench *bench, const struct bench_integral *what,
                                 double tolerance, struct bench_runs *runs)
{
    const int count = runs->converged;
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),
        BENCH_NUMBER("d", what->dimensions),
        BENCH_TEXT("method", what->method),
        BENCH_NUMBER("tolerance", tolerance),
        BENCH_NUMBER("runs", runs->count),
        BENCH_NUMBER("converged", count),
        BENCH_NUMBER("least", bench_quantile(runs->true_errors, count, 0)),
        BENCH_NUMBER("quartile_1", bench_quantile(runs->true_errors, count, 0.25)),
        BENCH_NUMBER("median", bench_quantile(runs->true_errors, count, 0.5)),
        BENCH_NUMBER("quartile_3", bench_quantile(runs->true_errors, count, 0.75)),
        BENCH_NUMBER("most", bench_quantile(runs->true_errors, count, 1)),
        BENCH_NUMBER("pull_rms", bench_root_mean_square(runs->pulls, count)),
        BENCH_NUMBER("pull_most", bench_largest(runs->pulls, count)),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

static ts_status row_of_speed(const struct bench *bench, const struct bench_integral *what, double tolerance,
                              struct bench_runs *runs)
{
    const int count = runs->converged;
    const double evaluations = bench_quantile(runs->evaluations, count, 0.5);
    const double ms = bench_quantile(runs->ms, count, 0.5);
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),
        BENCH_NUMBER("d", what->dimensions),
        BENCH_TEXT("method", what->method),
        BENCH_NUMBER("tolerance", tolerance),
        BENCH_NUMBER("runs", runs->count),
        BENCH_NUMBER("converged", count),
        BENCH_NUMBER("ms", ms),
        BENCH_NUMBER("evaluations", evaluations),
        BENCH_NUMBER("ns_per_evaluation", 1e6 * ms / evaluations),
        BENCH_NUMBER("claimed_error", bench_quantile(runs->claimed_errors, count, 0.5)),
        BENCH_NUMBER("true_error", bench_root_mean_square(runs->true_errors, count)),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

static ts_status accuracy(const struct bench *bench, const struct bench_integral *what)
{
    return series(bench, what, row_of_accuracy);
}

static ts_status speed(const struct bench *bench, const struct bench_integral *what)
{
    return series(bench, what, row_of_speed);
}

ts_status bench_accuracy(const struct bench *bench) { return bench_integrals(bench, NULL, 0, accuracy); }

ts_status bench_speed(const struct bench *bench) { return bench_integrals(bench, NULL, 0, speed); }
