/* The text of result.json. */
#include "tessera/run.h"

#include "core/card_write.h"
#include "core/environment.h"
#include "tessera/version.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* JSON knows no infinities: what is not finite is null. */
static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

/* A string; bytes that are not UTF-8 (of a folder's name, say) become '?'. */
static json_t *string(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    char clean[512];
    size_t used = 0;
    for (; *text && used + 1 < sizeof clean; text++)
        clean[used++] = (unsigned char)*text < 0x80 ? *text : '?';
    clean[used] = '\0';
    return json_string(clean);
}

static json_t *iterations(const ts_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->iteration_count; i++) {
        const ts_iteration *iteration = &result->iterations[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:b}", "value", number(iteration->value),
                                              "error", number(iteration->error), "events",
                                              count(iteration->events), "counted", iteration->counted));
    }
    return list;
}

static json_t *subprocesses(const ts_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->subprocess_count; i++) {
        const ts_subprocess_result *row = &result->subprocesses[i];
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:o, s:o, s:o}", "process", string(row->name), "value",
                                        number(row->value), "error", number(row->error), "generated",
                                        count(row->generated), "accepted", count(row->accepted)));
    }
    return list;
}

/* The processes of a sum of several. */
static json_t *multiplicities(const ts_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->multiplicity_count; i++) {
        const ts_multiplicity *row = &result->multiplicities[i];
        json_t *value = json_pack("{s:o, s:i, s:o, s:o, s:o, s:o, s:o}", "process", string(row->process),
                                  "jets", row->jets, "value", number(row->value), "error", number(row->error),
                                  "share", number(result->value != 0 ? row->value / result->value : NAN),
                                  "generated", count(row->generated), "accepted", count(row->accepted));
        json_object_set_new(value, "first_subprocess", count(row->first));
        json_object_set_new(value, "subprocesses", count(row->count));
        if (result->events.file)
            json_object_set_new(value, "written", count(row->written));
        if (row->kept > 0)
            json_object_set_new(value, "kept", number(row->kept));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *variations(const ts_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->variation_count; i++) {
        const ts_variation *row = &result->variations[i];
        json_t *value = json_pack("{s:o, s:o, s:o, s:o, s:i, s:o, s:o}", "name", string(row->name), "mur",
                                  number(row->mur), "muf", number(row->muf), "pdf", string(result->pdf),
                                  "pdf_member", row->member, "cross_section", number(row->value), "error",
                                  number(row->error));
        if (row->spread > 0)
            json_object_set_new(value, "spread", number(row->spread));
        json_array_append_new(list, value);
    }
    return list;
}

/* What variations make together of the cross section. */
static json_t *uncertainties(const ts_result *result)
{
    json_t *value = json_object();
    if (result->scales.known)
        json_object_set_new(value, "scales",
                            json_pack("{s:o, s:o}", "low", number(result->scales.low), "high",
                                      number(result->scales.high)));
    if (result->densities.known)
        json_object_set_new(value, "pdf",
                            json_pack("{s:o, s:o, s:o}", "low", number(result->densities.low), "high",
                                      number(result->densities.high), "type", string(result->error_type)));
    return value;
}

/* A coupling that changes from event to event has no one value. */
static json_t *couplings(const ts_result *result)
{
    json_t *list = json_object();
    for (size_t i = 0; i < result->coupling_count; ++i)
        json_object_set_new(list, result->couplings[i].name, number(result->couplings[i].re));
    return list;
}

