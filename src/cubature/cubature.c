#include "cubature/cubature.h"

#include "core/clock.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "core/stack.h"
#include "cubature/ends.h"
#include "cubature/places.h"
#include "cubature/resume.h"
#include "cubature/sobol.h"
#include "cubature/sweeps.h"
#include "cubature/work.h"
#include "integrand/integrand.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 32,         /* randomisations of Sobol' points: an error from so many is known to 13 per cent */
    FIRST_SWEEP = 8192 /* evaluations */
};

static const char *const methods[] = {"auto", "qmc", "vegas", "vegasplus", "mcubes", "mcubes1d"};

/* The component that is farthest from its tolerance. */
static const ts_component *worst_of(const struct cubature_work *work)
{
    const ts_integral *integral = work->integral;
    const ts_component *worst = &integral->components[0];
    for (size_t c = 1; c < integral->component_count; ++c) {
        const ts_component *other = &integral->components[c];
        if (other->error * tolerance_of(work, worst->value) > worst->error * tolerance_of(work, other->value))
            worst = other;
    }
    return worst;
}

/* How many evaluations the tolerance will have taken, as the error falls with those there are; 0: nothing
 * tells yet. */
static double evaluations_expected(const struct cubature_work *work)
{
    const ts_component *worst = worst_of(work);
    const double most = evaluations_most(work), tolerance = tolerance_of(work, worst->value);
    if (!strcmp(work->stage, "adapting") || !(worst->error > 0) || !(tolerance > 0))
        return fmin(work->wanted, most);
    const double ratio = fmax(1, worst->error / tolerance);
    const double power = strcmp(work->integral->method, "qmc") ? 2 : 1;
    return fmin(most, fmax(work->wanted, evaluations_of(work) * pow(ratio, power)));
}

static void report(void *data)
{
    struct cubature_work *work = data;
    if (!work->settings->progress)
        return;
    const double seconds = clock_seconds() - work->start, expected = evaluations_expected(work);
    const ts_integral *integral = work->integral;
    const uint64_t evaluations = work->sweeps.evaluations;
    ts_progress progress = {.stage = work->stage,
                            .events = evaluations,
                            .value = integral->components[0].value,
                            .error = integral->components[0].error,
                            .seconds_left = NAN};
    progress.rate = seconds > 0 ? (double)(evaluations - work->before) / seconds : 0;
    progress.fraction = expected > 0 ? fmin(0.99, (double)evaluations / expected) : 0;
    if (progress.rate > 0 && expected > (double)evaluations) /* else it is not known what else it takes */
        progress.seconds_left = (expected - (double)evaluations) / progress.rate;
    work->settings->progress(&progress, work->settings->progress_data);
}

/* Bins of the grid: as many as help, but not more than caches and a GPU's group hold. They are a power of
 * two, with which an even grid needs no table (SMOOTH_EVEN). */
int cubature_bins(int asked, int dimensions)
{
    enum { MOST = 256, LEAST = 32, MOST_OF_ALL = 4096 };
    int bins = MOST;
    while (bins > LEAST && bins * dimensions > MOST_OF_ALL)
        bins /= 2;
    return asked ? asked : bins;
}

static ts_status check(ts_context *context, const ts_integrate_settings *settings)
{
    int known = 0;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; ++i)
        known = known || !strcmp(settings->method, methods[i]);
    if (!known)
        return ts_fail(context, TS_ERROR_INPUT,
                       "There is no method '%.40s'; there are auto, qmc, vegas, vegasplus, mcubes, mcubes1d.",
                       settings->method);
    if (strcmp(settings->precision, "single") != 0 && strcmp(settings->precision, "double") != 0)
        return ts_fail(context, TS_ERROR_INPUT, "A precision is single or double, not '%.40s'.",
                       settings->precision);
    if (strcmp(settings->combination, "samples") != 0 &&
        strcmp(settings->combination, "inverse_variance") != 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "Iterations are combined by samples or inverse_variance, not '%.40s'.",
                       settings->combination);
    if (!(settings->relative_error >= 0 && settings->relative_error < 1) || !(settings->absolute_error >= 0))
        return ts_fail(context, TS_ERROR_INPUT,
                       "A relative error is from 0 to 1 and an absolute one not negative: not %g and %g.",
                       settings->relative_error, settings->absolute_error);
    if (settings->bins < 0 || settings->bins == 1 || settings->bins > 2048)
        return ts_fail(context, TS_ERROR_INPUT, "The grid has 2 to 2048 bins, not %d.", settings->bins);
    if (settings->calls < 1000 || settings->adapting < 1)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "An iteration of mcubes has 1000 evaluations at least, and one adapts at least: not %llu and %d.",
            (unsigned long long)settings->calls, settings->adapting);
    if (settings->max_evaluations < 1000)
        return ts_fail(context, TS_ERROR_INPUT, "An integral takes 1000 evaluations at least, not %llu.",
                       (unsigned long long)settings->max_evaluations);
    return TS_OK;
}

