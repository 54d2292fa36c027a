#include "study/record.h"

#include "integrate/iteration.h"
#include "process/process.h"

#include <stdlib.h>
#include <string.h>

/* A power of two: the uniform grid's Jacobian is then exactly one. */
enum { BINS = 128 };

/* The weights as they lie on the device become doubles, in place of those of a cut event nothing else. */
static ts_status read_weights(struct engine *engine, struct record *record)
{
    const int is_double = engine->integrand->double_precision;
    float *narrow = is_double ? NULL : malloc((record->count + 1) * sizeof *narrow);
    void *target = is_double ? (void *)record->weights : narrow;
    ts_status status = target ? device_buffer_read(engine->context, engine->buffers.record, target)
                              : ts_fail_memory(engine->context, "the weights");
    for (size_t i = 0; i < record->count && narrow && !status; ++i)
        record->weights[i] = (double)narrow[i];
    free(narrow);
    return status;
}

/* All bits set: a number that no event has. */
static ts_status make_record(struct engine *engine, size_t count)
{
    const size_t bytes = count * (engine->integrand->double_precision ? sizeof(double) : sizeof(float));
    void *nothing = malloc(bytes + 1);
    if (!nothing)
        return ts_fail_memory(engine->context, "the weights");
    memset(nothing, 0xff, bytes);
    ts_status status = device_buffer_create(engine->context, engine->program->device, bytes, nothing,
                                            &engine->buffers.record);
    free(nothing);
    return status;
}

static ts_status record_events(struct engine *engine, uint64_t events, struct record *record)
{
    /* One sub-cube: the points are the random numbers themselves. */
    struct stratification layout = {.per_axis = 1, .samples = 2, .cubes = (events + 1) / 2};
    struct iteration_sums sums = {0};
    record->count = (size_t)(layout.cubes * layout.samples);
    record->weights = malloc((record->count + 1) * sizeof *record->weights);
    if (!record->weights)
        return ts_fail_memory(engine->context, "the weights");
    ts_status status = make_record(engine, record->count);
    if (!status)
        status = engine_iterate(engine, layout, 0, &sums);
    if (!status)
        status = read_weights(engine, record);
    if (!status) {
        record->repeated = sums.repeated;
        record->unit = engine->integrand->unit;
    }
    device_buffer_destroy(&engine->buffers.record);
    return status;
}

ts_status record_create(ts_context *context, struct device *device, const ts_card *card, const char *defines,
                        uint64_t events, struct record *record)
{
    struct process process = {0};
    struct engine engine = {0};
    struct source text = {0};
    double seconds = 0;
    *record = (struct record){0};
    ts_status status = process_create(context, card, BINS, &process);
    if (status)
        return status;
    source_append(&text, "%s%s", defines, process.integrand.text);
    process.integrand.text = text.text;
    if (text.failed)
        status = ts_fail_memory(context, "a program");
    else
        status = engine_create(context, device, &process.integrand, BINS,
                               card_request(card)->integration.seed, &engine, &seconds);
    if (!status && !text.failed)
        status = record_events(&engine, events, record);
    engine_destroy(&engine);
    source_free(&text);
    process_destroy(&process);
    if (status)
        record_free(record);
    return status;
}

void record_free(struct record *record)
{
    free(record->weights);
    *record = (struct record){0};
}
