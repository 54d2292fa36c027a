/* Squared matrix elements at given points: from a process to the family that evaluates them. */
#include "run/amplitude.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/settings.h"
#include "core/stack.h"
#include "model/model.h"
#include "process/family.h"

#include <math.h>
#include <string.h>

static ts_status check_precision(ts_context *context, const char *precision,
                                 struct amplitude_request *request)
{
    request->double_precision = !precision || !strcmp(precision, "double");
    if (request->double_precision || !strcmp(precision, "single"))
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT, "The precision \"%.40s\" is not known: it is single or double.",
                   precision);
}

/* The family that evaluates a process; NULL where it is left to the recursion, as gluons are whose colours
 * are to be summed in full. */
static const struct process_family *choose_family(const char *process, size_t particles,
                                                  struct amplitude_request *request)
{
    const char *colour = request->settings->colour;
    char sentence[256];
    if (colour && strcmp(colour, "leading") != 0)
        return NULL;
    particles_parse(process, &request->particles, sentence, sizeof sentence);
    if (*sentence || (size_t)request->particles.count != particles)
        return NULL;
    const struct process_family *family = family_of_amplitude(&request->particles);
    return family;
}

/* What a card says of the model: a family keeps a process whose particles it leaves massless, with its
 * couplings. */
static ts_status heed_card(ts_context *context, const struct amplitude_request *request,
                           const struct process_family **family, ts_amplitude_settings *settings)
{
    ts_model *model;
    ts_status status = amplitude_model(context, settings, &model);
    if (status)
        return status;
    for (int i = 0; *family && i < request->particles.count; ++i)
        if (model->file || ts_model_particle(model, request->particles.pdg[i])->mass != 0)
            *family = NULL;
    const ts_parameter *alpha_s = ts_model_parameter(model, "alpha_s");
    if (*family && alpha_s->given)
        settings->alpha_s = alpha_s->re;
    if (*family)
        settings->alpha = ts_model_parameter(model, "alpha")->re;
    ts_model_destroy(&model);
    return TS_OK;
}

/* Families are of massless particles; printed momenta have seven digits. */
static ts_status check_massless(ts_context *context, const struct amplitude_request *request)
{
    const size_t count = (size_t)request->particles.count;
    for (size_t i = 0; i < request->points * count; ++i) {
        const double *p = request->momenta + 4 * i;
        const double length = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        if (!(fabs(p[0] - length) <= 1e-5 * p[0]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "Point %zu: particle %zu, %s, is not massless: E is %.9g GeV and |p| is %.9g GeV.",
                           i / count + 1, i % count + 1, particles_name(request->particles.pdg[i % count]),
                           p[0], length);
    }
    return TS_OK;
}

/* Derivatives are of the recursion, which takes the colours that the family stands for. */
static void leave_family(const struct process_family **family, const struct amplitude_request *request,
                         ts_amplitude_settings *settings)
{
    int gluons = *family != NULL;
    for (int i = 0; i < request->particles.count; ++i)
        gluons &= request->particles.pdg[i] == 21;
    if (gluons)
        settings->colour = "leading";
    *family = NULL;
}

static ts_status evaluate(ts_context *context, const char *process, const ts_amplitude_settings *given,
                          const struct gradient_list *by, size_t particles, const double *momenta,
                          /* NOLINTNEXTLINE(readability-non-const-parameter): written to, through `request` */
                          size_t points, double *values, double *gradients, ts_amplitude_info *info)
{
    ts_amplitude_settings settings;
    ts_amplitude_info unused;
    const struct process_family *family = NULL;
    struct amplitude_request request = {
        .settings = &settings, .momenta = momenta, .points = points, .by = by, .gradients = gradients};
    ts_status status = settings_take(context, "ts_amplitude_settings", given,
                                     SIZE_THROUGH(ts_amplitude_settings, colour), &settings, sizeof settings);
    if (status)
        return status;
    status = check_precision(context, request.settings->precision, &request);
    if (!status && by && !request.double_precision)
        status = ts_fail(context, TS_ERROR_INPUT, "gradients: they are taken in double precision.");
    if (status)
        return status;
    family = choose_family(process, particles, &request);
    ts_amplitude_settings of_family = settings;
    if (settings.card && (status = heed_card(context, &request, &family, &of_family)) != TS_OK)
        return status;
    if (by)
        leave_family(&family, &request, &settings);
    else
        settings = of_family;
    if (!family)
        return amplitude_tree_evaluate(context, process, particles, &request, values, info ? info : &unused);
    status = check_massless(context, &request);
    return status ? status : family->evaluate(context, &request, values, info ? info : &unused);
}

ts_status ts_amplitude_evaluate(ts_context *context, const char *process, const ts_amplitude_settings *given,
                                size_t particles, const double *momenta, size_t points,
                                double *matrix_element_squared, ts_amplitude_info *info)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && process && (!points || (momenta && matrix_element_squared)));
    NEEDS_STACK(context);
    return evaluate(context, process, given, NULL, particles, momenta, points, matrix_element_squared, NULL,
                    info);
}

ts_status ts_amplitude_gradients(ts_context *context, const char *process, const ts_amplitude_settings *given,
                                 const char *by, size_t particles, const double *momenta, size_t points,
                                 double *matrix_element_squared, double *gradients, ts_amplitude_info *info)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && process && by && (!points || (momenta && matrix_element_squared && gradients)));
    NEEDS_STACK(context);
    struct gradient_list list;
    ts_status status = gradient_list_read(context, by, &list);
    if (!status)
        status = evaluate(context, process, given, &list, particles, momenta, points, matrix_element_squared,
                          gradients, info);
    gradient_list_free(&list);
    return status;
}
