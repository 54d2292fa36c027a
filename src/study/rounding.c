/* Single and mixed against double precision, event by event: how many matrix elements are off, and what they
 * weigh. */
#include "study/bench.h"
#include "study/weight_list.h"

static const double usual_events = 1e6;
static const char amplitude_alone[] = "#define GLUON_WEIGHS 1\n";

/* The events of n gluons: their squared amplitudes in two precisions, their weights in three. */
enum { SINGLE, MIXED, DOUBLE, PRECISIONS };
static const char *const names[] = {"single", "mixed", "double"};
static const char *const mixed[] = {"precision=mixed", NULL};

struct events {
    struct weight_list square[PRECISIONS]; /* not of mixed */
    struct weight_list weight[PRECISIONS];
};

static void free_events(struct events *events)
{
    for (int i = 0; i < PRECISIONS; ++i) {
        weight_list_free(&events->square[i]);
        weight_list_free(&events->weight[i]);
    }
}

static ts_status list_events(const struct bench *bench, int n, struct events *events)
{
    const uint64_t count = bench->settings.events ? bench->settings.events : (uint64_t)usual_events;
    ts_status status = TS_OK;
    for (int i = 0; i < PRECISIONS && !status; ++i) {
        ts_card *card = NULL;
        status = bench_card(bench, n, i == DOUBLE, i == MIXED ? mixed : NULL, &card);
        if (!status)
            status = weight_list_create(bench->context, bench->device, card, "", count, &events->weight[i]);
        if (!status && i != MIXED)
            status = weight_list_create(bench->context, bench->device, card, amplitude_alone, count,
                                        &events->square[i]);
        ts_card_destroy(&card);
    }
    return status;
}

struct comparison {
    double passed, off_1e3, off_1e2, off_1e1; /* events */
    double sum, sum_double, sum_off;          /* of weights; of those in double that are off by a hundredth */
    double largest_off;                       /* weight of those */
};

static struct comparison compare(const struct events *events, int precision)
{
    struct comparison all = {0};
    const double *square = events->square[SINGLE].weights, *exact = events->square[DOUBLE].weights;
    const double *weight = events->weight[precision].weights, *wide = events->weight[DOUBLE].weights;
    for (size_t i = 0; i < events->weight[DOUBLE].count; ++i) {
        /* An event at the edge of the cuts may pass them in one precision only. */
        all.sum += isnan(weight[i]) ? 0 : weight[i];
        all.sum_double += isnan(wide[i]) ? 0 : wide[i];
        if (isnan(weight[i]) || isnan(wide[i]))
            continue;
        const int repeated = weight[i] != events->weight[SINGLE].weights[i];
        const double off = repeated ? 0 : fabs(square[i] - exact[i]) / exact[i];
        all.passed += 1;
        all.off_1e3 += off > 1e-3;
        all.off_1e2 += off > 1e-2;
        all.off_1e1 += off > 1e-1;
        all.sum_off += off > 1e-2 ? wide[i] : 0;
        all.largest_off = fmax(all.largest_off, off > 1e-2 ? wide[i] : 0);
    }
    return all;
}

static ts_status hand_over(const struct bench *bench, int n, int precision, const struct events *events)
{
    const struct comparison all = compare(events, precision);
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("precision", names[precision]),
        BENCH_NUMBER("events", all.passed),
        BENCH_NUMBER("off_by_1e-3", all.off_1e3 / all.passed),
        BENCH_NUMBER("off_by_1e-2", all.off_1e2 / all.passed),
        BENCH_NUMBER("off_by_1e-1", all.off_1e1 / all.passed),
        BENCH_NUMBER("weight_off", all.sum_off / all.sum_double),
        BENCH_NUMBER("largest_off", all.largest_off * all.passed / all.sum_double),
        BENCH_NUMBER("sum_difference", all.sum / all.sum_double - 1),
        BENCH_NUMBER("repeated", (double)events->weight[precision].repeated / all.passed),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

ts_status bench_rounding(const struct bench *bench)
{
    ts_status status = TS_OK;
    for (int n = bench->settings.n_min; n <= bench->settings.n_max && !status; ++n) {
        struct events events = {0};
        status = list_events(bench, n, &events);
        for (int precision = SINGLE; precision < DOUBLE && !status; ++precision)
            status = hand_over(bench, n, precision, &events);
        free_events(&events);
    }
    return status;
}
