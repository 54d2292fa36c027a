#include "study/weight_list.h"

#include "integrate/iteration.h"
#include "process/process.h"

#include <stdlib.h>
#include <string.h>

/* A power of two: the uniform grid's Jacobian is then exactly one. */
enum { BINS = 128 };

/* The weights as they lie on the device become doubles, in place of those of a cut event nothing else. */
static ts_status read_weights(struct engine *engine, struct weight_list *list)
{
    const int is_double = engine->integrand->double_precision;
    float *narrow = is_double ? NULL : malloc((list->count + 1) * sizeof *narrow);
    void *target = is_double ? (void *)list->weights : narrow;
    ts_status status = target ? device_buffer_read(engine->context, engine->buffers.every_weight, target)
                              : ts_fail_memory(engine->context, "the weights");
    for (size_t i = 0; i < list->count && narrow && !status; ++i)
        list->weights[i] = (double)narrow[i];
    free(narrow);
    return status;
}

/* All bits set: a number that no event has. */
static ts_status make_weights(struct engine *engine, size_t count)
{
    const size_t bytes = count * (engine->integrand->double_precision ? sizeof(double) : sizeof(float));
    void *nothing = malloc(bytes + 1);
    if (!nothing)
        return ts_fail_memory(engine->context, "the weights");
    memset(nothing, 0xff, bytes);
    ts_status status = device_buffer_create(engine->context, engine->program->device, bytes, nothing,
                                            &engine->buffers.every_weight);
    free(nothing);
    return status;
}

static ts_status list_events(struct engine *engine, uint64_t events, struct weight_list *list)
{
    /* One sub-cube: the points are the random numbers themselves. */
    struct stratification layout = {.per_axis = 1, .samples = 2, .cubes = (events + 1) / 2};
    struct iteration_sums sums = {0};
    list->count = (size_t)(layout.cubes * layout.samples);
    list->weights = malloc((list->count + 1) * sizeof *list->weights);
    if (!list->weights)
        return ts_fail_memory(engine->context, "the weights");
    ts_status status = make_weights(engine, list->count);
    if (!status)
        status = engine_iterate(engine, layout, 0, &sums);
    if (!status)
        status = read_weights(engine, list);
    if (!status) {
        list->repeated = sums.repeated;
        list->unit = engine->integrand->unit;
    }
    device_buffer_destroy(&engine->buffers.every_weight);
    return status;
}

ts_status weight_list_create(ts_context *context, struct device *device, const ts_card *card,
                             const char *defines, uint64_t events, struct weight_list *list)
{
    struct process process = {0};
    struct engine engine = {0};
    struct source text = {0};
    double seconds = 0;
    *list = (struct weight_list){0};
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
        status = list_events(&engine, events, list);
    engine_destroy(&engine);
    source_free(&text);
    process_destroy(&process);
    if (status)
        weight_list_free(list);
    return status;
}

void weight_list_free(struct weight_list *list)
{
    free(list->weights);
    *list = (struct weight_list){0};
}
