/* A table as kernels/interpolate.h reads it: its axes, then its values. */
#include "integrand/table.h"

#include <string.h>

/* The places of kernels/interpolate.h, whose dialect is no host code. */
enum { EVEN_LOW, EVEN_CELLS_PER_UNIT, EVEN_NUMBERS };
enum { CELL_INVERSE, CELL_BELOW, CELL_ABOVE = CELL_BELOW + 2, CELL_NUMBERS = CELL_ABOVE + 2 };

static size_t axis_length(const struct table *table, int axis)
{
    if (table->regular[axis])
        return EVEN_NUMBERS;
    return table->sizes[axis] + (table->sizes[axis] - 1) * (table->cubic ? CELL_NUMBERS : 1);
}

/* With what a cubic table has beyond each end. */
static size_t stored_size(const struct table *table, int axis)
{
    return table->sizes[axis] + (table->cubic ? 2 : 0);
}

/* How many stored values lie between neighbours on the axis. */
static size_t stride_of(const struct table *table, int axis)
{
    size_t stride = 1;
    while (++axis < table->dimensions)
        stride *= stored_size(table, axis);
    return stride;
}

size_t table_length(const struct table *table)
{
    size_t length = stride_of(table, -1);
    for (int axis = 0; axis < table->dimensions; ++axis)
        length += axis_length(table, axis);
    return length;
}

/* The slope of a parabola through three nodes, times a cell's width, is a sum of the differences in the cell
 * and in its neighbour. `ratio` is the cell's width over the neighbour's. */
static double share_of_neighbour(double ratio) { return ratio * ratio / (1 + ratio); }
static double share_of_cell(double ratio) { return 1 / (1 + ratio); }

static double width(const double *nodes, size_t cell) { return nodes[cell + 1] - nodes[cell]; }

static void store_axis(const struct table *table, int axis, double *data)
{
    const double *nodes = table->axes[axis];
    const size_t cells = table->sizes[axis] - 1;
    if (table->regular[axis]) {
        data[EVEN_LOW] = nodes[0];
        data[EVEN_CELLS_PER_UNIT] = (double)cells / (nodes[cells] - nodes[0]);
        return;
    }
    memcpy(data, nodes, (cells + 1) * sizeof *data);
    double *cell = data + cells + 1;
    for (size_t i = 0; i < cells; ++i, cell += table->cubic ? CELL_NUMBERS : 1) {
        cell[CELL_INVERSE] = 1 / width(nodes, i);
        if (!table->cubic)
            continue;
        /* The cells beyond the ends are as wide as those at them. */
        const double before = i > 0 ? width(nodes, i) / width(nodes, i - 1) : 1;
        const double behind = i + 1 < cells ? width(nodes, i) / width(nodes, i + 1) : 1;
        cell[CELL_BELOW] = share_of_neighbour(before);
        cell[CELL_BELOW + 1] = share_of_cell(before);
        cell[CELL_ABOVE] = share_of_cell(behind);
        cell[CELL_ABOVE + 1] = share_of_neighbour(behind);
    }
}

/* The parabola through three values, as far beyond the first as the second is from it. `ratio` is the width
 * of the first cell over that of the second. */
static double beyond(double first, double second, double third, double ratio)
{
    const double difference = second - first;
    return first - difference + 2 * ratio / (1 + ratio) * (ratio * (third - second) - difference);
}

/* Sets the two ends of one line of stored values; with two nodes it is a straight one. */
static void extend_line(double *line, size_t stride, size_t nodes, double ratio_low, double ratio_high)
{
    double *low = line + stride, *high = line + nodes * stride;
    if (nodes == 2) {
        low[-(ptrdiff_t)stride] = 2 * low[0] - high[0];
        high[stride] = 2 * high[0] - low[0];
        return;
    }
    low[-(ptrdiff_t)stride] = beyond(low[0], low[stride], low[2 * stride], ratio_low);
    high[stride] = beyond(high[0], high[-(ptrdiff_t)stride], high[-2 * (ptrdiff_t)stride], ratio_high);
}

/* All lines along an axis. Those that run beyond the ends of an axis still to come are zero, and set with it.
 */
static void extend_axis(const struct table *table, int axis, double *values)
{
    const double *nodes = table->axes[axis];
    const size_t size = table->sizes[axis], stride = stride_of(table, axis);
    const size_t block = stride * stored_size(table, axis), all = stride_of(table, -1);
    double low = 1, high = 1;
    if (!table->regular[axis] && size > 2) {
        low = width(nodes, 0) / width(nodes, 1);
        high = width(nodes, size - 2) / width(nodes, size - 3);
    }
    for (size_t first = 0; first < all; first += block)
        for (size_t i = 0; i < stride; ++i)
            extend_line(values + first + i, stride, size, low, high);
}

/* Row by row of the last axis; the number of a row has the nodes of the others as its digits. */
static void store_values(const struct table *table, double *values)
{
    const int last = table->dimensions - 1;
    const size_t row = table->sizes[last], margin = table->cubic ? 1 : 0;
    size_t rows = 1;
    for (int axis = 0; axis < last; ++axis)
        rows *= table->sizes[axis];
    memset(values, 0, stride_of(table, -1) * sizeof *values);
    for (size_t i = 0; i < rows; ++i) {
        size_t at = margin, digits = i;
        for (int axis = last - 1; axis >= 0; --axis) {
            at += (digits % table->sizes[axis] + margin) * stride_of(table, axis);
            digits /= table->sizes[axis];
        }
        memcpy(values + at, table->values + i * row, row * sizeof *values);
    }
    for (int axis = 0; axis <= last && table->cubic; ++axis)
        extend_axis(table, axis, values);
}

void table_store(const struct table *table, double *data)
{
    for (int axis = 0; axis < table->dimensions; ++axis) {
        store_axis(table, axis, data);
        data += axis_length(table, axis);
    }
    store_values(table, data);
}

void table_declare(const struct table *table, size_t offset, struct source *source)
{
    const int dimensions = table->dimensions;
    source_append(source, "FN real table_%s(INPUTS", table->name);
    for (int axis = 0; axis < dimensions; ++axis)
        source_append(source, ", real %c", 'x' + axis);
    source_append(source, ")\n{\n    real w[%d][4];\n    index first = i_set(0);\n    (void)inputs;\n",
                  dimensions);
    for (int axis = 0; axis < dimensions; ++axis) {
        source_append(source,
                      "    first = first + interpolate_axis(data + %zu, %zu, %d, %d, %c, w[%d]) * %zu;\n",
                      offset, table->sizes[axis], table->regular[axis], table->cubic, 'x' + axis, axis,
                      stride_of(table, axis));
        offset += axis_length(table, axis);
    }
    source_append(source, "    return interpolate_%d(data + %zu, first, INTERPOLATE_WIDTH(%d)", dimensions,
                  offset, table->cubic);
    for (int axis = 0; axis + 1 < dimensions; ++axis)
        source_append(source, ", %zu", stride_of(table, axis));
    for (int axis = 0; axis < dimensions; ++axis)
        source_append(source, ", w[%d]", axis);
    source_append(source, ");\n}\n");
}
