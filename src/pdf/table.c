#include "pdf/table.h"

#include "core/context.h"
#include "pdf/axis.h"
#include "pdf/set.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The places of kernels/pdf.h and kernels/coupling.h. */
enum { AXIS_NUMBERS = 7 };
enum {
    PARTONS,
    LOWEST,
    COEFFICIENTS,
    X_CELLS,
    X_AXIS,
    Q_AXIS = X_AXIS + AXIS_NUMBERS,
    PDF_HEADER = Q_AXIS + AXIS_NUMBERS
};
enum { COUPLING_COEFFICIENTS, COUPLING_AXIS, COUPLING_HEADER = COUPLING_AXIS + AXIS_NUMBERS };

static const double lowest_x = 1e-9, lowest_q = PDF_TABLE_LOWEST, highest_q = 1e5;

/* A cubic through values at the four Chebyshev points t[] of (0, 1): power
 * coefficients are inverse[power][point] times values. Inner points leave no doubt
 * on which side of a threshold they lie. */
struct fit {
    double t[4], inverse[4][4];
};

static struct fit fit_create(void)
{
    struct fit fit;
    for (int k = 0; k < 4; ++k)
        fit.t[k] = (1 - cos((2 * k + 1) * M_PI / 8)) / 2;
    for (int k = 0; k < 4; ++k) { /* Lagrange's polynomial of point k, multiplied out */
        double p[4] = {1, 0, 0, 0};
        for (int j = 0, degree = 0; j < 4; ++j) {
            if (j == k)
                continue;
            double scale = 1 / (fit.t[k] - fit.t[j]);
            ++degree;
            for (int i = degree; i >= 0; --i)
                p[i] = ((i > 0 ? p[i - 1] : 0) - fit.t[j] * (i < degree ? p[i] : 0)) * scale;
        }
        for (int i = 0; i < 4; ++i)
            fit.inverse[i][k] = p[i];
    }
    return fit;
}

static double apply(const double inverse[4], const double values[4])
{
    return inverse[0] * values[0] + inverse[1] * values[1] + inverse[2] * values[2] + inverse[3] * values[3];
}

/* Knots of an axis: an even extension below, the grid's own, an even extension above. */
static ts_status extended_knots(ts_context *context, const double *own, size_t own_count, double low,
                                double high, double step_low, double step_high, double **knots, size_t *count)
{
    size_t below = low < own[0] ? (size_t)ceil((own[0] - low) / step_low) : 0;
    size_t above = high > own[own_count - 1] ? (size_t)ceil((high - own[own_count - 1]) / step_high) : 0;
    *knots = malloc((below + own_count + above) * sizeof **knots);
    if (!*knots)
        return ts_fail_memory(context, "a table of parton densities");
    size_t n = 0;
    for (size_t i = 0; i < below; ++i)
        (*knots)[n++] = low + (own[0] - low) * (double)i / (double)below;
    for (size_t i = 0; i < own_count; ++i)
        if (i == 0 || own[i] > own[i - 1]) /* a threshold stands twice */
            (*knots)[n++] = own[i];
    for (size_t i = 1; i <= above; ++i)
        (*knots)[n++] = own[own_count - 1] + (high - own[own_count - 1]) * (double)i / (double)above;
    *count = n;
    return TS_OK;
}

struct knots {
    double *x, *q;
    size_t x_count, q_count;
};

static ts_status make_knots(ts_context *context, const struct pdf_grid *grid, int fixed, struct knots *knots)
{
    int extend = grid->extrapolator == PDF_CONTINUATION;
    double x_low = extend ? log(lowest_x) : 0, q_low = extend ? 2 * log(lowest_q) : INFINITY;
    double q_high = extend ? 2 * log(highest_q) : -INFINITY;
    ts_status status = extended_knots(context, grid->log_x, grid->x_count, x_low, -INFINITY, 0.25, 1,
                                      &knots->x, &knots->x_count);
    if (!status && !fixed)
        status = extended_knots(context, grid->log_q2, grid->q_count, q_low, q_high, 0.15, 0.3, &knots->q,
                                &knots->q_count);
    return status;
}

/* The four coefficients in x of a cell at one scale. */
static void fit_x(const struct pdf_grid *grid, const struct fit *fit, int slot, double low, double width,
                  double log_q2, double coefficients[4])
{
    double values[4];
    for (int k = 0; k < 4; ++k)
        values[k] = slot < 0 ? 0 : pdf_grid_value(grid, slot, low + width * fit->t[k], log_q2);
    for (int i = 0; i < 4; ++i)
        coefficients[i] = apply(fit->inverse[i], values);
}

