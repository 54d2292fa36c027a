/* Whole events, timed: a card's process through the pipeline of the device. */
#include "study/bench.h"

#include "core/clock.h"
#include "tessera/card.h"

#include <stdio.h>

enum { FEWEST_EVENTS = 1 << 19, BINS = 128, SEED = 1 };

static const double most_events = 0x1p34; /* of a measurement */

ts_status bench_card(const struct bench *bench, int n, int double_precision, const char *const *values,
                     ts_card **card)
{
    char text[4096];
    ts_context *context = bench->context;
    int used = snprintf(text, sizeof text, "process=g g >");
    for (int i = 2; i < n; ++i)
        used += snprintf(text + used, sizeof text - (size_t)used, " g");
    ts_status status = ts_card_create(context, card);
    if (!status)
        status = ts_card_set(context, *card, text);
    if (!status)
        status = ts_card_set(context, *card, double_precision ? "precision=double" : "precision=single");
    if (!status && bench->settings.pdf) {
        snprintf(text, sizeof text, "pdf=%s", bench->settings.pdf);
        status = ts_card_set(context, *card, text);
    }
    if (!status) /* what the published figures are of */
        status = ts_card_set(context, *card, "phase_space=rambo_diet");
    for (; values && *values && !status; ++values)
        status = ts_card_set(context, *card, *values);
    if (!status)
        (*card)->evaluates = bench->evaluates;
    return status;
}

ts_status bench_events_create(const struct bench *bench, int n, int double_precision,
                              const char *const *values, struct bench_events *work)
{
    double seconds = 0;
    *work = (struct bench_events){0};
    ts_status status = bench_card(bench, n, double_precision, values, &work->card);
    if (!status)
        status = process_create(bench->context, work->card, BINS, &work->process);
    if (!status)
        status = engine_create(bench->context, bench->device, &work->process.integrand, BINS, SEED,
                               &work->engine, &seconds);
    if (status)
        bench_events_destroy(work);
    return status;
}

void bench_events_destroy(struct bench_events *work)
{
    engine_destroy(&work->engine);
    process_destroy(&work->process);
    ts_card_destroy(&work->card);
}

ts_status bench_events_iterate(struct bench_events *work, int refine, struct iteration_sums *sums)
{
    const int dimensions = work->process.integrand.dimensions;
    return engine_iterate(&work->engine, stratify((uint64_t)work->events, dimensions), refine, sums);
}

ts_status bench_events_prepare(const struct bench *bench, struct bench_events *work, int refine)
{
    const double asked = (double)bench->settings.events, most = asked > 0 ? asked : most_events;
    struct iteration_sums sums;
    ts_status status = TS_OK;
    double spent = 0;
    for (int i = 0; !status && (i == 0 || (spent < shortest_measurement && work->events < most)); ++i) {
        work->events = fmin(i ? 4 * work->events : FEWEST_EVENTS, most);
        const double start = clock_seconds();
        status = bench_events_iterate(work, refine, &sums);
        spent = clock_seconds() - start;
    }
    return status;
}

ts_status bench_events_time(const struct bench *bench, struct bench_events *work, int refine, double *ns,
                            double *pass)
{
    double times[MOST_RUNS];
    struct iteration_sums sums = {0};
    ts_status status = bench_events_prepare(bench, work, refine);
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        const double start = clock_seconds();
        status = bench_events_iterate(work, refine, &sums);
        times[run] = 1e9 * (clock_seconds() - start) / (double)sums.events;
    }
    if (status)
        return status;
    *ns = median(times, bench->settings.runs);
    if (pass)
        *pass = (double)sums.accepted / (double)sums.events;
    return TS_OK;
}

ts_status bench_time(const struct bench *bench, int n, int double_precision, const char *const *values,
                     double *ns)
{
    struct bench_events work;
    ts_status status = bench_events_create(bench, n, double_precision, values, &work);
    if (status)
        return status;
    status = bench_events_time(bench, &work, 0, ns, NULL);
    bench_events_destroy(&work);
    return status;
}
