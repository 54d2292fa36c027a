/* From an integrand to its program: constants, declarations of what it names, and its formulae. */
#include "core/context.h"
#include "integrand/expression.h"
#include "integrand/integrand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum axis_kind { FINITE, UPWARDS, DOWNWARDS, ALL }; /* kernels/cubature/domain.h */

static enum axis_kind kind_of(double lower, double upper)
{
    if (isfinite(lower))
        return isfinite(upper) ? FINITE : UPWARDS;
    return isfinite(upper) ? DOWNWARDS : ALL;
}

/* What every program begins with. */
static void declare(const ts_integrand *integrand, struct source *text)
{
    source_append(text, "#define DIMENSIONS %d\n#define COMPONENTS %zu\n#define AXIS_KINDS {",
                  integrand->dimensions, integrand->components);
    for (int axis = 0; axis < integrand->dimensions; ++axis)
        source_append(text, "%s%d", axis ? ", " : "",
                      kind_of(integrand->lower[axis], integrand->upper[axis]));
    source_append(text, "}\n#include \"cubature/integrand.h\"\ntypedef struct parameters {\n    AXES\n");
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        source_append(text, "    scalar user_%s;\n", integrand->parameters[i].name);
    source_append(text, "} parameters;\n");
}

/* Arrays, then tables, one after the other in `data`. */
static void declare_data(const ts_integrand *integrand, struct source *text)
{
    size_t offset = 0;
    for (size_t i = 0; i < integrand->array_count; offset += integrand->arrays[i++].length)
        source_append(text, "#define ARRAY_%s %zu\n", integrand->arrays[i].name, offset);
    if (integrand->table_count)
        source_append(text, "#include \"interpolate.h\"\n");
    for (size_t i = 0; i < integrand->table_count; offset += table_length(&integrand->tables[i++]))
        table_declare(&integrand->tables[i], offset, text);
}

/* The names that expressions may use. */
struct names {
    struct expression_names names;
    const char **parameters;
    struct expression_array *arrays;
    struct expression_table *tables;
};

static void names_free(struct names *names)
{
    free(names->parameters);
    free(names->arrays);
    free(names->tables);
}

static ts_status collect_names(ts_context *context, const ts_integrand *integrand, struct names *names)
{
    names->parameters = calloc(integrand->parameter_count + 1, sizeof *names->parameters);
    names->arrays = calloc(integrand->array_count + 1, sizeof *names->arrays);
    names->tables = calloc(integrand->table_count + 1, sizeof *names->tables);
    if (!names->parameters || !names->arrays || !names->tables) {
        names_free(names);
        return ts_fail_memory(context, "the names of an expression");
    }
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        names->parameters[i] = integrand->parameters[i].name;
    for (size_t i = 0; i < integrand->array_count; ++i)
        names->arrays[i] = (struct expression_array){integrand->arrays[i].name, integrand->arrays[i].length};
    for (size_t i = 0; i < integrand->table_count; ++i)
        names->tables[i] = (struct expression_table){integrand->tables[i].name,
                                                     integrand->tables[i].dimensions};
    names->names = (struct expression_names){.dimensions = integrand->dimensions,
                                             .parameters = names->parameters,
                                             .parameter_count = integrand->parameter_count,
                                             .arrays = names->arrays,
                                             .array_count = integrand->array_count,
                                             .tables = names->tables,
                                             .table_count = integrand->table_count};
    return TS_OK;
}

static ts_status write_expressions(ts_context *context, const ts_integrand *integrand, struct source *text)
{
    struct names names;
    ts_status status = collect_names(context, integrand, &names);
    if (status)
        return status;
    source_append(text, "#include \"expression_functions.h\"\n"
                        "INTEGRAND(x, f)\n{\n    (void)x;\n    (void)inputs;\n    (void)data;\n");
    for (size_t i = 0; i < integrand->components && !status; ++i)
        status = expression_translate(context, integrand->texts[i], &names.names, (int)i, text);
    source_append(text, "}\n");
    names_free(&names);
    return status;
}

