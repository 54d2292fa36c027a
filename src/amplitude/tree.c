#include "amplitude/tree.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

/* Operations times helicities of which one item has no more. */
enum { SLICES_MOST = 16 };
static const double slice_operations = 1e5;

static ts_status make_matrix(ts_context *context, const struct tree_request *request, struct tree *tree)
{
    const struct graph *graph = &tree->graph;
    const struct colour_legs legs = graph_colour_legs(graph);
    const size_t flows = (size_t)graph->flow_count;
    struct colour_matrix exact = {0};
    if (request->leading && colour_junctions(&legs))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "colour: leading is what many colours leave, and this process joins three by an epsilon "
            "tensor, whose flows depend on each other: take colour: full.");
    tree->matrix = calloc(flows * (flows + 1) / 2 + 1, sizeof *tree->matrix);
    if (!tree->matrix)
        return ts_fail_memory(context, "a colour matrix");
    ts_status status = TS_OK;
    if (!request->leading)
        status = colour_matrix_create(context, &legs, graph->flows, flows, &exact);
    for (size_t i = 0, at = 0; i < flows && !status; ++i)
        for (size_t k = 0; k <= i; ++k, ++at) {
            if (graph->flow_orders &&
                !squares_allow(request->squares, &graph->flow_orders[i], &graph->flow_orders[k]))
                continue;
            if (request->leading)
                tree->matrix[at] = i == k ? colour_leading(&legs, &graph->flows[i])
                                   : !memcmp(&graph->flows[i], &graph->flows[k], sizeof *graph->flows)
                                       ? 2 * colour_leading(&legs, &graph->flows[i])
                                       : 0;
            else
                tree->matrix[at] = (i == k ? 1 : 2) * (double)exact.numerators[i * flows + k] /
                                   (double)exact.denominator;
        }
    colour_matrix_free(&exact);
    return status;
}

static double average_of(const struct tree_request *request)
{
    double average = 1;
    for (int i = 0; i < chain_incoming(request->chain); ++i) {
        const ts_particle *particle = ts_model_particle(request->model, request->pdg[i]);
        average /= abs(particle->colour) *
                   (request->helicities ? 1 : chain_states(request->chain, i, model_helicities(particle)));
    }
    return average;
}

/* A word of the table holds the numbers of two momenta. */
static ts_status check_momenta(ts_context *context, const struct operations *operations)
{
    if (operations->momenta <= 1 << TREE_PAIR_BITS)
        return TS_OK;
    return ts_fail(
        context, TS_ERROR_INPUT,
        "This process has %d momenta at its vertices, more than %d that a table can name: take fewer "
        "particles.",
        operations->momenta, 1 << TREE_PAIR_BITS);
}

/* How often a scalar stands outside, or is named as one that decays. */
static int count_scalars(const struct tree_request *request, int pdg)
{
    int count = 0;
    for (int i = 0; i < request->legs; ++i)
        count += request->pdg[i] == pdg;
    for (int i = 0; request->chain && i < request->chain->count; ++i)
        count += request->chain->list[i].pdg == pdg;
    return count;
}

/* The square of a field strength times one scalar has no vertex of two, without which their sum is wrong. */
static ts_status check_scalars(ts_context *context, const struct tree_request *request,
                               const struct graph *graph)
{
    size_t count;
    const ts_vertex *vertices = ts_model_vertices(request->model, &count);
    for (int i = 0; i < graph->term_count; ++i) {
        const ts_vertex *vertex = &vertices[graph->terms[i].vertex];
        const int pdg = vertex->legs[vertex->leg_count - 1];
        if (vertex->lorentz != TS_LORENTZ_VVSH && vertex->lorentz != TS_LORENTZ_VVVSH)
            continue;
        if (count_scalars(request, pdg) > 1)
            return ts_fail(
                context, TS_ERROR_INPUT,
                "Two %s and vectors meet in a vertex that the model %s lacks, where vectors couple to "
                "one of them: there is no amplitude of both.",
                ts_model_particle_name(request->model, pdg), ts_model_name(request->model));
    }
    return TS_OK;
}

ts_status tree_create(ts_context *context, const struct tree_request *request, struct tree *tree)
{
    const struct graph_process process = {.model = request->model,
                                          .legs = request->legs,
                                          .pdg = request->pdg,
                                          .most = request->most,
                                          .squares = request->squares,
                                          .excluded = request->excluded,
                                          .chain = request->chain,
                                          .leading = request->leading};
    *tree = (struct tree){.average = average_of(request)};
    ts_status status = tree_check_legs(context, request->model, request->legs, chain_incoming(request->chain),
                                       request->pdg);
    if (!status)
        status = graph_create(context, &process, &tree->graph);
    if (!status)
        status = tree_check_graph(context, &tree->graph);
    if (!status)
        status = check_scalars(context, request, &tree->graph);
    if (!status)
        status = operations_create(context, &tree->graph, &tree->operations);
    if (!status)
        status = check_momenta(context, &tree->operations);
    if (!status)
        status = helicities_create(context, &tree->graph, request->chain, request->helicities,
                                   &tree->helicities);
    if (!status && !request->counted)
        status = make_matrix(context, request, tree);
    tree->average *= tree->helicities.weight;
    const double slices = tree->operations.count * (double)tree->helicities.count / slice_operations;
    tree->slices = slices > SLICES_MOST ? SLICES_MOST : slices > 1 ? (int)slices : 1;
    if (tree->slices > tree->helicities.count && tree->helicities.count > 0)
        tree->slices = tree->helicities.count;
    if (!status && !tree->operations.has_more)
        status = sharing_create(context, &tree->operations, &tree->helicities, tree->slices, &tree->sharing);
    operations_pack(&tree->operations);
    if (status)
        tree_free(tree);
    return status;
}

void tree_free(struct tree *tree)
{
    team_free(&tree->team);
    graph_free(&tree->graph);
    operations_free(&tree->operations);
    helicities_free(&tree->helicities);
    sharing_free(&tree->sharing);
    free(tree->matrix);
    *tree = (struct tree){0};
}