static ts_integrate_settings complete(ts_integrate_settings settings, const ts_integrand *integrand)
{
    resume_complete(&settings);
    if (integrand->program_file && !settings.precision)
        settings.precision = integrand->program_precision;
    if (integrand->program_file && !settings.bins)
        settings.bins = integrand->program_bins;
    if (settings.relative_error == 0 && settings.absolute_error == 0)
        settings.relative_error = 1e-3;
    if (!settings.max_evaluations)
        settings.max_evaluations = MOST_EVALUATIONS;
    if (!settings.seed)
        settings.seed = 1;
    if (!settings.method)
        settings.method = "auto";
    if (!settings.precision)
        settings.precision = "double";
    if (!settings.combination)
        settings.combination = "samples";
    if (!settings.calls)
        settings.calls = 1000000;
    if (!settings.adapting)
        settings.adapting = 10;
    return settings;
}

/* Sobol' points are never worse than random ones on the same grid, and beat those that follow the variance
 * wherever that was measured (docs/decisions.md). But their axes are known up to a number.
 */
static ts_status choose(ts_context *context, const ts_integrate_settings *settings, ts_integral *integral)
{
    const char *method = settings->method;
    if (!strcmp(method, "auto")) {
        method = integral->dimensions <= SOBOL_AXES ? "qmc" : "vegasplus";
        snprintf(integral->reason, sizeof integral->reason, "quasi-random points are %s for %d dimension%s",
                 integral->dimensions <= SOBOL_AXES ? "known" : "not known", integral->dimensions,
                 integral->dimensions > 1 ? "s" : "");
    }
    if (!strcmp(method, "qmc") && integral->dimensions > SOBOL_AXES)
        return ts_fail(context, TS_ERROR_INPUT, "qmc takes %d dimensions at most, not %d: take vegasplus.",
                       SOBOL_AXES, integral->dimensions);
    if (!strcmp(method, "qmc") && strcmp(settings->combination, "samples") != 0)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "qmc has no iterations to be combined by inverse variances: take vegas, vegasplus, mcubes "
            "or mcubes1d.");
    snprintf(integral->method, sizeof integral->method, "%s", method);
    return TS_OK;
}

static ts_status make_integral(ts_context *context, const ts_integrand *integrand, ts_integral **result)
{
    ts_integral *integral = calloc(1, sizeof *integral);
    *result = integral;
    if (!integral)
        return ts_fail_memory(context, "a result");
    integral->dimensions = integrand->dimensions;
    integral->component_count = integrand->components;
    integral->components = calloc(integrand->components, sizeof *integral->components);
    integral->not_finite_point = calloc((size_t)integrand->dimensions, sizeof(double));
    integral->not_finite_value = calloc(integrand->components, sizeof(double));
    return integral->components && integral->not_finite_point && integral->not_finite_value
               ? TS_OK
               : ts_fail_memory(context, "a result");
}

/* What counted as zero in a result that is claimed: an objection says it of others. */
static void warn(struct cubature_work *work)
{
    const ts_integral *integral = work->integral;
    if (integral->not_finite && integral->converged)
        ts_log(work->context, TS_LOG_WARNING,
               "%" PRIu64 " of %" PRIu64
               " evaluations were no numbers and counted as zero: let the integrand be zero "
               "where it has no meaning, as in if(x2 > 0.25, sqrt(x2 - 0.25), 0).",
               integral->not_finite, integral->evaluations);
}