static json_t *shower(const ts_result *result)
{
    const ts_shower *settings = &result->shower;
    json_t *value = json_pack("{s:o, s:i, s:b, s:o, s:i}", "alpha_s", number(settings->alpha_s), "order",
                              settings->order, "thresholds", settings->thresholds, "cutoff",
                              number(settings->cutoff), "max_partons", settings->max_partons);
    if (!settings->order)
        json_object_set_new(value, "coupling", json_string("pdf"));
    if (settings->renormalization_factor != 1)
        json_object_set_new(value, "renormalization_factor", number(settings->renormalization_factor));
    if (result->factorization_factor > 0 && result->factorization_factor != 1)
        json_object_set_new(value, "factorization_factor", number(result->factorization_factor));
    if (result->beam_cutoff > 0)
        json_object_set_new(value, "beam_cutoff", number(result->beam_cutoff));
    if (settings->variations)
        json_object_set_new(value, "variations", json_true());
    return value;
}

static json_t *events(const ts_result *result)
{
    json_t *value = json_pack("{s:o, s:o, s:o, s:o}", "generated", count(result->generated), "accepted",
                              count(result->accepted), "not_finite", count(result->not_finite), "counted",
                              count(result->counted));
    if (!strcmp(result->precision, "mixed"))
        json_object_set_new(value, "repeated", count(result->repeated));
    if (result->shower.enabled && result->histogram_count > 0) /* else nothing showered to be integrated */
        json_object_set_new(value, "limited", count(result->limited));
    if (result->exceeded)
        json_object_set_new(value, "exceeded", count(result->exceeded));
    if (result->exceeded)
        json_object_set_new(value, "exceeded_share", number(result->exceeded_share));
    if (result->capped)
        json_object_set_new(value, "capped", count(result->capped));
    if (result->vetoed)
        json_object_set_new(value, "vetoed", count(result->vetoed));
    if (result->unordered)
        json_object_set_new(value, "unordered", count(result->unordered));
    if (result->unclustered)
        json_object_set_new(value, "unclustered", count(result->unclustered));
    if (result->not_finite)
        json_object_set_new(value, "first_not_finite", count(result->first_not_finite));
    if (result->events.file) {
        json_object_set_new(value, "tried", count(result->events.tried));
        json_object_set_new(value, "written", count(result->events.written));
        json_object_set_new(value, "above_largest", count(result->events.above));
        json_object_set_new(value, "efficiency",
                            number((double)result->events.written / (double)result->events.tried));
        if (result->effective_events > 0)
            json_object_set_new(value, "effective", number(result->effective_events));
        if (result->event_parts)
            json_object_set_new(value, "split", json_true());
        if (result->efficiency_bootstrapped > 0)
            json_object_set_new(value, "efficiency_bootstrapped", number(result->efficiency_bootstrapped));
        if (result->both_signs || result->written_negative)
            json_object_set_new(value, "negative", count(result->written_negative));
        if (result->negative_share > 0)
            json_object_set_new(value, "negative_share", number(result->negative_share));
        if (result->events.limited)
            json_object_set_new(value, "written_limited", count(result->events.limited));
    }
    return value;
}

static json_t *histograms(const ts_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->histogram_count; i++)
        json_array_append_new(list, string(result->histograms[i].path));
    return list;
}

/* The two stages of a cross section with all colours. Interrupted before the second, it has no ratio. */
static json_t *full_colour(const ts_full_colour *colour)
{
    const int known = colour->survivors > colour->not_finite;
    return json_pack("{s:i, s:{s:o, s:o, s:s}, s:{s:o, s:o, s:o, s:o}, s:o, s:o, s:o, s:o}", "stages",
                     colour->stages, "leading", "value", number(colour->value), "error",
                     number(colour->error), "unit", "pb", "ratio", "value",
                     number(known ? colour->ratio : NAN), "error", number(known ? colour->ratio_error : NAN),
                     "spread", number(known ? colour->ratio_spread : NAN), "largest",
                     number(known ? colour->ratio_largest : NAN), "survivors", count(colour->survivors),
                     "tried", count(colour->tried), "not_finite", count(colour->not_finite), "kept_share",
                     number(known ? colour->ratio / colour->ratio_largest : NAN));
}