/* A callback sees the lanes of a CPU alone. */
static void write_callback(enum integrand_kind function, struct source *text)
{
    const char *kind = function == INTEGRAND_GSL ? "gsl" : "cuba";
    if (function == INTEGRAND_BATCH)
        source_append(text, "#define CUBATURE_BATCH 1\n#include \"cubature/batch_cpu.h\"\n"
                            "INTEGRAND(x, f)\n{\n    (void)x, (void)inputs;\n    batch_read(f, data);\n}\n");
    else
        source_append(text,
                      "#include \"cubature/callback_cpu.h\"\n"
                      "INTEGRAND(x, f)\n{\n    (void)inputs;\n    callback_run_%s(x, f, data);\n}\n",
                      kind);
}

static ts_status write_text(ts_context *context, const ts_integrand *integrand, int double_precision,
                            struct source *text)
{
    const int calls = integrand_calls(integrand);
    if (calls && !double_precision)
        return ts_fail(context, TS_ERROR_INPUT, "A C function is called in double precision, not in single.");
    declare(integrand, text);
    declare_data(integrand, text);
    if (integrand->kind == INTEGRAND_EXPRESSIONS)
        return write_expressions(context, integrand, text);
    if (calls)
        write_callback(integrand->kind, text);
    else
        source_append(text, "%s\n", integrand->texts[0]);
    return TS_OK;
}

/* The numbers of struct parameters. */
static void fill_parameters(const ts_integrand *integrand, double *next)
{
    const int axes = integrand->dimensions;
    for (int axis = 0; axis < axes; ++axis) {
        const double lower = integrand->lower[axis], upper = integrand->upper[axis];
        const enum axis_kind kind = kind_of(lower, upper);
        next[axis] = kind == DOWNWARDS ? upper : kind == ALL ? 0 : lower;
        next[axes + axis] = kind == FINITE ? upper - lower : 1;
    }
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        next[2 * axes + (int)i] = integrand->parameters[i].value;
}

/* The bits of two addresses as kernels/cubature/callback_cpu.h finds them. A function of many points is
 * called by the host (src/device/cpu/cubature.c), which gives its program other data. */
static void fill_callback(const ts_integrand *integrand, double *data)
{
    if (integrand->kind == INTEGRAND_BATCH)
        return;
    if (integrand->kind == INTEGRAND_GSL)
        memcpy(&data[0], &integrand->gsl, sizeof integrand->gsl);
    else
        memcpy(&data[0], &integrand->cuba, sizeof integrand->cuba);
    memcpy(&data[1], &integrand->callback_data, sizeof integrand->callback_data);
}

static void fill_data(const ts_integrand *integrand, double *next)
{
    if (integrand_calls(integrand))
        fill_callback(integrand, next);
    for (size_t i = 0; i < integrand->array_count; next += integrand->arrays[i++].length)
        memcpy(next, integrand->arrays[i].values, integrand->arrays[i].length * sizeof *next);
    for (size_t i = 0; i < integrand->table_count; next += table_length(&integrand->tables[i++]))
        table_store(&integrand->tables[i], next);
}

static size_t data_length(const ts_integrand *integrand)
{
    size_t length = integrand_calls(integrand) ? 2 : 0;
    for (size_t i = 0; i < integrand->array_count; ++i)
        length += integrand->arrays[i].length;
    for (size_t i = 0; i < integrand->table_count; ++i)
        length += table_length(&integrand->tables[i]);
    return length;
}

ts_status integrand_build(ts_context *context, const ts_integrand *integrand, int double_precision,
                          struct integrand_program *program)
{
    *program = (struct integrand_program){.parameter_count = 2 * (size_t)integrand->dimensions +
                                                             integrand->parameter_count,
                                          .data_length = data_length(integrand)};
    ts_status status = write_text(context, integrand, double_precision, &program->text);
    program->parameters = calloc(program->parameter_count, sizeof *program->parameters);
    program->data = calloc(program->data_length + 1, sizeof *program->data);
    if (!status && (!program->parameters || !program->data || program->text.failed))
        status = ts_fail_memory(context, "an integrand");
    if (status) {
        integrand_program_free(program);
        return status;
    }
    fill_parameters(integrand, program->parameters);
    fill_data(integrand, program->data);
    return TS_OK;
}

void integrand_program_free(struct integrand_program *program)
{
    source_free(&program->text);
    free(program->parameters);
    free(program->data);
    *program = (struct integrand_program){0};
}