/* What the work leaves, with a sentence where the claim cannot be made. */
static ts_status finish(struct cubature_work *work, ts_status status)
{
    ts_integral *integral = work->integral;
    const ts_component *worst = worst_of(work);
    integral->evaluations = work->sweeps.evaluations;
    integral->evaluations_before = work->before;
    integral->not_finite = work->sweeps.lost;
    integral->infinite = work->sweeps.infinite;
    if (work->sweeps.shown) {
        memcpy(integral->not_finite_point, work->sweeps.shown_values,
               (size_t)integral->dimensions * sizeof(double));
        memcpy(integral->not_finite_value, work->sweeps.shown_values + integral->dimensions,
               integral->component_count * sizeof(double));
    }
    integral->interrupted = status == TS_INTERRUPTED;
    if (!status || integral->interrupted) {
        const ts_status kept = state_take_grid(work);
        status = kept ? kept : status;
    }
    if (status == TS_INTERRUPTED && integral->iteration_count)
        return ts_fail(work->context, status, "Interrupted after %llu evaluations.",
                       (unsigned long long)integral->evaluations);
    if (status)
        return status;
    if (integral->not_finite == integral->evaluations)
        return ts_fail(work->context, TS_ERROR_NUMERIC, "None of %llu evaluations gave a finite number.",
                       (unsigned long long)integral->evaluations);
    warn(work);
    if (integral->converged)
        return TS_OK;
    if (work->hopeless)
        return ts_fail(work->context, TS_NOT_CONVERGED,
                       "After %llu evaluations more of them would not help. %s",
                       (unsigned long long)integral->evaluations, integral->objection);
    if (integral->objection[0] && worst->error <= tolerance_of(work, worst->value))
        return ts_fail(work->context, TS_NOT_CONVERGED,
                       "The error of %.2g that was found with %llu evaluations is not to be trusted. %s",
                       worst->error, (unsigned long long)integral->evaluations, integral->objection);
    return ts_fail(
        work->context, TS_NOT_CONVERGED,
        "%llu evaluations left an error of %.2g, where %.2g was asked for: raise the evaluations, or "
        "the error.",
        (unsigned long long)integral->evaluations, worst->error, tolerance_of(work, worst->value));
}

/* The search before a claim, which takes it back where the grid has left something, and where it does not
 * come to its end. */
static ts_status search(struct cubature_work *work, int *again)
{
    ts_status status = broad_search(work, again);
    work->integral->converged = !status && !*again;
    if (status || !*again)
        return status;
    add_objection(
        work,
        "Broad points have found %.2g times the tolerance where the grid hardly goes: there is a peak "
        "beside what it knows.",
        work->overlooked);
    return TS_OK;
}

/* Once from the warm-up, or from where the state ends, to a result. *again: it is to be begun anew. */
static ts_status run_once(struct cubature_work *work, int *again)
{
    ts_status status = TS_OK;
    if (!work->resuming || resumes_in(work, STAGE_WARM_UP) || resumes_in(work, STAGE_ANEW)) {
        status = cubature_adapt(work);
        if (!status)
            status = state_take(work, STAGE_ADAPTED, NULL, NULL);
    }
    if (!status)
        status = strcmp(work->integral->method, "qmc") ? cubature_repeat(work) : cubature_quasi(work, again);
    return !status && work->integral->converged ? search(work, again) : status;
}

/* Begins anew, with longer sweeps, while there are evaluations for it. */
static ts_status run(struct cubature_work *work)
{
    static const double longer = 8, longest = 0x1p60;
    const double most = (double)work->settings->max_evaluations / 2;
    ts_status status = resume_begin(work);
    for (int again = 1; again && !status;) {
        again = 0;
        status = run_once(work, &again);
        if (status || !again)
            break;
        for (size_t i = 0; i < work->integral->iteration_count; ++i)
            work->integral->iterations[i].counted = 0;
        work->first = fmin(longer * work->first, longest);
        status = state_take(work, STAGE_ANEW, NULL, NULL); /* the sums are not those of this grid */
        if (!status && evaluations_of(work) > most) {
            add_objection(work, "The weights are not those of the warm-up: the integrand has a narrow peak.");
            break;
        }
    }
    return status == TS_NOT_CONVERGED ? TS_OK : status; /* no room for another sweep: finish() says it */
}

/* The integral of a program on an open device. */
static ts_status integrate_program(ts_context *context, struct device *device,
                                   const struct cubature *cubature, const ts_integrate_settings *settings,
                                   ts_integral *integral)
{
    const size_t components = integral->component_count;
    const int sets = strcmp(integral->method, "qmc") ? 1 : SETS;
    struct places places;
    struct past past = {0};
    struct cubature_work work = {.context = context,
                                 .settings = settings,
                                 .integral = integral,
                                 .first = FIRST_SWEEP,
                                 .needed = INFINITY,
                                 .fewest = FEWEST_CLAIMED,
                                 .places = &places,
                                 .past = &past};
    double *numbers = calloc(5 * components, sizeof *numbers);
    if (!numbers)
        return ts_fail_memory(context, "the sums");
    work.values = numbers;
    work.errors = numbers + components;
    work.guess = numbers + 2 * components;
    work.guess_error = numbers + 3 * components;
    work.rounding = numbers + 4 * components;
    for (size_t c = 0; c < components; ++c)
        work.guess_error[c] = INFINITY; /* until there is one */
    ts_status status = places_create(context, cubature->dimensions, cubature->components, &places);
    if (!status)
        status = past_create(context, components, &past);
    if (!status)
        status = sweeps_create(context, device, cubature, cubature_bins(settings->bins, cubature->dimensions),
                               sets, settings->seed, &work.sweeps, &integral->seconds_compile);
    if (!status) {
        work.sweeps.smooth = strncmp(integral->method, "mcubes", strlen("mcubes")) != 0; /* as published */
        work.sweeps.most = settings->max_evaluations;
        work.sweeps.step = report;
        work.sweeps.step_data = &work;
        work.start = clock_seconds();
        status = finish(&work, run(&work));
        integral->seconds_integrate = clock_seconds() - work.start;
        integral->state = work.state;
        sweeps_destroy(&work.sweeps);
    }
    places_free(&places);
    past_free(&past);
    free(numbers);
    return status;
}

