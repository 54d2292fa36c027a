#include "amplitude/size.h"

#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double tree_flows_least(const ts_model *model, int legs, const int *pdg)
{
    int gluons = 0, quarks = 0;
    for (int i = 0; i < legs; ++i) {
        const int colour = ts_model_particle(model, pdg[i])->colour;
        gluons += colour == 8;
        quarks += abs(colour) == 3;
    }
    return quarks ? tgamma(gluons + 1) : gluons > 2 ? tgamma(gluons - 1) : 1;
}

/* "g g > t t~ g" */
static void print_legs(const ts_model *model, int legs, int incoming, const int *pdg, char *text,
                       size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (int i = 0; i < legs && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s",
                                 i == incoming ? " > "
                                 : i           ? " "
                                               : "",
                                 ts_model_particle_name(model, pdg[i]));
}

enum { LEGS_BYTES = 160 };

static ts_status refuse_flows(ts_context *context, const ts_model *model, int legs, int incoming,
                              const int *pdg, double flows, const char *or_more)
{
    char name[LEGS_BYTES];
    print_legs(model, legs, incoming, pdg, name, sizeof name);
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s has %.0f colour flows%s, and at most %d are summed: take fewer quarks and gluons, or "
                   "gluons alone at leading colour (g g > g g ... g with colour: leading).",
                   name, flows, or_more, TREE_FLOWS_MOST);
}

ts_status tree_check_legs(ts_context *context, const ts_model *model, int legs, int incoming, const int *pdg)
{
    const double flows = tree_flows_least(model, legs, pdg);
    return flows > TREE_FLOWS_MOST ? refuse_flows(context, model, legs, incoming, pdg, flows, " or more")
                                   : TS_OK;
}

ts_status tree_check_graph(ts_context *context, const struct graph *graph)
{
    if (graph->flow_count > TREE_FLOWS_MOST)
        return refuse_flows(context, graph->model, graph->legs, graph->incoming, graph->pdg,
                            graph->flow_count, "");
    const int most = graph_has_tensors(graph) ? TREE_TENSOR_SLOTS_MOST : TREE_SLOTS_MOST;
    if (graph->current_count <= most)
        return TS_OK;
    char name[LEGS_BYTES];
    print_legs(graph->model, graph->legs, graph->incoming, graph->pdg, name, sizeof name);
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s has %d currents, more than %d for which a thread has memory: take fewer particles.",
                   name, graph->current_count, most);
}
