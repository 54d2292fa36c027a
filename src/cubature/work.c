#include "cubature/work.h"

#include "core/context.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double tolerance_of(const struct cubature_work *work, double value)
{
    return fmax(work->settings->relative_error * fabs(value), work->settings->absolute_error);
}

double evaluations_needed(const struct cubature_work *work, double n, const double *values,
                          const double *errors)
{
    double most = 0;
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        const double tolerance = tolerance_of(work, values[c]);
        const double needed = errors[c] == 0  ? 0
                              : tolerance > 0 ? n * pow(errors[c] / tolerance, 2)
                                              : INFINITY;
        most = fmax(most, needed);
    }
    return most;
}

void add_objection(struct cubature_work *work, const char *format, ...)
{
    if (work->integral->objection[0])
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(work->integral->objection, sizeof work->integral->objection, format, arguments);
    va_end(arguments);
}

/* What is not finite counts as zero, which moves the value by about its share of the points where the
 * integrand is otherwise alike. More than this is seen in a result to the usual error of 1e-3. */
static const double most_lost = 1e-3;

static int lost_too_many(const struct cubature_work *work)
{
    return (double)work->sweeps.lost > most_lost * evaluations_of(work);
}

void add_not_finite_objection(struct cubature_work *work, int component, double value, double error)
{
    if (!isfinite(value) || !isfinite(error))
        add_objection(work, "The value of component %d or its error is not finite.", component + 1);
    if (work->sweeps.infinite)
        add_objection(work,
                      "%" PRIu64 " of %" PRIu64
                      " evaluations were infinite, and counted as zero: they do not tell whether there is an "
                      "integral. Let the integrand be finite there, or leave that part out of the limits.",
                      work->sweeps.infinite, work->sweeps.evaluations);
    if (lost_too_many(work))
        add_objection(work,
                      "%.2g %% of the evaluations were not finite and counted as zero: let the integrand be "
                      "finite there, or zero, or leave that part out of the limits.",
                      100 * (double)work->sweeps.lost / evaluations_of(work));
}

double rounding_of(const struct cubature_work *work, double root_mean_square)
{
    static const double roundings = 8; /* of a weight: of its point, of the map, of a handful of operations */
    const double epsilon = strcmp(work->settings->precision, "single") ? DBL_EPSILON : (double)FLT_EPSILON;
    return roundings * epsilon * root_mean_square;
}

/* Whether a component was the same, but for rounding, at all points behind this value and error. */
static int is_constant(const struct cubature_work *work, double value, double error)
{
    static const double next_to_nothing = 1e-9;
    return value != 0 && error <= fmax(next_to_nothing, 2 * rounding_of(work, 1)) * fabs(value);
}

static int is_far_from_guess(const struct cubature_work *work, size_t component, double value, double error)
{
    const double guess = work->guess[component], both = hypot(work->guess_error[component], error);
    return !is_constant(work, guess, work->guess_error[component]) && both > 0 &&
           fabs(value - guess) > 6 * both;
}

void add_guess_objection(struct cubature_work *work, int component, double value, double error)
{
    if (is_far_from_guess(work, (size_t)component, value, error))
        add_objection(work, "The value is %.1f errors away from that of the warm-up.",
                      fabs(value - work->guess[component]) / hypot(work->guess_error[component], error));
}

void add_constant_objection(struct cubature_work *work, int component, double value, double error,
                            double points)
{
    static const double fewest = 0x1p20;
    if (is_constant(work, value, error) && points < fewest)
        add_objection(work,
                      "Component %d was the same at all %.0f points, and %.0f are the fewest that tell a "
                      "constant from one with a narrow peak.",
                      component + 1, points, fewest);
}

int is_small(const struct cubature_work *work, double times)
{
    int small = 1;
    for (size_t c = 0; c < work->integral->component_count; ++c) {
        const ts_component *component = &work->integral->components[c];
        small = small && times * component->error <= tolerance_of(work, component->value);
    }
    return small;
}

int is_of_warm_up(const struct cubature_work *work)
{
    const double far_better = 4; /* than the warm-up's: then the value hardly changes any more */
    int found = work->left_behind > 0 || work->fallen > MOST_FALLEN;
    for (size_t c = 0; c < work->integral->component_count; ++c) {
        const ts_component *component = &work->integral->components[c];
        found = found || (far_better * component->error < work->guess_error[c] &&
                          is_far_from_guess(work, c, component->value, component->error));
    }
    return found;
}

int is_past_mending(const struct cubature_work *work)
{
    int finite = 1;
    for (size_t c = 0; c < work->integral->component_count; ++c) {
        const ts_component *component = &work->integral->components[c];
        finite = finite && isfinite(component->value) && isfinite(component->error);
    }
    return !finite || (is_small(work, 1) && (lost_too_many(work) || work->sweeps.infinite));
}

void warn_of_objection(struct cubature_work *work)
{
    static const double many = 1e9; /* some seconds of a fast GPU */
    if (work->warned || !(evaluations_of(work) > many) || !work->integral->objection[0] || !is_small(work, 1))
        return;
    work->warned = 1;
    ts_log(
        work->context, TS_LOG_WARNING,
        "After %.2g evaluations the error is what was asked for, but nothing is claimed yet. %s There will "
        "be %.2g evaluations at most; Ctrl-C ends with what was reached.",
        evaluations_of(work), work->integral->objection, evaluations_most(work));
}

void add_warm_up_objection(struct cubature_work *work)
{
    if (work->left_behind > 0)
        add_objection(
            work,
            "One evaluation of the warm-up stood for %.2g at a place where the grid hardly goes any more: "
            "a peak may be lost there.",
            work->left_behind);
    if (work->fallen > MOST_FALLEN)
        add_objection(
            work, "The warm-up had seen more, by %.1f errors, before its grid closed in: a peak may be lost.",
            work->fallen);
}

double evaluations_most(const struct cubature_work *work)
{
    const double most = (double)work->settings->max_evaluations;
    int zero = 0, other = 0;
    for (size_t c = 0; c < work->integral->component_count; ++c)
        if (work->integral->components[c].value == 0 && work->integral->components[c].error == 0)
            zero = 1;
        else
            other = 1;
    if (!zero || work->settings->max_evaluations != MOST_EVALUATIONS)
        return most;
    return other ? MOST_BESIDE_ZEROS : MOST_OF_ZEROS;
}

double evaluations_most_of_result(const struct cubature_work *work)
{
    return evaluations_most(work) / (1 + BROAD_SHARE);
}

double broad_points(const struct cubature_work *work)
{
    const double quarters = ldexp(1, 2 * work->sweeps.cubature->dimensions);
    const double most = evaluations_most(work) - evaluations_most_of_result(work);
    return floor(fmax(BROAD_SHARE * evaluations_of(work), fmin(fmin(quarters, BROAD_LEAST), most)));
}

ts_status note_sweep(struct cubature_work *work, const double *values, const double *errors, int counted)
{
    ts_integral *integral = work->integral;
    const struct sweep_sums *sums = &work->sweeps.sums;
    ts_iteration *rows = realloc(integral->iterations, (integral->iteration_count + 1) * sizeof *rows);
    if (!rows)
        return ts_fail_memory(work->context, "the list of iterations");
    rows[integral->iteration_count++] = (ts_iteration){values[0], errors[0], sums->evaluations, counted};
    integral->iterations = rows;
    return TS_OK;
}
