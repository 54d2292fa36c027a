#include "pdf/axis.h"

#include <math.h>

/* The places of kernels/axis.h, whose dialect is no host code. */
enum { LOW, HIGH, BINS_PER_UNIT, LAST_BIN, STEPS, BINS, CELLS };

enum { MOST_BINS = 8192 };

static const double above_all = 1e30;

/* Even bins, if possible so narrow that each holds one knot at most. */
static size_t bin_count(const double *knots, size_t knot_count)
{
    double narrowest = INFINITY;
    for (size_t i = 1; i < knot_count; ++i)
        narrowest = fmin(narrowest, knots[i] - knots[i - 1]);
    double bins = ceil(1.05 * (knots[knot_count - 1] - knots[0]) / narrowest);
    return bins < MOST_BINS ? (size_t)bins : MOST_BINS;
}

size_t axis_length(const double *knots, size_t knot_count)
{
    return bin_count(knots, knot_count) + 2 * knot_count - 1;
}

void axis_write(const double *knots, size_t knot_count, double *table, size_t header, size_t offset)
{
    size_t bins = bin_count(knots, knot_count), cells = knot_count - 1, steps = 0;
    double low = knots[0], high = knots[cells], width = (high - low) / (double)bins;
    for (size_t bin = 0; bin < bins; ++bin) {
        /* Rounding in single precision may put a value into the neighbour's bin. */
        double from = low + ((double)bin - 0.01) * width, to = low + ((double)bin + 1.01) * width;
        size_t first = 0, last;
        while (first + 1 < cells && knots[first + 1] <= from)
            ++first;
        for (last = first; last + 1 < cells && knots[last + 1] <= to;)
            ++last;
        table[offset + bin] = (double)first;
        steps = last - first > steps ? last - first : steps;
    }
    double *cell = table + offset + bins;
    for (size_t i = 0; i < cells; ++i) {
        cell[2 * i] = knots[i];
        cell[2 * i + 1] = 1 / (knots[i + 1] - knots[i]);
    }
    cell[2 * cells] = above_all;
    double *numbers = table + header;
    numbers[LOW] = low;
    numbers[HIGH] = high;
    numbers[BINS_PER_UNIT] = 1 / width;
    numbers[LAST_BIN] = (double)(bins - 1);
    numbers[STEPS] = (double)steps;
    numbers[BINS] = (double)offset;
    numbers[CELLS] = (double)(offset + bins);
}

void axis_write_even(double low, double high, size_t cells, double *table, size_t header)
{
    double *numbers = table + header;
    numbers[LOW] = low;
    numbers[HIGH] = high;
    numbers[BINS_PER_UNIT] = (double)cells / (high - low);
    numbers[LAST_BIN] = (double)(cells - 1);
}

int axis_cell(const double *table, size_t header, size_t i, double *low, double *width)
{
    const double *numbers = table + header, *cell = table + (size_t)numbers[CELLS] + 2 * i;
    const int even = numbers[STEPS] == 0;
    if (even ? i > (size_t)numbers[LAST_BIN] : cell[0] == above_all)
        return 0;
    *width = 1 / (even ? numbers[BINS_PER_UNIT] : cell[1]);
    *low = even ? numbers[LOW] + (double)i * *width : cell[0];
    return 1;
}
