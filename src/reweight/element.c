#include "reweight/element.h"

#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 4 * LEGS_MOST, POINTS_LEAST = 256 };

void element_destroy(struct element *element)
{
    if (!element)
        return;
    element_destroy(element->by_choice);
    tree_engine_destroy(&element->engine);
    tree_free(&element->tree);
    free(element);
}

/* Whether the couplings of a tree are powers of alpha_s times what does not depend on it. */
static int has_mixed_coupling(const ts_model *model, const struct graph *graph)
{
    for (int i = 0; model->mixed && i < graph->term_count; ++i)
        if (model->mixed[graph->terms[i].vertex])
            return 1;
    return 0;
}

static void find_powers(const ts_model *model, struct element *element)
{
    const struct trees *trees = &element->group->trees;
    const int most = trees_strong_most(trees);
    element->least = trees_strong_least(trees);
    for (int i = 0; i < trees->count; ++i)
        element->by_root |= (trees->orders[i].orders.power[ORDER_STRONG] - element->least) % 2 != 0;
    element->nodes = 1 + (element->by_root ? 2 : 1) * (most - element->least);
    const ts_parameter *alpha_s = ts_model_parameter(model, "alpha_s");
    element->alpha_s = alpha_s && alpha_s->re > 0 ? alpha_s->re : 1;
    element->fixed = has_mixed_coupling(model, &element->tree.graph);
}

static ts_status make_tree(ts_context *context, const ts_model *model, double energy, struct element *element)
{
    const struct subprocess_group *group = element->group;
    const int is_open = helicities_are_open(element->helicity);
    signed char fixed[LEGS_MOST];
    element->unit = exp2(round(log2(energy / (element->list->legs - LEGS_IN))));
    for (int leg = 0; leg < LEGS_MOST; ++leg)
        fixed[leg] = element->helicity[leg] == HELICITY_OPEN ? HELICITY_ANY : element->helicity[leg];
    const ts_status status = tree_create(context,
                                         &(struct tree_request){.model = model,
                                                                .legs = element->list->legs,
                                                                .pdg = group->members[0].pdg,
                                                                .most = group->most,
                                                                .squares = &element->list->squares,
                                                                .excluded = &element->list->excluded,
                                                                .chain = &group->chain,
                                                                .helicities = is_open ? NULL : fixed,
                                                                .apart = element->apart},
                                         &element->tree);
    if (!status)
        find_powers(model, element);
    return status;
}

ts_status element_create(ts_context *context, const ts_model *model, const struct element *said,
                         double energy, struct element **made)
{
    struct element *element = *made = malloc(sizeof *element);
    if (!element)
        return ts_fail_memory(context, "matrix elements");
    *element = *said;
    const ts_status status = make_tree(context, model, energy, element);
    if (status) {
        element_destroy(element);
        *made = NULL;
    }
    return status;
}

int element_is_mixed(const struct element *element) { return element->nodes > 1 && !element->fixed; }

static ts_status make_engine(ts_context *context, struct device *device, struct element *element,
                             size_t points)
{
    size_t room = POINTS_LEAST;
    while (room < points)
        room *= 2;
    if (element->engine.program)
        return TS_OK;
    const enum tree_form form = element->apart ? tree_table_form(device) : tree_best_form(device);
    return tree_engine_create(context, &element->tree, device, form, 1, element->unit, room,
                              &element->engine);
}

/* The ratio of couplings that |M|^2 is a polynomial in. */
static double variable(const struct element *element, double alpha_s)
{
    return element->by_root ? sqrt(alpha_s / element->alpha_s) : alpha_s / element->alpha_s;
}

/* The power that stands before the polynomial. */
static double front(const struct element *element, double u)
{
    return pow(u, element->by_root ? 2 * element->least : element->least);
}

size_t element_width(const struct element *element)
{
    return element->apart ? (size_t)element->tree.helicities.count : 1;
}

/* Values of unlike alpha_s: the polynomial through as many values as it has terms (Lagrange). */
static ts_status evaluate_nodes(ts_context *context, struct element *element, const double *momenta,
                                const double *alpha_s, size_t points, double *values)
{
    const size_t width = element_width(element), count = points * width;
    double node[NODES_MOST] = {0}, *sums = calloc(count + 1, sizeof *sums);
    ts_status status = sums ? TS_OK : ts_fail_memory(context, "matrix elements");
    for (int k = 0; k < element->nodes; ++k)
        node[k] = 0.6 + 1.2 * k / (element->nodes - 1);
    for (int k = 0; k < element->nodes && !status; ++k) {
        status = tree_engine_set_strong(context, &element->engine,
                                        element->by_root ? node[k] : sqrt(node[k]));
        if (!status)
            status = tree_engine_evaluate(context, &element->engine, momenta, points, values);
        for (size_t i = 0; i < count && !status; ++i) {
            const double u = variable(element, alpha_s[i / width]);
            double part = values[i] / front(element, node[k]);
            for (int j = 0; j < element->nodes; ++j)
                part *= j == k ? 1 : (u - node[j]) / (node[k] - node[j]);
            sums[i] += part * front(element, u);
        }
    }
    if (!status)
        memcpy(values, sums, count * sizeof *values);
    free(sums);
    return status;
}

ts_status element_evaluate(ts_context *context, struct device *device, struct element *element,
                           const double *momenta, const double *alpha_s, int varies, size_t points,
                           double *values)
{
    if (!element_width(element)) /* no choice of helicities contributes */
        return TS_OK;
    ts_status status = make_engine(context, device, element, points);
    if (status || varies)
        return status ? status : evaluate_nodes(context, element, momenta, alpha_s, points, values);
    const double strong = element_is_mixed(element) ? sqrt(alpha_s[0] / element->alpha_s) : 1;
    status = tree_engine_set_strong(context, &element->engine, strong);
    if (!status)
        status = tree_engine_evaluate(context, &element->engine, momenta, points, values);
    const size_t width = element_width(element);
    for (size_t i = 0; i < points * width && !status && element->nodes == 1 && !element->fixed; ++i)
        values[i] *= front(element, variable(element, alpha_s[i / width]));
    return status;
}