static void fit_cell(const struct pdf_grid *grid, const struct fit *fit, int slot, const double *x,
                     const double *q, double coefficients[16])
{
    double at_scale[4][4];
    for (int k = 0; k < 4; ++k)
        fit_x(grid, fit, slot, x[0], x[1] - x[0], q[0] + (q[1] - q[0]) * fit->t[k], at_scale[k]);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            double values[4] = {at_scale[0][j], at_scale[1][j], at_scale[2][j], at_scale[3][j]};
            coefficients[4 * i + j] = apply(fit->inverse[i], values);
        }
}

static void fill(const struct pdf_grid *grid, const struct knots *knots, double fixed_q, const int *pdg,
                 size_t flavour_count, double *coefficients)
{
    struct fit fit = fit_create();
    size_t x_cells = knots->x_count - 1, q_cells = knots->q ? knots->q_count - 1 : 1,
           numbers = knots->q ? 16 : 4;
    for (size_t q = 0; q < q_cells; ++q)
        for (size_t x = 0; x < x_cells; ++x)
            for (size_t f = 0; f < flavour_count; ++f) {
                double *cell = coefficients + ((q * x_cells + x) * flavour_count + f) * numbers;
                int slot = pdf_grid_slot(grid, pdg[f]);
                if (knots->q)
                    fit_cell(grid, &fit, slot, knots->x + x, knots->q + q, cell);
                else
                    fit_x(grid, &fit, slot, knots->x[x], knots->x[x + 1] - knots->x[x], 2 * log(fixed_q),
                          cell);
            }
}

static ts_status build(ts_context *context, const ts_pdf *pdf, const struct knots *knots, double fixed_q,
                       const int *pdg, size_t flavour_count, double **table, size_t *length)
{
    size_t x_length = axis_length(knots->x, knots->x_count);
    size_t q_length = knots->q ? axis_length(knots->q, knots->q_count) : 0;
    size_t first = PDF_HEADER + x_length + q_length;
    size_t polynomials = (knots->x_count - 1) * (knots->q ? knots->q_count - 1 : 1) * flavour_count;
    *length = first + polynomials * (knots->q ? 16 : 4);
    if (*length > INT32_MAX)
        return ts_fail(context, TS_ERROR_INPUT, "The grid of %s is too large for a table of %zu partons.",
                       ts_pdf_name(pdf), flavour_count);
    *table = calloc(*length, sizeof **table);
    if (!*table)
        return ts_fail_memory(context, "a table of parton densities");
    (*table)[PARTONS] = (double)flavour_count;
    (*table)[LOWEST] = pdf_grid_floor(&pdf->grid);
    (*table)[COEFFICIENTS] = (double)first;
    (*table)[X_CELLS] = (double)(knots->x_count - 1);
    axis_write(knots->x, knots->x_count, *table, X_AXIS, PDF_HEADER);
    if (knots->q)
        axis_write(knots->q, knots->q_count, *table, Q_AXIS, PDF_HEADER + x_length);
    fill(&pdf->grid, knots, fixed_q, pdg, flavour_count, *table + first);
    return TS_OK;
}

