/* Results of whole runs, for the studies of physics. */
#include "study/bench.h"

#include "tessera/run.h"

#include <stdio.h>

ts_status bench_result(const struct bench *bench, ts_card *card, double events, ts_result **result)
{
    const ts_run_settings settings = {.device = bench->settings.device, .threads = bench->settings.threads};
    char most[64];
    snprintf(most, sizeof most, "integration.max_events=%.0f", events);
    ts_status status = ts_card_set(bench->context, card, most);
    /* An error that is never reached: all events are generated. */
    if (!status)
        status = ts_card_set(bench->context, card, "integration.relative_error=1e-12");
    if (!status)
        status = ts_run(bench->context, card, &settings, result);
    if (status == TS_INTERRUPTED)
        ts_result_destroy(result);
    return status == TS_NOT_CONVERGED ? TS_OK : status;
}

double bench_deviation_percent(const ts_result *result, double published)
{
    return published > 0 ? 100 * (result->value / published - 1) : NAN;
}

double bench_deviation_errors(const ts_result *result, double published)
{
    return published > 0 && result->error > 0 ? (result->value - published) / result->error : NAN;
}
