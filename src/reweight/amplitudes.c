/* Squared matrix elements of the events of a file. */
#include "amplitude/helicities.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/settings.h"
#include "core/stack.h"
#include "io/event_copy.h"
#include "io/event_file.h"
#include "reweight/honesty.h"
#include "reweight/values.h"
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
    if (!status && !reading->name_count)
        values_tell(reading->context, reading->file, reading->hypothesis.elements);
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

/* What an event's row says besides |M|^2. */
static ts_event_amplitude row_of(const struct reading *reading, size_t i)
{
    const struct sample_event *event = &reading->sample->events[i];
    const int is_kind = reading->sample->kinds.list[event->kind].legs > 0;
    return (ts_event_amplitude){.place = event->place,
                                .process = is_kind ? reading->names[event->kind]
                                                   : reading->sample->unknown[i],
                                .alpha_s = reading->alpha_s[i],
                                .matrix_element_squared = NAN,
                                .helicities = ""};
}

/* A choice of helicities as `tessera amplitude --helicities` takes it. */
static ts_status print_choice(const struct reading *reading, size_t kind, size_t choice,
                              char text[LEGS_MOST + 1])
{
    signed char helicity[LEGS_MOST];
    const int legs = reading->sample->kinds.list[kind].legs;
    const ts_status status = elements_choice(reading->context, reading->hypothesis.elements, kind, choice,
                                             helicity);
    for (int leg = 0; leg < legs && !status; ++leg)
        text[leg] = HELICITY_SIGNS[helicity[leg] + 2];
    text[legs] = '\0';
    return status;
}

/* Rows of events, one a choice of helicities. */
struct choice_rows {
    ts_event_amplitude *list;
    char (*texts)[LEGS_MOST + 1];
};

/* Fills the rows of an event, one where its process is not known. */
static ts_status fill_choices(const struct reading *reading, size_t i, const double *values, size_t count,
                              const struct choice_rows *rows)
{
    const ts_event_amplitude row = row_of(reading, i);
    ts_status status = TS_OK;
    rows->list[0] = row;
    for (size_t k = 0; k < count && !status; ++k) {
        rows->list[k] = row;
        rows->list[k].matrix_element_squared = values[k];
        rows->list[k].helicities = rows->texts[k];
        status = print_choice(reading, reading->sample->events[i].kind, k, rows->texts[k]);
    }
    return status;
}

/* |M|^2 of the events at hand for each choice of helicities. */
static ts_status read_choices(struct reading *reading, ts_event_amplitude_visit *visit, void *data,
                              int *ended)
{
    const struct sample *sample = reading->sample;
    size_t *first = calloc(sample->count + 1, sizeof *first), most = 1;
    double *values = NULL;
    ts_status status = first ? TS_OK : ts_fail_memory(reading->context, "squared matrix elements");
    if (!status)
        status = elements_evaluate_apart(reading->context, reading->hypothesis.elements, sample,
                                         (struct share){0, 1}, reading->alpha_s, first, &values);
    for (size_t i = 0; i < sample->count && !status; ++i)
        most = first[i + 1] - first[i] > most ? first[i + 1] - first[i] : most;
    const struct choice_rows rows = {malloc(most * sizeof *rows.list), calloc(most, sizeof *rows.texts)};
    if (!status && !(rows.list && rows.texts))
        status = ts_fail_memory(reading->context, "squared matrix elements");
    for (size_t i = 0; i < sample->count && !status && !*ended; ++i) {
        const size_t count = first[i + 1] - first[i];
        if (!count && !elements_lack(reading->hypothesis.elements, sample->events[i].kind))
            continue; /* every choice vanishes */
        status = fill_choices(reading, i, values + first[i], count, &rows);
        *ended = status || visit(rows.list, count ? count : 1, data);
    }
    free(rows.list);
    free(rows.texts);
    free(values);
    free(first);
    return status;
}

/* |M|^2 of the events at hand. */
static ts_status read_sums(struct reading *reading, ts_event_amplitude_visit *visit, void *data, int *ended)
{
    const struct sample *sample = reading->sample;
    const ts_status status = elements_evaluate(reading->context, reading->hypothesis.elements, sample,
                                               reading->alpha_s, reading->values);
    for (size_t i = 0; i < sample->count && !status; ++i) {
        reading->list[i] = row_of(reading, i);
        reading->list[i].matrix_element_squared = reading->values[i];
    }
    *ended = status || visit(reading->list, sample->count, data);
    return status;
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
            status = (reading->settings->each_helicity ? read_choices : read_sums)(reading, visit, data,
                                                                                   &ended);
    } while (!status && !ended && sample->count == EVENTS_AT_ONCE);
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
    if (!status && !(reading->sample && reading->alpha_s && reading->values && reading->list))
        status = ts_fail_memory(reading->context, "squared matrix elements");
    if (!status)
        reading->sample->model = elements_model(reading->hypothesis.elements);
    return status;
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
    if (settings.each_helicity && settings.of_file_helicities)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "Rows are of each choice of helicities, or of those of the file: leave out one of both.");
    struct reading reading = {.context = context, .settings = &settings};
    status = open_all(&reading, path);
    if (!status)
        status = read_all(&reading, visit, data);
    close_all(&reading);
    return status;
}
