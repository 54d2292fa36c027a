#include "pdf/grid.h"

#include "core/context.h"
#include "pdf/cubic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ts_status pdf_grid_create(ts_context *context, size_t x_count, size_t q_count, size_t flavour_count,
                          struct pdf_grid *grid)
{
    memset(grid, 0, sizeof *grid);
    grid->x_count = x_count;
    grid->q_count = q_count;
    grid->flavour_count = flavour_count;
    grid->log_x = calloc(x_count, sizeof *grid->log_x);
    grid->log_q2 = calloc(q_count, sizeof *grid->log_q2);
    grid->flavours = calloc(flavour_count, sizeof *grid->flavours);
    grid->values = calloc(x_count * q_count * flavour_count, sizeof *grid->values);
    if (!grid->log_x || !grid->log_q2 || !grid->flavours || !grid->values) {
        pdf_grid_destroy(grid);
        return ts_fail_memory(context, "a grid of parton densities");
    }
    return TS_OK;
}

void pdf_grid_destroy(struct pdf_grid *grid)
{
    free(grid->log_x);
    free(grid->log_q2);
    free(grid->flavours);
    free(grid->values);
    memset(grid, 0, sizeof *grid);
}

int pdf_grid_slot(const struct pdf_grid *grid, int pdg)
{
    if (pdg == 0)
        pdg = 21;
    for (size_t i = 0; i < grid->flavour_count; ++i)
        if (grid->flavours[i] == pdg)
            return (int)i;
    return -1;
}

/* Where a point lies in its cell. */
struct place {
    size_t x, q;
    double log_x, t_x, t_q;
};

static double cubic_in_x(const struct pdf_grid *grid, int slot, size_t q, const struct place *place)
{
    return cubic_value(grid->log_x, pdf_grid_row(grid, q, (size_t)slot), grid->x_count, place->x,
                       place->log_x);
}

/* For a subgrid of two scales, which has no derivatives. */
static double bilinear(const struct pdf_grid *grid, int slot, const struct place *place)
{
    const double *low = pdf_grid_row(grid, place->q, (size_t)slot) + place->x;
    const double *high = pdf_grid_row(grid, place->q + 1, (size_t)slot) + place->x;
    double at_low = low[0] + place->t_x * (low[1] - low[0]);
    double at_high = high[0] + place->t_x * (high[1] - high[0]);
    return at_low + place->t_q * (at_high - at_low);
}

double pdf_grid_interpolate(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    const double *x = grid->log_x, *q = grid->log_q2;
    struct place place = {.x = cubic_interval(x, grid->x_count, log_x),
                          .q = cubic_interval(q, grid->q_count, log_q2),
                          .log_x = log_x};
    place.t_x = (log_x - x[place.x]) / (x[place.x + 1] - x[place.x]);
    size_t j = place.q;
    double width = q[j + 1] - q[j];
    place.t_q = (log_q2 - q[j]) / width;
    int first = j == 0 || q[j] == q[j - 1];
    int last = j + 2 == grid->q_count || q[j + 1] == q[j + 2];
    if (first && last)
        return bilinear(grid, slot, &place);
    double v0 = cubic_in_x(grid, slot, j, &place), v1 = cubic_in_x(grid, slot, j + 1, &place);
    double d0 = v1 - v0, d1 = d0;
    if (!first) {
        double before = cubic_in_x(grid, slot, j - 1, &place);
        d0 = (d0 + (v0 - before) * width / (q[j] - q[j - 1])) / 2;
    }
    if (!last) {
        double after = cubic_in_x(grid, slot, j + 2, &place);
        d1 = (d1 + (after - v1) * width / (q[j + 2] - q[j + 1])) / 2;
    }
    return cubic_hermite(place.t_q, v0, d0, v1, d1);
}

/* The straight line through (low, at_low) and (high, at_high), of the logarithm
 * where both values are well above zero. */
static double straight(double at, double low, double high, double at_low, double at_high)
{
    double t = (at - low) / (high - low);
    if (at_low > 1e-3 && at_high > 1e-3)
        return exp(log(at_low) + t * (log(at_high) - log(at_low)));
    return at_low + t * (at_high - at_low);
}

/* A value at a scale of the grid, continued below the lowest x. */
static double continue_in_x(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    const double *x = grid->log_x;
    if (log_x >= x[0])
        return pdf_grid_interpolate(grid, slot, log_x, log_q2);
    return straight(log_x, x[0], x[1], pdf_grid_interpolate(grid, slot, x[0], log_q2),
                    pdf_grid_interpolate(grid, slot, x[1], log_q2));
}

static double continue_above(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    const double *x = grid->log_x, *q = grid->log_q2 + grid->q_count - 2;
    if (log_x >= x[0])
        return straight(log_q2, q[0], q[1], pdf_grid_interpolate(grid, slot, log_x, q[0]),
                        pdf_grid_interpolate(grid, slot, log_x, q[1]));
    return straight(log_x, x[0], x[1], continue_above(grid, slot, x[0], log_q2),
                    continue_above(grid, slot, x[1], log_q2));
}

/* f(Q^2) = f(Q0^2) (Q^2/Q0^2)^(a Q^2/Q0^2 + 1 - Q^2/Q0^2), with the anomalous
 * dimension a at the lowest scale Q0, so that f vanishes like Q^2. That is the
 * rule of MSTW (A. D. Martin et al., Eur. Phys. J. C 63 (2009) 189), kept by
 * LHAPDF. */
static double continue_below(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    double lowest = grid->log_q2[0];
    double value = continue_in_x(grid, slot, log_x, lowest);
    double dimension = 1;
    if (fabs(value) >= 1e-5) {
        double next = continue_in_x(grid, slot, log_x, lowest + log(1.01));
        dimension = fmax(-2.5, (next - value) / value / 0.01);
    }
    double ratio = exp(log_q2 - lowest);
    return value * exp((dimension * ratio + 1 - ratio) * (log_q2 - lowest));
}

double pdf_grid_value(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    const double *x = grid->log_x, *q = grid->log_q2;
    double x_min = x[0], x_max = x[grid->x_count - 1], q_min = q[0], q_max = q[grid->q_count - 1];
    int inside = log_x >= x_min && log_x <= x_max && log_q2 >= q_min && log_q2 <= q_max;
    if (!inside && grid->extrapolator == PDF_NO_EXTRAPOLATION)
        return NAN;
    if (!inside && grid->extrapolator == PDF_NEAREST) {
        log_x = fmax(x_min, log_x);
        log_q2 = fmin(q_max, fmax(q_min, log_q2));
    }
    log_x = fmin(log_x, x_max);
    if (log_q2 < q_min)
        return continue_below(grid, slot, log_x, log_q2);
    if (log_q2 > q_max)
        return continue_above(grid, slot, log_x, log_q2);
    return continue_in_x(grid, slot, log_x, log_q2);
}

double pdf_grid_floor(const struct pdf_grid *grid)
{
    static const double floors[] = {-1e30, 0, 1e-10};
    return floors[grid->force_positive];
}
