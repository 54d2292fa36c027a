/* Section 5.3 of arXiv:2202.01753: what of the time of an evaluation the integrand takes. The rest, the
 * random or quasi-random numbers, the grid and the sums, is what an integrand that is its first coordinate
 * takes. */
#include "study/integrals.h"

static const double out_of_reach = 1e-15; /* a relative error that nothing ends before its evaluations do */
static const double usual_evaluations = 4e7;

/* A product and a difference. The grid finds next to nothing to adapt to, so that the warm-up is short. The
 * value is zero, so that no relative error ends the integral early. */
static const char *const costs_nothing[] = {"x1 * x2 - 1/4", "x1 - 1/2"};

static ts_status add(const struct bench *bench, const struct bench_integral *what, double evaluations,
                     int seed, double sign, double *seconds, double *count)
{
    ts_integral *integral = NULL;
    const ts_status status = bench_integrate(bench, what, out_of_reach, (uint64_t)evaluations, (uint64_t)seed,
                                             &integral);
    if (status)
        return status;
    *seconds += sign * integral->seconds_integrate;
    *count += sign * (double)integral->evaluations;
    ts_integral_destroy(&integral);
    return TS_OK;
}

/* The nanoseconds of the last three quarters of the evaluations, each: the grid, which takes its time and
 * whose needs differ, has adapted before. */
static ts_status time_evaluation(const struct bench *bench, const struct bench_integral *what, int seed,
                                 double *ns)
{
    const double most = bench->settings.events ? (double)bench->settings.events : usual_evaluations;
    double seconds = 0, count = 0;
    ts_status status = add(bench, what, most, seed, 1, &seconds, &count);
    if (!status)
        status = add(bench, what, most / 4, seed, -1, &seconds, &count);
    *ns = count > 0 ? 1e9 * seconds / count : NAN;
    return status;
}

static ts_status measure(const struct bench *bench, const struct bench_integral *what)
{
    double all[MOST_RUNS], sampling[MOST_RUNS];
    struct bench_integral bare = *what;
    ts_integrand *integrand = NULL;
    ts_status status = ts_integrand_create(bench->context, what->dimensions,
                                           &costs_nothing[what->dimensions == 1], 1, &integrand);
    bare.integrand = integrand;
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        status = time_evaluation(bench, what, run + 1, &all[run]);
        if (!status)
            status = time_evaluation(bench, &bare, run + 1, &sampling[run]);
    }
    ts_integrand_destroy(&integrand);
    if (status)
        return status;
    const double ns = median(all, bench->settings.runs), bare_ns = median(sampling, bench->settings.runs);
    const struct study_value row[] = {
        BENCH_TEXT("integrand", what->name),  BENCH_NUMBER("d", what->dimensions),
        BENCH_TEXT("method", what->method),   BENCH_NUMBER("ns_per_evaluation", ns),
        BENCH_NUMBER("ns_sampling", bare_ns), BENCH_NUMBER("share", 1 - bare_ns / ns),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

ts_status bench_share(const struct bench *bench) { return bench_integrals(bench, NULL, 0, measure); }
