/* The numbers of vertices and couplings that operations take (operations.h). */
#include "amplitude/operations.h"

#include "model/structure.h"

#include <math.h>
#include <string.h>

/* Both couplings of a vertex, left and right, real and imaginary parts, or derivatives of them. */
struct pair {
    double left[2], right[2];
};

static void product(const double a[2], const double b[2], double of[2])
{
    of[0] = a[0] * b[0] - a[1] * b[1];
    of[1] = a[0] * b[1] + a[1] * b[0];
}

/* Whether a vertex multiplies by products of its couplings. */
static int has_products(ts_lorentz lorentz)
{
    return lorentz == TS_LORENTZ_GGGG || lorentz == TS_LORENTZ_W3W3 || lorentz == TS_LORENTZ_WWWW;
}

/* What a vertex multiplies by, but for colour: linear in `a` and, of products, in `b`. */
static void vertex_values(const ts_vertex *vertex, const struct pair *a, const struct pair *b, int out,
                          double values[TREE_COUPLING])
{
    values[0] = a->left[0], values[1] = a->left[1];
    values[2] = a->right[0], values[3] = a->right[1];
    for (int i = 0; i < vertex->turns; ++i) { /* times -i */
        const double re = values[0];
        values[0] = values[1], values[1] = -re;
    }
    if ((vertex->lorentz == TS_LORENTZ_VVV || vertex->lorentz == TS_LORENTZ_VVVSH) && out == 1)
        values[0] = -a->left[0], values[1] = -a->left[1];
    if (vertex->lorentz == TS_LORENTZ_GGGG || vertex->lorentz == TS_LORENTZ_W3W3)
        product(a->left, b->right, values);
    if (vertex->lorentz == TS_LORENTZ_WWWW) {
        double first[2], second[2];
        product(a->left, b->left, first);
        product(a->right, b->right, second);
        values[0] = -(first[0] + second[0]), values[1] = -(first[1] + second[1]);
    }
}

static struct pair pair_of(const ts_model *model, const ts_vertex *vertex)
{
    const ts_parameter *left = &model->parameters[vertex->coupling[0]],
                       *right = &model->parameters[vertex->coupling[1]];
    return (struct pair){{left->re, left->im}, {right->re, right->im}};
}

/* The derivatives by input number `slope`. */
static struct pair slopes_of(const ts_model *model, const ts_vertex *vertex, size_t slope)
{
    const double(*slopes)[2] = model->slopes + slope * model->parameter_count;
    const double *left = slopes[vertex->coupling[0]], *right = slopes[vertex->coupling[1]];
    return (struct pair){{left[0], left[1]}, {right[0], right[1]}};
}

/* Of HELAS's structures, where couplings have no unit. */
static int dimension_of_helas(ts_lorentz lorentz)
{
    return lorentz == TS_LORENTZ_VVS || lorentz == TS_LORENTZ_SSS;
}

/* The power of energy in a coupling: by its structure, or by its unit. */
static int dimension_of(const ts_model *model, const ts_vertex *vertex)
{
    const char *unit = model->parameters[vertex->coupling[0]].unit;
    if (vertex->structure >= 0)
        return structure_dimension(&model->table->structures[vertex->structure]);
    if (model->table->more)
        return dimension_of_helas(vertex->lorentz);
    return !strcmp(unit, "1/GeV") ? -1 : !strcmp(unit, "GeV");
}

/* The factor of a vertex beside its couplings. */
static double scale_of(const struct graph *graph, const struct coupling_use *use, const ts_vertex *vertex,
                       double strong, double electric, double unit)
{
    const double of_units = pow(strong, vertex->orders[ORDER_STRONG]) *
                            pow(electric, vertex->orders[ORDER_QED]) *
                            pow(unit, -dimension_of(graph->model, vertex));
    return (double)use->numerator / use->denominator * of_units;
}

/* Both parameters of a propagator of the model's own; with `slopes` their derivatives, by parameter. */
static void own_values(const struct graph *graph, const struct coupling_use *use, double unit,
                       const double (*slopes)[2], double values[TREE_COUPLING])
{
    memset(values, 0, TREE_COUPLING * sizeof *values);
    for (int side = 0; side < 2; ++side) {
        if (!use->own[side])
            continue;
        const int place = use->own[side] - 1;
        const ts_parameter *parameter = &graph->model->parameters[place];
        const double scale = (double)use->numerator / use->denominator * pow(unit, -use->dimension[side]);
        values[2 * side] = scale * (slopes ? slopes[place][0] : parameter->re);
        values[2 * side + 1] = scale * (slopes ? slopes[place][1] : parameter->im);
    }
}

void operations_coupling(const struct graph *graph, const struct coupling_use *use, double strong,
                         double electric, double unit, double values[TREE_COUPLING])
{
    double scale = (double)use->numerator / use->denominator;
    if (use->own[0]) {
        own_values(graph, use, unit, NULL, values);
        return;
    }
    values[0] = values[2] = 1;
    values[1] = values[3] = values[TREE_COUPLING_STRONG] = 0;
    if (use->vertex >= 0) {
        size_t count;
        const ts_vertex *vertex = &ts_model_vertices(graph->model, &count)[use->vertex];
        const struct pair couplings = pair_of(graph->model, vertex);
        vertex_values(vertex, &couplings, &couplings, use->out, values);
        values[TREE_COUPLING_STRONG] = vertex->orders[ORDER_STRONG];
        scale = scale_of(graph, use, vertex, strong, electric, unit);
    } else if (use->dimension[0]) {
        scale *= pow(unit, -use->dimension[0]);
    }
    for (int i = 0; i < TREE_COUPLING_STRONG; ++i)
        values[i] *= scale;
}

void operations_coupling_slopes(const struct graph *graph, const struct coupling_use *use, double unit,
                                size_t slope, double values[TREE_COUPLING])
{
    size_t count;
    memset(values, 0, TREE_COUPLING * sizeof *values);
    if (use->own[0]) {
        own_values(graph, use, unit, graph->model->slopes + slope * graph->model->parameter_count, values);
        return;
    }
    if (use->vertex < 0)
        return;
    const ts_vertex *vertex = &ts_model_vertices(graph->model, &count)[use->vertex];
    const struct pair couplings = pair_of(graph->model, vertex);
    const struct pair slopes = slopes_of(graph->model, vertex, slope);
    const double scale = scale_of(graph, use, vertex, 1, 1, unit);
    double other[TREE_COUPLING] = {0};
    vertex_values(vertex, &slopes, &couplings, use->out, values);
    if (has_products(vertex->lorentz))
        vertex_values(vertex, &couplings, &slopes, use->out, other);
    for (int i = 0; i < TREE_COUPLING_STRONG; ++i)
        values[i] = scale * (values[i] + other[i]);
}

int operations_are_complex(const struct graph *graph, const struct operations *operations)
{
    size_t count;
    const ts_parameter *parameters = ts_model_parameters(graph->model, &count);
    const ts_vertex *vertices = ts_model_vertices(graph->model, &count);
    for (int i = 0; i < operations->pole_count; ++i)
        if (ts_model_particle(graph->model, operations->poles[i])->complex_mass[1] != 0)
            return 1;
    for (int i = 0; i < operations->coupling_count; ++i) {
        const int row = operations->couplings[i].vertex;
        if (row >= 0 && vertices[row].lorentz == TS_LORENTZ_VVV &&
            parameters[vertices[row].coupling[0]].im != 0)
            return 1;
    }
    return 0;
}
