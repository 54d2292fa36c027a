/* How fast photons are: the three forms of the amplitude for one helicity configuration, the sum over all of
 * them, and whole events (arXiv:0908.4403, Figs. 4 to 8). */
#include "study/bench.h"

#include <stdio.h>

static const char *const names[BENCH_FORMS] = {"permutations", "shared", "subsets", "sum"};

/* Fused multiply-adds, by the steps of kernels/amplitude/photons_*.h. A vertex
 * is a matrix of two by two complex numbers times a spinor (16), a propagator
 * a momentum times it (12), scaled (4). A momentum or its square is 4, the
 * product of two spinors 8. */
enum { VERTEX = 16, MOMENTUM = 12, PROPAGATOR = MOMENTUM + 4, VECTOR = 4, PRODUCT = 8 };

static double permutations(int n)
{
    const double inner = n > 3 ? n - 3 : 0;
    return tgamma(n + 1) * ((n - 1) * (VERTEX + PROPAGATOR + VECTOR) + inner * VECTOR + VERTEX + PRODUCT);
}

/* The waves with up to `most` photons. */
static double waves(int n, int most)
{
    double sum = 0, count = 1;
    for (int m = 1; m <= most; ++m) {
        count *= n - m + 1;
        sum += count * (VERTEX + PROPAGATOR + (m + (m > 1)) * VECTOR);
    }
    return sum;
}

static double choose(int n, int k) { return round(tgamma(n + 1) / (tgamma(k + 1) * tgamma(n - k + 1))); }

/* The currents of all sets of k photons and all helicities of these; a set's propagator is scaled once. */
static double currents(int n, int k)
{
    return choose(n, k) * (exp2(k) * (k * VERTEX + MOMENTUM) + (k + 2) * VECTOR);
}

/* What meets is the currents of `before` photons, and sums over n - before of them without a propagator. */
static double sum_over_helicities(int n)
{
    const int before = n / 2, behind = n - before;
    double sum = choose(n, before) * (exp2(behind) * behind * VERTEX + exp2(n) * PRODUCT);
    for (int k = 1; k <= before; ++k)
        sum += currents(n, k);
    for (int k = 1; k < behind; ++k)
        sum += currents(n, k);
    return sum;
}

static double operations(int form, int n)
{
    const double sets = exp2(n);
    switch (form) {
    case BENCH_PERMUTATIONS:
        return permutations(n);
    case BENCH_SHARED:
        return waves(n, (n - 1) / 2) + waves(n, n - 1 - (n - 1) / 2) + tgamma(n + 1) * (VERTEX + PRODUCT);
    case BENCH_SUBSETS:
        return n * sets / 2 * VERTEX + (sets - 2) * (PROPAGATOR + 2 * VECTOR) + PRODUCT;
    default:
        return sum_over_helicities(n);
    }
}

/* So many evaluations of an event that making it does not count, and no more than need be. */
static int repeats(int form, int n) { return (int)fmin(fmax(1e5 / operations(form, n), 1), 256); }

const char *bench_photons_name(int form) { return names[form]; }

ts_status bench_photons_form(const struct bench *bench, int form, int n, int wide, int unrolled, double *ns)
{
    /* Enough to fill a GPU; where an event takes long, once. */
    const uint64_t many = repeats(form, n) > 1 ? 1 << 19 : 1 << 17;
    const uint64_t items = bench->device->backend == &cpu_backend ? 16 : many;
    struct source text = {0};
    source_append(&text,
                  "#define PHOTONS %d\n#define PHOTONS_FORM %d\n#define PHOTONS_UNROLLED %d\n"
                  "#define TIME_REPEATS %d\n",
                  n, form, unrolled, repeats(form, n));
    return bench_map_time(bench, &text, "photons_time", wide, items, repeats(form, n), ns);
}

const char *bench_photons_process(int n, char process[64])
{
    int used = snprintf(process, 64, "process=u u~ >");
    for (int i = 0; i < n; ++i)
        used += snprintf(process + used, 64 - (size_t)used, " a");
    return process;
}

/* Whole events of u u~ > n photons, as a card has them. */
static ts_status time_events(const struct bench *bench, int n, int wide, double *ns, double *pass)
{
    char process[64];
    struct bench_events work;
    ts_status status = bench_events_create(bench, n, wide,
                                           (const char *const[]){bench_photons_process(n, process),
                                                                 "scales.factorization=20", NULL},
                                           &work);
    if (status)
        return status;
    status = bench_events_time(bench, &work, 0, ns, pass);
    bench_events_destroy(&work);
    return status;
}

static ts_status measure(const struct bench *bench, int form, int n, int wide)
{
    double amplitude = NAN, generated = NAN, pass = NAN;
    ts_status status = bench_photons_form(bench, form, n, wide, 1, &amplitude);
    if (!status && form == BENCH_SUM)
        status = time_events(bench, n, wide, &generated, &pass);
    if (status)
        return status;
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_TEXT("form", names[form]),
        BENCH_NUMBER("ns_amplitude", amplitude),
        BENCH_NUMBER("fma_per_ns", operations(form, n) / amplitude),
        BENCH_NUMBER("ns_generated", generated),
        BENCH_NUMBER("pass", pass),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

static ts_status measure_forms(const struct bench *bench, int n, int wide)
{
    ts_status status = TS_OK;
    for (int form = 0; form < BENCH_FORMS && !status; ++form)
        status = measure(bench, form, n, wide);
    return status;
}

ts_status bench_photons(const struct bench *bench) { return bench_each(bench, measure_forms); }
