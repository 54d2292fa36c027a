#include "integrand/table.h"

#include "core/context.h"
#include "core/number_reader.h"
#include "integrand/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Single precision counts cells exactly up to here. */
enum { MOST_NODES = 1 << 24 };

static size_t value_count(const struct table *table)
{
    size_t count = 1;
    for (int axis = 0; axis < table->dimensions; ++axis)
        count *= table->sizes[axis];
    return count;
}

static ts_status check_sizes(ts_context *context, const char *name, int dimensions, const size_t *sizes)
{
    if (dimensions < 1 || dimensions > TABLE_DIMENSIONS)
        return ts_fail(context, TS_ERROR_INPUT, "The table %s has %d dimensions; it may have 1 to %d.", name,
                       dimensions, TABLE_DIMENSIONS);
    size_t count = 1;
    for (int axis = 0; axis < dimensions; ++axis) {
        if (sizes[axis] < 2 || sizes[axis] > MOST_NODES)
            return ts_fail(context, TS_ERROR_INPUT,
                           "Axis %d of the table %s has %zu nodes; it may have 2 to %d.", axis + 1, name,
                           sizes[axis], MOST_NODES);
        if (sizes[axis] > NUMBERS_MOST / count)
            return ts_fail(context, TS_ERROR_INPUT,
                           "The table %s has more than %zu values, the most there may be.", name,
                           NUMBERS_MOST);
        count *= sizes[axis];
    }
    return TS_OK;
}

/* The nodes ascend, and by so much that a division by the spacing makes sense. */
static ts_status check_axis(ts_context *context, const char *name, int axis, const double *nodes,
                            size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(nodes[i]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "The nodes of axis %d of the table %s must be finite, but number %zu is %g.",
                           axis + 1, name, i + 1, nodes[i]);
        if (i > 0 && !(nodes[i] > nodes[i - 1]))
            return ts_fail(
                context, TS_ERROR_INPUT,
                "The nodes of axis %d of the table %s must ascend, but number %zu (%.15g) follows %.15g.",
                axis + 1, name, i + 1, nodes[i], nodes[i - 1]);
        if (i > 0 && !isfinite(1 / (nodes[i] - nodes[i - 1])))
            return ts_fail(
                context, TS_ERROR_INPUT,
                "Nodes %zu and %zu of axis %d of the table %s, %.17g and %.17g, are too near to each other.",
                i, i + 1, axis + 1, name, nodes[i - 1], nodes[i]);
    }
    if (!isfinite(nodes[count - 1] - nodes[0]))
        return ts_fail(context, TS_ERROR_INPUT,
                       "Axis %d of the table %s, from %g to %g, is too long for a double.", axis + 1, name,
                       nodes[0], nodes[count - 1]);
    return TS_OK;
}

static ts_status check_values(ts_context *context, const char *name, const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(values[i]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "The values of the table %s must be finite, but number %zu is %g.", name, i + 1,
                           values[i]);
    return TS_OK;
}

static int is_regular(const double *nodes, size_t count)
{
    const double spacing = (nodes[count - 1] - nodes[0]) / (double)(count - 1);
    for (size_t i = 0; i < count; ++i)
        if (!(fabs(nodes[i] - (nodes[0] + (double)i * spacing)) <= TABLE_EVEN * spacing))
            return 0;
    return 1;
}

static ts_status fill(ts_context *context, const char *name, const double *const *axes, const double *values,
                      struct table *table)
{
    table->name = strdup(name);
    table->values = numbers_copy(values, value_count(table));
    int complete = table->name && table->values;
    for (int axis = 0; axis < table->dimensions; ++axis) {
        table->axes[axis] = numbers_copy(axes[axis], table->sizes[axis]);
        complete &= table->axes[axis] != NULL;
        table->regular[axis] = is_regular(axes[axis], table->sizes[axis]);
    }
    return complete ? TS_OK : ts_fail_memory(context, name);
}

ts_status table_create(ts_context *context, const char *name, int dimensions, const size_t *sizes,
                       const double *const *axes, const double *values, int cubic, struct table *table)
{
    *table = (struct table){.cubic = cubic != 0};
    ts_status status = name_check(context, "a table", name);
    if (!status)
        status = check_sizes(context, name, dimensions, sizes);
    if (status)
        return status;
    table->dimensions = dimensions;
    memcpy(table->sizes, sizes, (size_t)dimensions * sizeof *sizes);
    for (int axis = 0; axis < dimensions && !status; ++axis)
        status = check_axis(context, name, axis, axes[axis], sizes[axis]);
    if (!status)
        status = check_values(context, name, values, value_count(table));
    if (!status)
        status = fill(context, name, axes, values, table);
    if (status)
        table_free(table);
    return status;
}

void table_free(struct table *table)
{
    free(table->name);
    for (int axis = 0; axis < TABLE_DIMENSIONS; ++axis)
        free(table->axes[axis]);
    free(table->values);
    *table = (struct table){0};
}