ts_status pdf_table_create(ts_context *context, const ts_pdf *pdf, double fixed_q, const int *pdg,
                           size_t flavour_count, double **table, size_t *length)
{
    *table = NULL;
    *length = 0;
    struct knots knots = {0};
    ts_status status = make_knots(context, &pdf->grid, fixed_q > 0, &knots);
    if (!status)
        status = build(context, pdf, &knots, fixed_q, pdg, flavour_count, table, length);
    free(knots.x);
    free(knots.q);
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { COUPLING_STEPS = 250 }; /* of 0.1 in log Q^2, of scales of matrix elements */

/* Knots of a span: even ones, moved to the kinks of the definition where those
 * are near, and all kinks. `knots` has room for them. */
static size_t coupling_knots(const struct alpha_s *coupling, const struct coupling_span *span, double *knots)
{
    const double low = span->low, high = span->high, step = (high - low) / (double)span->steps;
    double *kinks = knots + span->steps + 1;
    size_t kink_count = 0, count = 0;
    for (size_t i = 0; i < coupling->count; ++i)
        kinks[kink_count++] = coupling->log_q2[i];
    for (int f = 4; f <= ALPHA_S_HEAVIEST; ++f)
        if (coupling->type != ALPHA_S_TABULATED && coupling->threshold[f] > 0)
            kinks[kink_count++] = 2 * log(coupling->threshold[f]);
    for (size_t i = 0; i <= span->steps; ++i) {
        knots[i] = i < span->steps ? low + step * (double)i : high;
        for (size_t k = 0; i > 0 && i < span->steps && k < kink_count; ++k)
            if (fabs(knots[i] - kinks[k]) < step / 2)
                knots[i] = kinks[k];
    }
    qsort(knots, span->steps + 1 + kink_count, sizeof *knots, compare_numbers);
    for (size_t i = 0; i < span->steps + 1 + kink_count; ++i)
        if (knots[i] >= low && knots[i] <= high && (count == 0 || knots[i] > knots[count - 1]))
            knots[count++] = knots[i];
    return count;
}

/* Whether no kink is among them. */
static int are_even(const double *knots, size_t count)
{
    const double step = (knots[count - 1] - knots[0]) / (double)(count - 1);
    for (size_t i = 0; i < count; ++i)
        if (fabs(knots[i] - knots[0] - step * (double)i) > 1e-9 * step)
            return 0;
    return 1;
}

/* The coefficients of every cell. */
static void fit_coupling(const struct alpha_s *coupling, const double *knots, size_t cells,
                         double *coefficients)
{
    struct fit fit = fit_create();
    for (size_t i = 0; i < cells; ++i) {
        double values[4];
        for (int k = 0; k < 4; ++k)
            values[k] = alpha_s_value(coupling, exp(knots[i] + (knots[i + 1] - knots[i]) * fit.t[k]));
        for (int j = 0; j < 4; ++j)
            coefficients[4 * i + (size_t)j] = apply(fit.inverse[j], values);
    }
}

static double lowest_log_q2(const struct alpha_s *coupling)
{
    double low = 2 * log(lowest_q);
    while (low < 2 * log(highest_q) && !(alpha_s_value(coupling, exp(low)) < 2))
        low += 0.05;
    return low;
}

double coupling_table_lowest(const struct alpha_s *coupling) { return exp(lowest_log_q2(coupling) / 2); }

ts_status coupling_table_create_in(ts_context *context, const struct alpha_s *coupling,
                                   const struct coupling_span *span, double **table, size_t *length)
{
    double *knots = malloc((span->steps + 1 + coupling->count + ALPHA_S_HEAVIEST) * sizeof *knots);
    *table = NULL;
    *length = 0;
    if (!knots)
        return ts_fail_memory(context, "a table of alpha_s");
    const size_t count = coupling_knots(coupling, span, knots);
    const int even = count == span->steps + 1 && are_even(knots, count);
    const size_t first = COUPLING_HEADER + (even ? 0 : axis_length(knots, count));
    *table = calloc(first + 4 * (count - 1), sizeof **table);
    if (*table) {
        *length = first + 4 * (count - 1);
        (*table)[COUPLING_COEFFICIENTS] = (double)first;
        if (even)
            axis_write_even(span->low, span->high, span->steps, *table, COUPLING_AXIS);
        else
            axis_write(knots, count, *table, COUPLING_AXIS, COUPLING_HEADER);
        fit_coupling(coupling, knots, count - 1, *table + first);
    }
    free(knots);
    return *table ? TS_OK : ts_fail_memory(context, "a table of alpha_s");
}

ts_status coupling_table_create(ts_context *context, const struct alpha_s *coupling, double **table,
                                size_t *length)
{
    const struct coupling_span span = {lowest_log_q2(coupling), 2 * log(highest_q), COUPLING_STEPS};
    *table = NULL;
    *length = 0;
    if (span.low >= span.high)
        return ts_fail(context, TS_ERROR_NUMERIC,
                       "alpha_s is above 2 up to %g GeV; its definition must be wrong.", highest_q);
    return coupling_table_create_in(context, coupling, &span, table, length);
}

int coupling_table_cell(const double *table, size_t i, struct coupling_cell *cell)
{
    if (!axis_cell(table, COUPLING_AXIS, i, &cell->low, &cell->width))
        return 0;
    memcpy(cell->coefficients, table + (size_t)table[COUPLING_COEFFICIENTS] + 4 * i,
           sizeof cell->coefficients);
    return 1;
}
