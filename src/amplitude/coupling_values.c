/* The numbers of vertices and couplings that operations take (operations.h). */
#include "amplitude/operations.h"

#include "model/structure.h"

#include <math.h>
#include <string.h>

static void product(const ts_parameter *a, const ts_parameter *b, double of[2])
{
    of[0] = a->re * b->re - a->im * b->im;
    of[1] = a->re * b->im + a->im * b->re;
}

/* What a vertex multiplies by, but for colour. */
static void vertex_values(const ts_vertex *vertex, const ts_parameter *parameters, int out,
                          double values[TREE_COUPLING])
{
    const ts_parameter *left = &parameters[vertex->coupling[0]], *right = &parameters[vertex->coupling[1]];
    values[0] = left->re, values[1] = left->im;
    values[2] = right->re, values[3] = right->im;
    for (int i = 0; i < vertex->turns; ++i) { /* times -i */
        const double re = values[0];
        values[0] = values[1], values[1] = -re;
    }
    if ((vertex->lorentz == TS_LORENTZ_VVV || vertex->lorentz == TS_LORENTZ_VVVSH) && out == 1)
        values[0] = -left->re, values[1] = -left->im;
    if (vertex->lorentz == TS_LORENTZ_GGGG || vertex->lorentz == TS_LORENTZ_W3W3)
        product(left, right, values);
    if (vertex->lorentz == TS_LORENTZ_WWWW) {
        double first[2], second[2];
        product(left, left, first);
        product(right, right, second);
        values[0] = -(first[0] + second[0]), values[1] = -(first[1] + second[1]);
    }
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

void operations_coupling(const struct graph *graph, const struct coupling_use *use, double strong,
                         double electric, double unit, double values[TREE_COUPLING])
{
    const double factor = (double)use->numerator / use->denominator;
    values[0] = values[2] = 1;
    values[1] = values[3] = values[TREE_COUPLING_STRONG] = 0;
    double scale = factor;
    if (use->vertex >= 0) {
        size_t count;
        const ts_vertex *vertex = &ts_model_vertices(graph->model, &count)[use->vertex];
        vertex_values(vertex, ts_model_parameters(graph->model, &count), use->out, values);
        values[TREE_COUPLING_STRONG] = vertex->orders[ORDER_STRONG];
        scale *= pow(strong, vertex->orders[ORDER_STRONG]) * pow(electric, vertex->orders[ORDER_QED]) *
                 pow(unit, -dimension_of(graph->model, vertex));
    }
    for (int i = 0; i < TREE_COUPLING_STRONG; ++i)
        values[i] *= scale;
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
