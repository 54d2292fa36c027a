#include "subprocess/conserved.h"

#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries are small whole numbers and quotients of them. */
static const double tiny = 1e-9;

enum { MOST = CONSERVED_PARTICLES_MOST };

/* A matrix in reduced row echelon form, and which column each row leads. */
struct echelon {
    int rows, columns;
    int pivot[MOST];
    double row[MOST][MOST];
};

static void subtract_row(double *from, const double *row, double factor, int columns)
{
    for (int i = 0; i < columns; ++i) {
        from[i] -= factor * row[i];
        if (fabs(from[i]) < tiny)
            from[i] = 0;
    }
}

/* Adds a row, as far as it is none of those that are there already. */
static void add_row(struct echelon *matrix, double *row)
{
    int lead = 0;
    for (int i = 0; i < matrix->rows; ++i)
        subtract_row(row, matrix->row[i], row[matrix->pivot[i]], matrix->columns);
    while (lead < matrix->columns && row[lead] == 0)
        ++lead;
    if (lead == matrix->columns)
        return;
    for (int i = matrix->columns - 1; i >= lead; --i)
        row[i] /= row[lead];
    for (int i = 0; i < matrix->rows; ++i)
        subtract_row(matrix->row[i], row, matrix->row[i][lead], matrix->columns);
    memcpy(matrix->row[matrix->rows], row, sizeof matrix->row[0]);
    matrix->pivot[matrix->rows++] = lead;
}

/* One solution of matrix x = 0 for each column that leads no row. */
static void solve(const struct echelon *matrix, struct conserved *conserved)
{
    conserved->count = 0;
    for (int column = 0; column < matrix->columns && conserved->count < CONSERVED_NUMBERS_MOST; ++column) {
        int leads = 0;
        for (int i = 0; i < matrix->rows; ++i)
            leads |= matrix->pivot[i] == column;
        if (leads)
            continue;
        double *numbers = conserved->numbers[conserved->count++];
        memset(numbers, 0, sizeof conserved->numbers[0]);
        numbers[column] = 1;
        for (int i = 0; i < matrix->rows; ++i)
            numbers[matrix->pivot[i]] = -matrix->row[i][column];
    }
}

ts_status conserved_find(ts_context *context, const ts_model *model, const struct orders *most,
                         struct conserved *conserved)
{
    size_t particle_count, vertex_count;
    const ts_particle *particles = ts_model_particles(model, &particle_count);
    const ts_vertex *vertices = ts_model_vertices(model, &vertex_count);
    if (particle_count > MOST)
        return ts_fail(context, TS_ERROR_INPUT, "The model %s has more than %d particles.",
                       ts_model_name(model), MOST);
    double row[MOST];
    struct echelon *matrix = calloc(1, sizeof *matrix);
    if (!matrix)
        return ts_fail_memory(context, "what a model conserves");
    matrix->columns = (int)particle_count;
    for (size_t i = 0; i < particle_count; ++i) {
        memset(row, 0, sizeof row);
        row[i] = 1; /* what is its own antiparticle has no number */
        if (model_antiparticle(model, particles[i].pdg) == particles[i].pdg)
            add_row(matrix, row);
    }
    for (size_t v = 0; v < vertex_count; ++v) {
        const struct orders orders = vertex_orders(&vertices[v]);
        if (!orders_within(&orders, most))
            continue;
        memset(row, 0, sizeof row);
        for (int i = 0; i < vertices[v].leg_count; ++i)
            row[model_particle_index(model, vertices[v].legs[i])] += vertices[v].legs[i] > 0 ? 1 : -1;
        add_row(matrix, row);
    }
    solve(matrix, conserved);
    free(matrix);
    return TS_OK;
}

double conserved_sum(const struct conserved *conserved, const ts_model *model, const int *pdg, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const int row = model_particle_index(model, pdg[i]);
        for (int which = 0; which < conserved->count; ++which)
            sum += (pdg[i] > 0 ? 1 : -1) * conserved->numbers[which][row] * sqrt(which + 2.0) * M_PI;
    }
    return sum;
}
