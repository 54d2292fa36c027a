#include "cubature/ends.h"

#include <math.h>
#include <string.h>

/* An error so near to that of rounding falls no more. */
static const double near_rounding = 4;
/* A value of fewer errors is like one of zero. */
static const double like_zero = 5;
/* Evaluations of a result that looks like zero, where the user names no limit. After so many it takes more
 * than ten million million to find a value of five errors to the usual 1e-3. */
static const double most_like_zero = 0x1p28;
/* An error has ceased to fall where it is not half of what it was with a 32nd of the evaluations. Random ones
 * make it less than a fifth. Before so many evaluations that may be chance. */
static const double fewest_of_stalled = 0x1p28, part_of_stalled = 1.0 / 32, fallen_of_stalled = 0.5;

static const char advice[] =
    "There is a place too narrow for the numbers of the box, or the integral has no bound. Give narrower limits, split "
    "the box there, or integrate over a variable that stretches it, as t with x = exp(t).";

enum reason { NONE, ROUNDING, LIKE_ZERO, STALLED };

/* The error of the first component by the sweeps that count, up to some evaluations of the result, and by all
 * of them. A level of Sobol' points holds those before it. */
static void errors_then_and_now(const ts_integral *integral, double *then, double *now, double *evaluations)
{
    const int levels = !strcmp(integral->method, "qmc");
    double n = 0, squares = 0, all = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i)
        if (integral->iterations[i].counted)
            all = (double)integral->iterations[i].events + (levels ? 0 : all);
    *then = *now = INFINITY;
    for (size_t i = 0; i < integral->iteration_count; ++i) {
        const ts_iteration *row = &integral->iterations[i];
        if (!row->counted)
            continue;
        n = (double)row->events + (levels ? 0 : n);
        squares += pow((double)row->events * row->error, 2);
        *now = levels ? row->error : sqrt(squares) / n;
        if (n <= part_of_stalled * all)
            *then = *now;
    }
    *evaluations = all;
}

int is_out_of_reach(const struct cubature_work *work)
{
    enum { SWEEPS = 8 };
    const double nothing = 0.5; /* relative error of a sweep that knows no value */
    const ts_integral *integral = work->integral;
    size_t vain = 0;
    for (size_t i = integral->iteration_count; i > 0; --i, ++vain) {
        const ts_iteration *row = &integral->iterations[i - 1];
        if (row->counted || !(row->error > nothing * fabs(row->value)))
            break;
    }
    return vain >= SWEEPS && evaluations_of(work) > fewest_of_stalled;
}

void object_to_out_of_reach(struct cubature_work *work)
{
    work->hopeless = 1;
    work->integral->objection[0] = 0;
    add_objection(work, "One evaluation of a sweep stands for all others, however many there are. %s",
                  advice);
}

static int has_stalled(const struct cubature_work *work)
{
    double then, now, evaluations;
    errors_then_and_now(work->integral, &then, &now, &evaluations);
    return evaluations >= fewest_of_stalled && now > fallen_of_stalled * then;
}

/* Why a component will hardly become what is asked for. */
static enum reason reason_of(const struct cubature_work *work, size_t c)
{
    const ts_component *component = &work->integral->components[c];
    const double error = component->error, tolerance = tolerance_of(work, component->value);
    const int zero = fabs(component->value) < like_zero * error;
    if (!(error > tolerance))
        return NONE;
    if (error <= near_rounding * work->rounding[c] && (zero || tolerance < work->rounding[c]))
        return zero ? LIKE_ZERO : ROUNDING;
    if (zero && work->settings->max_evaluations == MOST_EVALUATIONS && evaluations_of(work) > most_like_zero)
        return LIKE_ZERO;
    return c == 0 && has_stalled(work) ? STALLED : NONE;
}

int is_hopeless(const struct cubature_work *work)
{
    for (size_t c = 0; c < work->integral->component_count; ++c)
        if (reason_of(work, c))
            return 1;
    return 0;
}

void object_to_hopeless(struct cubature_work *work)
{
    size_t c = 0;
    while (c + 1 < work->integral->component_count && !reason_of(work, c))
        ++c;
    const enum reason reason = reason_of(work, c);
    const ts_component *component = &work->integral->components[c];
    const char *sentence =
        reason == LIKE_ZERO
            ? "Component %zu looks like zero, %.2g with an error of %.2g: no part of zero is an error to ask "
              "for. Give an absolute one (--abs)."
        : reason == ROUNDING
            ? "Component %zu is known to rounding, %.17g with an error of %.2g: ask for a larger error."
            : "The error of component %zu, %.6g with %.2g, has ceased to fall. %s";
    if (!reason)
        return;
    work->hopeless = 1;
    work->integral->objection[0] = 0;
    add_objection(work, sentence, c + 1, component->value, component->error, advice);
}
