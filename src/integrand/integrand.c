#include "integrand/integrand.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "integrand/expression.h"
#include "integrand/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ts_status integrand_create(ts_context *context, enum integrand_kind kind, int dimensions, size_t components,
                           const char *const *texts, size_t text_count, ts_integrand **made)
{
    *made = NULL;
    if (dimensions < 1 || dimensions > DIMENSIONS_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "An integrand has 1 to %d dimensions, not %d.",
                       DIMENSIONS_MOST, dimensions);
    if (components < 1 || components > COMPONENTS_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "An integrand has 1 to %d components, not %zu.",
                       COMPONENTS_MOST, components);
    ts_integrand *integrand = calloc(1, sizeof *integrand);
    if (!integrand)
        return ts_fail_memory(context, "an integrand");
    *integrand = (ts_integrand){.context = context,
                                .kind = kind,
                                .dimensions = dimensions,
                                .components = components,
                                .texts = calloc(text_count + 1, sizeof(char *)),
                                .lower = calloc((size_t)dimensions, sizeof(double)),
                                .upper = calloc((size_t)dimensions, sizeof(double))};
    int complete = integrand->texts && integrand->lower && integrand->upper;
    for (size_t i = 0; i < text_count && complete; ++i) {
        integrand->texts[i] = strdup(texts[i]);
        complete = integrand->texts[i] != NULL;
        integrand->text_count = i + 1;
    }
    for (int axis = 0; axis < dimensions && complete; ++axis)
        integrand->upper[axis] = 1;
    *made = integrand;
    if (complete)
        return TS_OK;
    ts_integrand_destroy(made);
    return ts_fail_memory(context, "an integrand");
}

ts_status ts_integrand_create(ts_context *context, int dimensions, const char *const *expressions,
                              size_t components, ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && expressions);
    for (size_t i = 0; i < components && components <= COMPONENTS_MOST; ++i) /* more are refused unread */
        NEEDS(context, expressions[i]);
    return integrand_create(context, INTEGRAND_EXPRESSIONS, dimensions, components, expressions, components,
                            integrand);
}

ts_status ts_integrand_create_source(ts_context *context, int dimensions, size_t components, const char *text,
                                     ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && text);
    return integrand_create(context, INTEGRAND_SOURCE, dimensions, components, &text, 1, integrand);
}

ts_status ts_integrand_create_file(ts_context *context, int dimensions, size_t components, const char *path,
                                   ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && path);
    enum { LONGEST = 1 << 20 };
    char *text;
    size_t bytes;
    ts_status status = file_read(context, path, LONGEST, &text, &bytes);
    if (status)
        return status;
    if (strlen(text) != bytes || !strstr(text, "INTEGRAND"))
        status = ts_fail(context, TS_ERROR_INPUT, "%s defines no INTEGRAND(x, f): see docs/integrate.md.",
                         path);
    else
        status = ts_integrand_create_source(context, dimensions, components, text, integrand);
    free(text);
    return status;
}

ts_status ts_integrand_create_gsl(ts_context *context, int dimensions, ts_function_gsl *function,
                                  void *parameters, ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && function);
    ts_status status = integrand_create(context, INTEGRAND_GSL, dimensions, 1, NULL, 0, integrand);
    if (*integrand) {
        (*integrand)->gsl = function;
        (*integrand)->callback_data = parameters;
    }
    return status;
}

ts_status ts_integrand_create_cuba(ts_context *context, int dimensions, size_t components,
                                   ts_function_cuba *function, void *data, ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && function);
    ts_status status = integrand_create(context, INTEGRAND_CUBA, dimensions, components, NULL, 0, integrand);
    if (*integrand) {
        (*integrand)->cuba = function;
        (*integrand)->callback_data = data;
    }
    return status;
}

ts_status ts_integrand_create_batch(ts_context *context, int dimensions, size_t components,
                                    ts_function_batch *function, void *data, ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && function);
    ts_status status = integrand_create(context, INTEGRAND_BATCH, dimensions, components, NULL, 0, integrand);
    if (*integrand) {
        (*integrand)->batch = function;
        (*integrand)->callback_data = data;
    }
    return status;
}

void ts_integrand_set_batch_memory(ts_integrand *integrand, ts_batch_memory *memory)
{
    if (integrand)
        integrand->batch_memory = memory;
}

ts_status ts_integrand_set_limits(ts_integrand *integrand, int axis, double lower, double upper)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    if (axis < 0 || axis >= integrand->dimensions)
        return ts_fail(integrand->context, TS_ERROR_INPUT, "There is no axis %d: they count from 0 to %d.",
                       axis, integrand->dimensions - 1);
    if (!(lower < upper) || (lower > 0 && isinf(lower)) || (upper < 0 && isinf(upper)))
        return ts_fail(integrand->context, TS_ERROR_INPUT,
                       "x%d cannot go from %g to %g: the first must be less.", axis + 1, lower, upper);
    if (isfinite(lower) && isfinite(upper) && !isfinite(upper - lower))
        return ts_fail(integrand->context, TS_ERROR_INPUT, "x%d goes from %g to %g, which is too long.",
                       axis + 1, lower, upper);
    integrand->lower[axis] = lower;
    integrand->upper[axis] = upper;
    integrand->true_value = NULL;
    return TS_OK;
}

