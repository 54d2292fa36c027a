/* Integrands compiled ahead of time, each in a file of its own, which says what it holds. */
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "cubature/cubature.h"
#include "cubature/sweeps.h"
#include "device/text.h"
#include "integrand/integrand.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* JSON knows no infinities: an infinite limit is null. */
static json_t *limits(const double *ends, int dimensions)
{
    json_t *list = json_array();
    for (int axis = 0; axis < dimensions; ++axis)
        json_array_append_new(list, isfinite(ends[axis]) ? json_real(ends[axis]) : json_null());
    return list;
}

/* JSON's strings are UTF-8. A text that is not, for a byte of another encoding in a comment, becomes a list
 * of its bytes. So it comes back as it was. */
static json_t *text_to_json(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    json_t *bytes = json_array();
    for (; *text; ++text)
        json_array_append_new(bytes, json_integer((unsigned char)*text));
    return bytes;
}

/* The text, to be freed; NULL where it is none, or memory lacks. */
static char *text_from_json(const json_t *value)
{
    if (json_is_string(value))
        return strdup(json_string_value(value));
    const size_t length = json_array_size(value);
    char *text = length ? calloc(length + 1, 1) : NULL;
    for (size_t i = 0; i < length && text; ++i)
        text[i] = (char)json_integer_value(json_array_get(value, i));
    return text;
}

static json_t *describe(const ts_integrand *integrand, const char *precision, int bins)
{
    json_t *texts = json_array(), *parameters = json_array();
    for (size_t i = 0; i < integrand->text_count; ++i)
        json_array_append_new(texts, text_to_json(integrand->texts[i]));
    for (size_t i = 0; i < integrand->parameter_count; ++i)
        json_array_append_new(parameters, json_pack("{s:s, s:f}", "name", integrand->parameters[i].name,
                                                    "value", integrand->parameters[i].value));
    return json_pack("{s:i, s:i, s:b, s:o, s:o, s:o, s:o, s:s, s:i}", "dimensions", integrand->dimensions,
                     "components", (int)integrand->components, "expressions",
                     integrand->kind == INTEGRAND_EXPRESSIONS, "texts", texts, "lower",
                     limits(integrand->lower, integrand->dimensions), "upper",
                     limits(integrand->upper, integrand->dimensions), "parameters", parameters, "precision",
                     precision, "bins", bins);
}

static ts_status check(ts_context *context, const ts_integrand *integrand, const char *precision, int bins)
{
    if (integrand_calls(integrand))
        return ts_fail(context, TS_ERROR_INPUT, "A C function is compiled already, by its own compiler.");
    if (strcmp(precision, "single") != 0 && strcmp(precision, "double") != 0)
        return ts_fail(context, TS_ERROR_INPUT, "A precision is single or double, not '%.40s'.", precision);
    if (bins < 0 || bins == 1 || bins > 4096)
        return ts_fail(context, TS_ERROR_INPUT, "The grid has 2 to 4096 bins, not %d.", bins);
    return TS_OK;
}

/* The whole text that the CPU compiles. */
static void write_whole(const struct cubature *cubature, int bins, struct source *whole)
{
    struct source text = {0};
    cubature_text(cubature, bins, 1, &text);
    const struct program_text program = {.text = text.text,
                                         .double_precision = cubature->double_precision,
                                         .kind = PROGRAM_CUBATURE};
    if (text.failed)
        whole->failed = 1;
    else
        source_for_cpu(&program, whole);
    source_free(&text);
}

