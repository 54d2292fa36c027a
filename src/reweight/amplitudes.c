/* Squared matrix elements of the events of a file. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/settings.h"
#include "core/stack.h"
#include "io/event_copy.h"
#include "io/event_file.h"
#include "reweight/honesty.h"
#include "tessera/reweight.h"

#include <math.h>
#include <stdlib.h>

enum { PROCESS_BYTES = 400 };

struct reading {
    ts_context *context;
    const ts_reweight_settings *settings;
    ts_event_file *file;
    struct device *device;
    struct hypothesis hypothesis;
    struct sample *sample;
    double *alpha_s, *values;
    ts_event_amplitude *list;
    char (*names)[PROCESS_BYTES]; /* of the kinds */
    size_t name_count;
};

static ts_status name_kinds(struct reading *reading)
{
    const struct kinds *kinds = &reading->sample->kinds;
    if (kinds->count == reading->name_count)
        return TS_OK;
    char(*grown)[PROCESS_BYTES] = realloc(reading->names, kinds->count * sizeof *grown);
    if (!grown)
        return ts_fail_memory(reading->context, "the processes of events");
    reading->names = grown;
    for (; reading->name_count < kinds->count; ++reading->name_count)
        elements_print(reading->hypothesis.elements, &kinds->list[reading->name_count],
                       grown[reading->name_count], PROCESS_BYTES);
    return TS_OK;
}

/* The coupling of each event, and refusal of what has no matrix element. */
static ts_status prepare(struct reading *reading)
{
    struct sample *sample = reading->sample;
    ts_status status = elements_prepare(reading->context, reading->hypothesis.elements, &sample->kinds);
    for (size_t i = 0; i < sample->count && !status; ++i) {
        const struct event_scales scales = hypothesis_scales_of_file(&reading->hypothesis,
                                                                     &sample->events[i]);
        const char *lack = elements_lack(reading->hypothesis.elements, sample->events[i].kind);
        reading->alpha_s[i] = reading->hypothesis.alpha_s > 0 ? reading->hypothesis.alpha_s : scales.alpha_s;
        if (lack && !reading->settings->keep_unknown)
            status = honesty_refuse_event(reading->context, reading->file->path, &reading->hypothesis, sample,
                                          i, lack);
    }
    if (!status)
        status = hypothesis_check_couplings(reading->context, reading->file->path, &reading->hypothesis,
                                            sample, reading->alpha_s);
    return status ? status : name_kinds(reading);
}

static ts_status read_all(struct reading *reading, ts_event_amplitude_visit *visit, void *data)
{
    struct sample *sample = reading->sample;
    ts_status status;
    int ended = 0;
    do {
        status = sample_read(reading->context, reading->file,
                             reading->settings->of_file_helicities ? HELICITIES_OF_ALL : HELICITIES_SUMMED,
                             sample);
        if (status || !sample->count)
            return status;
        status = prepare(reading);
        if (!status)
            status = elements_evaluate(reading->context, reading->hypothesis.elements, sample,
                                       reading->alpha_s, reading->values);
        for (size_t i = 0; i < sample->count && !status; ++i) {
            const size_t kind = sample->events[i].kind;
            reading->list[i] = (ts_event_amplitude){.place = sample->events[i].place,
                                                    .process = sample->kinds.list[kind].legs
                                                                   ? reading->names[kind]
                                                                   : sample->unknown[i],
                                                    .alpha_s = reading->alpha_s[i],
                                                    .matrix_element_squared = reading->values[i]};
        }
        ended = status || visit(reading->list, sample->count, data);
    } while (!ended && sample->count == EVENTS_AT_ONCE);
    return status;
}

static ts_status open_all(struct reading *reading, const char *path)
{
    ts_status status = file_status_of_input(ts_event_file_open(reading->context, path, &reading->file));
    if (!status)
        status = event_copy_check(reading->context, reading->file);
    if (!status)
        status = device_open(reading->context, reading->settings->device, 0, &reading->device);
    if (!status)
        status = hypothesis_create(reading->context, reading->settings->card, reading->device, NULL, 1, 1,
                                   &reading->hypothesis);
    reading->sample = calloc(1, sizeof *reading->sample);
    reading->alpha_s = calloc(EVENTS_AT_ONCE, sizeof *reading->alpha_s);
    reading->values = calloc(EVENTS_AT_ONCE, sizeof *reading->values);
    reading->list = calloc(EVENTS_AT_ONCE, sizeof *reading->list);
    if (status || (reading->sample && reading->alpha_s && reading->values && reading->list))
        return status;
    return ts_fail_memory(reading->context, "squared matrix elements");
}

static void close_all(struct reading *reading)
{
    hypothesis_destroy(&reading->hypothesis);
    device_close(&reading->device);
    ts_event_file_close(&reading->file);
    if (reading->sample)
        kinds_free(&reading->sample->kinds);
    free(reading->sample);
    free(reading->alpha_s);
    free(reading->values);
    free(reading->list);
    free(reading->names);
}

ts_status ts_event_amplitudes(ts_context *context, const char *path, const ts_reweight_settings *given,
                              ts_event_amplitude_visit *visit, void *data)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && given && visit);
    NEEDS_STACK(context);
    ts_reweight_settings settings;
    ts_status status = settings_take(context, "ts_reweight_settings", given,
                                     SIZE_THROUGH(ts_reweight_settings, replace), &settings, sizeof settings);
    if (status)
        return status;
    NEEDS(context, settings.card);
    struct reading reading = {.context = context, .settings = &settings};
    status = open_all(&reading, path);
    if (!status)
        status = read_all(&reading, visit, data);
    close_all(&reading);
    return status;
}