/* The model, and numbers by which its table, its parameter card and its values are known. */
static json_t *model(const ts_result *result)
{
    json_t *object = json_pack("{s:o, s:s}", "name", string(result->model), "values_hash",
                               result->model_values);
    if (*result->model_table)
        json_object_set_new(object, "table_hash", json_string(result->model_table));
    if (*result->model_card)
        json_object_set_new(object, "card_hash", json_string(result->model_card));
    return object;
}

/* What took how long. */
static json_t *seconds(const ts_result *result)
{
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o}", "total", number(result->seconds_total), "device",
                               number(result->seconds_device), "compile", number(result->seconds_compile),
                               "integrate", number(result->seconds_integrate), "write",
                               number(result->seconds_write));
    if (result->full_colour.stages)
        json_object_set_new(object, "full_colour", number(result->full_colour.seconds));
    if (result->ranks > 1)
        json_object_set_new(object, "ranks", json_integer(result->ranks));
    return object;
}

/* A copy that ends with a newline, as a text file does; NULL: without memory. */
static char *line_of(const char *text)
{
    const size_t length = strlen(text);
    char *line = malloc(length + 2);
    if (line) {
        memcpy(line, text, length);
        line[length] = '\n';
        line[length + 1] = '\0';
    }
    return line;
}

char *ts_result_json(const ts_result *result)
{
    OWN_ENVIRONMENT;
    if (!result)
        return NULL;
    const double ns = result->generated ? 1e9 * result->seconds_integrate / (double)result->generated : NAN;
    json_t *root = json_object();
    json_object_set_new(root, "version", json_string(TESSERA_VERSION));
    json_object_set_new(root, "process", string(result->process));
    json_object_set_new(root, "device", string(result->device));
    json_object_set_new(root, "precision", string(result->precision));
    json_object_set_new(root, "seed", count(result->seed));
    if (*result->learned_grids)
        json_object_set_new(root, "grids", json_string(result->learned_grids));
    json_object_set_new(root, "cross_section",
                        json_pack("{s:o, s:o, s:s}", "value", number(result->value), "error",
                                  number(result->error), "unit", "pb"));
    if (result->full_colour.stages)
        json_object_set_new(root, "full_colour", full_colour(&result->full_colour));
    if (result->multiplicity_count)
        json_object_set_new(root, "multiplicities", multiplicities(result));
    if (result->subprocess_count)
        json_object_set_new(root, "subprocesses", subprocesses(result));
    if (result->variation_count) {
        json_object_set_new(root, "uncertainties", uncertainties(result));
        json_object_set_new(root, "variations", variations(result));
    }
    json_object_set_new(root, "chi2_per_dof", number(result->chi2_per_dof));
    json_object_set_new(root, "largest_weight_share", number(result->largest_share));
    json_object_set_new(root, "converged", json_boolean(result->converged));
    if (result->objection[0])
        json_object_set_new(root, "objection", string(result->objection));
    json_object_set_new(root, "interrupted", json_boolean(result->interrupted));
    if (result->default_cuts[0])
        json_object_set_new(root, "default_cuts", string(result->default_cuts));
    json_object_set_new(root, "events", events(result));
    if (*result->model)
        json_object_set_new(root, "model", model(result));
    json_object_set_new(root, "couplings", couplings(result));
    if (result->shower.enabled)
        json_object_set_new(root, "shower", shower(result));
    json_object_set_new(root, "pdf", string(result->pdf));
    if (strcmp(result->pdf, "none"))
        json_object_set_new(root, "pdf_member", json_integer(result->pdf_member));
    json_object_set_new(root, "pdf_source", string(result->pdf_source));
    json_object_set_new(root, "sampling", string(result->sampling));
    if (result->card)
        json_object_set_new(root, "card", card_json(result->card));
    json_object_set_new(root, "time", seconds(result));
    json_object_set_new(root, "ns_per_event", number(ns));
    json_object_set_new(root, "iterations", iterations(result));
    json_object_set_new(root, "histograms", histograms(result));
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(root);
    char *line = text ? line_of(text) : NULL;
    free(text);
    return line;
}
