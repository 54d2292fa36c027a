#include "events/colour_ratio.h"

#include "core/context.h"
#include "core/ranks.h"
#include "device/ranks/ranks_device.h"
#include "event/record_layout.h"

#include <stdlib.h>

static const double momentum_unit = 128; /* GeV */

ts_status colour_ratio_create(ts_context *context, struct device *device, const struct process *process,
                              struct colour_ratio *ratio)
{
    *ratio = (struct colour_ratio){0};
    ts_status status = model_create_standard(context, NULL, 0, &ratio->model);
    if (!status)
        status = tree_create(context,
                             &(struct tree_request){.model = ratio->model,
                                                    .legs = process->stage_legs,
                                                    .pdg = process->stage_pdg,
                                                    .most = orders_of(ORDER_ANY, 0, ORDER_ANY)},
                             &ratio->tree);
    if (!status)
        status = tree_ratio_create(context, &ratio->tree, ranks_device_own(device), momentum_unit,
                                   RATIOS_MOST, &ratio->engine);
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

/* Each rank's share goes to all. */
static ts_status evaluate_shares(ts_context *context, struct colour_ratio *ratio, const double *momenta,
                                 size_t count, double *factors)
{
    const size_t ranks = (size_t)ranks_count(context), numbers = 4 * (size_t)ratio->tree.graph.legs;
    size_t *bytes = calloc(ranks, sizeof *bytes);
    double *own = malloc((count + 1) * sizeof *own);
    ts_status status = bytes && own ? TS_OK : ts_fail_memory(context, "the ratios of events");
    uint64_t first = 0;
    for (size_t rank = 0; rank < ranks && !status; ++rank)
        bytes[rank] = ranks_share(context, (int)rank, count, &first) * sizeof *own;
    const size_t share = (size_t)ranks_share(context, ranks_own(context), count, &first);
    if (!status)
        status = tree_engine_evaluate(context, &ratio->engine, momenta + numbers * first, share, own);
    status = ranks_gather(context, "ratios of squared matrix elements", status, own, factors, bytes);
    free(bytes);
    free(own);
    return status;
}

ts_status colour_ratio_evaluate(ts_context *context, struct colour_ratio *ratio, const double *momenta,
                                size_t count, double *factors)
{
    return ranks_count(context) > 1 ? evaluate_shares(context, ratio, momenta, count, factors)
                                    : tree_engine_evaluate(context, &ratio->engine, momenta, count, factors);
}

ts_status colour_ratio_of_records(ts_context *context, void *data, const struct event_batch *batch,
                                  uint32_t count, double *factors)
{
    struct colour_ratio *ratio = data;
    const size_t numbers = 4 * (size_t)ratio->tree.graph.legs;
    for (size_t i = 0; i < count; ++i)
        colour_ratio_momenta(ratio, batch, i, ratio->momenta + numbers * i);
    return colour_ratio_evaluate(context, ratio, ratio->momenta, count, factors);
}
