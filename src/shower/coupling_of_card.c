#include "shower/coupling_of_card.h"

#include "pdf/table.h"

#include <math.h>

enum { FLAVOURS = 5, LARGEST_FLAVOUR = 6 };

/* GeV, of c, b, t (docs/cards.md). */
static const double masses[] = {1.3, 4.75, 173};

struct alpha_s shower_coupling_create(double alpha_s, double m_z, int order, int thresholds, int soft)
{
    struct alpha_s coupling = {.type = ALPHA_S_EXPANDED,
                               .order = order - 1,
                               .largest_flavour = LARGEST_FLAVOUR,
                               .fixed_flavours = FLAVOURS,
                               .reference_scale = m_z,
                               .reference_value = alpha_s,
                               .soft = soft};
    if (thresholds) {
        coupling.fixed_flavours = 0;
        for (int i = 0; i < 3; ++i)
            coupling.threshold[LARGEST_FLAVOUR - 2 + i] = masses[i];
    }
    return coupling;
}

/* alpha_s in a cell times the bound's inverse, both at this part of the cell. */
static double ratio_at(const struct coupling_cell *cell, const double line[2], double part)
{
    const double *c = cell->coefficients;
    return (((c[3] * part + c[2]) * part + c[1]) * part + c[0]) * (line[0] + line[1] * part);
}

/* The largest of it between two parts of a cell, on a grid, and the part where it is. */
static double largest_ratio(const struct coupling_cell *cell, const double line[2], double low, double high,
                            double *place)
{
    enum { POINTS = 64 };
    double largest = 0;
    for (int i = 0; i <= POINTS; ++i) {
        const double part = low + (high - low) * i / POINTS, ratio = ratio_at(cell, line, part);
        if (ratio > largest) {
            largest = ratio;
            *place = part;
        }
    }
    return largest;
}

/* And in the whole of it, from one ln t to another: one grid finds the neighbourhood, a second one the value.
 */
static double largest_in(const struct coupling_cell *cell, const struct shower_bound *bound,
                         double log_cutoff, double from, double to)
{
    const double line[2] = {bound->inverse + bound->slope * (cell->low - log_cutoff),
                            bound->slope * cell->width};
    const double low = fmax(0, (from - cell->low) / cell->width),
                 high = fmin(1, (to - cell->low) / cell->width);
    double place = low;
    if (low > high)
        return 0;
    const double step = (high - low) / 32, largest = largest_ratio(cell, line, low, high, &place);
    return fmax(largest,
                largest_ratio(cell, line, fmax(low, place - step), fmin(high, place + step), &place));
}

/* alpha_s of a table at an end of what is looked at. */
static double value_at(const double *table, double log_q2)
{
    static const double flat[2] = {1, 0};
    struct coupling_cell cell = {0};
    for (size_t i = 0; coupling_table_cell(table, i, &cell) && log_q2 >= cell.low + cell.width; ++i)
        ;
    return ratio_at(&cell, flat, fmin(1, fmax(0, (log_q2 - cell.low) / cell.width)));
}

struct shower_bound shower_bound_create(const double *table, double log_r2, double log_cutoff,
                                        double log_highest)
{
    /* Flat it would be, but for the slope that keeps the bound's integral invertible. */
    static const double least_slope = 1e-3, margin = 1 + 1e-9;
    const double length = log_highest - log_cutoff;
    struct shower_bound bound = {.inverse = 1 / value_at(table, log_cutoff + log_r2)};
    const double chord = (1 / value_at(table, log_highest + log_r2) - bound.inverse) / length;
    bound.slope = fmax(chord, least_slope * bound.inverse / fmax(1, length));
    bound.factor = 1;
    struct coupling_cell cell;
    for (size_t i = 0; coupling_table_cell(table, i, &cell); ++i) {
        cell.low -= log_r2;
        bound.factor = fmax(bound.factor,
                            margin * largest_in(&cell, &bound, log_cutoff, log_cutoff, log_highest));
    }
    return bound;
}
