/* What the Ward identity leaves, and the true error, by the weight of the event (arXiv:1002.3446, Fig. 4
 * left). */
#include "study/bench.h"
#include "study/weight_list.h"

static const double usual_events = 1e6;

/* Bins of log10(weight / mean weight), one wide; what lies below goes to the first. */
enum { LOWEST = -12, BINS = 16 };
static const double smallest =
    1e-9; /* below the rounding of single precision: in place of an accidental zero */

struct events {
    struct weight_list weight, ward, square, exact;
};

static ts_status list_weights(const struct bench *bench, int n, int wide, const char *defines,
                              struct weight_list *list)
{
    const uint64_t count = bench->settings.events ? bench->settings.events : (uint64_t)usual_events;
    ts_card *card = NULL;
    ts_status status = bench_card(bench, n, wide, NULL, &card);
    if (!status)
        status = weight_list_create(bench->context, bench->device, card, defines, count, list);
    ts_card_destroy(&card);
    return status;
}

static ts_status list_events(const struct bench *bench, int n, struct events *events)
{
    ts_status status = list_weights(bench, n, 0, "", &events->weight);
    if (!status)
        status = list_weights(bench, n, 0, "#define GLUON_WEIGHS 2\n", &events->ward);
    if (!status)
        status = list_weights(bench, n, 0, "#define GLUON_WEIGHS 1\n", &events->square);
    return status ? status : list_weights(bench, n, 1, "#define GLUON_WEIGHS 1\n", &events->exact);
}

static void free_events(struct events *events)
{
    weight_list_free(&events->weight);
    weight_list_free(&events->ward);
    weight_list_free(&events->square);
    weight_list_free(&events->exact);
}

/* A profile: of each bin the mean of the logarithm, and the largest. */
struct profile {
    double events, sum, ward, error, worst_ward, worst_error;
};

/* Fills the bins; returns the sum of all weights. */
static double fill(const struct events *events, struct profile bins[BINS])
{
    const double *weight = events->weight.weights;
    double sum = 0, passed = 0;
    for (size_t i = 0; i < events->weight.count; ++i)
        if (!isnan(weight[i])) {
            sum += weight[i];
            passed += 1;
        }
    for (size_t i = 0; i < events->weight.count; ++i) {
        if (isnan(weight[i]) || isnan(events->exact.weights[i]))
            continue;
        const double place = log10(fmax(weight[i] * passed / sum, 1e-300)) - LOWEST;
        struct profile *bin = bins + (place < 0 ? 0 : place >= BINS ? BINS - 1 : (int)place);
        const double ward = fmax(events->ward.weights[i], smallest);
        const double error = fmax(fabs(events->square.weights[i] / events->exact.weights[i] - 1), smallest);
        bin->events += 1;
        bin->sum += weight[i];
        bin->ward += log10(ward);
        bin->error += log10(error);
        bin->worst_ward = fmax(bin->worst_ward, ward);
        bin->worst_error = fmax(bin->worst_error, error);
    }
    return sum;
}

static ts_status hand_over(const struct bench *bench, int n, const struct events *events)
{
    struct profile bins[BINS] = {{0}};
    const double sum = fill(events, bins);
    ts_status status = TS_OK;
    for (int i = 0; i < BINS && !status; ++i) {
        const struct profile *bin = bins + i;
        if (bin->events == 0)
            continue;
        const struct study_value row[] = {
            BENCH_NUMBER("n", n),
            BENCH_NUMBER("log10_weight", LOWEST + i),
            BENCH_NUMBER("events", bin->events),
            BENCH_NUMBER("share_of_sum", bin->sum / sum),
            BENCH_NUMBER("log10_ward", bin->ward / bin->events),
            BENCH_NUMBER("log10_error", bin->error / bin->events),
            BENCH_NUMBER("worst_ward", bin->worst_ward),
            BENCH_NUMBER("worst_error", bin->worst_error),
        };
        status = bench_row(bench, row, sizeof row / sizeof row[0]);
    }
    return status;
}

ts_status bench_ward(const struct bench *bench)
{
    ts_status status = TS_OK;
    for (int n = bench->settings.n_min; n <= bench->settings.n_max && !status; ++n) {
        struct events events = {0};
        status = list_events(bench, n, &events);
        if (!status)
            status = hand_over(bench, n, &events);
        free_events(&events);
    }
    return status;
}
