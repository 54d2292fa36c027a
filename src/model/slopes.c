/* Derivatives of a model's parameters by its inputs. */
#include "core/context.h"
#include "model/formula.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>

/* Where a formula looks up names: values with their derivatives. */
struct names {
    const ts_model *model;
    const double (*slopes)[2];
};

int model_is_zero(const ts_model *model, int parameter)
{
    const ts_parameter *value = &model->parameters[parameter];
    int is_zero = value->re == 0 && value->im == 0;
    for (size_t k = 0; k < model->slope_count; ++k) {
        const double *slope = model->slopes[k * model->parameter_count + (size_t)parameter];
        is_zero &= slope[0] == 0 && slope[1] == 0;
    }
    return is_zero;
}

static int look_up(const void *data, const char *name, size_t length, struct formula_value *value)
{
    const struct names *names = data;
    const ts_parameter *parameter = model_find(names->model, name, length);
    if (!parameter)
        return 0;
    const double *slope = names->slopes[parameter - names->model->parameters];
    *value = (struct formula_value){parameter->re, parameter->im, slope[0], slope[1]};
    return 1;
}

/* All derivatives by one input. What is given follows nothing. */
static ts_status follow(ts_context *context, const ts_model *model, const ts_parameter *input,
                        double (*slopes)[2])
{
    const struct names names = {model, slopes};
    for (size_t i = 0; i < model->parameter_count; ++i) {
        const ts_parameter *parameter = &model->parameters[i];
        struct formula_value value = {.slope_re = parameter == input};
        if (parameter != input && !parameter->given)
            formula_compute(parameter->formula, look_up, &names, &value);
        slopes[i][0] = value.slope_re;
        slopes[i][1] = value.slope_im;
        if (!isfinite(value.slope_re) || !isfinite(value.slope_im))
            return ts_fail(context, TS_ERROR_INPUT,
                           "gradients: the derivative of %s = %.200s by %s is no finite number here.",
                           parameter->name, parameter->formula, input->name);
    }
    return TS_OK;
}

static void slope_of(const ts_model *model, const char *name, size_t slope, double derivative[2])
{
    const ts_parameter *parameter = name ? ts_model_parameter(model, name) : NULL;
    const double none[2] = {0, 0};
    const double *found =
        parameter ? model->slopes[slope * model->parameter_count + (size_t)(parameter - model->parameters)]
                  : none;
    derivative[0] = found[0], derivative[1] = found[1];
}

void model_particle_slopes(const ts_model *model, int pdg, size_t slope, double of_mass[4])
{
    const ts_particle *particle = ts_model_particle(model, pdg);
    double mass[2], width[2];
    slope_of(model, particle->mass_name, slope, mass);
    slope_of(model, particle->width_name, slope, width);
    of_mass[0] = mass[0], of_mass[1] = width[0];
    of_mass[2] = mass[0], of_mass[3] = 0;
    if (particle->complex_mass_name && ts_model_parameter(model, particle->complex_mass_name))
        slope_of(model, particle->complex_mass_name, slope, of_mass + 2);
}

/* A matrix element is made without masses that are 0. */
static ts_status check_masses(ts_context *context, const ts_model *model, const char *name, size_t slope)
{
    for (size_t i = 0; i < model->table->particle_count; ++i) {
        const ts_particle *particle = &model->particles[i];
        double of_mass[4];
        model_particle_slopes(model, particle->pdg, slope, of_mass);
        if (particle->mass == 0 && of_mass[0] != 0)
            return ts_fail(
                context, TS_ERROR_INPUT,
                "gradients: %s changes the mass of %s, which is 0 and left out of matrix elements: "
                "give it a value.",
                name, ts_model_particle_name(model, particle->pdg));
    }
    return TS_OK;
}

static ts_status ask(ts_context *context, ts_model *model, const char *const *names, size_t count,
                     struct model_setting *settings)
{
    for (size_t k = 0; k < count; ++k)
        settings[k] = (struct model_setting){names[k], "", "gradients"};
    ts_status status = model_check_names(context, settings, count, model);
    for (size_t k = 0; k < count && !status; ++k) {
        const ts_parameter *input = ts_model_parameter(model, names[k]);
        status = input ? follow(context, model, input, model->slopes + k * model->parameter_count)
                       : ts_fail(context, TS_ERROR_INPUT, "gradients: %s is no number.", names[k]);
        if (!status)
            status = check_masses(context, model, names[k], k);
    }
    return status ? status : model_make_vertices(context, model);
}

ts_status model_ask_slopes(ts_context *context, ts_model *model, const char *const *names, size_t count)
{
    model->parameter_count -= model->more_name_count; /* what HELAS's functions took */
    model->more_name_count = 0;
    free(model->mixed);
    model->mixed = NULL;
    model->slope_count = count;
    model->slopes = calloc(count * model->parameter_count + 1, sizeof *model->slopes);
    struct model_setting *settings = calloc(count + 1, sizeof *settings);
    const ts_status status = model->slopes && settings ? ask(context, model, names, count, settings)
                                                       : ts_fail_memory(context, "a model");
    free(settings);
    return status;
}
