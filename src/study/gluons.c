/* How fast the n-gluon process is: the recursion alone, and whole events. */
#include "study/bench.h"

#include "amplitude/threads.h"

enum { RECURSION_REPEATS = 256 };

static ts_status time_recursion(const struct bench *bench, int n, int double_precision, double *ns)
{
    /* Enough to fill a GPU several times over. */
    const uint64_t items = bench->device->backend == &cpu_backend ? 16 : 1 << 19;
    struct source text = {0};
    source_append(&text, "#define GLUONS %d\n#define RECURSION_REPEATS %d\n", n, RECURSION_REPEATS);
    return bench_map_time(bench, &text, "gluon_recursion", double_precision, items, RECURSION_REPEATS, ns);
}

/* A row's numbers. */
struct times {
    double matrix_element, generated, adapting, all, pass;
};

static ts_status time_events(const struct bench *bench, int n, int double_precision, struct times *times)
{
    struct bench_events work;
    ts_status status = bench_events_create(bench, n, double_precision, NULL, &work);
    if (status)
        return status;
    status = bench_events_time(bench, &work, 0, &times->generated, &times->pass);
    if (!status)
        status = bench_events_time(bench, &work, 1, &times->adapting, NULL);
    bench_events_destroy(&work);
    struct bench all = *bench;
    all.evaluates = EVALUATES_ALL;
    if (!status)
        status = bench_time(&all, n, double_precision, NULL, &times->all);
    return status;
}

/* How much the time grew from n - 1 to n against n^power (arXiv:1002.3446, Table 2): one, where it grows so.
 */
static double scaling(int n, int power, double time, double time_before)
{
    return pow((n - 1.0) / n, power) * time / time_before;
}

/* Fused multiply-adds of the recursion (kernels/amplitude/gluons.h). */
static double operations(int n)
{
    const double pairs = n * (n - 1.0) * (n - 2) / 6;
    return GLUON_RECURSION_AUTO(n, 0) == 4 ? 24 * pairs + 8 * pairs * (n - 3) / 4 : 52 * pairs;
}

ts_status bench_gluons(const struct bench *bench)
{
    const struct study_settings *settings = &bench->settings;
    ts_status status = TS_OK;
    for (int wide = 0; wide < 2; ++wide) {
        double before = NAN;
        for (int n = settings->n_min; n <= settings->n_max && bench_covers(bench, wide) && !status; ++n) {
            struct times times = {0};
            status = time_recursion(bench, n, wide, &times.matrix_element);
            if (!status)
                status = time_events(bench, n, wide, &times);
            if (status)
                return status;
            const struct study_value row[] = {
                BENCH_NUMBER("n", n),
                BENCH_TEXT("precision", bench_precision(wide)),
                BENCH_NUMBER("ns_matrix_element", times.matrix_element),
                BENCH_NUMBER("fma_per_ns", operations(n) / times.matrix_element),
                BENCH_NUMBER("ns_beside", times.generated - times.pass * times.matrix_element),
                BENCH_NUMBER("ns_generated", times.generated),
                BENCH_NUMBER("ns_adapting", times.adapting),
                BENCH_NUMBER("ns_accepted", times.generated / times.pass),
                BENCH_NUMBER("ns_all_evaluated", times.all),
                BENCH_NUMBER("pass", times.pass),
                BENCH_NUMBER("P_3", scaling(n, 3, times.all, before)),
                BENCH_NUMBER("P_4", scaling(n, 4, times.all, before)),
            };
            status = bench_row(bench, row, sizeof row / sizeof row[0]);
            before = times.all;
        }
    }
    return status;
}
