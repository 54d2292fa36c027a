#include "run/colour_ratio.h"

#include "core/context.h"
#include "event/record_layout.h"

#include <stdlib.h>

static const double momentum_unit = 128; /* GeV */

ts_status colour_ratio_create(ts_context *context, struct device *device, const struct process *process,
                              struct colour_ratio *ratio)
{
    *ratio = (struct colour_ratio){0};
    ts_status status = model_create(context, &standard_model, NULL, 0, &ratio->model);
    if (!status)
        status = tree_create(context,
                             &(struct tree_request){.model = ratio->model,
                                                    .legs = process->stage_legs,
                                                    .pdg = process->stage_pdg,
                                                    .most = {.qcd = ORDER_ANY, .qed = 0}},
                             &ratio->tree);
    if (!status)
        status = tree_ratio_create(context, &ratio->tree, device, momentum_unit, RATIOS_MOST, &ratio->engine);
    if (status)
        return status;
    ratio->momenta = malloc(RATIOS_MOST * 4 * (size_t)process->stage_legs * sizeof *ratio->momenta);
    return ratio->momenta ? TS_OK : ts_fail_memory(context, "the momenta of events");
}

void colour_ratio_destroy(struct colour_ratio *ratio)
{
    tree_engine_destroy(&ratio->engine);
    tree_free(&ratio->tree);
    ts_model_destroy(&ratio->model);
    free(ratio->momenta);
    *ratio = (struct colour_ratio){0};
}

void colour_ratio_momenta(const struct colour_ratio *ratio, const struct event_batch *batch, size_t slot,
                          double *momenta)
{
    for (int leg = 0; leg < ratio->tree.graph.legs; ++leg)
        for (int i = 0; i < 4; ++i)
            *momenta++ = event_batch_value(batch, RECORD_PARTICLE + PARTICLE_ROWS * leg + PARTICLE_E + i,
                                           slot);
}

ts_status colour_ratio_of_records(ts_context *context, void *data, const struct event_batch *batch,
                                  uint32_t count, double *factors)
{
    struct colour_ratio *ratio = data;
    const size_t numbers = 4 * (size_t)ratio->tree.graph.legs;
    for (size_t i = 0; i < count; ++i)
        colour_ratio_momenta(ratio, batch, i, ratio->momenta + numbers * i);
    return tree_engine_evaluate(context, &ratio->engine, ratio->momenta, count, factors);
}