/* Whether a name is free, or its own again: parameters, arrays and tables share one space. */
static ts_status check_name(const ts_integrand *integrand, const char *what, const char *name)
{
    const char *other = NULL;
    ts_status status = name_check(integrand->context, what, name);
    if (status)
        return status;
    if (expression_name_meaning(name))
        return ts_fail(integrand->context, TS_ERROR_INPUT, "\"%s\" cannot name %s: it is %s.", name, what,
                       expression_name_meaning(name));
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        if (!strcmp(integrand->parameters[i].name, name))
            other = "a parameter";
    for (size_t i = 0; i < integrand->array_count; ++i)
        if (!strcmp(integrand->arrays[i].name, name))
            other = "an array";
    for (size_t i = 0; i < integrand->table_count; ++i)
        if (!strcmp(integrand->tables[i].name, name))
            other = "a table";
    return other ? ts_fail(integrand->context, TS_ERROR_INPUT, "\"%s\" cannot name %s: it is %s already.",
                           name, what, other)
                 : TS_OK;
}

/* One more element at the end of a list; NULL where memory lacks. */
static void *grow(void *list, size_t count, size_t size) { return realloc(list, (count + 1) * size); }

ts_status ts_integrand_set_parameter(ts_integrand *integrand, const char *name, double value)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    NEEDS(integrand->context, name);
    if (!isfinite(value))
        return ts_fail(integrand->context, TS_ERROR_INPUT, "The parameter %s must be a finite number.", name);
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        if (!strcmp(integrand->parameters[i].name, name)) {
            integrand->parameters[i].value = value;
            return TS_OK;
        }
    ts_status status = check_name(integrand, "a parameter", name);
    if (status)
        return status;
    struct integrand_parameter *list = grow(integrand->parameters, integrand->parameter_count, sizeof *list);
    char *copy = strdup(name);
    if (list)
        integrand->parameters = list;
    if (!list || !copy) {
        free(copy);
        return ts_fail_memory(integrand->context, "a parameter");
    }
    list[integrand->parameter_count++] = (struct integrand_parameter){copy, value};
    return TS_OK;
}

static ts_status add_array(ts_integrand *integrand, struct array *array)
{
    struct array *list = grow(integrand->arrays, integrand->array_count, sizeof *list);
    if (!list) {
        array_free(array);
        return ts_fail_memory(integrand->context, "an array");
    }
    integrand->arrays = list;
    list[integrand->array_count++] = *array;
    return TS_OK;
}

static ts_status add_table(ts_integrand *integrand, struct table *table)
{
    struct table *list = grow(integrand->tables, integrand->table_count, sizeof *list);
    if (!list) {
        table_free(table);
        return ts_fail_memory(integrand->context, "a table");
    }
    integrand->tables = list;
    list[integrand->table_count++] = *table;
    return TS_OK;
}

ts_status ts_integrand_set_array(ts_integrand *integrand, const char *name, const double *values,
                                 size_t length)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    NEEDS(integrand->context, name && (values || !length));
    struct array array;
    ts_status status = check_name(integrand, "an array", name);
    if (!status)
        status = array_create(integrand->context, name, length, values, &array);
    return status ? status : add_array(integrand, &array);
}

ts_status ts_integrand_read_array(ts_integrand *integrand, const char *name, const char *path)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    NEEDS(integrand->context, name && path);
    struct array array;
    ts_status status = check_name(integrand, "an array", name);
    if (!status)
        status = array_read(integrand->context, name, path, &array);
    return status ? status : add_array(integrand, &array);
}

ts_status ts_integrand_set_table(ts_integrand *integrand, const char *name, int dimensions,
                                 const size_t *sizes, const double *const *axes, const double *values,
                                 int cubic)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    NEEDS(integrand->context, name && sizes && axes && values);
    for (int axis = 0; axis < dimensions && axis < TABLE_DIMENSIONS; ++axis)
        NEEDS(integrand->context, axes[axis]);
    struct table table;
    ts_status status = check_name(integrand, "a table", name);
    if (!status)
        status = table_create(integrand->context, name, dimensions, sizes, axes, values, cubic, &table);
    return status ? status : add_table(integrand, &table);
}

ts_status ts_integrand_read_table(ts_integrand *integrand, const char *name, const char *path, int cubic)
{
    OWN_ENVIRONMENT;
    NEEDS(NULL, integrand);
    NEEDS(integrand->context, name && path);
    struct table table;
    ts_status status = check_name(integrand, "a table", name);
    if (!status)
        status = table_read(integrand->context, name, path, cubic, &table);
    return status ? status : add_table(integrand, &table);
}

int ts_integrand_dimensions(const ts_integrand *integrand) { return integrand ? integrand->dimensions : 0; }

double ts_integrand_true_value(const ts_integrand *integrand)
{
    OWN_ENVIRONMENT;
    return integrand && integrand->true_value ? integrand->true_value(integrand->dimensions) : NAN;
}

void ts_integrand_destroy(ts_integrand **integrand)
{
    if (!integrand)
        return;
    ts_integrand *gone = *integrand;
    *integrand = NULL;
    if (!gone)
        return;
    for (size_t i = 0; i < gone->text_count; ++i)
        free(gone->texts[i]);
    for (size_t i = 0; i < gone->parameter_count; ++i)
        free(gone->parameters[i].name);
    for (size_t i = 0; i < gone->array_count; ++i)
        array_free(&gone->arrays[i]);
    for (size_t i = 0; i < gone->table_count; ++i)
        table_free(&gone->tables[i]);
    free(gone->texts);
    free(gone->program_file);
    free(gone->lower);
    free(gone->upper);
    free(gone->parameters);
    free(gone->arrays);
    free(gone->tables);
    free(gone);
}
