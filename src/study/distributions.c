/* HT and the smallest distance of two jets, where the scale is HT. */
#include "study/bench.h"

#include <stdio.h>

/* arXiv:1002.3446, Figure 4: 14 TeV, pT > 60 GeV, |eta| < 2, Delta R > 0.4, mu = HT, CTEQ6L1, in pb. */
static const struct {
    int n;
    double pb;
} published[] = {{5, 6.97838e4}, {7, 4.976e2}, {9, 4.532}, {11, 4.51e-2}};

static const double usual_events = 1e8;

static const char *const values[] = {
    "scales.renormalization=HT",
    "scales.factorization=HT",
    "cuts.jet.pt_min=60",
    "cuts.jet.eta_max=2",
    "histograms=[{name: ht, bins: 100, range: [0, 2500]}, {name: rmin, bins: 50, range: [0, 2.5]}]",
    NULL};

/* The result goes to OUT/n5 and so on, where a folder is asked for. */
static ts_status keep(const struct bench *bench, int n, ts_result *result)
{
    char folder[4096];
    if (!bench->settings.out)
        return TS_OK;
    const int length = snprintf(folder, sizeof folder, "%s/n%d", bench->settings.out, n);
    if (length >= (int)sizeof folder)
        return ts_fail(bench->context, TS_ERROR_INPUT, "The name of the folder for results is too long.");
    return ts_result_write(bench->context, result, folder);
}

static ts_status measure(const struct bench *bench, int n, int wide, double expected)
{
    const double events = bench->settings.events ? (double)bench->settings.events : usual_events;
    ts_card *card = NULL;
    ts_result *result = NULL;
    ts_status status = bench_card(bench, n, wide, values, &card);
    if (!status)
        status = bench_result(bench, card, events, &result);
    if (!status)
        status = keep(bench, n, result);
    if (!status) {
        const struct study_value row[] = {
            BENCH_NUMBER("n", n),
            BENCH_TEXT("precision", bench_precision(wide)),
            BENCH_NUMBER("events", (double)result->generated),
            BENCH_NUMBER("value_pb", result->value),
            BENCH_NUMBER("error_pb", result->error),
            BENCH_NUMBER("chi2_per_dof", result->chi2_per_dof),
            BENCH_NUMBER("published_pb", expected),
            BENCH_NUMBER("deviation_percent", bench_deviation_percent(result, expected)),
            BENCH_NUMBER("deviation_errors", bench_deviation_errors(result, expected)),
            BENCH_NUMBER("seconds", result->seconds_integrate),
        };
        status = bench_row(bench, row, sizeof row / sizeof row[0]);
    }
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return status;
}

ts_status bench_distributions(const struct bench *bench)
{
    const struct study_settings *settings = &bench->settings;
    ts_status status = TS_OK;
    int rows = 0;
    for (int wide = 0; wide < 2 && !status; ++wide)
        for (size_t i = 0; i < sizeof published / sizeof published[0] && !status; ++i)
            if (bench_covers(bench, wide) && published[i].n >= settings->n_min &&
                published[i].n <= settings->n_max) {
                status = measure(bench, published[i].n, wide, published[i].pb);
                ++rows;
            }
    if (rows > 0)
        return status;
    return ts_fail(bench->context, TS_ERROR_INPUT,
                   "The study distributions has n = 5, 7, 9 and 11, none of which lies from %d to %d.",
                   settings->n_min, settings->n_max);
}
