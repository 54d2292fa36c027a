/* The programs of a run, before the first is needed. */
#include "core/request.h"
#include "device/ahead.h"
#include "device/many/many.h"
#include "device/ranks/ranks_device.h"
#include "events/single_events.h"
#include "integrate/iteration.h"
#include "process/process.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

/* Whether an earlier channel has the program of channel i. */
static int is_known(const struct integrand *channels, size_t i)
{
    for (size_t k = i; k > 0; --k) /* most have that of their neighbour */
        if (!strcmp(channels[k - 1].text, channels[i].text))
            return 1;
    return 0;
}

ts_status run_compile(struct run *run)
{
    size_t count, texts = 0;
    const struct integrand *channels = process_channels(run->process, &count);
    const int with_events = card_request(run->card)->events.count > 0;
    struct device *parts[MANY_MOST];
    many_parts(ranks_device_own(run->device), parts);
    const int in_one = parts[0]->backend == &cpu_backend && channels[0].with_events;
    struct program_text *programs = calloc(2 * count, sizeof *programs);
    struct source *sources = calloc(count, sizeof *sources);
    ts_status status = programs && sources ? TS_OK : ts_fail_memory(run->context, "programs");
    for (size_t i = 0; i < count && !status; ++i) {
        if (is_known(channels, i))
            continue;
        programs[texts++] = integrand_program(&channels[i]);
        if (with_events && !in_one)
            programs[texts++] = single_events_program(&channels[i], &sources[i]);
        status = sources[i].failed ? ts_fail_memory(run->context, "a program") : TS_OK;
    }
    if (!status)
        status = device_compile_ahead(run->context, run->device, programs, texts, &run->seconds_ahead);
    for (size_t i = 0; i < count && sources; ++i)
        source_free(&sources[i]);
    free(sources);
    free(programs);
    return status;
}
