/* An integral as JSON. */
#include "tessera/integrate.h"

#include "core/environment.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/* JSON knows no infinities: what is not finite is null. */
static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

static json_t *numbers(const double *values, size_t length)
{
    json_t *list = json_array();
    for (size_t i = 0; i < length; ++i)
        json_array_append_new(list, number(values[i]));
    return list;
}

static json_t *component(const ts_component *value)
{
    return json_pack("{s:o, s:o, s:o}", "value", number(value->value), "error", number(value->error),
                     "chi2_per_dof", number(value->chi2_per_dof));
}

static json_t *components(const ts_integral *integral)
{
    json_t *list = json_array();
    for (size_t i = 0; i < integral->component_count; ++i)
        json_array_append_new(list, component(&integral->components[i]));
    return list;
}

static json_t *iterations(const ts_integral *integral)
{
    json_t *list = json_array();
    for (size_t i = 0; i < integral->iteration_count; ++i) {
        const ts_iteration *row = &integral->iterations[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:b}", "value", number(row->value), "error",
                                              number(row->error), "evaluations", count(row->events),
                                              "counted", row->counted));
    }
    return list;
}

char *ts_integral_json(const ts_integral *integral)
{
    OWN_ENVIRONMENT;
    if (!integral)
        return NULL;
    json_t *root = json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:s, s:s, s:s, s:o, s:i, s:o}", "integral",
                             component(&integral->components[0]), "components", components(integral),
                             "chi2_per_dof", number(integral->components[0].chi2_per_dof), "converged",
                             integral->converged, "evaluations", count(integral->evaluations), "not_finite",
                             count(integral->not_finite), "infinite", count(integral->infinite), "method",
                             integral->method, "precision", integral->precision, "device", integral->device,
                             "seed", count(integral->seed), "dimensions", integral->dimensions, "iterations",
                             iterations(integral));
    json_object_set_new(root, "time",
                        json_pack("{s:o, s:o, s:o, s:o}", "total", number(integral->seconds_total), "device",
                                  number(integral->seconds_device), "compile",
                                  number(integral->seconds_compile), "integrate",
                                  number(integral->seconds_integrate)));
    if (integral->ranks > 1)
        json_object_set_new(json_object_get(root, "time"), "ranks", json_integer(integral->ranks));
    if (integral->evaluations_before)
        json_object_set_new(root, "evaluations_before", count(integral->evaluations_before));
    if (integral->reason[0])
        json_object_set_new(root, "reason", json_string(integral->reason));
    if (integral->objection[0])
        json_object_set_new(root, "objection", json_string(integral->objection));
    if (integral->interrupted)
        json_object_set_new(root, "interrupted", json_true());
    if (integral->not_finite) {
        json_object_set_new(root, "not_finite_point",
                            numbers(integral->not_finite_point, (size_t)integral->dimensions));
        json_object_set_new(root, "not_finite_value",
                            numbers(integral->not_finite_value, integral->component_count));
    }
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(root);
    return text;
}
