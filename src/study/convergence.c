/* Cross sections and their errors after more and more events. */
#include "study/bench.h"

/* arXiv:1002.3446, Table 3: 14 TeV, pT > 20 GeV, |eta| < 2.5, Delta R > 0.4, mu = 91.188 GeV, CTEQ6L1, in pb;
 * from n = FEWEST on; n = 4 and 5 from closed forms. */
enum { FEWEST = 4 };
static const double published[] = {2.32244e8, 1.43128e7, 2.84780e6, 6.356e5, 1.608e5,
                                   4.38e4,    1.193e4,   3.550e3,   9.64e2};

static const double fewest_events = 1e5, usual_events = 1e8;

static ts_status measure(const struct bench *bench, int n, int wide, ts_card *card, double events)
{
    const size_t place = (size_t)(n - FEWEST);
    const double expected = place < sizeof published / sizeof published[0] ? published[place] : 0;
    ts_result *result = NULL;
    ts_status status = bench_result(bench, card, events, &result);
    if (status)
        return status;
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_NUMBER("events", (double)result->generated),
        BENCH_NUMBER("value_pb", result->value),
        BENCH_NUMBER("error_pb", result->error),
        BENCH_NUMBER("relative_error", result->error / result->value),
        BENCH_NUMBER("chi2_per_dof", result->chi2_per_dof),
        BENCH_NUMBER("largest_share", result->largest_share),
        BENCH_NUMBER("published_pb", expected > 0 ? expected : NAN),
        BENCH_NUMBER("deviation_percent", bench_deviation_percent(result, expected)),
        BENCH_NUMBER("deviation_errors", bench_deviation_errors(result, expected)),
        BENCH_NUMBER("seconds", result->seconds_integrate),
    };
    status = bench_row(bench, row, sizeof row / sizeof row[0]);
    ts_result_destroy(&result);
    return status;
}

/* The phase space that runs have. */
static const char *const as_runs[] = {"phase_space=auto", NULL};

static ts_status measure_all(const struct bench *bench, int n, int wide)
{
    const double most = bench->settings.events ? (double)bench->settings.events : usual_events;
    ts_card *card = NULL;
    ts_status status = bench_card(bench, n, wide, as_runs, &card);
    for (double events = fewest_events; events < most && !status; events *= 10)
        status = measure(bench, n, wide, card, events);
    if (!status)
        status = measure(bench, n, wide, card, most);
    ts_card_destroy(&card);
    return status;
}

ts_status bench_convergence(const struct bench *bench) { return bench_each(bench, measure_all); }