static ts_status integrate_on(ts_context *context, const ts_integrand *integrand,
                              const ts_integrate_settings *settings, ts_integral *integral)
{
    struct device *device = NULL;
    struct integrand_program program;
    const int double_precision = !strcmp(settings->precision, "double");
    const int calls = integrand_calls(integrand);
    ts_status status = integrand_build(context, integrand, double_precision, &program);
    if (status)
        return status;
    const double start = clock_seconds();
    status = device_open(context, calls && !settings->device ? "cpu" : settings->device, settings->threads,
                         &device);
    integral->seconds_device = clock_seconds() - start;
    if (!status && calls && ranks_count(context) > 1)
        status = ts_fail(context, TS_ERROR_INPUT,
                         "A C function of the caller's is integrated by one process alone, not by %d ranks.",
                         ranks_count(context));
    if (!status && calls && device->backend != &cpu_backend)
        status = ts_fail(context, TS_ERROR_INPUT,
                         "A C function is called on the device \"cpu\" alone, not on \"%.40s\".",
                         settings->device);
    const struct batch_function batch = {integrand->batch, integrand->batch_memory, integrand->callback_data};
    const struct cubature cubature = {.text = program.text.text,
                                      .double_precision = double_precision,
                                      .dimensions = integrand->dimensions,
                                      .components = (int)integrand->components,
                                      .parameters = program.parameters,
                                      .parameter_count = program.parameter_count,
                                      .data = program.data,
                                      .data_length = program.data_length,
                                      .addresses = calls ? 2 : 0,
                                      .batch = integrand->batch ? &batch : NULL,
                                      .file = integrand->program_file};
    if (!status) {
        snprintf(integral->device, sizeof integral->device, "%s", device->description);
        status = integrate_program(context, device, &cubature, settings, integral);
    }
    device_close(&device);
    integrand_program_free(&program);
    return status;
}

/* No error is below that of rounding, which is what a constant leaves. */
static void round_up_error(ts_component *component, const char *precision)
{
    const double rounding = (strcmp(precision, "single") ? DBL_EPSILON : FLT_EPSILON) *
                            fabs(component->value);
    if (component->error < rounding)
        component->error = rounding;
}

ts_status ts_integrate(ts_context *context, const ts_integrand *integrand, const ts_integrate_settings *given,
                       ts_integral **result)
{
    OWN_ENVIRONMENT;
    NEEDS(context, result);
    *result = NULL;
    NEEDS(context, context && integrand);
    NEEDS_STACK(context);
    ts_integrate_settings own;
    const double start = clock_seconds();
    ts_status status = settings_take(context, "ts_integrate_settings", given,
                                     SIZE_THROUGH(ts_integrate_settings, progress_data), &own, sizeof own);
    if (status)
        return status;
    const ts_integrate_settings settings = complete(own, integrand);
    status = check(context, &settings);
    if (!status)
        status = make_integral(context, integrand, result);
    if (!status && *result) {
        (*result)->ranks = ranks_count(context);
        (*result)->seed = settings.seed;
        snprintf((*result)->precision, sizeof(*result)->precision, "%s", settings.precision);
        status = choose(context, &settings, *result);
    }
    if (!status)
        status = integrate_on(context, integrand, &settings, *result);
    for (size_t c = 0; *result && c < (*result)->component_count; ++c)
        round_up_error(&(*result)->components[c], settings.precision);
    if (*result)
        (*result)->seconds_total = clock_seconds() - start;
    const int kept = *result && (status == TS_OK || status == TS_NOT_CONVERGED ||
                                 (status == TS_INTERRUPTED && (*result)->iteration_count));
    if (!kept)
        ts_integral_destroy(result);
    return status;
}

void ts_integral_destroy(ts_integral **integral)
{
    if (!integral)
        return;
    if (*integral) {
        free((*integral)->components);
        free((*integral)->not_finite_point);
        free((*integral)->not_finite_value);
        free((*integral)->iterations);
        ts_integral_state_destroy(&(*integral)->state);
    }
    free(*integral);
    *integral = NULL;
}