ts_status ts_integrand_compile(ts_context *context, const ts_integrand *integrand, const char *precision,
                               int bins, const char *level, const char *path)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && integrand && path);
    struct integrand_program program;
    struct source whole = {0};
    const char *given = precision ? precision : "double";
    const int double_precision = !strcmp(given, "double");
    const int all_bins = cubature_bins(bins, integrand->dimensions);
    ts_status status = check(context, integrand, given, bins);
    if (!status)
        status = integrand_build(context, integrand, double_precision, &program);
    if (status)
        return status;
    const struct cubature cubature = {.text = program.text.text,
                                      .double_precision = double_precision,
                                      .dimensions = integrand->dimensions,
                                      .parameters = program.parameters};
    write_whole(&cubature, all_bins, &whole);
    json_t *description = describe(integrand, given, all_bins);
    char *described = description ? json_dumps(description, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    status = whole.failed || !described
                 ? ts_fail_memory(context, "a program")
                 : program_compile_file(context, whole.text, level ? level : cpu_level(), described, path);
    free(described);
    json_decref(description);
    source_free(&whole);
    integrand_program_free(&program);
    return status;
}

/* What a file says of itself. The lists belong to `root`. */
struct description {
    json_t *root, *texts, *lower, *upper, *parameters;
    int dimensions, components, expressions, bins;
    const char *precision;
};

static ts_status create(ts_context *context, const struct description *what, ts_integrand **integrand)
{
    char *list[COMPONENTS_MOST] = {NULL};
    const size_t count = json_array_size(what->texts);
    for (size_t i = 0; i < count && i < COMPONENTS_MOST; ++i)
        list[i] = text_from_json(json_array_get(what->texts, i));
    ts_status status = TS_OK;
    if (what->components < 1 || count != (what->expressions ? (size_t)what->components : 1) ||
        count > COMPONENTS_MOST || !list[count - 1])
        status = ts_fail(context, TS_ERROR_INPUT, "The description of a program lacks its texts.");
    else
        status = integrand_create(context, what->expressions ? INTEGRAND_EXPRESSIONS : INTEGRAND_SOURCE,
                                  what->dimensions, (size_t)what->components, (const char *const *)list,
                                  count, integrand);
    for (size_t i = 0; i < COMPONENTS_MOST; ++i)
        free(list[i]);
    return status;
}

static ts_status set_numbers(ts_integrand *integrand, const struct description *what)
{
    ts_status status = TS_OK;
    for (int axis = 0; axis < integrand->dimensions && !status; ++axis) {
        const json_t *from = json_array_get(what->lower, (size_t)axis);
        const json_t *to = json_array_get(what->upper, (size_t)axis);
        status = ts_integrand_set_limits(integrand, axis,
                                         json_is_number(from) ? json_number_value(from) : -INFINITY,
                                         json_is_number(to) ? json_number_value(to) : INFINITY);
    }
    for (size_t i = 0; i < json_array_size(what->parameters) && !status; ++i) {
        const json_t *parameter = json_array_get(what->parameters, i);
        const char *name = json_string_value(json_object_get(parameter, "name"));
        status = ts_integrand_set_parameter(integrand, name ? name : "",
                                            json_number_value(json_object_get(parameter, "value")));
    }
    return status;
}

ts_status ts_integrand_create_program(ts_context *context, const char *path, ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && path);
    struct description what = {0};
    char *text;
    ts_status status = program_describe_file(context, path, &text);
    if (status)
        return status;
    what.root = json_loads(text, 0, NULL);
    if (json_unpack(what.root, "{s:i, s:i, s:b, s:o, s:o, s:o, s:o, s:s, s:i}", "dimensions",
                    &what.dimensions, "components", &what.components, "expressions", &what.expressions,
                    "texts", &what.texts, "lower", &what.lower, "upper", &what.upper, "parameters",
                    &what.parameters, "precision", &what.precision, "bins", &what.bins))
        status = ts_fail(context, TS_ERROR_INPUT, "%s holds no description of an integrand.", path);
    if (!status)
        status = create(context, &what, integrand);
    if (!status && *integrand)
        status = set_numbers(*integrand, &what);
    if (!status && *integrand) {
        (*integrand)->program_file = strdup(path);
        (*integrand)->program_bins = what.bins;
        snprintf((*integrand)->program_precision, sizeof(*integrand)->program_precision, "%s",
                 what.precision);
        if (!(*integrand)->program_file)
            status = ts_fail_memory(context, "an integrand");
    }
    json_decref(what.root);
    free(text);
    if (status)
        ts_integrand_destroy(integrand);
    return status;
}
