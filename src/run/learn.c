/* Grids that are learned once, for runs that begin with them. */
#include "checkpoint/grids.h"
#include "checkpoint/made_of.h"
#include "core/clock.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "core/stack.h"
#include "device/device.h"
#include "integrate/integrate.h"
#include "run/run.h"
#include "tessera/run.h"

#include <stdlib.h>

static int never_due(void *data)
{
    (void)data;
    return 0;
}

static void write_nothing(void *data, const struct journal *journal) { (void)data, (void)journal; }

/* The warm-up of all channels, whose journal is left in `checkpoints`. */
static ts_status warm_up(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                         const struct process *process, struct checkpoints *checkpoints)
{
    size_t count;
    struct device *device;
    struct integral total = {0};
    const struct integrand *channels = process_channels(process, &count);
    struct integration_settings integration = integration_settings(card, settings, process);
    integration.checkpoints = checkpoints;
    integration.only_learn = 1;
    ts_status status = device_open(context, settings->device, settings->threads, &device);
    if (status)
        return status;
    struct integral *parts = calloc(count, sizeof *parts);
    status = parts ? integrate(context, device, channels, count, &integration, parts, &total)
                   : ts_fail_memory(context, "the channels of an integral");
    integral_destroy(&total);
    for (size_t i = 0; i < count && parts; ++i)
        integral_destroy(&parts[i]);
    free(parts);
    device_close(&device);
    return status;
}

ts_status ts_learn(ts_context *context, const ts_card *card, const ts_run_settings *given, const char *folder)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && folder);
    NEEDS_STACK(context);
    struct process process;
    ts_run_settings settings;
    struct checkpoints checkpoints = {.due = never_due, .write = write_nothing};
    ts_card *whole = NULL;
    ts_status status = settings_take(context, "ts_run_settings", given,
                                     SIZE_THROUGH(ts_run_settings, keep_others), &settings, sizeof settings);
    if (status)
        return status;
    status = process_create(context, card, card_request(card)->integration.bins, &process);
    if (status)
        return status;
    status = made_of(context, card, &process, &whole);
    if (!status)
        status = warm_up(context, card, &settings, &process, &checkpoints);
    if (!status && ranks_first(context))
        status = grids_write(context, folder, whole, &process, &checkpoints.journal);
    journal_destroy(&checkpoints.journal);
    ts_card_destroy(&whole);
    process_destroy(&process);
    return status;
}
