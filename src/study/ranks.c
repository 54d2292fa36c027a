/* How many ranks pay: runs of rank 0 of many, whose other ranks are simulated (study/simulated_ranks.h).
 * Launches, the host and every decision between them take their real times. */
#include "study/bench.h"

#include "core/clock.h"
#include "core/ranks.h"
#include "study/simulated_ranks.h"

#include <stdio.h>
#include <stdlib.h>

/* What vendors and benchmarks of MPI give for messages between two machines, rounded up. */
static const struct simulated_network networks[] = {
    {"InfiniBand", 2e-6, 10e9},
    {"Ethernet", 50e-6, 1e9},
};
enum { NETWORKS = sizeof networks / sizeof networks[0], SPREAD_RUNS = 16 };

static const int sizes[] = {1, 10, 100, 1000};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Seconds of one rank's work in a run, unless the settings give its events. */
static const double lengths[] = {1, 10};

/* What is known of one rank alone. */
struct alone {
    double rate;   /* events a second */
    double spread; /* of the times of equal launches, relative */
};

/* Ctrl-C is the outer context's. */
static void pass_interruption(const ts_progress *progress, void *data)
{
    ts_context *const *contexts = data;
    (void)progress;
    if (ts_context_interrupted(contexts[0]))
        ts_context_interrupt(contexts[1]);
}

/* A run of so many events, all ranks together; size 0: by a process without ranks. */
static ts_status run(const struct bench *bench, int wide, double events, int size,
                     const struct simulated_network *network, double spread, ts_result **result)
{
    char text[64];
    ts_context *contexts[2] = {bench->context, NULL};
    ts_card *card = NULL;
    struct ranks_carrier carrier;
    /* A grid that hardly moves: what it would learn from one rank's share is not what all would teach it. */
    const char *const values[] = {text, "histograms=[ht]", "integration.alpha=1e-3", NULL};
    const ts_run_settings settings = {.size = sizeof settings,
                                      .device = bench->settings.device,
                                      .threads = bench->settings.threads,
                                      .progress = pass_interruption,
                                      .progress_data = contexts};
    snprintf(text, sizeof text, "integration.events=%.0f", 2 * ceil(events / 2));
    *result = NULL;
    ts_status status = bench_card(bench, bench->settings.n_min, wide, values, &card);
    if (!status)
        status = ts_context_create(&contexts[1]) ? ts_fail_memory(bench->context, "a run") : TS_OK;
    if (!status && size) {
        simulated_ranks_make(size, network, spread, &carrier);
        status = ranks_join(contexts[1], &carrier, 0);
    }
    if (!status) {
        status = ts_run(contexts[1], card, &settings, result);
        if (status && status != TS_NOT_CONVERGED)
            ts_fail(bench->context, status, "%s", ts_context_error(contexts[1]));
        status = *result ? TS_OK : status;
        ranks_leave(contexts[1], status);
    }
    ts_context_destroy(&contexts[1]);
    ts_card_destroy(&card);
    return status;
}

/* How much the times of launches of equal length scatter: long ones, whatever events a row has. */
static ts_status find_spread(const struct bench *bench, int wide, double *spread)
{
    struct bench_events work;
    struct bench long_ones = *bench;
    struct iteration_sums sums;
    double seconds[SPREAD_RUNS], mean = 0, squares = 0;
    long_ones.settings.events = 0;
    ts_status status = bench_events_create(bench, bench->settings.n_min, wide, NULL, &work);
    if (!status)
        status = bench_events_prepare(&long_ones, &work, 0);
    for (int i = 0; i < SPREAD_RUNS && !status; ++i) {
        const double begun = clock_seconds();
        status = bench_events_iterate(&work, 0, &sums);
        seconds[i] = clock_seconds() - begun;
        mean += seconds[i] / SPREAD_RUNS;
    }
    bench_events_destroy(&work);
    for (int i = 0; i < SPREAD_RUNS && !status; ++i)
        squares += pow(seconds[i] / mean - 1, 2) / (SPREAD_RUNS - 1);
    *spread = sqrt(squares);
    return status;
}

static double rate_of(const ts_result *result)
{
    return (double)result->generated / result->seconds_integrate;
}

static ts_status measure_alone(const struct bench *bench, int wide, struct alone *alone)
{
    const double given = (double)bench->settings.events;
    double events = given > 0 ? given : 1e5;
    ts_result *result = NULL;
    /* Without a number of events, one is looked for that takes the longest time. */
    ts_status status = run(bench, wide, events, 0, NULL, 0, &result);
    while (!status && !(given > 0) && result->seconds_integrate < lengths[0]) {
        events *= 4;
        ts_result_destroy(&result);
        status = run(bench, wide, events, 0, NULL, 0, &result);
    }
    if (!status)
        alone->rate = rate_of(result);
    ts_result_destroy(&result);
    return status ? status : find_spread(bench, wide, &alone->spread);
}

static ts_status measure(const struct bench *bench, int wide, const struct alone *alone, double each,
                         int size, const struct simulated_network *network)
{
    ts_result *result;
    ts_status status = run(bench, wide, each * size, size, network, alone->spread, &result);
    if (status)
        return status;
    const struct simulated_costs costs = simulated_ranks_costs();
    const struct study_value row[] = {
        BENCH_NUMBER("n", bench->settings.n_min),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_TEXT("network", network->name),
        BENCH_NUMBER("ranks", size),
        BENCH_NUMBER("events", (double)result->generated),
        BENCH_NUMBER("seconds", result->seconds_integrate),
        BENCH_NUMBER("efficiency", rate_of(result) / size / alone->rate),
        BENCH_NUMBER("meetings", (double)costs.meetings),
        BENCH_NUMBER("seconds_waited", costs.waited),
        BENCH_NUMBER("spread", alone->spread),
    };
    status = bench_row(bench, row, sizeof row / sizeof row[0]);
    ts_result_destroy(&result);
    return status;
}

ts_status bench_ranks(const struct bench *bench)
{
    const double given = (double)bench->settings.events;
    const size_t count = given > 0 ? 1 : sizeof lengths / sizeof lengths[0];
    ts_status status = TS_OK;
    for (int wide = 0; wide < 2 && !status; ++wide) {
        struct alone alone = {0};
        if (!bench_covers(bench, wide))
            continue;
        status = measure_alone(bench, wide, &alone);
        for (size_t i = 0; i < count && !status; ++i)
            for (size_t k = 0; k < NETWORKS && !status; ++k)
                for (size_t s = 0; s < SIZES && !status; ++s) {
                    const double each = given > 0 ? given : lengths[i] * alone.rate;
                    status = measure(bench, wide, &alone, each, sizes[s], &networks[k]);
                }
    }
    return status;
}
